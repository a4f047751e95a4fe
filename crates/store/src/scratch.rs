//! A store to try things out in: it knows what the real one knows, holds none of its bytes, and is thrown away.

use std::path::{Path, PathBuf};

use super::Store;
use crate::error::{Context, Result};

/// A dry run writes here. The files go when it does.
pub struct ScratchStore {
    dir: PathBuf,
    store: Option<Store>,
}

impl ScratchStore {
    /// An empty one, below the folder of the real store.
    pub fn create_beside(beside: &Path) -> Result<ScratchStore> {
        let dir = beside.join(format!("scratch-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        remove_stale_scratch_dirs(beside);
        let mut scratch = ScratchStore { dir: dir.clone(), store: None };
        let store = Store::open(&dir)?;
        // Nothing of it has to last.
        store.db.pragma_update(None, "synchronous", "OFF").context(format_args!("store {}", dir.display()))?;
        scratch.store = Some(store);
        Ok(scratch)
    }

    pub fn scratch_store(&mut self) -> Option<&mut Store> {
        self.store.as_mut()
    }
}

impl Drop for ScratchStore {
    fn drop(&mut self) {
        self.store = None;
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

impl Store {
    /// Entries, events and what was imported are there, as in this store now.
    pub fn copy_rows_to_scratch_store(&self) -> Result<ScratchStore> {
        let scratch = ScratchStore::create_beside(self.path.parent().unwrap_or(Path::new("/")))?;
        let Some(store) = &scratch.store else { return Ok(scratch) };
        let place = || format!("store {}", scratch.dir.display());
        let db = &store.db;
        db.execute("ATTACH ?1 AS kept", [self.path.to_string_lossy()]).context(place())?;
        for table in ["blob", "entry", "event", "session", "transcript", "open_call", "imported"] {
            db.execute(&format!("INSERT INTO main.{table} SELECT * FROM kept.{table}"), []).context(place())?;
        }
        db.execute("DETACH kept", []).context(place())?;
        Ok(scratch)
    }
}

/// Removes copies of commands that were killed.
fn remove_stale_scratch_dirs(beside: &Path) {
    for place in std::fs::read_dir(beside).into_iter().flatten().flatten() {
        let name = place.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix("scratch-")?.parse::<u32>().ok());
        if pid.is_some_and(|pid| !ctx_model::process::process_exists(pid)) {
            let _ = std::fs::remove_dir_all(place.path());
        }
    }
}
