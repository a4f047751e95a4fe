//! Many entries and events in one transaction, each at most once, and how far every transcript has been read.

mod rows;

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};

use super::outbox::install_deletion_triggers;
use super::pack::Compressor;
use super::{Store, events, findings, settle};
use crate::error::{Context, Error, Result};
use crate::sql::{ReadQueries, WriteQueries, columns, read_meta};
use ctx_model::SessionEvent;
use ctx_model::StatusColumns;
use ctx_model::env::unix_time_ms;
use ctx_model::id::EntryId;

pub use rows::{AnswerTokens, ImportedEntry, RecordedRun, TranscriptReadProgress};

/// Pages kept in memory while importing, in bytes.
const CACHE: i64 = 32 << 20;

/// The question of session ?1 that waits for an answer.
const LAST_QUESTION: &str = "session = ?1 AND category = 'question' AND key = 'last' AND closed_at IS NULL";

/// Writing inside the transaction of an import.
pub struct ImportBatch<'a> {
    db: &'a Connection,
    packer: &'a mut Compressor,
    /// Compressed bytes added.
    pub stored_bytes: u64,
}

impl Store {
    /// Opens a transaction that several batches share; `commit_import` ends it.
    pub fn begin_import(&mut self) -> Result<()> {
        if let Some(why) = &self.read_only {
            return Err(Error::ReadOnly(why.clone()));
        }
        if !self.importing {
            let place = self.describe_for_errors();
            // The keys of imported items come in no order: their pages must stay in memory.
            self.db.pragma_update(None, "cache_size", -(CACHE >> 10)).context(&place)?;
            self.db.execute_batch("BEGIN IMMEDIATE").context(&place)?;
            self.importing = true;
            // Before any savepoint, which would take it back.
            install_deletion_triggers(&self.db).context(&place)?;
        }
        Ok(())
    }

    pub fn commit_import(&mut self) -> Result<()> {
        if std::mem::take(&mut self.importing) {
            self.with_connection(|db| self.changes.write_to_outbox(db).and_then(|()| db.execute_batch("COMMIT")))?;
        }
        Ok(())
    }

    /// Runs `work` in the open import; when it fails, nothing of it stays.
    pub fn run_import_batch<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut ImportBatch<'_>) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.begin_import()?;
        let place = self.describe_for_errors();
        self.db.execute_batch("SAVEPOINT batch").context(&place)?;
        let mut packer = std::mem::take(&mut self.packer);
        let value = work(&mut ImportBatch { db: &self.db, packer: &mut packer, stored_bytes: 0 });
        self.packer = packer;
        let end = if value.is_ok() { "RELEASE batch" } else { "ROLLBACK TO batch; RELEASE batch" };
        self.db.execute_batch(end).context(&place)?;
        value
    }

    /// How far this file was read before.
    pub fn transcript_progress(&self, path: &str) -> Result<Option<TranscriptReadProgress>> {
        self.first(
            "SELECT id, format, size, modified, head, offset, lines, state FROM transcript WHERE path = ?1",
            [path],
        )
    }

    /// Calls of a transcript that waited for their result when it was last read.
    pub fn unanswered_calls(&self, transcript: i64) -> Result<HashMap<String, String>> {
        self.rows("SELECT call, data FROM open_call WHERE transcript = ?1", [transcript])
    }

    /// Closes the open errors of these projects whose command has since succeeded, and says how many. What an earlier call
    /// compared is not compared again.
    pub fn close_settled_errors(&mut self, projects: &HashSet<String>) -> Result<u64> {
        let mut closed = 0;
        for project in projects {
            closed += self.write_transaction(|db| {
                let key = format!("settled_upto:{project}");
                let upto = read_meta(db, &key)?;
                let closed = settle::settle_errors_since_entry(db, project, upto.unwrap_or(0))?;
                db.run("INSERT OR REPLACE INTO meta SELECT ?1, coalesce(max(id), 0) FROM entry", [&key])?;
                Ok(closed)
            })?;
        }
        Ok(closed)
    }
}

impl ReadQueries for ImportBatch<'_> {
    type Error = Error;

    fn with_connection<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        work(self.db).context("store")
    }
}

impl WriteQueries for ImportBatch<'_> {}

