//! Forgetting: entries and their bytes are gone from every file, in steps so short that no other writer waits for them.

use std::time::Instant;

use rusqlite::{Connection, params};

use super::orphans::{CleanupWorkLimit, STEP_TIME, mark_blob_if_orphan};
use super::outbox::install_deletion_triggers;
use super::{Blake3Hash, HistoryFilter, Store, index_merge, session_summary_cache};
use crate::error::Result;
use crate::sql::ReadQueries;

/// Entries looked at before one transaction; it takes as many of them as fit in its time.
const ENTRIES: usize = 500;
/// Words that are dropped in one transaction.
const WORDS: usize = 2000;

impl Store {
    /// Removes entries and, unless another entry shares them, their bytes: overwritten, not only unlinked.
    pub fn forget_entries(&mut self, rows: &[i64]) -> Result<()> {
        self.forget_entries_with_progress(rows, &mut |_| {})
    }

    /// The same for many. `progress` gets the number of entries that are gone. Each step is a transaction of its own, so
    /// short that no other writer waits for long.
    pub fn forget_entries_with_progress(&mut self, rows: &[i64], progress: &mut dyn FnMut(u64)) -> Result<()> {
        self.with_connection(|db| db.pragma_update(None, "secure_delete", true))?;
        let mut blobs: Vec<i64> = Vec::new();
        let mut done = 0;
        while done < rows.len() {
            let step = &rows[done..rows.len().min(done + ENTRIES)];
            for &row in step {
                // Outlines quote the text.
                if let Some(hash) = self.with_connection(|db| entry_hash(db, row))? {
                    self.outline_cache().forget_source(&hash)?;
                }
            }
            let (gone, orphans) = self.write_transaction(|db| delete_entries_until_time_is_up(db, step))?;
            blobs.extend(orphans);
            done += gone;
            progress(done as u64);
        }
        let mut work = CleanupWorkLimit::unlimited();
        self.delete_given_orphan_blobs(blobs, &mut work)?;
        self.sweep_orphan_blobs(&mut work)?;
        self.purge_deleted_from_index()?;
        self.release_free_pages_and_checkpoint(&mut work)?;
        // The log holds old copies of the pages until it is reset.
        self.row::<i64>("PRAGMA wal_checkpoint(TRUNCATE)", []).map(drop)
    }

    /// Stored bytes that would be gone with these entries: those that no other entry shares.
    pub fn bytes_freed_by_forgetting(&self, rows: &[i64]) -> Result<u64> {
        self.row(
            "SELECT coalesce(sum(b.stored_len), 0) FROM blob b WHERE b.id IN (SELECT blob_id FROM entry WHERE id IN \
             (SELECT value FROM json_each(?1))) AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.blob_id = b.id AND e.id \
             NOT IN (SELECT value FROM json_each(?1)))",
            [serde_json::json!(rows).to_string()],
        )
    }

    /// Forgets the memory of a project, a session or a time besides its entries: events, snapshots, questions.
    pub fn forget_events_briefs_and_questions(&mut self, filter: &HistoryFilter) -> Result<()> {
        let (since, until) = (filter.since.unwrap_or(i64::MIN), filter.until.unwrap_or(i64::MAX));
        let values = params![filter.project, filter.session, since, until];
        self.write_transaction(|db| {
            install_deletion_triggers(db)?;
            session_summary_cache::clear_session_summaries(db)?;
            for table in ["event", "snapshot", "spent"] {
                let sql = format!(
                    "DELETE FROM {table} WHERE (?1 IS NULL OR project = ?1) AND (?2 IS NULL OR session = ?2) AND at >= \
                     ?3 AND at < ?4"
                );
                db.execute(&sql, values)?;
            }
            // Questions know their session only.
            db.execute(
                "UPDATE usage SET query = NULL, answer = NULL WHERE at >= ?3 AND at < ?4 AND (?2 IS NULL OR session = \
                 ?2) AND (?1 IS NULL OR session IN (SELECT session FROM entry WHERE project = ?1))",
                values,
            )
            .map(drop)
        })
    }

    /// Merges the index until nothing deleted is left in it, a part at a time.
    fn purge_deleted_from_index(&mut self) -> Result<()> {
        for table in index_merge::MERGED {
            while !self.write_transaction(|db| index_merge::merge_index_step(db, table))? {}
        }
        let unused = self.with_connection(index_merge::word_ids_in_no_section)?;
        for words in unused.chunks(WORDS) {
            self.write_transaction(|db| index_merge::delete_words_in_no_section(db, words))?;
        }
        while !self.write_transaction(|db| index_merge::merge_index_step(db, index_merge::MERGED_LAST))? {}
        Ok(())
    }
}

/// The hash of an entry's bytes; none where it has none or they are not all there.
pub(super) fn entry_hash(db: &Connection, row: i64) -> rusqlite::Result<Option<Blake3Hash>> {
    let sql = "SELECT b.hash FROM entry e JOIN blob b ON b.id = e.blob_id WHERE e.id = ?1";
    Ok(db.first::<Option<Blake3Hash>>(sql, [row])?.flatten())
}

/// Deletes entries until a short time has passed: how many are gone, and which bytes no entry needs any more.
fn delete_entries_until_time_is_up(db: &Connection, rows: &[i64]) -> rusqlite::Result<(usize, Vec<i64>)> {
    let began = Instant::now();
    let (mut gone, mut orphans) = (0, Vec::new());
    for &row in rows {
        if gone > 0 && began.elapsed() > STEP_TIME {
            break;
        }
        let blob: Option<i64> = db.first("SELECT blob_id FROM entry WHERE id = ?1", [row])?.flatten();
        Store::delete_entry(db, row)?;
        if let Some(blob) = blob
            && mark_blob_if_orphan(db, blob)?
        {
            orphans.push(blob);
        }
        gone += 1;
    }
    Ok((gone, orphans))
}

#[cfg(test)]
mod tests {
    use super::super::retention::tests::{at, noise, put};
    use super::super::{NewEntry, Store};

    #[test]
    fn forgotten_bytes_are_in_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let secret = noise(300_000, 7);
        let row = put(&mut store, NewEntry { command: Some("print the-forgotten-word".into()), ..at(0) }, &secret);
        store.checkpoint_wal_above_size(0);
        store.forget_entries(&[row]).unwrap();
        for file in std::fs::read_dir(dir.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(memchr::memmem::find(&bytes, &secret[1000..1032]).is_none());
            assert!(memchr::memmem::find(&bytes, b"the-forgotten-word").is_none());
        }
        assert!(store.entry_at_row(row).is_err());
    }
}
