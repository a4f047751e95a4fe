//! Makes the changes of a plan: all new bytes are on the disk beside their files first, then the records, then every
//! file is replaced. A failure before that changes nothing; a failure in between is undone.

use std::fs;
use std::path::{Path, PathBuf};

use super::record::{FileRecord, RecordStore, hash_hex};
use super::{FileChange, InstallPlan, RecordAction};
use crate::error::SetupError;
use ctx_files::disk::{self, LoadedFile};
use ctx_model::error::{Context, Error, Result};

impl InstallPlan {
    /// Makes all changes, or none.
    pub fn apply(&self, shelf: &RecordStore) -> Result<()> {
        let mut dirs: Vec<PathBuf> = Vec::new();
        if let Err(error) = self.make_changes(shelf, &mut dirs) {
            for dir in dirs.iter().rev() {
                // Only empty directories are removed.
                let _ = fs::remove_dir(dir);
            }
            return Err(SetupError::NothingChanged(error).into());
        }
        for change in &self.changes {
            change.forget_record_and_empty_dirs(shelf);
        }
        Ok(())
    }

    fn make_changes(&self, shelf: &RecordStore, dirs: &mut Vec<PathBuf>) -> Result<()> {
        let found = self.changes.iter().map(FileChange::lock_unchanged_file).collect::<Result<Vec<_>>>()?;
        let mut ready = Vec::new();
        for (change, found) in self.changes.iter().zip(&found) {
            let from = dirs.len();
            ready.push(match (&change.after, found) {
                (Some(after), Some(found)) => Some(found.prepare_replacement(after)?),
                (Some(after), None) => {
                    create_parent_dirs(&change.path, dirs)?;
                    Some(disk::prepare_new_file(&change.path, after, None)?)
                }
                (None, _) => None,
            });
            if let Some(before) = &change.before {
                shelf.back_up_bytes(&change.path, before)?;
            }
            if let (RecordAction::Remember(base), Some(after)) = (&change.then, &change.after) {
                let made = dirs[from..].to_vec();
                shelf.save_record(
                    &change.path,
                    &FileRecord { after: hash_hex(after), before: base.clone(), dirs: made },
                )?;
            }
        }
        for (at, ready) in ready.into_iter().enumerate() {
            let change = &self.changes[at];
            let made = match ready {
                Some(ready) => ready.move_into_place().map(drop),
                None => fs::remove_file(&change.path).context(format_args!("removing {}", change.path.display())),
            };
            if let Err(error) = made {
                return Err(self.undo_changes(at, error));
            }
        }
        Ok(())
    }

    /// Restores the files that the first changes replaced.
    fn undo_changes(&self, made: usize, error: Error) -> Error {
        let stuck: Vec<String> = self.changes[..made]
            .iter()
            .rev()
            .filter_map(|change| change.undo_change().err())
            .map(|error| error.to_string())
            .collect();
        match stuck.is_empty() {
            true => error,
            false => SetupError::Stuck { source: error, stuck }.into(),
        }
    }
}

impl FileChange {
    /// The file, unchanged since it was read; other editors of ctx wait.
    fn lock_unchanged_file(&self) -> Result<Option<LoadedFile>> {
        let found = LoadedFile::read_and_lock(&self.path)?;
        if found.as_ref().map(|found| &found.bytes) == self.before.as_ref() {
            return Ok(found);
        }
        Err(SetupError::ChangedMeanwhile(self.path.clone()).into())
    }

    fn undo_change(&self) -> Result<()> {
        let found = LoadedFile::read_and_lock(&self.path)?;
        match (found, &self.before) {
            (Some(found), Some(before)) => found.replace_content(before).map(drop),
            (None, Some(before)) => disk::create_file(&self.path, before, None).map(drop),
            (Some(_), None) => fs::remove_file(&self.path).context(self.path.display()),
            (None, None) => Ok(()),
        }
    }

    /// The last steps, after which nothing can be undone.
    fn forget_record_and_empty_dirs(&self, shelf: &RecordStore) {
        if let RecordAction::Forget(dirs) = &self.then {
            shelf.remove_record(&self.path);
            for dir in dirs.iter().rev().filter(|_| self.after.is_none()) {
                // Something else may be in it by now.
                let _ = fs::remove_dir(dir);
            }
        }
    }
}

/// Makes the missing directories above a file; adds those it made to `made`, the outermost first.
fn create_parent_dirs(path: &Path, made: &mut Vec<PathBuf>) -> Result<()> {
    let missing: Vec<&Path> = path.ancestors().skip(1).take_while(|dir| !dir.exists()).collect();
    for dir in missing.into_iter().rev() {
        fs::create_dir(dir).context(format_args!("making {}", dir.display()))?;
        made.push(dir.to_owned());
    }
    Ok(())
}
