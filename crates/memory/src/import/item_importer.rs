//! From items to entries and events: calls joined with their results, each thing once.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::ImportCounts;
use super::exported;
use super::hook_reports;
use super::output_summary::OutputSummariser;
use super::place::{TranscriptItemContext, item_key};
use super::tool_results::CallContext;
use super::writer::{ItemWriter, WriteExtent};
use crate::session::{classify, dropped};
use ctx_agents::transcripts::{
    self, ItemBody, PendingOutput, ReaderState, ToolCall, ToolOutcome, TranscriptFormat, TranscriptItem,
};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_model::{EventCategory, scope};
use ctx_store::{self, ImportBatch};

/// Beside the kinds of items: a result by its id alone.
const ONCE: u8 = 10;
/// Calls without a result that are remembered; an agent has a handful open at most.
const OPEN_CALLS: usize = 1000;

/// One transcript while it is read.
#[derive(Default)]
pub struct TranscriptReading {
    pub state: ReaderState,
    pub calls: HashMap<String, ToolCall>,
    pub directory: PathBuf,
    /// The entries of results by their calls, for hosts that clear them later.
    pub results: HashMap<String, i64>,
    /// The time of lines without one.
    pub fallback_at: i64,
    /// Older items are left out …
    pub since: Option<i64>,
    /// … and then the file counts as unread.
    pub left_out: bool,
}

/// Where the items of a transcript go.
pub struct ImportSink<'a, 'b> {
    pub batch: &'a mut ImportBatch<'b>,
    pub tally: &'a mut ImportCounts,
    pub summariser: Option<&'a OutputSummariser<'a>>,
}

/// State that is kept from file to file.
#[derive(Default)]
pub struct ItemImporter {
    /// Git roots of directories on this machine.
    roots: HashMap<String, Option<String>>,
    known_sessions: HashSet<(String, Option<String>)>,
    /// Whether hooks reported on a session while it went on.
    told_live: HashMap<String, bool>,
    pub sessions: HashSet<String>,
    pub projects: HashSet<String>,
}

impl ItemImporter {
    pub fn import_item(
        &mut self,
        item: TranscriptItem<'_>,
        format: TranscriptFormat,
        thread: &mut TranscriptReading,
        into: ImportSink<'_, '_>,
    ) -> Result<()> {
        let ImportSink { batch, tally, summariser } = into;
        let Some(item) = hold_until_result(item, thread) else { return Ok(()) };
        let agent = format.name();
        let (kind, content) = body_identity(&item.body);
        let key = item_key(agent, &item.id, kind, content);
        let told = item.at.or(thread.state.last_at);
        let at = told.unwrap_or(thread.fallback_at);
        thread.state.last_at = Some(at);
        if told.is_some_and(|at| thread.since.is_some_and(|since| at < since)) {
            thread.left_out = true;
            if let ItemBody::Outcome(outcome) = &item.body {
                thread.calls.remove(&*outcome.call);
            }
            return Ok(());
        }
        if let ItemBody::Spent(spent) = &item.body {
            return self.write_token_usage(spent, &item, (agent, at), thread, batch);
        }
        let mut call = match &item.body {
            ItemBody::Outcome(outcome) => thread.calls.remove(&*outcome.call),
            _ => None,
        };
        let printed = call.as_mut().and_then(|call| call.printed.take());
        if let Some((reference, key)) = printed.as_ref().and_then(|printed| printed.stored.as_ref()) {
            batch.delete_imported_entry(reference, key)?;
        }
        if let Some((reference, key)) = call.as_mut().and_then(|call| call.noted.take()) {
            batch.delete_imported_entry(&reference, &key)?;
        }
        // If a result is written again with another text, the first one counts.
        let once = matches!(&item.body, ItemBody::Outcome(outcome) if outcome.once);
        let again = once && !batch.claim_import_key(&item_key(agent, &item.id, ONCE, item.session.as_bytes()))?;
        if !batch.claim_import_key(&key)? || again {
            tally.skipped += 1;
            return Ok(());
        }
        count_item(&item.body, call.as_ref(), tally);
        let (parent, session) = (item.session.to_string(), session_of_item(&item));
        let project = item.cwd.as_deref().map(|cwd| self.find_project_of_directory(cwd, &mut thread.state));
        let mut place = TranscriptItemContext {
            agent,
            session,
            cwd: item.cwd.as_deref(),
            project,
            branch: item.branch.as_deref(),
            at,
            key,
            is_side: item.sidechain.is_some(),
        };
        let told = self.attach_run_or_find_hook_coverage(batch, &place, &item.body, call.as_ref())?;
        let mode = match told {
            hook_reports::HookCoverage::No => WriteExtent::Whole,
            hook_reports::HookCoverage::Events(key) => {
                place.key = key.unwrap_or(place.key);
                WriteExtent::Again
            }
            hook_reports::HookCoverage::All => {
                self.write_session_once(batch, &place, item.sidechain.is_some().then_some(&*parent))?;
                tally.skipped += 1;
                return Ok(());
            }
        };
        if !matches!(item.body, ItemBody::Entry(_) | ItemBody::Event(_)) {
            self.write_session_once(batch, &place, item.sidechain.is_some().then_some(&*parent))?;
        }
        let mut writer = ItemWriter { batch, tally, place: &place, mode, row: None };
        let answered = match &item.body {
            ItemBody::Cleared(calls) => return write_events_for_cleared_results(&mut writer, calls, &thread.results),
            ItemBody::Outcome(outcome) => Some(outcome.call.to_string()),
            _ => None,
        };
        let around = CallContext { call: call.as_ref(), directory: &thread.directory, session: &parent, summariser };
        write_item(&mut writer, item.body, printed, &around)?;
        if let (Some(call), Some(row)) = (answered, writer.row) {
            thread.results.insert(call, row);
        }
        Ok(())
    }

