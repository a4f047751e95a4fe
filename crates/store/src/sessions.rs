//! Sessions: which there are, how much happened in them, and the briefs kept for them.

use std::collections::HashMap;

use rusqlite::params;

use super::{SessionEventFilter, Store};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, columns, row_struct};
use ctx_shell::attempt;

row_struct! {
    /// A session as `ctx history --sessions` lists it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SessionRow {
        pub name: String,
        pub agent: Option<String>,
        pub project: Option<String>,
        pub branch: Option<String>,
        pub title: Option<String>,
        pub parent: Option<String>,
        pub entries: u64,
        pub first_at: i64,
        pub last_at: i64,
        pub last_request: Option<String>,
    }
}

row_struct! {
    /// How much happened.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct ActivityCounts {
        pub entries: u64,
        pub commands: u64,
        /// Calls of any tool, commands among them …
        pub calls: u64,
        /// … and how many of those failed.
        pub failed: u64,
        pub first_at: i64,
        pub last_at: i64,
    }
}

row_struct! {
    /// A brief that was kept.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SavedBrief {
        pub at: i64,
        pub session: Option<String>,
        pub text: String,
    }
}

/// Entries among which the newest sessions are looked for.
const RECENT: u32 = 1_500;

/// A command, live or imported; not what was said about it.
const IS_COMMAND: &str = "(e.command IS NOT NULL AND coalesce(e.role, 'result') = 'result')";
pub(super) const HAS_FAILED: &str =
    "(coalesce(e.exit_code, 0) <> 0 OR e.signal IS NOT NULL OR e.timed_out OR coalesce(e.failed, 0))";
/// Its end is known.
const HAS_ENDED: &str = "(e.exit_code IS NOT NULL OR e.signal IS NOT NULL OR e.timed_out)";
/// A call of any tool that has ended.
const IS_CALL: &str = "(coalesce(e.role, 'result') = 'result' AND e.kind IN ('run', 'store', 'import'))";

/// The columns of a session, of `g` (its entries summed up) and `s`.
const ROW: &str = "g.session, s.agent, coalesce(s.project, (SELECT e.project FROM entry e WHERE e.session = g.session LIMIT 1)), \
    coalesce(s.branch, (SELECT e.branch FROM entry e WHERE e.session = g.session ORDER BY e.started_at DESC LIMIT 1)), \
    s.title, s.parent, g.entries, g.first_at, g.last_at, \
    (SELECT v.text FROM event v WHERE v.session = g.session AND v.category IN ('prompt', 'brief') ORDER BY v.category = 'prompt' DESC, v.at DESC, v.id DESC LIMIT 1)";

impl Store {
    /// How much happened, from the entries.
    pub fn activity_counts(&self, within: &SessionEventFilter) -> Result<ActivityCounts> {
        let all = within.conditions("e", "started_at");
        let sql = format!(
            "SELECT count(*), coalesce(sum({IS_COMMAND}), 0), coalesce(sum({IS_CALL}), 0), coalesce(sum({IS_CALL} AND \
             {HAS_FAILED}), 0), coalesce(min(started_at), 0), coalesce(max(started_at), 0) FROM entry e WHERE {}",
            all.sql
        );
        self.row(&sql, all.params())
    }

    /// Commands by how often they ran: command, runs, failures; the ways of writing the same attempt count as one.
    pub fn commands_by_runs(&self, within: &SessionEventFilter, limit: usize) -> Result<Vec<(String, u64, u64)>> {
        let mut all = within.conditions("e", "started_at");
        all.add_fixed_condition(IS_COMMAND);
        let order = "ORDER BY started_at, id LIMIT 100000";
        let sql = format!("SELECT {HAS_ENDED}, e.command, {HAS_FAILED} FROM entry e WHERE {} {order}", all.sql);
        let rows: Vec<(bool, String, bool)> = self.rows(&sql, all.params())?;
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut attempts: Vec<(String, u64, u64)> = Vec::new();
        let mut ended: Vec<u64> = Vec::new();
        for (has_ended, command, failed) in rows {
            let key = attempt::attempt_key(&command);
            let at = *places.entry(key).or_insert(attempts.len());
            if at == attempts.len() {
                attempts.push((String::new(), 0, 0));
                ended.push(0);
            }
            ended[at] += u64::from(has_ended);
            // As it was written last.
            attempts[at].0 = command;
            attempts[at].1 += 1;
            attempts[at].2 += u64::from(failed);
        }
        // A run that somebody waited for stands there twice: when it began and when it ended.
        for ((_, runs, _), ended) in attempts.iter_mut().zip(ended) {
            *runs = if ended > 0 { ended } else { *runs };
        }
        attempts.sort_by_key(|(_, runs, _)| std::cmp::Reverse(*runs));
        attempts.truncate(limit);
        Ok(attempts)
    }

    /// Sessions, the last one first.
    pub fn list_newest_sessions(&self, project: Option<&str>, limit: u32) -> Result<Vec<SessionRow>> {
        self.session_rows_where("session IS NOT NULL AND (?1 IS NULL OR project = ?1)", project, limit)
    }

    /// A session by its whole name.
    pub fn find_session_by_name(&self, name: &str) -> Result<Option<SessionRow>> {
        Ok(self.session_rows_where("session = ?1", Some(name), 1)?.pop())
    }

