//! Entries that wait to be indexed: how many there are, in which order they are taken, and which go first.

use rusqlite::Connection;

use super::Store;
use crate::error::Result;
use crate::sql::{ColumnCursor, FromColumns, ReadQueries, row_struct};
use ctx_model::CommandEndStatus;

/// An entry that search cannot see yet, or not all of it.
#[derive(Clone, Debug)]
pub struct PendingEntry {
    pub row: i64,
    pub blob: Option<i64>,
    /// Still written to by a living process.
    pub running: bool,
    /// The blob is indexed to this line, and whether that is the end.
    pub lines: u64,
    pub whole: bool,
    pub raw_len: u64,
}

impl FromColumns for PendingEntry {
    fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<PendingEntry> {
        let (row, blob, status, (lines, whole, raw_len)): (_, _, CommandEndStatus, _) = columns.read()?;
        Ok(PendingEntry { row, blob, running: status == CommandEndStatus::Running, lines, whole, raw_len })
    }
}

row_struct! {
    /// How much waits to be indexed, without commands that still run. A twin's bytes count again.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct PendingTotals {
        pub entries: u64,
        pub bytes: u64,
    }
}

const COLUMNS: &str = "SELECT e.id, e.blob_id, e.state, e.owner, NULL, NULL, 0, coalesce(i.lines, 0), coalesce(i.whole, 0), coalesce(b.raw_len, 0)";
const TABLES: &str = "p JOIN entry e ON e.id = p.id LEFT JOIN indexed_blob i ON i.blob_id = e.blob_id \
                      LEFT JOIN blob b ON b.id = e.blob_id";

impl Store {
    /// True when some entry waits to be indexed: one look at two small tables.
    pub fn has_pending_entries(&self) -> Result<bool> {
        self.row(
            "SELECT (SELECT coalesce(max(id), 0) FROM entry) > coalesce((SELECT value FROM meta WHERE key = \
             'indexed_upto'), 0) OR EXISTS (SELECT 1 FROM index_later)",
            [],
        )
    }

    /// Whether the newest finished entry is not searchable yet.
    pub fn is_newest_unindexed(&self) -> Result<bool> {
        let waits: Option<bool> = self.first(
            "SELECT e.id > coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0) \
             OR EXISTS (SELECT 1 FROM index_later WHERE entry_id = e.id) \
             FROM entry e WHERE e.state <> 'running' ORDER BY e.id DESC LIMIT 1",
            [],
        )?;
        Ok(waits.unwrap_or(false))
    }

    pub fn pending_totals(&self) -> Result<PendingTotals> {
        if !self.has_pending_entries()? {
            return Ok(PendingTotals::default());
        }
        // Crossed, so that the short table leads: the other order reads every entry.
        self.row(
            "WITH upto AS (SELECT coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0) AS row) SELECT \
             count(*), coalesce(sum(raw_len), 0) FROM (SELECT raw_len, state FROM entry WHERE id > (SELECT row FROM \
             upto) UNION ALL SELECT e.raw_len, e.state FROM index_later l CROSS JOIN entry e ON e.id = l.entry_id WHERE \
             l.entry_id <= (SELECT row FROM upto)) WHERE state <> 'running'",
            [],
        )
    }

    /// The next entries to index, oldest first, from row `after` on.
    pub fn pending_entries(&self, after: i64, limit: u32) -> Result<Vec<PendingEntry>> {
        // Both sides are bounded: thousands may wait, and each page must not sort all of them.
        let sql = format!(
            "{COLUMNS} FROM ( \
               SELECT id FROM (SELECT id FROM entry WHERE id > max(?1, coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0)) \
                 ORDER BY id LIMIT ?2) \
               UNION SELECT entry_id FROM (SELECT entry_id FROM index_later WHERE entry_id > ?1 ORDER BY entry_id LIMIT ?2) \
             ) {TABLES} ORDER BY e.id LIMIT ?2"
        );
        self.rows(&sql, (after, limit))
    }

    /// Of the entries that were queued, the next ones to index, newest first, below row `before`.
    pub fn queued_entries_newest_first(&self, before: i64, limit: u32) -> Result<Vec<PendingEntry>> {
        let sql = format!(
            "{COLUMNS} FROM (SELECT entry_id AS id FROM index_later WHERE entry_id < ?1 ORDER BY entry_id DESC LIMIT ?2) \
             {TABLES} ORDER BY e.id DESC"
        );
        self.rows(&sql, (before, limit))
    }

    /// Queues all entries that wait, so that they can be indexed in any order. Returns the newest row.
    pub fn move_pending_entries_to_queue(&mut self) -> Result<i64> {
        self.write_transaction(|db| {
            queue_all_unindexed(db)?;
            let newest = db.row("SELECT coalesce(max(id), 0) FROM entry", [])?;
            super::index::mark_indexed_up_to(db, newest)?;
            Ok(newest)
        })
    }
}

/// Notes all entries that are not indexed yet for later, so that newer ones can be indexed first.
pub(super) fn queue_all_unindexed(db: &Connection) -> rusqlite::Result<()> {
    db.execute(
        "INSERT OR IGNORE INTO index_later SELECT id FROM entry \
         WHERE id > coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0)",
        [],
    )
    .map(drop)
}
