//! Another program's SQLite file, read and never written: OpenCode's sessions, messages and parts as JSON.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::error::{Error, Result};
use crate::sql::ReadQueries;

/// Rows read at a time.
const PAGE: u32 = 500;

/// Sessions first, then messages, then their parts, each as the JSON object that older versions kept in files.
const TABLES: [&str; 3] = [
    "SELECT rowid, json_object('id', id, 'projectID', project_id, 'directory', directory, 'title', title, \
     'time', json_object('created', time_created)) FROM session WHERE rowid > ?1 ORDER BY rowid LIMIT ?2",
    "SELECT rowid, json_patch(data, json_object('id', id, 'sessionID', session_id)) FROM message \
     WHERE rowid > ?1 ORDER BY rowid LIMIT ?2",
    "SELECT rowid, json_patch(data, json_object('id', id, 'sessionID', session_id, 'messageID', message_id)) FROM part \
     WHERE rowid > ?1 ORDER BY rowid LIMIT ?2",
];

pub struct OpenCodeDatabase {
    db: Connection,
    path: String,
    table: usize,
    after: i64,
}

impl OpenCodeDatabase {
    pub fn open(path: &Path) -> Result<OpenCodeDatabase> {
        let name = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || -> rusqlite::Result<Connection> {
            let db = Connection::open_with_flags(path, flags)?;
            db.busy_timeout(std::time::Duration::from_secs(2))?;
            Ok(db)
        };
        let db = open().map_err(|error| Error::Unreadable { path: name.clone(), why: error.to_string() })?;
        Ok(OpenCodeDatabase { db, path: name, table: 0, after: 0 })
    }

    /// The next rows; none when all have been read.
    pub fn next_rows(&mut self) -> Result<Vec<String>> {
        while let Some(sql) = TABLES.get(self.table) {
            let read = || -> rusqlite::Result<Vec<(i64, String)>> { self.db.rows(sql, (self.after, PAGE)) };
            let rows = read().map_err(|error| Error::Unreadable { path: self.path.clone(), why: error.to_string() })?;
            if let Some((last, _)) = rows.last() {
                self.after = *last;
                return Ok(rows.into_iter().map(|(_, text)| text).collect());
            }
            self.table += 1;
            self.after = 0;
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_as_objects_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("opencode.db");
        let db = Connection::open(&path).unwrap();
        db.execute_batch(
            "CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, directory TEXT, title TEXT, time_created INTEGER);
             CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
             CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
             INSERT INTO session VALUES ('ses_1', 'p', '/shop', 'T', 1);
             INSERT INTO message VALUES ('msg_1', 'ses_1', 2, '{\"role\":\"user\"}');",
        )
        .unwrap();
        for n in 0..PAGE + 1 {
            let row = (format!("prt_{n}"), format!("{{\"type\":\"text\",\"text\":\"{n}\"}}"));
            db.execute("INSERT INTO part VALUES (?1, 'msg_1', 'ses_1', 3, ?2)", row).unwrap();
        }
        drop(db);
        let mut rows = OpenCodeDatabase::open(&path).unwrap();
        let pages: Vec<Vec<String>> =
            std::iter::from_fn(|| Some(rows.next_rows().unwrap()).filter(|page| !page.is_empty())).collect();
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, PAGE as usize, 1]);
        assert!(pages[0][0].contains("\"directory\":\"/shop\"") && pages[1][0].contains("\"sessionID\":\"ses_1\""));
        assert!(pages[3][0].contains("\"text\":\"500\""));
        assert!(OpenCodeDatabase::open(&dir.path().join("none.db")).is_err());
    }
}
