//! The log of uses: the bytes each entry cost after its summary, and how a session searches.

use rusqlite::{Connection, params};

use super::{Store, open};
use crate::error::Result;
use crate::sql::ReadQueries;

/// Searches further apart than this are not in a row.
const GAP_MS: i64 = 30 * 60_000;
/// More searches in a row than this are as good as this many.
const LONGEST_ROW: u32 = 100;
/// Bytes of the write-ahead log that may stand after a use was noted.
const LONGEST_LOG: u64 = 1 << 20;
const YEAR_MS: i64 = 365 * 86_400_000;
const MOST_ROWS: i64 = 100_000;
/// Few entries are newer than the last search, a session may have many: `+` keeps SQLite from the index of sessions.
const ENTRY_SINCE: &str = "SELECT EXISTS (SELECT 1 FROM entry WHERE id > ?1 AND +session = ?2)";

/// One call of a verb that printed kept text.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerbUse<'a> {
    pub at: i64,
    pub session: &'a str,
    /// `get`, `search`, `again`, …
    pub verb: &'a str,
    /// The row of each entry that was shown, and the bytes its text took.
    pub entries: &'a [(i64, u64)],
    /// All bytes printed, headings and footers included.
    pub bytes: u64,
    /// Nothing of the entry's text was left out.
    pub whole: bool,
    /// The search text, masked.
    pub query: Option<&'a str>,
    /// The answer as a JSON array of references with lines: `["k7f2qa:118-126"]`.
    pub answer: Option<&'a str>,
}

impl Store {
    /// Notes a use. A store that cannot take it (read-only, full, busy) has still answered the question, which is
    /// all the caller wanted: nothing is said about it, and nobody waits long for it.
    pub fn record_verb_use(&mut self, used: &VerbUse<'_>) {
        let _ = self.with_short_wait(|store| store.write_transaction(|db| insert_use(db, used)));
        // Commands that only read make no other checkpoint.
        self.checkpoint_wal_above_size(LONGEST_LOG);
    }

    pub fn with_short_wait<T>(&mut self, work: impl FnOnce(&mut Store) -> T) -> T {
        let impatient = self.db.busy_handler(Some(open::wait_briefly_for_lock));
        let done = work(self);
        // Both calls only fail on a closed connection, and then `work` has failed as well.
        impatient.and(self.db.busy_handler(Some(self.handler))).ok();
        done
    }

    /// How many searches `session` made last, one after the other: a get, a new entry of the session or a long pause
    /// begins the count anew.
    pub fn searches_in_a_row(&self, session: &str, now: i64) -> Result<u32> {
        let newest_first: Vec<(i64, String, i64)> = self.rows(
            "SELECT at, verb, newest_entry FROM usage WHERE session = ?1 AND verb IN ('search', 'get') ORDER BY id \
             DESC LIMIT ?2",
            (session, LONGEST_ROW),
        )?;
        let (mut later, mut searches) = (now, 0);
        for (at, verb, newest_entry) in newest_first {
            if verb == "get" || later - at > GAP_MS || self.row(ENTRY_SINCE, (newest_entry, session))? {
                break;
            }
            searches += 1;
            later = at;
        }
        Ok(searches)
    }

    /// When this session last got an answer to exactly this query, and the references that were in it.
    pub fn last_search_answer(&self, session: &str, query: &str) -> Result<Option<(i64, Vec<String>)>> {
        let found: Option<(i64, String)> = self.first(
            "SELECT at, answer FROM usage WHERE session = ?1 AND query = ?2 AND answer IS NOT NULL ORDER BY id DESC \
             LIMIT 1",
            (session, query),
        )?;
        Ok(found.and_then(|(at, answer)| Some((at, serde_json::from_str(&answer).ok()?))))
    }
}

fn insert_use(db: &Connection, used: &VerbUse<'_>) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO usage (at, session, verb, bytes, whole, query, answer, newest_entry) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT coalesce(max(id), 0) FROM entry))",
        params![used.at, used.session, used.verb, used.bytes, used.whole, used.query, used.answer],
    )?;
    let id = db.last_insert_rowid();
    let mut shown = db.prepare(
        "INSERT INTO usage_entry VALUES (?1, ?2, ?3) ON CONFLICT (usage_id, entry_id) DO UPDATE SET bytes = bytes + \
         excluded.bytes",
    )?;
    for (entry, bytes) in used.entries {
        shown.execute((id, entry, bytes))?;
    }
    Ok(())
}

