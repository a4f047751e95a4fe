//! The life of an error and of a task: met, worked on, settled by evidence. What nothing settled is not known to be done.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::brief::BriefLine;
use super::key_sentences::{self, select_words_about_failure};
use super::phrase_list::PhraseList;
use super::request;
use super::step_texts::masked_end_of_step;
use ctx_capture::event_words::shorten_to_line;
use ctx_model::env::unix_time_ms;
use ctx_model::error::Result;
use ctx_model::{CommandEndStatus, EventCategory, StoredEvent};
use ctx_secrets::Masker;
use ctx_shell::attempt::{self, FailedCommandLine, SucceededCommandLine};
use ctx_store::{SessionEventFilter, SessionStep, Store};

/// Bytes of the model's words about a failure.
const WORDS: usize = 220;
/// Bytes of an error that such words follow.
const ERROR: usize = 140;
/// Answers that are looked through for them: between a failure and its cure, and after one that was not settled.
const CURED: usize = 12;
const EXCUSED: usize = 8;
/// A failure that is not a failed check is told at most this long, and only where nobody speaks about it.
const IN_PASSING: i64 = 12 * 3_600_000;
/// Tasks of a session that are looked at for when its lists were last touched.
const TASKS: u32 = 100;
/// Tasks that were written down within so many milliseconds are of one list.
const SAME_LIST: i64 = 10 * 60_000;
/// Words with which a model says that all is done.
static DONE: PhraseList = PhraseList::new("lives.done");

/// A session, as far as the lives of its errors and tasks need it.
struct SessionHistory {
    steps: Vec<SessionStep>,
    /// Commands that succeeded, in their order.
    successes: Vec<SuccessfulStep>,
    /// When the last commit was made.
    committed_at: Option<i64>,
    /// When the model last said that all is done, with nothing left.
    done_at: Option<i64>,
}

struct SuccessfulStep {
    /// Its place among the steps.
    at: usize,
    may_settle_anything: bool,
    /// Parsed when it is first needed; none where it proves nothing.
    parsed: OnceCell<Option<SucceededCommandLine>>,
}

impl SessionHistory {
    fn parsed_if_proof<'a>(&self, success: &'a SuccessfulStep) -> Option<&'a SucceededCommandLine> {
        let parse = || {
            let command = self.steps[success.at].ended_command()?;
            let proves = !attempt::is_check_filtered(command)
                && !attempt::stashes_and_restores_changes(command)
                && !attempt::is_check_status_hidden(command);
            proves.then(|| SucceededCommandLine::parse_line(command))
        };
        success.parsed.get_or_init(parse).as_ref()
    }
}

/// The lives of errors and tasks, with the sessions that were read for them.
pub struct ErrorAndTaskLifetimes<'a> {
    store: &'a Store,
    masker: &'a Masker,
    sessions: HashMap<String, SessionHistory>,
}

