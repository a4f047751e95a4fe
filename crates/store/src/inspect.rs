//! A look at the store that changes nothing: nothing is made, migrated or moved aside.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{folder, migrate};
use crate::error::{Context, Result};
use crate::sql::{ReadQueries, row_struct};

/// The state of the database file.
pub struct DatabaseHealth {
    /// "ok", or what is wrong with the file.
    pub verdict: String,
    pub schema: i64,
    /// The newest schema that this ctx knows.
    pub known: i64,
    pub journal: String,
    pub bytes: u64,
    /// Size of the write-ahead log.
    pub log_bytes: u64,
}

row_struct! {
    /// What went through the folding proxy.
    pub struct FoldTotals {
        pub requests: i64,
        /// In tokens of input that is not cached; and the same, had nothing been folded.
        pub paid: f64,
        pub unfolded: f64,
    }
}

/// What went through the folding proxy; none if nothing did, or if it cannot be read.
pub fn read_fold_totals(dir: &Path) -> Option<FoldTotals> {
    let db = Connection::open_with_flags(dir.join(folder::FILE), FLAGS).ok()?;
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).ok()?;
    let sums: FoldTotals = db.row("SELECT count(*), total(paid), total(unfolded) FROM folded", []).ok()?;
    (sums.requests > 0).then_some(sums)
}

const FLAGS: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX).union(OpenFlags::SQLITE_OPEN_NOFOLLOW);

/// The store in `dir`; none where there is none yet.
pub fn read_database_health(dir: &Path) -> Result<Option<DatabaseHealth>> {
    let path = dir.join(folder::FILE);
    let size = |end: &str| std::fs::metadata(folder::path_with_suffix(&path, end)).map(|meta| meta.len());
    let Ok(bytes) = size("") else { return Ok(None) };
    let look = || -> rusqlite::Result<(String, i64, String)> {
        let mut db = Connection::open_with_flags(&path, FLAGS)?;
        db.busy_handler(Some(super::open::wait_briefly_for_lock))?;
        db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        let schema = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let journal = db.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let verdict = db.row("PRAGMA quick_check(1)", [])?;
        Ok((verdict, schema, journal))
    };
    let (verdict, schema, journal) = look().context(format_args!("store {}", path.display()))?;
    Ok(Some(DatabaseHealth {
        verdict,
        schema,
        known: migrate::newest_schema_version(),
        journal,
        bytes,
        log_bytes: size("-wal").unwrap_or(0),
    }))
}

/// Whether the SQLite in this program can search.
pub fn has_fts5() -> bool {
    let make = || Connection::open_in_memory()?.execute_batch("CREATE VIRTUAL TABLE t USING fts5(x)");
    make().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn a_look_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        assert!(read_database_health(dir.path()).unwrap().is_none());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        drop(Store::open(dir.path()).unwrap());
        let found = read_database_health(dir.path()).unwrap().unwrap();
        assert_eq!((found.verdict.as_str(), found.schema, found.journal.as_str()), ("ok", found.known, "wal"));
        let garbage = vec![0x5a; 9000];
        std::fs::write(dir.path().join(folder::FILE), &garbage).unwrap();
        assert!(read_database_health(dir.path()).is_err());
        assert_eq!(std::fs::read(dir.path().join(folder::FILE)).unwrap(), garbage);
        assert!(has_fts5());
    }
}
