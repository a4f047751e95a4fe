//! Making the changes of a plan: a record first, then the file at once or not at all; what was made before a failure is
//! unmade.

use std::fs;
use std::path::{Path, PathBuf};

use super::record::{Record, Shelf, hash};
use super::{Change, Plan, Then};
use crate::error::{Context, Error, Result};
use crate::files::disk::{self, Found};

impl Plan {
    /// Makes all changes, or none.
    pub fn apply(&self, shelf: &Shelf) -> Result<()> {
        for (made, change) in self.changes.iter().enumerate() {
            if let Err(error) = change.make(shelf) {
                let mut message = error.to_string();
                for change in self.changes[..made].iter().rev() {
                    if let Err(stuck) = write(&change.path, change.after.as_deref(), change.before.as_deref()) {
                        message.push_str(&format!("; {} could not be put back: {stuck}", change.path.display()));
                    }
                }
                return Err(Error::refused(message).hint("nothing else was changed"));
            }
        }
        for change in &self.changes {
            change.finish(shelf);
        }
        Ok(())
    }
}

impl Change {
    fn make(&self, shelf: &Shelf) -> Result<()> {
        if let Some(before) = &self.before {
            shelf.back_up(&self.path, before)?;
        }
        let dirs = if self.after.is_some() { make_dirs(&self.path)? } else { Vec::new() };
        if let (Then::Remember(base), Some(after)) = (&self.then, &self.after) {
            shelf.keep(&self.path, &Record { after: hash(after), before: base.clone(), dirs })?;
        }
        write(&self.path, self.before.as_deref(), self.after.as_deref())
    }

    /// What is done once nothing can be taken back any more.
    fn finish(&self, shelf: &Shelf) {
        if let Then::Forget(dirs) = &self.then {
            shelf.forget(&self.path);
            if self.after.is_none() {
                for dir in dirs.iter().rev() {
                    // Something else may be in it by now.
                    let _ = fs::remove_dir(dir);
                }
            }
        }
    }
}

/// The directories above a file, made if need be; those that were, the outermost first.
fn make_dirs(path: &Path) -> Result<Vec<PathBuf>> {
    let missing: Vec<PathBuf> =
        path.ancestors().skip(1).take_while(|dir| !dir.exists()).map(Path::to_path_buf).collect();
    let dirs: Vec<PathBuf> = missing.into_iter().rev().collect();
    for dir in &dirs {
        fs::create_dir(dir).context(format_args!("making {}", dir.display()))?;
    }
    Ok(dirs)
}

/// From these bytes to those, unless somebody else was there meanwhile.
fn write(path: &Path, before: Option<&[u8]>, after: Option<&[u8]>) -> Result<()> {
    let changed =
        || Error::refused(format_args!("{} changed while ctx looked at it", path.display())).hint("run it again");
    let found = Found::hold(path)?;
    match (found, before, after) {
        (None, None, None) => Ok(()),
        (None, None, Some(after)) => disk::create(path, after, None).map(drop),
        (Some(found), Some(before), after) if found.bytes == before => match after {
            Some(after) => found.check_writable().and_then(|()| found.replace(after)).map(drop),
            None => fs::remove_file(path).context(format_args!("removing {}", path.display())),
        },
        _ => Err(changed()),
    }
}
