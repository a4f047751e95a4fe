//! Masking: a whole text in, the parts of it that are secret out. Names decide, values confirm, formats have a table of
//! their own. What is found is replaced by `[masked:rule]` in everything that is printed or indexed; raw bytes stay exact.
#![warn(clippy::too_many_lines)]

#[expect(clippy::single_range_in_vec_init, reason = "a list of spans may have one")]
mod blocks;
mod byte_runs;
mod code;
mod cookies;
mod expression;
mod formats;
mod forms;
mod judge;
mod keywords;
mod known_value_hashes;
mod letters;
mod line;
mod manifest;
mod name_classes;
mod names;
mod passphrase;
mod place;
mod place_conditions;
mod placeholder;
mod reading;
mod scanner;
mod seen_values;
mod spans;
mod sql;
mod stream;
mod template;
mod text_tables;
mod user_rules;
mod value;
mod value_checks;
mod views;
mod waiting;
mod words;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

pub use known_value_hashes::KnownValueHashes;
pub use scanner::{SecretScanner, TextKind};
pub use spans::{MaskedPart, RuleId, SecretSpans, Span};
pub use stream::MaskingStream;
pub use user_rules::UserRules;

/// Raised when the same text gives other spans than before: spans that were kept are then made again.
pub const VERSION: u64 = 11;

/// The parts that all maskers of a command share.
#[derive(Default)]
struct KnownValuesAndUserRules {
    /// Values of secret variables, longest first.
    values: Vec<String>,
    /// Values of variables that were set when something was recorded.
    known: KnownValueHashes,
    /// The user's own rules and exceptions.
    own: UserRules,
}

impl KnownValuesAndUserRules {
    /// Where values of secret variables stand.
    fn for_each_known_value_range(&self, text: &[u8], mut each: impl FnMut(Range<usize>)) {
        for value in &self.values {
            memchr::memmem::find_iter(text, value.as_bytes()).for_each(|at| each(at..at + value.len()));
        }
        self.known.find_known_values(text).into_iter().for_each(each);
    }
}

/// Masks texts. What a line means for the next ones is remembered from call to call; `without_state` forgets it.
#[derive(Clone, Default)]
pub struct Masker {
    scanner: SecretScanner,
}

impl Masker {
    pub fn new(values: Vec<String>) -> Masker {
        Masker::with_store_and_rules(values, None, UserRules::default())
    }

    /// With the values that the store's directory remembers, and with the user's own rules.
    pub fn with_store_and_rules(values: Vec<String>, store_dir: Option<&Path>, own: UserRules) -> Masker {
        let known = store_dir.map(KnownValueHashes::load).unwrap_or_default();
        Masker {
            scanner: SecretScanner::new(Arc::new(KnownValuesAndUserRules { values, known, own }), TextKind::default()),
        }
    }

    /// A masker with the same values that has seen no line yet.
    pub fn without_state(&self) -> Masker {
        Masker { scanner: self.new_scanner(self.scanner.source) }
    }

    /// A fresh masker for a text of this kind.
    pub fn for_text_kind(&self, source: TextKind) -> Masker {
        Masker { scanner: self.new_scanner(source) }
    }

    /// A fresh masker for text that was made of masked text: a second net for what was cut or joined since. Under a
    /// sensitive name it takes random values only, so that code stays as it is.
    pub fn for_masked_text(&self) -> Masker {
        self.for_text_kind(TextKind::CODE)
    }

    pub fn new_scanner(&self, source: TextKind) -> SecretScanner {
        SecretScanner::new(self.scanner.shared.clone(), source)
    }

    /// Reads text that arrives in pieces.
    pub fn masking_stream_for_text(&self, source: TextKind) -> MaskingStream {
        MaskingStream::new(self, source)
    }

    /// The secret parts of whole lines.
    pub fn find_secret_spans(&mut self, bytes: &[u8]) -> SecretSpans {
        let mut spans = Vec::new();
        self.scanner.scan_lines(bytes, 0, &mut spans);
        SecretSpans::new(spans)
    }