impl<'a> ErrorAndTaskLifetimes<'a> {
    pub fn new(store: &'a Store, masker: &'a Masker) -> ErrorAndTaskLifetimes<'a> {
        ErrorAndTaskLifetimes { store, masker, sessions: HashMap::new() }
    }

    fn cached_or_read_session(&mut self, name: &str) -> Result<&SessionHistory> {
        if !self.sessions.contains_key(name) {
            let session = self.read_session_history(name)?;
            self.sessions.insert(name.to_owned(), session);
        }
        Ok(&self.sessions[name])
    }

    fn read_session_history(&self, name: &str) -> Result<SessionHistory> {
        let steps = self.store.session_steps(name, &SessionEventFilter::default())?;
        let succeeded = |(at, step): (usize, &SessionStep)| {
            let command = step.ended_command().filter(|_| !step.failed && step.status == CommandEndStatus::Exit(0))?;
            let may_settle_anything = attempt::line_may_settle_any_failure(command);
            (!attempt::is_surely_viewer_line(command)).then(|| SuccessfulStep {
                at,
                may_settle_anything,
                parsed: OnceCell::new(),
            })
        };
        let successes = steps.iter().enumerate().filter_map(succeeded).collect();
        let commits =
            |step: &&SessionStep| !step.failed && step.ended_command().is_some_and(|ran| ran.contains("git commit"));
        let committed_at = steps.iter().rev().find(commits).map(|step| step.at);
        let last_reply = steps.iter().rev().find(|step| step.has_role("reply"));
        let mut done_at = None;
        if let Some(reply) = last_reply {
            let words = masked_end_of_step(self.store, reply, self.masker)?;
            done_at = key_sentences::claims_completion(&words, &DONE).then_some(reply.at);
        }
        Ok(SessionHistory { steps, successes, committed_at, done_at })
    }

    /// Closes the errors that a later command of their own session settled.
    pub fn mark_settled_errors(&mut self, errors: &mut [StoredEvent]) -> Result<()> {
        let store = self.store;
        for error in
            errors.iter_mut().filter(|error| error.closed_at.is_none() && error.category == EventCategory::Error)
        {
            let session = self.cached_or_read_session(&error.session)?;
            let Some(met) = step_of_error(&session.steps, error) else { continue };
            // The key of a long line is cut.
            let line = session.steps[met].ended_command().filter(|line| attempt::attempt_key(line) == error.key);
            let failed = FailedCommandLine::parse_line(line.unwrap_or(&error.key));
            // The checks of a chain may pass one by one.
            let mut left = failed.check_indices();
            for success in session.successes.iter().filter(|success| success.at > met) {
                let by = &session.steps[success.at];
                let is_met = || by.ended_command().is_some_and(|line| failed.may_be_settled_by_line(line));
                if !success.may_settle_anything && !is_met() {
                    continue;
                }
                let Some(done) = session.parsed_if_proof(success) else { continue };
                let before = left.len();
                done.remove_passed_checks(&failed, &mut left);
                let settles = left.is_empty() && before > 0 || done.settles_failure(&failed);
                if settles && store.success_directory_covers_failure(by.row, session.steps[met].row)? {
                    (error.closed_at, error.closed_by) = (Some(by.at), Some(by.reference.clone()));
                    break;
                }
            }
        }
        Ok(())
    }

    /// Failed checks that nothing settled, as many as are wanted: neither a later run, nor a commit or the model's word at the
    /// end that all is done. One that the model called somebody else's is told with its words.
    pub fn keep_open_errors(&mut self, errors: Vec<StoredEvent>, most: usize) -> Result<Vec<StoredEvent>> {
        let mut kept = Vec::new();
        let is_new = |error: &StoredEvent| error.at > unix_time_ms() - IN_PASSING;
        let may_be_told = |error: &StoredEvent| error.closed_at.is_none() && (is_failed_check(error) || is_new(error));
        for error in errors.into_iter().filter(may_be_told) {
            if kept.len() >= most {
                break;
            }
            // Where people and models speak, what failed in passing is not an open question.
            let is_spoken = |step: &SessionStep| step.has_role("prompt") || step.has_role("reply");
            if !is_failed_check(&error) && self.cached_or_read_session(&error.session)?.steps.iter().any(is_spoken) {
                continue;
            }
            let mut one = [error];
            self.mark_settled_errors(&mut one)?;
            let [mut error] = one;
            if error.closed_at.is_some() {
                continue;
            }
            let excuse =
                self.find_words_after_error(&error, EXCUSED, false, key_sentences::find_unrelated_failure_claim)?;
            let session = self.cached_or_read_session(&error.session)?;
            let is_over = session.committed_at.max(session.done_at).is_some_and(|at| at > error.at);
            if let Some(words) = excuse {
                error.text = format!("{} (the model: {words})", shorten_to_line(&error.text, ERROR));
            } else if is_over {
                continue;
            }
            kept.push(error);
        }
        Ok(kept)
    }

    /// What failed and passed later, the newest first: the error, and the model's words about it. The same error is told once;
    /// those that the model said nothing about come last.
    pub fn solved_error_lines(&mut self, errors: &[StoredEvent], most: usize) -> Result<Vec<BriefLine>> {
        let mut lines: Vec<BriefLine> = Vec::new();
        for error in errors.iter().filter(|error| error.closed_by.is_some() && is_failed_check(error)) {
            let (command, said) = error.text.split_once(": ").unwrap_or(("", &error.text));
            // The first words are a guess, the last ones before it passed are the cure.
            let about_it = |text: &str, most: usize| {
                select_words_about_failure(text, most).filter(|words| share_uncommon_word(said, words))
            };
            // What was settled was no failure that had been there before.
            let is_excuse = |words: &String| key_sentences::find_unrelated_failure_claim(words, WORDS).is_some();
            let words = self.find_words_after_error(error, CURED, true, about_it)?.filter(|words| !is_excuse(words));
            // Where a model speaks, a failure that it has no word about was in passing.
            let speaks = self.cached_or_read_session(&error.session)?.steps.iter().any(|step| step.has_role("reply"));
            if words.is_none() && speaks {
                continue;
            }
            let by = error.closed_by.as_ref().map(|by| format!(" [ctx:{by}]")).unwrap_or_default();
            let discount = if words.is_some() { 0 } else { 70 };
            let text = match words {
                Some(words) => format!("{} → {words} → passed{by}", shorten_to_line(said, 90)),
                None => format!("{command}: {} → passed{by}", shorten_to_line(said, 90)),
            };
            // Of a check that failed in several ways, one way without words is enough.
            let is_same_check = |line: &BriefLine| discount > 0 && line.text.ends_with(&format!("→ passed{by}"));
            if !lines.iter().any(|line| line.text.get(..40) == text.get(..40) || is_same_check(line)) {
                lines.push(BriefLine { discount, ..BriefLine::of_event(error, text) });
            }
        }
        lines.sort_by_key(|line| line.discount);
        lines.truncate(most);
        Ok(lines)
    }

    /// What one of so many answers after an error says about it, before the error was settled or the user spoke.
    fn find_words_after_error(
        &mut self,
        error: &StoredEvent,
        answers: usize,
        takes_last: bool,
        find: impl Fn(&str, usize) -> Option<String>,
    ) -> Result<Option<String>> {
        let (store, masker) = (self.store, self.masker);
        let session = self.cached_or_read_session(&error.session)?;
        let Some(met) = step_of_error(&session.steps, error) else { return Ok(None) };
        let until = error.closed_at.unwrap_or(i64::MAX);
        let after = session.steps[met + 1..].iter().take_while(|step| step.at <= until && !step.has_role("prompt"));
        let mut found = None;
        for reply in after.filter(|step| step.has_role("reply")).take(answers) {
            found = find(&masked_end_of_step(store, reply, masker)?, WORDS).or(found);
            if found.is_some() && !takes_last {
                break;
            }
        }
        Ok(found)
    }

    /// The tasks that nothing shows to be done: neither a commit that names them, nor the model's word at the end, nor an
    /// answer after which the user went on to something else.
    pub fn keep_open_tasks(&mut self, tasks: Vec<StoredEvent>) -> Result<Vec<StoredEvent>> {
        let mut kept = Vec::new();
        let mut touched: HashMap<String, (i64, Vec<(i64, i64)>)> = HashMap::new();
        for task in tasks {
            if task.closed_at.is_some() || task.role.is_none() && task.session.is_empty() {
                continue;
            }
            // What somebody wrote down stands until it is closed.
            if !["list:", "#"].iter().any(|kind| task.key.starts_with(kind)) {
                kept.push(task);
                continue;
            }
            if !touched.contains_key(&task.session) {
                let within = SessionEventFilter::of_session(&task.session);
                let tasks = self.store.newest_events(&within, EventCategory::Task, false, TASKS)?;
                let times = tasks.iter().map(|other| other.closed_at.unwrap_or(other.at).max(other.at));
                let closings = tasks.iter().filter_map(|other| Some((other.first_at, other.closed_at?))).collect();
                touched.insert(task.session.clone(), (times.fold(i64::MIN, i64::max), closings));
            }
            let (touched, closings) = &touched[&task.session];
            // A list that was ticked off later is kept up to date: what stands open in it is open.
            let is_of_list = |first_at: &i64| (first_at - task.first_at).abs() < SAME_LIST;
            let ticked = closings.iter().filter(|(first_at, _)| is_of_list(first_at)).map(|(_, at)| *at).max();
            let since = ticked.unwrap_or(task.at).max(task.at);
            let session = self.cached_or_read_session(&task.session)?;
            let is_over = has_user_moved_on(&session.steps, (*touched).max(task.at))
                || session.done_at.is_some_and(|at| at > since)
                || is_task_committed(&session.steps, &task.text, since);
            if !is_over {
                kept.push(task);
            }
        }
        Ok(kept)
    }
}

