//! Retention: deletes old bytes first, in steps so short that no other writer waits for them.

use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};

use super::outbox::watch_what_goes;
use super::{Filter, Hash, Store, files, index, merge, pack, standing};
use crate::error::Result;

/// Chunks deleted in one transaction: well below a tenth of a second.
const STEP: i64 = 16;
/// Sections taken out of the index in one.
const SECTIONS: i64 = 500;
/// Pages given back to the file system in one.
const PAGES: i64 = 1000;
/// Entries looked at before one transaction; it takes as many of them as fit in its time.
const ENTRIES: usize = 500;
/// Words that are dropped in one transaction.
const WORDS: usize = 2000;
/// A transaction that deletes ends after this: other writers wait no longer than that.
const STEP_TIME: Duration = Duration::from_millis(50);
const DAY: i64 = 86_400_000;

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub now: i64,
    pub days: u32,
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    pub entries: u64,
    pub bytes: u64,
}

impl Store {
    /// Deletes the bytes of entries that are too old or too much; their rows and summaries stay.
    pub fn prune(&mut self, limits: Limits) -> Result<Pruned> {
        self.prune_until(limits, None)
    }

    /// The daily prune, within `budget`: the rest waits for the next command.
    pub fn prune_daily(&mut self, limits: Limits, budget: Duration) -> Result<()> {
        let last: Option<i64> = self.read(|db| {
            db.query_row("SELECT value FROM meta WHERE key = 'pruned_at'", [], |row| row.get(0)).optional()
        })?;
        if self.read_only.is_some() || last.is_some_and(|last| limits.now - last < DAY) {
            return Ok(());
        }
        self.prune_until(limits, Some(Instant::now() + budget)).map(drop)
    }

    fn prune_until(&mut self, limits: Limits, deadline: Option<Instant>) -> Result<Pruned> {
        let late = || deadline.is_some_and(|deadline| Instant::now() > deadline);
        let cutoff = limits.now - i64::from(limits.days) * DAY;
        let mut pruned = Pruned::default();
        let mut stored = self.stored_bytes()?;
        while !late() {
            let oldest = self.read(oldest_bytes)?;
            let step = self.write(|db| expire_for_a_while(db, &oldest, cutoff, stored.saturating_sub(limits.bytes)))?;
            pruned.entries += step.entries;
            pruned.bytes += step.bytes;
            stored = stored.saturating_sub(step.bytes);
            self.delete_orphans(step.orphans, &late)?;
            if step.is_last {
                break;
            }
        }
        if late() {
            return Ok(pruned);
        }
        self.sweep(&late)?;
        self.give_back(&late)?;
        if !late() {
            self.prune_usage(limits.now)?;
            self.outlines().prune(cutoff);
            self.write(|db| {
                files::prune(db, cutoff)?;
                db.execute("INSERT OR REPLACE INTO meta VALUES ('pruned_at', ?1)", [limits.now]).map(drop)
            })?;
        }
        Ok(pruned)
    }

    /// Compressed bytes of all entries.
    pub fn stored_bytes(&self) -> Result<u64> {
        self.read(|db| db.query_row("SELECT coalesce(sum(stored_len), 0) FROM blob", [], |row| row.get(0)))
    }

