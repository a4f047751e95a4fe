//! Writes what a call came to: its output, and the events that it tells of (failures, edits, tasks, plans, refusals).

use std::borrow::Cow;
use std::path::Path;
use std::slice;

use super::output_summary::{OutputSummariser, OutputSummary};
use super::wording::{
    describe_error, first_informative_line, is_misdirected_call, parse_nonzero_exit_code, parse_questions_and_answers,
};
use super::writer::ItemWriter;
use crate::session::{classify, request};
use ctx_agents::transcripts::{PendingOutput, TaskState, ToolCall, ToolCallAction, ToolOutcome};
use ctx_capture::command;
use ctx_digest::{CommandEndStatus, Finding, Severity};
use ctx_model::error::Result;
use ctx_model::{EventCategory, SessionEvent};
use ctx_shell::attempt;
use ctx_store::ImportedEntry;

/// Outputs kept beside a transcript that are larger than this are left where they are.
const LARGEST_OUTPUT: u64 = 256 << 20;

/// What a result belongs to: its call, the transcript's directory and conversation, and who sums it up.
pub struct CallContext<'a> {
    pub call: Option<&'a ToolCall>,
    pub directory: &'a Path,
    pub session: &'a str,
    pub summariser: Option<&'a OutputSummariser<'a>>,
}

impl ItemWriter<'_, '_> {
    /// A call whose result never came: the command or the title, without an output.
    pub fn write_call_without_result(&mut self, call: &ToolCall, reference: &str) -> Result<()> {
        let shell = shell_command_of_call(call).map(|(command, _)| command);
        let title = classify::shorten_to_line(&call.display_title(), 200);
        let new = ImportedEntry {
            reference: Some(reference),
            command: shell,
            title: shell.is_none().then_some(title.as_str()),
            ..self.place.new_entry("call")
        };
        self.write_entry_if_wanted(&new, b"").map(drop)
    }

    /// The user or the program declined the call. Older versions of Claude Code give no exit code, and their own words in place
    /// of an output: the command did not run.
    fn is_declined(&self, outcome: &ToolOutcome<'_>, is_command: bool) -> bool {
        let said = outcome.text.trim();
        let did_not_run = is_command
            && outcome.exit.is_none()
            && self.place.agent == "claude-code"
            && (said.is_empty() || said == "Error" || said.starts_with("<tool_use_error>"));
        outcome.declined || outcome.failed == Some(true) && did_not_run
    }

    pub fn write_tool_result(&mut self, outcome: &ToolOutcome<'_>, around: &CallContext<'_>) -> Result<()> {
        let CallContext { call, directory, session, summariser } = *around;
        let told = failure_told_by_text(outcome, call);
        let outcome = told.as_ref().unwrap_or(outcome);
        let shell = call.and_then(shell_command_of_call);
        let title = match (call, shell) {
            (Some(call), None) => Some(classify::shorten_to_line(&call.display_title(), 200)),
            (None, _) => Some("tool result".to_owned()),
            _ => None,
        };
        let status = status_of_outcome(outcome, shell.is_some());
        let bytes = bytes_of_outcome(outcome);
        let argv = match shell {
            Some((command, _)) => ["sh", "-c", command].map(str::to_owned).to_vec(),
            None => Vec::new(),
        };
        let declined = self.is_declined(outcome, shell.is_some());
        // A failure is summed up now, because its error is an event; the rest when somebody asks.
        let failed = outcome.failed == Some(true) && !outcome.refused && !declined;
        // The exit code of a pipe does not show how a check before it ended: its output does.
        let may_hide = |command: &str| command.contains('|') || command.contains("; echo");
        let is_hidden = |(command, _): (&str, _)| may_hide(command) && attempt::is_check_status_hidden(command);
        let hidden = outcome.failed == Some(false) && !declined && shell.is_some_and(is_hidden);
        let summed = shell
            .filter(|_| failed || hidden)
            .and_then(|(command, _)| summariser?.summarise_output(command, &bytes, status, outcome.duration_ms));
        let found = |summed: &OutputSummary| {
            summed.reader != "generic" && summed.findings.iter().any(|finding| finding.severity == Severity::Error)
        };
        let told = || hidden && attempt::output_reports_failure(&outcome.text);
        // A tool that counts no failures did not fail, whatever its tests print.
        let told_well = hidden && attempt::test_totals_report_success(&outcome.text);
        let failed = failed || !told_well && (summed.as_ref().is_some_and(found) || told());
        let mut new = ImportedEntry {
            command: shell.map(|(command, _)| command),
            argv: &argv,
            title: title.as_deref(),
            status,
            // What the user refused did nothing.
            failed: outcome.has_failed() || outcome.refused,
            duration_ms: outcome.duration_ms,
            summary: summed.as_ref().map(|summed| summed.text.as_str()),
            reader: summed.as_ref().map(|summed| summed.reader.as_str()),
            findings: summed.as_ref().map_or(&[], |summed| &summed.findings),
            ..self.place.new_entry("result")
        };
        if let Some((_, Some(cwd))) = shell {
            new.cwd = Some(cwd);
        }
        let entry = self.write_entry_if_wanted(&new, &bytes)?;
        if let Some(whole) =
            outcome.persisted.as_deref().and_then(|path| read_persisted_output(path, directory, session))
        {
            self.write_entry_if_wanted(
                &ImportedEntry { role: Some("output"), summary: None, findings: &[], ..new },
                &whole,
            )?;
        }
        if let Some(ToolCallAction::Plan { text }) = call.map(|call| &call.action) {
            self.write_plan(text, outcome)?;
        }
        if outcome.refused {
            return self.write_refusal(outcome, call, entry);
        }
        if declined {
            return Ok(());
        }
        if failed {
            let findings = summed.as_ref().map_or(&[][..], |summed| &summed.findings);
            return self.write_failure_event(
                outcome,
                shell.map(|(command, _)| command),
                title.as_deref(),
                findings,
                entry,
            );
        }
        match call {
            Some(call) => self.write_success_events(call, outcome, entry),
            None => Ok(()),
        }
    }

