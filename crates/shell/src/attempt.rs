//! The purpose of a command line: a check of the project, a change, or only a look; and which later line settles it.

use std::collections::HashSet;

use super::lines::{
    ProgramPipeline, ProgramStep, is_assignment, matches_program_pattern, program_base_name, split_into_pipelines,
};
use super::{is_word_in_list, programs};
use ctx_text::clip;

/// One command of a line: its program, its verb and its other words.
#[derive(Debug, PartialEq, Eq)]
struct ParsedCommand {
    program: String,
    verb: String,
    words: HashSet<String>,
    is_listed_check: bool,
    shows: bool,
}

/// Names of scripts that do not end by themselves, or that clean up.
const NO_CHECK: &str = "dev start serve watch run clean preview storybook up down logs";
/// Parts of the names of scripts that check.
const CHECKS: &[&str] = &["test", "check", "lint", "build", "type", "verify", "spec", "e2e", "ci", "audit", "compile"];
/// Programs whose effect does not depend on their other words: the next command of the kind replaces it.
const REPLACED: &str = "git gh";
/// Scripts of a project over everything.
const GATES: &str = "check ci verify validate all precommit pre-commit lint test";
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

fn parse_command_step(step: &ProgramStep) -> Option<ParsedCommand> {
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
    fn is_project_check(&self) -> bool {
        if self.is_listed_check {
            return true;
        }
        let says_check = |name: &str| -> bool {
            let name = name.to_ascii_lowercase();
            let mut parts = name.split(|c: char| !c.is_ascii_alphanumeric());
            parts.any(|part| CHECKS.iter().any(|check| part == *check || (check.len() > 2 && part.starts_with(check))))
        };
        match self.program.as_str() {
            // A makefile's targets are the project's own, whatever their names.
            "make" | "gmake" | "just" | "task" | "rake" => !is_word_in_list(NO_CHECK, &self.verb),
            program if programs::runs_project_scripts(program) => self.verb == "t" || says_check(&self.verb),
            program if SYNTAX_CHECKS.iter().any(|(of, option)| *of == program && self.words.contains(*option)) => true,
            "python" | "python3" | "node" | "ruby" | "php" | "bash" | "sh" => {
                let is_file = |word: &&String| !word.starts_with('-') && !word.contains('=');
                self.words.iter().filter(is_file).any(|word| says_check(program_base_name(word)))
            }
            program => says_check(program),
        }
    }

    /// A script over everything: `npm run check`, `make ci`. It surely includes the tests only if its name says so.
    fn project_wide_script_covers(&self, failed: &[ParsedCommand]) -> bool {
        if !self.is_project_wide_script() {
            return false;
        }
        let mut checks = failed.iter().filter(|simple| simple.is_project_check()).peekable();
        // Only tools that were called directly: another script of the project must pass by itself.
        checks.peek().is_some()
            && checks.all(|simple| {
                let is_direct = !programs::runs_project_scripts(&simple.program);
                self.covers_command(simple)
                    || is_direct
                        && !simple.picks_another_set()
                        && match self.verb.split(':').next().unwrap_or_default() {
                            "lint" | "check" | "validate" => !simple.is_test_run(),
                            "test" => simple.is_test_run(),
                            _ => true,
                        }
            })
    }

    fn is_test_run(&self) -> bool {
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

    fn scope_narrowness(&self) -> u8 {
        let picks = |word: &String| {
            word.contains("::") || is_word_in_list("-k -t -g --grep --filter -run --testNamePattern", word)
        };
        match self.words.iter().any(picks) {
            true => 2,
            false => u8::from(self.words.iter().any(|word| !word.starts_with('-'))),
        }
    }

    fn is_project_wide_script(&self) -> bool {
        let narrow = self.words.iter().any(|word| !word.starts_with('-'));
        programs::runs_project_scripts(&self.program)
            && self.verb.split(':').all(|part| is_word_in_list(GATES, part))
            && !narrow
    }

    fn program_and_verb(&self) -> (&str, &str) {
        (&self.program, &self.verb)
    }

    fn is_read_only(&self) -> bool {
        self.shows
            || programs::is_program_in_list("aside", &self.program)
            || programs::program_list_entry("looking", &self.program)
                .is_some_and(|verbs| is_word_in_list(verbs, &self.verb))
            || (self.program == "gh" && self.words.iter().any(|word| is_word_in_list("view list status checks", word)))
    }

    /// Its effect includes that of the other one: no further restrictions, and everything that the other one named.
    fn covers_command(&self, other: &ParsedCommand) -> bool {
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

/// The commands of a line, in the order they run; of a pipe, only the first.
fn parse_first_commands_of_line(line: &str) -> Vec<ParsedCommand> {
    parse_first_commands_of_pipelines(&split_into_pipelines(line))
}

fn parse_first_commands_of_pipelines(line: &[ProgramPipeline]) -> Vec<ParsedCommand> {
    line.iter().filter_map(|pipeline| parse_command_step(&pipeline[0])).collect()
}

/// The line runs a check of the project: its tests, its build, its linters.
pub fn is_check_line(line: &str) -> bool {
    parse_first_commands_of_line(line).iter().any(ParsedCommand::is_project_check)
}

/// One check of a line, as one would type it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckCommand {
    /// With its assignments, without redirections.
    pub text: String,
    /// Program and verb.
    pub target: String,
    /// 0 for all of the project, 1 for some of its files, 2 for single tests.
    pub narrowness: u8,
    pub is_test: bool,
}

/// The checks that a line runs, each by itself: a chain of three is three.
pub fn find_checks_in_line(line: &str) -> Vec<CheckCommand> {
    let pipelines = split_into_pipelines(line);
    let checks = pipelines.iter().filter_map(|pipeline| Some((&pipeline[0], parse_command_step(&pipeline[0])?)));
    let check = |(step, simple): (&ProgramStep, ParsedCommand)| CheckCommand {
        text: words_without_stderr_redirects(&step.text).collect::<Vec<_>>().join(" "),
        target: format!("{} {}", simple.program, simple.verb),
        narrowness: simple.scope_narrowness(),
        is_test: simple.is_test_run(),
    };
    // Half a pattern, where the quotes of a line do not fit, is no program.
    let is_program = |simple: &ParsedCommand| !simple.program.contains(['*', '(', ')', '[', ']', '\\', '^', '"', '\'']);
    checks.filter(|(_, simple)| is_program(simple) && simple.is_project_check()).map(check).collect()
}

/// The words of a command without redirections of its errors.
fn words_without_stderr_redirects(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| *word != "2>&1" && !word.starts_with("2>/dev/null"))
}

/// The purpose of a line that is parsed already: whether it runs a check, and whether it only looks at things.
pub fn classify_check_and_read_only(line: &[ProgramPipeline]) -> (bool, bool) {
    let simples = parse_first_commands_of_pipelines(line);
    (
        simples.iter().any(ParsedCommand::is_project_check),
        !simples.is_empty() && simples.iter().all(ParsedCommand::is_read_only),
    )
}

/// The line only looks at things.
pub fn is_read_only_line(line: &str) -> bool {
    classify_check_and_read_only(&split_into_pipelines(line)).1
}

/// The line is one program that only shows content, by its first word alone: a cheap answer before the line is parsed.
/// False says nothing.
pub fn is_surely_viewer_line(line: &str) -> bool {
    let first = line.split([' ', '\t']).next().unwrap_or_default();
    !line.contains(['&', ';', '\n', '`', '(', '|']) && programs::is_viewer_program(first)
}

/// A check whose status nobody sees: it feeds a pipe, or its failure is ignored.
pub fn is_check_status_hidden(line: &str) -> bool {
    if line.contains("pipefail") || line.contains("PIPESTATUS") || line.contains("pipestatus") {
        return false;
    }
    let feeds_a_pipe = |pipeline: &Vec<ProgramStep>| {
        pipeline.len() > 1 && parse_command_step(&pipeline[0]).is_some_and(|it| it.is_project_check())
    };
    let pipelines = split_into_pipelines(line);
    let is_ignored = line.contains("|| true") || line.contains("; echo");
    pipelines.iter().any(feeds_a_pipe)
        || (is_ignored && parse_first_commands_of_pipelines(&pipelines).iter().any(ParsedCommand::is_project_check))
}

/// The directory that a command goes to first.
pub fn first_cd_directory(line: &str) -> Option<String> {
    let lines = split_into_pipelines(line);
    let first = lines.first().filter(|_| lines.len() > 1)?.first()?;
    (first.words.len() == 2 && first.words[0] == "cd").then(|| first.words[1].clone())
}

/// A check whose output went through a filter that shows only part of it: it proves nothing about the rest.
pub fn is_check_filtered(line: &str) -> bool {
    is_parsed_check_filtered(&split_into_pipelines(line))
}

/// The same for a line that is parsed already.
pub fn is_parsed_check_filtered(line: &[ProgramPipeline]) -> bool {
    let trims = |step: &ProgramStep| is_word_in_list("tail tee cat less", &step.words[0]);
    let is_cut = |pipeline: &ProgramPipeline| {
        pipeline[1..].iter().any(|step| !trims(step))
            && parse_command_step(&pipeline[0]).is_some_and(|it| it.is_project_check())
    };
    line.iter().any(is_cut)
}

/// A trial on purpose: a change is put aside, something runs without it, and it is taken back.
pub fn stashes_and_restores_changes(line: &str) -> bool {
    line.contains("git stash") && (line.contains("stash pop") || line.contains("stash apply"))
}

/// The identity of an attempt: the command without a `cd` before it, redirections, and filters that only trim output.
pub fn attempt_key(line: &str) -> String {
    // A remark to ctx after a command is not part of it.
    let line = line.rfind(" # ctx:").map_or(line, |at| &line[..at]);
    let mut lines = split_into_pipelines(line);
    while lines.len() > 1 && is_word_in_list("cd set export", &lines[0][0].words[0]) {
        lines.remove(0);
    }
    let mut folded = String::new();
    for (at, pipeline) in lines.iter().enumerate() {
        for (step, written) in without_trailing_filters(pipeline).iter().enumerate() {
            folded.push_str(match (step, at) {
                (1.., _) => " |",
                (_, 1..) => " &&",
                _ => "",
            });
            for word in words_without_stderr_redirects(&written.text).skip_while(|word| is_assignment(word)) {
                if !folded.is_empty() {
                    folded.push(' ');
                }
                folded.push_str(word);
            }
        }
    }
    if folded.is_empty() {
        folded = line.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    folded.truncate(clip(&folded, 300).len());
    folded
}

/// A pipeline without the filters at its end that show only part of it.
fn without_trailing_filters(pipeline: &[ProgramStep]) -> &[ProgramStep] {
    let trims = |step: &ProgramStep| is_word_in_list("tail head cat less tee", &step.words[0]);
    let end = pipeline.iter().rposition(|step| !trims(step)).map_or(1, |at| at + 1);
    &pipeline[..end]
}

/// A part of it runs through ctx, which keeps its own record of that.
pub fn runs_through_ctx(line: &str) -> bool {
    let keeps = |step: &ProgramStep| {
        step.words[0] == "ctx" && step.words.get(1).is_some_and(|verb| is_word_in_list("run store batch", verb))
    };
    split_into_pipelines(line).iter().flatten().any(keeps)
}

/// Exit code 1 of these means `no` or `not found`, not a failure.
pub fn exit_code_means_no(line: &str, code: Option<i32>) -> bool {
    let lines = split_into_pipelines(line);
    let Some(last) =
        lines.last().and_then(|pipeline| without_trailing_filters(pipeline).last()).filter(|_| code == Some(1))
    else {
        return false;
    };
    let git_asks = matches_program_pattern(&last.words, "git diff")
        && last.words.iter().any(|word| is_word_in_list("--quiet --exit-code --no-index --check", word));
    git_asks || is_word_in_list("grep rg egrep diff test [ [[ which cmp pgrep command", &last.words[0])
}

/// The last lines of an output report a failure: a total of failures, or a word that tools end with.
pub fn output_reports_failure(output: &str) -> bool {
    const ENDINGS: &[&str] =
        &["FAILED", "*** [", "npm ERR!", "npm error", "error: could not compile", "Command failed with exit code"];
    output.lines().rev().take(12).any(|line| {
        let line = line.trim();
        line_has_count_of(line, false, &["failed", "failure", "failures", "error", "errors", "failing"])
            || ENDINGS.iter().any(|ending| line.contains(ending))
            || line.starts_with("error[")
            || line.starts_with("error: ")
    })
}

/// The last lines of an output count no failures: `0 fail`, `12 passed`.
pub fn test_totals_report_success(output: &str) -> bool {
    let last = || output.lines().rev().take(12);
    last().any(|line| {
        line_has_count_of(line, true, &["fail", "failed", "failures"])
            || line_has_count_of(line, false, &["pass", "passed", "passing"])
    }) && !last()
        .any(|line| line_has_count_of(line, false, &["fail", "failed", "failing", "failures", "error", "errors"]))
}

/// The line counts one of these: `0 failed` if it is to be zero, else any other number.
fn line_has_count_of(line: &str, zero: bool, nouns: &[&str]) -> bool {
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_count = |word: &str| word.parse::<u64>().is_ok_and(|count| (count == 0) == zero);
    words.windows(2).any(|pair| is_count(pair[0]) && nouns.contains(&pair[1]))
}

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
pub fn may_settle_anything(line: &str) -> bool {
    !has_no_quotes_or_escapes(line) || line.split([' ', '|', '&']).any(|word| is_word_in_list(GATES, word))
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

#[cfg(test)]
mod tests;
