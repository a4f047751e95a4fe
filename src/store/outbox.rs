//! The outbox: changes in a shared project, noted in the same transaction. The connection watches inserts and updates and
//! notes them at the end: triggers would be compiled with every write, also where nothing is shared.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use rusqlite::Connection;
use rusqlite::hooks::Action;

/// Rows of a connection that came or changed and are not noted yet.
#[derive(Clone, Default)]
pub struct Changes(Arc<Mutex<BTreeSet<(Table, i64)>>>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Table {
    Entry,
    Event,
}

impl Changes {
    pub fn watch(db: &mut Connection) -> rusqlite::Result<Changes> {
        let changes = Changes::default();
        let noted = changes.0.clone();
        db.update_hook(Some(move |action: Action, _: &str, table: &str, row: i64| {
            let table = match table {
                "entry" => Table::Entry,
                "event" => Table::Event,
                _ => return,
            };
            if action != Action::SQLITE_DELETE
                && let Ok(mut noted) = noted.lock()
            {
                noted.insert((table, row));
            }
        }))?;
        Ok(changes)
    }

    /// Notes them, where they belong to a shared project; in the transaction that made them.
    pub fn note(&self, db: &Connection) -> rusqlite::Result<()> {
        let changed = self.0.lock().map(|mut noted| std::mem::take(&mut *noted)).unwrap_or_default();
        if changed.is_empty() || !shares(db)? {
            return Ok(());
        }
        for (table, row) in changed {
            let sql = match table {
                Table::Entry => {
                    "INSERT OR REPLACE INTO outbox (kind, project, key) SELECT 'entry', project, ref FROM entry \
                     WHERE id = ?1 AND state = 'done' AND kind NOT IN ('doc', 'file') AND project IN (SELECT project FROM hub_project)"
                }
                Table::Event => {
                    "INSERT OR REPLACE INTO outbox (kind, project, key) SELECT 'event', project, json_array(session, category, key) \
                     FROM event WHERE id = ?1 AND project IN (SELECT project FROM hub_project) AND category IN \
                     ('prompt', 'task', 'decision', 'correction', 'error', 'bug', 'edit', 'write', 'git', 'note', 'summary')"
                }
            };
            db.prepare_cached(sql)?.execute([row])?;
        }
        Ok(())
    }

    /// Nothing of it happened.
    pub fn forget(&self) {
        if let Ok(mut noted) = self.0.lock() {
            noted.clear();
        }
    }
}

fn shares(db: &Connection) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT EXISTS (SELECT 1 FROM hub_project)")?.query_row([], |row| row.get(0))
}

/// Makes or drops the triggers for what goes. They are there only while something is shared.
pub fn watch_what_goes(db: &Connection) -> rusqlite::Result<()> {
    if shares(db)? {
        return db.execute_batch(include_str!("outbox.sql"));
    }
    let mut triggers =
        db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'outbox!_%' ESCAPE '!'")?;
    let names: Vec<String> = triggers.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    names.iter().try_for_each(|name| db.execute_batch(&format!("DROP TRIGGER \"{name}\"")))
}
