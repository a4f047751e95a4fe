//! The workspace of a session: the store, and which texts of which files were handed out.

use std::path::{Path, PathBuf};

use super::outlines::OutlineRequest;
use super::printed_text::PrintedText;
use ctx_capture::config::RetentionSettings;
use ctx_model::Scope;
use ctx_model::env::{Env, unix_time_ms};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_outline::render::OutlineOptions;
use ctx_secrets::{Masker, TextKind};
use ctx_store::{
    Blake3Hash, BlobWriter, EntryKind, EntryOutcome, FileUse, NewEntry, OutlineCache, RetentionLimits, Store,
    TrackedFile,
};

/// Above this a file is data, and a read of it does not wait for an outline.
const OUTLINED: usize = 2 << 20;
/// The next command reads the whole write-ahead log; above this it is moved into the database first.
const LOG: u64 = 256 << 10;
/// How much of a large file goes into the store at once.
const PART: usize = 1 << 20;

pub struct Workspace {
    pub store: Store,
    outlines: Option<OutlineCache>,
    pub scope: Scope,
    pub masker: Masker,
    pub cwd: PathBuf,
    pub now: i64,
}

/// A text that is in the store.
#[derive(Clone, Debug)]
pub struct StoredText {
    pub entry: i64,
    pub id: EntryId,
    pub hash: Blake3Hash,
    pub size: u64,
    pub lines: u64,
    pub outline_len: u64,
}

impl From<&TrackedFile> for StoredText {
    fn from(tracked: &TrackedFile) -> StoredText {
        StoredText {
            entry: tracked.entry,
            id: tracked.id.clone(),
            hash: tracked.hash,
            size: tracked.size,
            lines: tracked.lines,
            outline_len: tracked.outline_len,
        }
    }
}

pub fn content_hash(bytes: &[u8]) -> Blake3Hash {
    *blake3::hash(bytes).as_bytes()
}

/// The path as it is printed: short where it can be, and such that a command in the same directory understands it.
pub fn relative_name(base: &Path, path: &Path) -> String {
    let short = path.strip_prefix(base).ok().filter(|rest| !rest.as_os_str().is_empty());
    let name = short.unwrap_or(path).to_string_lossy();
    name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

impl Workspace {
    pub fn open(env: &Env, masker: Masker) -> Result<Workspace> {
        let now = unix_time_ms();
        let store = Store::open_for_user(env)?;
        let outlines = OutlineCache::for_user(env);
        Ok(Workspace { store, outlines, scope: Scope::from_env(env, now), masker, cwd: env.cwd.clone(), now })
    }

    pub fn printed_path(&self, path: &Path) -> String {
        relative_name(&self.cwd, path)
    }

    pub fn tracked_file(&self, path: &Path) -> Result<Option<TrackedFile>> {
        Ok(self.store.find_tracked_file(&self.scope.session, path)?)
    }

    /// The text that was handed out then, unless it has expired.
    pub fn earlier_text(&self, tracked: &TrackedFile) -> Result<Option<PrintedText>> {
        let bytes = self.store.entry_bytes(tracked.entry)?;
        let path = self.store.entry_at_row(tracked.entry).ok().and_then(|entry| entry.title.or(entry.label));
        let source = path.map(|path| TextKind::of_path(&path)).unwrap_or_default();
        Ok(bytes.map(|bytes| PrintedText::from_bytes(&bytes, &self.masker.for_text_kind(source))))
    }

    /// The entry that has these bytes; a new one unless they were handed out last and are still there.
    pub fn find_or_store_text(&mut self, path: &Path, bytes: &[u8], known: Option<&TrackedFile>) -> Result<StoredText> {
        match known {
            Some(known) if known.hash == content_hash(bytes) && !self.store.entry_at_row(known.entry)?.expired => {
                Ok(known.into())
            }
            _ => self.store_file_text(path, bytes, known.map(|known| known.entry)),
        }
    }

    /// Makes the file findable by its outline; the text is kept once.
    pub fn store_source_file_if_new(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        let title = relative_name(&self.scope.project, path);
        if !self.store.has_file_with_hash(&self.scope.project, &title, &content_hash(bytes))? {
            self.store_file_text(path, bytes, None)?;
        }
        Ok(())
    }

    /// Keeps a text as an entry with its outline as the summary; `before` is the text that it replaces.
    pub fn store_file_text(&mut self, path: &Path, bytes: &[u8], before: Option<i64>) -> Result<StoredText> {
        let title = relative_name(&self.scope.project, path);
        let hash = content_hash(bytes);
        let outline = self.masked_outline(path, bytes, &hash);
        let (entry, id) = self.store.begin_entry(&NewEntry {
            kind: EntryKind::File,
            title: Some(title),
            cwd: Some(self.cwd.to_string_lossy().into_owned()),
            scope: Some(self.scope.clone()),
            started_at: self.now,
            supersedes: before,
            ..NewEntry::default()
        })?;
        let mut writer = BlobWriter::new(entry);
        let mut rest = bytes;
        while rest.len() > PART {
            let (part, more) = rest.split_at(PART);
            writer.append(&mut self.store, part)?;
            rest = more;
        }
        let outline_len = outline.len() as u64;
        let finished = EntryOutcome { summary: Some(outline), ..EntryOutcome::default() };
        let stored = self.store.finish_entry(entry, writer, rest, &finished)?;
        Ok(StoredText { entry, id, hash, size: stored.raw_len, lines: stored.lines, outline_len })
    }

    /// The masked outline of a source.
    pub fn masked_outline(&self, path: &Path, bytes: &[u8], hash: &Blake3Hash) -> String {
        let title = &relative_name(&self.scope.project, path);
        let wanted = OutlineRequest { path, title, language: None, options: OutlineOptions::default() };
        if bytes.len() > OUTLINED {
            return wanted.headline_only(bytes);
        }
        wanted.cached_or_new_outline(self.outlines.as_ref(), hash, bytes, &self.masker).0
    }

    /// Work for after the answer is printed. The next command tries again what fails here.
    pub fn prune_and_checkpoint_after_answer(&mut self, retention: &RetentionSettings) {
        let limits =
            RetentionLimits { now: self.now, days: retention.days, bytes: retention.megabytes << 20, by_clock: false };
        let _ = self.store.continue_daily_prune(limits);
        self.store.checkpoint_wal_above_size(LOG);
    }

    /// Remembers that a text was handed out or written.
    pub fn record_text_handed_out(&mut self, path: &Path, text: &StoredText, seen: SeenExtent) -> Result<()> {
        let file = FileUse {
            path,
            entry: text.entry,
            hash: text.hash,
            size: text.size,
            lines: text.lines,
            outline_len: text.outline_len,
            whole: seen.whole,
            seen_at: seen.now.then_some(self.now),
            printed: seen.printed,
            asked: seen.asked,
        };
        Ok(self.store.record_file_use(&self.scope.session, &file)?)
    }
}

/// How much of a text the user has seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeenExtent {
    /// The user has seen all of it by now.
    pub whole: bool,
    /// The user has seen it by this use.
    pub now: bool,
    pub printed: u64,
    pub asked: u64,
}
