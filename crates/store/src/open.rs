//! Opening the store: fast when all is well, once and under a lock when it must be created, migrated or moved aside.

use std::cell::{Cell, RefCell};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::folder::{self, SetupLock};
use super::{Store, lock_holder, migrate, pack};
use crate::error::{Context, Error, Result};
use crate::sql::ReadQueries;
use ctx_model::env::{Env, unix_time_ms};

/// "ctx1": what `file` and we tell our database by.
const APPLICATION_ID: i32 = 0x6374_7831;
/// How long a writer waits for the others before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);
/// The same for what may as well not be written, and for one lock that nothing seems to come out of.
const BRIEF_PATIENCE: Duration = Duration::from_secs(1);

/// The log of the store that was opened last: while it changes, others are at work and our turn will come.
static LOG: Mutex<Option<PathBuf>> = Mutex::new(None);

thread_local! {
    /// Set while nobody may be waited for.
    static AT_ONCE: Cell<bool> = const { Cell::new(false) };
    /// When the wait began, when the log was last seen to change, and how it looked then.
    static WAIT: Cell<Option<(Instant, Instant, LogSizeAndTime)>> = const { Cell::new(None) };
}

type LogSizeAndTime = Option<(u64, i64)>;

/// Called while another process holds a lock, with the number of tries so far; false gives up.
pub(super) type BusyHandler = fn(i32) -> bool;

impl Store {
    /// The user's store.
    pub fn open_for_user(env: &Env) -> Result<Store> {
        Store::open(env.store_dir.as_deref().ok_or(Error::NoDirectory)?)
    }

    /// The user's store, opened and used without waiting for a process that holds its lock and does nothing: a command's
    /// output must not hang on it.
    pub fn open_waiting_for_active_writers(env: &Env) -> Result<Store> {
        Store::open_with_busy_handler(env.store_dir.as_deref().ok_or(Error::NoDirectory)?, wait_for_active_writers)
    }

    /// The user's store for somebody who waits: others are waited for only briefly.
    pub fn open_with_short_wait(env: &Env) -> Result<Store> {
        Store::open_with_busy_handler(env.store_dir.as_deref().ok_or(Error::NoDirectory)?, wait_briefly_for_lock)
    }

    /// Whether the user has a store.
    pub fn user_store_exists(env: &Env) -> bool {
        env.store_dir.as_ref().is_some_and(|dir| dir.join(folder::FILE).exists())
    }

    /// Opens the store in `dir`, making it if need be.
    pub fn open(dir: &Path) -> Result<Store> {
        Store::open_with_busy_handler(dir, wait_for_database_lock)
    }

    fn open_with_busy_handler(dir: &Path, patience: BusyHandler) -> Result<Store> {
        let dir = folder::prepare_private_dir(dir)?;
        let path = dir.join(folder::FILE);
        folder::ensure_private_file(&path)?;
        match open_unless_schema_is_older(&path, patience) {
            Ok(Some(store)) => store.reject_foreign_schema(),
            Ok(None) => set_up_store(&dir, &path, patience),
            Err(error) if is_corrupt(&error) => set_up_store(&dir, &path, patience),
            Err(error) => Err(error).context(format_args!("store {}", path.display())),
        }
    }
}

/// The store, if it needs nothing but opening.
fn open_unless_schema_is_older(path: &Path, patience: BusyHandler) -> rusqlite::Result<Option<Store>> {
    let mut db = open_database_connection(path, patience)?;
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let newest = migrate::newest_schema_version();
    if version < newest {
        return Ok(None);
    }
    // No checkpoint on the way out: it costs more than the rest of a short command. It is made
    // where there is time, see `Store::checkpoint_wal_above_size`.
    db.pragma_update(None, "wal_autocheckpoint", 0)?;
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Else a statement is planned again for every value that it is asked with.
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    db.pragma_update(None, "synchronous", "NORMAL")?;
    if cfg!(target_os = "macos") {
        // There fsync leaves data in the disk's own cache; the log is synced past it (`sync_log_to_disk`), and so must be its checkpoint.
        db.pragma_update(None, "checkpoint_fullfsync", true)?;
    }
    // A store that somebody else has prepared runs nothing of theirs: no function of ours in their views and triggers, no
    // writing to the schema itself.
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // Indexing and importing go round more statements than the default keeps.
    db.set_prepared_statement_cache_capacity(64);
    let read_only = (version > newest).then(|| {
        db.pragma_update(None, "query_only", true).ok();
        format!("store {} was written by a newer ctx (schema {version}, this one knows {newest}): reading only; upgrade ctx", path.display())
    });
    let notice = read_only.clone();
    let changes = super::outbox::UnrecordedRowChanges::watch_connection(&mut db)?;
    Ok(Some(Store {
        db,
        path: path.to_owned(),
        read_only,
        notice,
        packer: pack::Compressor::default(),
        unpacker: RefCell::default(),
        changes,
        importing: false,
        handler: patience,
    }))
}

