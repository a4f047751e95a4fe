//! A store to try things out in: it knows what the real one knows, holds none of its bytes, and is thrown away.

use std::path::PathBuf;

use super::Store;
use crate::error::{Context, Result};

/// A dry run writes here. The files go when it does.
pub struct Scratch {
    dir: PathBuf,
    store: Option<Store>,
}

impl Scratch {
    pub fn store(&mut self) -> Option<&mut Store> {
        self.store.as_mut()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.store = None;
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

impl Store {
    /// Entries, events and what was imported are there, as in this store now.
    pub fn scratch(&self) -> Result<Scratch> {
        let dir = self.path.with_file_name(format!("scratch-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        sweep(&self.path);
        let mut scratch = Scratch { dir: dir.clone(), store: None };
        let store = Store::open(&dir)?;
        let place = || format!("store {}", dir.display());
        let db = &store.db;
        db.execute("ATTACH ?1 AS kept", [self.path.to_string_lossy()]).context(place())?;
        // Nothing of it has to last.
        db.pragma_update(None, "synchronous", "OFF").context(place())?;
        for table in ["blob", "entry", "event", "session", "transcript", "open_call", "imported"] {
            db.execute(&format!("INSERT INTO main.{table} SELECT * FROM kept.{table}"), []).context(place())?;
        }
        db.execute("DETACH kept", []).context(place())?;
        scratch.store = Some(store);
        Ok(scratch)
    }
}

/// Removes copies of commands that were killed.
fn sweep(store: &std::path::Path) {
    let dir = store.parent().map(std::fs::read_dir);
    for place in dir.into_iter().flatten().flatten().flatten() {
        let name = place.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix("scratch-")?.parse::<u32>().ok());
        if pid.is_some_and(|pid| !ctx_model::process::exists(pid)) {
            let _ = std::fs::remove_dir_all(place.path());
        }
    }
}
