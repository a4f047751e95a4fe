//! One program that would be run, with its arguments as far as they are known.

use super::pattern;
use ctx_shell::Word;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arg {
    /// The word's value, or its source text if the value is not known.
    pub text: String,
    pub fixed: bool,
    /// The shell may replace it by names of files.
    pub glob: bool,
}

impl Arg {
    pub(super) fn fixed(text: impl Into<String>) -> Arg {
        Arg { text: text.into(), fixed: true, glob: false }
    }

    pub(super) fn unknown(text: impl Into<String>) -> Arg {
        Arg { text: text.into(), fixed: false, glob: false }
    }

    pub(super) fn of(word: &Word, text: &str) -> Arg {
        match (word.fixed(), word.as_written()) {
            (Some(text), _) => Arg::fixed(text),
            (None, Some(text)) => Arg { glob: !text.starts_with("~/"), text, fixed: true },
            (None, None) => Arg::unknown(&text[word.span.clone()]),
        }
    }

    /// The text, where it is known.
    pub(super) fn known(&self) -> Option<&str> {
        self.fixed.then_some(self.text.as_str())
    }
}

impl AsRef<str> for Arg {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

#[derive(Debug)]
pub(super) struct Run {
    text: String,
    /// The program, if one of its arguments is not known.
    open: Option<String>,
}

impl Run {
    pub(super) fn new(words: &[Arg]) -> Run {
        let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let open = words.iter().any(|word| !word.fixed);
        let program = words.first().and_then(Arg::known).filter(|_| open).map(str::to_owned);
        Run { text, open: program }
    }

    /// As it is written.
    pub(super) fn written(text: &str) -> Run {
        Run { text: text.trim().to_owned(), open: None }
    }

    pub(super) fn is_meant_by(&self, pattern: &str) -> bool {
        pattern::means(pattern, &self.text)
    }

    /// True when the unknown arguments decide whether the rule applies.
    pub(super) fn may_be_meant_by(&self, pattern: &str) -> bool {
        let Some(program) = &self.open else { return false };
        let first = pattern.split([' ', ':']).next().unwrap_or_default();
        pattern::wild(first, program)
    }
}
