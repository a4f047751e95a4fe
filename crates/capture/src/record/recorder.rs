//! Keeps the output of a command in the store; if the store fails, shows it instead, from the first byte on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::spool;
use crate::config::{Config, RetentionSettings};
use crate::error::CaptureError;
use crate::pump::RawOutputWriter;
use crate::ui::write_raw_to_stdout;
use ctx_model::env::{Env, unix_time_ms};
use ctx_model::error::{Error, Result};
use ctx_model::id::EntryId;
use ctx_secrets::{KnownValueHashes, Masker, UserRules};
use ctx_store::{
    BlobReader, BlobWriter, EntryOutcome, NewEntry, PreviousRun, RetentionLimits, SpoolWriter, Store,
    StoreFileIdentity, StoredBlob, sync_write_ahead_log,
};

/// The next opener reads the whole write-ahead log. Above this it is moved into the database while the child runs …
const LOG_SOFT: u64 = 64 << 10;
/// … above this after a command that left no time for it …
const LOG_HARD: u64 = 256 << 10;
/// … and each time it grows this large within one output.
const LOG_LARGE: u64 = 16 << 20;

/// So much of an output is held in memory as well: a store that is destroyed meanwhile gives nothing back.
const COPY: usize = 8 << 20;

/// While a command prints, the log is synced this often: a loss of power can take no more …
const SYNC: Duration = Duration::from_millis(250);
/// … and once more at the end of a command that took so long that nobody notices.
const LONG: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Recorder {
    kept: Option<OpenEntry>,
    failure: Option<Error>,
    /// The store failed or is not there: bytes are passed through unchanged, as without ctx.
    pass_through: bool,
    /// Somebody else shows the bytes anyway (`--tee`).
    silent: bool,
    /// Earlier entries are made searchable while the child keeps us waiting.
    indexing: Option<StopThreadOnDrop>,
    idle: Option<BackgroundWorkStarter>,
    /// Where the bytes go while somebody else holds the store's lock: the next run stores them.
    spool: Option<SpoolWriter>,
    /// The whole output is in that file.
    waits: bool,
}

struct OpenEntry {
    store: Store,
    row: i64,
    id: EntryId,
    new: NewEntry,
    writer: BlobWriter,
    /// The bytes so far; none any more of an output that is larger.
    copy: Option<Vec<u8>>,
    began_with: Option<StoreFileIdentity>,
    since_checkpoint: u64,
    /// When the log was last synced, and when the command began.
    synced: Instant,
    began: Instant,
    masker: Masker,
    env: Env,
}

/// Begins work beside a child that keeps us waiting; the row is the entry that is being written.
pub type BackgroundWorkStarter = fn(&Env, &Store, i64, &Masker) -> Option<StopThreadOnDrop>;

/// Tells the thread to stop. It is not waited for: a later command does the work it has not committed.
pub struct StopThreadOnDrop(pub Arc<AtomicBool>);

impl Drop for StopThreadOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Recorder {
    /// Begins an entry. A store that cannot be used makes a recorder that passes everything through.
    pub fn begin(env: &Env, new: &NewEntry) -> Recorder {
        Recorder::begin_entry_after_store_step(env, new, |_| {})
    }

    /// Begins an entry after storing the outputs that wait beside the store: it is compared with earlier runs.
    pub fn begin_after_importing_spool(env: &Env, config: &Config, new: &NewEntry) -> Recorder {
        // An output that cannot be stored goes on waiting.
        Recorder::begin_entry_after_store_step(env, new, |store| drop(spool::import_spool(store, env, config)))
    }

    fn begin_entry_after_store_step(env: &Env, new: &NewEntry, first: impl FnOnce(&mut Store)) -> Recorder {
        match OpenEntry::begin(env, new, first) {
            Ok((kept, notice)) => Recorder {
                kept: Some(kept),
                failure: notice.map(|notice| CaptureError::Store(notice.to_string()).into()),
                ..Recorder::default()
            },
            Err(error) => {
                let spool = env.store_dir.as_deref().filter(|_| error.is_busy());
                let spool = spool.and_then(|dir| SpoolWriter::begin(dir, new, None).ok());
                Recorder { failure: Some(error), pass_through: true, spool, ..Recorder::default() }
            }
        }
    }

