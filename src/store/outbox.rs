//! The triggers that note what changes in a shared project.

use rusqlite::Connection;

/// Makes or drops them. They are compiled with every write, so they are there only while something is shared.
pub fn watch_what_is_shared(db: &Connection) -> rusqlite::Result<()> {
    if db.query_row("SELECT EXISTS (SELECT 1 FROM hub_project)", [], |row| row.get(0))? {
        return db.execute_batch(include_str!("outbox.sql"));
    }
    let mut triggers =
        db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'outbox!_%' ESCAPE '!'")?;
    let names: Vec<String> = triggers.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    names.iter().try_for_each(|name| db.execute_batch(&format!("DROP TRIGGER \"{name}\"")))
}
