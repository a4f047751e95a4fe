//! Files in a session: which text of each was handed out, which is active, and the changes that can be undone.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use super::{BlobReader, Store};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, columns, row_struct};
use ctx_model::env::unix_time_ms;
use ctx_model::id::EntryId;

/// Files remembered in one session; beyond that, the one used longest ago is dropped.
const REMEMBERED: i64 = 100;

pub type Blake3Hash = [u8; 32];

row_struct! {
    /// A file that a session remembers.
    #[derive(Clone, Debug)]
    pub struct TrackedFile {
        pub path: PathBuf,
        pub entry: i64,
        pub id: EntryId,
        pub hash: Blake3Hash,
        pub size: u64,
        pub lines: u64,
        pub outline_len: u64,
        /// All of the text was handed out, not only some lines.
        pub whole: bool,
        pub active: bool,
        pub seen_at: i64,
        /// When the entry was made.
        pub kept_at: i64,
        /// Uses of files in this session since the text was handed out.
        pub uses_since: u64,
        pub printed: u64,
        pub asked: u64,
    }
}

/// A use of a file: its present text, and how much of it the user has seen.
#[derive(Clone, Debug)]
pub struct FileUse<'a> {
    pub path: &'a Path,
    pub entry: i64,
    pub hash: Blake3Hash,
    pub size: u64,
    pub lines: u64,
    pub outline_len: u64,
    pub whole: bool,
    /// When its text was handed out by this use; None when the user had it before.
    pub seen_at: Option<i64>,
    /// Bytes that this use printed, and would have printed without ctx.
    pub printed: u64,
    pub asked: u64,
}

row_struct! {
    /// A change that can be undone.
    #[derive(Clone, Debug)]
    pub struct StoredFileChange {
        pub row: i64,
        pub path: PathBuf,
        /// None when the file was created.
        pub before: Option<i64>,
        pub after: EntryId,
        pub mode: Option<u32>,
        pub hash_after: Blake3Hash,
        pub made_at: i64,
    }
}

pub struct NewFileChange<'a> {
    pub path: &'a Path,
    pub before: Option<i64>,
    pub after: i64,
    pub mode: Option<u32>,
    pub hash_after: Blake3Hash,
    pub made_at: i64,
}

/// The files of session ?1.
const TRACKED: &str = "SELECT t.path, t.entry_id, e.ref, t.hash, t.size, t.lines, t.outline_len, t.whole, t.active, t.seen_at, \
    e.started_at, abs((SELECT max(used_turn) FROM tracked_file WHERE session = ?1) - t.seen_turn), t.printed, t.asked \
    FROM tracked_file t JOIN entry e ON e.id = t.entry_id WHERE t.session = ?1";

fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

impl Store {
    pub fn find_tracked_file(&self, session: &str, path: &Path) -> Result<Option<TrackedFile>> {
        self.first(&format!("{TRACKED} AND t.path = ?2"), params![session, path_bytes(path)])
    }

    /// All files of a session, the one used last first.
    pub fn tracked_files(&self, session: &str) -> Result<Vec<TrackedFile>> {
        self.rows(&format!("{TRACKED} ORDER BY t.active DESC, t.used_turn DESC"), [session])
    }

    /// Remembers a use; the file becomes the active one.
    pub fn record_file_use(&mut self, session: &str, used: &FileUse<'_>) -> Result<()> {
        self.write_transaction(|db| {
            let turn: i64 =
                db.row("SELECT coalesce(max(used_turn), 0) + 1 FROM tracked_file WHERE session = ?1", [session])?;
            db.execute("UPDATE tracked_file SET active = 0 WHERE session = ?1 AND active", [session])?;
            let FileUse { path, entry, hash, size, lines, outline_len, whole, seen_at, printed, asked } = used;
            let seen =
                if seen_at.is_some() { ", seen_at = excluded.seen_at, seen_turn = excluded.seen_turn" } else { "" };
            let sql = format!(
                "INSERT INTO tracked_file {{}} ON CONFLICT (session, path) DO UPDATE SET entry_id = excluded.entry_id, \
                 hash = excluded.hash, size = excluded.size, lines = excluded.lines, outline_len = \
                 excluded.outline_len, whole = excluded.whole, active = 1, used_turn = excluded.used_turn, printed = \
                 printed + excluded.printed, asked = asked + excluded.asked{seen}"
            );
            db.insert(
                &sql,
                columns![
                    session: session, path: path_bytes(path), entry_id: entry, hash: hash, size: size, lines: lines,
                    outline_len: outline_len, whole: whole, active: true, seen_at: seen_at.unwrap_or_else(unix_time_ms),
                    seen_turn: turn, used_turn: turn, printed: printed, asked: asked,
                ],
            )?;
            db.execute(
                "DELETE FROM tracked_file WHERE session = ?1 AND path IN \
                 (SELECT path FROM tracked_file WHERE session = ?1 ORDER BY used_turn DESC LIMIT -1 OFFSET ?2)",
                params![session, REMEMBERED],
            )?;
            Ok(())
        })
    }

    /// False when it was not tracked.
    pub fn untrack(&mut self, session: &str, path: &Path) -> Result<bool> {
        Ok(self.execute_in_transaction(
            "DELETE FROM tracked_file WHERE session = ?1 AND path = ?2",
            params![session, path_bytes(path)],
        )? > 0)
    }

    /// Notes a change before it is made: a made change must be known, and a failed one is taken back.
    pub fn record_file_change(&mut self, session: &str, change: &NewFileChange<'_>) -> Result<i64> {
        self.write_transaction(|db| {
            let NewFileChange { path, before, after, mode, hash_after, made_at } = change;
            db.insert(
                "INSERT INTO file_change {}",
                columns![
                    session: session, path: path_bytes(path), before_id: before, after_id: after, mode: mode,
                    hash_after: hash_after, made_at: made_at,
                ],
            )?;
            Ok(db.last_insert_rowid())
        })
    }

