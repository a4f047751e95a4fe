//! Bytes that no entry needs any more: they are deleted a few at a time, and the file gives their pages back. The sum of
//! all stored bytes is kept on the way.

use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::{Store, index, pack};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries};

/// Chunks deleted in one transaction: well below a tenth of a second.
const STEP: usize = 16;
/// Sections taken out of the index in one.
const SECTIONS: usize = 500;
/// Orphans looked for at a time.
const ORPHANS: usize = 500;
/// Pages given back to the file system at a time.
const PAGES: usize = 1000;
/// A transaction that deletes ends after this: other writers wait no longer than that.
pub const STEP_TIME: Duration = Duration::from_millis(50);

/// What some work costs, in looks at a row.
const CHUNK: usize = 40;
const SECTION: usize = 4;
const PAGE: usize = 1;

/// How much may be done before somebody waits for it. Counted, not timed: on a slow machine every command would spend its
/// time on beginnings.
pub struct CleanupWorkLimit {
    left: Option<usize>,
}

impl CleanupWorkLimit {
    pub fn unlimited() -> CleanupWorkLimit {
        CleanupWorkLimit { left: None }
    }

    /// As much as this many looks at a row.
    pub fn limited_to_rows(looks: usize) -> CleanupWorkLimit {
        CleanupWorkLimit { left: Some(looks) }
    }

    pub fn spend_rows(&mut self, looks: usize) {
        self.left = self.left.map(|left| left.saturating_sub(looks));
    }

    pub fn is_reached(&self) -> bool {
        self.left == Some(0)
    }

    /// As many of these as there is work left for, and at least one.
    pub fn cap_by_remaining_work(&self, most: usize, cost: usize) -> usize {
        self.left.map_or(most, |left| most.min(left / cost).max(1))
    }
}

impl Store {
    /// Deletes bytes that no entry points to, a few chunks at a time.
    pub(super) fn sweep_orphan_blobs(&mut self, work: &mut CleanupWorkLimit) -> Result<()> {
        while !work.is_reached() {
            let sql = "SELECT id FROM blob INDEXED BY blob_unfinished WHERE hash IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM entry WHERE blob_id = blob.id) LIMIT ?1";
            let orphans: Vec<i64> = self.rows(sql, [ORPHANS as i64])?;
            if orphans.is_empty() {
                break;
            }
            self.delete_given_orphan_blobs(orphans, work)?;
        }
        Ok(())
    }

    pub(super) fn release_free_pages_and_checkpoint(&mut self, work: &mut CleanupWorkLimit) -> Result<()> {
        let free = |store: &Store| {
            store.with_connection(|db| db.pragma_query_value(None, "freelist_count", |row| row.get::<_, i64>(0)))
        };
        let mut before = free(self)?;
        while before > 0 && !work.is_reached() {
            let pages = work.cap_by_remaining_work(PAGES, PAGE);
            self.with_connection(|db| {
                let mut statement = db.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
                let mut rows = statement.query([])?;
                while rows.next()?.is_some() {}
                Ok(())
            })?;
            work.spend_rows(pages * PAGE);
            let after = free(self)?;
            if after >= before {
                break;
            }
            before = after;
        }
        self.checkpoint_wal_above_size(0);
        Ok(())
    }

    /// Deletes bytes that lost their last entry, as many in one transaction as fit in a short time.
    pub(super) fn delete_given_orphan_blobs(&mut self, mut blobs: Vec<i64>, work: &mut CleanupWorkLimit) -> Result<()> {
        blobs.sort_unstable();
        let mut rest = &blobs[..];
        while !rest.is_empty() && !work.is_reached() {
            let gone = self.write_transaction(|db| {
                let began = Instant::now();
                let mut gone = 0;
                while gone < rest.len() && began.elapsed() < STEP_TIME && !work.is_reached() {
                    gone += usize::from(delete_blob_step(db, rest[gone], work)?);
                }
                Ok(gone)
            })?;
            rest = &rest[gone..];
        }
        Ok(())
    }

