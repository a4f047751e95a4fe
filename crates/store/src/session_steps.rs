//! A session in the order it happened: what was said, what ran, what was changed.

use rusqlite::{Row, params};

use super::reader::BlobReader;
use super::{EventScope, Store};
use crate::error::Result;
use crate::sql::Statements;
use ctx_model::{Status, StatusColumns};

/// More steps than this are not a conversation.
const MOST: u32 = 200_000;

/// One thing that was said or done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionStep {
    pub row: i64,
    pub reference: String,
    /// prompt, brief, reply, result, call, edit …; none for a run that ctx recorded itself.
    pub role: Option<String>,
    pub command: Option<String>,
    pub title: Option<String>,
    pub status: Status,
    /// By its status, or because the agent says so.
    pub failed: bool,
    pub at: i64,
    pub duration_ms: Option<i64>,
    pub branch: Option<String>,
    pub project: Option<String>,
    pub blob: Option<i64>,
    pub bytes: u64,
}

impl SessionStep {
    pub fn has_role(&self, role: &str) -> bool {
        self.role.as_deref() == Some(role)
    }

    /// A command that ended, recorded by ctx or by an agent.
    pub fn ended_command(&self) -> Option<&str> {
        self.command.as_deref().filter(|_| matches!(self.role.as_deref(), None | Some("result")))
    }
}

const COLUMNS: &str = "e.id, e.ref, e.role, e.command, e.title, e.exit_code, e.signal, e.timed_out, e.failed, e.started_at, \
    e.duration_ms, e.branch, e.project, e.blob_id, e.raw_len";

fn step_from_row(row: &Row<'_>) -> rusqlite::Result<SessionStep> {
    let columns = StatusColumns { exit_code: row.get(5)?, signal: row.get(6)?, timed_out: row.get(7)? };
    let failed = columns.exit_code.is_some_and(|code| code != 0) || columns.signal.is_some() || columns.timed_out;
    Ok(SessionStep {
        row: row.get(0)?,
        reference: row.get(1)?,
        role: row.get(2)?,
        command: row.get(3)?,
        title: row.get(4)?,
        status: columns.to_status(),
        failed: failed || row.get::<_, Option<i64>>(8)? == Some(1),
        at: row.get(9)?,
        duration_ms: row.get(10)?,
        branch: row.get(11)?,
        project: row.get(12)?,
        blob: row.get(13)?,
        bytes: row.get::<_, Option<i64>>(14)?.unwrap_or(0).max(0) as u64,
    })
}

impl Store {
    /// The steps of a session, oldest first; notes, documents and copies of outputs are not steps.
    pub fn session_steps(&self, session: &str, within: &EventScope) -> Result<Vec<SessionStep>> {
        self.with_connection(|db| {
            let sql = format!(
                "SELECT {COLUMNS} FROM entry e WHERE e.session = ?1 AND e.kind IN ('run', 'store', 'import') \
                 AND coalesce(e.role, '') <> 'output' AND e.started_at >= ?2 AND e.started_at < ?3 \
                 AND (?4 IS NULL OR e.branch = ?4) ORDER BY e.started_at, e.id LIMIT {MOST}"
            );
            let (since, until) = (within.since.unwrap_or(i64::MIN), within.until.unwrap_or(i64::MAX));
            db.rows(&sql, params![session, since, until, within.branch], step_from_row)
        })
    }

    /// The end of a step's bytes, at most about this many of them, cut at a line; and where they begin.
    pub fn tail_of_step(&self, step: &SessionStep, most: u64) -> Result<(u64, Vec<u8>)> {
        let Some(blob) = step.blob else { return Ok((0, Vec::new())) };
        let mut reader = BlobReader::new(self, blob);
        if step.bytes > most {
            reader.seek_byte(step.bytes - most)?;
        }
        let mut bytes = Vec::new();
        let mut first = None;
        while let Some(chunk) = reader.append_next_chunk(&mut bytes)? {
            first.get_or_insert(chunk.raw_start);
        }
        let first = first.unwrap_or(0);
        let mut skip = (step.bytes.saturating_sub(most)).saturating_sub(first) as usize;
        if step.bytes > most {
            let line_end = bytes.iter().skip(skip).position(|&byte| byte == b'\n');
            skip += line_end.map_or(0, |at| at + 1);
        }
        let skip = skip.min(bytes.len());
        Ok((first + skip as u64, bytes.split_off(skip)))
    }
}