    /// Keeps nothing and shows nothing: for `--no-store`.
    pub fn without_store() -> Recorder {
        Recorder::default().never_printing()
    }

    /// Never shows a byte: the caller does.
    pub fn never_printing(self) -> Recorder {
        Recorder { silent: true, ..self }
    }

    /// Sets the work to do while the child keeps us waiting.
    pub fn with_idle_work(self, idle: BackgroundWorkStarter) -> Recorder {
        Recorder { idle: Some(idle), ..self }
    }

    pub fn recorded_entry_id(&self) -> Option<&EntryId> {
        self.kept.as_ref().map(|kept| &kept.id)
    }

    /// True when the output was not kept and so was shown, or must be.
    pub fn is_output_unstored(&self) -> bool {
        self.pass_through
    }

    /// True when the output is neither kept nor waits beside the store.
    pub fn has_lost_output(&self) -> bool {
        self.pass_through && !self.waits && self.spool.is_none()
    }

    /// The failure to report to the user, once.
    pub fn take_store_failure_message(&mut self) -> Option<Error> {
        let failure = self.failure.take()?;
        let consequence = match (self.waits || self.spool.is_some(), self.pass_through) {
            (true, _) => " (output shown; the next run stores it)",
            (false, true) => " (output shown, not stored)",
            (false, false) => "",
        };
        Some(CaptureError::Store(format!("{failure}{consequence}")).into())
    }

    /// The run before this one, and whether it printed the very same bytes.
    pub fn previous_run(&self, last: &[u8]) -> Option<(PreviousRun, bool)> {
        let kept = self.kept.as_ref()?;
        // A comparison that cannot be made is left out; the entry itself is not at stake.
        let previous = kept.store.previous_run(kept.row).ok()??;
        let same = previous.hash.is_some_and(|hash| hash == kept.writer.hash_with_last_bytes(last));
        Some((previous, same))
    }

    /// Ends the entry. When that fails all bytes are shown.
    pub fn finish(&mut self, last: &[u8], finished: &EntryOutcome) -> Option<StoredBlob> {
        self.indexing = None;
        let Some(kept) = &mut self.kept else {
            self.print_and_spool(last);
            self.end_spool(finished);
            return None;
        };
        let writer = std::mem::replace(&mut kept.writer, BlobWriter::new(kept.row));
        let done = kept.store.finish_entry(kept.row, writer, last, finished).and_then(|stored| {
            kept.store.check_entry_still_stored(kept.row, kept.began_with)?;
            Ok(stored)
        });
        match done {
            Ok(stored) => Some(stored),
            Err(error) => {
                self.stop_storing(error.into(), last);
                self.end_spool(finished);
                None
            }
        }
    }

    /// The command never started: there is nothing to remember.
    pub fn discard_entry_of_unstarted_command(mut self) {
        if let Some(kept) = &mut self.kept {
            // It stays as interrupted if this fails; nothing is lost by that.
            let _ = kept.store.discard_unstarted_entry(kept.row);
        }
    }

    /// Work for after the answer is printed.
    pub fn maintain_store_after_answer(&mut self, config: &Config) {
        if let Some(kept) = &mut self.kept {
            let RetentionSettings { days, megabytes } = config.retention;
            let limits = RetentionLimits { now: unix_time_ms(), days, bytes: megabytes << 20, by_clock: false };
            // Both are tried again by the next command.
            let _ = spool::import_spool(&mut kept.store, &kept.env, config);
            let _ = kept.store.continue_daily_prune(limits);
            kept.store.checkpoint_wal_above_size(LOG_HARD);
            if kept.began.elapsed() >= LONG {
                sync_write_ahead_log(&kept.store.write_ahead_log_path());
            }
        }
    }

