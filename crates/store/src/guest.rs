//! A store in memory that holds what came from a hub, so that whatever reads the local store reads that, too.

use std::cell::RefCell;

use rusqlite::{Connection, params};

use super::{Store, StoredBytes, events, findings, migrate, open, pack};
use crate::error::{Context, Result};
use crate::sql::Statements;
use ctx_model::{Event, Finding, StatusColumns, StoredEvent};

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

/// A word of the hub's vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubWord {
    pub word: String,
    pub stem: String,
    pub natural: bool,
    pub sections: i64,
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
            packer: pack::Packer::default(),
            unpacker: RefCell::default(),
            changes: Default::default(),
            importing: false,
            handler: open::wait_randomly,
        })
    }

    /// Takes entries in, oldest first; their rows and blobs.
    pub fn insert_hub_entries(&mut self, entries: &[HubEntry]) -> Result<Vec<(i64, StoredBytes)>> {
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
            let row_of = |reference: &Option<String>| -> rusqlite::Result<Option<i64>> {
                let mut select = db.prepare_cached("SELECT max(id) FROM entry WHERE ref = ?1")?;
                reference.as_ref().map_or(Ok(None), |reference| select.query_row([reference], |row| row.get(0)))
            };
            for record in records {
                let event = Event {
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
                events::restore_event(db, &event, record.first_at, record.count, row_of(&record.closed_by)?)?;
            }
            Ok(())
        })
    }

    /// Before sections are written: there are so many elsewhere, of which these few came.
    pub fn set_total_sections(&mut self, total: i64, came: i64) -> Result<()> {
        self.write_transaction(|db| {
            let before = total - came;
            if before > 0 {
                db.execute("INSERT INTO section (id, first_line, last_line) VALUES (?1, 1, 1)", [before])?;
            }
            Ok(())
        })
    }

    /// The vocabulary as far as a question needs it, counted where all of it is.
    pub fn add_vocabulary(&mut self, words: &[HubWord]) -> Result<()> {
        self.write_transaction(|db| {
            let mut insert = db.prepare_cached(
                "INSERT INTO word (word, stem, n, natural) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (word) DO NOTHING",
            )?;
            let mut grams = db.prepare_cached("INSERT INTO word_grams (rowid, word) VALUES (?1, ?2)")?;
            for word in words {
                let stem = Some(&word.stem).filter(|stem| **stem != word.word);
                if insert.execute(params![word.word, stem, word.sections, word.natural])? == 1 {
                    grams.execute(params![db.last_insert_rowid(), word.word])?;
                }
            }
            Ok(())
        })
    }
}

fn insert_hub_entry(
    db: &Connection,
    packer: &mut pack::Packer,
    entry: &HubEntry,
) -> rusqlite::Result<(i64, StoredBytes)> {
    let stored = match &entry.text {
        Some(text) => packer.store_bytes(db, text)?.0,
        None => StoredBytes::default(),
    };
    let StatusColumns { exit_code, signal, timed_out } = entry.status;
    db.run(
        "INSERT OR IGNORE INTO entry (ref, kind, state, command, argv, label, title, cwd, project, branch, session, \
         exit_code, signal, timed_out, started_at, duration_ms, blob_id, raw_len, lines, expired, pinned, summary, \
         reader, agent, role) VALUES (?1, ?2, 'done', ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, \
         ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)",
        params![
            entry.reference,
            entry.kind,
            entry.command,
            entry.argv,
            entry.label,
            entry.title,
            entry.cwd,
            entry.project,
            entry.branch,
            entry.session,
            exit_code,
            signal,
            timed_out,
            entry.started_at,
            entry.duration_ms,
            stored.blob,
            entry.raw_len,
            entry.lines,
            entry.expired,
            entry.pinned,
            entry.summary,
            entry.reader,
            entry.agent,
            entry.role
        ],
    )?;
    let row = db.last_insert_rowid();
    findings::save_findings(db, row, &entry.findings)?;
    Ok((row, stored))
}