impl ImportBatch<'_> {
    fn execute_in_batch(&self, sql: &str, values: impl rusqlite::Params) -> Result<()> {
        self.run(sql, values).map(drop)
    }

    /// Claims this key; false when it was there already.
    pub fn claim_import_key(&mut self, key: &[u8; 16]) -> Result<bool> {
        Ok(self.run("INSERT OR IGNORE INTO imported (key) VALUES (?1)", [&key[..]])? == 1)
    }

    /// Takes back an entry that something better stands for now.
    pub fn delete_imported_entry(&mut self, reference: &str, key: &[u8; 16]) -> Result<()> {
        let row = self.row_of_reference(reference)?;
        self.execute_in_batch("DELETE FROM imported WHERE key = ?1", [&key[..]])?;
        row.map_or(Ok(()), |row| self.with_connection(|db| Store::delete_entry(db, row)))
    }

    /// Writes an entry; its row.
    pub fn import_entry(&mut self, new: &ImportedEntry<'_>, bytes: &[u8]) -> Result<i64> {
        let (row, added) = write_imported_entry(self.db, self.packer, new, bytes).context("store")?;
        self.stored_bytes += added;
        Ok(row)
    }

    /// Whether this very entry is there under its own id: an export that comes home.
    pub fn find_entry_by_ref_and_time(&self, reference: &str, started_at: i64) -> Result<Option<i64>> {
        self.first("SELECT id FROM entry WHERE ref = ?1 AND started_at = ?2", (reference, started_at))
    }

    pub fn row_of_reference(&self, reference: &str) -> Result<Option<i64>> {
        self.first("SELECT id FROM entry WHERE ref = ?1", [reference])
    }

    /// Runs that ctx recorded itself in this time: of this session, or of this project.
    pub fn recorded_runs_between(
        &self,
        project: Option<&str>,
        session: &str,
        from: i64,
        to: i64,
    ) -> Result<Vec<RecordedRun>> {
        let columns = "id, ref, command, session, coalesce(raw_len, 0), started_at, call";
        let own = "kind IN ('run', 'store') AND role IS NULL AND command IS NOT NULL";
        let sql = format!(
            "SELECT {columns} FROM entry WHERE session = ?1 AND started_at BETWEEN ?3 AND ?4 AND {own} \
             UNION SELECT {columns} FROM entry WHERE project = ?2 AND started_at BETWEEN ?3 AND ?4 AND {own} \
             ORDER BY started_at, id LIMIT 500"
        );
        self.rows(&sql, (session, project, from, to))
    }

    /// Puts a run and its events into the session that it turned out to belong to.
    pub fn move_run_to_session(&mut self, row: i64, session: &str) -> Result<()> {
        let moved = self.run("UPDATE entry SET session = ?2 WHERE id = ?1 AND session IS NOT ?2", (row, session))?;
        if moved == 1 {
            self.run("UPDATE OR IGNORE event SET session = ?2 WHERE entry_id = ?1", (row, session))?;
            // If the session has that event already, it happened once more.
            self.run(
                "UPDATE event SET count = event.count + one.count, at = max(event.at, one.at), text = one.text, \
                 entry_id = ?1, closed_at = one.closed_at, closed_by = one.closed_by \
                 FROM event AS one WHERE one.entry_id = ?1 AND one.session <> ?2 \
                 AND event.session = ?2 AND event.category = one.category AND event.key = one.key",
                (row, session),
            )?;
            self.run("DELETE FROM event WHERE entry_id = ?1 AND session <> ?2", (row, session))?;
        }
        Ok(())
    }

    /// Writes an event; true when it is a new one.
    pub fn record_or_count_event(&mut self, event: &SessionEvent) -> Result<bool> {
        self.with_connection(|db| events::record_or_count_event(db, event))
    }

    /// Adds to an event that was counted when it happened.
    pub fn update_event_without_counting(&mut self, event: &SessionEvent) -> Result<()> {
        self.with_connection(|db| events::update_event_without_counting(db, event))
    }

    /// Whether this key has been claimed.
    pub fn is_import_key_claimed(&self, key: &[u8; 16]) -> Result<bool> {
        self.row("SELECT EXISTS (SELECT 1 FROM imported WHERE key = ?1)", [&key[..]])
    }

    /// The attempt succeeded: its open errors in this project are over.
    pub fn close_errors_settled_by_command(&mut self, project: &str, line: &str, at: i64) -> Result<()> {
        self.with_connection(|db| settle::settle_errors_by_command(db, project, line, at, None).map(drop))
    }

    /// The user refused this command: errors that led to it do not matter any more either.
    pub fn close_errors_of_refused_command(&mut self, session: &str, line: &str, at: i64) -> Result<()> {
        self.with_connection(|db| settle::close_errors_of_refused_command(db, session, line, at))
    }

    /// The agent's last question in this session, if it still waits for an answer.
    pub fn unanswered_question(&mut self, session: &str) -> Result<Option<String>> {
        self.first(&format!("SELECT text FROM event WHERE {LAST_QUESTION}"), [session])
    }

    /// The agent has gone on, or was answered.
    pub fn close_question(&mut self, session: &str, at: i64) -> Result<()> {
        self.execute_in_batch(&format!("UPDATE event SET closed_at = ?2 WHERE {LAST_QUESTION}"), (session, at))
    }

    /// Writes an event as it stood elsewhere; true when it was not here.
    pub fn insert_event_if_absent(
        &mut self,
        event: &SessionEvent,
        first_at: i64,
        count: u64,
        closed_by: Option<i64>,
    ) -> Result<bool> {
        self.with_connection(|db| events::insert_event_if_absent(db, event, first_at, count, closed_by))
    }

    /// Closes tasks of older lists: each list replaces those before it. The newest list may have been imported before.
    pub fn close_tasks_of_older_lists(&mut self, session: &str, at: i64) -> Result<()> {
        self.execute_in_batch(
            "WITH newest (at) AS (SELECT max(?2, max(at)) FROM event \
               WHERE session = ?1 AND category = 'task' AND key GLOB 'list:*') \
             UPDATE event SET closed_at = (SELECT at FROM newest) WHERE session = ?1 AND category = 'task' \
             AND key GLOB 'list:*' AND at < (SELECT at FROM newest) AND closed_at IS NULL",
            (session, at),
        )
    }

    /// Writes a session; its first project stays, and a missing branch keeps the earlier one.
    pub fn upsert_session_keeping_project(
        &mut self,
        name: &str,
        agent: &str,
        place: (Option<&str>, Option<&str>),
        parent: Option<&str>,
    ) -> Result<()> {
        self.execute_in_batch(
            "INSERT INTO session (name, agent, project, branch, parent) VALUES (?1, ?2, ?3, ?4, ?5) \
             ON CONFLICT (name) DO UPDATE SET project = coalesce(project, excluded.project), \
             branch = coalesce(excluded.branch, branch)",
            params![name, agent, place.0, place.1, parent],
        )
    }

    /// Notes the tokens of an answer. Lines that repeat an answer complete it: the last one has all of its output.
    pub fn merge_token_usage(&mut self, spent: &AnswerTokens<'_>) -> Result<()> {
        self.insert(
            "INSERT INTO spent {} ON CONFLICT (agent, id) DO UPDATE SET \
             input = max(input, excluded.input), cache_read = max(cache_read, excluded.cache_read), \
             cache_write = max(cache_write, excluded.cache_write), output = max(output, excluded.output)",
            columns![
                agent: spent.agent, id: spent.id, at: spent.at, session: spent.session, project: spent.project,
                model: spent.model, input: spent.input, cache_read: spent.cache_read, cache_write: spent.cache_write,
                output: spent.output,
            ],
        )
        .map(drop)
    }

    pub fn set_session_title(&mut self, name: &str, title: &str) -> Result<()> {
        self.execute_in_batch("UPDATE session SET title = ?2 WHERE name = ?1", (name, title))
    }

    /// Records how far a file has been read; its row.
    pub fn write_transcript_progress(&mut self, path: &str, now: &TranscriptReadProgress) -> Result<i64> {
        self.row(
            "INSERT INTO transcript (path, format, size, modified, head, offset, lines, state) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (path) DO UPDATE SET format = excluded.format, \
             size = excluded.size, modified = excluded.modified, head = excluded.head, offset = excluded.offset, \
             lines = excluded.lines, state = excluded.state RETURNING id",
            params![path, now.format, now.size, now.modified, now.head, now.offset, now.lines, now.state],
        )
    }

    /// Replaces the calls of a transcript that wait for their result.
    pub fn replace_unanswered_calls(&mut self, transcript: i64, calls: &[(String, String)]) -> Result<()> {
        self.execute_in_batch("DELETE FROM open_call WHERE transcript = ?1", [transcript])?;
        let insert = "INSERT OR REPLACE INTO open_call VALUES (?1, ?2, ?3)";
        calls.iter().try_for_each(|(call, data)| self.execute_in_batch(insert, (transcript, call, data)))
    }

    /// Keeps a session's events within bounds.
    pub fn limit_session_events(&mut self, session: &str) -> Result<()> {
        self.with_connection(|db| events::limit_session_events(db, session))
    }
}