    /// Deletes bytes that no entry points to, a few chunks at a time.
    fn sweep(&mut self, late: &dyn Fn() -> bool) -> Result<()> {
        while !late() {
            let orphans = self.read(|db| {
                let sql = "SELECT id FROM blob WHERE NOT EXISTS (SELECT 1 FROM entry WHERE blob_id = blob.id) LIMIT ?1";
                db.prepare(sql)?.query_map([ENTRIES as i64], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()
            })?;
            if orphans.is_empty() {
                break;
            }
            self.delete_orphans(orphans, late)?;
        }
        Ok(())
    }

    pub(super) fn give_back(&mut self, late: &dyn Fn() -> bool) -> Result<()> {
        let free =
            |store: &Store| store.read(|db| db.pragma_query_value(None, "freelist_count", |row| row.get::<_, i64>(0)));
        let mut before = free(self)?;
        while before > 0 && !late() {
            self.read(|db| {
                let mut statement = db.prepare(&format!("PRAGMA incremental_vacuum({PAGES})"))?;
                let mut rows = statement.query([])?;
                while rows.next()?.is_some() {}
                Ok(())
            })?;
            let after = free(self)?;
            if after >= before {
                break;
            }
            before = after;
        }
        self.checkpoint(0);
        Ok(())
    }

    /// Removes entries and, unless another entry shares them, their bytes: overwritten, not only unlinked.
    pub fn forget(&mut self, rows: &[i64]) -> Result<()> {
        self.forget_all(rows, &mut |_| {})
    }

    /// The same for many. `progress` gets the number of entries that are gone. Each step is a transaction of its own, so
    /// short that no other writer waits for long.
    pub fn forget_all(&mut self, rows: &[i64], progress: &mut dyn FnMut(u64)) -> Result<()> {
        self.read(|db| db.pragma_update(None, "secure_delete", true))?;
        let mut blobs: Vec<i64> = Vec::new();
        let mut done = 0;
        while done < rows.len() {
            let step = &rows[done..rows.len().min(done + ENTRIES)];
            for &row in step {
                // Outlines quote the text.
                if let Some(hash) = self.hash(row)? {
                    self.outlines().forget(&hash)?;
                }
            }
            let (gone, orphans) = self.write(|db| delete_for_a_while(db, step))?;
            blobs.extend(orphans);
            done += gone;
            progress(done as u64);
        }
        self.delete_orphans(blobs, &|| false)?;
        self.sweep(&|| false)?;
        self.rewrite_index()?;
        self.give_back(&|| false)?;
        // The log holds old copies of the pages until it is reset.
        self.read(|db| db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
    }

    /// Forgets the memory of a project, a session or a time besides its entries: events, snapshots, questions.
    pub fn forget_memory(&mut self, filter: &Filter) -> Result<()> {
        let (since, until) = (filter.since.unwrap_or(i64::MIN), filter.until.unwrap_or(i64::MAX));
        let values = params![filter.project, filter.session, since, until];
        self.write(|db| {
            watch_what_goes(db)?;
            standing::clear(db)?;
            db.execute(
                "DELETE FROM event WHERE (?1 IS NULL OR project = ?1) AND (?2 IS NULL OR session = ?2) AND at >= ?3 AND at < ?4",
                values,
            )?;
            db.execute(
                "DELETE FROM snapshot WHERE (?1 IS NULL OR project = ?1) AND (?2 IS NULL OR session = ?2) AND at >= ?3 AND at < ?4",
                values,
            )?;
            db.execute(
                "DELETE FROM spent WHERE (?1 IS NULL OR project = ?1) AND (?2 IS NULL OR session = ?2) AND at >= ?3 AND at < ?4",
                values,
            )?;
            // Questions know their session only.
            db.execute(
                "UPDATE usage SET query = NULL, answer = NULL WHERE at >= ?3 AND at < ?4 AND (?2 IS NULL OR session = ?2) \
                 AND (?1 IS NULL OR session IN (SELECT session FROM entry WHERE project = ?1))",
                values,
            )
            .map(drop)
        })
    }

    /// Deletes bytes that lost their last entry, as many in one transaction as fit in a short time.
    fn delete_orphans(&mut self, mut blobs: Vec<i64>, late: &dyn Fn() -> bool) -> Result<()> {
        blobs.sort_unstable();
        let mut rest = &blobs[..];
        while !rest.is_empty() && !late() {
            let gone = self.write(|db| {
                let began = Instant::now();
                let mut gone = 0;
                while gone < rest.len() && began.elapsed() < STEP_TIME {
                    gone += usize::from(delete_blob_step(db, rest[gone])?);
                }
                Ok(gone)
            })?;
            rest = &rest[gone..];
        }
        Ok(())
    }

    /// Merges the index until nothing deleted is left in it, a part at a time.
    fn rewrite_index(&mut self) -> Result<()> {
        for table in merge::MERGED {
            while !self.write(|db| merge::merge_step(db, table))? {}
        }
        let unused = self.read(merge::unused_words)?;
        for words in unused.chunks(WORDS) {
            self.write(|db| merge::drop_words(db, words))?;
        }
        while !self.write(|db| merge::merge_step(db, merge::MERGED_LAST))? {}
        Ok(())
    }

    fn hash(&self, row: i64) -> Result<Option<Hash>> {
        self.read(|db| {
            let sql = "SELECT b.hash FROM entry e JOIN blob b ON b.id = e.blob_id WHERE e.id = ?1";
            db.query_row(sql, [row], |row| row.get::<_, Option<Hash>>(0)).optional().map(Option::flatten)
        })
    }

    /// Totals of the store: entries, raw bytes, stored bytes.
    pub fn totals(&self) -> Result<(u64, u64, u64)> {
        self.read(|db| {
            db.query_row(
                "SELECT (SELECT count(*) FROM entry), coalesce(sum(raw_len), 0), coalesce(sum(stored_len), 0) FROM blob",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )
        })
    }
}

/// An entry whose bytes may expire: its row, since when they are kept, and how many they are.
type Oldest = (i64, i64, u64);

/// The entries with the oldest bytes.
fn oldest_bytes(db: &Connection) -> rusqlite::Result<Vec<Oldest>> {
    db.prepare(
        "SELECT e.id, coalesce(e.stored_at, e.started_at) AS since, b.stored_len FROM entry e JOIN blob b ON b.id = e.blob_id \
         WHERE NOT e.pinned AND e.kind <> 'note' AND e.state = 'done' ORDER BY since, e.id LIMIT ?1",
    )?
    .query_map([ENTRIES as i64], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?.unsigned_abs())))?
    .collect()
}

