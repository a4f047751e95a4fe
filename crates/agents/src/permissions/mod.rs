//! The rules of the user's own settings, enforced by ctx itself: the agent judges only `ctx run …`, so the command
//! after it is judged here, inside of everything that wraps it. Where a rule forbids commands, a command that cannot
//! be shown to be harmless is refused; nothing here ever gives a permission.

mod command_check;
mod file_access;
mod file_rules;
mod mention;
mod pattern;
mod program_run;
mod programs;
mod rules;
mod settings;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::Path;

pub use rules::PermissionRules;
use rules::StoppingRule;
use settings::PermissionRule;
pub use settings::{FileAccess, SettingsPlaces};

use self::command_check::{CommandCheck, ProgramInput};
use crate::error::{PermissionError, Result};

impl PermissionRules {
    /// Settings that cannot be understood are an error: nobody knows what they forbid.
    pub fn read(places: &SettingsPlaces<'_>) -> Result<PermissionRules> {
        let (rules, problem) = PermissionRules::read_valid_rules(places);
        match problem {
            Some(problem) => Err(problem),
            None => Ok(rules),
        }
    }

    /// The rules that can be understood, and the error in the first of the others.
    pub fn read_valid_rules(places: &SettingsPlaces<'_>) -> (PermissionRules, Option<PermissionError>) {
        let (rules, problem) = settings::read_rules(places);
        let rules = PermissionRules {
            home: places.home.map(Path::to_owned),
            project: places.project.to_owned(),
            cwd: places.cwd.to_owned(),
            rules,
            person: false,
        };
        (rules, problem)
    }

    /// With a person at the keyboard, only deny rules refuse.
    pub fn with_person_at_keyboard(self, person: bool) -> PermissionRules {
        PermissionRules { person, ..self }
    }

    /// True when no rule forbids any file.
    pub fn forbids_no_file(&self) -> bool {
        !self.rules.iter().any(PermissionRule::is_about_files)
    }

    /// Refuses a command that the rules forbid, or may forbid, inside any wrapper.
    pub fn check_command(&self, argv: &[OsString]) -> Result<()> {
        let name = argv.first().map(|word| word.to_string_lossy()).unwrap_or_default();
        self.run_check_and_enforce(&name, |look| {
            let args = argv.iter().map(|word| program_run::CommandArgument::known_arg(word.to_string_lossy()));
            look.check_program(args.collect(), &ProgramInput::None);
        })
    }

    /// Refuses code in another language that mentions something the rules forbid.
    pub fn check_code(&self, name: &str, code: &str) -> Result<()> {
        self.run_check_and_enforce(name, |look| look.check_code_text(code))
    }

    fn run_check_and_enforce(&self, name: &str, work: impl FnOnce(&mut CommandCheck<'_>)) -> Result<()> {
        if self.rules.is_empty() {
            return Ok(());
        }
        let mut look = CommandCheck::new(self);
        work(&mut look);
        self.find_stopping_rule(&look).map_or(Ok(()), |verdict| self.enforce_stopping_rule(name, verdict))
    }

    /// Deny before ask before doubt, in any of the settings.
    fn find_stopping_rule(&self, look: &CommandCheck<'_>) -> Option<StoppingRule<'_>> {
        let forbids = |rule: &&PermissionRule| {
            let touches = |touched: &file_access::AccessedFile| {
                let names = touched.given_and_real_names();
                names.iter().any(|name| file_rules::rule_applies_to_file(self, rule, touched.access, name) == Ok(true))
            };
            rule.shell_pattern().is_some_and(|spec| look.runs.iter().any(|run| run.matches_pattern(spec)))
                || look.files.iter().any(touches)
        };
        if let Some(rule) = self.denying_rules_first().find(forbids) {
            return Some((rule, None));
        }
        // Where commands are forbidden, an unclear command is not permitted.
        let about_commands = || self.rules.iter().find(|rule| rule.shell_pattern().is_some());
        if let Some((why, rule)) = look.unclear.zip(about_commands()) {
            return Some((rule, Some(why)));
        }
        if let Some(rule) = self.rules.iter().find(|rule| look.unclear_file && rule.is_about_files()) {
            return Some((rule, Some("which file is meant is not known before it runs")));
        }
        let open = |rule: &&PermissionRule| {
            rule.shell_pattern().is_some_and(|spec| look.runs.iter().any(|run| run.may_match_pattern(spec)))
        };
        Some((self.rules.iter().find(open)?, Some("an argument is not known before it runs")))
    }

    /// Refuses an address that a rule forbids.
    pub fn check_url(&self, url: &str) -> Result<()> {
        let host = pattern::host_of_url(url);
        let means = |rule: &&PermissionRule| {
            let Some(spec) = rule.pattern_for_tool("WebFetch") else { return false };
            match (spec, host.as_deref()) {
                // An address without a host may be meant by every rule.
                (None, _) | (Some(_), None) => true,
                (Some(spec), Some(host)) => pattern::matches_host(spec, host, true),
            }
        };
        self.denying_rules_first().find(means).map_or(Ok(()), |rule| self.enforce_stopping_rule(url, (rule, None)))
    }
}
