//! A store in memory that holds what came from a hub, so that whatever reads the local store reads that, too.

use std::cell::RefCell;

use rusqlite::Connection;

use super::{Store, StoredBlob, events, findings, migrate, open, pack};
use crate::error::{Context, Result};
use crate::sql::{ReadQueries, WriteQueries, columns};
use ctx_model::{Finding, SessionEvent, StatusColumns, StoredEvent};

/// An entry as it came.
#[derive(Clone, Debug, Default)]
pub struct HubEntry {
    /// With the name of its origin: `laptop/k7f2qa`.
    pub reference: String,
    pub kind: String,
    pub command: Option<String>,
    pub argv: Option<String>,
    pub label: Option<String>,
    pub title: Option<String>,
    pub cwd: Option<String>,
    pub project: String,
    pub branch: Option<String>,
    pub session: Option<String>,
    pub status: StatusColumns,
    pub started_at: i64,
    pub duration_ms: Option<i64>,
    pub raw_len: Option<i64>,
    pub lines: Option<i64>,
    pub expired: bool,
    pub pinned: bool,
    pub supersedes: Option<String>,
    pub summary: Option<String>,
    pub reader: Option<String>,
    pub agent: Option<String>,
    pub role: Option<String>,
    pub findings: Vec<Finding>,
    /// Its text, where that came too; what is missing between the lines is empty.
    pub text: Option<Vec<u8>>,
}

impl Store {
    /// An empty store that is gone with the process.
    pub fn open_in_memory() -> Result<Store> {
        let make = || -> rusqlite::Result<Connection> {
            let mut db = Connection::open_in_memory()?;
            migrate::run_migrations(&mut db, 0)?;
            db.set_prepared_statement_cache_capacity(64);
            Ok(db)
        };
        let db = make().context("a store in memory")?;
        Ok(Store {
            db,
            path: "hub".into(),
            read_only: None,
            notice: None,
            packer: pack::Compressor::default(),
            unpacker: RefCell::default(),
            changes: Default::default(),
            importing: false,
            handler: open::wait_for_database_lock,
        })
    }

    /// Takes entries in, oldest first; their rows and blobs.
    pub fn insert_hub_entries(&mut self, entries: &[HubEntry]) -> Result<Vec<(i64, StoredBlob)>> {
        let mut packer = std::mem::take(&mut self.packer);
        let admitted = self.write_transaction(|db| {
            let mut rows = Vec::with_capacity(entries.len());
            for entry in entries {
                rows.push(insert_hub_entry(db, &mut packer, entry)?);
            }
            for (entry, (row, _)) in entries.iter().zip(&rows) {
                if let Some(older) = &entry.supersedes {
                    db.run(
                        "UPDATE entry SET supersedes = (SELECT id FROM entry WHERE ref = ?2) WHERE id = ?1",
                        (row, older),
                    )?;
                }
            }
            Ok(rows)
        });
        self.packer = packer;
        admitted
    }

    /// Takes events in; the entries they stand for are there already.
    pub fn insert_hub_events(&mut self, records: &[StoredEvent]) -> Result<()> {
        self.write_transaction(|db| {
            let row_of = |reference: &Option<String>| db.first("SELECT id FROM entry WHERE ref = ?1", [reference]);
            for record in records {
                let event = SessionEvent {
                    category: record.category,
                    key: record.key.clone(),
                    text: record.text.clone(),
                    at: record.at,
                    session: record.session.clone(),
                    project: record.project.clone(),
                    branch: record.branch.clone(),
                    entry: row_of(&record.reference)?,
                    closed_at: record.closed_at,
                };
                events::insert_event_if_absent(db, &event, record.first_at, record.count, row_of(&record.closed_by)?)?;
            }
            Ok(())
        })
    }

    /// Before sections are written: there are so many elsewhere, of which these few came.
    pub fn simulate_total_sections(&mut self, total: i64, came: i64) -> Result<()> {
        self.write_transaction(|db| {
            let before = total - came;
            if before > 0 {
                db.execute("INSERT INTO section (id, first_line, last_line) VALUES (?1, 1, 1)", [before])?;
            }
            Ok(())
        })
    }
}

fn insert_hub_entry(
    db: &Connection,
    packer: &mut pack::Compressor,
    entry: &HubEntry,
) -> rusqlite::Result<(i64, StoredBlob)> {
    let stored = match &entry.text {
        Some(text) => packer.store_bytes(db, text)?.0,
        None => StoredBlob::default(),
    };
    let StatusColumns { exit_code, signal, timed_out } = entry.status;
    db.insert(
        "INSERT OR IGNORE INTO entry {}",
        columns![
            ref: entry.reference, kind: entry.kind, state: "done", command: entry.command, argv: entry.argv, label: entry.label,
            title: entry.title, cwd: entry.cwd, project: entry.project, branch: entry.branch, session: entry.session,
            exit_code: exit_code, signal: signal, timed_out: timed_out, started_at: entry.started_at,
            duration_ms: entry.duration_ms, blob_id: stored.blob, raw_len: entry.raw_len, lines: entry.lines,
            expired: entry.expired, pinned: entry.pinned, summary: entry.summary, reader: entry.reader, agent: entry.agent,
            role: entry.role,
        ],
    )?;
    let row = db.last_insert_rowid();
    findings::save_findings(db, row, &entry.findings)?;
    Ok((row, stored))
}
