//! Overviews for people: all projects, the runs of one command, and pinned entries.

use rusqlite::params;

use super::entries::{COLUMNS, entry_from_row};
use super::{Entry, Store};
use crate::error::Result;

impl Store {
    /// Projects and when something last happened in each, the last one first.
    pub fn projects(&self) -> Result<Vec<(String, i64)>> {
        let mut projects: Vec<(String, i64)> = self.read(|db| {
            // From one project to the next by the index, not through all of their entries.
            let mut select = db.prepare_cached(
                "WITH RECURSIVE p(name) AS (SELECT min(project) FROM entry UNION ALL \
                   SELECT (SELECT min(project) FROM entry WHERE project > p.name) FROM p WHERE p.name IS NOT NULL) \
                 SELECT name, (SELECT max(started_at) FROM entry WHERE project = name) FROM p WHERE name IS NOT NULL",
            )?;
            select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })?;
        projects.sort_by_key(|(_, last)| std::cmp::Reverse(*last));
        Ok(projects)
    }

    /// Runs of exactly this command in a project, newest first, among its last `reach` entries.
    pub fn runs_of_command(&self, project: Option<&str>, command: &str, reach: u32, limit: u32) -> Result<Vec<Entry>> {
        self.read(|db| {
            let sql = format!(
                "SELECT {COLUMNS} FROM (SELECT p.id AS id FROM entry p WHERE p.project IS ?1 \
                   ORDER BY p.started_at DESC, p.id DESC LIMIT ?3) near JOIN entry e ON e.id = near.id \
                 WHERE e.command = ?2 AND coalesce(e.role, 'result') = 'result' ORDER BY e.started_at DESC, e.id DESC LIMIT ?4"
            );
            db.prepare_cached(&sql)?.query_map(params![project, command, reach, limit], entry_from_row)?.collect()
        })
    }

    /// Keeps an entry whatever retention says, or no longer.
    pub fn set_pinned(&mut self, row: i64, pinned: bool) -> Result<()> {
        self.write(|db| db.execute("UPDATE entry SET pinned = ?2 WHERE id = ?1", (row, pinned)).map(drop))
    }

    /// A number that changes as soon as an entry begins.
    pub fn newest_row(&self) -> Result<i64> {
        self.read(|db| db.query_row("SELECT coalesce(max(id), 0) FROM entry", [], |row| row.get(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{HistoryFilter, NewEntry};
    use super::*;
    use ctx_model::Scope;

    fn begin(store: &mut Store, project: Option<&str>, command: &str, at: i64) -> i64 {
        let scope = project.map(|project| Scope { project: project.into(), branch: None, session: "s".into() });
        let new = NewEntry { command: Some(command.into()), scope, started_at: at, ..NewEntry::default() };
        store.begin(&new).unwrap().0
    }

    #[test]
    fn the_newest_of_all_projects_in_the_order_they_happened() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        assert!(store.projects().unwrap().is_empty() && store.newest_row().unwrap() == 0);
        for (project, at) in [(Some("/a"), 10), (Some("/b"), 30), (None, 20), (Some("/a"), 40), (Some("/c"), 5)] {
            begin(&mut store, project, "make", at);
        }
        assert_eq!(store.projects().unwrap(), [("/a".into(), 40), ("/b".into(), 30), ("/c".into(), 5)]);
        let times = |filter: HistoryFilter| -> Vec<i64> {
            store.history(&filter).unwrap().into_iter().map(|entry| entry.started_at).collect()
        };
        assert_eq!(times(HistoryFilter { limit: Some(3), ..HistoryFilter::default() }), [40, 30, 20]);
        assert_eq!(times(HistoryFilter { limit: Some(9), until: Some(30), ..HistoryFilter::default() }), [20, 10, 5]);
        assert_eq!(times(HistoryFilter::default()), [40, 30, 20, 10, 5]);
    }

    #[test]
    fn runs_are_those_of_the_same_words_here() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for (project, command, at) in
            [("/a", "make", 1), ("/a", "make all", 2), ("/b", "make", 3), ("/a", "make", 4), ("/a", "ls", 5)]
        {
            begin(&mut store, Some(project), command, at);
        }
        let runs = |reach, limit| -> Vec<i64> {
            let runs = store.runs_of_command(Some("/a"), "make", reach, limit).unwrap();
            runs.into_iter().map(|entry| entry.started_at).collect()
        };
        assert_eq!((runs(100, 9), runs(100, 1), runs(2, 9)), (vec![4, 1], vec![4], vec![4]));
        let row = begin(&mut store, Some("/a"), "keep", 6);
        store.set_pinned(row, true).unwrap();
        assert!(store.entry_at_row(row).unwrap().pinned);
    }
}
