//! A line as it is read, and its ways back: without escapes of a terminal, and with the escapes of strings resolved. Each
//! byte of a view knows where it comes from, so that what is found in a view is masked in the line.

use std::borrow::Cow;
use std::ops::Range;

/// Text with the place of each of its bytes in the original line.
pub struct LineView<'a> {
    pub text: Cow<'a, str>,
    /// Where each byte begins and ends in the line; none if both are the same text.
    places: Option<Vec<(u32, u32)>>,
}

impl<'a> LineView<'a> {
    pub fn plain_view(text: &'a str) -> LineView<'a> {
        LineView { text: Cow::Borrowed(text), places: None }
    }

    /// The place of a part of the view in the line.
    pub fn place_in_line(&self, part: Range<usize>) -> Range<usize> {
        match &self.places {
            None => part,
            Some(_) if part.is_empty() => 0..0,
            Some(places) => places[part.start].0 as usize..places[part.end - 1].1 as usize,
        }
    }

    /// The line as a terminal shows it. A carriage return begins a new line of the view; so does a NUL if `records`, else
    /// it vanishes as on a terminal.
    pub fn as_terminal_shows(raw: &'a [u8], records: bool) -> LineView<'a> {
        match std::str::from_utf8(raw) {
            Ok(text) if is_shown_unchanged(raw) => return LineView::plain_view(text),
            _ => {}
        }
        let mut made = Maker { places: Some(Vec::with_capacity(raw.len())), text: String::with_capacity(raw.len()) };
        made.shown(raw, records);
        made.done()
    }

    /// The view with one quote for two, as a field of CSV carries JSON.
    pub fn without_doubled_quotes(&self) -> LineView<'static> {
        let mut made =
            Maker { places: Some(Vec::with_capacity(self.text.len())), text: String::with_capacity(self.text.len()) };
        let mut doubled = false;
        for (at, c) in self.text.char_indices() {
            doubled = c == '"' && !doubled && self.text[at + 1..].starts_with('"');
            made.push((!doubled).then_some(c), self.place_in_line(at..at + c.len_utf8()));
        }
        made.done()
    }

    /// A part of the view with the escapes of strings resolved: `\n`, `\"`, `\u003d`, `&quot;`. None without an escape.
    pub fn unescaped(&self, part: Range<usize>) -> Option<LineView<'static>> {
        let text = &self.text[part.clone()];
        let bytes = text.as_bytes();
        let mut made = Maker { places: Some(Vec::with_capacity(text.len())), text: String::with_capacity(text.len()) };
        let (mut at, mut any) = (0, false);
        while at < bytes.len() {
            let resolved = match bytes[at] {
                b'\\' => backslash(&bytes[at..]),
                b'&' => entity(&bytes[at..]),
                _ => None,
            };
            any |= resolved.is_some();
            let (len, c) = resolved.unwrap_or_else(|| {
                let c = text[at..].chars().next().unwrap_or('?');
                (c.len_utf8(), Some(c))
            });
            made.push(c, self.place_in_line(part.start + at..part.start + at + len));
            at += len;
        }
        any.then(|| made.done())
    }
}

/// Builds the text of a view, and the places of its bytes if they are wanted.
#[derive(Default)]
struct Maker {
    text: String,
    places: Option<Vec<(u32, u32)>>,
}

impl Maker {
    fn push(&mut self, c: Option<char>, from: Range<usize>) {
        if let Some(c) = c {
            self.text.push(c);
            if let Some(places) = &mut self.places {
                places.extend(std::iter::repeat_n((from.start as u32, from.end as u32), c.len_utf8()));
            }
        }
    }

    fn back(&mut self) {
        if self.text.ends_with(|c| c != '\n') {
            self.text.pop();
            let len = self.text.len();
            if let Some(places) = &mut self.places {
                places.truncate(len);
            }
        }
    }

    fn shown(&mut self, raw: &[u8], records: bool) {
        let mut at = 0;
        while at < raw.len() {
            let plain = raw[at..].iter().take_while(|byte| matches!(byte, b' '..=b'~' | b'\t')).count();
            if plain > 0 {
                self.text.push_str(std::str::from_utf8(&raw[at..at + plain]).unwrap_or_default());
                if let Some(places) = &mut self.places {
                    places.extend((at as u32..(at + plain) as u32).map(|at| (at, at + 1)));
                }
                at += plain;
                continue;
            }
            let (len, c) = match raw[at] {
                0x1b => (escape(&raw[at..]), None),
                b'\r' if at + 1 == raw.len() => (1, None),
                b'\r' => (1, Some('\n')),
                0 if records => (1, Some('\n')),
                0x08 => {
                    self.back();
                    (1, None)
                }
                0..=0x7f => (1, None),
                _ => decoded(&raw[at..]),
            };
            self.push(c, at..at + len);
            at += len;
        }
    }

    fn done(self) -> LineView<'static> {
        LineView { text: Cow::Owned(self.text), places: self.places }
    }
}

