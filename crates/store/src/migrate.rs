//! Numbered migrations: each applied once, in an exclusive transaction, recorded in a ledger, never edited.

use crate::sql::ReadQueries;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use ctx_model::env::unix_time_ms;

const MIGRATIONS: &[(&str, &str)] = &[
    ("core", include_str!("migrations/0001_core.sql")),
    ("findings", include_str!("migrations/0002_findings.sql")),
    ("search", include_str!("migrations/0003_search.sql")),
    ("usage", include_str!("migrations/0004_usage.sql")),
    ("files", include_str!("migrations/0005_files.sql")),
    ("events", include_str!("migrations/0006_events.sql")),
    ("pages", include_str!("migrations/0007_pages.sql")),
    ("calls", include_str!("migrations/0008_calls.sql")),
    ("index", include_str!("migrations/0009_index.sql")),
    ("grams", include_str!("migrations/0010_grams.sql")),
    ("hub", include_str!("migrations/0011_hub.sql")),
    ("outbox", include_str!("migrations/0012_outbox.sql")),
    ("log", include_str!("migrations/0013_log.sql")),
    ("masks", include_str!("migrations/0014_masks.sql")),
    ("trust", include_str!("migrations/0015_trust.sql")),
    ("cut", include_str!("migrations/0016_cut.sql")),
    ("private", include_str!("migrations/0017_private.sql")),
    ("memory", include_str!("migrations/0018_memory.sql")),
    ("standing", include_str!("migrations/0019_standing.sql")),
    ("retention", include_str!("migrations/0020_retention.sql")),
    ("folds", include_str!("migrations/0021_folds.sql")),
    ("marks", include_str!("migrations/0022_marks.sql")),
    ("uncovered", include_str!("migrations/0023_uncovered.sql")),
];

pub fn newest_schema_version() -> i64 {
    MIGRATIONS.len() as i64
}

/// The triggers that a store of ours has, and no views. Named here, because every command asks.
pub const TRIGGERS: [&str; 1] = ["section_gone"];

pub fn run_migrations(db: &mut Connection, application_id: i32) -> rusqlite::Result<()> {
    apply_migrations(db, application_id, MIGRATIONS)
}

fn apply_migrations(db: &mut Connection, application_id: i32, migrations: &[(&str, &str)]) -> rusqlite::Result<()> {
    for (index, (name, sql)) in migrations.iter().enumerate() {
        let number = index as i64 + 1;
        let transaction = db.transaction_with_behavior(TransactionBehavior::Exclusive)?;
        let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version >= number {
            continue;
        }
        transaction.execute_batch(
            "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL)",
        )?;
        transaction.execute_batch(sql)?;
        transaction.execute("INSERT INTO migration VALUES (?1, ?2, ?3)", (number, name, unix_time_ms()))?;
        transaction.pragma_update(None, "application_id", application_id)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(())
}

/// A copy of the store as it was, beside it, before a migration touches data.
pub fn back_up_before_migration(db: &Connection, path: &Path, version: i64) -> rusqlite::Result<()> {
    let copy = path.with_extension(format!("db.before-schema-{}", version + 1));
    // A store that was never set up whole holds nothing yet.
    let is_empty =
        |table: &str| -> rusqlite::Result<bool> { db.row(&format!("SELECT NOT EXISTS (SELECT 1 FROM {table})"), []) };
    let holds_nothing = is_empty("entry").unwrap_or(false) && is_empty("event").unwrap_or(true);
    if copy.exists() || holds_nothing {
        return Ok(());
    }
    // Made aside and moved: a kill on the way leaves no half of one under the name of a whole.
    let aside = copy.with_extension("part");
    let _ = std::fs::remove_file(&aside);
    db.execute("VACUUM INTO ?1", [aside.to_string_lossy()])?;
    use std::os::unix::fs::PermissionsExt;
    let _ = std::fs::set_permissions(&aside, std::fs::Permissions::from_mode(0o600));
    std::fs::rename(&aside, &copy).map_err(|error| {
        rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR), Some(error.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(db: &Connection) -> Vec<String> {
        let mut rows = db.prepare("SELECT name FROM migration ORDER BY number").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn each_is_applied_once_and_data_survives() {
        let mut db = Connection::open_in_memory().unwrap();
        let first = [("one", "CREATE TABLE a(x); INSERT INTO a VALUES (1);")];
        apply_migrations(&mut db, 1, &first).unwrap();
        apply_migrations(&mut db, 1, &first).unwrap();
        let both = [first[0], ("two", "ALTER TABLE a ADD COLUMN y DEFAULT 7;")];
        apply_migrations(&mut db, 1, &both).unwrap();
        apply_migrations(&mut db, 1, &both).unwrap();
        assert_eq!(ledger(&db), ["one", "two"]);
        let rows: Vec<(i64, i64)> = db
            .prepare("SELECT x, y FROM a")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(rows, [(1, 7)]);
    }

    #[test]
    fn a_failing_one_leaves_nothing_behind() {
        let mut db = Connection::open_in_memory().unwrap();
        let broken = [("one", "CREATE TABLE a(x);"), ("two", "CREATE TABLE b(x); CREATE TABLE a(x);")];
        assert!(apply_migrations(&mut db, 1, &broken).is_err());
        assert_eq!(ledger(&db), ["one"]);
        let tables: i64 =
            db.query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'b'", [], |row| row.get(0)).unwrap();
        assert_eq!(tables, 0);
    }

    #[test]
    fn every_trigger_of_ours_is_named() {
        let mut db = Connection::open_in_memory().unwrap();
        run_migrations(&mut db, 1).unwrap();
        let mut rows = db.prepare("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')").unwrap();
        let made: std::collections::BTreeSet<String> =
            rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert_eq!(made, TRIGGERS.iter().map(|name| (*name).to_owned()).collect());
    }

    #[test]
    fn the_backup_is_whole_and_private() {
        let dir = tempfile::tempdir().unwrap();
        // Left after by somebody who was killed.
        std::fs::write(dir.path().join("ctx.db.part"), "half").unwrap();
        let path = dir.path().join("ctx.db");
        let db = Connection::open(&path).unwrap();
        db.execute_batch("CREATE TABLE a(x); INSERT INTO a VALUES (42);").unwrap();
        db.execute_batch("CREATE TABLE entry(x)").unwrap();
        back_up_before_migration(&db, &path, 1).unwrap();
        assert!(!dir.path().join("ctx.db.before-schema-2").exists());
        db.execute_batch("INSERT INTO entry VALUES (1)").unwrap();
        back_up_before_migration(&db, &path, 1).unwrap();
        let copy = Connection::open(dir.path().join("ctx.db.before-schema-2")).unwrap();
        assert_eq!(copy.query_row("SELECT x FROM a", [], |row| row.get::<_, i64>(0)).unwrap(), 42);
    }
}
