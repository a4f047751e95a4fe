//! Records of equal shape as a table: objects of JSON that stand one below the other, as lines or as an indented list,
//! keep their values under one heading with their keys. Records that cannot be restored byte for byte are left alone.

use std::borrow::Cow;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::PageRow;

/// Fewer records than this are not a table.
const FEWEST: usize = 3;

/// Folds the records among `rows`. The heading of a table is printed before its first row that is shown.
pub fn fold_records<'a>(rows: Vec<PageRow<'a>>) -> Vec<PageRow<'a>> {
    let mut folded: Vec<PageRow<'a>> = Vec::with_capacity(rows.len());
    let mut at = 0;
    while at < rows.len() {
        let (records, end) = read_records(&rows, at);
        if records.len() < FEWEST {
            folded.extend_from_slice(&rows[at..end.max(at + 1)]);
            at = end.max(at + 1);
            continue;
        }
        let heading: Rc<str> = render_record_heading(&records[0]).into();
        for record in &records {
            let row =
                PageRow::new_row(Cow::Owned(render_values(record)), rows[record.first].first, rows[record.last].last);
            folded.push(PageRow { under: Some(Rc::clone(&heading)), ..row });
        }
        at = end;
    }
    folded
}

struct JsonRecord {
    object: Map<String, Value>,
    first: usize,
    last: usize,
    style: RecordStyle,
}

/// How a record is written.
#[derive(Clone, Copy)]
struct RecordStyle {
    margin: usize,
    /// Blanks by which an inner line is indented further; none where a record takes one line.
    step: usize,
    /// A blank follows colons and commas.
    spaced: bool,
    /// A comma follows the record.
    listed: bool,
}

