//! The life of an error and of a task: met, worked on, settled by evidence. What nothing settled is not known to be done.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::key_sentences::{self, select_words_about_failure};
use super::request;
use super::turns;
use super::words::PhraseList;
use ctx_capture::brief::shorten_to_line;
use ctx_model::error::Result;
use ctx_model::{Category, Status, StoredEvent};
use ctx_secrets::Masker;
use ctx_shell::attempt::{self, FailedLine, SucceededLine};
use ctx_store::{EventScope, SessionStep, Store};

/// Bytes of the model's words about a failure.
const WORDS: usize = 200;
/// Bytes of an error that such words follow.
const ERROR: usize = 140;
/// Answers that are looked through for them.
const EXCUSED: usize = 8;
/// Tasks of a session that are looked at for when its lists were last touched.
const TASKS: u32 = 100;
/// Words with which a model says that all is done.
static DONE: PhraseList = PhraseList::new("lives.done");

/// A session, as far as the lives of its errors and tasks need it.
struct SessionHistory {
    steps: Vec<SessionStep>,
    /// Commands that succeeded, in their order.
    successes: Vec<Success>,
    /// When the model last said that all is done, with nothing left.
    done_at: Option<i64>,
}

struct Success {
    /// Its place among the steps.
    at: usize,
    may_settle_anything: bool,
    /// Parsed when it is first needed; none where it proves nothing.
    parsed: OnceCell<Option<SucceededLine>>,
}

impl SessionHistory {
    fn parsed_proof<'a>(&self, success: &'a Success) -> Option<&'a SucceededLine> {
        let parse = || {
            let command = self.steps[success.at].ended_command()?;
            let proves = !attempt::is_check_filtered(command)
                && !attempt::is_stash_trial(command)
                && !attempt::is_check_status_hidden(command);
            proves.then(|| SucceededLine::parse_line(command))
        };
        success.parsed.get_or_init(parse).as_ref()
    }
}

pub struct ErrorLifetimes<'a> {
    store: &'a Store,
    masker: &'a Masker,
    sessions: HashMap<String, SessionHistory>,
    /// When the lists of tasks were last touched, by session.
    touched: HashMap<String, i64>,
}

