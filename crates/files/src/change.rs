//! A change of a file: noted before it is made, made at once, and undone from the store.

use std::path::{Path, PathBuf};

use super::disk::{self, LoadedFile};
use super::workspace::{SeenExtent, StoredText, Workspace, content_hash};
use crate::error::FileError;
use ctx_model::error::{Context, Error, Result};
use ctx_model::id::EntryId;
use ctx_store::{NewFileChange, StoredFileChange, TrackedFile};
use ctx_text::format_age;

/// The result of a change.
pub struct FileChangeResult {
    /// The text as it is now; none when the file was removed.
    pub text: Option<StoredText>,
    /// The bytes before; none when there was no file.
    pub before: Option<Vec<u8>>,
    pub after: Vec<u8>,
    /// Something to know although the change was made.
    pub warning: Option<Error>,
}

impl FileChangeResult {
    /// The file has these bytes already.
    pub fn unchanged_file(bytes: Vec<u8>) -> FileChangeResult {
        FileChangeResult { text: None, before: Some(bytes.clone()), after: bytes, warning: None }
    }
}

/// The beginning of every masked secret in printed text.
pub const MASK: &[u8] = b"[masked:";

/// Refuses a text in which a placeholder has replaced a secret.
pub fn refuse_new_masks(name: &str, before: &[u8], after: &[u8]) -> Result<()> {
    let masks = |bytes: &[u8]| memchr::memmem::find_iter(bytes, MASK).count();
    if masks(after) <= masks(before) {
        return Ok(());
    }
    Err(FileError::HoldsMasks(name.to_owned()).into())
}

pub struct UndoneChange {
    pub path: PathBuf,
    pub made: FileChangeResult,
    /// The text that was taken back.
    pub taken_back: EntryId,
    /// It had been taken back already.
    pub nothing_to_do: bool,
}

impl Workspace {
    /// Refuses to change a text that its author does not know: it has changed since it was handed out.
    pub fn check_file_unchanged(&self, found: &LoadedFile, known: Option<&TrackedFile>) -> Result<()> {
        match known {
            Some(known) if known.hash != content_hash(&found.bytes) => {
                let name = self.printed_path(&found.path);
                let age = format_age(self.now - known.kept_at.max(known.seen_at));
                Err(FileError::ChangedOnDisk { name, reference: known.id.reference(), age }.into())
            }
            _ => Ok(()),
        }
    }

    /// Gives the file new bytes. Nothing happens to it unless its old and its new text are in the store.
    pub fn change_file(
        &mut self,
        found: &LoadedFile,
        after: &[u8],
        known: Option<&TrackedFile>,
        seen: SeenExtent,
    ) -> Result<FileChangeResult> {
        found.check_writable()?;
        let before = self.find_or_store_text(&found.path, &found.bytes, known)?.entry;
        let text = self.store_file_text(&found.path, after, Some(before))?;
        let noted = self.record_change(&found.path, Some(before), &text, Some(found.mode()))?;
        let _held = match found.replace_content(after) {
            Ok(held) => held,
            Err(error) => return Err(self.discard_recorded_change(noted, &text, error)),
        };
        let mut warning = self.record_text_handed_out(&found.path, &text, seen).err();
        if found.count_other_hard_links() > 0 {
            let linked =
                FileError::HardLinks { name: self.printed_path(&found.path), names: found.count_other_hard_links() };
            warning = warning.or(Some(linked.into()));
        }
        Ok(FileChangeResult { text: Some(text), before: Some(found.bytes.clone()), after: after.to_vec(), warning })
    }

    /// Makes a file that is not there.
    pub fn create_file(&mut self, path: &Path, after: &[u8]) -> Result<FileChangeResult> {
        let text = self.store_file_text(path, after, None)?;
        let noted = self.record_change(path, None, &text, None)?;
        let _held = match disk::create_file(path, after, None) {
            Ok(held) => held,
            Err(error) => return Err(self.discard_recorded_change(noted, &text, error)),
        };
        let seen = SeenExtent { whole: true, now: true, ..SeenExtent::default() };
        let warning = self.record_text_handed_out(path, &text, seen).err();
        Ok(FileChangeResult { text: Some(text), before: None, after: after.to_vec(), warning })
    }