    /// A plan stands only in its call.
    fn write_plan(&mut self, plan: &str, outcome: &ToolOutcome<'_>) -> Result<()> {
        let fate = match outcome.failed {
            _ if outcome.refused => "refused",
            Some(false) => "agreed",
            _ => "proposed",
        };
        let title = format!("plan {fate}: {}", heading_of_plan(plan));
        let new = ImportedEntry { title: Some(&title), ..self.place.new_entry("plan") };
        self.write_entry_if_wanted(&new, plan.as_bytes()).map(drop)
    }

    /// Writes a command's output, beside or instead of the answer to the call.
    pub fn write_command_output(
        &mut self,
        call: Option<&ToolCall>,
        printed: &PendingOutput,
        role: &str,
        reference: Option<&str>,
    ) -> Result<()> {
        let shell = call.and_then(shell_command_of_call);
        let argv = shell.map(|(command, _)| ["sh", "-c", command].map(str::to_owned)).unwrap_or_default();
        let title = call.filter(|_| shell.is_none()).map(|call| classify::shorten_to_line(&call.display_title(), 200));
        let new = ImportedEntry {
            reference,
            command: shell.map(|(command, _)| command),
            argv: if shell.is_some() { &argv } else { &[] },
            title: title.as_deref(),
            status: printed.exit.map_or(CommandEndStatus::Unknown, CommandEndStatus::Exit),
            duration_ms: printed.duration_ms,
            ..self.place.new_entry(role)
        };
        let cwd = shell.and_then(|(_, cwd)| cwd).or(new.cwd);
        self.write_entry_if_wanted(&ImportedEntry { cwd, ..new }, printed.text.as_bytes()).map(drop)
    }

    /// The user refused the call.
    fn write_refusal(&mut self, outcome: &ToolOutcome<'_>, call: Option<&ToolCall>, entry: Option<i64>) -> Result<()> {
        if let Some(ToolCallAction::Shell { command, .. }) = call.map(|call| &call.action) {
            self.batch.close_errors_of_refused_command(&self.place.session, command, self.place.at)?;
        }
        let is_clarifying = outcome.text.contains(request::CLARIFYING);
        let said = request::find_words_of_refusal(&outcome.text).map(|said| classify::shorten_to_line(said, 200));
        let plan = call.and_then(|call| match &call.action {
            ToolCallAction::Plan { text } => Some(heading_of_plan(text)),
            _ => None,
        });
        let text = match said {
            Some(said) if plan.is_some() => format!("{said} (refusing the plan)"),
            // The question is about to be asked in other words.
            None if is_clarifying => return Ok(()),
            Some(said) if said.trim_end().ends_with('?') && request::asks_a_question(&said) => return Ok(()),
            Some(said) => match call.map(|call| request::shorten_call_title(&call.display_title(), REFUSED)) {
                Some(title) => format!("{said} (refusing: {title})"),
                None => said,
            },
            None if plan.is_some() => format!("refused the plan \"{}\"", plan.unwrap_or_default()),
            // A refusal without words is not a choice, only a halt.
            None => return Ok(()),
        };
        self.write_event(entry, EventCategory::Correction, self.place.key_as_hex(), text)
    }

