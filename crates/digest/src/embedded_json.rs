//! The data in an output: one JSON document, several, one among other lines, or one that was cut off in its middle; or
//! paragraphs of named values, as a lock file has them.

use std::collections::HashSet;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use ctx_text::text::Text;

/// A larger output is not parsed: its first lines say enough.
const LARGEST: usize = 12 << 20;
/// Of a longer line the middle is gone.
const WHOLE_LINE: usize = 256 << 10;
/// A document begins within this many lines.
const BEFORE: usize = 60;
/// A shorter value may be the beginning of a log line: `[12] worker started`.
const SHORTEST: usize = 20;
/// So much of it is tried before all of it is put together.
const HEAD: usize = 4 << 10;
/// Fewer paragraphs of named values are read as they stand.
const PARAGRAPHS: usize = 24;

pub struct EmbeddedJson {
    pub values: Vec<Value>,
    /// Bytes of the JSON itself.
    pub len: usize,
    /// The lines from its first to its last, the end excluded.
    pub lines: Range<usize>,
    /// The lines that are not part of it, before, after and between.
    pub others: Vec<usize>,
    /// It ends in its middle: `head -c`, or a host that shortened it.
    pub cut: bool,
}

impl EmbeddedJson {
    /// The JSON that makes up most of the text.
    pub fn find_in_text(text: &Text) -> Option<EmbeddedJson> {
        let is_cut = |line: &str| line.len() > WHOLE_LINE;
        if text.clean_len() > LARGEST || text.thinned_lines() > 0 || text.lines().any(is_cut) {
            return None;
        }
        let opens = |at: &usize| matches!(text.line(*at).trim_start().as_bytes().first(), Some(b'{' | b'['));
        let mut starts = (0..text.len().min(BEFORE)).filter(opens);
        let is_most = |json: &EmbeddedJson| json.len * 5 >= text.clean_len() * 3;
        starts
            .find_map(|first| EmbeddedJson::parse_json_from_line(text, first))
            .filter(is_most)
            .or_else(|| EmbeddedJson::find_json_lines(text).filter(is_most))
    }

    /// JSON lines, some of which are broken or none.
    fn find_json_lines(text: &Text) -> Option<EmbeddedJson> {
        let opens = |at: usize| text.line(at).trim_start().starts_with('{');
        if (0..text.len()).filter(|&at| opens(at)).count() * 2 < text.len() {
            return None;
        }
        let mut json = EmbeddedJson { values: Vec::new(), len: 0, lines: 0..0, others: Vec::new(), cut: false };
        for at in 0..text.len() {
            let line = text.line(at);
            match serde_json::from_str::<Value>(line) {
                Ok(value @ Value::Object(_)) => {
                    json.len += line.len() + 1;
                    json.lines = if json.values.is_empty() { at..at + 1 } else { json.lines.start..at + 1 };
                    json.values.push(value);
                }
                _ => json.others.push(at),
            }
        }
        (json.values.len() > 1).then_some(json)
    }

    /// Paragraphs of `name = value` or `Name: value` that all begin with the same name and each with another value.
    pub fn find_named_value_paragraphs(text: &Text) -> Option<EmbeddedJson> {
        if text.clean_len() > LARGEST || text.thinned_lines() > 0 {
            return None;
        }
        let mut json =
            EmbeddedJson { values: Vec::new(), len: 0, lines: 0..text.len(), others: Vec::new(), cut: false };
        let mut at = 0;
        while at < text.len() {
            let end = (at..text.len()).find(|&end| text.line(end).trim().is_empty()).unwrap_or(text.len());
            let lines: Vec<&str> = (at..end).map(|at| text.line(at)).collect();
            match parse_paragraph(&lines) {
                Some(record) => {
                    json.len += lines.iter().map(|line| line.len() + 1).sum::<usize>();
                    json.values.push(Value::Object(record));
                }
                None => json.others.extend(at..end),
            }
            at = end + 1;
        }
        let firsts: Vec<(&String, &Value)> =
            json.values.iter().filter_map(|value| value.as_object()?.iter().next()).collect();
        let name = firsts.first()?.0;
        let known: HashSet<&str> =
            firsts.iter().filter(|(key, _)| *key == name).filter_map(|(_, value)| value.as_str()).collect();
        let is_list = firsts.len() >= PARAGRAPHS && known.len() * 10 >= firsts.len() * 9;
        (is_list && json.len * 10 >= text.clean_len() * 9).then_some(json)
    }

    fn parse_json_from_line(text: &Text, first: usize) -> Option<EmbeddedJson> {
        if stops_being_json_early(text, first) {
            return None;
        }
        let json = (first..text.len()).map(|at| text.line(at)).collect::<Vec<_>>().join("\n");
        let mut stream = serde_json::Deserializer::from_str(&json).into_iter::<Value>();
        let mut values = Vec::new();
        let (mut end, mut cut) = (0, false);
        loop {
            match stream.next() {
                Some(Ok(value)) => {
                    end = stream.byte_offset();
                    values.push(value);
                }
                Some(Err(error)) if error.is_eof() && values.is_empty() => {
                    values.push(serde_json::from_str(&close_cut_json(&json)?).ok()?);
                    (end, cut) = (json.len(), true);
                    break;
                }
                _ => break,
            }
        }
        if end < SHORTEST || values.iter().all(|value| !value.is_object() && !value.is_array()) {
            return None;
        }
        let lines = json[..end].matches('\n').count() + usize::from(!json[..end].ends_with('\n'));
        let lines = first..(first + lines).min(text.len());
        let others = (0..first).chain(lines.end..text.len()).collect();
        Some(EmbeddedJson { values, len: end, lines, others, cut })
    }
}