    fn find_spans_of_line(&mut self, line: &str) -> SecretSpans {
        let mut spans = Vec::new();
        self.scanner.scan_line(line.as_bytes(), 0, &mut spans);
        SecretSpans::new(spans)
    }

    /// The name of a rule, as it is printed.
    pub fn name_of_rule(&self, rule: RuleId) -> &str {
        let own =
            rule.checked_sub(scanner::FIRST_OWN).and_then(|at| self.scanner.shared.own.rules.get(usize::from(at)));
        own.map(|(name, _)| name.as_str()).or_else(|| scanner::builtin_rule_name(rule)).unwrap_or("own")
    }

    /// Names the rules by which spans are found. Spans that were kept under another number are out of date.
    pub fn rules_version(&self) -> i64 {
        let shared = &self.scanner.shared;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&VERSION.to_le_bytes());
        shared.own.for_each_name_and_pattern(|part| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        });
        i64::from_le_bytes(hasher.finalize().as_bytes()[..8].try_into().unwrap_or_default())
    }

    /// Only the values of secret variables: for text that stands under its spans already.
    pub fn mask_known_values<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut spans = Vec::new();
        self.scanner.shared.for_each_known_value_range(text.as_bytes(), |range| {
            spans.push(Span { start: range.start as u64, len: range.len() as u64, rule: scanner::ENV });
        });
        self.apply_spans(text, &SecretSpans::new(spans))
    }

    /// The line with its secrets masked.
    pub fn mask_line<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        let spans = self.find_spans_of_line(line);
        self.apply_spans(line, &spans)
    }

    /// Several lines at once, line ends kept.
    pub fn mask_text<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let spans = self.find_secret_spans(text.as_bytes());
        self.apply_spans(text, &spans)
    }

    /// Several lines of raw bytes, all else in them kept.
    pub fn mask_bytes<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        self.find_secret_spans(bytes).apply(0, bytes, |rule| self.name_of_rule(rule))
    }

    fn apply_spans<'a>(&self, text: &'a str, spans: &SecretSpans) -> Cow<'a, str> {
        match spans.apply(0, text.as_bytes(), |rule| self.name_of_rule(rule)) {
            Cow::Borrowed(_) => Cow::Borrowed(text),
            Cow::Owned(masked) => Cow::Owned(String::from_utf8_lossy(&masked).into_owned()),
        }
    }

    /// False when nothing in the text can be a secret: a check that is much cheaper than masking.
    pub fn may_hold_secret(&self, text: &str) -> bool {
        let shared = &self.scanner.shared;
        let mut value = false;
        shared.for_each_known_value_range(text.as_bytes(), |_| value = true);
        value
            || self.scanner.must_read_next_line()
            || !shared.own.rules.is_empty()
            || keywords::has_any_keyword(text)
            || text.contains(['\x1b', '\x08', '\0'])
    }

    /// Masks a value under its name, as in an object's field: the name may show that it is a secret.
    pub fn mask_field<'a>(&mut self, name: &str, value: &'a str) -> Cow<'a, str> {
        let judge = judge::SecretValueRules { code: self.scanner.source.code, ..Default::default() };
        let named = !value.contains('\n')
            && names::classify_sensitive_name(name)
                .is_some_and(|class| judge.is_secret_value(value, class, judge::SecretPlaceCertainty::Yes, true));
        if named && !self.scanner.shared.own.is_allowed_value(value) && !formats::is_published_sample_key(value) {
            return Cow::Borrowed("[masked:named]");
        }
        self.mask_text(value)
    }

    /// The parts of a line that would be masked, each with its rule, for somebody who tries out rules.
    pub fn rule_names_for_line(&mut self, line: &str) -> Vec<String> {
        self.find_spans_of_line(line).iter().map(|span| self.name_of_rule(span.rule).to_owned()).collect()
    }
}

#[cfg(test)]
#[path = "../tests/unit/rules.rs"]
mod tests;