    fn write_failure_event(
        &mut self,
        outcome: &ToolOutcome<'_>,
        command: Option<&str>,
        title: Option<&str>,
        findings: &[Finding],
        entry: Option<i64>,
    ) -> Result<()> {
        let Some(command) = command else {
            // The agent sees such an answer and corrects its call; it is not an open question.
            let text = format!("{}: {}", title.unwrap_or("tool"), first_informative_line(&outcome.text));
            let event = self.place.new_event(
                EventCategory::Error,
                title.unwrap_or("tool"),
                classify::shorten_to_line(&text, 240),
            );
            return self.write_or_refresh_event(SessionEvent { entry, closed_at: Some(self.place.at), ..event });
        };
        // A command run through ctx has its error already, under the command itself.
        let says_nothing = attempt::exit_code_means_no(command, outcome.exit) || attempt::is_read_only_line(command);
        if says_nothing
            || attempt::runs_through_ctx(command)
            || attempt::stashes_and_restores_changes(command)
            || is_misdirected_call(&outcome.text)
        {
            return Ok(());
        }
        let key = attempt::attempt_key(command);
        self.write_event(entry, EventCategory::Error, key, describe_error(command, findings, &outcome.text))
    }

    /// A call that did what it was asked to.
    fn write_success_events(&mut self, call: &ToolCall, outcome: &ToolOutcome<'_>, entry: Option<i64>) -> Result<()> {
        let place = self.place;
        match &call.action {
            ToolCallAction::Shell { command, .. } => {
                self.write_found_events(command::find_git_and_install_events(command), entry)
            }
            ToolCallAction::Read { path } => {
                let shown = place.relative_to_project(path);
                self.write_event(entry, EventCategory::Read, shown, shown)
            }
            ToolCallAction::Edit { path, text } => self.write_edit(EventCategory::Edit, slice::from_ref(path), text),
            ToolCallAction::Write { path, text } => self.write_edit(EventCategory::Write, slice::from_ref(path), text),
            ToolCallAction::Patch { paths, text } => self.write_edit(EventCategory::Edit, paths, text),
            ToolCallAction::Tasks(tasks) => {
                for task in tasks {
                    let words = classify::shorten_to_line(&task.text, 200);
                    let closed_at = matches!(task.state, TaskState::Done | TaskState::Gone).then_some(place.at);
                    let event = place.new_event(EventCategory::Task, format!("list:{words}"), words);
                    self.write_or_refresh_event(SessionEvent { closed_at, entry, ..event })?;
                }
                Ok(self.batch.close_tasks_of_older_lists(&place.session, place.at)?)
            }
            ToolCallAction::TaskCreate { subject } => {
                let number = outcome
                    .text
                    .split_once('#')
                    .map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
                let words = classify::shorten_to_line(subject, 200);
                let key = number.filter(|number| !number.is_empty()).map_or_else(|| words.clone(), |n| format!("#{n}"));
                self.write_event(entry, EventCategory::Task, key, words)
            }
            ToolCallAction::TaskUpdate { id, state, subject } => {
                let closed_at = matches!(state, TaskState::Done | TaskState::Gone).then_some(place.at);
                let words =
                    subject.as_deref().map(|subject| classify::shorten_to_line(subject, 200)).unwrap_or_default();
                self.write_or_refresh_event(SessionEvent {
                    closed_at,
                    ..place.new_event(EventCategory::Task, format!("#{id}"), words)
                })
            }
            ToolCallAction::Subagent { title } => {
                let words = classify::shorten_to_line(title, 160);
                self.write_event(entry, EventCategory::Subagent, words.clone(), words)
            }
            ToolCallAction::Skill { name } => self.write_event(entry, EventCategory::Skill, name, name),
            ToolCallAction::Mcp { server, tool } => {
                let words = format!("{server} {tool}");
                self.write_event(entry, EventCategory::Mcp, words.clone(), words)
            }
            ToolCallAction::Plan { text } => {
                let words = format!("plan agreed: {}", heading_of_plan(text));
                self.write_event(entry, EventCategory::Decision, place.key_as_hex(), words)
            }
            ToolCallAction::Question { .. } if outcome.text.starts_with(request::CLARIFYING) => Ok(()),
            ToolCallAction::Question { text, ids } => {
                let answers = parse_questions_and_answers(text, ids, &outcome.text);
                for (index, (asked, answer)) in answers.into_iter().enumerate() {
                    let words = format!(
                        "{} → {}",
                        classify::shorten_to_line(&asked, 150),
                        classify::shorten_to_line(&answer, 500)
                    );
                    let key = format!("{}/{index}", place.key_as_hex());
                    self.write_event(entry, EventCategory::Decision, key, words)?;
                }
                Ok(())
            }
            ToolCallAction::Other { .. } => Ok(()),
        }
    }

