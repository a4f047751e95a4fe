//! The status of the workspace: the active file in full, the others as outlines, and the bytes that this saves.

use std::path::Path;

use super::disk::OpenFile;
use super::workspace::{Workspace, hash, name};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_store::Tracked;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Current,
    Changed,
    Gone,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Current => "current",
            State::Changed => "changed on disk",
            State::Gone => "gone",
        }
    }
}

pub struct Row {
    pub name: String,
    pub id: EntryId,
    pub active: bool,
    pub state: State,
    pub size: u64,
    pub outline: u64,
    /// Bytes that stand for it: the whole active file, the outline of any other.
    pub held: u64,
}

#[derive(Default)]
pub struct Status {
    /// The active file first, then by last use.
    pub rows: Vec<Row>,
    pub held: u64,
    pub full: u64,
    /// Bytes that reads printed in this session, and would have printed without ctx.
    pub printed: u64,
    pub asked: u64,
}

impl Workspace {
    pub fn status(&self) -> Result<Status> {
        let mut status = Status::default();
        for tracked in self.store.tracked_files(&self.scope.session)? {
            let held = if tracked.active { tracked.size } else { tracked.size.min(tracked.outline_len) };
            status.held += held;
            status.full += tracked.size;
            status.printed += tracked.printed;
            status.asked += tracked.asked;
            status.rows.push(Row {
                name: name(&self.cwd, &tracked.path),
                state: state(&tracked),
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
        let known = self.tracked(path)?;
        self.store.untrack(&self.scope.session, path)?;
        Ok(known.map(|known| known.id))
    }
}

fn state(tracked: &Tracked) -> State {
    match std::fs::metadata(&tracked.path) {
        Err(_) => State::Gone,
        Ok(meta) if meta.len() != tracked.size => State::Changed,
        // A file that cannot be read any more has changed.
        Ok(_) => match OpenFile::read(&tracked.path) {
            Ok(Some(found)) if hash(&found.bytes) == tracked.hash => State::Current,
            _ => State::Changed,
        },
    }
}
