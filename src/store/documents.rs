//! Documents that `ctx index` reads from disk: which there are, and what of them changed.

use std::time::UNIX_EPOCH;

use rusqlite::{OptionalExtension, params};

use super::{BlobWriter, Finished, NewEntry, Store};
use crate::error::Result;

/// A file as the store last saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub size: u64,
    pub mtime_ns: i64,
}

impl Stamp {
    pub fn of(meta: &std::fs::Metadata) -> Stamp {
        let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        Stamp { size: meta.len(), mtime_ns: i64::try_from(since.as_nanos()).unwrap_or(i64::MAX) }
    }
}

impl Store {
    /// The entry that holds this file, and the file as it was then.
    pub fn document(&self, path: &str) -> Result<Option<(i64, Stamp)>> {
        self.read(|db| {
            db.prepare_cached("SELECT entry_id, size, mtime_ns FROM document WHERE path = ?1")?
                .query_row([path], |row| Ok((row.get(0)?, Stamp { size: row.get(1)?, mtime_ns: row.get(2)? })))
                .optional()
        })
    }

    /// Keeps a file; what was kept of it before is replaced by it. False when the bytes are the same as before.
    pub fn put_document(&mut self, path: &str, stamp: Stamp, new: &NewEntry, bytes: &[u8]) -> Result<bool> {
        let before = self.document(path)?.map(|(row, _)| row);
        let note = |store: &mut Store, row: i64| {
            store.write(|db| {
                db.prepare_cached("INSERT OR REPLACE INTO document VALUES (?1, ?2, ?3, ?4)")?.execute(params![
                    path,
                    row,
                    stamp.size,
                    stamp.mtime_ns
                ])
            })
        };
        if let Some(row) = before {
            let hash: Option<Vec<u8>> = self.read(|db| {
                db.query_row(
                    "SELECT b.hash FROM entry e JOIN blob b ON b.id = e.blob_id WHERE e.id = ?1",
                    [row],
                    |row| row.get(0),
                )
                .optional()
                .map(Option::flatten)
            })?;
            if hash.as_deref() == Some(blake3::hash(bytes).as_bytes()) {
                note(self, row)?;
                return Ok(false);
            }
        }
        let (row, _) = self.begin(&NewEntry { supersedes: before, ..new.clone() })?;
        let mut writer = BlobWriter::new(row);
        let mut parts = bytes.chunks(1 << 20);
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            writer.append(self, part)?;
        }
        self.finish(row, writer, last, &Finished::default())?;
        note(self, row)?;
        if let Some(before) = before {
            self.unindex(before)?;
        }
        Ok(true)
    }

    /// Documents below `folder` that were kept, to find those that are gone from the disk.
    pub fn documents_below(&self, folder: &str) -> Result<Vec<(String, i64)>> {
        self.read(|db| {
            let mut statement = db.prepare(
                "SELECT path, entry_id FROM document WHERE path >= ?1 || '/' AND path < ?1 || '0' ORDER BY path",
            )?;
            statement.query_map([folder], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// The file is gone: its last text stays with its entry, and is searched no more.
    pub fn drop_document(&mut self, path: &str, row: i64) -> Result<()> {
        self.write(|db| db.execute("DELETE FROM document WHERE path = ?1", [path]))?;
        self.unindex(row)
    }
}