/// Has the disk keep what the log holds. A commit does not wait for that: where nobody waits, this is called.
pub fn sync_write_ahead_log(log: &Path) {
    // A log that is gone has been moved into the database, which was synced then. One that cannot be synced is no worse off
    // than without.
    let _ = std::fs::File::open(log).and_then(|log| log.sync_data());
}

fn open_database_connection(path: &Path, patience: BusyHandler) -> rusqlite::Result<Connection> {
    static WITHOUT_STATISTICS: Once = Once::new();
    // SAFETY: no connection is open yet in this process; else SQLite refuses, and counts its memory under a lock as before.
    WITHOUT_STATISTICS.call_once(|| unsafe {
        rusqlite::ffi::sqlite3_config(rusqlite::ffi::SQLITE_CONFIG_MEMSTATUS, 0);
    });
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut db = Connection::open_with_flags(path, flags)?;
    db.busy_handler(Some(patience))?;
    if let Ok(mut log) = LOG.lock() {
        *log = Some(folder::path_with_suffix(path, "-wal"));
    }
    Ok(db)
}

/// Waits a few milliseconds, differently in each process: SQLite's own steps grow to 100 ms and starve the unlucky.
pub(super) fn wait_for_database_lock(tries: i32) -> bool {
    sleep_unless_patience_is_over(PATIENCE, PATIENCE, tries)
}

/// Waits as long as others come and go, but not for one that does not: a command's output must not hang on it.
pub(super) fn wait_for_active_writers(tries: i32) -> bool {
    sleep_unless_patience_is_over(PATIENCE, BRIEF_PATIENCE, tries)
}

pub(super) fn wait_briefly_for_lock(tries: i32) -> bool {
    sleep_unless_patience_is_over(BRIEF_PATIENCE, BRIEF_PATIENCE, tries)
}

/// Does something that is given up at once where another process holds the lock.
pub(super) fn run_without_waiting_for_locks<T>(work: impl FnOnce() -> T) -> T {
    AT_ONCE.set(true);
    let done = work();
    AT_ONCE.set(false);
    done
}

fn sleep_unless_patience_is_over(patience: Duration, standstill: Duration, tries: i32) -> bool {
    if AT_ONCE.get() {
        return false;
    }
    let now = Instant::now();
    let stamp = read_log_size_and_time();
    let (began, changed, _) = WAIT.with(|wait| {
        let next = match wait.get().filter(|_| tries > 0) {
            Some((began, changed, then)) if then == stamp => (began, changed, then),
            Some((began, ..)) => (began, now, stamp),
            None => (now, now, stamp),
        };
        wait.set(Some(next));
        next
    });
    if now - began > patience {
        return false;
    }
    if now - changed > standstill {
        let works = LOG.lock().is_ok_and(|log| log.as_deref().is_some_and(lock_holder::is_lock_holder_active));
        if !works {
            return false;
        }
        WAIT.set(Some((began, now, stamp)));
    }
    let base = 1 + u32::try_from(tries).unwrap_or(u32::MAX).min(7);
    let jitter =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |now| now.subsec_nanos() % 4000);
    std::thread::sleep(Duration::from_micros(u64::from(base * 700 + jitter)));
    true
}

