//! Masking: well-known token shapes, values with the name of a secret and values of secret variables, replaced by
//! `[masked:rule]` in everything that is printed or indexed. Raw bytes stay exact.

mod keywords;
mod known;
mod manifest;
mod named;
mod own;
mod pem;
mod published;
mod rules;
mod shape;
mod value;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

pub use known::Known;
use manifest::Manifest;
pub use own::Own;
use rules::{PATTERNS, RULES};

/// First line of a private key; all lines up to the `END` are masked.
const KEY_BEGIN: &str = "-----BEGIN";
const KEY_END: &str = "-----END";
/// A longer block is no key.
const KEY_LINES: u32 = 120;
const KEY_MASK: &str = "[masked:private-key]";

/// The parts that all maskers of a command share.
#[derive(Default)]
struct Shared {
    /// Values of secret variables, longest first.
    values: Vec<String>,
    /// Values of variables that were set when something was recorded.
    known: Known,
    /// The user's own rules and exceptions.
    own: Own,
}

/// Masks line after line; a private key is followed over its lines.
#[derive(Clone, Default)]
pub struct Masker {
    shared: Arc<Shared>,
    key_lines_left: u32,
    manifest: Manifest,
}

impl Masker {
    pub fn new(values: Vec<String>) -> Masker {
        Masker { shared: Arc::new(Shared { values, ..Shared::default() }), ..Masker::default() }
    }

    /// With the values that the store's directory remembers, and with the user's own rules.
    pub fn with(values: Vec<String>, store_dir: Option<&Path>, own: Own) -> Masker {
        let known = store_dir.map(Known::load).unwrap_or_default();
        Masker { shared: Arc::new(Shared { values, known, own }), ..Masker::default() }
    }

    /// A masker with the same values that has seen no line yet.
    pub fn fresh(&self) -> Masker {
        Masker { shared: self.shared.clone(), ..Masker::default() }
    }

    /// Only the values of secret variables: for text whose shapes were masked when it was kept.
    pub fn values<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut masked = Cow::Borrowed(text);
        for value in &self.shared.values {
            if masked.contains(value.as_str()) {
                masked = Cow::Owned(masked.replace(value.as_str(), "[masked:env]"));
            }
        }
        let found = self.shared.known.find(masked.as_bytes());
        replace(masked, found, "env", |_, _| true)
    }

    /// The line with its secrets masked.
    pub fn line<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        if self.key_lines_left > 0 {
            return self.key_line(line);
        }
        let mut masked = self.values(line);
        let own = &self.shared.own;
        for (name, pattern) in &own.rules {
            let found = shape::spans(pattern, &masked);
            masked = replace(masked, found, name, |_, value| !value.starts_with("[masked:"));
        }
        let hits = keywords::hits(&masked);
        let applying = if hits.rules.contains(&true) { 0..RULES.len() } else { 0..0 };
        for index in applying.filter(|&index| hits.rules[index]) {
            let Some(pattern) = &*PATTERNS[index] else { continue };
            let found = shape::spans(pattern, &masked);
            let keep = |before: &str, value: &str| {
                !value.starts_with("[masked:") && shape::is_true(index, before, value) && !own.allows(value)
            };
            masked = replace(masked, found, RULES[index].name, keep);
        }
        if hits.named {
            let found = named::find(&masked);
            masked = replace(masked, found, "named", |_, value| !own.allows(value) && !published::is(value));
        }
        let found = self.manifest.line(&masked, hits.named);
        masked = replace(masked, found, "kubernetes", |_, value| !own.allows(value));
        if hits.cut {
            let found = shape::cut_short(&masked);
            masked = replace(masked, found, "cut", |_, _| true);
        }
        if hits.key_block && masked.contains("PRIVATE KEY") { self.begin_key(&masked) } else { masked }
    }

    /// False when nothing in the text can be a secret: a check that is much cheaper than masking.
    pub fn touches(&self, text: &str) -> bool {
        self.key_lines_left > 0
            || !self.shared.own.rules.is_empty()
            || self.shared.values.iter().any(|value| text.contains(value.as_str()))
            || self.manifest.is_open()
            || keywords::touches(text)
            || !self.shared.known.find(text.as_bytes()).is_empty()
    }

    /// Masks a value under its name, as in an object's field: the name may show that it is a secret.
    pub fn field<'a>(&mut self, name: &str, value: &'a str) -> Cow<'a, str> {
        if !value.contains('\n') && named::tells(name, value) && !self.shared.own.allows(value) {
            return Cow::Borrowed("[masked:named]");
        }
        self.text(value)
    }

    /// The parts of a line that would be masked, each with its rule, for somebody who tries out rules.
    pub fn explain(&mut self, line: &str) -> Vec<String> {
        let masked = self.line(line);
        masked
            .match_indices("[masked:")
            .filter_map(|(at, open)| Some(masked[at + open.len()..].split_once(']')?.0.to_owned()))
            .collect()
    }

    /// Several lines at once, line ends kept.
    pub fn text<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        if !self.touches(text) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
            out.push_str(&self.line(body));
            out.push_str(end);
        }
        Cow::Owned(out)
    }

    fn begin_key<'a>(&mut self, line: &str) -> Cow<'a, str> {
        let start = line.find(KEY_BEGIN).unwrap_or(0);
        let end = line[start..].find(KEY_END).map(|end| start + end);
        // Behind the marker's own dashes.
        let body = line[start..].find("PRIVATE KEY").map_or(start, |at| start + at);
        let body = line[body..].find("-----").map_or(line.len(), |at| body + at + 5).min(end.unwrap_or(line.len()));
        let inside = &line[body..end.unwrap_or(line.len())];
        if !pem::may_hold(inside, end.is_some()) {
            // The line only mentions keys.
            return Cow::Owned(line.to_owned());
        }
        if end.is_none() {
            self.key_lines_left = KEY_LINES;
        }
        // A key on one line (in JSON, in a variable) ends where its END marker ends.
        let after = end.map_or("", |end| {
            let marker = &line[end + KEY_END.len()..];
            marker.split_once("-----").map_or("", |(_, after)| after)
        });
        Cow::Owned(format!("{}{KEY_MASK}{after}", &line[..start]))
    }

    fn key_line<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        self.key_lines_left -= 1;
        if line.contains(KEY_END) {
            self.key_lines_left = 0;
            return Cow::Borrowed(KEY_MASK);
        }
        if !pem::is_line(line) {
            self.key_lines_left = 0;
            return self.line(line);
        }
        Cow::Borrowed(KEY_MASK)
    }
}

/// Replaces each found span by the rule's name, if `keep` agrees; `keep` sees the text before the span and its value.
fn replace<'a>(
    line: Cow<'a, str>,
    found: Vec<Range<usize>>,
    name: &str,
    keep: impl Fn(&str, &str) -> bool,
) -> Cow<'a, str> {
    let mut out = String::new();
    let mut copied = 0;
    for span in found {
        let (Some(before), Some(value)) = (line.get(copied..span.start), line.get(span.clone())) else { continue };
        if !keep(&line[..span.start], value) {
            continue;
        }
        out.push_str(before);
        out.push_str("[masked:");
        out.push_str(name);
        out.push(']');
        copied = span.end;
    }
    if copied == 0 {
        return line;
    }
    out.push_str(&line[copied..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests;
