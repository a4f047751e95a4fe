//! A line as it is read, and its ways back: without escapes of a terminal, and with the escapes of strings resolved. Each
//! byte of a view knows where it comes from, so that what is found in a view is masked in the line.

use std::borrow::Cow;
use std::ops::Range;

use ctx_text::clean::{decode_char, is_line_plain, parse_escape};
use ctx_text::visible_char;

use super::words::table_has_word;

/// A longer tag is not looked for.
const LONGEST_TAG: usize = 400;
/// The table of elements that only draw the text in them.
const DRAWING: &str = "drawing elements";

/// Text with the place of each of its bytes in the original line.
pub struct LineWithOriginalOffsets<'a> {
    pub text: Cow<'a, str>,
    /// Where each byte begins and ends in the line; none if both are the same text.
    places: Option<Vec<(u32, u32)>>,
}

impl<'a> LineWithOriginalOffsets<'a> {
    pub fn plain_view(text: &'a str) -> LineWithOriginalOffsets<'a> {
        LineWithOriginalOffsets { text: Cow::Borrowed(text), places: None }
    }

    /// Whether the line holds more than its text.
    pub fn is_changed(&self) -> bool {
        self.places.is_some()
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
    pub fn without_terminal_codes(raw: &'a [u8], records: bool) -> LineWithOriginalOffsets<'a> {
        if let Some(text) = text_if_unchanged(raw) {
            return LineWithOriginalOffsets::plain_view(text);
        }
        let mut made = ViewBuilder::with_capacity(raw.len());
        made.push_terminal_text(raw, records);
        made.finish_view()
    }

    /// The view with one quote for two, as a field of CSV carries JSON.
    pub fn without_doubled_quotes(&self) -> Option<LineWithOriginalOffsets<'static>> {
        self.with_replacements(0..self.text.len(), |rest| rest.starts_with(b"\"\"").then_some((2, Some('"'))))
    }

    /// A part of the view with the escapes of strings resolved: `\n`, `\"`, `\u003d`, `&quot;`. None without an escape.
    pub fn with_escapes_resolved(&self, part: Range<usize>) -> Option<LineWithOriginalOffsets<'static>> {
        self.with_replacements(part, |rest| match rest[0] {
            b'\\' => resolve_backslash(rest),
            b'&' => resolve_entity(rest),
            _ => None,
        })
    }

    /// A line of a page as a browser shows it: without the elements that only draw text, its entities resolved. None if the
    /// line has neither.
    pub fn without_html_formatting(&self) -> Option<LineWithOriginalOffsets<'static>> {
        memchr::memchr2(b'<', b'&', self.text.as_bytes())?;
        let (mut entities, mut of_page) = (true, true);
        for (at, _) in self.text.match_indices('<') {
            let (_, table) = find_known_html_tag(&self.text.as_bytes()[at..]).unwrap_or_default();
            // In a cell they are a part of the value, which a sign such as `<` would end.
            entities &= table == DRAWING;
            of_page &= !table.is_empty();
        }
        self.with_replacements(0..self.text.len(), |rest| match rest[0] {
            b'<' if of_page => {
                find_known_html_tag(rest).filter(|(_, table)| *table == DRAWING).map(|(len, _)| (len, None))
            }
            b'&' if entities => resolve_entity(rest),
            _ => None,
        })
    }

    /// A part of the view in which `resolve` replaces what it knows at the beginning of the rest, by its length. None if it
    /// knows nothing.
    fn with_replacements(
        &self,
        part: Range<usize>,
        resolve: impl Fn(&[u8]) -> Option<(usize, Option<char>)>,
    ) -> Option<LineWithOriginalOffsets<'static>> {
        let text = &self.text[part.clone()];
        let mut made = ViewBuilder::with_capacity(text.len());
        let (mut at, mut any) = (0, false);
        while at < text.len() {
            let resolved = resolve(&text.as_bytes()[at..]);
            any |= resolved.is_some();
            let (len, c) = resolved.unwrap_or_else(|| {
                let c = text[at..].chars().next().unwrap_or('?');
                (c.len_utf8(), Some(c))
            });
            made.push_char(c, self.place_in_line(part.start + at..part.start + at + len));
            at += len;
        }
        any.then(|| made.finish_view())
    }
}

