//! All rules of all settings, and the messages of refusals.

use std::path::PathBuf;

use super::settings::{PermissionRule, PermissionRuleVerdict};
use crate::error::{PermissionError, Result};

/// All rules of all settings that deny something, or want the user asked.
pub struct PermissionRules {
    pub(super) home: Option<PathBuf>,
    pub(super) project: PathBuf,
    pub(super) cwd: PathBuf,
    pub(super) rules: Vec<PermissionRule>,
    /// A person typed the command: typing it answers the rules that ask.
    pub(super) person: bool,
}

/// The rule that stops something, and why that is unclear, if it is.
pub(super) type StoppingRule<'r> = (&'r PermissionRule, Option<&'static str>);

impl PermissionRules {
    pub(super) fn denying_rules_first(&self) -> impl Iterator<Item = &PermissionRule> {
        let of = |decision: PermissionRuleVerdict| self.rules.iter().filter(move |rule| rule.decision == decision);
        of(PermissionRuleVerdict::Deny).chain(of(PermissionRuleVerdict::Ask))
    }

    /// The verdict as an error, where it stops this caller.
    pub(super) fn enforce_stopping_rule(&self, what: &str, (rule, doubt): StoppingRule<'_>) -> Result<()> {
        let (what, text, file) = (what.to_owned(), rule.text.clone(), rule.file.clone());
        match (doubt, rule.decision) {
            (None, PermissionRuleVerdict::Deny) => Err(PermissionError::Denied { what, rule: text, file }),
            _ if self.person => Ok(()),
            (None, PermissionRuleVerdict::Ask) => Err(PermissionError::ToBeAsked { what, rule: text, file }),
            (Some(why), _) => Err(PermissionError::Unclear { what, rule: text, file, why }),
        }
    }

    /// Patterns of the rules that forbid commands.
    pub(super) fn forbidden_command_patterns(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().filter_map(PermissionRule::shell_pattern)
    }

    /// Patterns of the rules that forbid files.
    pub(super) fn forbidden_file_patterns(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().filter(|rule| rule.is_about_files()).filter_map(|rule| rule.spec.as_deref())
    }
}
