//! Many entries and events in one transaction, each at most once, and how far every transcript has been read.

mod rows;

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};

use super::outbox::install_deletion_triggers;
use super::pack::Packer;
use super::{Store, events, findings, settle};
use crate::error::{Context, Error, Result};
use crate::sql::{Statements, tuple_from_row};
use ctx_model::Event;
use ctx_model::StatusColumns;
use ctx_model::env::now_ms;
use ctx_model::id::EntryId;

pub use rows::{AnswerTokens, ImportedEntry, RecordedRun, TranscriptReadProgress};

/// Pages kept in memory while importing, in bytes.
const CACHE: i64 = 32 << 20;

/// Writing inside the transaction of an import.
pub struct ImportBatch<'a> {
    db: &'a Connection,
    packer: &'a mut Packer,
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
            let place = format!("store {}", self.path.display());
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
            self.changes.write_to_outbox(&self.db).context(format_args!("store {}", self.path.display()))?;
            self.db.execute_batch("COMMIT").context(format_args!("store {}", self.path.display()))?;
        }
        Ok(())
    }

    /// Runs `work` in the open import; when it fails, nothing of it stays.
    pub fn run_import_batch<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut ImportBatch<'_>) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        self.begin_import()?;
        let place = format!("store {}", self.path.display());
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
            TranscriptReadProgress::from_row,
        )
    }

    /// Calls of a transcript that waited for their result when it was last read.
    pub fn unanswered_calls(&self, transcript: i64) -> Result<HashMap<String, String>> {
        self.rows("SELECT call, data FROM open_call WHERE transcript = ?1", [transcript], tuple_from_row)
    }

    /// Closes the open errors of these projects whose command has since succeeded, and says how many. What an earlier call
    /// compared is not compared again.
    pub fn resolve_settled_errors(&mut self, projects: &HashSet<String>) -> Result<u64> {
        let mut closed = 0;
        for project in projects {
            closed += self.write_transaction(|db| {
                let key = format!("settled_upto:{project}");
                let upto = db.first_value("SELECT value FROM meta WHERE key = ?1", [&key])?;
                let closed = settle::settle_errors_after(db, project, upto.unwrap_or(0))?;
                db.run("INSERT OR REPLACE INTO meta SELECT ?1, coalesce(max(id), 0) FROM entry", [&key])?;
                Ok(closed)
            })?;
        }
        Ok(closed)
    }
}

fn is_imported(db: &Connection, key: &[u8; 16]) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT 1 FROM imported WHERE key = ?1")?.exists([&key[..]])
}

