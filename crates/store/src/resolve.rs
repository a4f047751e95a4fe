//! The entry that a user named: by the beginning of its id, or as the newest.

use rusqlite::params;

use super::entries::COLUMNS;
use super::{Entry, Store};
use crate::error::{Error, Result};
use crate::sql::ReadQueries;
use ctx_model::Scope;
use ctx_model::id::{EntryReference, ReferenceTarget};

impl Store {
    /// The entry a reference stands for. `@` counts back through this session, then through what this project has
    /// from no session with a name of its own: an agent never gets hold of what another one made.
    pub fn resolve_reference(&self, reference: &EntryReference, scope: &Scope) -> Result<Entry> {
        match &reference.target {
            ReferenceTarget::Newest(back) => self.entry_back_from_newest(*back, scope),
            ReferenceTarget::Label(label) => self.labelled_or_newest_by_word(label, scope),
            ReferenceTarget::Prefix(prefix) => {
                let found = self.entries_with_id_prefix(prefix, 20)?;
                match found.as_slice() {
                    [] => self.labelled_or_newest_by_word(prefix, scope),
                    [only] => Ok(only.clone()),
                    [first, ..] if first.id.as_str() == prefix => Ok(first.clone()),
                    several => {
                        let names: Vec<String> = several
                            .iter()
                            .take(5)
                            .map(|entry| format!("{} {}", entry.id.reference(), shorten_name(entry.name())))
                            .collect();
                        let more = if several.len() > 5 { ", …" } else { "" };
                        let candidates = format!("{}{more}", names.join(", "));
                        Err(Error::Ambiguous { prefix: prefix.clone(), candidates })
                    }
                }
            }
        }
    }

    /// What people type for `@`, unless a label has this name.
    fn labelled_or_newest_by_word(&self, name: &str, scope: &Scope) -> Result<Entry> {
        match (self.find_labelled_entry(name, scope)?, name) {
            (Some(entry), _) => Ok(entry),
            (None, "last" | "latest" | "newest" | "head") => self.entry_back_from_newest(0, scope),
            (None, "previous" | "prev") => self.entry_back_from_newest(1, scope),
            (None, _) => Err(Error::Unknown { prefix: name.to_owned() }),
        }
    }

    /// The newest entry with a label, of this project before others.
    fn find_labelled_entry(&self, label: &str, scope: &Scope) -> Result<Option<Entry>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM entry e WHERE e.label = ?1 COLLATE NOCASE ORDER BY e.project IS ?2 DESC, e.id DESC \
             LIMIT 1"
        );
        self.first(&sql, params![label, scope.project.to_string_lossy()])
    }

    /// Rows are numbered as they come: a clock that was set back makes nothing old.
    fn entry_back_from_newest(&self, back: u32, scope: &Scope) -> Result<Entry> {
        // The second number is how many entries there are to count back through.
        let (found, there) = self.with_connection(|db| {
            let own = db.first(&nth_newest_sql("session = ?2", "e.kind <> 'import'", "?1"), params![back, scope.session])?;
            if own.is_some() {
                return Ok((own, 0));
            }
            let counted: u32 = db.row("SELECT count(*) FROM entry WHERE kind <> 'import' AND session = ?1", [&scope.session])?;
            let others = "e.kind <> 'import' AND e.session IS NOT ?2 \
                 AND (e.session IS NULL OR (substr(e.session, 1, length(?3)) = ?3 AND e.session GLOB '*-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'))";
            let (project, unnamed) = (scope.project.to_string_lossy(), ctx_model::scope::unnamed_session_prefix(&scope.project));
            let found = db.first(&nth_newest_sql("project = ?1", others, "?4"), params![project, scope.session, unnamed, back - counted])?;
            let more: u32 = match found {
                Some(_) => 0,
                None => db.row(&format!("SELECT count(*) FROM entry e WHERE e.project = ?1 AND {others}"), params![project, scope.session, unnamed])?,
            };
            Ok((found, counted + more))
        })?;
        found.ok_or_else(|| {
            let name = if back == 0 { "@".to_owned() } else { format!("@-{back}") };
            Error::TooFar { name, there }
        })
    }

    /// Entries whose ids begin so, in the order of their ids.
    pub fn entries_with_id_prefix(&self, prefix: &str, limit: u32) -> Result<Vec<Entry>> {
        let sql =
            format!("SELECT {COLUMNS} FROM entry e WHERE e.ref >= ?1 AND e.ref < ?1 || '~' ORDER BY e.ref LIMIT ?2");
        self.rows(&sql, (prefix, limit))
    }
}

