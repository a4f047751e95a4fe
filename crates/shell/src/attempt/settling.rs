//! Which line that succeeds settles one that failed.

use super::parsed_command::{GATES, ParsedCommand, REPLACED, parse_first_commands_of_line};
use crate::is_word_in_list;

/// A line that succeeded, parsed once for all the errors it is compared with.
pub struct SucceededCommandLine(Vec<ParsedCommand>);

impl SucceededCommandLine {
    pub fn parse_line(line: &str) -> SucceededCommandLine {
        SucceededCommandLine(parse_first_commands_of_line(line))
    }

    pub fn is_check_line(&self) -> bool {
        self.0.iter().any(ParsedCommand::is_project_check)
    }

    /// It settles the one that failed: the same program with the same target, or with fewer restrictions; or the
    /// project's script over everything.
    pub fn settles_failure(&self, failed: &FailedCommandLine) -> bool {
        failed.decisive_command().is_some_and(|last| self.0.iter().any(|simple| simple.covers_command(last)))
            || self.0.iter().any(|simple| simple.project_wide_script_covers(&failed.0))
    }

    /// Takes from the checks of a failed line those that it shows to pass, whatever else ran in either line.
    pub fn remove_passed_checks(&self, failed: &FailedCommandLine, left: &mut Vec<usize>) {
        left.retain(|at| !self.0.iter().any(|simple| simple.covers_command(&failed.0[*at])));
    }

    /// It ran all checks of the other line, or wider ones.
    pub fn covers_all_checks_of(&self, other: &FailedCommandLine) -> bool {
        let mut left = other.check_indices();
        let has_checks = !left.is_empty();
        self.remove_passed_checks(other, &mut left);
        has_checks && left.is_empty()
    }

    /// False where it surely does not cover a failed line without quotes, which is not parsed for this: one of the words
    /// of a command must stand in it. Of a project-wide script this says nothing.
    pub fn may_cover_unparsed_line(&self, failed: &str) -> bool {
        self.0.iter().any(|simple| {
            let words = &simple.words;
            words.is_empty()
                || is_word_in_list(REPLACED, &simple.program)
                || words.iter().any(|word| failed.contains(&**word))
        })
    }

    /// The program and verb of each command: it settles only failures with one of these targets, unless it is a gate.
    pub fn programs_and_verbs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(ParsedCommand::program_and_verb)
    }

    /// A script of the project over everything, which may settle a failure of any tool.
    pub fn is_project_wide_script(&self) -> bool {
        self.0.iter().any(ParsedCommand::is_project_wide_script)
    }
}

/// Without quotes and escapes: the words of the line are those between its spaces.
pub fn has_no_quotes_or_escapes(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" -_./=:@+,%&|".contains(&byte))
}

/// It may be a script of the project over everything, or hold anything between its quotes. It is not parsed for this.
pub fn line_may_settle_any_failure(line: &str) -> bool {
    !has_no_quotes_or_escapes(line) || line.split([' ', '|', '&', ':']).any(|word| is_word_in_list(GATES, word))
}

/// A line that failed, parsed once for all the lines that may settle it.
pub struct FailedCommandLine(Vec<ParsedCommand>);

impl FailedCommandLine {
    pub fn parse_line(line: &str) -> FailedCommandLine {
        FailedCommandLine(parse_first_commands_of_line(line))
    }

    pub fn is_check_line(&self) -> bool {
        self.0.iter().any(ParsedCommand::is_project_check)
    }

    /// The places of its checks: each must pass, in one line or in several.
    pub fn check_indices(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|at| self.0[*at].is_project_check()).collect()
    }

    /// False where a line of which `may_settle_anything` is false surely neither settles it nor passes one of its checks: it
    /// does not hold the program and verb of one of its commands. The line is not parsed for this.
    pub fn may_be_settled_by_line(&self, line: &str) -> bool {
        self.0.iter().any(|simple| line.contains(&simple.program) && line.contains(&simple.verb))
    }

    /// The program and verb that must succeed.
    pub fn program_and_verb(&self) -> Option<(&str, &str)> {
        self.decisive_command().map(ParsedCommand::program_and_verb)
    }

    /// The command whose success settles the line.
    fn decisive_command(&self) -> Option<&ParsedCommand> {
        // One of several checks failed and those after it never ran: the last one shows that all passed.
        let last_check = self.0.iter().rfind(|simple| simple.is_project_check());
        // Commands before the last of the others only prepared it.
        last_check.or_else(|| self.0.iter().rfind(|simple| !simple.is_read_only()))
    }
}

/// Both run the same program: if the later one was refused, the person does not want the earlier one.
pub fn runs_same_program_and_verb(one: &str, other: &str) -> bool {
    let (one, other) = (parse_first_commands_of_line(one), parse_first_commands_of_line(other));
    let acts = |simple: &&ParsedCommand| !simple.is_read_only();
    one.iter()
        .filter(acts)
        .any(|simple| other.iter().filter(acts).any(|other| simple.program_and_verb() == other.program_and_verb()))
}