impl ImportBatch<'_> {
    fn with_connection<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        work(self.db).context("store")
    }

    fn execute_in_batch(&self, sql: &str, values: impl rusqlite::Params) -> Result<()> {
        self.with_connection(|db| db.run(sql, values).map(drop))
    }

    /// Claims this key; false when it was there already.
    pub fn claim_key(&mut self, key: &[u8; 16]) -> Result<bool> {
        self.with_connection(|db| {
            let added = db.run("INSERT OR IGNORE INTO imported (key) VALUES (?1)", [&key[..]])?;
            Ok(added == 1)
        })
    }

    /// Takes back an entry that something better stands for now.
    pub fn retract_entry(&mut self, reference: &str, key: &[u8; 16]) -> Result<()> {
        let row = self.row_of_reference(reference)?;
        self.with_connection(|db| {
            db.run("DELETE FROM imported WHERE key = ?1", [&key[..]])?;
            row.map_or(Ok(()), |row| Store::delete_entry(db, row))
        })
    }

    /// Writes an entry; its row.
    pub fn import_entry(&mut self, new: &ImportedEntry<'_>, bytes: &[u8]) -> Result<i64> {
        let (row, added) = write_imported_entry(self.db, self.packer, new, bytes).context("store")?;
        self.stored_bytes += added;
        Ok(row)
    }

    /// Whether this very entry is there under its own id: an export that comes home.
    pub fn find_entry_by_ref_and_time(&self, reference: &str, started_at: i64) -> Result<Option<i64>> {
        self.with_connection(|db| {
            db.first_value("SELECT id FROM entry WHERE ref = ?1 AND started_at = ?2", (reference, started_at))
        })
    }

    pub fn row_of_reference(&self, reference: &str) -> Result<Option<i64>> {
        self.with_connection(|db| db.first_value("SELECT id FROM entry WHERE ref = ?1", [reference]))
    }

    /// Runs that ctx recorded itself in this time: of this session, or of this project.
    pub fn runs_between(&self, project: Option<&str>, session: &str, from: i64, to: i64) -> Result<Vec<RecordedRun>> {
        self.with_connection(|db| {
            let columns = "id, ref, command, session, coalesce(raw_len, 0), started_at, call";
            let own = "kind IN ('run', 'store') AND role IS NULL AND command IS NOT NULL";
            db.rows(
                &format!(
                    "SELECT {columns} FROM entry WHERE session = ?1 AND started_at BETWEEN ?3 AND ?4 AND {own} \
                     UNION SELECT {columns} FROM entry WHERE project = ?2 AND started_at BETWEEN ?3 AND ?4 AND {own} \
                     ORDER BY started_at, id LIMIT 500"
                ),
                (session, project, from, to),
                RecordedRun::from_row,
            )
        })
    }

    /// Puts a run and its events into the session that it turned out to belong to.
    pub fn move_run_to_session(&mut self, row: i64, session: &str) -> Result<()> {
        self.with_connection(|db| {
            let moved = db.run("UPDATE entry SET session = ?2 WHERE id = ?1 AND session IS NOT ?2", (row, session))?;
            if moved == 1 {
                db.run("UPDATE OR IGNORE event SET session = ?2 WHERE entry_id = ?1", (row, session))?;
                // If the session has that event already, it happened once more.
                db.run(
                    "UPDATE event SET count = event.count + one.count, at = max(event.at, one.at), text = one.text, \
                     entry_id = ?1, closed_at = one.closed_at, closed_by = one.closed_by \
                     FROM event AS one WHERE one.entry_id = ?1 AND one.session <> ?2 \
                     AND event.session = ?2 AND event.category = one.category AND event.key = one.key",
                    (row, session),
                )?;
                db.run("DELETE FROM event WHERE entry_id = ?1 AND session <> ?2", (row, session))?;
            }
            Ok(())
        })
    }

    /// Writes an event; true when it is a new one.
    pub fn write_event(&mut self, event: &Event) -> Result<bool> {
        self.with_connection(|db| events::put_event(db, event))
    }

    /// Adds to an event that was counted when it happened.
    pub fn refresh_event(&mut self, event: &Event) -> Result<()> {
        self.with_connection(|db| events::refresh_event(db, event))
    }

    /// Whether this key has been claimed.
    pub fn is_key_claimed(&self, key: &[u8; 16]) -> Result<bool> {
        self.with_connection(|db| is_imported(db, key))
    }

    /// The attempt succeeded: its open errors in this project are over.
    pub fn close_errors_settled_by(&mut self, project: &str, line: &str, at: i64) -> Result<()> {
        self.with_connection(|db| settle::settle_errors(db, project, line, at, None).map(drop))
    }

    /// The user refused this command: errors that led to it do not matter any more either.
    pub fn close_errors_of_refused(&mut self, session: &str, line: &str, at: i64) -> Result<()> {
        self.with_connection(|db| settle::close_errors_of_refused(db, session, line, at))
    }

    /// The agent's last question in this session, if it still waits for an answer.
    pub fn unanswered_question(&mut self, session: &str) -> Result<Option<String>> {
        self.with_connection(|db| {
            db.first_value(
                "SELECT text FROM event WHERE session = ?1 AND category = 'question' AND key = 'last' AND closed_at IS \
                 NULL",
                [session],
            )
        })
    }

    /// The agent has gone on, or was answered.
    pub fn close_question(&mut self, session: &str, at: i64) -> Result<()> {
        self.execute_in_batch(
            "UPDATE event SET closed_at = ?2 WHERE session = ?1 AND category = 'question' AND key = 'last' AND \
             closed_at IS NULL",
            (session, at),
        )
    }

    /// Writes an event as it stood elsewhere; true when it was not here.
    pub fn restore_event(&mut self, event: &Event, first_at: i64, count: u64, closed_by: Option<i64>) -> Result<bool> {
        self.with_connection(|db| events::restore_event(db, event, first_at, count, closed_by))
    }

    /// Closes tasks of older lists: each list replaces those before it. The newest list may have been imported before.
    pub fn close_older_tasks(&mut self, session: &str, at: i64) -> Result<()> {
        self.execute_in_batch(
            "WITH newest (at) AS (SELECT max(?2, max(at)) FROM event \
               WHERE session = ?1 AND category = 'task' AND key GLOB 'list:*') \
             UPDATE event SET closed_at = (SELECT at FROM newest) WHERE session = ?1 AND category = 'task' \
             AND key GLOB 'list:*' AND at < (SELECT at FROM newest) AND closed_at IS NULL",
            (session, at),
        )
    }

    /// Writes a session; its first project stays, and a missing branch keeps the earlier one.
    pub fn write_session(
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
    pub fn write_token_usage(&mut self, spent: &AnswerTokens<'_>) -> Result<()> {
        self.execute_in_batch(
            "INSERT INTO spent (agent, id, at, session, project, model, input, cache_read, cache_write, output) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (agent, id) DO UPDATE SET \
             input = max(input, excluded.input), cache_read = max(cache_read, excluded.cache_read), \
             cache_write = max(cache_write, excluded.cache_write), output = max(output, excluded.output)",
            params![
                spent.agent,
                spent.id,
                spent.at,
                spent.session,
                spent.project,
                spent.model,
                spent.input,
                spent.cache_read,
                spent.cache_write,
                spent.output
            ],
        )
    }

    pub fn set_session_title(&mut self, name: &str, title: &str) -> Result<()> {
        self.execute_in_batch("UPDATE session SET title = ?2 WHERE name = ?1", (name, title))
    }

    /// Records how far a file has been read; its row.
    pub fn write_transcript_progress(&mut self, path: &str, now: &TranscriptReadProgress) -> Result<i64> {
        self.with_connection(|db| {
            db.value(
                "INSERT INTO transcript (path, format, size, modified, head, offset, lines, state) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (path) DO UPDATE SET format = excluded.format, \
                 size = excluded.size, modified = excluded.modified, head = excluded.head, offset = excluded.offset, \
                 lines = excluded.lines, state = excluded.state RETURNING id",
                params![path, now.format, now.size, now.modified, now.head, now.offset, now.lines, now.state],
            )
        })
    }

    /// Replaces the calls of a transcript that wait for their result.
    pub fn set_unanswered_calls(&mut self, transcript: i64, calls: &[(String, String)]) -> Result<()> {
        self.with_connection(|db| {
            db.run("DELETE FROM open_call WHERE transcript = ?1", [transcript])?;
            let mut insert = db.prepare_cached("INSERT OR REPLACE INTO open_call VALUES (?1, ?2, ?3)")?;
            for (call, data) in calls {
                insert.execute((transcript, call, data))?;
            }
            Ok(())
        })
    }

    /// Keeps a session's events within bounds.
    pub fn limit_session_events(&mut self, session: &str) -> Result<()> {
        self.with_connection(|db| events::limit_session_events(db, session))
    }
}

