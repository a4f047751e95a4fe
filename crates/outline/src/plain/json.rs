//! JSON, with comments and cut off anywhere: keys to a depth, lengths of lists, the keys of a list's first object.

use super::{new_symbol, shorten_value};
use crate::lines::LineStarts;
use crate::{Outline, Symbol};

/// Deeper keys are only counted.
const DEEPEST: usize = 3;
/// At most this many keys of one object below the top are listed.
const MOST_KEYS: usize = 100;

pub fn outline(text: &str) -> Outline {
    let scan = scan_json(text, DEEPEST);
    let mut symbols = Vec::new();
    for value in scan.values {
        match value.kind {
            // A document that is one object or list is described by its content.
            ValueKind::Object | ValueKind::Array if value.children.is_empty() => symbols.push(json_to_symbol(value, 0)),
            ValueKind::Object => symbols.extend(value.children.into_iter().map(|child| json_to_symbol(child, 0))),
            _ => symbols.push(json_to_symbol(value, 0)),
        }
        if symbols.len() > 10_000 {
            break;
        }
    }
    Outline { symbols, broken_at: scan.broken_at, ..Outline::default() }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueKind {
    Object,
    Array,
    #[default]
    Scalar,
}

/// One value with the kept part of its content.
#[derive(Debug, Default)]
pub struct JsonNode {
    pub key: Option<String>,
    pub kind: ValueKind,
    pub scalar: String,
    /// The number of keys or elements, kept or not.
    pub len: usize,
    pub lines: (u32, u32),
    pub children: Vec<JsonNode>,
    /// Its content is kept, and not only counted for its depth.
    is_kept: bool,
}

pub struct JsonScan {
    /// One for JSON, one a line for JSON lines.
    pub values: Vec<JsonNode>,
    pub broken_at: Option<(u32, u32)>,
}

fn json_to_symbol(value: JsonNode, depth: usize) -> Symbol {
    let name = value.key.clone().unwrap_or_default();
    let shape = match value.kind {
        ValueKind::Object => format!("{{{}}}", value.len),
        ValueKind::Array => format!("[{}]", value.len),
        ValueKind::Scalar => shorten_value(&value.scalar),
    };
    let kind = if depth > 0 && value.kind == ValueKind::Scalar { "field" } else { "key" };
    let signature = if name.is_empty() { shape } else { format!("{name}: {shape}") };
    let mut symbol = new_symbol(kind, &name, signature, 0);
    symbol.lines = value.lines;
    if value.kind == ValueKind::Object && value.len > value.children.len() && !value.children.is_empty() {
        symbol.notes.push(format!("first {} of {}", value.children.len(), value.len));
    }
    symbol.children = value.children.into_iter().map(|child| json_to_symbol(child, depth + 1)).collect();
    symbol
}

/// Reads to a depth in one pass; never fails, reports where the text stopped being JSON.
pub fn scan_json(text: &str, deepest: usize) -> JsonScan {
    let mut reader = JsonParser { bytes: text.as_bytes(), at: 0, lines: LineStarts::new(text) };
    let mut open: Vec<JsonNode> = Vec::new();
    let mut values: Vec<JsonNode> = Vec::new();
    let mut broken_at = None;
    let mut key: Option<String> = None;
    loop {
        reader.skip_space();
        let Some(byte) = reader.peek() else { break };
        let (line, place) = (reader.line(), reader.line_and_column());
        match byte {
            b'{' | b'[' => {
                reader.at += 1;
                let kind = if byte == b'{' { ValueKind::Object } else { ValueKind::Array };
                let is_kept = open.last().is_none_or(lists_all_or_first_child) && open.len() <= deepest;
                open.push(JsonNode { key: key.take(), kind, lines: (line, line), is_kept, ..JsonNode::default() });
            }
            b'}' | b']' => {
                reader.at += 1;
                key = None;
                let expected = if byte == b'}' { ValueKind::Object } else { ValueKind::Array };
                if open.last().is_none_or(|open| open.kind != expected) {
                    broken_at = broken_at.or(Some(place));
                    continue;
                }
                close_value(&mut open, &mut values, reader.line());
            }
            b',' | b':' => reader.at += 1,
            _ => {
                let scalar = reader.read_scalar();
                let last = reader.line();
                reader.skip_space();
                let in_object = open.last().is_some_and(|open| open.kind == ValueKind::Object);
                if in_object && key.is_none() && reader.peek() == Some(b':') {
                    key = Some(unquote(scalar));
                    continue;
                }
                if in_object && key.is_none() {
                    broken_at = broken_at.or(Some(place));
                }
                let value =
                    JsonNode { key: key.take(), scalar: scalar.to_owned(), lines: (line, last), ..JsonNode::default() };
                add_to_parent(value, &mut open, &mut values);
            }
        }
    }
    if !open.is_empty() {
        broken_at = broken_at.or(Some(reader.line_and_column()));
        while !open.is_empty() {
            close_value(&mut open, &mut values, reader.line());
        }
    }
    JsonScan { values, broken_at }
}

/// Lists keep only their first object: the others look alike.
fn lists_all_or_first_child(open: &JsonNode) -> bool {
    open.is_kept && (open.kind == ValueKind::Object || open.len == 0 || open.key.as_deref() == Some("cells"))
}

fn close_value(open: &mut Vec<JsonNode>, values: &mut Vec<JsonNode>, line: u32) {
    if let Some(mut closed) = open.pop() {
        closed.lines.1 = line.max(closed.lines.0);
        add_to_parent(closed, open, values);
    }
}

fn add_to_parent(value: JsonNode, open: &mut [JsonNode], values: &mut Vec<JsonNode>) {
    let depth = open.len();
    let Some(inside) = open.last_mut() else { return values.push(value) };
    let keeps = lists_all_or_first_child(inside);
    inside.len += 1;
    match inside.kind {
        ValueKind::Object if keeps && (depth == 1 || inside.children.len() < MOST_KEYS) => inside.children.push(value),
        ValueKind::Array if keeps && inside.key.as_deref() == Some("cells") => inside.children.push(value),
        // The first object of a list stands for all of them.
        ValueKind::Array if keeps && value.kind == ValueKind::Object => inside.children.extend(value.children),
        _ => {}
    }
}

struct JsonParser<'a> {
    bytes: &'a [u8],
    at: usize,
    lines: LineStarts,
}