    /// What live hooks have reported of this already.
    fn attach_run_or_find_hook_coverage(
        &mut self,
        batch: &mut ImportBatch<'_>,
        place: &TranscriptItemContext<'_>,
        body: &ItemBody<'_>,
        call: Option<&ToolCall>,
    ) -> Result<hook_reports::HookCoverage> {
        if let (ItemBody::Outcome(outcome), Some(call)) = (body, call)
            && let Some(run) =
                hook_reports::claim_recorded_run(batch, place, call, outcome, hook_reports::RunClaimedBy::Import)?
        {
            // Its output and its events are in the store; the transcript has at most a copy.
            batch.move_run_to_session(run, &place.session)?;
            return Ok(hook_reports::HookCoverage::All);
        }
        let told_live = match self.told_live.get(&place.session) {
            Some(told) => *told,
            None => {
                let told = hook_reports::has_hook_reports(batch, &place.session)?;
                self.told_live.insert(place.session.clone(), told);
                told
            }
        };
        match told_live {
            true => hook_reports::hook_coverage_of_item(batch, &place.session, body, call),
            false => Ok(hook_reports::HookCoverage::No),
        }
    }

    fn write_token_usage(
        &mut self,
        spent: &transcripts::TokenUsage,
        item: &TranscriptItem<'_>,
        (agent, at): (&str, i64),
        thread: &mut TranscriptReading,
        batch: &mut ImportBatch<'_>,
    ) -> Result<()> {
        let project = item.cwd.as_deref().map(|cwd| self.find_project_of_directory(cwd, &mut thread.state));
        let session = session_of_item(item);
        batch.merge_token_usage(&ctx_store::AnswerTokens {
            agent,
            id: &spent.id,
            at,
            session: &session,
            project: project.as_deref(),
            model: &spent.model,
            input: spent.input,
            cache_read: spent.cache_read,
            cache_write: spent.cache_write,
            output: spent.output,
        })?;
        Ok(())
    }