/// One entry, so many before the newest that both conditions allow. The first one must have an index: the numbers alone
/// are sorted, and only as many rows are read as the answer needs (`LIMIT -1` keeps SQLite from joining both steps).
fn nth_newest_sql(by_index: &str, also: &str, back: &str) -> String {
    format!(
        "SELECT {COLUMNS} FROM (SELECT id AS number FROM entry WHERE {by_index} ORDER BY id DESC LIMIT -1) \
         CROSS JOIN entry e ON e.id = number WHERE {also} LIMIT 1 OFFSET {back}"
    )
}

fn shorten_name(name: &str) -> String {
    match name.char_indices().nth(30) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::NewEntry;
    use super::*;

    fn scope(session: &str) -> Scope {
        Scope { project: "/shop".into(), branch: None, session: session.into() }
    }

    fn store(entries: &[(&str, &str, i64)]) -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        for (at, (id, session, started_at)) in entries.iter().enumerate() {
            let new = NewEntry {
                command: Some(format!("command {at}")),
                scope: Some(scope(session)),
                started_at: *started_at,
                ..NewEntry::default()
            };
            let (row, _) = store.begin_entry(&new).unwrap();
            store.db.execute("UPDATE entry SET ref = ?2 WHERE id = ?1", (row, id)).unwrap();
        }
        (dir, store)
    }

    fn named(store: &Store, text: &str, session: &str) -> Option<String> {
        let found = store.resolve_reference(&text.parse().unwrap(), &scope(session));
        found.ok().map(|entry| entry.id.as_str().to_owned())
    }

    #[test]
    fn prefixes_are_unique_or_refused() {
        let (_dir, store) = store(&[("abc111", "a", 1), ("abc222", "a", 2), ("abd111", "a", 3)]);
        let resolve = |text: &str| store.resolve_reference(&text.parse().unwrap(), &scope("b"));
        assert_eq!(resolve("abd").unwrap().id.as_str(), "abd111");
        let ambiguous = resolve("abc").unwrap_err().to_string();
        assert!(ambiguous.contains("[ctx:abc111] command 0") && ambiguous.contains("[ctx:abc222]"), "{ambiguous}");
        assert_eq!(resolve("abe").unwrap_err().to_string(), "no entry [ctx:abe]");
    }

    #[test]
    fn the_newest_of_this_session_then_of_no_other() {
        let (_dir, store) = store(&[
            ("old111", "shop@main-2026-11-14", 100),
            ("aaa111", "a", 300),
            ("bbb111", "b", 200),
            // The clock was set back.
            ("aaa222", "a", 50),
            ("bbb222", "b", 400),
        ]);
        let table = [
            ("@", "a", Some("aaa222")),
            ("last", "a", Some("aaa222")),
            ("@-1", "a", Some("aaa111")),
            ("@-2", "a", Some("old111")),
            ("@-3", "a", None),
            ("@", "b", Some("bbb222")),
            ("@", "c", Some("old111")),
            ("@", "shop@main-2026-11-15", Some("old111")),
            ("@-1", "shop@main-2026-11-15", None),
        ];
        for (text, session, expected) in table {
            assert_eq!(named(&store, text, session).as_deref(), expected, "{text} in {session}");
        }
    }
}
