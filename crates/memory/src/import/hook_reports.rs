//! Reports of agents through their hooks while they work: the same events that an import of the transcript finds later,
//! under keys by which it recognises them. It then adds the entries and counts nothing twice.

use super::ImportCounts;
use super::output_summary::OutputSummariser;
use super::place::{TranscriptItemContext, item_key};
use super::tool_results::CallContext;
use super::writer::{ItemWriter, WriteExtent};
use crate::error::MemoryError;
use ctx_agents::agent::Agent;
use ctx_agents::transcripts::{ItemBody, ToolCall, ToolCallAction, ToolOutcome};
use ctx_agents::wrapping;
use ctx_digest::{CommandEndStatus, Finding};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_model::scope;
use ctx_shell::lines::program_base_name;
use ctx_shell::programs::SHELLS;
use ctx_shell::{attempt, is_word_in_list};
use ctx_store::{EntryKind, ImportBatch, ImportedEntry, RecordedRun, Store};

/// Kinds of claimed keys.
const SESSION: u8 = 0;
const PROMPT: u8 = 1;
const REPLY: u8 = 2;
const CALL: u8 = 4;
const ACTION: u8 = 10;
const REPORT: u8 = 11;
/// A compaction, by its number in the session, and that the conversation knows about it.
const COMPACTED: u8 = 14;
const TOLD: u8 = 15;

/// Where and when it happens.
pub struct HookEventContext<'a> {
    pub agent: &'static str,
    pub session: &'a str,
    /// The subagent, which has a session of its own below that one.
    pub side: Option<&'a str>,
    pub cwd: Option<&'a str>,
    pub project: &'a str,
    pub branch: Option<&'a str>,
    pub at: i64,
}

/// A tool call that has ended.
pub struct FinishedToolCall<'a> {
    pub call: &'a ToolCall,
    pub outcome: &'a ToolOutcome<'a>,
    /// What tells this report from the next one, for an agent whose calls have no id.
    pub report: &'a [u8],
    pub kept: Option<&'a OriginalOfShortenedResult<'a>>,
}

/// A result that is kept because a shorter text replaces it.
pub struct OriginalOfShortenedResult<'a> {
    pub id: &'a EntryId,
    pub name: &'a str,
    pub bytes: &'a [u8],
    pub status: CommandEndStatus,
    pub duration_ms: Option<i64>,
    pub summary: &'a str,
    pub reader: &'a str,
    pub findings: &'a [Finding],
}

/// How much of an item the store has from a hook.
pub enum HookCoverage {
    No,
    /// Its events, under this key where the call has an id.
    Events(Option<[u8; 16]>),
    All,
}

/// Whether hooks reported anything of this session; for most imported ones, none did.
pub fn has_hook_reports(batch: &ImportBatch<'_>, session: &str) -> Result<bool> {
    Ok(batch.is_import_key_claimed(&item_key("live", session, SESSION, b""))?)
}

/// How much a hook has reported of this item before its transcript was read.
pub fn hook_coverage_of_item(
    batch: &ImportBatch<'_>,
    session: &str,
    body: &ItemBody<'_>,
    call: Option<&ToolCall>,
) -> Result<HookCoverage> {
    let told = |kind, content: &[u8]| batch.is_import_key_claimed(&item_key("live", session, kind, content));
    Ok(match body {
        ItemBody::Prompt(text) if told(PROMPT, text.trim().as_bytes())? => HookCoverage::All,
        ItemBody::Reply(text) if told(REPLY, text.trim().as_bytes())? => HookCoverage::All,
        ItemBody::Outcome(outcome) => {
            let told_by_id = told(CALL, outcome.call.as_bytes())?;
            let told_by_action = || call.map_or(Ok(false), |call| told(ACTION, &action_to_json_bytes(&call.action)));
            if told_by_id && outcome.text.starts_with("[ctx:") {
                // The text is our own report; the result itself is in the store.
                HookCoverage::All
            } else if told_by_id {
                HookCoverage::Events(Some(item_key("live", session, CALL, outcome.call.as_bytes())))
            } else if told_by_action()? {
                HookCoverage::Events(None)
            } else {
                HookCoverage::No
            }
        }
        _ => HookCoverage::No,
    })
}

