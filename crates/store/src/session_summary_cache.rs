//! What a brief says about the end of a session: kept until one of the session's entries comes, changes or goes.

use rusqlite::{Connection, params};

use super::{Store, open};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries};

/// Sessions that are kept: those that somebody asked about last.
const KEPT: i64 = 64;

/// Drops everything that is kept: the text of an entry that goes may be in it.
pub(super) fn clear_session_summaries(db: &Connection) -> rusqlite::Result<()> {
    db.run("DELETE FROM standing", []).map(drop)
}

impl Store {
    /// Identifies the entries of a session as they are now.
    pub fn session_state_key(&self, session: &str) -> Result<String> {
        // An entry that is done never changes; one that expires takes everything along that is kept.
        let sql = "SELECT coalesce(count(*) || ' ' || sum(id) || ' ' || max(started_at) || ' ' || sum(state = 'done'), '') \
            FROM entry WHERE session = ?1";
        self.row(sql, [session])
    }

    /// What was kept of a session in this state, masked by these rules.
    pub fn cached_session_summary(&self, session: &str, rules: i64, state: &str) -> Result<Option<String>> {
        let sql = "SELECT text FROM standing WHERE session = ?1 AND rules = ?2 AND state = ?3";
        self.first(sql, params![session, rules, state])
    }

    /// Keeps what was made of a session in this state. A reader calls this: a store that is locked, full or read-only is
    /// left as it is, and the next reader makes it again.
    pub fn cache_session_summary(&self, session: &str, rules: i64, state: &str, text: &str) {
        if self.read_only.is_some() {
            return;
        }
        let keep = |db: &Connection| -> rusqlite::Result<()> {
            db.run(
                "INSERT OR REPLACE INTO standing (session, rules, state, text) VALUES (?1, ?2, ?3, ?4)",
                params![session, rules, state, text],
            )?;
            db.run("DELETE FROM standing WHERE id <= ?1", [db.last_insert_rowid() - KEPT])?;
            Ok(())
        };
        let _ = open::run_without_waiting_for_locks(|| self.with_connection(keep));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryOutcome, NewEntry};
    use super::*;
    use ctx_model::Scope;

    fn begin(store: &mut Store) -> i64 {
        let scope = Scope { project: "/shop".into(), branch: None, session: "s".into() };
        store.begin_entry(&NewEntry { scope: Some(scope), ..NewEntry::default() }).unwrap().0
    }

    #[test]
    fn what_is_kept_holds_until_an_entry_changes_or_goes() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let row = begin(&mut store);
        let kept =
            |store: &Store| store.cached_session_summary("s", 1, &store.session_state_key("s").unwrap()).unwrap();
        let keep = |store: &Store| {
            store.cache_session_summary("s", 1, &store.session_state_key("s").unwrap(), "it ended well")
        };
        keep(&store);
        assert_eq!(kept(&store).as_deref(), Some("it ended well"));
        assert_eq!(
            store.cached_session_summary("s", 2, &store.session_state_key("s").unwrap()).unwrap(),
            None,
            "other rules"
        );
        store.finish_entry(row, BlobWriter::new(row), b"text", &EntryOutcome::default()).unwrap();
        assert_eq!(kept(&store), None, "a command ended");
        keep(&store);
        begin(&mut store);
        assert_eq!(kept(&store), None, "a command began");
        keep(&store);
        store.write_transaction(|db| Store::delete_entry(db, row)).unwrap();
        let left: i64 =
            store.with_connection(|db| db.query_row("SELECT count(*) FROM standing", [], |row| row.get(0))).unwrap();
        assert_eq!(left, 0, "nothing of an entry that is gone stays");
    }

    #[test]
    fn only_the_last_sessions_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        (0..100).for_each(|number| store.cache_session_summary(&format!("s{number}"), 1, "", "text"));
        let left: i64 =
            store.with_connection(|db| db.query_row("SELECT count(*) FROM standing", [], |row| row.get(0))).unwrap();
        assert_eq!(left, KEPT);
        assert!(
            store.cached_session_summary("s99", 1, "").unwrap().is_some()
                && store.cached_session_summary("s0", 1, "").unwrap().is_none()
        );
    }
}
