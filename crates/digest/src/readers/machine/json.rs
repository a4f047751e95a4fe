//! A JSON scanner that keeps positions and returns what it has read so far where a document breaks off.

use std::borrow::Cow;

use super::node::{Node, ParsedObject};

/// Deeper documents are given up: nothing a tool reports lies there.
const DEEPEST: usize = 64;

pub struct ParsedJson<'a> {
    pub node: Node<'a>,
    /// Where it ended, or where it broke off.
    pub end: usize,
    pub whole: bool,
}

/// The value that begins at byte `from`.
pub fn parse_json_at(text: &str, from: usize) -> ParsedJson<'_> {
    let mut scanner = JsonScanner { text, bytes: text.as_bytes(), at: from, whole: true };
    let node = scanner.parse_value(0);
    ParsedJson { node, end: scanner.at, whole: scanner.whole }
}

struct JsonScanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    whole: bool,
}

impl<'a> JsonScanner<'a> {
    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn take_byte_if_next(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn mark_broken(&mut self) -> Node<'a> {
        self.whole = false;
        Node::Null
    }

    fn parse_value(&mut self, depth: usize) -> Node<'a> {
        self.skip_blanks();
        match self.bytes.get(self.at) {
            _ if depth > DEEPEST => self.mark_broken(),
            Some(b'{') => self.parse_object(depth),
            Some(b'[') => self.parse_array(depth),
            Some(b'"') => self.parse_string().map_or(Node::Null, Node::Text),
            Some(b'-' | b'0'..=b'9') => {
                let start = self.at;
                while self.bytes.get(self.at).is_some_and(|byte| b"+-.eE0123456789".contains(byte)) {
                    self.at += 1;
                }
                Node::Number(&self.text[start..self.at])
            }
            Some(b't') => self.parse_literal("true", Node::Bool(true)),
            Some(b'f') => self.parse_literal("false", Node::Bool(false)),
            Some(b'n') => self.parse_literal("null", Node::Null),
            _ => self.mark_broken(),
        }
    }

    fn parse_literal(&mut self, word: &str, node: Node<'a>) -> Node<'a> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return node;
        }
        self.mark_broken()
    }

    fn parse_object(&mut self, depth: usize) -> Node<'a> {
        let start = self.at;
        self.at += 1;
        let mut fields = Vec::new();
        while self.whole && !self.take_byte_if_next(b'}') {
            if !fields.is_empty() && !self.take_byte_if_next(b',') {
                self.mark_broken();
                break;
            }
            self.skip_blanks();
            if self.bytes.get(self.at) != Some(&b'"') {
                self.mark_broken();
                break;
            }
            let Some(key) = self.parse_string() else { break };
            if !self.take_byte_if_next(b':') {
                self.mark_broken();
                break;
            }
            let value = self.parse_value(depth + 1);
            fields.push((key, value));
        }
        Node::Object(ParsedObject { fields, span: (start, self.at) })
    }

    fn parse_array(&mut self, depth: usize) -> Node<'a> {
        self.at += 1;
        let mut items = Vec::new();
        while self.whole && !self.take_byte_if_next(b']') {
            if !items.is_empty() && !self.take_byte_if_next(b',') {
                self.mark_broken();
                break;
            }
            let item = self.parse_value(depth + 1);
            // A broken item is dropped, unless it holds something.
            if self.whole || !item.is_empty() {
                items.push(item);
            }
        }
        Node::Array(items)
    }

    /// The text between two quotes; none, and the document is broken, where the second is missing.
    fn parse_string(&mut self) -> Option<Cow<'a, str>> {
        let start = self.at + 1;
        let mut at = start;
        let mut escaped = false;
        loop {
            let Some(next) = memchr::memchr2(b'"', b'\\', &self.bytes[at..]) else {
                self.at = self.bytes.len();
                self.whole = false;
                return None;
            };
            at += next;
            if self.bytes[at] == b'"' {
                break;
            }
            escaped = true;
            at = (at + 2).min(self.bytes.len());
        }
        self.at = at + 1;
        let raw = &self.text[start..at];
        Some(if escaped { Cow::Owned(unescape_json(raw)) } else { Cow::Borrowed(raw) })
    }
}

fn unescape_json(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r' | 'b' | 'f') => {}
            Some('u') => out.extend(decode_unicode_escape(&mut chars)),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// The character of a `\u` escape, which may take two of them; none for an ESC, which is dropped with its colour code.
fn decode_unicode_escape(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let hex = |chars: &mut std::str::Chars<'_>| {
        let digits: String = chars.clone().take(4).collect();
        let number = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?;
        chars.nth(3);
        Some(number)
    };
    const UNKNOWN: Option<char> = Some(char::REPLACEMENT_CHARACTER);
    let Some(first) = hex(chars) else { return UNKNOWN };
    if first == 0x1b {
        if chars.as_str().starts_with('[') {
            chars.find(char::is_ascii_alphabetic);
        }
        return None;
    }
    if (0xd800..0xdc00).contains(&first) && chars.as_str().starts_with("\\u") {
        chars.nth(1);
        let Some(second) = hex(chars) else { return UNKNOWN };
        let joined = 0x10000 + ((first - 0xd800) << 10) + second.wrapping_sub(0xdc00).min(0x3ff);
        return char::from_u32(joined).or(UNKNOWN);
    }
    // A control character has no place in what is printed.
    char::from_u32(first).filter(|c| !c.is_control() || *c == '\n').or(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(text: &str, name: &str) -> Option<String> {
        parse_json_at(text, 0).node.as_object()?.get(name)?.as_text().map(str::to_owned)
    }

    #[test]
    fn escapes() {
        assert_eq!(field("{\"a\": \"\\u001b[31mred\\u001b[0m \\u0007\"}", "a").as_deref(), Some("red \u{fffd}"));
        assert_eq!(field(r#"{"a_B": "x\n\"y\" \u00e9 \ud83d\ude00 \\"}"#, "ab").as_deref(), Some("x\n\"y\" é 😀 \\"));
        assert_eq!(field("{\"a\": \"\\ud83d x \\u12\"}", "a").as_deref(), Some("\u{fffd} x \u{fffd}12"));
    }

    #[test]
    fn a_document_that_breaks_off_is_kept_up_to_there() {
        let parsed = parse_json_at(r#"[{"a": "1"}, {"a": "2", "b": "cut"#, 0);
        assert!(!parsed.whole);
        let Node::Array(items) = parsed.node else { panic!("an array") };
        let named: Vec<&str> = items.iter().filter_map(|item| item.as_object()?.get("a")?.as_text()).collect();
        assert_eq!(named, ["1", "2"]);
    }

    #[test]
    fn the_end_is_where_the_value_ends() {
        let parsed = parse_json_at("x {\"a\": [1, -2.5e3, true, null]} rest", 2);
        assert_eq!((parsed.end, parsed.whole), (32, true));
    }
}