/// Who asks for a run: each of them finds it once.
#[derive(Clone, Copy)]
pub enum RunClaimedBy {
    Hook = 12,
    Import = 13,
}

/// A call without a start time may have begun this long ago.
const LONGEST_CALL: i64 = 600_000;
/// Clocks and processes differ by at most this much.
const SLACK: i64 = 1_000;
/// An agent notes a call when it asks for it or when it starts it: on a busy machine the shell may start this much
/// later, or earlier.
const NOTED: i64 = 30_000;
/// A hook keeps a result at most this long after the agent noted its end.
const LATE: i64 = 60_000;
/// Bytes that agents put around an output: how it ended, where it is kept.
const ADORNED: u64 = 400;

/// The run of a shell call that ctx recorded itself while it ran, by the shell's seam or by `ctx run`.
pub fn claim_recorded_run(
    batch: &mut ImportBatch<'_>,
    place: &TranscriptItemContext<'_>,
    call: &ToolCall,
    outcome: &ToolOutcome<'_>,
    by: RunClaimedBy,
) -> Result<Option<i64>> {
    let ToolCallAction::Shell { command, .. } = &call.action else { return Ok(None) };
    let began = call.at.filter(|at| *at < place.at).or(outcome.duration_ms.map(|took| place.at - took));
    let from = began.unwrap_or(place.at - LONGEST_CALL) - NOTED;
    let runs = batch.recorded_runs_between(place.project.as_deref(), &place.session, from, place.at + LATE)?;
    // The references in the output name all runs that the line made through ctx; shells that get the agent's id of the call have
    // recorded it.
    let is_named = |run: &RecordedRun| outcome.text.contains(&format!("[ctx:{}]", run.reference));
    let is_of_call = |run: &RecordedRun| !call.id.is_empty() && run.call.as_deref() == Some(&*call.id);
    for is_its in [&is_named as &dyn Fn(&RecordedRun) -> bool, &is_of_call] {
        let mut found = None;
        for run in runs.iter().filter(|run| is_its(run)) {
            if batch.claim_import_key(&item_key("ran", &run.reference, by as u8, b""))? {
                found = found.or(Some(run.row));
            }
        }
        if found.is_some() {
            return Ok(found);
        }
    }
    // Beneath an agent without a seam nothing is recorded but what its hooks keep: an equal line is another run.
    if Agent::from_name(place.agent).is_some_and(|agent| !agent.supports_shell_override()) {
        return Ok(None);
    }
    // Others are matched by their command; each of several equal lines has its own run.
    let latest = place.at + if began.is_some() { SLACK } else { NOTED };
    let in_time = runs.iter().filter(|run| run.started_at <= latest);
    for run in in_time.filter(|run| line_runs_command(&run.command, command)) {
        let ours = run.session.as_deref().is_some_and(|session| {
            session == place.session || place.session.split('/').next().is_some_and(|parent| parent == session)
        });
        // A run of another conversation is never this one; a shell that knew of none may have been.
        let is_free = run.session.as_deref().is_none_or(scope::is_unnamed_session);
        let alike = is_free && (outcome.text.len() as u64).abs_diff(run.raw_len) <= ADORNED;
        if (ours || alike) && batch.claim_import_key(&item_key("ran", &run.reference, by as u8, b""))? {
            return Ok(Some(run.row));
        }
    }
    Ok(None)
}