impl<'a> ErrorLifetimes<'a> {
    pub fn new(store: &'a Store, masker: &'a Masker) -> ErrorLifetimes<'a> {
        ErrorLifetimes { store, masker, sessions: HashMap::new(), touched: HashMap::new() }
    }

    fn cached_session(&mut self, name: &str) -> Result<&SessionHistory> {
        if !self.sessions.contains_key(name) {
            let session = self.read_session(name)?;
            self.sessions.insert(name.to_owned(), session);
        }
        Ok(&self.sessions[name])
    }

    fn read_session(&self, name: &str) -> Result<SessionHistory> {
        let steps = self.store.session_steps(name, &EventScope::default())?;
        let succeeded = |(at, step): (usize, &SessionStep)| {
            let command = step.ended_command().filter(|_| !step.failed && step.status == Status::Exit(0))?;
            let may_settle_anything = attempt::may_settle_anything(command);
            (!attempt::is_single_viewer(command)).then(|| Success { at, may_settle_anything, parsed: OnceCell::new() })
        };
        let successes = steps.iter().enumerate().filter_map(succeeded).collect();
        let last_reply = steps.iter().rev().find(|step| step.has_role("reply"));
        let done_at = match last_reply {
            Some(reply)
                if key_sentences::claims_completion(
                    &turns::masked_step_text(self.store, reply, self.masker)?,
                    &DONE,
                ) =>
            {
                Some(reply.at)
            }
            _ => None,
        };
        Ok(SessionHistory { steps, successes, done_at })
    }

    /// Closes the errors that a later command of their own session settled.
    pub fn resolve_settled_errors(&mut self, errors: &mut [StoredEvent]) -> Result<()> {
        let store = self.store;
        for error in errors.iter_mut().filter(|error| error.closed_at.is_none() && error.category == Category::Error) {
            let session = self.cached_session(&error.session)?;
            let Some(met) = step_of_error(&session.steps, error) else { continue };
            // The key of a long line is cut.
            let line = session.steps[met].ended_command().filter(|line| attempt::attempt_key(line) == error.key);
            let failed = FailedLine::parse_line(line.unwrap_or(&error.key));
            // The checks of a chain may pass one by one.
            let mut left = failed.check_indices();
            for success in session.successes.iter().filter(|success| success.at > met) {
                let by = &session.steps[success.at];
                let is_met = || by.ended_command().is_some_and(|line| failed.may_be_met_by_line(line));
                if !success.may_settle_anything && !is_met() {
                    continue;
                }
                let Some(done) = session.parsed_proof(success) else { continue };
                let before = left.len();
                done.remove_passed_checks(&failed, &mut left);
                let settles = left.is_empty() && before > 0 || done.settles_failure(&failed);
                if settles && store.success_covers_failure(by.row, session.steps[met].row)? {
                    (error.closed_at, error.closed_by) = (Some(by.at), Some(by.reference.clone()));
                    break;
                }
            }
        }
        Ok(())
    }

    /// What the model said first after an error, if it was before the error was settled: the cause, or what it does about it.
    pub fn first_model_words_after_error(&mut self, error: &StoredEvent) -> Result<Option<String>> {
        let session = self.cached_session(&error.session)?;
        let Some(met) = step_of_error(&session.steps, error) else { return Ok(None) };
        let until = error.closed_at.unwrap_or(i64::MAX);
        let after = session.steps[met + 1..].iter().take_while(|step| step.at <= until && !step.has_role("prompt"));
        let Some(reply) = after.into_iter().find(|step| step.has_role("reply")).cloned() else { return Ok(None) };
        let told = select_words_about_failure(&turns::masked_step_text(self.store, &reply, self.masker)?, WORDS);
        Ok((!told.is_empty()).then_some(told))
    }

    /// What was changed between a failure and the run that settled it: files, or the environment of the command.
    pub fn describe_change_until_passed(&mut self, error: &StoredEvent) -> Result<Option<String>> {
        let session = self.cached_session(&error.session)?;
        let passed = session.steps.iter().position(|step| Some(&step.reference) == error.closed_by.as_ref());
        let (Some(met), Some(passed)) = (step_of_error(&session.steps, error), passed) else { return Ok(None) };
        let between = session.steps.get(met + 1..passed).unwrap_or_default();
        let mut files: Vec<&str> = Vec::new();
        for step in between.iter().rev().filter(|step| step.has_role("edit")) {
            let path = step.title.as_deref().and_then(|title| title.split(' ').nth(1)).unwrap_or_default();
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            if !files.contains(&name) {
                files.push(name);
            }
        }
        files.truncate(2);
        // The same command in another environment.
        let set = |at: usize| -> Vec<String> {
            let line = session.steps[at].ended_command().unwrap_or_default();
            let checks = attempt::split_into_checks(line);
            let words = checks.first().map_or("", |check| &check.text).split(' ').map(str::to_owned);
            words.take_while(|word| word.contains('=')).collect()
        };
        let (before, after) = (set(met), set(passed));
        let is_set = before != after && !after.is_empty();
        let with = is_set.then(|| format!("with {}", after.join(" ")));
        let edited = (!files.is_empty()).then(|| format!("edited {}", files.join(", ")));
        let how: Vec<String> = with.into_iter().chain(edited).collect();
        Ok((!how.is_empty()).then(|| how.join(", ")))
    }

    /// The first call after a failed one that did not fail.
    pub fn describe_next_success(&mut self, error: &StoredEvent) -> Result<Option<String>> {
        let session = self.cached_session(&error.session)?;
        let Some(met) = step_of_error(&session.steps, error) else { return Ok(None) };
        let is_done = |step: &&SessionStep| matches!(step.role.as_deref(), Some("edit" | "result")) && !step.failed;
        let next = session.steps[met + 1..].iter().find(is_done);
        let words = next.and_then(|step| step.command.as_deref().or(step.title.as_deref()));
        // Of a path, its name.
        let name = |word: &str| word.rsplit('/').next().unwrap_or(word).to_owned();
        let words = words.map(|words| words.split(' ').map(name).collect::<Vec<_>>().join(" "));
        Ok(words.map(|words| format!("then {}", shorten_to_line(&words, 80))))
    }

    /// Adds to each check that still fails what the model said about it later: that it failed before, or for another cause.
    pub fn add_model_excuses(&mut self, errors: &mut [StoredEvent]) -> Result<()> {
        let (store, masker) = (self.store, self.masker);
        for error in errors.iter_mut().filter(|error| error.closed_at.is_none() && error.category == Category::Error) {
            let session = self.cached_session(&error.session)?;
            let Some(met) = step_of_error(&session.steps, error) else { continue };
            let after = session.steps[met + 1..].iter().take_while(|step| !step.has_role("prompt"));
            for reply in after.filter(|step| step.has_role("reply")).take(EXCUSED) {
                if let Some(words) = key_sentences::find_excuse(&turns::masked_step_text(store, reply, masker)?, WORDS)
                {
                    let text = std::mem::take(&mut error.text);
                    error.text = format!("{} (the model: {words})", shorten_to_line(&text, ERROR));
                    break;
                }
            }
        }
        Ok(())
    }

    /// The tasks that nothing shows to be done: neither a commit that names them, nor the model's word at the end.
    pub fn keep_open_tasks(&mut self, tasks: Vec<StoredEvent>) -> Result<Vec<StoredEvent>> {
        let mut kept = Vec::new();
        for task in tasks {
            if task.closed_at.is_some() || task.role.is_none() && task.session.is_empty() {
                continue;
            }
            let session = self.cached_session(&task.session)?;
            let listed = task.key.starts_with("list:") || task.key.starts_with("summary:") || task.key.starts_with('#');
            let is_settled = session.done_at.is_some_and(|at| at > task.at) || is_task_committed(&session.steps, &task);
            let is_done =
                listed && (is_settled || self.is_task_abandoned(&task)? || self.replies_show_task_done(&task)?);
            if !is_done {
                kept.push(task);
            }
        }
        Ok(kept)
    }
}

