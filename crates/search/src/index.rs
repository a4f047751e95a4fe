//! Brings the index up to date: whatever was stored and is not searchable yet is read, cut, and written in batches.
//! A batch and the mark that says how far the index reaches are one transaction: a crash cannot part them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::section_preparer::SectionPreparer;
use super::sections;
use ctx_capture::record::view::EntryView;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind, IndexBatch, PendingEntry, PendingTotals, SectionOwner, Store};

/// Text in one transaction where somebody waits for the answer …
const LARGE: usize = 8 << 20;
/// … where others may wait for the store meanwhile …
const MEDIUM: usize = 256 << 10;
/// … and where a command may end at any moment and needs the store.
const SMALL: usize = 64 << 10;
/// A document up to this size is cut as a whole.
const WHOLE: u64 = 4 << 20;
/// Text read at a time: small, because a word that may be a secret has all lines of it looked at.
const PASSAGE: usize = 512 << 10;
/// A longer name is a text; its beginning names it.
const LONGEST_NAME: usize = 240;
const NAME: usize = 120;
/// The write-ahead log grows no larger than this while much is indexed.
const LOG: u64 = 64 << 20;

/// A search that finds more to index than this does so for a while only …
const MUCH: PendingTotals = PendingTotals { entries: 1_000, bytes: 1 << 20 };
const WHILE: Duration = Duration::from_secs(1);
/// … and looks this often whether another process is done with it.
const LOOK: Duration = Duration::from_millis(20);
/// The longest pause between two transactions of a process in the background.
const PAUSE: Duration = Duration::from_millis(100);