    fn stop_storing(&mut self, error: Error, unsaved: &[u8]) {
        self.pass_through = true;
        if let Some(kept) = self.kept.take() {
            let dir = kept.store.database_path().parent().filter(|_| error.is_busy());
            self.spool = dir.and_then(|dir| SpoolWriter::begin(dir, &kept.new, Some(kept.id.clone())).ok());
            if self.spool.is_some() || !self.silent {
                kept.replay_stored_bytes(|bytes| self.print_and_spool(bytes));
            }
        }
        self.failure = Some(error);
        self.print_and_spool(unsaved);
    }

    /// Shows bytes that are not kept, and spools them where they are to be kept later.
    fn print_and_spool(&mut self, bytes: &[u8]) {
        if !self.silent {
            write_raw_to_stdout(bytes);
        }
        if self.spool.as_mut().is_some_and(|spool| spool.write(bytes).is_err()) {
            // Half of it would be worse than none.
            self.spool = None;
        }
    }

    fn end_spool(&mut self, finished: &EntryOutcome) {
        if let Some(spool) = self.spool.take() {
            // If this fails, the file stays without an end: whoever finds it stores what is there.
            let _ = spool.finish(finished);
            self.waits = true;
        }
    }
}

impl OpenEntry {
    fn begin(env: &Env, new: &NewEntry, first: impl FnOnce(&mut Store)) -> Result<(OpenEntry, Option<String>)> {
        let mut store = Store::open_waiting_for_active_writers(env)?;
        first(&mut store);
        let (row, id) = store.begin_entry(new)?;
        let notice = store.take_open_notice();
        let values = env.secret_variable_values();
        if let Some(dir) = env.store_dir.as_deref() {
            // If this fails, the values are known only as long as the variables are set.
            let _ = KnownValueHashes::save(dir, &values);
        }
        let masker = Masker::with_store_and_rules(values, env.store_dir.as_deref(), UserRules::default());
        let (writer, began_with) = (BlobWriter::new(row), store.file_identity());
        let now = Instant::now();
        Ok((
            OpenEntry {
                store,
                row,
                id,
                new: new.clone(),
                writer,
                copy: Some(Vec::new()),
                began_with,
                since_checkpoint: 0,
                synced: now,
                began: now,
                masker,
                env: env.clone(),
            },
            notice,
        ))
    }

    /// Gives back the bytes stored so far.
    fn replay_stored_bytes(self, mut each: impl FnMut(&[u8])) {
        if let Some(copy) = &self.copy {
            return each(copy);
        }
        let Ok(entry) = self.store.entry_at_row(self.row) else { return };
        let Some(blob) = entry.blob else { return };
        let mut reader = BlobReader::new(&self.store, blob);
        while let Ok(Some(chunk)) = reader.next_chunk() {
            each(&chunk.bytes);
        }
    }
}

impl RawOutputWriter for Recorder {
    fn keep_block(&mut self, block: &[u8]) {
        let Some(kept) = &mut self.kept else {
            return self.print_and_spool(block);
        };
        if let Err(error) = kept.writer.append(&mut kept.store, block) {
            return self.stop_storing(error.into(), block);
        }
        kept.copy = kept.copy.take().filter(|copy| copy.len() + block.len() <= COPY);
        if let Some(copy) = &mut kept.copy {
            copy.extend_from_slice(block);
        }
        kept.since_checkpoint += block.len() as u64;
        if kept.since_checkpoint > LOG_LARGE {
            kept.store.checkpoint_wal_above_size(LOG_HARD);
            kept.since_checkpoint = 0;
        }
        // Blocks are kept by a thread of their own: the command does not wait for the disk.
        if kept.synced.elapsed() >= SYNC {
            sync_write_ahead_log(&kept.store.write_ahead_log_path());
            kept.synced = Instant::now();
        }
    }

    fn on_idle(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.store.checkpoint_wal_above_size(LOG_SOFT);
            // Syncs the log of shorter commands before this one, which left that to the system.
            let log = kept.store.write_ahead_log_path();
            let _ = std::thread::Builder::new().spawn(move || sync_write_ahead_log(&log));
            self.indexing = self.idle.and_then(|idle| idle(&kept.env, &kept.store, kept.row, &kept.masker));
        }
    }
}
