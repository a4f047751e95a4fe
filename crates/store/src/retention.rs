//! Retention: deletes old bytes first, in steps so short that no other writer waits for them. What is old is decided by the
//! order of entries and the days of use as well as by the clock: a clock that jumps makes nothing old.

use rusqlite::Connection;

use super::days_of_use::{self, DAY_MS};
use super::orphans::{CleanupWorkLimit, mark_blob_if_orphan, reset_stored_bytes_sum};
use super::{Store, files, index, session_summary_cache, usage};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, row_struct};

/// Entries looked at before one transaction.
const LOOKED_AT: usize = 500;
/// Entries that expire in one transaction: some milliseconds.
const ENTRIES: usize = 64;
/// The work of one command for the daily prune: about a millisecond.
const DAILY: usize = 1000;
/// What it costs to let an entry expire, in looks at a row.
const EXPIRY: usize = 20;
/// The sum of all bytes is made anew after this many days.
const RECOUNT: i64 = 30;
/// Uses are kept for a year.
const DAYS_OF_USES: u32 = 365;

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct RetentionLimits {
    pub now: i64,
    pub days: u32,
    pub bytes: u64,
    /// Somebody asked for just this: the clock alone decides what is old.
    pub by_clock: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruneResult {
    pub entries: u64,
    pub bytes: u64,
}

impl Store {
    /// Deletes the bytes of entries that are too old or too much; their rows and summaries stay.
    pub fn prune(&mut self, limits: RetentionLimits) -> Result<PruneResult> {
        self.write_without_outbox(|db| {
            days_of_use::record_use_today(db, limits.now)?;
            reset_prune_position(db)?;
            reset_stored_bytes_sum(db)
        })?;
        let mut pruned = PruneResult::default();
        self.prune_with_work_limit(limits, &mut CleanupWorkLimit::unlimited(), &mut pruned)?;
        Ok(pruned)
    }

    /// The daily prune: a little of it with each command, until it is done for the day.
    pub fn continue_daily_prune(&mut self, limits: RetentionLimits) -> Result<()> {
        self.prune_daily_within_rows(limits, DAILY)
    }

    fn prune_daily_within_rows(&mut self, limits: RetentionLimits, looks: usize) -> Result<()> {
        let today = limits.now.div_euclid(DAY_MS);
        let (noted, last): (bool, Option<i64>) = self.row(
            "SELECT EXISTS (SELECT 1 FROM day_of_use WHERE day = ?1), (SELECT value FROM meta WHERE key = 'pruned_at')",
            [today],
        )?;
        if self.read_only.is_some() || (noted && last.is_some_and(|last| last.div_euclid(DAY_MS) == today)) {
            return Ok(());
        }
        if !noted {
            self.write_without_outbox(|db| {
                days_of_use::record_use_today(db, limits.now)?;
                if today % RECOUNT == 0 { reset_stored_bytes_sum(db) } else { Ok(()) }
            })?;
        }
        self.prune_with_work_limit(limits, &mut CleanupWorkLimit::limited_to_rows(looks), &mut PruneResult::default())
    }

    /// Each part begins where it stopped: what is done leaves nothing to look at.
    fn prune_with_work_limit(
        &mut self,
        limits: RetentionLimits,
        work: &mut CleanupWorkLimit,
        pruned: &mut PruneResult,
    ) -> Result<()> {
        // The sum holds these as well, so they go before anything is said to be too much.
        self.sweep_orphan_blobs(work)?;
        if work.is_reached() {
            return Ok(());
        }
        let Some(mut stored) = self.update_stored_bytes_sum(work)? else { return Ok(()) };
        let old = AgeCutoff {
            before: limits.now - i64::from(limits.days) * DAY_MS,
            upto: match limits.by_clock {
                true => i64::MAX,
                false => {
                    self.with_connection(|db| days_of_use::newest_entry_older_than_days_of_use(db, limits.days))?
                }
            },
        };
        while !work.is_reached() {
            let (place, candidates) = self.with_connection(next_expiry_candidates)?;
            work.spend_rows(candidates.len());
            let too_much = stored.saturating_sub(limits.bytes);
            let most = work.cap_by_remaining_work(ENTRIES, EXPIRY);
            let step = self.write_transaction(|db| expire_entries(db, place, &candidates, &old, too_much, most))?;
            work.spend_rows(usize::try_from(step.entries).unwrap_or(usize::MAX).saturating_mul(EXPIRY));
            pruned.entries += step.entries;
            pruned.bytes += step.bytes;
            stored = stored.saturating_sub(step.bytes);
            self.delete_given_orphan_blobs(step.orphans, work)?;
            if step.is_last {
                break;
            }
        }
        if work.is_reached() {
            return Ok(());
        }
        self.release_free_pages_and_checkpoint(work)?;
        if !work.is_reached() {
            self.outline_cache().prune(old.before);
            self.write_transaction(|db| {
                usage::prune_old_uses(
                    db,
                    limits.now,
                    days_of_use::newest_entry_older_than_days_of_use(db, DAYS_OF_USES)?,
                )?;
                files::prune_tracked_files_and_changes(db, old.before, old.upto)?;
                reset_prune_position(db)?;
                db.execute("INSERT OR REPLACE INTO meta VALUES ('pruned_at', ?1)", [limits.now]).map(drop)
            })?;
        }
        Ok(())
    }

    /// Totals of the store: entries, raw bytes, stored bytes.
    pub fn store_totals(&self) -> Result<(u64, u64, u64)> {
        self.row(
            "SELECT (SELECT count(*) FROM entry), coalesce(sum(raw_len), 0), coalesce(sum(stored_len), 0) FROM blob",
            [],
        )
    }
}

/// What is old: by the clock and by the order of entries.
struct AgeCutoff {
    before: i64,
    upto: i64,
}

row_struct! {
    /// An entry whose bytes may expire: its row, since when they are kept, and how many they are.
    pub struct ExpiryCandidate {
        pub row: i64,
        pub since: i64,
        pub stored: u64,
    }
}

/// The place where the last prune stopped, and the first entries after it whose bytes may expire.
fn next_expiry_candidates(db: &Connection) -> rusqlite::Result<(i64, Vec<ExpiryCandidate>)> {
    let place = db.first("SELECT value FROM meta WHERE key = 'prune_place'", [])?.unwrap_or(0);
    let found = db.rows(
        "SELECT e.id, coalesce(e.stored_at, e.started_at), b.stored_len \
         FROM entry e INDEXED BY entry_expires JOIN blob b ON b.id = e.blob_id \
         WHERE e.blob_id IS NOT NULL AND NOT e.pinned AND e.kind <> 'note' AND e.state = 'done' AND e.id > ?1 \
         ORDER BY e.id LIMIT ?2",
        [place, LOOKED_AT as i64],
    )?;
    Ok((place, found))
}

/// The next prune begins with the oldest entry again.
fn reset_prune_position(db: &Connection) -> rusqlite::Result<()> {
    db.execute("DELETE FROM meta WHERE key = 'prune_place'", []).map(drop)
}

/// What one step of retention did.
#[derive(Default)]
struct ExpiryStep {
    entries: u64,
    bytes: u64,
    orphans: Vec<i64>,
    /// The rest may stay.
    is_last: bool,
}

/// Lets the bytes of up to `most` entries expire: those that are old, and more of them until `too_much` bytes are free.
fn expire_entries(
    db: &Connection,
    place: i64,
    candidates: &[ExpiryCandidate],
    old: &AgeCutoff,
    too_much: u64,
    most: usize,
) -> rusqlite::Result<ExpiryStep> {
    let mut step = ExpiryStep { is_last: candidates.is_empty(), ..ExpiryStep::default() };
    let mut place = place;
    for candidate in candidates {
        let enough = step.bytes >= too_much;
        if enough && candidate.row > old.upto {
            step.is_last = true;
            break;
        }
        if step.entries >= most as u64 {
            break;
        }
        place = candidate.row;
        if enough && candidate.since >= old.before {
            continue;
        }
        let blob: Option<i64> = db.first("SELECT blob_id FROM entry WHERE id = ?1", [candidate.row])?.flatten();
        let expire = "UPDATE entry SET blob_id = NULL, expired = 1 WHERE id = ?1 AND NOT pinned";
        if db.run(expire, [candidate.row])? == 0 {
            continue;
        }
        session_summary_cache::clear_session_summaries(db)?;
        index::queue_for_reindex(db, candidate.row)?;
        if let Some(blob) = blob
            && mark_blob_if_orphan(db, blob)?
        {
            step.bytes += candidate.stored;
            step.orphans.push(blob);
        }
        step.entries += 1;
    }
    db.run("INSERT OR REPLACE INTO meta VALUES ('prune_place', ?1)", [place])?;
    Ok(step)
}

#[cfg(test)]
pub mod tests {
    use super::super::{BlobWriter, EntryKind, EntryOutcome, NewEntry};
    use super::*;

    const MB: usize = 1 << 20;

    pub fn noise(len: usize, seed: u64) -> Vec<u8> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u8
        };
        (0..len).map(|_| next()).collect()
    }

    pub fn put(store: &mut Store, new: NewEntry, bytes: &[u8]) -> i64 {
        let (row, _) = store.begin_entry(&new).unwrap();
        let mut writer = BlobWriter::new(row);
        for part in bytes.chunks(MB) {
            writer.append(store, part).unwrap();
        }
        store
            .finish_entry(row, writer, b"", &EntryOutcome { summary: Some("kept".into()), ..EntryOutcome::default() })
            .unwrap();
        row
    }

    pub fn at(started_at: i64) -> NewEntry {
        NewEntry { started_at, ..NewEntry::default() }
    }

    #[test]
    fn old_bytes_go_and_their_summary_stays() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let old = put(&mut store, at(0), b"old bytes\n");
        let pinned = put(&mut store, NewEntry { pinned: true, ..at(0) }, b"pinned bytes\n");
        let note = put(&mut store, NewEntry { kind: EntryKind::Note, ..at(0) }, b"a note\n");
        let new = put(&mut store, at(100 * DAY_MS), b"new bytes\n");
        let limits = RetentionLimits { now: 100 * DAY_MS, days: 30, bytes: u64::MAX, by_clock: true };
        assert_eq!(store.prune(limits).unwrap().entries, 1);
        let kept = |row| store.entry_at_row(row).unwrap().blob.is_some();
        assert_eq!((kept(old), kept(pinned), kept(note), kept(new)), (false, true, true, true));
        let entry = store.entry_at_row(old).unwrap();
        assert!(entry.expired && entry.summary.as_deref() == Some("kept") && entry.lines == Some(1));
    }

    fn daily(day: i64) -> RetentionLimits {
        RetentionLimits { now: day * DAY_MS, days: 30, bytes: u64::MAX, by_clock: false }
    }

    fn kept(store: &Store, rows: impl Iterator<Item = i64>) -> Vec<bool> {
        rows.map(|row| store.entry_at_row(row).unwrap().blob.is_some()).collect()
    }

    #[test]
    fn a_clock_that_jumps_makes_nothing_old() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for (number, day) in [20_000, 20_001, 20_040, 20_000 + 5 * 365, 20_000, 20_001, 3].into_iter().enumerate() {
            put(&mut store, at(day * DAY_MS), format!("number {number}\n").as_bytes());
            for days in [1, 30] {
                store.continue_daily_prune(RetentionLimits { days, ..daily(day) }).unwrap();
            }
            assert_eq!(kept(&store, 1..=number as i64 + 1), vec![true; number + 1], "day {day}");
        }
    }

    #[test]
    fn what_is_older_than_the_days_of_use_goes_each_day() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for day in 0..50 {
            put(&mut store, at(day * DAY_MS), format!("day {day}\n").as_bytes());
            store.continue_daily_prune(daily(day)).unwrap();
            let oldest = (day - 32).max(0);
            let expected: Vec<bool> = (0..=day).map(|other| other >= oldest).collect();
            assert_eq!(kept(&store, 1..=day + 1), expected, "day {day}");
        }
    }

    #[test]
    fn the_daily_prune_goes_on_where_it_stopped_and_its_sum_is_right() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let entries = 1500;
        for number in 0..entries {
            // Each tenth has a time that is still to come: it does not expire by age, and must not be met again and again.
            let day = if number % 10 == 0 { 90_000 } else { 0 };
            put(&mut store, at(day * DAY_MS), &noise(200, number));
        }
        for day in 1..=40 {
            store.write_transaction(|db| days_of_use::record_use_today(db, day * DAY_MS)).unwrap();
        }
        let done = |store: &Store| -> Option<i64> {
            let sql = "SELECT value FROM meta WHERE key = 'pruned_at'";
            store.first(sql, []).unwrap()
        };
        let mut commands = 0;
        while done(&store).is_none() {
            store.prune_daily_within_rows(daily(40), 200).unwrap();
            commands += 1;
            assert!(commands < 2000, "it does not end");
        }
        assert!(commands > 50, "{commands}");
        let expected: Vec<bool> = (0..entries).map(|number| number % 10 == 0).collect();
        assert_eq!(kept(&store, 1..=entries as i64), expected);
        let sum = store.update_stored_bytes_sum(&mut CleanupWorkLimit::unlimited()).unwrap();
        assert_eq!(sum, Some(store.stored_bytes().unwrap()));
        // Done for the day: nothing is looked at again.
        put(&mut store, at(0), b"old by the clock\n");
        store.continue_daily_prune(daily(40)).unwrap();
        assert_eq!(kept(&store, entries as i64 + 1..=entries as i64 + 1), [true]);
    }

    #[test]
    fn too_much_goes_by_the_order_of_entries_whatever_their_times() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for number in 0..6 {
            put(&mut store, at((50 - number) * DAY_MS), &noise(MB, number as u64));
        }
        for _ in 0..100 {
            store.continue_daily_prune(RetentionLimits { bytes: 2 * MB as u64 + 5000, ..daily(50) }).unwrap();
        }
        let stored = store.stored_bytes().unwrap();
        assert_eq!(kept(&store, 1..=6), [false, false, false, false, true, true], "{stored} bytes stored");
    }

    #[test]
    fn shared_bytes_stay_while_one_needs_them() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        put(&mut store, at(0), b"same\n");
        let new = put(&mut store, at(100 * DAY_MS), b"same\n");
        store.prune(RetentionLimits { now: 100 * DAY_MS, days: 30, bytes: u64::MAX, by_clock: true }).unwrap();
        assert!(
            crate::BlobReader::new(&store, store.entry_at_row(new).unwrap().blob.unwrap())
                .next_chunk()
                .unwrap()
                .is_some()
        );
    }

    #[test]
    fn above_the_size_the_oldest_go_and_the_file_shrinks() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for n in 0..6 {
            put(&mut store, at(n), &noise(2 * MB, n as u64));
        }
        store.checkpoint_wal_above_size(0);
        let size = || std::fs::metadata(dir.path().join("ctx.db")).unwrap().len();
        let before = size();
        store.prune(RetentionLimits { now: 10, days: 30, bytes: 5 * MB as u64, by_clock: true }).unwrap();
        assert!(store.stored_bytes().unwrap() <= 5 * MB as u64);
        assert!(size() < before / 2 + MB as u64, "{} of {before}", size());
        let kept: Vec<bool> = (1..=6).map(|row| store.entry_at_row(row).unwrap().blob.is_some()).collect();
        assert_eq!(kept, [false, false, false, false, true, true]);
    }
}
