//! A value near a name that stands in no place of a known syntax: behind it, bound by a word, or before it in a sentence.

use std::ops::Range;

use super::assign::{Found, Place, is_ident};
use super::follows::{BINDING, is_encoding};
use super::judge::{Judge, Sure, is_telling};
use super::names::Class;
use super::phrase::is_phrase;
use super::placeholder::is_uuid;
use super::reading::{Asks, Open};
use super::value::{has_version, is_random, is_strong};

impl Place<'_> {
    /// The name stands in no place that is known for a value: a random word near it is one. What belongs to another name
    /// (`token id=…`) is none.
    pub fn nearby(&self, judge: &Judge, found: &mut Found) -> Option<Range<usize>> {
        // `passwd=pwd&…`: the name is itself a value.
        if judge.code || self.class == Class::Weak || self.byte(self.end) == b'&' {
            return None;
        }
        let rest = &self.line[self.end..];
        let line_end = self.line.trim_end().len();
        let (mut words, mut binds) = (0, Binds::No);
        // The result of a test, or a verb.
        let verdict = self.name.eq_ignore_ascii_case("pass");
        for word in rest.split([' ', '\t']).take(16) {
            let start = word.as_ptr() as usize - self.line.as_ptr() as usize;
            let text = unframed(word);
            let bracketed = word.starts_with(['(', '[', '{', '<', '“', '«']) && text.len() < word.len();
            let last = start + word.len() == line_end;
            let bound = binds == Binds::Any || (binds == Binds::Last && last);
            let next = Binds::of(word);
            let name = text.trim_end_matches('=').find(['=', ':']);
            let other = next == Binds::No
                && name.is_some_and(|at| at > 0 && text[..at].bytes().all(is_ident))
                && !(bound && is_random(text));
            let odd = text.contains(['"', '\\']) && !(bound && last);
            if other
                || odd
                || word.starts_with("--")
                || start > self.end + 120
                || is_other_name(word) && next != Binds::No
            {
                break;
            }
            // Of what stands further behind, only what a word binds to the name.
            let near = words == 0 || bracketed || bound;
            let hexadecimal = || text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let random = bound && (last || text.len() < word.len()) && is_random(text) && !has_version(text);
            let tells = (words < 2 || bound) && is_strong(text)
                || near && !verdict && is_telling(text) && (bound || hexadecimal() || is_phrase(text))
                || near && text.ends_with('=') && is_telling(text)
                || words < 2 && last && self.class == Class::Password && (hexadecimal() || is_uuid(text))
                || random && !verdict;
            if text.is_ascii() && tells && judge.holds_in(text, self.class, Sure::Prose, false) {
                let start = start + word.find(text).unwrap_or(0);
                return Some(start..start + text.len());
            }
            binds = next;
            // Flags and small numbers between the name and the last word are none.
            let small = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) || word.starts_with('-');
            words += usize::from(!small && text.bytes().any(|byte| byte.is_ascii_alphanumeric()));
        }
        if let Some(value) = self.value_said_before(judge) {
            return Some(value);
        }
        // The name of a file, or a line that leads to the next one.
        if rest.ends_with(" <==") || rest.trim_end().ends_with([':', '?']) {
            found.open = Some((self.class, Open::Prompt(Asks::Leads)));
        } else if self.begins_line() && rest.trim_end().ends_with('.') && found.open.is_none() {
            // `Password for the user was reset.` and `New value: …` below it.
            found.open = Some((self.class, Open::Prompt(Asks::Mentions)));
        }
        None
    }

    /// `… is the new password`, `use … as password`: only words that lead from one to the other stand between them.
    pub fn value_said_before(&self, judge: &Judge) -> Option<Range<usize>> {
        const LEADING: &[&str] = &[
            "as", "is", "the", "your", "my", "our", "new", "still", "right", "for", "a", "old", "current", "this",
            "to", "be", "was", "admin", "root", "db", "api", "key",
        ];
        let head = self.line[..self.start].trim_end_matches(['"', '\'', '`']).strip_suffix(' ')?;
        let mut leads = 0;
        if let Some(value) = self.string_before(head, LEADING)
            && (is_telling(&self.line[value.clone()]) || is_random(&self.line[value.clone()]))
            && judge.holds_in(&self.line[value.clone()], self.class, Sure::Prose, true)
        {
            return Some(value);
        }
        for word in head.rsplit(' ').take(6) {
            let text = unframed(word);
            if leads > 0 && is_strong(text) && judge.holds_in(text, self.class, Sure::Prose, false) {
                let start = text.as_ptr() as usize - self.line.as_ptr() as usize;
                return Some(start..start + text.len());
            }
            LEADING.contains(&word).then_some(())?;
            leads += usize::from(!matches!(word, "the" | "a" | "your" | "my" | "our"));
        }
        None
    }

    /// The string that stands before words which lead from it to the name, one of them a verb or a preposition.
    fn string_before(&self, head: &str, leading: &[&str]) -> Option<Range<usize>> {
        let (mut head, mut leads) = (head, false);
        while let Some((before, word)) = head.rsplit_once(' ')
            && leading.contains(&word)
        {
            leads |= !matches!(word, "the" | "a" | "your" | "my" | "our");
            head = before;
        }
        let quote = head.chars().last().filter(|quote| leads && matches!(quote, '`' | '"'))?;
        let open = head[..head.len() - 1].rfind(quote)? + 1;
        Some(open..head.len() - 1).filter(|value| value.len() >= 8)
    }
}

/// How a word binds the next one to a name before it.
#[derive(Clone, Copy, PartialEq)]
enum Binds {
    No,
    /// Only if the line ends with it.
    Last,
    Any,
}

impl Binds {
    fn of(word: &str) -> Binds {
        if BINDING.contains(&word.trim_start_matches('(')) {
            Binds::Any
        } else if word == "with"
            || word.len() > 2 && is_encoding(word.as_bytes())
            || word.len() > 1 && word.ends_with(':')
        {
            Binds::Last
        } else {
            Binds::No
        }
    }
}

/// A word without the quotes, brackets and signs of a sentence around it.
fn unframed(word: &str) -> &str {
    let text = word.trim_matches(['"', '\'', '`', ',', ';', '(', ')', '.']);
    let pairs = [('[', ']'), ('{', '}'), ('<', '>'), ('“', '”'), ('«', '»'), ('‘', '’')];
    let inner = pairs.iter().find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    inner.unwrap_or(text).trim_start_matches(['~', '#', '|', '^'])
}

/// `id`, `expires at`: what is told of a secret and is none itself.
pub fn is_other_name(label: &str) -> bool {
    const WORDS: &[&str] = &[
        "id",
        "name",
        "count",
        "type",
        "url",
        "uri",
        "file",
        "path",
        "hash",
        "length",
        "expires",
        "expiry",
        "created",
        "version",
        "status",
        "fingerprint",
        "error",
        "from",
        "at",
        "digest",
        "hint",
        "policy",
        "issuer",
        "scope",
        "mint",
        "address",
    ];
    label.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| WORDS.contains(&word.to_ascii_lowercase().as_str()))
}