/// After that time the model answered, and the user asked for something else.
fn has_user_moved_on(steps: &[SessionStep], since: i64) -> bool {
    let mut has_answered = false;
    for step in steps.iter().filter(|step| step.at > since) {
        match step.role.as_deref() {
            Some("prompt") if has_answered && step.title.as_deref().is_some_and(request::is_request) => return true,
            Some("reply") => has_answered = true,
            Some("summary" | "report" | "recap" | "plan" | "prompt") => {}
            _ => has_answered = false,
        }
    }
    false
}

/// A check that ran and failed; a line that the shell could not read never ran.
fn is_failed_check(error: &StoredEvent) -> bool {
    let said = error.text.to_lowercase();
    let shells = ["zsh:", "bash:", "sh: ", "(eval):"];
    let is_unread =
        ["parse error", "syntax error", "unmatched", "unexpected eof"].iter().any(|word| said.contains(word));
    // A program that was built for a try is no check of the project.
    let program = error.key.split(' ').next().unwrap_or_default();
    let is_trial = program.rsplit_once('/').is_some_and(|(folder, _)| folder.ends_with("/tmp"));
    attempt::is_check_line(&error.key) && !is_trial && !(is_unread && shells.iter().any(|shell| said.contains(shell)))
}

/// The place of an error's failure among the steps of its session.
fn step_of_error(steps: &[SessionStep], error: &StoredEvent) -> Option<usize> {
    let by_entry = error.reference.as_ref().and_then(|entry| steps.iter().position(|step| step.reference == *entry));
    by_entry.or_else(|| steps.iter().rposition(|step| step.at <= error.at))
}

/// A commit after the task has half of its telling words.
fn is_task_committed(steps: &[SessionStep], task: &str, since: i64) -> bool {
    let folded = request::normalise_request(task);
    let words: Vec<&str> = folded.split(' ').filter(|word| word.len() > 3).collect();
    let names = |command: &str| {
        let command = request::normalise_request(command);
        words.iter().filter(|word| command.contains(**word)).count() * 2 > words.len()
    };
    let later = steps.iter().filter(|step| step.at > since && !step.failed);
    words.len() > 1 && later.filter_map(SessionStep::ended_command).any(|ran| ran.contains("git commit") && names(ran))
}

/// An error and what the model said after it name the same thing.
fn share_uncommon_word(error: &str, words: &str) -> bool {
    let words = key_sentences::long_words(words);
    key_sentences::long_words(error).iter().any(|word| words.contains(word) && !COMMON.contains(&word.as_str()))
}

/// Words that every failure is told with.
static COMMON: PhraseList = PhraseList::new("lifetimes.common");
