//! `ReaderInput`: the lines a reader is given, and small ways of looking at them.

use super::CommandAndStatus;
use ctx_text::text::Text;

#[derive(Clone, Copy)]
pub struct ReaderInput<'a> {
    text: &'a Text,
    pub call: &'a CommandAndStatus,
    /// True when the command named this reader's tool.
    pub named: bool,
}

impl<'a> ReaderInput<'a> {
    pub fn new(text: &'a Text, call: &'a CommandAndStatus, named: bool) -> ReaderInput<'a> {
        ReaderInput { text, call, named }
    }

    pub fn text(&self) -> &'a Text {
        self.text
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The line at `index`, empty beyond the end.
    pub fn line_at(&self, index: usize) -> &'a str {
        if index < self.text.len() { self.text.line(index) } else { "" }
    }

    pub fn lines(&self) -> impl DoubleEndedIterator<Item = (usize, &'a str)> + Clone {
        let text = self.text;
        (0..text.len()).map(move |index| (index, text.line(index)))
    }

    /// The first line from `from` on that `wanted` accepts, looking at `reach` lines at most.
    pub fn find_line(&self, from: usize, reach: usize, wanted: impl Fn(&str) -> bool) -> Option<usize> {
        let end = self.len().min(from.saturating_add(reach));
        (from..end).find(|&index| wanted(self.line_at(index)))
    }

    /// The last of the lines after `from` that are indented deeper than it (blank ones between included).
    pub fn last_line_before_dedent(&self, from: usize, reach: usize) -> usize {
        let own = indentation_width(self.line_at(from));
        let end = self.len().min(from.saturating_add(reach));
        let mut last = from;
        for index in from + 1..end {
            let line = self.line_at(index);
            if is_blank(line) {
                continue;
            }
            if indentation_width(line) <= own {
                break;
            }
            last = index;
        }
        last
    }
}

pub fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_whitespace())
}

/// Leading blanks, a tab counting as one level of eight.
pub fn indentation_width(line: &str) -> usize {
    line.bytes().take_while(|&byte| byte == b' ' || byte == b'\t').map(|byte| if byte == b'\t' { 8 } else { 1 }).sum()
}

/// True for a line drawn rather than written: `-----`, `=====`, `│   ╵`.
pub fn has_no_letters_or_digits(line: &str) -> bool {
    !line.bytes().any(|byte| byte.is_ascii_alphanumeric()) && !line.chars().any(char::is_alphanumeric)
}

/// The number `line` begins with, and what follows it.
pub fn leading_number(line: &str) -> Option<(u64, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line[..digits].parse().ok().map(|number| (number, &line[digits..]))
}