/// Deletes uses of more than a year ago, if nothing newer than `upto` was stored then, and the oldest of too many.
pub(super) fn prune_old_uses(db: &Connection, now: i64, upto: i64) -> rusqlite::Result<()> {
    delete_uses_before_or_beyond_count(db, (now - YEAR_MS, upto), MOST_ROWS)
}

fn delete_uses_before_or_beyond_count(db: &Connection, (cutoff, upto): (i64, i64), most: i64) -> rusqlite::Result<()> {
    const GOING: &str = "FROM usage WHERE (at < ?1 AND newest_entry <= ?3) OR id <= (SELECT max(id) FROM usage) - ?2";
    db.execute(&format!("DELETE FROM usage_entry WHERE usage_id IN (SELECT id {GOING})"), (cutoff, most, upto))?;
    db.execute(&format!("DELETE {GOING}"), (cutoff, most, upto)).map(drop)
}

/// An entry that is forgotten takes its uses along, and the words of the searches that found it.
pub(super) fn forget_uses_of_entry(db: &Connection, entry: i64) -> rusqlite::Result<()> {
    db.execute(
        "UPDATE usage SET query = NULL, answer = NULL WHERE id IN (SELECT usage_id FROM usage_entry WHERE entry_id = \
         ?1)",
        [entry],
    )?;
    db.execute(
        "DELETE FROM usage WHERE id IN (SELECT usage_id FROM usage_entry WHERE entry_id = ?1) \
         AND NOT EXISTS (SELECT 1 FROM usage_entry o WHERE o.usage_id = usage.id AND o.entry_id <> ?1)",
        [entry],
    )?;
    db.execute("DELETE FROM usage_entry WHERE entry_id = ?1", [entry]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::super::NewEntry;
    use super::*;
    use ctx_model::Scope;

    const MINUTE: i64 = 60_000;

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        (dir, store)
    }

    fn entry(store: &mut Store, session: &str) -> i64 {
        let scope = Scope { project: "/p".into(), branch: None, session: session.into() };
        store.begin_entry(&NewEntry { scope: Some(scope), ..NewEntry::default() }).unwrap().0
    }

    fn used<'a>(at: i64, verb: &'a str) -> VerbUse<'a> {
        VerbUse { at, session: "s", verb, bytes: 100, ..VerbUse::default() }
    }

    fn uses(store: &Store) -> i64 {
        store.with_connection(|db| db.query_row("SELECT count(*) FROM usage", [], |row| row.get(0))).unwrap()
    }

    #[test]
    fn a_row_of_searches_ends_at_a_get_an_entry_or_a_pause() {
        let (_dir, mut store) = store();
        let row = |store: &Store, now| store.searches_in_a_row("s", now).unwrap();
        assert_eq!(row(&store, 0), 0);
        for minute in 0..3 {
            store.record_verb_use(&used(minute * MINUTE, "search"));
        }
        store.record_verb_use(&VerbUse { session: "other", ..used(3 * MINUTE, "get") });
        entry(&mut store, "other");
        store.record_verb_use(&used(3 * MINUTE, "again"));
        assert_eq!(row(&store, 4 * MINUTE), 3);
        assert_eq!(row(&store, 33 * MINUTE), 0);
        store.record_verb_use(&used(40 * MINUTE, "search"));
        assert_eq!(row(&store, 41 * MINUTE), 1);
        store.record_verb_use(&used(41 * MINUTE, "get"));
        assert_eq!(row(&store, 41 * MINUTE), 0);
        store.record_verb_use(&used(42 * MINUTE, "search"));
        assert_eq!(row(&store, 42 * MINUTE), 1);
        entry(&mut store, "s");
        assert_eq!(row(&store, 42 * MINUTE), 0);
        store.record_verb_use(&used(43 * MINUTE, "search"));
        assert_eq!(row(&store, 43 * MINUTE), 1);
    }

    #[test]
    fn entries_since_a_search_are_found_by_their_number() {
        let (_dir, store) = store();
        let explain = format!("EXPLAIN QUERY PLAN {ENTRY_SINCE}");
        let plan: Vec<String> =
            store.with_connection(|db| db.prepare(&explain)?.query_map((1, "s"), |row| row.get(3))?.collect()).unwrap();
        assert!(plan.iter().any(|step| step.contains("USING INTEGER PRIMARY KEY (rowid>?)")), "{plan:?}");
    }

    #[test]
    fn the_last_answer_is_this_sessions_to_the_same_words() {
        let (_dir, mut store) = store();
        let search = |at, session, query, answer| VerbUse {
            session,
            query: Some(query),
            answer: Some(answer),
            ..used(at, "search")
        };
        store.record_verb_use(&search(1, "s", "panic", r#"["aaaaaa:1-2"]"#));
        store.record_verb_use(&search(2, "s", "panic", r#"["bbbbbb:3-4","cccccc:5-6"]"#));
        store.record_verb_use(&search(3, "other", "panic", r#"["dddddd:1-2"]"#));
        store.record_verb_use(&VerbUse { query: Some("panic"), ..used(4, "search") });
        let refs = vec!["bbbbbb:3-4".to_owned(), "cccccc:5-6".to_owned()];
        assert_eq!(store.last_search_answer("s", "panic").unwrap(), Some((2, refs)));
        assert_eq!(store.last_search_answer("s", "panics").unwrap(), None);
    }

    #[test]
    fn a_forgotten_entry_takes_its_uses_along() {
        let (_dir, mut store) = store();
        let (gone, kept) = (entry(&mut store, "s"), entry(&mut store, "s"));
        store.record_verb_use(&VerbUse { entries: &[(gone, 50)], ..used(1, "get") });
        let both = [(gone, 30), (kept, 20)];
        let answer = Some(r#"["aaaaaa:1-2"]"#);
        store.record_verb_use(&VerbUse { entries: &both, query: Some("word"), answer, ..used(2, "search") });
        store.record_verb_use(&used(3, "search"));
        store.forget_entries(&[gone]).unwrap();
        assert_eq!(uses(&store), 2);
        assert_eq!(store.last_search_answer("s", "word").unwrap(), None);
        let left: Vec<(i64, i64)> = store
            .with_connection(|db| {
                let mut select = db.prepare("SELECT entry_id, bytes FROM usage_entry")?;
                select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
            })
            .unwrap();
        assert_eq!(left, [(kept, 20)]);
    }

    #[test]
    fn uses_stay_a_year_and_only_so_many() {
        let (_dir, mut store) = store();
        let row = entry(&mut store, "s");
        for day in 0..10 {
            store.record_verb_use(&VerbUse { entries: &[(row, 1)], ..used(day * 86_400_000, "get") });
        }
        store.write_transaction(|db| prune_old_uses(db, YEAR_MS + 4 * 86_400_000, i64::MAX)).unwrap();
        assert_eq!(uses(&store), 6);
        store.write_transaction(|db| delete_uses_before_or_beyond_count(db, (0, 0), 2)).unwrap();
        assert_eq!(uses(&store), 2);
        let left: i64 =
            store.with_connection(|db| db.query_row("SELECT count(*) FROM usage_entry", [], |row| row.get(0))).unwrap();
        assert_eq!(left, 2);
    }

    #[test]
    fn many_uses_leave_no_long_log() {
        let (dir, mut store) = store();
        let row = entry(&mut store, "s");
        for at in 0..400 {
            store.record_verb_use(&VerbUse { entries: &[(row, 1)], ..used(at, "get") });
        }
        let log = std::fs::metadata(dir.path().join("ctx.db-wal")).unwrap().len();
        assert!(log <= LONGEST_LOG, "{log}");
        assert_eq!(uses(&store), 400);
    }

    #[test]
    fn a_store_that_only_reads_is_no_failure() {
        let (_dir, mut store) = store();
        store.read_only = Some("newer".into());
        store.record_verb_use(&used(1, "get"));
        assert_eq!(uses(&store), 0);
    }
}