fn write_imported_entry(
    db: &Connection,
    packer: &mut Compressor,
    new: &ImportedEntry<'_>,
    bytes: &[u8],
) -> rusqlite::Result<(i64, u64)> {
    let (stored, added) = packer.store_bytes(db, bytes)?;
    let StatusColumns { exit_code, signal, timed_out } = new.status.to_columns();
    let argv = (!new.argv.is_empty()).then(|| serde_json::to_string(new.argv).unwrap_or_default());
    let mut id = new.reference.map_or_else(EntryId::random_id, |reference| EntryId::from_stored(reference.to_owned()));
    while db.insert(
        "INSERT INTO entry {} ON CONFLICT (ref) DO NOTHING",
        columns![
            ref: id.as_str(), kind: new.kind.name(), state: "done", command: new.command, argv: argv, label: new.label,
            title: new.title, cwd: new.cwd, project: new.project, branch: new.branch, session: new.session,
            exit_code: exit_code, signal: signal, timed_out: timed_out, started_at: new.started_at,
            duration_ms: new.duration_ms, blob_id: stored.blob, raw_len: stored.raw_len, lines: stored.lines,
            pinned: new.pinned, summary: new.summary, printed_len: new.summary.map(str::len), reader: new.reader,
            agent: new.agent, role: new.role, stored_at: unix_time_ms(), failed: new.failed.then_some(1),
        ],
    )? == 0
    {
        id = EntryId::random_id();
    }
    let row = db.last_insert_rowid();
    findings::save_findings(db, row, new.findings)?;
    Ok((row, added))
}
