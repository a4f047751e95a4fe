//! One command of a line: whether it checks the project or only looks, and which other command it covers.

use std::collections::HashSet;

use crate::lines::{ProgramPipeline, ProgramStep, program_base_name, split_into_pipelines};
use crate::{is_word_in_list, programs};

/// One command of a line: its program, its verb and its other words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ParsedCommand {
    pub program: String,
    pub verb: String,
    pub words: HashSet<String>,
    is_listed_check: bool,
    shows: bool,
}

/// Names of scripts that do not end by themselves, or that clean up.
const NO_CHECK: &str = "dev start serve watch run clean preview storybook up down logs";
/// Parts of the names of scripts that check.
const CHECKS: &[&str] = &["test", "check", "lint", "build", "type", "verify", "spec", "e2e", "ci", "audit", "compile"];
/// Programs whose effect does not depend on their other words: the next command of the kind replaces it.
pub(super) const REPLACED: &str = "git gh";
/// Scripts of a project over everything.
pub(super) const GATES: &str = "check ci verify validate all precommit pre-commit lint test";
/// Options of interpreters that only check whether a file can be read.
const SYNTAX_CHECKS: &[(&str, &str)] =
    &[("bash", "-n"), ("sh", "-n"), ("zsh", "-n"), ("node", "--check"), ("node", "-c"), ("ruby", "-c"), ("php", "-l")];
/// Words that change the amount of output, not the action.
const NEUTRAL: &str = "-v -vv --verbose -q --quiet -s --silent --color=always --color=never --no-color --";

/// The command inside counts: `ctx run --intent x -- npm test`.
fn strip_ctx_run_prefix(words: &[String]) -> &[String] {
    match words {
        [ctx, run, rest @ ..] if ctx == "ctx" && run == "run" => {
            let inner = rest.iter().position(|word| word == "--").map_or(0, |at| at + 1);
            &rest[inner..]
        }
        _ => words,
    }
}

pub(super) fn parse_command_step(step: &ProgramStep) -> Option<ParsedCommand> {
    let words = strip_ctx_run_prefix(&step.words);
    let program = program_base_name(words.first()?).to_owned();
    let mut rest = words[1..].to_vec();
    let mut verb = String::new();
    if let Some(at) = programs::find_verb_index(words) {
        verb = rest.remove(at - 1);
        let names_script =
            matches!(verb.as_str(), "run" | "run-script" | "r") && programs::runs_project_scripts(&program);
        if names_script && rest.get(at - 1).is_some_and(|script| !script.starts_with('-')) {
            verb = rest.remove(at - 1);
        }
        // Words before the verb name the place, not the action.
        if program == "git" {
            rest.drain(..at - 1);
        }
    }
    let words: HashSet<String> = rest.into_iter().filter(|word| !is_word_in_list(NEUTRAL, word)).collect();
    let named: Vec<String> = [program.clone(), verb.clone()].into();
    let (is_listed_check, shows) = (programs::is_check_command(&named), programs::is_viewing_command(&named));
    Some(ParsedCommand { program, verb, words, is_listed_check, shows })
}

impl ParsedCommand {
    pub fn is_project_check(&self) -> bool {
        if self.is_listed_check {
            return true;
        }
        let says_check = |name: &str| -> bool {
            let name = name.to_ascii_lowercase();
            let mut parts = name.split(|c: char| !c.is_ascii_alphanumeric());
            // `checkpoints`, `checkout` are other words.
            let begins = |part: &str, check: &str| {
                check.len() > 2
                    && part
                        .strip_prefix(check)
                        .is_some_and(|rest| !["point", "out"].iter().any(|end| rest.starts_with(end)))
            };
            parts.any(|part| CHECKS.iter().any(|check| part == *check || begins(part, check)))
        };
        match self.program.as_str() {
            // A makefile's targets are the project's own, whatever their names.
            "make" | "gmake" | "just" | "task" | "rake" => !is_word_in_list(NO_CHECK, &self.verb),
            program if programs::runs_project_scripts(program) => self.verb == "t" || says_check(&self.verb),
            program if SYNTAX_CHECKS.iter().any(|(of, option)| *of == program && self.words.contains(*option)) => true,
            "python" | "python3" | "node" | "ruby" | "php" | "bash" | "sh" => {
                // A program on the command line is no file.
                let is_file = |word: &&String| !word.starts_with('-') && !word.contains(['=', ' ', '(']);
                self.words.iter().filter(is_file).any(|word| says_check(program_base_name(word)))
            }
            program => says_check(program),
        }
    }