    /// Writes the calls whose answer has not come by the end of the file: what their command has printed so far, or a note of
    /// the call. The answer, if it comes, takes the place of either.
    pub fn write_unanswered_calls(
        &mut self,
        format: TranscriptFormat,
        thread: &mut TranscriptReading,
        batch: &mut ImportBatch<'_>,
        tally: &mut ImportCounts,
    ) -> Result<()> {
        let mut waiting: Vec<String> = thread.calls.keys().cloned().collect();
        waiting.sort();
        let (cwd, branch) = (thread.state.cwd.clone(), thread.state.branch.clone());
        let session = thread.state.session.clone();
        for id in waiting {
            let Some(call) = thread.calls.get(&id).cloned() else { continue };
            let told_at = call.printed.as_ref().map_or(call.at, |printed| printed.at);
            let at = told_at.or(thread.state.last_at).unwrap_or(thread.fallback_at);
            let key = match &call.printed {
                Some(printed) if printed.stored.is_some() => continue,
                None if call.noted.is_some() => continue,
                Some(printed) => item_key(format.name(), &format!("{id}/printed"), 4, printed.text.as_bytes()),
                None => item_key(format.name(), &format!("{session}/{id}/open"), 4, b""),
            };
            if thread.since.is_some_and(|since| at < since) {
                thread.left_out |= call.printed.is_some();
                continue;
            }
            tally.tool_results += u64::from(call.printed.is_some());
            if !batch.claim_import_key(&key)? {
                tally.skipped += u64::from(call.printed.is_some());
                continue;
            }
            let project = cwd.as_deref().map(|cwd| self.find_project_of_directory(cwd, &mut thread.state));
            let place = TranscriptItemContext {
                agent: format.name(),
                session: session.clone(),
                cwd: cwd.as_deref(),
                project,
                branch: branch.as_deref(),
                at,
                key,
                is_side: false,
            };
            self.write_session_once(batch, &place, None)?;
            if attach_recorded_run(batch, &place, &call)? {
                tally.skipped += 1;
                continue;
            }
            let stored = (EntryId::random_id().as_str().to_owned(), key);
            if let Some((reference, key)) = call.noted.as_ref().filter(|_| call.printed.is_some()) {
                batch.delete_imported_entry(reference, key)?;
            }
            let mut writer = ItemWriter { batch, tally, place: &place, mode: WriteExtent::Whole, row: None };
            match &call.printed {
                Some(printed) => writer.write_command_output(Some(&call), printed, "result", Some(&stored.0))?,
                None => writer.write_call_without_result(&call, &stored.0)?,
            }
            let Some(call) = thread.calls.get_mut(&id) else { continue };
            match &mut call.printed {
                Some(printed) => (printed.stored, call.noted) = (Some(stored), None),
                None => call.noted = Some(stored),
            }
        }
        Ok(())
    }

    /// Sessions are written again when they are met next.
    pub fn forget_sessions(&mut self) {
        self.known_sessions.clear();
    }

    /// The git root on this machine, else the directory where the conversation began, else the directory itself.
    fn find_project_of_directory(&mut self, cwd: &str, state: &mut ReaderState) -> String {
        let root = self
            .roots
            .entry(cwd.to_owned())
            .or_insert_with(|| scope::git_root(Path::new(cwd)).map(|root| root.to_string_lossy().into_owned()));
        let began = state.project.get_or_insert_with(|| root.clone().unwrap_or_else(|| cwd.to_owned()));
        match root {
            Some(root) => root.clone(),
            None if cwd.strip_prefix(&**began).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) => {
                began.clone()
            }
            None => cwd.to_owned(),
        }
    }

    fn write_session_once(
        &mut self,
        batch: &mut ImportBatch<'_>,
        place: &TranscriptItemContext<'_>,
        parent: Option<&str>,
    ) -> Result<()> {
        if self.known_sessions.insert((place.session.clone(), place.branch.map(str::to_owned))) {
            batch.upsert_session_keeping_project(
                &place.session,
                place.agent,
                (place.project.as_deref(), place.branch),
                parent,
            )?;
            self.sessions.insert(place.session.clone());
        }
        if let Some(project) = place.project.as_ref().filter(|project| !self.projects.contains(*project)) {
            self.projects.insert(project.clone());
        }
        Ok(())
    }
}

/// A side conversation has a session of its own below that one.
fn session_of_item(item: &TranscriptItem<'_>) -> String {
    match &item.sidechain {
        Some(side) => format!("{}/{side}", item.session),
        None => item.session.to_string(),
    }
}

/// Whether ctx recorded the run itself that a call has printed something of; then it belongs to this session.
fn attach_recorded_run(
    batch: &mut ImportBatch<'_>,
    place: &TranscriptItemContext<'_>,
    call: &ToolCall,
) -> Result<bool> {
    let Some(printed) = &call.printed else { return Ok(false) };
    let outcome =
        ToolOutcome { text: Cow::Borrowed(&printed.text), duration_ms: printed.duration_ms, ..ToolOutcome::default() };
    let run = hook_reports::claim_recorded_run(batch, place, call, &outcome, hook_reports::RunClaimedBy::Import)?;
    if let Some(run) = run {
        batch.move_run_to_session(run, &place.session)?;
    }
    Ok(run.is_some())
}

/// Adds an item to the numbers of the import.
fn count_item(body: &ItemBody<'_>, call: Option<&ToolCall>, tally: &mut ImportCounts) {
    match body {
        ItemBody::Prompt(_) => tally.prompts += 1,
        ItemBody::Brief(_) => tally.briefs += 1,
        ItemBody::Summary(_) => tally.compact_summaries += 1,
        ItemBody::Outcome(outcome) => {
            tally.tool_results += 1;
            let failed = outcome.has_failed();
            tally.failed_results += u64::from(failed);
            let changes = call.is_some_and(|call| call.action.is_file_edit());
            tally.edits += u64::from(changes && !failed);
        }
        _ => {}
    }
}

