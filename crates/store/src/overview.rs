//! Overviews for people: all projects, the runs of one command, and pinned entries.

use rusqlite::params;

use super::entries::{COLUMNS, FAILED};
use super::{Entry, HistoryFilter, Store};
use crate::error::Result;
use crate::sql::ReadQueries;
use ctx_text::collapse_name_to_line;

/// Entries that began in one part of a stretch of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeriodCount {
    pub all: u64,
    pub failed: u64,
}

impl Store {
    /// How many entries of a filter began in each of so many equal parts of its time, which must have both ends.
    pub fn entry_counts_over_time(&self, filter: &HistoryFilter, parts: u32) -> Result<Vec<PeriodCount>> {
        let (from, to) = (filter.since.unwrap_or(0), filter.until.unwrap_or(0));
        let mut counts = vec![PeriodCount::default(); parts as usize];
        let mut all = filter.conditions(false);
        let (parts, length) = (all.add_value(parts), all.add_value(to.saturating_sub(from).max(1)));
        let sql = format!(
            "SELECT (e.started_at - {from}) * {parts} / {length}, count(*), coalesce(sum({FAILED}), 0) FROM entry e \
             WHERE {} GROUP BY 1",
            all.sql
        );
        for (at, all, failed) in self.rows::<(i64, u64, u64), Vec<_>>(&sql, all.params())? {
            if let Some(count) = usize::try_from(at).ok().and_then(|at| counts.get_mut(at)) {
                *count = PeriodCount { all, failed };
            }
        }
        Ok(counts)
    }

    /// Projects and when something last happened in each, the last one first.
    pub fn projects(&self) -> Result<Vec<(String, i64)>> {
        // From one project to the next by the index, not through all of their entries.
        self.rows(
            "WITH RECURSIVE p(name) AS (SELECT min(project) FROM entry UNION ALL \
               SELECT (SELECT min(project) FROM entry WHERE project > p.name) FROM p WHERE p.name IS NOT NULL) \
             SELECT name, (SELECT max(started_at) FROM entry WHERE project = name) AS last FROM p WHERE name IS NOT NULL \
             ORDER BY last DESC, name",
            [],
        )
    }

    /// Runs of exactly this command in a project, newest first, among its last `reach` entries.
    pub fn runs_of_command(&self, project: Option<&str>, command: &str, reach: u32, limit: u32) -> Result<Vec<Entry>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM (SELECT p.id AS id FROM entry p WHERE p.project IS ?1 ORDER BY p.started_at DESC, \
             p.id DESC LIMIT ?3) near JOIN entry e ON e.id = near.id WHERE e.command = ?2 AND coalesce(e.role, \
             'result') = 'result' ORDER BY e.started_at DESC, e.id DESC LIMIT ?4"
        );
        self.rows(&sql, params![project, command, reach, limit])
    }

    /// Keeps an entry whatever retention says, or no longer.
    pub fn set_pinned(&mut self, row: i64, pinned: bool) -> Result<()> {
        self.execute_in_transaction("UPDATE entry SET pinned = ?2 WHERE id = ?1", (row, pinned)).map(drop)
    }

    /// Gives an entry the name that it is found by.
    pub fn set_label(&mut self, row: i64, label: &str) -> Result<()> {
        self.execute_in_transaction("UPDATE entry SET label = ?2 WHERE id = ?1", (row, collapse_name_to_line(label)))
            .map(drop)
    }

    /// A number that changes as soon as an entry begins.
    pub fn newest_entry_row(&self) -> Result<i64> {
        self.row("SELECT coalesce(max(id), 0) FROM entry", [])
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
        store.begin_entry(&new).unwrap().0
    }

    #[test]
    fn the_newest_of_all_projects_in_the_order_they_happened() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        assert!(store.projects().unwrap().is_empty() && store.newest_entry_row().unwrap() == 0);
        for (project, at) in [(Some("/a"), 10), (Some("/b"), 30), (None, 20), (Some("/a"), 40), (Some("/c"), 5)] {
            begin(&mut store, project, "make", at);
        }
        assert_eq!(store.projects().unwrap(), [("/a".into(), 40), ("/b".into(), 30), ("/c".into(), 5)]);
        let times = |filter: HistoryFilter| -> Vec<i64> {
            store.list_history_entries(&filter).unwrap().into_iter().map(|entry| entry.started_at).collect()
        };
        assert_eq!(times(HistoryFilter { limit: Some(3), ..HistoryFilter::default() }), [40, 30, 20]);
        assert_eq!(times(HistoryFilter { limit: Some(9), until: Some(30), ..HistoryFilter::default() }), [20, 10, 5]);
        assert_eq!(times(HistoryFilter::default()), [40, 30, 20, 10, 5]);
    }

    #[test]
    fn entries_are_counted_by_parts_of_a_stretch_of_time() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for at in [0, 100, 101, 399, 400] {
            begin(&mut store, Some("/a"), "make", at);
        }
        begin(&mut store, Some("/b"), "make", 150);
        let stretch = HistoryFilter { since: Some(0), until: Some(400), ..HistoryFilter::default() };
        let all = |filter: &HistoryFilter| -> Vec<u64> {
            store.entry_counts_over_time(filter, 4).unwrap().iter().map(|part| part.all).collect()
        };
        assert_eq!(all(&stretch), [1, 3, 0, 1]);
        assert_eq!(all(&HistoryFilter { project: Some("/a".into()), ..stretch.clone() }), [1, 2, 0, 1]);
        assert_eq!(all(&HistoryFilter { until: Some(0), ..stretch }), [0, 0, 0, 0]);
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
