//! The status of the workspace: the active file in full, the others as outlines, and the bytes that this saves.

use std::path::Path;

use super::disk::LoadedFile;
use super::workspace::{Workspace, content_hash, relative_name};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_store::TrackedFile;

/// The state of a file that is on the disk as it was handed out.
pub const CURRENT: &str = "current";

pub struct TrackedFileRow {
    pub name: String,
    pub id: EntryId,
    pub active: bool,
    /// `CURRENT`, or what has happened to it since.
    pub state: &'static str,
    pub size: u64,
    pub outline: u64,
    /// Bytes that stand for it: the whole active file, the outline of any other.
    pub held: u64,
}

#[derive(Default)]
pub struct WorkspaceStatus {
    /// The active file first, then by last use.
    pub rows: Vec<TrackedFileRow>,
    pub held: u64,
    pub full: u64,
    /// Bytes that reads printed in this session, and would have printed without ctx.
    pub printed: u64,
    pub asked: u64,
}

impl Workspace {
    pub fn tracked_files_status(&self) -> Result<WorkspaceStatus> {
        let mut status = WorkspaceStatus::default();
        for tracked in self.store.tracked_files(&self.scope.session)? {
            let held = if tracked.active { tracked.size } else { tracked.size.min(tracked.outline_len) };
            status.held += held;
            status.full += tracked.size;
            status.printed += tracked.printed;
            status.asked += tracked.asked;
            status.rows.push(TrackedFileRow {
                name: relative_name(&self.cwd, &tracked.path),
                state: tracked_file_state(&tracked),
                id: tracked.id,
                active: tracked.active,
                size: tracked.size,
                outline: tracked.outline_len,
                held,
            });
        }
        Ok(status)
    }

    /// Forgets that a file was handed out; the reference to its text, if it was tracked.
    pub fn untrack(&mut self, path: &Path) -> Result<Option<EntryId>> {
        let known = self.tracked_file(path)?;
        self.store.untrack(&self.scope.session, path)?;
        Ok(known.map(|known| known.id))
    }
}

fn tracked_file_state(tracked: &TrackedFile) -> &'static str {
    match LoadedFile::read(&tracked.path) {
        Ok(None) => "gone",
        Ok(Some(found)) if content_hash(&found.bytes) == tracked.hash => CURRENT,
        // A file that cannot be read any more has changed.
        _ => "changed on disk",
    }
}