fn read_log_size_and_time() -> LogSizeAndTime {
    let path = LOG.lock().ok()?;
    let meta = std::fs::metadata(path.as_ref()?).ok()?;
    Some((meta.len(), meta.mtime().wrapping_mul(1_000_000_000).wrapping_add(meta.mtime_nsec())))
}

fn set_up_store(dir: &Path, path: &Path, patience: BusyHandler) -> Result<Store> {
    let _lock = SetupLock::take_setup_lock(dir)?;
    let doing = || format!("store {}", path.display());
    let mut notice = None;
    let mut prepared = prepare_database(dir, path, patience);
    if let Err(error) = &prepared
        && is_corrupt(error)
    {
        notice = Some(move_corrupt_store_aside(path, error)?);
        folder::ensure_private_file(path)?;
        prepared = prepare_database(dir, path, patience);
    }
    if !prepared.context(doing())? {
        return Err(Error::OtherProgram { path: path.to_owned() });
    }
    let mut store = open_unless_schema_is_older(path, patience)
        .context(doing())?
        .ok_or_else(|| Error::Database { doing: doing(), why: "no schema after set-up".to_owned() })?;
    store.notice = notice.or(store.notice);
    Ok(store)
}

/// Sets up journal, identity and schema; false for a database of another program. A process that waited for the lock finds
/// it done.
fn prepare_database(dir: &Path, path: &Path, patience: BusyHandler) -> rusqlite::Result<bool> {
    let mut db = open_database_connection(path, patience)?;
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let identity: i32 = db.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if identity != APPLICATION_ID {
        let tables: i64 = db.row("SELECT count(*) FROM sqlite_schema", [])?;
        if identity != 0 || tables > 0 {
            return Ok(false);
        }
        db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    } else {
        // Deep damage shows only when the pages are read; a migration is the moment to look.
        let verdict: String = db.row("PRAGMA quick_check(1)", [])?;
        if verdict != "ok" {
            let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
            return Err(rusqlite::Error::SqliteFailure(code, Some(verdict)));
        }
    }
    let wanted = if folder::is_on_network_disk(dir) { "truncate" } else { "wal" };
    let journal: String = db.row(&format!("PRAGMA journal_mode = {wanted}"), [])?;
    if journal != wanted && wanted == "wal" {
        let _: String = db.row("PRAGMA journal_mode = truncate", [])?;
    }
    if version >= 1 && version < migrate::newest_schema_version() {
        migrate::back_up_before_migration(&db, path, version)?;
    }
    migrate::run_migrations(&mut db, APPLICATION_ID)?;
    Ok(true)
}

fn is_corrupt(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Never deleted: what can still be saved from it is the user's to decide.
fn move_corrupt_store_aside(path: &Path, why: &rusqlite::Error) -> Result<String> {
    let aside = path.with_extension(format!("db.corrupt-{}", unix_time_ms()));
    for suffix in ["", "-wal", "-shm"] {
        let with = |base: &Path| folder::path_with_suffix(base, suffix);
        match std::fs::rename(with(path), with(&aside)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).context(format_args!("moving the corrupt store {} aside", path.display()));
            }
            _ => {}
        }
    }
    Ok(format!("the store was corrupt ({why}); moved it to {} and started a new one", aside.display()))
}

impl Store {
    /// Refuses a store with triggers or views that are none of ours: they would run with every command.
    fn reject_foreign_schema(self) -> Result<Store> {
        let names: Vec<String> = self.rows("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')", [])?;
        match names.into_iter().find(|name| !migrate::TRIGGERS.contains(&name.as_str())) {
            Some(name) if self.read_only.is_none() => Err(Error::Tampered { path: self.path.clone(), name }),
            _ => Ok(self),
        }
    }

    /// Waits for its turn among other writers from now on, but not for one that holds the lock and does nothing.
    pub fn with_patience_for_active_writers(mut self) -> Store {
        // Without it the usual patience holds.
        let _ = self.db.busy_handler(Some(wait_for_active_writers));
        self.handler = wait_for_active_writers;
        self
    }

