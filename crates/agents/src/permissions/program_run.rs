//! One program that would be run, with its arguments as far as they are known.

use super::pattern;
use ctx_shell::ShellWord;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct CommandArgument {
    /// The word's value, or its source text if the value is not known.
    pub text: String,
    pub fixed: bool,
    /// The shell may replace it by names of files.
    pub glob: bool,
}

impl CommandArgument {
    pub(super) fn known_arg(text: impl Into<String>) -> CommandArgument {
        CommandArgument { text: text.into(), fixed: true, glob: false }
    }

    pub(super) fn unknown_arg(text: impl Into<String>) -> CommandArgument {
        CommandArgument { text: text.into(), fixed: false, glob: false }
    }

    pub(super) fn from_word(word: &ShellWord, text: &str) -> CommandArgument {
        match (word.fixed_value(), word.value_as_written()) {
            (Some(text), _) => CommandArgument::known_arg(text),
            (None, Some(text)) => CommandArgument { glob: !text.starts_with("~/"), text, fixed: true },
            (None, None) => CommandArgument::unknown_arg(&text[word.span.clone()]),
        }
    }

    /// A part of it, as well known as the whole.
    pub(super) fn with_text(&self, text: impl Into<String>) -> CommandArgument {
        CommandArgument { text: text.into(), ..self.clone() }
    }

    /// The text, where it is known.
    pub(super) fn known_text(&self) -> Option<&str> {
        self.fixed.then_some(self.text.as_str())
    }
}

impl AsRef<str> for CommandArgument {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

#[derive(Debug)]
pub(super) struct ProgramRun {
    text: String,
    /// The program, if one of its arguments is not known.
    open: Option<String>,
}

impl ProgramRun {
    pub(super) fn new(words: &[CommandArgument]) -> ProgramRun {
        let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let open = words.iter().any(|word| !word.fixed);
        let program = words.first().and_then(CommandArgument::known_text).filter(|_| open).map(str::to_owned);
        ProgramRun { text, open: program }
    }

    /// As it is written.
    pub(super) fn from_text(text: &str) -> ProgramRun {
        ProgramRun { text: text.trim().to_owned(), open: None }
    }

    pub(super) fn matches_pattern(&self, pattern: &str) -> bool {
        pattern::matches_command(pattern, &self.text)
    }

    /// True when the unknown arguments decide whether the rule applies.
    pub(super) fn may_match_pattern(&self, pattern: &str) -> bool {
        let Some(program) = &self.open else { return false };
        let first = pattern.split([' ', ':']).next().unwrap_or_default();
        pattern::matches_wildcards(first, program)
    }
}
