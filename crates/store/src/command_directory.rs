//! Where a command of an entry does its work.

use std::path::{Component, Path, PathBuf};

use rusqlite::Connection;

use ctx_shell::attempt;

use crate::sql::ReadQueries;
use crate::{Result, Store};

/// Where a command does its work: its directory, and the one that it goes to first.
fn command_directory(cwd: &str, line: &str) -> PathBuf {
    let mut place = PathBuf::from(cwd);
    for part in Path::new(&attempt::first_cd_directory(line).unwrap_or_default()).components() {
        match part {
            Component::ParentDir => drop(place.pop()),
            Component::CurDir => {}
            part => place.push(part),
        }
    }
    place
}

/// The same of an entry, by this line or by its own; none where nothing is known of its directory.
pub(super) fn entry_directory(db: &Connection, entry: i64, line: Option<&str>) -> rusqlite::Result<Option<PathBuf>> {
    let found = db.first("SELECT cwd, coalesce(?2, command, '') FROM entry WHERE id = ?1", (entry, line))?;
    let (cwd, line): (Option<String>, String) = found.unwrap_or_default();
    Ok(cwd.map(|cwd| command_directory(&cwd, &line)))
}

impl Store {
    /// True where a success in one entry can speak for a failure in another: it ran there or above. Nothing is known of
    /// entries without a directory.
    pub fn success_directory_covers_failure(&self, success: i64, failure: i64) -> Result<bool> {
        let place = |entry: i64| self.with_connection(|db| entry_directory(db, entry, None));
        Ok(place(success)?.zip(place(failure)?).is_none_or(|(here, there)| there.starts_with(here)))
    }
}