/// Whether an agent's line ran this command: the line itself, without a comment after it or without the shell that it
/// calls, or the command that it runs through ctx.
fn line_runs_command(ran: &str, line: &str) -> bool {
    let (ran, line) = (ran.trim(), line.trim());
    let rest = line.strip_prefix(ran);
    rest.is_some_and(|rest| rest.is_empty() || rest.trim_start().starts_with('#'))
        || (attempt::runs_through_ctx(line) && line.contains(ran))
        || shell_script_in_line(line).is_some_and(|script| {
            let quoted = |quote: char| script.strip_prefix(quote).and_then(|inner| inner.strip_suffix(quote));
            let word = || wrapping::split_first_word(script).filter(|(_, rest)| rest.is_empty());
            ran == script
                || quoted('\'') == Some(ran)
                || quoted('"') == Some(ran)
                || word().is_some_and(|(word, _)| word == ran)
        })
}

/// The script of a line that calls a shell: some agents call one anyway, and leave theirs out.
fn shell_script_in_line(line: &str) -> Option<&str> {
    let (shell, rest) = line.split_once(char::is_whitespace)?;
    let (option, script) = rest.trim_start().split_once(char::is_whitespace)?;
    let takes_script = option.strip_prefix('-').is_some_and(|letters| letters.ends_with('c'));
    (takes_script && is_word_in_list(SHELLS, program_base_name(shell))).then(|| script.trim())
}

fn action_to_json_bytes(action: &ToolCallAction) -> Vec<u8> {
    // An action that cannot be written is never claimed.
    serde_json::to_vec(action).unwrap_or_default()
}