/// The named values of a paragraph, without the heading that it may begin with; none where a line is neither a named
/// value nor goes on with one.
fn parse_paragraph(lines: &[&str]) -> Option<Map<String, Value>> {
    let is_heading = |line: &str| line.starts_with('[') && line.ends_with(']');
    let lines = &lines[usize::from(lines.first().is_some_and(|line| is_heading(line)))..];
    let mut record: Map<String, Value> = Map::new();
    let mut last: Option<String> = None;
    for line in lines {
        match parse_named_value(line) {
            Some((name, value)) => {
                record.insert(name.to_owned(), Value::from(value));
                last = Some(name.to_owned());
            }
            None if line.starts_with([' ', '\t', ']', '}']) => {
                let Some(Value::String(value)) = record.get_mut(last.as_ref()?) else { return None };
                value.push(' ');
                value.push_str(line.trim());
            }
            None => return None,
        }
    }
    (record.len() > 1).then_some(record)
}

/// `name = "value"`, `Name: value` or `name<tab>: value`.
fn parse_named_value(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(" = ").or_else(|| line.split_once(':'))?;
    let is_name = |c: char| c.is_alphanumeric() || "_-. ".contains(c);
    let (bare, value) = (name.trim_end(), value.trim());
    let is_named = bare.starts_with(char::is_alphabetic) && bare.len() <= 40 && bare.chars().all(is_name);
    let unquoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
    is_named.then_some((bare, unquoted))
}

/// Whether what begins here stops being JSON within its first lines, as `[12:00:01] started` does: then megabytes after it
/// need not be put together.
fn stops_being_json_early(text: &Text, first: usize) -> bool {
    let mut head = String::new();
    for at in first..text.len() {
        if head.len() >= HEAD {
            break;
        }
        // A string may be cut off at the end of the text: no line end after it.
        if at > first {
            head.push('\n');
        }
        head.push_str(text.line(at));
    }
    let mut stream = serde_json::Deserializer::from_str(&head).into_iter::<IgnoredAny>();
    let mut end = 0;
    loop {
        match stream.next() {
            Some(Ok(_)) => end = stream.byte_offset(),
            Some(Err(error)) => return !error.is_eof() && end < SHORTEST,
            None => return false,
        }
    }
}

/// A document that ends in its middle, closed after its last whole value.
pub fn close_cut_json(json: &str) -> Option<String> {
    let mut open: Vec<char> = Vec::new();
    let (mut quoted, mut escaped) = (false, false);
    // Where the last value ended, and what was open then.
    let mut last = None;
    for (at, c) in json.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop()?;
                last = Some((at + 1, open.clone()));
            }
            ',' => last = Some((at, open.clone())),
            _ => {}
        }
    }
    let (end, open) = last?;
    Some(format!("{}{}", &json[..end], open.iter().rev().collect::<String>()))
}

pub fn is_empty_value(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_off_is_not_put_together() {
        let breaks = |raw: &str| stops_being_json_early(&Text::from_bytes(raw.as_bytes()), 0);
        assert!(breaks("[00000012] module_3: step 4\n[00000013] module_4\n"));
        assert!(breaks("[12] worker started\n[13] worker started\n"), "a short value and then words");
        assert!(breaks("{ echo a; }\n"));
        assert!(!breaks("{\"name\": \"shop\",\n"), "cut off, but JSON so far");
        assert!(!breaks("[\"a value that is long enough\"]\nand a word\n"));
        assert!(!breaks("{\"a\":1}\n{\"b\":2}\n"));
    }

    #[test]
    fn any_cut_of_a_document_can_be_closed() {
        let json = r#"{"a":[{"b":"c, \"d\" }"},{"e":[1,2,{"f":null}]},{"g":-1.5e3}],"h":{"i":true}}"#;
        for end in json.find("},").unwrap() + 1..json.len() {
            let closed = close_cut_json(&json[..end]).expect("a comma or an end comes before");
            assert!(serde_json::from_str::<Value>(&closed).is_ok(), "{end}: {closed}");
        }
        for text in ["", "[", "{\"a\":", "no json", "]]", "{\"a"] {
            assert!(close_cut_json(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_document_is_found_among_other_lines() {
        let json = format!("[{}]", (0..30).map(|n| format!("{{\"id\":{n}}}")).collect::<Vec<_>>().join(",\n"));
        let find = |raw: &str| EmbeddedJson::find_in_text(&Text::from_bytes(raw.as_bytes()));
        let found = find(&format!("HTTP/2 200\n[info] next\n{json}\ndone\n")).expect("a document");
        assert_eq!((found.others, found.values.len(), found.cut), (vec![0, 1, 32], 1, false));
        assert!(find(&json[..json.len() / 2]).is_some_and(|found| found.cut));
        assert!(find(&format!("{json}{}", "a line of a log\n".repeat(400))).is_none());
        assert!(find("[12] worker started\n[13] worker ended\n").is_none());
    }

    #[test]
    fn a_broken_line_among_json_lines_is_one_of_the_others() {
        let mut lines: Vec<String> = (0..30).map(|n| format!("{{\"id\":{n},\"name\":\"record\"}}")).collect();
        lines[7].truncate(9);
        lines.insert(0, "Output:".to_owned());
        let found = EmbeddedJson::find_in_text(&Text::from_bytes(lines.join("\n").as_bytes())).expect("29 records");
        assert_eq!((found.others, found.values.len(), found.cut), (vec![0, 8], 29, false));
    }
}
