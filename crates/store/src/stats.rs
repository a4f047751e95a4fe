//! Numbers for `ctx stats`: outputs with their sizes, and the bytes of them that were fetched later.

use rusqlite::params;

use super::Store;
use super::sessions::HAS_FAILED;
use crate::error::Result;
use crate::sql::{ReadQueries, from_row, row_struct};

/// Whose entries are counted.
#[derive(Clone, Copy, Debug)]
pub enum StatsScope<'a> {
    Session(&'a str),
    Project(&'a str),
    All,
}

impl<'a> StatsScope<'a> {
    /// The condition over a table with `session` and `project`, and its value.
    pub(crate) fn sql_condition(self) -> (&'static str, Option<&'a str>) {
        match self {
            StatsScope::Session(session) => ("session = ?1", Some(session)),
            StatsScope::Project(project) => ("project = ?1", Some(project)),
            StatsScope::All => ("?1 IS NULL", None),
        }
    }
}

row_struct! {
    /// One output that went through ctx, or one of imported history.
    #[derive(Clone, Debug, Default)]
    pub struct OutputUsageRow {
        pub kind: String,
        pub command: Option<String>,
        pub argv: Vec<String>,
        pub cwd: Option<String>,
        pub reader: Option<String>,
        pub started_at: i64,
        pub ended_at: i64,
        pub raw: u64,
        pub blob: Option<i64>,
        /// Compressed; outputs with the same bytes share one blob.
        pub stored: u64,
        /// None where the bytes were passed on whole (`--tee`).
        pub printed: Option<u64>,
        /// By every later get and search, each counted up to the cap.
        pub fetched: u64,
        /// When its whole text was first fetched.
        pub whole_at: Option<i64>,
        /// The agent whose shell ran it, or whose transcript it is from.
        pub agent: Option<String>,
        pub failed: bool,
    }
}

/// Kinds whose bytes an agent would have seen without ctx; notes and documents are not among them.
pub const OUTPUTS: &[&str] = &["run", "store", "file"];
pub const IMPORTED: &[&str] = &["import"];

impl Store {
    /// Hands finished outputs of these kinds to `each`, oldest first. One fetch counts at most `cap`: no host would
    /// show more of it.
    pub fn for_each_finished_output(
        &self,
        kinds: &[&str],
        span: StatsScope<'_>,
        cap: u64,
        mut each: impl FnMut(&OutputUsageRow),
    ) -> Result<()> {
        let (condition, value) = span.sql_condition();
        self.with_connection(|db| {
            let mut select = db.prepare(&format!(
                "SELECT e.kind, e.command, e.argv, e.cwd, e.reader, e.started_at, e.started_at + \
                 coalesce(e.duration_ms, 0), coalesce(e.raw_len, 0), e.blob_id, coalesce(b.stored_len, 0), \
                 coalesce(e.printed_len, length(CAST(e.summary AS BLOB))), (SELECT coalesce(sum(min(s.bytes, ?3)), 0) \
                 FROM usage_entry s WHERE s.entry_id = e.id), (SELECT min(u.at) FROM usage_entry s JOIN usage u ON \
                 u.id = s.usage_id WHERE s.entry_id = e.id AND u.whole), e.agent, {HAS_FAILED} FROM entry e LEFT JOIN \
                 blob b ON b.id = e.blob_id WHERE e.state = 'done' AND e.kind IN (SELECT value FROM json_each(?2)) AND \
                 {condition} ORDER BY e.started_at, e.id"
            ))?;
            let mut rows = select.query(params![value, serde_json::json!(kinds).to_string(), cap])?;
            while let Some(row) = rows.next()? {
                each(&from_row(row)?);
            }
            Ok(())
        })
    }

    /// Bytes printed since then by gets and searches that belong to no output: headings, notes, documents, empty answers.
    pub fn get_and_search_bytes_of_no_output(&self, span: StatsScope<'_>, cap: u64, since: Option<i64>) -> Result<u64> {
        let (condition, value) = match span {
            // A use has a session but no project: it belongs to the projects its session worked in.
            StatsScope::Project(project) => (
                "u.session IN (SELECT session FROM (SELECT DISTINCT session FROM usage) own \
                 WHERE EXISTS (SELECT 1 FROM entry e WHERE e.session = own.session AND +e.project = ?1))",
                Some(project),
            ),
            span => span.sql_condition(),
        };
        self.row(
            &format!(
                "SELECT coalesce(sum(max(0, min(u.bytes, ?3) - \
                    (SELECT coalesce(sum(min(s.bytes, ?3)), 0) FROM usage_entry s JOIN entry e ON e.id = s.entry_id \
                     WHERE s.usage_id = u.id AND e.kind IN (SELECT value FROM json_each(?2))))), 0) \
                 FROM usage u WHERE (?4 IS NULL OR u.at >= ?4) AND {condition}"
            ),
            params![value, serde_json::json!(OUTPUTS).to_string(), cap, since],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryKind, EntryOutcome, NewEntry, VerbUse};
    use super::*;
    use ctx_model::Scope;

    fn put(store: &mut Store, kind: EntryKind, project: &str, bytes: &[u8], printed: Option<usize>) -> i64 {
        let scope = Scope { project: project.into(), branch: None, session: format!("in {project}") };
        let (row, _) = store.begin_entry(&NewEntry { kind, scope: Some(scope), ..NewEntry::default() }).unwrap();
        store
            .finish_entry(row, BlobWriter::new(row), bytes, &EntryOutcome { printed, ..EntryOutcome::default() })
            .unwrap();
        row
    }

    #[test]
    fn fetches_count_up_to_the_cap_and_only_where_they_belong() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let here = put(&mut store, EntryKind::Run, "/a", b"some output\n", Some(40));
        let note = put(&mut store, EntryKind::Note, "/a", b"a note\n", None);
        put(&mut store, EntryKind::Store, "/b", b"passed on\n", None);
        store.begin_entry(&NewEntry::default()).unwrap();
        for (at, entries, bytes, whole) in [
            (5, &[(here, 90)][..], 90, false),
            (7, &[(here, 900)], 900, true),
            (8, &[(here, 900)], 900, true),
            (9, &[(here, 10), (note, 25)], 50, false),
        ] {
            store.record_verb_use(&VerbUse {
                at,
                session: "in /a",
                verb: "get",
                entries,
                bytes,
                whole,
                ..VerbUse::default()
            });
        }
        let outputs = |kinds, span| {
            let mut outputs = Vec::new();
            store.for_each_finished_output(kinds, span, 100, |output| outputs.push(output.clone())).unwrap();
            outputs
        };
        let a = outputs(OUTPUTS, StatsScope::Project("/a"));
        assert_eq!(a.len(), 1);
        assert_eq!((a[0].raw, a[0].printed, a[0].fetched, a[0].whole_at), (12, Some(40), 90 + 100 + 100 + 10, Some(7)));
        let b = outputs(OUTPUTS, StatsScope::Session("in /b"));
        assert_eq!((b.len(), b[0].raw, b[0].printed, b[0].fetched), (1, 10, None, 0));
        assert_eq!(outputs(OUTPUTS, StatsScope::All).len(), 2);
        assert_eq!(store.get_and_search_bytes_of_no_output(StatsScope::Project("/a"), 100, None).unwrap(), 40);
        assert_eq!(store.get_and_search_bytes_of_no_output(StatsScope::Project("/b"), 100, None).unwrap(), 0);
        assert!(outputs(IMPORTED, StatsScope::All).is_empty());
    }
}