impl HookEventContext<'_> {
    fn session_name(&self) -> String {
        match self.side {
            Some(side) => format!("{}/{side}", self.session),
            None => self.session.to_owned(),
        }
    }

    fn transcript_item_context(&self, key: [u8; 16]) -> TranscriptItemContext<'_> {
        TranscriptItemContext {
            agent: self.agent,
            session: self.session_name(),
            cwd: self.cwd,
            project: Some(self.project.to_owned()),
            branch: self.branch,
            at: self.at,
            key,
            is_side: self.side.is_some(),
        }
    }

    fn event_key(&self, kind: u8, content: &[u8]) -> [u8; 16] {
        item_key("live", &self.session_name(), kind, content)
    }

    fn write_session(&self, batch: &mut ImportBatch<'_>) -> Result<()> {
        let parent = self.side.map(|_| self.session);
        batch.claim_import_key(&self.event_key(SESSION, b""))?;
        Ok(batch.upsert_session_keeping_project(
            &self.session_name(),
            self.agent,
            (Some(self.project), self.branch),
            parent,
        )?)
    }

    /// Notes a message of the user.
    pub fn record_prompt(&self, store: &mut Store, text: &str) -> Result<()> {
        // A repeated message is the last request again, with the entry it has.
        self.record_message(store, (PROMPT, text), Some(WriteExtent::Events(None)), |writer| writer.write_prompt(text))
    }

    /// Notes the agent's last message.
    pub fn record_reply(&self, store: &mut Store, text: &str) -> Result<()> {
        self.record_message(store, (REPLY, text), None, |writer| writer.write_reply(text))
    }

    /// Writes a message whole the first time, and `again` where it comes once more.
    fn record_message(
        &self,
        store: &mut Store,
        (kind, text): (u8, &str),
        again: Option<WriteExtent>,
        write: impl FnOnce(&mut ItemWriter<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        let place = self.transcript_item_context(self.event_key(kind, text.trim().as_bytes()));
        in_own_transaction(store, |batch| {
            self.write_session(batch)?;
            let mode = if batch.claim_import_key(&place.key)? { Some(WriteExtent::Whole) } else { again };
            let Some(mode) = mode else { return Ok(()) };
            write(&mut ItemWriter { batch, tally: &mut ImportCounts::default(), place: &place, mode, row: None })
        })
    }

    /// Notes that the conversation is compacted now.
    pub fn record_compaction(&self, store: &mut Store) -> Result<()> {
        let number = |n: u32| self.event_key(COMPACTED, &n.to_le_bytes());
        in_own_transaction(store, |batch| {
            self.write_session(batch)?;
            let mut n = 0;
            while !batch.claim_import_key(&number(n))? {
                n += 1;
            }
            Ok(())
        })
    }

    /// Whether the conversation was compacted since this was asked last.
    pub fn was_compacted_since_last_asked(&self, store: &mut Store) -> Result<bool> {
        in_own_transaction(store, |batch| {
            let mut n: u32 = 0;
            let mut new = false;
            while batch.is_import_key_claimed(&self.event_key(COMPACTED, &n.to_le_bytes()))? {
                new |= batch.claim_import_key(&self.event_key(TOLD, &n.to_le_bytes()))?;
                n += 1;
            }
            Ok(new)
        })
    }

    /// Notes that a tool ended. False if the same report came before: two programs may load the same hook.
    pub fn record_tool_result(
        &self,
        store: &mut Store,
        ended: &FinishedToolCall<'_>,
        summariser: &OutputSummariser<'_>,
    ) -> Result<bool> {
        let FinishedToolCall { call, outcome, report, kept } = *ended;
        let by_id = (!call.id.is_empty()).then(|| self.event_key(CALL, call.id.as_bytes()));
        let key = by_id.unwrap_or_else(|| self.event_key(REPORT, blake3::hash(report).as_bytes()));
        let place = self.transcript_item_context(key);
        in_own_transaction(store, |batch| {
            if !batch.claim_import_key(&key)? {
                return Ok(false);
            }
            if by_id.is_none() {
                batch.claim_import_key(&self.event_key(ACTION, &action_to_json_bytes(&call.action)))?;
            }
            self.write_session(batch)?;
            if let Some(run) = claim_recorded_run(batch, &place, call, outcome, RunClaimedBy::Hook)? {
                // The run wrote its events itself, under the session that its shell knew of.
                batch.move_run_to_session(run, &place.session)?;
                return Ok(true);
            }
            let row = match kept {
                Some(kept) => Some(self.store_original_of_shortened_result(batch, &place, kept)?),
                None => None,
            };
            if let (ToolCallAction::Shell { command, .. }, Some(0)) = (&call.action, outcome.exit) {
                batch.close_errors_settled_by_command(self.project, command, self.at)?;
            }
            let mut tally = ImportCounts::default();
            let mut writer =
                ItemWriter { batch, tally: &mut tally, place: &place, mode: WriteExtent::Events(row), row: None };
            let (directory, session) = (std::path::Path::new(""), self.session);
            writer.write_tool_result(
                outcome,
                &CallContext { call: Some(call), directory, session, summariser: Some(summariser) },
            )?;
            Ok(true)
        })
    }

    fn store_original_of_shortened_result(
        &self,
        batch: &mut ImportBatch<'_>,
        place: &TranscriptItemContext<'_>,
        kept: &OriginalOfShortenedResult<'_>,
    ) -> Result<i64> {
        if batch.row_of_reference(kept.id.as_str())?.is_some() {
            return Err(MemoryError::Taken(kept.id.clone()).into());
        }
        let new = ImportedEntry {
            kind: EntryKind::Store,
            role: None,
            reference: Some(kept.id.as_str()),
            command: Some(kept.name),
            status: kept.status,
            duration_ms: kept.duration_ms,
            summary: Some(kept.summary),
            reader: Some(kept.reader),
            findings: kept.findings,
            ..place.new_entry("result")
        };
        Ok(batch.import_entry(&new, kept.bytes)?)
    }
}

/// Runs `work` in a transaction of its own.
fn in_own_transaction<T>(store: &mut Store, work: impl FnOnce(&mut ImportBatch<'_>) -> Result<T>) -> Result<T> {
    let value = store.run_import_batch(work)?;
    store.commit_import()?;
    Ok(value)
}