/// The number of a body's kind and the bytes by which it is recognised again.
fn body_identity<'b>(body: &'b ItemBody<'_>) -> (u8, &'b [u8]) {
    match body {
        ItemBody::Prompt(text) => (1, text.as_bytes()),
        ItemBody::Reply(text) => (2, text.as_bytes()),
        ItemBody::Summary(text) => (3, text.as_bytes()),
        ItemBody::Outcome(outcome) => (4, outcome.text.as_bytes()),
        ItemBody::Title(text) => (5, text.as_bytes()),
        ItemBody::Rule { path, .. } => (6, path.as_bytes()),
        ItemBody::Boundary => (7, b""),
        ItemBody::Cleared(calls) => (15, calls.first().map_or(b"", |call| call.as_bytes())),
        ItemBody::Entry(entry) => (8, entry.session.as_deref().unwrap_or_default().as_bytes()),
        ItemBody::Event(event) => (9, event.session.as_bytes()),
        ItemBody::Brief(text) => (11, text.as_bytes()),
        ItemBody::Report { text, .. } => (12, text.as_bytes()),
        ItemBody::Recap(text) => (13, text.as_bytes()),
        ItemBody::PullRequest { url, .. } => (14, url.as_bytes()),
        ItemBody::Call(_) | ItemBody::Printed(_) | ItemBody::Spent(_) => (0, b""),
    }
}

/// A call waits for its result, and so does what a command has printed so far; everything else comes back.
fn hold_until_result<'i>(item: TranscriptItem<'i>, thread: &mut TranscriptReading) -> Option<TranscriptItem<'i>> {
    match item.body {
        ItemBody::Call(call) => {
            if thread.calls.len() < OPEN_CALLS {
                thread.calls.insert(call.id.clone(), ToolCall { at: item.at, ..call });
            }
            None
        }
        ItemBody::Printed(call) => {
            if let Some(asked) = thread.calls.get_mut(&call.id) {
                asked.printed = call.printed;
            } else if thread.calls.len() < OPEN_CALLS {
                thread.calls.insert(call.id.clone(), call);
            }
            None
        }
        _ => Some(item),
    }
}

/// Writes one thing that was said or done.
fn write_item(
    writer: &mut ItemWriter<'_, '_>,
    body: ItemBody<'_>,
    printed: Option<PendingOutput>,
    around: &CallContext<'_>,
) -> Result<()> {
    let place = writer.place;
    match body {
        ItemBody::Prompt(text) => writer.write_prompt(&text),
        ItemBody::Brief(text) => writer.write_generated_prompt(&text),
        ItemBody::Report { name, text } => writer.write_subagent_report(&name, &text),
        ItemBody::Recap(text) => writer.write_recap(&text),
        ItemBody::PullRequest { number, url } => {
            let text = format!("pull request #{number} {url}");
            writer.write_event(None, EventCategory::Git, format!("pr:{url}"), text)
        }
        ItemBody::Reply(text) => writer.write_reply(&text),
        ItemBody::Summary(text) => writer.write_compaction_summary(&text),
        ItemBody::Boundary => {
            writer.write_event(None, EventCategory::Summary, place.key_as_hex(), "conversation compacted")
        }
        ItemBody::Title(text) => {
            Ok(writer.batch.set_session_title(&place.session, &classify::shorten_to_line(&text, 200))?)
        }
        ItemBody::Outcome(outcome) => {
            writer.write_tool_result(&outcome, around)?;
            // The model got less than there was.
            match printed.filter(|printed| printed.text.len() > outcome.text.len()) {
                Some(printed) => writer.write_command_output(around.call, &printed, "output", None),
                None => Ok(()),
            }
        }
        ItemBody::Entry(entry) => exported::import_exported_entry(writer, &entry),
        ItemBody::Event(event) => exported::import_exported_event(writer, &event),
        ItemBody::Call(_)
        | ItemBody::Printed(_)
        | ItemBody::Spent(_)
        | ItemBody::Cleared(_)
        | ItemBody::Rule { .. } => Ok(()),
    }
}

/// Notes the results that the host cleared.
fn write_events_for_cleared_results(
    writer: &mut ItemWriter<'_, '_>,
    calls: &[String],
    results: &HashMap<String, i64>,
) -> Result<()> {
    for call in calls {
        let Some(row) = results.get(call) else { continue };
        let key = format!("{}{call}", dropped::CLEARED);
        writer.write_event(Some(*row), EventCategory::Data, key, "cleared by the host")?;
    }
    Ok(())
}