impl ErrorLifetimes<'_> {
    /// After the list of a task was last touched, the model answered and the user asked for something else.
    fn is_task_abandoned(&mut self, task: &StoredEvent) -> Result<bool> {
        if !self.touched.contains_key(&task.session) {
            let within = EventScope { session: Some(task.session.clone()), ..EventScope::default() };
            let tasks = self.store.newest_events(&within, Category::Task, false, TASKS)?;
            let times = tasks.iter().map(|other| other.closed_at.unwrap_or(other.at).max(other.at));
            self.touched.insert(task.session.clone(), times.fold(i64::MIN, i64::max));
        }
        let touched = self.touched[&task.session].max(task.at);
        let is_summed_up = task.key.starts_with("summary:");
        let session = self.cached_session(&task.session)?;
        let from = session.steps.partition_point(|step| step.at <= touched);
        let mut has_answered = false;
        for step in &session.steps[from..] {
            has_answered = match step.role.as_deref() {
                // A summary is overtaken as soon as the work has gone on.
                Some("prompt")
                    if has_answered && (is_summed_up || step.title.as_deref().is_some_and(request::is_request)) =>
                {
                    return Ok(true);
                }
                Some("reply") => true,
                Some("summary" | "report" | "recap" | "prompt") => has_answered,
                _ => false,
            };
        }
        Ok(false)
    }
}

/// The answers after a task that are looked through.
const ANSWERS: usize = 30;

impl ErrorLifetimes<'_> {
    /// An answer after a task names it as done; or the turn of its list ended with an answer that leaves nothing open, after
    /// a check that passed.
    fn replies_show_task_done(&mut self, task: &StoredEvent) -> Result<bool> {
        let (store, masker) = (self.store, self.masker);
        let session = self.cached_session(&task.session)?;
        let from = session.steps.partition_point(|step| step.at <= task.at);
        let is_reply = |step: &&SessionStep| step.has_role("reply");
        for reply in session.steps[from..].iter().rev().filter(is_reply).take(ANSWERS) {
            if key_sentences::says_task_is_done(&turns::masked_step_text(store, reply, masker)?, &task.text) {
                return Ok(true);
            }
        }
        let turn = session.steps[from..].iter().take_while(|step| !step.has_role("prompt")).count();
        let is_over = from + turn < session.steps.len();
        let last = session.steps[from..from + turn].last().filter(|last| last.has_role("reply"));
        let Some(last) = last.filter(|_| is_over && task.key.starts_with("list:")) else { return Ok(false) };
        let passed = session.successes.iter().any(|success| {
            (from..from + turn).contains(&success.at)
                && session.parsed_proof(success).is_some_and(SucceededLine::is_check_line)
        });
        Ok(passed && key_sentences::mentions_no_open_work(&turns::masked_step_text(store, last, masker)?))
    }
}

/// The place of an error's failure among the steps of its session.
fn step_of_error(steps: &[SessionStep], error: &StoredEvent) -> Option<usize> {
    let by_entry = error.reference.as_ref().and_then(|entry| steps.iter().position(|step| step.reference == *entry));
    by_entry.or_else(|| steps.iter().rposition(|step| step.at <= error.at))
}

/// A commit after the task has half of its telling words.
fn is_task_committed(steps: &[SessionStep], task: &StoredEvent) -> bool {
    let folded = request::normalise_request(&task.text);
    let words: Vec<&str> = folded.split(' ').filter(|word| word.len() > 3).collect();
    let names = |command: &str| {
        let command = request::normalise_request(command);
        words.iter().filter(|word| command.contains(**word)).count() * 2 > words.len()
    };
    let later = steps.iter().filter(|step| step.at > task.at && !step.failed);
    words.len() > 1 && later.filter_map(SessionStep::ended_command).any(|ran| ran.contains("git commit") && names(ran))
}