/// Text that is shown as it is.
pub fn is_shown_unchanged(raw: &[u8]) -> bool {
    let is_control = |byte: &u8| (*byte < b' ' && *byte != b'\t') || *byte == 0x7f;
    // No stop within a chunk: so the compiler compares many bytes at once.
    if raw.chunks(64).any(|chunk| chunk.iter().filter(|byte| is_control(byte)).count() > 0) {
        return false;
    }
    if raw.is_ascii() {
        return true;
    }
    let Ok(text) = std::str::from_utf8(raw) else { return false };
    !raw.windows(2).any(|pair| begins_hidden(pair[0], pair[1]))
        || text.chars().all(|c| c == '\t' || !(c.is_control() || is_invisible(c)))
}

/// The first two bytes of all control characters and invisible ones beyond ASCII, and of some others.
fn begins_hidden(first: u8, second: u8) -> bool {
    matches!(
        (first, second),
        (0xc2, 0x80..=0x9f | 0xad)
            | (0xcd, 0x8f)
            | (0xd8, 0x9c)
            | (0xe1, 0xa0)
            | (0xe2, 0x80 | 0x81)
            | (0xef, 0xbb | 0xbf)
            | (0xf3, 0xa0)
    )
}

/// The text of a line without the way back.
pub fn shown_text(raw: &[u8]) -> String {
    let mut made = Maker { text: String::with_capacity(raw.len()), places: None };
    made.shown(raw, false);
    made.text
}

/// Bytes that are not text: a good part of them are control characters that no tool prints.
pub fn is_binary_noise(raw: &[u8]) -> bool {
    let odd = raw.iter().filter(|byte| matches!(byte, 0x01..=0x06 | 0x0e..=0x1a | 0x1c..=0x1f)).count();
    odd * 20 > raw.len()
}

/// Characters that print nothing: they would hide the middle of a token.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

fn decoded(bytes: &[u8]) -> (usize, Option<char>) {
    let len = match bytes[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let c = bytes.get(..len).and_then(|bytes| std::str::from_utf8(bytes).ok()).and_then(|text| text.chars().next());
    match c {
        Some(c) => (len, (!is_invisible(c) && !c.is_control()).then_some(c)),
        None => (1, Some('?')),
    }
}

/// The length of the terminal's escape sequence that the bytes begin with.
fn escape(bytes: &[u8]) -> usize {
    match bytes.get(1) {
        Some(b'[') => bytes[2..].iter().position(|byte| (0x40..=0x7e).contains(byte)).map_or(bytes.len(), |at| at + 3),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => {
            let end = bytes[2..].iter().position(|byte| matches!(byte, 0x07 | 0x1b));
            end.map_or(bytes.len(), |at| at + 2 + if bytes[at + 2] == 0x07 { 1 } else { 2 }).min(bytes.len())
        }
        Some(0x20..=0x7e) => 2,
        _ => 1,
    }
}

fn backslash(bytes: &[u8]) -> Option<(usize, Option<char>)> {
    let c = match bytes.get(1)? {
        b'n' => '\n',
        b'r' => return Some((2, None)),
        b't' => '\t',
        b'0' => '\n',
        c @ (b'"' | b'\'' | b'\\' | b'/') => char::from(*c),
        b'u' => {
            let digits = std::str::from_utf8(bytes.get(2..6)?).ok()?;
            return Some((6, char::from_u32(u32::from_str_radix(digits, 16).ok()?)));
        }
        _ => return None,
    };
    Some((2, Some(c)))
}

fn entity(bytes: &[u8]) -> Option<(usize, Option<char>)> {
    // Each with its character after it.
    const ENTITIES: [&str; 9] =
        ["&quot;\"", "&#34;\"", "&#39;'", "&apos;'", "&#x27;'", "&lt;<", "&gt;>", "&amp;&", "&#61;="];
    let found = ENTITIES
        .iter()
        .find_map(|row| row.split_at_checked(row.len() - 1).filter(|(name, _)| bytes.starts_with(name.as_bytes())));
    found.map(|(name, c)| (name.len(), c.chars().next()))
}

/// The contents of the strings of a line that hold an escape.
pub fn strings_with_escapes(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for quote in [b'"', b'\''] {
        let mut at = 0;
        while let Some(step) = memchr::memchr(quote, &bytes[at..]) {
            let open = at + step;
            // An apostrophe inside of a word opens nothing.
            if quote == b'\'' && open > 0 && bytes[open - 1].is_ascii_alphanumeric() {
                at = open + 1;
                continue;
            }
            let (mut end, mut escaped) = (open + 1, false);
            while end < bytes.len() && bytes[end] != quote {
                if bytes[end] == b'\\' && end + 1 < bytes.len() {
                    escaped = true;
                    end += 1;
                }
                end += 1;
            }
            let end = end.min(bytes.len());
            if escaped && text.is_char_boundary(end) {
                found.push(open + 1..end);
            }
            at = (end + 1).min(bytes.len());
        }
    }
    found
}

#[cfg(test)]
#[path = "../tests/unit/views.rs"]
mod tests;