/// Records of one shape and one style from row `from` on, and the row after them.
fn read_records(rows: &[PageRow<'_>], from: usize) -> (Vec<JsonRecord>, usize) {
    let mut records: Vec<JsonRecord> = Vec::new();
    let mut at = from;
    while at < rows.len() {
        let Some(record) = read_record(rows, at) else { break };
        let alike = records.first().is_none_or(|first| {
            first.style.margin == record.style.margin && first.object.keys().eq(record.object.keys())
        });
        if !alike {
            break;
        }
        at = record.last + 1;
        records.push(record);
    }
    let end = records.last().map_or(from, |last| last.last + 1);
    (records, end)
}

fn read_record(rows: &[PageRow<'_>], at: usize) -> Option<JsonRecord> {
    const TALLEST: usize = 200;
    let line = rows[at].text.as_ref();
    let body = line.trim_start_matches(' ');
    let margin = line.len() - body.len();
    if !body.starts_with('{') || rows[at].first != rows[at].last {
        return None;
    }
    let (source, last) = match body == "{" {
        false => (body.to_owned(), at),
        true => {
            let closes = |row: &PageRow<'_>| matches!(row.text.strip_prefix(&line[..margin]), Some("}" | "},"));
            let last = (at + 1..rows.len().min(at + TALLEST)).find(|&next| closes(&rows[next]))?;
            (rows[at..=last].iter().map(|row| row.text.as_ref()).collect::<Vec<_>>().join("\n"), last)
        }
    };
    let listed = source.ends_with(',');
    let object: Map<String, Value> = serde_json::from_str(source.trim_end_matches(',')).ok()?;
    if object.is_empty() {
        return None;
    }
    let indent = |row: &PageRow<'_>| row.text.len() - row.text.trim_start_matches(' ').len();
    let step = if last > at { indent(&rows[at + 1]).saturating_sub(margin) } else { 0 };
    for spaced in [true, false] {
        let style = RecordStyle { margin, step, spaced, listed };
        let written = write_record_lines(&object, style);
        if written.len() == last - at + 1
            && written.iter().zip(&rows[at..=last]).all(|(written, row)| *written == row.text)
        {
            return Some(JsonRecord { object, first: at, last, style });
        }
    }
    None
}

/// `{"id", "name"}:`, indented like its records.
fn render_record_heading(record: &JsonRecord) -> String {
    let keys: Vec<String> = record.object.keys().map(|key| Value::String(key.clone()).to_string()).collect();
    format!("{}{{{}}}:", " ".repeat(record.style.margin), keys.join(", "))
}

/// The values of a record in the order of the keys, below its heading.
fn render_values(record: &JsonRecord) -> String {
    let values: Vec<String> = record.object.values().map(Value::to_string).collect();
    format!("{}  {}", " ".repeat(record.style.margin), values.join(", "))
}

/// The keys in a heading.
#[cfg(test)]
fn parse_heading_keys(line: &str) -> Option<Vec<String>> {
    let keys = line.trim_start_matches(' ').strip_prefix('{')?.strip_suffix("}:")?;
    serde_json::from_str(&format!("[{keys}]")).ok().filter(|keys: &Vec<String>| !keys.is_empty())
}

#[cfg(test)]
pub fn is_record_heading(line: &str) -> bool {
    parse_heading_keys(line).is_some()
}

/// The record that a row under a heading stands for.
#[cfg(test)]
pub fn restore_record(heading: &str, row: &str) -> Option<Map<String, Value>> {
    let values: Vec<Value> = serde_json::from_str(&format!("[{row}]")).ok()?;
    let keys = parse_heading_keys(heading)?;
    (keys.len() == values.len()).then(|| keys.into_iter().zip(values).collect())
}

/// The record that begins with row `at`, and the row it ends with.
#[cfg(test)]
pub fn record_and_last_row(rows: &[PageRow<'_>], at: usize) -> Option<(Map<String, Value>, usize)> {
    read_record(rows, at).map(|record| (record.object, record.last))
}

fn write_record_lines(object: &Map<String, Value>, style: RecordStyle) -> Vec<String> {
    let mut text = " ".repeat(style.margin);
    rewrite_json_in_style(&mut text, &Value::Object(object.clone()), style, 0);
    if style.listed {
        text.push(',');
    }
    text.split('\n').map(str::to_owned).collect()
}

/// As `json.dumps`, `jq` and `JSON.stringify` write.
fn rewrite_json_in_style(text: &mut String, value: &Value, style: RecordStyle, depth: usize) {
    let parts: Vec<(Option<&String>, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(key, value)| (Some(key), value)).collect(),
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        other => return text.push_str(&other.to_string()),
    };
    let (open, close) = if value.is_object() { ('{', '}') } else { ('[', ']') };
    text.push(open);
    let lines = style.step > 0 && !parts.is_empty();
    let indent = |text: &mut String, depth: usize| {
        text.push('\n');
        text.push_str(&" ".repeat(style.margin + depth * style.step));
    };
    for (nth, (key, value)) in parts.iter().enumerate() {
        if nth > 0 {
            text.push_str(if style.spaced && !lines { ", " } else { "," });
        }
        if lines {
            indent(text, depth + 1);
        }
        if let Some(key) = key {
            text.push_str(&Value::String((*key).clone()).to_string());
            text.push_str(if style.spaced { ": " } else { ":" });
        }
        rewrite_json_in_style(text, value, style, depth + 1);
    }
    if lines {
        indent(text, depth);
    }
    text.push(close);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_text::text::Text;

    /// The printed lines, after checking that every record comes back.
    fn folded(text: &str) -> Vec<String> {
        let text = Text::from_bytes(text.as_bytes());
        let lines = super::super::one_row_per_line(&text);
        let (mut printed, mut heading) = (Vec::new(), String::new());
        for row in fold_records(lines.clone()) {
            if let Some(under) = &row.under {
                if heading != **under {
                    heading = under.to_string();
                    printed.push(heading.clone());
                }
                assert_eq!(
                    restore_record(&heading, &row.text).zip(Some(row.last)),
                    record_and_last_row(&lines, row.first)
                );
            }
            printed.push(row.text.into_owned());
        }
        printed
    }

    #[test]
    fn equal_objects_become_a_table() {
        let text = "[\n  {\n    \"id\": 1,\n    \"name\": \"a, b\",\n    \"tags\": [\n      \"x\",\n      {}\n    ]\n  },\n  {\n    \"id\": 2,\n    \"name\": \"ü\",\n    \"tags\": []\n  },\n  {\n    \"id\": 3,\n    \"name\": null,\n    \"tags\": []\n  }\n]";
        let table = [
            "[",
            "  {\"id\", \"name\", \"tags\"}:",
            "    1, \"a, b\", [\"x\",{}]",
            "    2, \"ü\", []",
            "    3, null, []",
            "]",
        ];
        assert_eq!(folded(text), table);
        let lines = "{\"a\":1,\"b\":{\"c\":[1,2]}}\n{\"a\":2,\"b\":null}\n{\"a\":3,\"b\":\"\\n\"}\nend";
        assert_eq!(folded(lines), ["{\"a\", \"b\"}:", "  1, {\"c\":[1,2]}", "  2, null", "  3, \"\\n\"", "end"]);
        let spaced = "{\"a\": 1, \"b\": {\"c\": [1, 2]}}\n{\"a\": 2, \"b\": null}\n{\"a\": 3, \"b\": \"\"}";
        assert_eq!(folded(spaced).len(), 4);
    }

    #[test]
    fn records_that_cannot_be_restored_are_left_alone() {
        for text in [
            "{\"a\":1.50,\"b\":2}\n{\"a\":1.50,\"b\":2}\n{\"a\":1.50,\"b\":2}",
            "{\"a\":1,\"b\":2}\n{\"b\":1,\"a\":2}\n{\"a\":1,\"b\":2}",
            "{ \"a\": 1 }\n{ \"a\": 1 }\n{ \"a\": 1 }",
            "{\"a\":1}\n{\"a\":2}\n",
            "{\n{\n{\n",
        ] {
            assert_eq!(folded(text), text.lines().collect::<Vec<_>>());
        }
    }
}
