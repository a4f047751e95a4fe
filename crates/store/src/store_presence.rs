//! Whether the store that a command writes to is still the one at its path. A database that is deleted or cut while it is
//! open takes every commit and keeps none: what was to be kept must then be shown.

use std::fs::{File, metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use super::Store;
use crate::error::{Error, Result};
use crate::sql::ReadQueries;

/// The file as it was when the entry was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreFileIdentity {
    file: (u64, u64),
    len: u64,
}

/// How a database begins, and the two ways in which a write-ahead log does.
const DATABASE: &[u8] = b"SQLite format 3\0";
const LOGS: [[u8; 4]; 2] = [[0x37, 0x7f, 0x06, 0x82], [0x37, 0x7f, 0x06, 0x83]];

impl Store {
    /// Where it is now; none where there is nothing any more.
    pub fn file_identity(&self) -> Option<StoreFileIdentity> {
        let file = metadata(&self.path).ok()?;
        Some(StoreFileIdentity { file: (file.dev(), file.ino()), len: file.len() })
    }

    /// An error where a finished entry is not in the store at the path: a look at three files, and only if something is odd
    /// about them the question itself.
    pub fn check_entry_still_stored(&self, row: i64, began: Option<StoreFileIdentity>) -> Result<()> {
        let now = self.file_identity();
        let same = matches!((began, now), (Some(began), Some(now)) if began.file == now.file && began.len <= now.len);
        let logged = file_starts_with_any(&self.write_ahead_log_path(), &LOGS.each_ref().map(|log| &log[..]));
        if same && logged && file_starts_with_any(&self.path, &[DATABASE]) {
            return Ok(());
        }
        // A log without a beginning was cut while we wrote to it. We still read it; nobody after us does.
        let cut = !logged && metadata(self.write_ahead_log_path()).is_ok_and(|log| log.len() > 0);
        match is_entry_finished_on_disk(&self.path, row) {
            Ok(true) if !cut => Ok(()),
            _ => Err(Error::Destroyed { path: self.path.clone() }),
        }
    }
}

fn file_starts_with_any(file: &Path, ways: &[&[u8]]) -> bool {
    let mut first = [0; 16];
    let read = File::open(file).and_then(|mut file| file.read(&mut first));
    read.is_ok_and(|read| ways.iter().any(|way| first[..read].starts_with(way)))
}

/// Asks as the next command would.
fn is_entry_finished_on_disk(path: &Path, row: i64) -> rusqlite::Result<bool> {
    let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    let done = db.row(
        "SELECT e.state = 'done' AND (e.blob_id IS NULL OR EXISTS (SELECT 1 FROM blob b WHERE b.id = e.blob_id AND \
         b.hash IS NOT NULL)) FROM entry e WHERE e.id = ?1",
        [row],
    );
    Ok(done.optional()?.unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryOutcome, NewEntry};
    use super::*;

    fn finished(store: &mut Store) -> i64 {
        let (row, _) = store.begin_entry(&NewEntry::default()).unwrap();
        store.finish_entry(row, BlobWriter::new(row), b"x\n", &EntryOutcome::default()).unwrap();
        row
    }

    #[test]
    fn a_store_that_is_there_holds_what_was_finished() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let began = store.file_identity();
        let row = finished(&mut store);
        store.check_entry_still_stored(row, began).unwrap();
        // Somebody moves the log into the database and empties it.
        store.write_transaction(|db| db.execute_batch("DELETE FROM meta WHERE key = 'none'")).unwrap();
        let other = Connection::open(&store.path).unwrap();
        other.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        store.check_entry_still_stored(row, began).unwrap();
    }

    #[test]
    fn one_that_was_deleted_replaced_or_cut_does_not() {
        let ways: [fn(&Path); 5] = [
            |path| std::fs::remove_file(path).unwrap(),
            |path| {
                std::fs::remove_file(path).unwrap();
                std::fs::write(path, b"SQLite format 3\0 of somebody else").unwrap();
            },
            |path| drop(File::create(path).unwrap()),
            |path| drop(File::create(path.with_extension("db-wal")).unwrap()),
            |path| std::fs::write(path.with_extension("db-wal"), [0; 9_000]).unwrap(),
        ];
        for (at, destroy) in ways.iter().enumerate() {
            let dir = tempfile::tempdir().unwrap();
            let mut store = Store::open(dir.path()).unwrap();
            let began = store.file_identity();
            let row = finished(&mut store);
            destroy(&store.path);
            assert!(store.check_entry_still_stored(row, began).is_err(), "{at}");
        }
    }
}