fn write_imported_entry(
    db: &Connection,
    packer: &mut Packer,
    new: &ImportedEntry<'_>,
    bytes: &[u8],
) -> rusqlite::Result<(i64, u64)> {
    let (stored, added) = packer.store_bytes(db, bytes)?;
    let StatusColumns { exit_code, signal, timed_out } = new.status.to_columns();
    let stored_at = now_ms();
    let argv = (!new.argv.is_empty()).then(|| serde_json::to_string(new.argv).unwrap_or_default());
    let mut insert = db.prepare_cached(
        "INSERT INTO entry (ref, kind, state, command, argv, label, title, cwd, project, branch, session, exit_code, \
         signal, timed_out, started_at, duration_ms, blob_id, raw_len, lines, pinned, summary, printed_len, reader, \
         agent, role, stored_at, failed) VALUES (?1, ?2, 'done', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, \
         ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26) ON CONFLICT (ref) DO NOTHING",
    )?;
    let mut id = new.reference.map_or_else(EntryId::random_id, |reference| EntryId::from_stored(reference.to_owned()));
    loop {
        let inserted = insert.execute(params![
            id.as_str(),
            new.kind.name(),
            new.command,
            argv,
            new.label,
            new.title,
            new.cwd,
            new.project,
            new.branch,
            new.session,
            exit_code,
            signal,
            timed_out,
            new.started_at,
            new.duration_ms,
            stored.blob,
            stored.raw_len,
            stored.lines,
            new.pinned,
            new.summary,
            new.summary.map(str::len),
            new.reader,
            new.agent,
            new.role,
            stored_at,
            new.failed.then_some(1)
        ])?;
        if inserted == 1 {
            break;
        }
        id = EntryId::random_id();
    }
    let row = db.last_insert_rowid();
    findings::save_findings(db, row, new.findings)?;
    Ok((row, added))
}