    fn write_edit(&mut self, category: EventCategory, paths: &[String], text: &str) -> Result<()> {
        let place = self.place;
        let shown: Vec<&str> = paths.iter().map(|path| place.relative_to_project(path)).collect();
        let title = format!("{} {}", category.name(), shown.join(" "));
        let new = ImportedEntry { title: Some(&title), ..place.new_entry("edit") };
        let entry = self.write_entry_if_wanted(&new, text.as_bytes())?;
        for path in shown {
            self.write_event(entry, category, path, path)?;
        }
        Ok(())
    }
}

fn status_of_outcome(outcome: &ToolOutcome<'_>, is_command: bool) -> CommandEndStatus {
    match (outcome.exit, outcome.failed) {
        (Some(code), _) => CommandEndStatus::Exit(code),
        (None, Some(false)) if is_command => CommandEndStatus::Exit(0),
        _ => CommandEndStatus::Unknown,
    }
}

fn bytes_of_outcome<'o>(outcome: &'o ToolOutcome<'_>) -> Cow<'o, [u8]> {
    match (outcome.text.is_empty(), outcome.named.is_empty()) {
        (true, false) => Cow::Owned(format!("[{}]\n", outcome.named.join("]\n[")).into_bytes()),
        _ => Cow::Borrowed(outcome.text.as_bytes()),
    }
}

/// Bytes of the call that the user refused with his words.
const REFUSED: usize = 100;

fn heading_of_plan(text: &str) -> String {
    let heading = text.lines().map(|line| line.trim_start_matches(['#', ' '])).find(|line| !line.is_empty());
    classify::shorten_to_line(heading.unwrap_or_default(), 200)
}

/// The line of a call of a shell, and its directory.
fn shell_command_of_call(call: &ToolCall) -> Option<(&str, Option<&str>)> {
    match &call.action {
        ToolCallAction::Shell { command, cwd } => Some((command.as_str(), cwd.as_deref())),
        _ => None,
    }
}

/// The outcome of a call that no flag says to have failed, where the text does in the words of the host or of the runner:
/// in its first line, or below a command's output.
fn failure_told_by_text<'a>(outcome: &ToolOutcome<'a>, call: Option<&ToolCall>) -> Option<ToolOutcome<'a>> {
    if outcome.exit.is_some() || outcome.failed == Some(true) || outcome.refused || outcome.declined {
        return None;
    }
    let is_looking = |command: &str| attempt::is_surely_viewer_line(command) || attempt::is_read_only_line(command);
    let exit = match call.map(|call| &call.action) {
        Some(ToolCallAction::Shell { command, .. }) if !is_looking(command) => parse_nonzero_exit_code(&outcome.text),
        _ => None,
    };
    let is_refused = call.is_some() && outcome.text.starts_with("MCP error -");
    let failed = exit.is_some() || is_refused;
    failed.then(|| ToolOutcome { failed: Some(true), exit, ..outcome.clone() })
}

/// The whole output, where the transcript names a file for it that is still there. Only files in the folder that the agent
/// keeps beside the transcript are read, whatever path the transcript names.
fn read_persisted_output(path: &str, directory: &Path, session: &str) -> Option<Vec<u8>> {
    let name = Path::new(path).file_name()?;
    let session = Path::new(session).file_name()?;
    let places = [directory.join(session).join("tool-results").join(name), directory.join("tool-results").join(name)];
    places.into_iter().find_map(|place| {
        let meta = std::fs::symlink_metadata(&place).ok()?;
        (meta.is_file() && meta.len() <= LARGEST_OUTPUT).then(|| std::fs::read(&place).ok())?
    })
}
