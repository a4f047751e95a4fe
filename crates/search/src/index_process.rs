//! Indexing in a process of its own, after an import and after a search that could not wait for all of it.

use std::os::unix::fs::MetadataExt;

use super::index::{IndexingEffort, index_pending_entries, is_backlog_too_large};
use ctx_capture::sys::{lower_thread_priority, start_ctx_in_background};
use ctx_model::env::Env;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_store::Store;

/// The write-ahead log may grow to this before it is emptied at the end: every command reads it when it opens the store.
const LOG: u64 = 1 << 20;

/// Starts a process that indexes what waits and outlives this one, where a search would have to wait for it.
pub fn start_index_process_if_needed(env: &Env, store: &Store) {
    // Somebody who indexes already takes this along. Without the process, the next search indexes.
    if is_backlog_too_large(store).is_ok_and(|much| much) && store.take_index_lock(false).is_some() {
        start_ctx_in_background(&env.cwd, &["search", "--in-background"]);
    }
}

/// The work of that process. It ends early where the store is gone: a store that was deleted is not made again.
pub fn run_index_process(env: &Env, masker: &Masker) -> Result<()> {
    if !Store::user_store_exists(env) {
        return Ok(());
    }
    lower_thread_priority();
    let mut store = Store::open_for_user(env)?;
    let path = store.database_path().to_owned();
    let identity = || std::fs::metadata(&path).ok().map(|meta| (meta.dev(), meta.ino()));
    let opened = identity();
    index_pending_entries(&mut store, masker, IndexingEffort::Yielding(&|| identity() != opened))?;
    if identity() == opened {
        store.checkpoint_wal_above_size(LOG);
    }
    Ok(())
}