    pub fn last_file_change(&self, session: &str) -> Result<Option<StoredFileChange>> {
        self.first(
            "SELECT c.id, c.path, c.before_id, e.ref, c.mode, c.hash_after, c.made_at FROM file_change c \
             JOIN entry e ON e.id = c.after_id WHERE c.session = ?1 ORDER BY c.id DESC LIMIT 1",
            [session],
        )
    }

    pub fn delete_file_change(&mut self, row: i64) -> Result<()> {
        self.execute_in_transaction("DELETE FROM file_change WHERE id = ?1", [row]).map(drop)
    }

    /// Whether a project's file is kept with this very text.
    pub fn has_file_with_hash(&self, project: &Path, title: &str, hash: &Blake3Hash) -> Result<bool> {
        self.row(
            "SELECT EXISTS (SELECT 1 FROM blob b JOIN entry e ON e.blob_id = b.id \
             WHERE b.hash = ?1 AND e.kind = 'file' AND e.title = ?2 AND e.project = ?3)",
            params![hash, title, project.to_string_lossy()],
        )
    }

    /// All bytes of an entry; none when they have expired.
    pub fn entry_bytes(&self, row: i64) -> Result<Option<Vec<u8>>> {
        let entry = self.entry_at_row(row)?;
        let mut bytes = Vec::new();
        if let Some(blob) = entry.blob {
            let mut reader = BlobReader::new(self, blob);
            while let Some(chunk) = reader.next_chunk()? {
                bytes.extend_from_slice(&chunk.bytes);
            }
        }
        Ok((!entry.expired).then_some(bytes))
    }
}

/// Files and changes that nobody has come back to: old by the clock, and no newer than an entry.
pub(super) fn prune_tracked_files_and_changes(db: &Connection, cutoff: i64, upto: i64) -> rusqlite::Result<()> {
    db.execute("DELETE FROM tracked_file WHERE seen_at < ?1 AND entry_id <= ?2", [cutoff, upto])?;
    db.execute("DELETE FROM file_change WHERE made_at < ?1 AND after_id <= ?2", [cutoff, upto]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryKind, EntryOutcome, NewEntry};
    use super::*;
    use std::ffi::OsStr;

    fn kept(store: &mut Store, text: &str) -> i64 {
        let (row, _) = store.begin_entry(&NewEntry { kind: EntryKind::File, ..NewEntry::default() }).unwrap();
        store.finish_entry(row, BlobWriter::new(row), text.as_bytes(), &EntryOutcome::default()).unwrap();
        row
    }

    fn used(path: &Path, entry: i64, seen_at: Option<i64>) -> FileUse<'_> {
        FileUse {
            path,
            entry,
            hash: [7; 32],
            size: 4,
            lines: 1,
            outline_len: 2,
            whole: true,
            seen_at,
            printed: 1,
            asked: 2,
        }
    }

    #[test]
    fn one_file_is_active_and_old_ones_go() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let entry = kept(&mut store, "text");
        for n in 0..REMEMBERED + 20 {
            let path = PathBuf::from(format!("/p/{n}"));
            store.record_file_use("s", &used(&path, entry, Some(n))).unwrap();
            store.record_file_use("s", &used(Path::new("/p/0"), entry, None)).unwrap();
        }
        let files = store.tracked_files("s").unwrap();
        assert_eq!(files.len() as i64, REMEMBERED);
        assert_eq!(files.iter().filter(|file| file.active).count(), 1);
        assert_eq!(files[0].path, Path::new("/p/0"));
        assert_eq!((files[0].seen_at, files[1].seen_at), (0, REMEMBERED + 19));
        assert!(files[0].uses_since > 200 && files[1].uses_since == 1, "{:?}", &files[..2]);
        assert_eq!((files[1].printed, files[1].asked, files[0].printed > 100), (1, 2, true));
        assert!(store.find_tracked_file("s", Path::new("/p/1")).unwrap().is_none());
        assert!(store.tracked_files("another").unwrap().is_empty());
        assert!(store.untrack("s", Path::new("/p/0")).unwrap() && !store.untrack("s", Path::new("/p/0")).unwrap());
    }

    #[test]
    fn changes_come_back_newest_first_and_go_with_their_bytes() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let path = PathBuf::from(OsStr::from_bytes(b"/p/\xff name"));
        let (one, two) = (kept(&mut store, "one"), kept(&mut store, ""));
        let change = |before, after| NewFileChange {
            path: &path,
            before,
            after,
            mode: Some(0o644),
            hash_after: [1; 32],
            made_at: 1,
        };
        store.record_file_change("s", &change(None, one)).unwrap();
        let newest = store.record_file_change("s", &change(Some(one), two)).unwrap();
        let last = store.last_file_change("s").unwrap().unwrap();
        assert_eq!((last.row, last.before, last.path), (newest, Some(one), path.clone()));
        assert_eq!(store.entry_bytes(one).unwrap().unwrap(), b"one");
        assert_eq!(store.entry_bytes(two).unwrap().unwrap(), b"");
        assert!(!store.has_file_with_hash(Path::new("/p"), "a", &[1; 32]).unwrap());
        store.delete_file_change(newest).unwrap();
        assert_eq!(store.last_file_change("s").unwrap().unwrap().before, None);
        store.record_file_use("s", &used(&path, one, Some(1))).unwrap();
        store.forget_entries(&[one]).unwrap();
        assert!(
            store.last_file_change("s").unwrap().is_none() && store.find_tracked_file("s", &path).unwrap().is_none()
        );
    }
}
