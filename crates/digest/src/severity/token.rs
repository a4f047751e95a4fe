//! One word of a line and where it stands: as a label, a count, an exception, or merely part of a name.

use ctx_text::{ceil_boundary, floor_boundary};

/// A label or an exception: shown whatever the exit status.
pub const SURE: u8 = 60;

/// A label is read this far into a line.
const LABEL_REACH: usize = 120;

/// The word a hit lies in, with the characters that glue names together.
pub struct WordAroundHit {
    pub start: usize,
    pub end: usize,
}

impl WordAroundHit {
    pub fn token_around(line: &str, start: usize, end: usize) -> WordAroundHit {
        let bytes = line.as_bytes();
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
        let mut token = WordAroundHit { start, end };
        if !inside(bytes[start]) {
            return token;
        }
        while token.start > 0 && inside(bytes[token.start - 1]) {
            token.start -= 1;
        }
        while token.end < bytes.len() && inside(bytes[token.end]) {
            token.end += 1;
        }
        token.start = floor_boundary(line, token.start);
        token.end = ceil_boundary(line, token.end);
        token
    }

    pub fn text<'a>(&self, line: &'a str) -> &'a str {
        &line[self.start..self.end]
    }

    /// True where the word begins with the hit: `default` holds `fault`, and is none.
    pub fn begins_at_hit(&self, line: &str, hit: usize) -> bool {
        self.start == hit || line.as_bytes()[hit].is_ascii_uppercase()
    }

    fn byte_before(&self, line: &str) -> u8 {
        if self.start == 0 { b' ' } else { line.as_bytes()[self.start - 1] }
    }

    fn byte_after(&self, line: &str) -> u8 {
        line.as_bytes().get(self.end).copied().unwrap_or(b' ')
    }

    /// Part of a path, a flag, an identifier or a call: `error.rs`, `--error`, `on_error`, `error()`.
    pub fn is_part_of_name(&self, line: &str) -> bool {
        let text = self.text(line);
        let (before, after) = (self.byte_before(line), self.byte_after(line));
        let next = line.as_bytes().get(self.end + 1).copied().unwrap_or(b' ');
        // `%Warning-WIDTH: …`: a label with the name of its rule.
        if self.start < 2
            && after == b'-'
            && next.is_ascii_uppercase()
            && text.starts_with(|c: char| c.is_ascii_uppercase())
        {
            return false;
        }
        text.contains('_')
            || text.bytes().any(|byte| byte.is_ascii_digit())
            || matches!(before, b'-' | b'/' | b'.' | b'$' | b'@' | b'#' | b'\\' | b'`' | b'\'' | b'"')
                && !(before == b'.' && text.starts_with(|c: char| c.is_ascii_uppercase()))
            || matches!(after, b'/' | b'=' | b'\\' | b'`')
            || (after == b'-' && next != b' ')
            || (after == b'.' && next.is_ascii_alphanumeric())
            || (after == b'(' && next != b's' && !text.bytes().any(|byte| byte.is_ascii_uppercase()))
            || (after == b':' && next == b':')
    }

    /// The number in front: `12 errors`.
    pub fn leading_count(&self, line: &str) -> Option<u64> {
        let before = line[..self.start].trim_end();
        let digits = before.len() - before.bytes().rev().take_while(u8::is_ascii_digit).count();
        before[digits..].parse().ok()
    }

    /// `0 errors`, `no errors`, `without error`, `errors: 0`, `error: null`.
    pub fn is_negated(&self, line: &str) -> bool {
        if self.leading_count(line) == Some(0) {
            return true;
        }
        let before = line[..self.start].trim_end();
        let last = before.rsplit(' ').next().unwrap_or(before);
        if [
            "no", "without", "any", "zero", "non", "not", "if", "on", "for", "handles", "expected", "ignore",
            "ignored", "ignoring",
        ]
        .iter()
        .any(|word| last.eq_ignore_ascii_case(word))
        {
            return true;
        }
        let rest = &line[self.end..];
        // `Failed requests:   0`: the label goes on after the word.
        let label = rest.find([':', '=']).filter(|&at| at < 24 && rest[..at].bytes().all(|byte| byte != b','));
        if label.is_some_and(|at| rest[at + 1..].trim() == "0") {
            return true;
        }
        let after = rest.trim_start_matches([':', '=', ' ', '"']);
        let value = after.split([' ', ',', '}', ';', ')']).next().unwrap_or_default();
        matches!(value, "0" | "null" | "none" | "None" | "nil" | "false" | "[]" | "undefined")
    }

    /// `ValueError: …`, `java.io.IOException: …`, `System.InvalidOperationException: …`.
    pub fn exception_weight(&self, line: &str) -> Option<u8> {
        let text = self.text(line);
        let named = ["Error", "Exception", "Fault"].iter().any(|end| text.len() > end.len() && text.ends_with(end))
            && text.starts_with(|c: char| c.is_ascii_uppercase());
        if !named {
            return None;
        }
        let start = line[..self.start].rfind([' ', '(', '[', '\'', '"']).map_or(0, |at| at + 1);
        let ends = matches!(self.byte_after(line), b':')
            || self.end == line.trim_end().len()
            || line[self.end..].starts_with(" (")
            || line[self.end..].starts_with(" [");
        let opens = start == 0
            || line[..start].ends_with(": ")
            || line[..start].ends_with("E   ")
            || line[..start].ends_with("] ")
            || ["Uncaught ", "Unhandled ", "exception ", "Exception: ", "by: "]
                .iter()
                .any(|lead| line[..start].ends_with(lead));
        match (opens, ends) {
            (true, true) => Some(86),
            (false, true) => Some(62),
            (true, false) => Some(55),
            (false, false) => Some(30),
        }
    }

    /// The weight of a word used as a label: in front of a colon, in brackets, alone in capitals.
    pub fn label_weight(&self, line: &str, words: &[&str]) -> Option<u8> {
        let text = self.text(line);
        if !words.iter().any(|word| text.eq_ignore_ascii_case(word))
            || self.is_part_of_name(line)
            || self.is_negated(line)
        {
            return None;
        }
        if let Some(_count) = self.leading_count(line) {
            return Some(45);
        }
        let (before, after) = (self.byte_before(line), self.byte_after(line));
        let lead = &line[..self.start];
        let opens = self.start < 2
            || lead.ends_with(": ")
            || lead.ends_with(" - ")
            || matches!(before, b'[' | b'<' | b'(' | b'|')
            || lead.ends_with("] ");
        if matches!(lead, "npm " | "pnpm " | "yarn ") {
            return Some(70);
        }
        let closes = matches!(after, b':' | b']' | b'!' | b'[' | b'>' | b'|' | b')' | b'-')
            || (after == b' ' && line[self.end..].trim_start().starts_with([':', '-', '|', '[']))
            || line[self.end..].starts_with(" TS");
        let capitals = text.bytes().all(|byte| byte.is_ascii_uppercase());
        if self.start > LABEL_REACH && !opens {
            return Some(30);
        }
        match (opens, closes) {
            (true, true) => Some(80),
            (false, true) => Some(if capitals { 70 } else { SURE }),
            _ if capitals => Some(66),
            (true, false) if self.start < 2 && text.starts_with(|c: char| c.is_ascii_uppercase()) => Some(64),
            (true, false) => Some(58),
            (false, false) => None,
        }
    }
}