    /// Adds to the sum what an import brought, or the commands after it would, each a part of it.
    pub fn add_imported_bytes_to_sum(&mut self) -> Result<()> {
        self.update_stored_bytes_sum(&mut CleanupWorkLimit::unlimited()).map(drop)
    }

    /// Compressed bytes of all entries.
    pub fn stored_bytes(&self) -> Result<u64> {
        self.row("SELECT coalesce(sum(stored_len), 0) FROM blob", [])
    }

    /// The same from the sum that is kept, with what has come since; none if more has come than there is work for.
    pub(super) fn update_stored_bytes_sum(&mut self, work: &mut CleanupWorkLimit) -> Result<Option<u64>> {
        loop {
            let most = work.cap_by_remaining_work(ORPHANS, 1);
            let (sum, counted) = self.write_without_outbox(|db| add_new_blobs_to_sum(db, most))?;
            if counted < most {
                return Ok(Some(sum));
            }
            work.spend_rows(counted);
            if work.is_reached() {
                return Ok(None);
            }
        }
    }
}

const UPTO: &str = "(SELECT value FROM meta WHERE key = 'stored_upto')";

/// Adds up to `most` new blobs to the sum: the sum, and how many were new.
fn add_new_blobs_to_sum(db: &Connection, most: usize) -> rusqlite::Result<(u64, usize)> {
    let (new, upto, more): (i64, Option<i64>, i64) = db.row(
        &format!(
            "SELECT count(*), max(id), coalesce(sum(stored_len), 0) FROM \
             (SELECT id, stored_len FROM blob WHERE id > {UPTO} ORDER BY id LIMIT ?1)"
        ),
        [most as i64],
    )?;
    if let Some(upto) = upto {
        db.execute("UPDATE meta SET value = ?1 WHERE key = 'stored_upto'", [upto])?;
        db.execute("UPDATE meta SET value = value + ?1 WHERE key = 'stored_sum'", [more])?;
    }
    let sum: i64 = db.row("SELECT value FROM meta WHERE key = 'stored_sum'", [])?;
    Ok((sum.unsigned_abs(), usize::try_from(new).unwrap_or(0)))
}

/// Begins the sum anew. Bytes that were still arriving when they were counted are missing in it.
pub(super) fn reset_stored_bytes_sum(db: &Connection) -> rusqlite::Result<()> {
    db.execute("INSERT OR REPLACE INTO meta VALUES ('stored_upto', 0), ('stored_sum', 0)", []).map(drop)
}

/// Marks bytes that lost their last entry; true if they did. Without the hash, no new entry can share the bytes that are
/// about to be deleted.
pub(super) fn mark_blob_if_orphan(db: &Connection, blob: i64) -> rusqlite::Result<bool> {
    let sql = "UPDATE blob SET hash = NULL WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE blob_id = ?1)";
    Ok(db.run(sql, [blob])? > 0)
}

/// Deletes a part of the bytes that no entry points to; true when nothing of them is left to delete.
fn delete_blob_step(db: &Connection, blob: i64, work: &mut CleanupWorkLimit) -> rusqlite::Result<bool> {
    let shared: bool = db.row("SELECT EXISTS (SELECT 1 FROM entry WHERE blob_id = ?1)", [blob])?;
    if shared {
        return Ok(true);
    }
    let sections = index::drop_sections_of_blob(db, blob, work.cap_by_remaining_work(SECTIONS, SECTION) as i64)?;
    work.spend_rows(1 + sections * SECTION);
    if sections > 0 {
        return Ok(false);
    }
    let chunks = pack::delete_chunks(db, blob, work.cap_by_remaining_work(STEP, CHUNK) as i64)?;
    work.spend_rows(chunks * CHUNK);
    if chunks > 0 {
        return Ok(false);
    }
    db.run(
        &format!(
            "UPDATE meta SET value = max(0, value - (SELECT stored_len FROM blob WHERE id = ?1)) \
             WHERE key = 'stored_sum' AND ?1 <= {UPTO}"
        ),
        [blob],
    )?;
    db.run("DELETE FROM blob WHERE id = ?1", [blob])?;
    Ok(true)
}