/// What one step of retention did.
#[derive(Default)]
struct Expired {
    entries: u64,
    bytes: u64,
    orphans: Vec<i64>,
    /// The rest may stay.
    is_last: bool,
}

/// Lets bytes expire until a short time has passed: those before `cutoff`, and more of them until `too_much` bytes are free.
fn expire_for_a_while(db: &Connection, oldest: &[Oldest], cutoff: i64, too_much: u64) -> rusqlite::Result<Expired> {
    let began = Instant::now();
    let mut step = Expired { is_last: oldest.is_empty(), ..Expired::default() };
    for &(row, since, stored) in oldest {
        if since >= cutoff && step.bytes >= too_much {
            step.is_last = true;
            break;
        }
        if step.entries > 0 && began.elapsed() > STEP_TIME {
            break;
        }
        let blob: Option<i64> = db
            .prepare_cached("SELECT blob_id FROM entry WHERE id = ?1")?
            .query_row([row], |row| row.get(0))
            .optional()?
            .flatten();
        db.prepare_cached("UPDATE entry SET blob_id = NULL, expired = 1 WHERE id = ?1")?.execute([row])?;
        standing::clear(db)?;
        index::index_again(db, row)?;
        if let Some(blob) = blob
            && orphan(db, blob)?
        {
            step.bytes += stored;
            step.orphans.push(blob);
        }
        step.entries += 1;
    }
    Ok(step)
}

/// Marks bytes that lost their last entry; true if they did. Without the hash, no new entry can share the bytes that are
/// about to be deleted.
fn orphan(db: &Connection, blob: i64) -> rusqlite::Result<bool> {
    let sql = "UPDATE blob SET hash = NULL WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE blob_id = ?1)";
    Ok(db.prepare_cached(sql)?.execute([blob])? > 0)
}

/// Deletes entries until a short time has passed: how many are gone, and which bytes no entry needs any more.
fn delete_for_a_while(db: &Connection, rows: &[i64]) -> rusqlite::Result<(usize, Vec<i64>)> {
    let began = Instant::now();
    let (mut gone, mut orphans) = (0, Vec::new());
    for &row in rows {
        if gone > 0 && began.elapsed() > STEP_TIME {
            break;
        }
        let blob: Option<i64> = db
            .prepare_cached("SELECT blob_id FROM entry WHERE id = ?1")?
            .query_row([row], |row| row.get(0))
            .optional()?
            .flatten();
        Store::delete_entry(db, row)?;
        if let Some(blob) = blob
            && orphan(db, blob)?
        {
            orphans.push(blob);
        }
        gone += 1;
    }
    Ok((gone, orphans))
}

