//! The purpose of a command line: a check of the project, a change, or only a look.

mod outcome;
mod parsed_command;
mod settling;

use self::parsed_command::{
    ParsedCommand, parse_command_step, parse_first_commands_of_line, parse_first_commands_of_pipelines,
};
use super::lines::{ProgramPipeline, ProgramStep, is_assignment, matches_program_pattern, split_into_pipelines};
use super::{is_word_in_list, programs};
use ctx_text::truncate_at_char_boundary;

pub use self::outcome::{output_reports_failure, test_totals_report_success};
pub use self::settling::{
    FailedCommandLine, SucceededCommandLine, has_no_quotes_or_escapes, line_may_settle_any_failure,
    runs_same_program_and_verb,
};

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
    find_checks_in_pipelines(&split_into_pipelines(line))
}

/// The same of a line that is parsed already.
pub fn find_checks_in_pipelines(pipelines: &[ProgramPipeline]) -> Vec<CheckCommand> {
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
    let feeds_a_pipe = |pipeline: &ProgramPipeline| pipeline.len() > 1 && is_check_pipeline(pipeline);
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
    line.iter().any(|pipeline| is_filtered(pipeline) && is_check_pipeline(pipeline))
}

fn is_filtered(pipeline: &ProgramPipeline) -> bool {
    pipeline[1..].iter().any(|step| !is_word_in_list("tail tee cat less", &step.words[0]))
}

fn is_check_pipeline(pipeline: &ProgramPipeline) -> bool {
    parse_command_step(&pipeline[0]).is_some_and(|it| it.is_project_check())
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
    folded.truncate(truncate_at_char_boundary(&folded, 300).len());
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

#[cfg(test)]
mod tests;