    fn session_rows_where(&self, of: &str, value: Option<&str>, limit: u32) -> Result<Vec<SessionRow>> {
        self.rows(
            &format!(
                "SELECT {ROW} FROM (SELECT session, count(*) AS entries, min(started_at) AS first_at, max(started_at) \
                 AS last_at FROM entry WHERE {of} GROUP BY session) g LEFT JOIN session s ON s.name = g.session \
                 ORDER BY g.last_at DESC, g.session LIMIT ?2",
            ),
            params![value, limit],
        )
    }

    /// The newest session of a project that is nobody's side conversation and has more than one entry; only so many of the
    /// newest sessions are looked at.
    pub fn newest_main_session(&self, project: &str, most: usize) -> Result<Option<String>> {
        self.with_connection(|db| {
            let mut entries = db.prepare_cached(
                "SELECT session, started_at FROM entry WHERE project = ?1 AND session IS NOT NULL ORDER BY started_at \
                 DESC",
            )?;
            // The sign keeps it from the index by project, which holds every entry of the project.
            let mut fits = db.prepare_cached(
                "SELECT (SELECT count(*) FROM (SELECT 1 FROM entry WHERE session = ?1 AND +project = ?2 LIMIT 2)) > 1 \
                 AND NOT EXISTS (SELECT 1 FROM session WHERE name = ?1 AND parent IS NOT NULL)",
            )?;
            let mut rows = entries.query([project])?;
            let (mut seen, mut at): (Vec<String>, Option<i64>) = (Vec::new(), None);
            // Of sessions that end at the same moment, the first by name counts.
            let mut found: Option<String> = None;
            while let Some(row) = rows.next()? {
                let started = Some(row.get(1)?);
                if (found.is_some() || seen.len() >= most) && started != at {
                    break;
                }
                let session = row.get_ref(0)?.as_str()?;
                if !seen.iter().any(|known| known == session) {
                    seen.push(session.to_owned());
                    at = started;
                    let is_first = found.as_ref().is_none_or(|found| session < found.as_str());
                    if is_first && fits.query_row([session, project], |row| row.get(0))? {
                        found = Some(session.to_owned());
                    }
                }
            }
            Ok(found)
        })
    }

    /// The names of the newest sessions of a project that are nobody's side conversations and have more than one entry, as far
    /// as the newest entries of the project are theirs: what it costs does not grow with the store.
    pub fn recent_main_sessions(&self, project: &str, most: usize) -> Result<Vec<String>> {
        let sql = format!(
            "SELECT r.session FROM (SELECT session, started_at FROM entry WHERE project = ?1 AND session IS NOT NULL \
             ORDER BY started_at DESC LIMIT {RECENT}) r \
             WHERE NOT EXISTS (SELECT 1 FROM session WHERE name = r.session AND parent IS NOT NULL) GROUP BY r.session \
             HAVING (SELECT count(*) FROM (SELECT 1 FROM entry WHERE session = r.session LIMIT 2)) > 1 \
             ORDER BY max(r.started_at) DESC, r.session LIMIT ?2"
        );
        self.rows(&sql, params![project, most])
    }

    /// The session of this name, or a few whose names begin with it.
    pub fn sessions_with_prefix(&self, name: &str) -> Result<Vec<String>> {
        let exact =
            "SELECT EXISTS (SELECT 1 FROM entry WHERE session = ?1) OR EXISTS (SELECT 1 FROM event WHERE session = ?1)";
        if self.row(exact, [name])? {
            return Ok(vec![name.to_owned()]);
        }
        self.rows(
            "SELECT DISTINCT session FROM entry WHERE session >= ?1 AND session < ?1 || x'f48fbfbf' ORDER BY session \
             LIMIT 6",
            [name],
        )
    }

    pub fn save_brief(&mut self, snapshot: &SavedBrief, project: &str) -> Result<()> {
        self.write_transaction(|db| {
            let SavedBrief { at, session, text } = snapshot;
            db.insert("INSERT INTO snapshot {}", columns![session: session, project: project, at: at, text: text])?;
            // The last few are enough: each holds what still mattered then.
            db.execute(
                "DELETE FROM snapshot WHERE project = ?1 AND id NOT IN \
                 (SELECT id FROM snapshot WHERE project = ?1 ORDER BY id DESC LIMIT 20)",
                [project],
            )
            .map(drop)
        })
    }

    pub fn last_saved_brief(&self, session: Option<&str>, project: &str) -> Result<Option<SavedBrief>> {
        self.first(
            "SELECT at, session, text FROM snapshot WHERE project = ?1 AND (?2 IS NULL OR session = ?2) ORDER BY id \
             DESC LIMIT 1",
            params![project, session],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewEntry;
    use ctx_model::Scope;

    #[test]
    fn the_newest_sessions_have_more_than_one_entry() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for (project, session) in [("/shop", "a"), ("/shop", "a"), ("/shop", "alone"), ("/bar", "b"), ("/bar", "b")] {
            let scope = Scope { project: project.into(), branch: None, session: session.into() };
            store.begin_entry(&NewEntry { scope: Some(scope), ..NewEntry::default() }).unwrap();
        }
        assert_eq!(store.recent_main_sessions("/shop", 3).unwrap(), ["a"]);
        assert_eq!(store.recent_main_sessions("/none", 3).unwrap(), Vec::<String>::new());
    }
}