/// Deletes a part of the bytes that no entry points to; true when nothing of them is left to delete.
fn delete_blob_step(db: &Connection, blob: i64) -> rusqlite::Result<bool> {
    let shared: bool = db
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM entry WHERE blob_id = ?1)")?
        .query_row([blob], |row| row.get(0))?;
    if shared {
        return Ok(true);
    }
    if index::drop_sections(db, blob, SECTIONS)? > 0 || pack::delete_chunks(db, blob, STEP)? > 0 {
        return Ok(false);
    }
    db.prepare_cached("DELETE FROM blob WHERE id = ?1")?.execute([blob])?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryKind, Finished, NewEntry};
    use super::*;

    const MB: usize = 1 << 20;

    fn noise(len: usize, seed: u64) -> Vec<u8> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u8
        };
        (0..len).map(|_| next()).collect()
    }

    fn put(store: &mut Store, new: NewEntry, bytes: &[u8]) -> i64 {
        let (row, _) = store.begin(&new).unwrap();
        let mut writer = BlobWriter::new(row);
        for part in bytes.chunks(MB) {
            writer.append(store, part).unwrap();
        }
        store.finish(row, writer, b"", &Finished { summary: Some("kept".into()), ..Finished::default() }).unwrap();
        row
    }

    fn at(started_at: i64) -> NewEntry {
        NewEntry { started_at, ..NewEntry::default() }
    }

    #[test]
    fn old_bytes_go_and_their_summary_stays() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let old = put(&mut store, at(0), b"old bytes\n");
        let pinned = put(&mut store, NewEntry { pinned: true, ..at(0) }, b"pinned bytes\n");
        let note = put(&mut store, NewEntry { kind: EntryKind::Note, ..at(0) }, b"a note\n");
        let new = put(&mut store, at(100 * DAY), b"new bytes\n");
        let limits = Limits { now: 100 * DAY, days: 30, bytes: u64::MAX };
        assert_eq!(store.prune(limits).unwrap().entries, 1);
        let kept = |row| store.entry(row).unwrap().blob.is_some();
        assert_eq!((kept(old), kept(pinned), kept(note), kept(new)), (false, true, true, true));
        let entry = store.entry(old).unwrap();
        assert!(entry.expired && entry.summary.as_deref() == Some("kept") && entry.lines == Some(1));
    }

    #[test]
    fn shared_bytes_stay_while_one_needs_them() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        put(&mut store, at(0), b"same\n");
        let new = put(&mut store, at(100 * DAY), b"same\n");
        store.prune(Limits { now: 100 * DAY, days: 30, bytes: u64::MAX }).unwrap();
        assert!(
            crate::BlobReader::new(&store, store.entry(new).unwrap().blob.unwrap()).next_chunk().unwrap().is_some()
        );
    }

    #[test]
    fn above_the_size_the_oldest_go_and_the_file_shrinks() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for n in 0..6 {
            put(&mut store, at(n), &noise(2 * MB, n as u64));
        }
        store.checkpoint(0);
        let size = || std::fs::metadata(dir.path().join("ctx.db")).unwrap().len();
        let before = size();
        store.prune(Limits { now: 10, days: 30, bytes: 5 * MB as u64 }).unwrap();
        assert!(store.stored_bytes().unwrap() <= 5 * MB as u64);
        assert!(size() < before / 2 + MB as u64, "{} of {before}", size());
        let kept: Vec<bool> = (1..=6).map(|row| store.entry(row).unwrap().blob.is_some()).collect();
        assert_eq!(kept, [false, false, false, false, true, true]);
    }

    #[test]
    fn forgotten_bytes_are_in_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let secret = noise(300_000, 7);
        let row = put(&mut store, NewEntry { command: Some("print the-forgotten-word".into()), ..at(0) }, &secret);
        store.checkpoint(0);
        store.forget(&[row]).unwrap();
        for file in std::fs::read_dir(dir.path()).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert!(memchr::memmem::find(&bytes, &secret[1000..1032]).is_none());
            assert!(memchr::memmem::find(&bytes, b"the-forgotten-word").is_none());
        }
        assert!(store.entry(row).is_err());
    }
}
