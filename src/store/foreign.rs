//! Another program's SQLite file, read and never written: OpenCode's sessions, messages and parts as JSON.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::error::{Error, Result};

/// Every session, then every message with its parts, each as the JSON object that older versions kept in files.
pub fn opencode(path: &Path) -> Result<Vec<String>> {
    let read = || -> rusqlite::Result<Vec<String>> {
        let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        db.busy_timeout(std::time::Duration::from_secs(2))?;
        let mut rows = Vec::new();
        let mut take = |sql: &str| -> rusqlite::Result<()> {
            let mut select = db.prepare(sql)?;
            for row in select.query_map([], |row| row.get::<_, String>(0))? {
                rows.push(row?);
            }
            Ok(())
        };
        take(
            "SELECT json_object('id', id, 'projectID', project_id, 'directory', directory, 'title', title, \
             'parentID', parent_id, 'time', json_object('created', time_created)) FROM session ORDER BY time_created, id",
        )?;
        take(
            "SELECT json_patch(data, json_object('id', id, 'sessionID', session_id)) FROM message ORDER BY time_created, id",
        )?;
        take(
            "SELECT json_patch(data, json_object('id', id, 'sessionID', session_id, 'messageID', message_id)) FROM part \
             ORDER BY time_created, id",
        )?;
        Ok(rows)
    };
    read().map_err(|error| Error::absent(format_args!("{}: {error}", path.display())))
}
