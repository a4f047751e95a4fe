//! Entries of before are made searchable while a child keeps its recorder waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::index::{IndexingEffort, index_pending_entries};
use ctx_capture::record::recorder::StopThreadOnDrop;
use ctx_capture::sys::lower_thread_priority;
use ctx_secrets::Masker;
use ctx_store::Store;

/// A command that ends sooner does not pay for opening the store a second time.
const SHORT: Duration = Duration::from_millis(20);

/// Starts to index what waits for it, with a connection of its own. Failing costs nothing but time later.
pub fn start_indexing_thread(store: &Store, row: i64, masker: &Masker) -> Option<StopThreadOnDrop> {
    let waits = store.pending_entries(0, 2).ok()?.iter().any(|pending| pending.row != row);
    if !waits {
        return None;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (asked, dir, masker) = (stop.clone(), store.database_path().parent()?.to_owned(), masker.without_state());
    std::thread::Builder::new()
        .spawn(move || {
            std::thread::sleep(SHORT);
            if asked.load(Ordering::Relaxed) {
                return;
            }
            lower_thread_priority();
            let Ok(mut store) = Store::open(&dir) else { return };
            let _ = index_pending_entries(&mut store, &masker, IndexingEffort::WhileIdle(&asked));
        })
        .ok()?;
    Some(StopThreadOnDrop(stop))
}