impl<'a> JsonParser<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn line(&self) -> u32 {
        self.lines.line_of_offset(self.at)
    }

    fn line_and_column(&self) -> (u32, u32) {
        let column = self.at - self.lines.offset_of_line(self.line()) + 1;
        (self.line(), u32::try_from(column).unwrap_or(u32::MAX))
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'/' if self.bytes[self.at..].starts_with(b"//") => {
                    self.at += memchr::memchr(b'\n', &self.bytes[self.at..]).unwrap_or(self.bytes.len() - self.at);
                    continue;
                }
                b'/' if self.bytes[self.at..].starts_with(b"/*") => {
                    let rest = &self.bytes[self.at..];
                    self.at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2);
                    continue;
                }
                _ if byte.is_ascii_whitespace() || byte == 0xEF || byte == 0xBB || byte == 0xBF => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// A string with its quotes, or a run of anything else that is not punctuation.
    fn read_scalar(&mut self) -> &'a str {
        let start = self.at;
        let quote = self.bytes[start];
        if quote == b'"' || quote == b'\'' {
            self.at += 1;
            while let Some(byte) = self.peek() {
                match byte {
                    b'\\' => self.at += 1,
                    b'\n' => {
                        // A string that was never closed ends with its line.
                        break;
                    }
                    _ if byte == quote => {
                        self.at += 1;
                        break;
                    }
                    _ => {}
                }
                self.at += 1;
            }
            self.at = self.at.min(self.bytes.len());
        } else {
            while self.peek().is_some_and(|byte| !byte.is_ascii_whitespace() && !b"{}[],:\"".contains(&byte)) {
                self.at += 1;
            }
            self.at = self.at.max(start + 1);
        }
        std::str::from_utf8(&self.bytes[start..self.at]).unwrap_or("…")
    }
}

fn unquote(scalar: &str) -> String {
    serde_json::from_str::<String>(scalar).unwrap_or_else(|_| scalar.trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lengths_and_lines() {
        let text = "{\n  \"name\": \"x\",\n  // why\n  \"list\": [\n    {\"a\": 1, \"b\": 2},\n    {\"a\": 3}\n  ],\n  \"o\": {\"k\": {\"l\": {\"m\": 1}}}\n}\n";
        let outline = outline(text);
        assert_eq!(outline.broken_at, None);
        let shown: Vec<(&str, (u32, u32))> =
            outline.symbols.iter().map(|symbol| (symbol.signature.as_str(), symbol.lines)).collect();
        assert_eq!(shown, [("name: \"x\"", (2, 2)), ("list: [2]", (4, 7)), ("o: {1}", (8, 8))]);
        let first: Vec<&str> = outline.symbols[1].children.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(first, ["a", "b"]);
    }

    #[test]
    fn a_file_cut_anywhere_still_gives_its_keys() {
        let text = "{\"a\": 1, \"b\": {\"c\": [1, 2, {\"d\": \"x\\\"y\"}]}, \"e\": null}";
        for end in 0..text.len() {
            let outline = outline(&text[..end]);
            assert_eq!(outline.broken_at.is_some(), end > 0, "{end}");
            assert_eq!(outline.symbols.iter().any(|symbol| symbol.name == "a"), end > 6, "{end}");
        }
    }

    #[test]
    fn deep_nesting_is_no_trouble() {
        assert!(outline(&"[".repeat(200_000)).broken_at.is_some());
        assert!(outline(&"{\"a\":".repeat(100_000)).broken_at.is_some());
    }
}