    /// A script over everything: `npm run check`, `make ci`. It surely includes the tests only if its name says so.
    pub fn project_wide_script_covers(&self, failed: &[ParsedCommand]) -> bool {
        if !self.is_project_wide_script() {
            return false;
        }
        let mut checks = failed.iter().filter(|simple| simple.is_project_check()).peekable();
        // Only tools that were called directly: another script of the project must pass by itself.
        checks.peek().is_some()
            && checks.all(|simple| {
                let is_direct = !programs::runs_project_scripts(&simple.program) && !is_script_file(&simple.program);
                self.covers_command(simple)
                    || self.runs_whole_kind_of(simple)
                    || is_direct
                        && !simple.picks_another_set()
                        && match self.verb.split(':').next().unwrap_or_default() {
                            "lint" | "check" | "validate" => !simple.is_test_run(),
                            "test" => simple.is_test_run(),
                            _ => true,
                        }
            })
    }

    /// `mise run test:ci` runs what `mise run test:integration` runs.
    fn runs_whole_kind_of(&self, other: &ParsedCommand) -> bool {
        let (Some((kind, "ci" | "all")), true) = (self.verb.split_once(':'), self.program == other.program) else {
            return false;
        };
        other.verb.split(':').next() == Some(kind) && !other.picks_another_set()
    }

    pub fn is_test_run(&self) -> bool {
        let name = format!("{} {}", self.program, self.verb).to_ascii_lowercase();
        ["test", "spec", "jest", "mocha", "tox", "nox", "e2e", "playwright", "cypress"]
            .iter()
            .any(|sign| name.contains(sign))
    }

    /// Its options ask for tests that a plain run leaves out.
    fn picks_another_set(&self) -> bool {
        const OPTIONS: &[&str] = &["tags", "features", "config", "project", "profile", "ignored", "include-ignored"];
        self.words.iter().any(|word| {
            let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
            word.starts_with('-') && OPTIONS.contains(&name) || word.contains("integration") || word.contains("e2e")
        })
    }

    pub fn scope_narrowness(&self) -> u8 {
        let picks = |word: &String| {
            word.contains("::") || is_word_in_list("-k -t -g --grep --filter -run --testNamePattern", word)
        };
        match self.words.iter().any(picks) {
            true => 2,
            false => u8::from(self.words.iter().any(|word| !word.starts_with('-'))),
        }
    }

    pub fn is_project_wide_script(&self) -> bool {
        let narrow = self.words.iter().any(|word| !word.starts_with('-'));
        programs::runs_project_scripts(&self.program)
            && self.verb.split(':').all(|part| is_word_in_list(GATES, part))
            && !narrow
    }

    pub fn program_and_verb(&self) -> (&str, &str) {
        (&self.program, &self.verb)
    }

    pub fn is_read_only(&self) -> bool {
        self.shows
            || programs::is_program_in_list("aside", &self.program)
            || programs::program_list_entry("looking", &self.program)
                .is_some_and(|verbs| is_word_in_list(verbs, &self.verb))
            || (self.program == "gh" && self.words.iter().any(|word| is_word_in_list("view list status checks", word)))
    }

    /// Its effect includes that of the other one: no further restrictions, and everything that the other one named.
    pub fn covers_command(&self, other: &ParsedCommand) -> bool {
        self.program_and_verb() == other.program_and_verb()
            && (is_word_in_list(REPLACED, &self.program)
                || self.words.is_subset(&other.words)
                || self.names_all_files_of(other))
    }

    /// It names the same files as the other one, and perhaps more: `pytest a.py b.py` after `pytest a.py::one`.
    fn names_all_files_of(&self, other: &ParsedCommand) -> bool {
        let is_option = |word: &&String| word.starts_with('-');
        let names =
            |simple: &ParsedCommand| simple.words.iter().filter(|word| !is_option(word)).cloned().collect::<Vec<_>>();
        let (own, others) = (names(self), names(other));
        let inside = |name: &String, of: &String| {
            name.strip_prefix(of.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':']))
        };
        !others.is_empty()
            && self.words.iter().filter(is_option).all(|option| other.words.contains(option))
            && others.iter().all(|name| own.iter().any(|of| inside(name, of)))
    }
}

/// `verify.sh`: a file of the project, of which nobody knows what it checks.
fn is_script_file(program: &str) -> bool {
    let end = program.rsplit_once('.').map_or("", |(_, end)| end);
    !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The commands of a line, in the order they run; of a pipe, only the first.
pub(super) fn parse_first_commands_of_line(line: &str) -> Vec<ParsedCommand> {
    parse_first_commands_of_pipelines(&split_into_pipelines(line))
}

pub(super) fn parse_first_commands_of_pipelines(line: &[ProgramPipeline]) -> Vec<ParsedCommand> {
    line.iter().filter_map(|pipeline| parse_command_step(&pipeline[0])).collect()
}
