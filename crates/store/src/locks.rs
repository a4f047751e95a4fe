//! Files that keep two processes from doing the same work at the same time.

use std::fs::File;
use std::os::unix::fs::OpenOptionsExt;

use super::{Store, folder};

/// Held while the index is built, so that two processes do not do the same work. It is no more than that: the
/// checks in `write_index_batch` keep the index right.
pub struct StoreLock(#[allow(dead_code)] File);

impl Store {
    /// Waits for the builder's lock, or only tries it. None when somebody else builds, or where no lock can be had.
    pub fn take_index_lock(&self, wait: bool) -> Option<StoreLock> {
        self.lock_named_file("index.lock", wait)
    }

    /// Only one process sends to a hub at a time.
    pub fn take_hub_lock(&self, wait: bool) -> Option<StoreLock> {
        self.lock_named_file("hub.lock", wait)
    }

    fn lock_named_file(&self, name: &str, wait: bool) -> Option<StoreLock> {
        let path = self.path.with_file_name(name);
        let file = File::options().create(true).truncate(false).write(true).mode(0o600).open(path).ok()?;
        let locked = if wait { folder::lock_file(&file).is_ok() } else { file.try_lock().is_ok() };
        locked.then_some(StoreLock(file))
    }
}
