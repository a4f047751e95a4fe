//! A value on the line of a name that no syntax binds to it: a random literal further on, or just before the name.

use std::ops::Range;

use super::assign::{Place, is_ident};
use super::judge::{Judge, Sure};
use super::names::{Class, class_of};
use super::nearby::is_other_name;
use super::phrase::is_passphrase;
use super::value::{is_mixed_ascii, is_strong};

/// So far behind a name a literal may be its value.
const REACH: usize = 160;

impl Place<'_> {
    /// `By.ID, "password").send_keys("…")`, `let(:token) { '…' }`, `add TOKEN production <<< "…"`, `equals("…", getToken())`.
    pub fn further(&self, judge: &Judge) -> Option<Range<usize>> {
        if self.class == Class::Weak || self.byte(self.end) == b'&' {
            return None;
        }
        if let Some(at) = self.line[self.end..].find(" <<< ") {
            return self.word(self.end + at + 5, Sure::Environment, judge);
        }
        self.literal_after(judge).or_else(|| self.literal_before(judge)).or_else(|| self.word_after(judge))
    }

    fn literal_after(&self, judge: &Judge) -> Option<Range<usize>> {
        let bytes = self.line.as_bytes();
        let limit = (self.end + REACH).min(bytes.len());
        let mut at = self.end;
        // The quote that closes the string which the name stands in.
        if let Some(quote) = [b'"', b'\''].into_iter().find(|&quote| self.quotes_before(quote) % 2 == 1) {
            at += bytes[at..limit].iter().position(|&byte| byte == quote)? + 1;
        }
        while let Some(open) = bytes[at..limit].iter().position(|byte| matches!(byte, b'"' | b'\'')) {
            let start = at + open + 1;
            let end = start + memchr::memchr(bytes[start - 1], &bytes[start..])?;
            if self.is_value_of_its_own(start - 1..end, judge) {
                return Some(start..end);
            }
            at = end + 1;
            if at >= limit {
                break;
            }
        }
        None
    }

    /// A random literal that is no value of another name.
    fn is_value_of_its_own(&self, string: Range<usize>, judge: &Judge) -> bool {
        let text = &self.line[string.start + 1..string.end];
        if !(12..200).contains(&text.len()) || text.contains(' ') {
            return false;
        }
        let head = self.line[..string.start].trim_end_matches([' ', '>', '[', '(']);
        let other = head.strip_suffix(['=', ':']).is_some_and(|head| {
            let head = head.trim_end_matches([' ', '"', '\'', '=', ':']);
            let name = head.bytes().rposition(|byte| !is_ident(byte)).map_or(0, |at| at + 1);
            name < head.len() && class_of(&head[name..]).is_none()
        });
        !other
            && is_mixed_ascii(text)
            && (is_strong(text.trim_start_matches(['-', '/', '#'])) || is_passphrase(text))
            && judge.holds_in(text, self.class, Sure::Prose, true)
    }

    /// A random word further on, outside of code.
    fn word_after(&self, judge: &Judge) -> Option<Range<usize>> {
        if judge.code || self.line.len() > 400 {
            return None;
        }
        let mut limit = (self.end + REACH).min(self.line.len());
        while !self.line.is_char_boundary(limit) {
            limit -= 1;
        }
        let is_value = |word: &&str| {
            (16..100).contains(&word.len())
                && is_mixed_ascii(word)
                && is_strong(word)
                && judge.holds_in(word, self.class, Sure::Prose, false)
        };
        let signs = [' ', '\t', ',', '[', ']', '(', ')', '{', '}', '"', '\'', '`'];
        let word = self.line[self.end..limit].split(signs).find(is_value)?;
        let start = word.as_ptr() as usize - self.line.as_ptr() as usize;
        let between = &self.line[self.end..start];
        (!is_other_name(between) && !between.contains('\\')).then_some(start..start + word.len())
    }

    /// `assertEquals("…", config.getPassword())`, `setValue("…", forHTTPHeaderField: "X-Token")`
    fn literal_before(&self, judge: &Judge) -> Option<Range<usize>> {
        let head = self.line[..self.start].trim_end_matches(['"', '\'', '@', ' ']);
        let label = head.strip_suffix(':').map(|head| head.trim_end_matches(|c: char| c.is_ascii_alphanumeric()));
        let head = label.unwrap_or(head).trim_end_matches([' ', ',']);
        let quote = head.chars().last().filter(|quote| matches!(quote, '"' | '\''))?;
        let open = head[..head.len() - 1].rfind(quote)?;
        self.is_value_of_its_own(open..head.len() - 1, judge).then_some(open + 1..head.len() - 1)
    }
}