    /// Takes the last change of this session back. `permit` may refuse before anything is touched.
    pub fn undo_last_change(&mut self, force: bool, permit: &dyn Fn(&Path) -> Result<()>) -> Result<UndoneChange> {
        let Some(change) = self.store.last_file_change(&self.scope.session)? else {
            return Err(FileError::NothingToUndo { session: self.scope.session.clone() }.into());
        };
        permit(&change.path)?;
        let name = self.printed_path(&change.path);
        let before = match change.before {
            None => None,
            Some(row) => Some(self.store.entry_bytes(row)?.ok_or_else(|| FileError::Expired(name.clone()))?),
        };
        let found = LoadedFile::read_and_lock(&change.path)?;
        let now = found.as_ref().map(|found| &found.bytes);
        if now == before.as_ref() {
            self.store.delete_file_change(change.row)?;
            let made = FileChangeResult::unchanged_file(before.unwrap_or_default());
            return Ok(UndoneChange { path: change.path, made, taken_back: change.after, nothing_to_do: true });
        }
        if now.is_none_or(|now| content_hash(now) != change.hash_after) {
            if !force {
                let state = if now.is_some() { "has changed" } else { "is gone" };
                let (reference, age) = (change.after.reference(), format_age(self.now - change.made_at));
                return Err(FileError::ChangedSince { name, state, reference, age }.into());
            }
            if let Some(found) = &found {
                self.store_file_text(&change.path, &found.bytes, None)?;
            }
        }
        let now = found.as_ref().map(|found| found.bytes.clone());
        let (text, warning) = self.restore_file(&change, found.as_ref(), before.as_deref())?;
        let warning = self.store.delete_file_change(change.row).err().map(Error::from).or(warning);
        let made = FileChangeResult { text, after: before.unwrap_or_default(), before: now, warning };
        Ok(UndoneChange { path: change.path, made, taken_back: change.after, nothing_to_do: false })
    }

    /// Restores the file as it was before the change; a failure after that is only a warning.
    fn restore_file(
        &mut self,
        change: &StoredFileChange,
        found: Option<&LoadedFile>,
        before: Option<&[u8]>,
    ) -> Result<(Option<StoredText>, Option<Error>)> {
        if let Some(found) = found {
            found.check_writable()?;
        }
        let Some(before) = before else {
            std::fs::remove_file(&change.path).context(format_args!("removing {}", change.path.display()))?;
            return Ok((None, self.store.untrack(&self.scope.session, &change.path).err().map(Error::from)));
        };
        let known = self.tracked_file(&change.path)?;
        let text = self.store_file_text(&change.path, before, known.as_ref().map(|known| known.entry))?;
        let _held = match found {
            Some(found) => found.replace_content(before)?,
            None => disk::create_file(&change.path, before, change.mode)?,
        };
        let whole = known.is_some_and(|known| known.whole && known.hash == change.hash_after);
        let warning =
            self.record_text_handed_out(&change.path, &text, SeenExtent { whole, ..SeenExtent::default() }).err();
        Ok((Some(text), warning))
    }

    fn record_change(&mut self, path: &Path, before: Option<i64>, text: &StoredText, mode: Option<u32>) -> Result<i64> {
        let change = NewFileChange { path, before, after: text.entry, mode, hash_after: text.hash, made_at: self.now };
        Ok(self.store.record_file_change(&self.scope.session, &change)?)
    }

    /// The change could not be made. Forgetting it may fail too, on a full disk above all; undo then sees by the bytes
    /// that it never was.
    fn discard_recorded_change(&mut self, noted: i64, text: &StoredText, error: Error) -> Error {
        let _ = self.store.delete_file_change(noted);
        let _ = self.store.forget_entries(&[text.entry]);
        error
    }
}
