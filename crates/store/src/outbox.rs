//! The outbox: changes in a shared project, noted in the same transaction. The connection watches inserts and updates and
//! notes them at the end; whoever deletes says so before. Triggers in the store would be read by every command.

use crate::sql::ReadQueries;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use rusqlite::hooks::Action;
use rusqlite::{Connection, ffi};

/// Events that leave. In SQL they are `{categories}`.
const CATEGORIES: [&str; 11] =
    ["prompt", "task", "decision", "correction", "error", "bug", "edit", "write", "git", "note", "summary"];

/// Rows of a connection that came or changed and are not noted yet.
#[derive(Clone, Default)]
pub struct UnrecordedRowChanges(Arc<Mutex<UnrecordedChanges>>);

#[derive(Default)]
struct UnrecordedChanges {
    /// Each with its table.
    rows: BTreeSet<(&'static str, i64)>,
    /// Something was deleted.
    gone: bool,
}

impl UnrecordedRowChanges {
    pub fn watch_connection(db: &mut Connection) -> rusqlite::Result<UnrecordedRowChanges> {
        let changes = UnrecordedRowChanges::default();
        let seen = changes.0.clone();
        db.update_hook(Some(move |action: Action, _: &str, table: &str, row: i64| {
            let Some(table) = ["entry", "event"].into_iter().find(|watched| *watched == table) else { return };
            let Ok(mut seen) = seen.lock() else { return };
            match action {
                Action::SQLITE_DELETE => seen.gone = true,
                _ => drop(seen.rows.insert((table, row))),
            }
        }))?;
        Ok(changes)
    }

    /// Notes them, where they belong to a shared project; in the transaction that made them.
    pub fn write_to_outbox(&self, db: &Connection) -> rusqlite::Result<()> {
        let UnrecordedChanges { rows, gone } =
            self.0.lock().map(|mut seen| std::mem::take(&mut *seen)).unwrap_or_default();
        if rows.is_empty() && !gone {
            return Ok(());
        }
        let shared = shared_project_paths(db)?;
        if shared.is_empty() {
            return Ok(());
        }
        if gone && !has_deletion_triggers(db)? {
            // It would stay on the hub for ever.
            let why = "rows were deleted that a hub may have, and nothing was noted".to_owned();
            return Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_MISUSE), Some(why)));
        }
        for (table, row) in rows {
            // Short statements: they are compiled by every command that writes.
            let sql = match table {
                "entry" => "SELECT project, state = 'done', kind, ref FROM entry WHERE id = ?1",
                _ => "SELECT project, 1, category, json_array(session, category, key) FROM event WHERE id = ?1",
            };
            let mut select = db.prepare_cached(sql)?;
            let mut found = select.query([row])?;
            // It may be gone again.
            let Some(found) = found.next()? else { continue };
            let project: Option<String> = found.get(0)?;
            let kind = found.get_ref(2)?.as_str()?;
            let leaves = match table {
                "entry" => found.get(1)? && !matches!(kind, "doc" | "file"),
                _ => CATEGORIES.contains(&kind),
            };
            if let Some(project) = project.filter(|project| leaves && shared.contains(project)) {
                let mut insert = db.prepare_cached("INSERT INTO outbox (kind, project, key) VALUES (?1, ?2, ?3)")?;
                insert.execute((table, project, found.get::<_, String>(3)?))?;
            }
        }
        Ok(())
    }

    /// Nothing of it happened.
    pub fn discard_all(&self) {
        if let Ok(mut seen) = self.0.lock() {
            *seen = UnrecordedChanges::default();
        }
    }
}

/// Projects that leave: none, for most.
fn shared_project_paths(db: &Connection) -> rusqlite::Result<Vec<String>> {
    db.rows("SELECT project FROM hub_project", [])
}

fn has_deletion_triggers(db: &Connection) -> rusqlite::Result<bool> {
    db.row("SELECT EXISTS (SELECT 1 FROM sqlite_temp_schema WHERE name = 'outbox_entry_gone')", [])
}

/// The statement with the names of the events that leave in it.
pub fn fill_in_shared_category_names(sql: &str) -> String {
    sql.replace("{categories}", &CATEGORIES.map(|category| format!("'{category}'")).join(", "))
}

/// Has this connection note what goes from now on. To be called before entries or events are deleted, or events moved.
pub fn install_deletion_triggers(db: &Connection) -> rusqlite::Result<()> {
    match has_deletion_triggers(db)? || shared_project_paths(db)?.is_empty() {
        true => Ok(()),
        false => db.execute_batch(&fill_in_shared_category_names(include_str!("outbox.sql"))),
    }
}
