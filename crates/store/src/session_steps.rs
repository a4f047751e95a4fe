//! A session in the order it happened: what was said, what ran, what was changed.

use super::blob_reader::BlobReader;
use super::sessions::HAS_FAILED;
use super::{SessionEventFilter, Store};
use crate::error::Result;
use crate::sql::{ReadQueries, row_struct};
use ctx_model::CommandEndStatus;

/// More steps than this are not a conversation.
const MOST: u32 = 200_000;

row_struct! {
    /// One thing that was said or done.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct SessionStep {
        pub row: i64,
        pub reference: String,
        /// prompt, brief, reply, result, call, edit …; none for a run that ctx recorded itself.
        pub role: Option<String>,
        pub command: Option<String>,
        pub title: Option<String>,
        pub status: CommandEndStatus,
        /// By its status, or because the agent says so.
        pub failed: bool,
        pub at: i64,
        pub duration_ms: Option<i64>,
        pub branch: Option<String>,
        pub project: Option<String>,
        pub blob: Option<i64>,
        pub bytes: u64,
    }
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

impl Store {
    /// The steps of a session, oldest first; notes, documents and copies of outputs are not steps.
    pub fn session_steps(&self, session: &str, within: &SessionEventFilter) -> Result<Vec<SessionStep>> {
        let mut all =
            SessionEventFilter { session: Some(session.to_owned()), ..within.clone() }.conditions("e", "started_at");
        all.add_fixed_condition("e.kind IN ('run', 'store', 'import') AND coalesce(e.role, '') <> 'output'");
        let sql = format!(
            "SELECT e.id, e.ref, e.role, e.command, e.title, 'done', NULL, e.exit_code, e.signal, e.timed_out, {HAS_FAILED}, \
             e.started_at, e.duration_ms, e.branch, e.project, e.blob_id, max(0, coalesce(e.raw_len, 0)) FROM entry e \
             WHERE {} ORDER BY e.started_at, e.id LIMIT {MOST}",
            all.sql
        );
        self.rows(&sql, all.params())
    }

    /// The beginning of a step's bytes, at most about this many of them, cut at a line.
    pub fn head_of_step_output(&self, step: &SessionStep, most: usize) -> Result<Vec<u8>> {
        let Some(blob) = step.blob else { return Ok(Vec::new()) };
        let mut reader = BlobReader::new(self, blob);
        let mut bytes = Vec::new();
        while bytes.len() < most && reader.append_next_chunk(&mut bytes)?.is_some() {}
        if bytes.len() > most {
            let line_end = bytes[..most].iter().rposition(|&byte| byte == b'\n');
            bytes.truncate(line_end.map_or(most, |at| at + 1));
        }
        Ok(bytes)
    }

    /// The end of a step's bytes, at most about this many of them, cut at a line; and where they begin.
    pub fn tail_of_step_output(&self, step: &SessionStep, most: u64) -> Result<(u64, Vec<u8>)> {
        let Some(blob) = step.blob else { return Ok((0, Vec::new())) };
        let mut reader = BlobReader::new(self, blob);
        if step.bytes > most {
            reader.seek_chunk_of_byte(step.bytes - most)?;
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