    /// Moves what is in the write-ahead log into the database and empties the log, once it has grown past `above`
    /// bytes. Nobody is waited for: where others are at work, one of them does it later.
    pub fn checkpoint_wal_above_size(&mut self, above: u64) {
        if std::fs::metadata(self.write_ahead_log_path()).is_ok_and(|meta| meta.len() > above) {
            // Emptied, not only copied: how far the copying came is forgotten when the last process closes the
            // store, and the next one would read the whole log again. Failing loses nothing.
            let _ = self.db.busy_handler(None::<fn(i32) -> bool>);
            let _ = self.db.row::<i64>("PRAGMA wal_checkpoint(TRUNCATE)", []);
            let _ = self.db.busy_handler(Some(self.handler));
        }
    }

    /// The path of the write-ahead log. Commits in it survive a loss of power once it is synced, see `sync_log_to_disk`.
    pub fn write_ahead_log_path(&self) -> PathBuf {
        folder::path_with_suffix(&self.path, "-wal")
    }

    /// `PRAGMA integrity_check`: "ok" or what is wrong.
    pub fn check_integrity(&self) -> Result<String> {
        self.row("PRAGMA integrity_check", [])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_new_store_is_private_and_in_wal_mode() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("a/ctx");
        let store = Store::open(&dir).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&dir), 0o700);
        for file in std::fs::read_dir(&dir).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
        let journal: String = store.db.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
        assert_eq!(journal, "wal");
        let identity: i32 = store.db.pragma_query_value(None, "application_id", |row| row.get(0)).unwrap();
        assert_eq!(identity, APPLICATION_ID);
    }

    #[test]
    fn garbage_is_moved_aside_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let garbage = vec![0x5a; 10_000];
        std::fs::write(dir.path().join(folder::FILE), &garbage).unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        assert!(store.take_open_notice().unwrap().contains("corrupt"));
        let kept = std::fs::read_dir(dir.path())
            .unwrap()
            .flatten()
            .find(|file| file.file_name().to_string_lossy().contains("corrupt-"));
        assert_eq!(std::fs::read(kept.unwrap().path()).unwrap(), garbage);
        assert!(Store::open(dir.path()).unwrap().take_open_notice().is_none());
    }

    #[test]
    fn strangers_and_symlinks_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let real = dir.path().join("real");
        std::fs::create_dir(&real).unwrap();
        std::os::unix::fs::symlink(&real, dir.path().join("link")).unwrap();
        assert!(Store::open(&dir.path().join("link")).err().unwrap().to_string().contains("symlink"));
        std::os::unix::fs::symlink(real.join("elsewhere"), real.join(folder::FILE)).unwrap();
        assert!(Store::open(&real).err().unwrap().to_string().contains("regular file"));
        let other = dir.path().join("other");
        std::fs::create_dir(&other).unwrap();
        Connection::open(other.join(folder::FILE)).unwrap().execute_batch("CREATE TABLE theirs(x)").unwrap();
        assert!(Store::open(&other).err().unwrap().to_string().contains("another program"));
    }

    #[test]
    fn a_store_that_was_tampered_with_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        drop(Store::open(dir.path()).unwrap());
        let db = Connection::open(dir.path().join(folder::FILE)).unwrap();
        db.execute_batch("CREATE TRIGGER evil AFTER INSERT ON entry BEGIN DELETE FROM entry; END").unwrap();
        let refused = Store::open(dir.path()).err().unwrap().to_string();
        assert!(refused.contains("'evil', which ctx did not make"), "{refused}");
        db.execute_batch("DROP TRIGGER evil").unwrap();
        assert!(Store::open(dir.path()).is_ok());
    }

    #[test]
    fn a_newer_schema_is_only_read() {
        let dir = tempfile::tempdir().unwrap();
        drop(Store::open(dir.path()).unwrap());
        let db = Connection::open(dir.path().join(folder::FILE)).unwrap();
        db.pragma_update(None, "user_version", 9999).unwrap();
        drop(db);
        let mut store = Store::open(dir.path()).unwrap();
        assert!(store.list_history_entries(&super::super::HistoryFilter::default()).unwrap().is_empty());
        let refused = store.write_transaction(|db| db.execute("DELETE FROM entry", [])).unwrap_err().to_string();
        assert!(refused.contains("newer ctx"), "{refused}");
    }
}