/// Builds the text of a view, and the places of its bytes.
struct ViewBuilder {
    text: String,
    places: Vec<(u32, u32)>,
}

impl ViewBuilder {
    fn with_capacity(len: usize) -> ViewBuilder {
        ViewBuilder { text: String::with_capacity(len), places: Vec::with_capacity(len) }
    }

    fn push_char(&mut self, c: Option<char>, from: Range<usize>) {
        if let Some(c) = c {
            self.text.push(c);
            self.places.extend(std::iter::repeat_n((from.start as u32, from.end as u32), c.len_utf8()));
        }
    }

    fn remove_last_char(&mut self) {
        if self.text.ends_with(|c| c != '\n') {
            self.text.pop();
            self.places.truncate(self.text.len());
        }
    }

    fn push_terminal_text(&mut self, raw: &[u8], records: bool) {
        let mut at = 0;
        while at < raw.len() {
            let plain = raw[at..].iter().take_while(|byte| matches!(byte, b' '..=b'~' | b'\t')).count();
            if plain > 0 {
                self.text.push_str(std::str::from_utf8(&raw[at..at + plain]).unwrap_or_default());
                self.places.extend((at as u32..(at + plain) as u32).map(|at| (at, at + 1)));
                at += plain;
                continue;
            }
            let (len, c) = match raw[at] {
                0x1b => (parse_escape(&raw[at..]).0, None),
                b'\r' if at + 1 == raw.len() => (1, None),
                b'\r' => (1, Some('\n')),
                0 if records => (1, Some('\n')),
                0x08 => {
                    self.remove_last_char();
                    (1, None)
                }
                _ => {
                    let (len, c) = decode_char(&raw[at..]);
                    (len, c.filter(is_not_joiner))
                }
            };
            self.push_char(c, at..at + len);
            at += len;
        }
    }

    fn finish_view(self) -> LineWithOriginalOffsets<'static> {
        LineWithOriginalOffsets { text: Cow::Owned(self.text), places: Some(self.places) }
    }
}

/// Text that is shown as it is.
fn text_if_unchanged(raw: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(raw).ok()?;
    let unchanged = |c: char| visible_char(c).filter(is_not_joiner) == Some(c);
    (is_line_plain(raw) || text.chars().all(unchanged)).then_some(text)
}

/// Joiners print nothing: they would hide the middle of a token.
fn is_not_joiner(c: &char) -> bool {
    !matches!(c, '\u{200c}' | '\u{200d}')
}

/// Bytes that are not text: a good part of them are control characters that no tool prints.
pub fn is_binary_noise(raw: &[u8]) -> bool {
    let odd = raw.iter().filter(|byte| matches!(byte, 0x01..=0x06 | 0x0e..=0x1a | 0x1c..=0x1f)).count();
    odd * 20 > raw.len()
}

fn resolve_backslash(bytes: &[u8]) -> Option<(usize, Option<char>)> {
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

fn resolve_entity(bytes: &[u8]) -> Option<(usize, Option<char>)> {
    let end = bytes.iter().take(10).position(|byte| *byte == b';')?;
    let c = match std::str::from_utf8(&bytes[1..end]).ok()? {
        "quot" => '"',
        "apos" => '\'',
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "nbsp" => ' ',
        number => {
            let digits = number.strip_prefix('#')?;
            let hex = digits.strip_prefix(['x', 'X']).map(|hex| u32::from_str_radix(hex, 16));
            char::from_u32(hex.unwrap_or_else(|| digits.parse()).ok()?)?
        }
    };
    Some((end + 1, Some(c)))
}

/// The length of a page's tag, and the table of words that has its element. A tag with an address that may hold a secret is
/// read.
fn find_known_html_tag(bytes: &[u8]) -> Option<(usize, &'static str)> {
    let end = bytes.iter().take(LONGEST_TAG).position(|byte| *byte == b'>')?;
    let tag = std::str::from_utf8(&bytes[1..end]).ok()?.trim_matches('/');
    let name = tag.split([' ', '\t', '/']).next()?.to_ascii_lowercase();
    let read = tag.contains(['?', '@', '<']) || tag.contains("data-") || tag.contains("alue=");
    let table = [DRAWING, "cell elements"].into_iter().find(|table| table_has_word(table, &name))?;
    (!read).then_some((end + 1, table))
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
