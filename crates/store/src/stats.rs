//! Numbers for `ctx stats`: outputs with their sizes, and the bytes of them that were fetched later.

use rusqlite::{Connection, Row, params};

use super::Store;
use crate::error::Result;
use crate::sql::Statements;

/// Whose entries are counted.
#[derive(Clone, Copy, Debug)]
pub enum StatsScope<'a> {
    Session(&'a str),
    Project(&'a str),
    All,
}

impl<'a> StatsScope<'a> {
    /// The condition over a table with `session` and `project`, and its value.
    pub(crate) fn condition(self) -> (&'static str, Option<&'a str>) {
        match self {
            StatsScope::Session(session) => ("session = ?1", Some(session)),
            StatsScope::Project(project) => ("project = ?1", Some(project)),
            StatsScope::All => ("?1 IS NULL", None),
        }
    }

    fn bounds(&self) -> (Option<&str>, Option<&str>) {
        match self {
            StatsScope::Session(session) => (Some(session), None),
            StatsScope::Project(project) => (None, Some(project)),
            StatsScope::All => (None, None),
        }
    }
}

/// One output that went through ctx, or one of imported history.
#[derive(Clone, Debug, Default)]
pub struct StatsOutput {
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

/// Kinds whose bytes an agent would have seen without ctx; notes and documents are not among them.
pub const OUTPUTS: &[&str] = &["run", "store", "file"];
pub const IMPORTED: &[&str] = &["import"];

impl Store {
    /// Hands finished outputs of these kinds to `each`, oldest first. One fetch counts at most `cap`: no host would
    /// show more of it.
    pub fn for_each_output(
        &self,
        kinds: &[&str],
        span: StatsScope<'_>,
        cap: u64,
        mut each: impl FnMut(&StatsOutput),
    ) -> Result<()> {
        self.read(|db| {
            let mut select = db.prepare(
                "SELECT e.kind, e.command, e.argv, e.cwd, e.reader, e.started_at, e.started_at + \
                 coalesce(e.duration_ms, 0), coalesce(e.raw_len, 0), e.blob_id, coalesce(b.stored_len, 0), \
                 coalesce(e.printed_len, length(CAST(e.summary AS BLOB))), (SELECT coalesce(sum(min(s.bytes, ?4)), 0) \
                 FROM usage_entry s WHERE s.entry_id = e.id), (SELECT min(u.at) FROM usage_entry s JOIN usage u ON \
                 u.id = s.usage_id WHERE s.entry_id = e.id AND u.whole), e.agent, coalesce(e.exit_code, 0) <> 0 OR \
                 e.signal IS NOT NULL OR e.timed_out OR coalesce(e.failed, 0) FROM entry e LEFT JOIN blob b ON b.id = \
                 e.blob_id WHERE e.state = 'done' AND e.kind IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR \
                 e.session = ?2) AND (?3 IS NULL OR e.project = ?3) ORDER BY e.started_at, e.id",
            )?;
            let (session, project) = span.bounds();
            let mut rows = select.query(params![serde_json::json!(kinds).to_string(), session, project, cap])?;
            while let Some(row) = rows.next()? {
                each(&output(row)?);
            }
            Ok(())
        })
    }

    /// Bytes printed since then by gets and searches that belong to no output: headings, notes, documents, empty answers.
    pub fn bytes_printed_without_output(&self, span: StatsScope<'_>, cap: u64, since: Option<i64>) -> Result<u64> {
        self.read(|db| besides(db, span, cap, since))
    }
}

fn besides(db: &Connection, span: StatsScope<'_>, cap: u64, since: Option<i64>) -> rusqlite::Result<u64> {
    let (session, project) = span.bounds();
    // A use has a session but no project: it belongs to the projects its session worked in.
    db.value(
        "SELECT coalesce(sum(max(0, min(u.bytes, ?4) - \
            (SELECT coalesce(sum(min(s.bytes, ?4)), 0) FROM usage_entry s JOIN entry e ON e.id = s.entry_id \
             WHERE s.usage_id = u.id AND e.kind IN (SELECT value FROM json_each(?1))))), 0) \
         FROM usage u WHERE (?5 IS NULL OR u.at >= ?5) AND (?2 IS NULL OR u.session = ?2) \
           AND (?3 IS NULL OR u.session IN (SELECT session FROM (SELECT DISTINCT session FROM usage) own \
             WHERE EXISTS (SELECT 1 FROM entry e WHERE e.session = own.session AND +e.project = ?3)))",
        params![serde_json::json!(OUTPUTS).to_string(), session, project, cap, since],
    )
}

fn output(row: &Row<'_>) -> rusqlite::Result<StatsOutput> {
    let argv: Option<String> = row.get(2)?;
    Ok(StatsOutput {
        kind: row.get(0)?,
        command: row.get(1)?,
        argv: argv.and_then(|argv| serde_json::from_str(&argv).ok()).unwrap_or_default(),
        cwd: row.get(3)?,
        reader: row.get(4)?,
        started_at: row.get(5)?,
        ended_at: row.get(6)?,
        raw: row.get(7)?,
        blob: row.get(8)?,
        stored: row.get(9)?,
        printed: row.get(10)?,
        fetched: row.get(11)?,
        whole_at: row.get(12)?,
        agent: row.get(13)?,
        failed: row.get(14)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryKind, FinishedEntry, NewEntry, VerbUse};
    use super::*;
    use ctx_model::Scope;

    fn put(store: &mut Store, kind: EntryKind, project: &str, bytes: &[u8], printed: Option<usize>) -> i64 {
        let scope = Scope { project: project.into(), branch: None, session: format!("in {project}") };
        let (row, _) = store.begin(&NewEntry { kind, scope: Some(scope), ..NewEntry::default() }).unwrap();
        store.finish(row, BlobWriter::new(row), bytes, &FinishedEntry { printed, ..FinishedEntry::default() }).unwrap();
        row
    }

    #[test]
    fn fetches_count_up_to_the_cap_and_only_where_they_belong() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let here = put(&mut store, EntryKind::Run, "/a", b"some output\n", Some(40));
        let note = put(&mut store, EntryKind::Note, "/a", b"a note\n", None);
        put(&mut store, EntryKind::Store, "/b", b"passed on\n", None);
        store.begin(&NewEntry::default()).unwrap();
        for (at, entries, bytes, whole) in [
            (5, &[(here, 90)][..], 90, false),
            (7, &[(here, 900)], 900, true),
            (8, &[(here, 900)], 900, true),
            (9, &[(here, 10), (note, 25)], 50, false),
        ] {
            store.record_use(&VerbUse {
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
            store.for_each_output(kinds, span, 100, |output| outputs.push(output.clone())).unwrap();
            outputs
        };
        let a = outputs(OUTPUTS, StatsScope::Project("/a"));
        assert_eq!(a.len(), 1);
        assert_eq!((a[0].raw, a[0].printed, a[0].fetched, a[0].whole_at), (12, Some(40), 90 + 100 + 100 + 10, Some(7)));
        let b = outputs(OUTPUTS, StatsScope::Session("in /b"));
        assert_eq!((b.len(), b[0].raw, b[0].printed, b[0].fetched), (1, 10, None, 0));
        assert_eq!(outputs(OUTPUTS, StatsScope::All).len(), 2);
        assert_eq!(store.bytes_printed_without_output(StatsScope::Project("/a"), 100, None).unwrap(), 40);
        assert_eq!(store.bytes_printed_without_output(StatsScope::Project("/b"), 100, None).unwrap(), 0);
        assert!(outputs(IMPORTED, StatsScope::All).is_empty());
    }
}
