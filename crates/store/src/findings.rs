//! Findings of an entry, and the run before it that they are compared with.

use rusqlite::{Connection, params};

use super::{Blake3Hash, Store};
use crate::error::Result;
use crate::sql::{ColumnCursor, FromColumns, ReadQueries, WriteQueries};
use ctx_model::Finding;
use ctx_model::id::EntryId;

/// More findings than this in one output are counted by its own totals, not by us.
const MOST: usize = 2000;
/// How far back a run of the same command is looked for.
const REACH: u32 = 500;

/// The last time the same command ran in the same project.
pub struct PreviousRun {
    pub row: i64,
    pub id: EntryId,
    pub started_at: i64,
    /// blake3 of its bytes; none when they are gone or it printed nothing.
    pub hash: Option<Blake3Hash>,
    pub findings: Vec<Finding>,
}

pub(super) fn save_findings(db: &Connection, row: i64, findings: &[Finding]) -> rusqlite::Result<()> {
    for (ordinal, Finding { severity, location, message, lines }) in findings.iter().take(MOST).enumerate() {
        let values = params![row, ordinal, severity.name(), location, message, lines.0, lines.1];
        db.run("INSERT INTO finding VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", values)?;
    }
    Ok(())
}

impl FromColumns for Finding {
    fn from_columns(columns: &mut ColumnCursor<'_>) -> rusqlite::Result<Finding> {
        let (severity, location, message, lines) = columns.read()?;
        Ok(Finding { severity, location, message, lines })
    }
}

fn load_findings(db: &Connection, row: i64) -> rusqlite::Result<Vec<Finding>> {
    db.rows(
        "SELECT severity, location, message, first_line, last_line FROM finding WHERE entry_id = ?1 ORDER BY ordinal",
        [row],
    )
}

impl Store {
    pub fn findings(&self, row: i64) -> Result<Vec<Finding>> {
        self.with_connection(|db| load_findings(db, row))
    }

    /// The run before the entry in `row` of the same command in the same directory, captured the same way: a pipe lacks
    /// what a run prints on stderr, so the two are not compared.
    pub fn previous_run(&self, row: i64) -> Result<Option<PreviousRun>> {
        self.with_connection(|db| {
            let mut select = db.prepare_cached(
                "SELECT p.id, p.ref, p.started_at, p.blob_id, p.command = me.command AND p.cwd IS me.cwd \
                 AND p.kind = me.kind AND p.kind IN ('run', 'store') AND p.state = 'done' FROM entry me CROSS JOIN \
                 entry p WHERE me.id = ?1 AND p.project = me.project AND (p.started_at, p.id) < (me.started_at, \
                 me.id) ORDER BY p.started_at DESC, p.id DESC LIMIT ?2",
            )?;
            let mut near = select.query((row, REACH))?;
            // Most often it is among the first: the others are not looked at.
            while let Some(row) = near.next()? {
                if row.get::<_, Option<bool>>(4)? != Some(true) {
                    continue;
                }
                let hash = "SELECT hash FROM blob WHERE id = ?1";
                let hash: Option<Option<Blake3Hash>> = db.first(hash, [row.get::<_, Option<i64>>(3)?])?;
                return Ok(Some(PreviousRun {
                    row: row.get(0)?,
                    id: EntryId::from_stored(row.get(1)?),
                    started_at: row.get(2)?,
                    hash: hash.flatten(),
                    findings: load_findings(db, row.get(0)?)?,
                }));
            }
            Ok(None)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryOutcome, NewEntry};
    use super::*;
    use ctx_model::Severity;

    #[test]
    fn findings_come_back_and_the_previous_run_is_the_same_command_here() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let scope =
            |project: &str| Some(ctx_model::Scope { project: project.into(), branch: None, session: "s".into() });
        let finding = Finding {
            severity: Severity::Warning,
            location: Some("a.rs:3".into()),
            message: "unused".into(),
            lines: (4, 9),
        };
        let mut run = |command: &str, project: &str, findings: Vec<Finding>| {
            let new = NewEntry { command: Some(command.into()), scope: scope(project), ..NewEntry::default() };
            let (row, _) = store.begin_entry(&new).unwrap();
            let before = store.previous_run(row).unwrap();
            store
                .finish_entry(
                    row,
                    BlobWriter::new(row),
                    b"out\n",
                    &EntryOutcome { findings, ..EntryOutcome::default() },
                )
                .unwrap();
            before
        };
        assert!(run("make", "/a", vec![finding.clone()]).is_none());
        assert!(run("make", "/b", vec![]).is_none());
        assert!(run("make all", "/a", vec![]).is_none());
        let before = run("make", "/a", vec![]).expect("the first run");
        assert_eq!(before.findings, [finding]);
        assert_eq!(before.hash, Some(*blake3::hash(b"out\n").as_bytes()));
    }
}
