//! All rules of all settings, and the messages of refusals.

use std::path::PathBuf;

use super::settings::{Decision, Rule};
use crate::error::{Error, Result};

/// All rules of all settings.
pub struct Rules {
    pub(super) home: Option<PathBuf>,
    pub(super) project: PathBuf,
    pub(super) cwd: PathBuf,
    pub(super) rules: Vec<Rule>,
    /// A person typed the command: typing it answers the rules that ask.
    pub(super) person: bool,
}

/// The reason of a refusal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict<'r> {
    /// A rule forbids it.
    Denied(&'r Rule),
    /// A rule wants the user asked.
    ToBeAsked(&'r Rule),
    /// A rule forbids something, and it is unclear whether that includes this.
    Unclear(&'r Rule, &'static str),
}

impl Rules {
    /// The verdict as an error, where it stops this caller.
    pub(super) fn enforce_verdict(&self, what: &str, verdict: &Verdict<'_>) -> Result<()> {
        match verdict {
            Verdict::Denied(rule) => Err(denied_error(what, rule)),
            _ if self.person => Ok(()),
            Verdict::ToBeAsked(rule) => {
                Err(Error::ToBeAsked { what: what.to_owned(), rule: rule.text.clone(), file: rule.file.clone() })
            }
            Verdict::Unclear(rule, why) => {
                Err(Error::Unclear { what: what.to_owned(), rule: rule.text.clone(), file: rule.file.clone(), why })
            }
        }
    }

    /// Rules that deny or want the user asked.
    pub(super) fn forbidding_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| rule.decision != Decision::Allow)
    }

    /// Patterns of the rules that forbid commands.
    pub(super) fn forbidden_command_patterns(&self) -> impl Iterator<Item = &str> {
        self.forbidding_rules().filter_map(Rule::shell_pattern)
    }

    /// Patterns of the rules that forbid files.
    pub(super) fn forbidden_file_patterns(&self) -> impl Iterator<Item = &str> {
        self.forbidding_rules().filter(|rule| rule.is_about_files()).filter_map(|rule| rule.spec.as_deref())
    }
}

fn denied_error(what: &str, rule: &Rule) -> Error {
    Error::Denied { what: what.to_owned(), rule: rule.text.clone(), file: rule.file.clone() }
}