/// How hard to try.
pub enum IndexingEffort<'a> {
    /// Until everything is indexed; the function gets the number of raw bytes that are done.
    All(&'a mut dyn FnMut(u64)),
    /// Small steps until this is set.
    WhileIdle(&'a AtomicBool),
    /// For somebody who waits for an answer: a little in any case, more for a moment, the newest first.
    Soon,
    /// Small steps with pauses for others, the newest first, until the function returns true.
    Yielding(&'a dyn Fn() -> bool),
}

/// Indexes waiting entries. True when nothing was left to do.
pub fn index_pending_entries(store: &mut Store, masker: &Masker, mut effort: IndexingEffort<'_>) -> Result<bool> {
    if !store.has_pending_entries()? {
        return Ok(true);
    }
    let started = Instant::now();
    let _lock = match effort {
        IndexingEffort::All(_) => store.take_index_lock(true),
        IndexingEffort::WhileIdle(_) | IndexingEffort::Yielding(_) => match store.take_index_lock(false) {
            None => return Ok(false),
            lock => lock,
        },
        IndexingEffort::Soon => loop {
            let lock = store.take_index_lock(false);
            if lock.is_some() {
                break lock;
            }
            // Another process indexes. A few entries are worth waiting for; of many, it takes the newest first.
            let waiting = store.pending_totals()?;
            let worth_waiting_for =
                waiting.entries > 0 && (!is_too_much_pending(waiting) || store.is_newest_unindexed()?);
            if !worth_waiting_for || started.elapsed() > WHILE {
                return Ok(!store.has_pending_entries()?);
            }
            std::thread::sleep(LOOK);
        },
    };
    let newest_first = match effort {
        IndexingEffort::Yielding(_) => true,
        IndexingEffort::Soon => is_backlog_too_large(store)?,
        IndexingEffort::All(_) | IndexingEffort::WhileIdle(_) => false,
    };
    let limit = match effort {
        IndexingEffort::WhileIdle(_) => SMALL,
        _ if newest_first => MEDIUM,
        _ => LARGE,
    };
    let mut builder = IndexBuilder::new(masker, limit, started);
    match newest_first {
        true => builder.index_newest_first(store, &effort),
        false => builder.index_oldest_first(store, &mut effort),
    }
}

/// True when a search would not index all that waits while somebody waits for its answer.
pub fn is_backlog_too_large(store: &Store) -> Result<bool> {
    Ok(is_too_much_pending(store.pending_totals()?))
}

fn is_too_much_pending(waiting: PendingTotals) -> bool {
    waiting.entries > MUCH.entries || waiting.bytes > MUCH.bytes
}

struct IndexBuilder<'m> {
    masker: &'m Masker,
    preparer: SectionPreparer,
    batch: IndexBatch,
    /// Where each blob stands in the batch.
    batch_blobs: HashMap<i64, usize>,
    batch_limit: usize,
    bytes_done: u64,
    started: Instant,
    /// Entries, and bytes of text, that were written.
    written: PendingTotals,
}

impl<'m> IndexBuilder<'m> {
    fn new(masker: &'m Masker, batch_limit: usize, started: Instant) -> IndexBuilder<'m> {
        IndexBuilder {
            masker,
            preparer: SectionPreparer::default(),
            batch: IndexBatch::default(),
            batch_blobs: HashMap::new(),
            batch_limit,
            bytes_done: 0,
            started,
            written: PendingTotals::default(),
        }
    }

    fn index_oldest_first(&mut self, store: &mut Store, effort: &mut IndexingEffort<'_>) -> Result<bool> {
        let mut after = 0;
        loop {
            let pending = store.pending_entries(after, 256)?;
            let Some(last) = pending.last() else { break };
            after = last.row;
            for entry in &pending {
                self.index_entry(store, entry, effort)?;
                if let IndexingEffort::All(progress) = effort {
                    progress(self.bytes_done);
                }
                if self.should_stop_indexing(effort) {
                    self.write_batch(store)?;
                    return Ok(false);
                }
            }
        }
        self.write_batch(store)?;
        Ok(true)
    }

    /// What came last is asked for most: whoever searches while much waits finds it.
    fn index_newest_first(&mut self, store: &mut Store, effort: &IndexingEffort<'_>) -> Result<bool> {
        let mut newest = store.move_pending_entries_to_queue()?;
        let mut before = i64::MAX;
        loop {
            let pending = store.queued_entries_newest_first(before, 64)?;
            if pending.is_empty() {
                break;
            }
            for entry in &pending {
                before = entry.row;
                let written = self.written;
                self.index_entry(store, entry, effort)?;
                if self.should_stop_indexing(effort) {
                    self.write_batch(store)?;
                    return Ok(false);
                }
                if written != self.written {
                    self.pause_for_others(effort);
                }
            }
            if store.newest_entry_row()? > newest {
                self.write_batch(store)?;
                newest = store.move_pending_entries_to_queue()?;
                before = i64::MAX;
            }
        }
        self.write_batch(store)?;
        Ok(true)
    }

    /// Nobody can see who waits for the store: everybody gets as much time as was just taken.
    fn pause_for_others(&mut self, effort: &IndexingEffort<'_>) {
        if matches!(effort, IndexingEffort::Yielding(_)) {
            std::thread::sleep(self.started.elapsed().min(PAUSE));
            self.started = Instant::now();
        }
    }

    fn should_stop_indexing(&self, effort: &IndexingEffort<'_>) -> bool {
        match effort {
            IndexingEffort::All(_) => false,
            IndexingEffort::WhileIdle(stop) => stop.load(Ordering::Relaxed),
            IndexingEffort::Soon => {
                let enough = self.written.entries >= MUCH.entries || self.written.bytes >= MUCH.bytes;
                enough && self.started.elapsed() > WHILE
            }
            IndexingEffort::Yielding(stop) => stop(),
        }
    }

    fn index_entry(&mut self, store: &mut Store, pending: &PendingEntry, effort: &IndexingEffort<'_>) -> Result<()> {
        let entry = store.entry_at_row(pending.row)?;
        // All output of a finished command is there; the same bytes may be in this batch already.
        let indexed = pending.blob.is_some_and(|blob| self.batch_blobs.contains_key(&blob));
        if let Some(blob) = pending.blob.filter(|_| !pending.whole && !indexed) {
            // Damaged bytes cannot be found; everything else must be.
            let to_the_end = match self.index_blob(store, &entry, pending, blob, effort) {
                Err(error) if error.is_damage() => {
                    if pending.lines == 0 && !self.batch_blobs.contains_key(&blob) {
                        self.record_blob_progress_in_batch(blob, 0, 0, false);
                    }
                    true
                }
                other => other?,
            };
            if !to_the_end {
                return Ok(());
            }
            self.bytes_done += pending.raw_len;
        }
        if !pending.running && !is_name_in_text(&entry) {
            self.index_entry_name_and_summary(&entry);
        }
        self.batch.entries.push((pending.row, pending.blob, pending.running));
        if self.preparer.pending_bytes() >= self.batch_limit || self.batch.entries.len() >= 4096 {
            self.write_batch(store)?;
        }
        Ok(())
    }

    /// False when time ran out before the end of the bytes.
    fn index_blob(
        &mut self,
        store: &mut Store,
        entry: &Entry,
        pending: &PendingEntry,
        blob: i64,
        effort: &IndexingEffort<'_>,
    ) -> Result<bool> {
        let masker = self.masker;
        let view = EntryView { store, entry, masker };
        // Words that somebody said, not a tool's output.
        let said = entry.kind == EntryKind::Import && entry.role.as_deref().is_some_and(|role| role != "result");
        let document = said || matches!(entry.kind, EntryKind::Doc | EntryKind::File | EntryKind::Note);
        // `stored`: the last line indexed according to the store. `reached`: the last line in this batch.
        let (mut stored, mut reached) = (pending.lines, pending.lines);
        let small = !pending.running && pending.lines == 0 && (1..=PASSAGE as u64).contains(&pending.raw_len);
        if small || (document && pending.raw_len < WHOLE) {
            // Read once; bytes that are not text are none here either.
            let text = view.masked_text()?;
            let mut cuts = match document {
                true if said => sections::split_document_into_sections(&text, ""),
                true => sections::split_document_into_sections(
                    &text,
                    entry.title.as_deref().or(entry.label.as_deref()).unwrap_or_default(),
                ),
                false => sections::split_output_into_sections(&text),
            };
            if let (EntryKind::Note, Some(first)) = (entry.kind, cuts.first_mut()) {
                first.title = entry.title.as_deref().map(|title| masker.without_state().mask_line(title).into_owned());
            }
            reached = reached.max(self.preparer.add_text_sections(SectionOwner::Blob(blob), &text, &cuts));
        } else if view.binary_kind()?.is_none() {
            loop {
                // A piece at a time, because writing needs the store that the view reads from.
                let piece = EntryView { store, entry, masker }.masked_lines_up_to_size(
                    reached + 1,
                    PASSAGE,
                    !pending.running,
                )?;
                let Some(last) = piece.len().checked_sub(1) else { break };
                self.preparer.add_text_sections(
                    SectionOwner::Blob(blob),
                    &piece,
                    &sections::split_output_into_sections(&piece),
                );
                reached = piece.raw_line_number(last);
                self.record_blob_progress_in_batch(blob, stored, reached, false);
                if self.preparer.pending_bytes() >= self.batch_limit {
                    self.write_batch(store)?;
                    stored = reached;
                    if self.should_stop_indexing(effort) {
                        return Ok(false);
                    }
                }
            }
        }
        self.record_blob_progress_in_batch(blob, stored, reached, !pending.running);
        Ok(true)
    }

    /// One row a blob in a batch: from where the last batch ended to where this one will.
    fn record_blob_progress_in_batch(&mut self, blob: i64, start: u64, reached: u64, whole: bool) {
        match self.batch_blobs.get(&blob) {
            Some(&at) => (self.batch.blobs[at].2, self.batch.blobs[at].3) = (reached, whole),
            None => {
                self.batch_blobs.insert(blob, self.batch.blobs.len());
                self.batch.blobs.push((blob, start, reached, whole));
            }
        }
    }

    /// The entry itself: its name, and its summary if there is no other text.
    fn index_entry_name_and_summary(&mut self, entry: &Entry) {
        let mut masker = self.masker.without_state();
        let names = [&entry.title, &entry.command, &entry.label].into_iter().flatten();
        let title = names.map(String::as_str).collect::<Vec<_>>().join(" · ");
        let title = masker.mask_text(&title).into_owned();
        let said = entry.summary.as_deref().filter(|_| entry.expired || entry.kind == EntryKind::File);
        // A command of many words, such as one with the message of a commit in it, is a text and no name.
        let (title, text) = match title.len() > LONGEST_NAME {
            true => (ctx_text::truncate_at_char_boundary(&title, NAME).to_owned(), title),
            false => (title, String::new()),
        };
        let lines = said.unwrap_or_default().lines().chain(text.lines());
        self.preparer.add_section(SectionOwner::Entry(entry.row), (1, 1), Some(title), lines);
    }

    fn write_batch(&mut self, store: &mut Store) -> Result<()> {
        if self.preparer.is_empty() && self.batch.entries.is_empty() && self.batch.blobs.is_empty() {
            return Ok(());
        }
        self.written.entries += self.batch.entries.len() as u64;
        self.written.bytes += self.preparer.pending_bytes() as u64;
        self.batch.sections = self.preparer.take_sections();
        self.preparer.take_words(&mut self.batch.words, true);
        store.write_index_batch(&self.batch)?;
        store.checkpoint_wal_above_size(LOG);
        self.batch = IndexBatch::default();
        self.batch_blobs.clear();
        Ok(())
    }
}

/// Documents, notes and messages are found by their text: their name is its beginning.
fn is_name_in_text(entry: &Entry) -> bool {
    match entry.kind {
        EntryKind::Doc | EntryKind::Note => true,
        EntryKind::Import => !entry.expired && matches!(entry.role.as_deref(), Some("prompt" | "reply" | "summary")),
        _ => false,
    }
}
