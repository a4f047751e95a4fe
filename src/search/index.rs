//! Brings the index up to date: whatever was stored and is not searchable yet is read, cut, and written in batches.
//! A batch and the mark that says how far the index reaches are one transaction: a crash between them is no state.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use rust_stemmers::{Algorithm, Stemmer};

use super::sections::{self, Cut};
use super::terms::{Sink, Terms};
use crate::capture::text::Text;
use crate::error::Result;
use crate::secrets::Masker;
use crate::store::{Entry, IndexBatch, Kind, NewSection, Of, Pending, Store, WordCount};
use crate::view::View;

/// Text in one transaction where somebody waits for the answer …
const LARGE: usize = 12 << 20;
/// … and where a command may end at any moment and needs the store.
const SMALL: usize = 64 << 10;
/// A document up to this size is cut as a whole.
const WHOLE: u64 = 4 << 20;
/// Text read at a time: small, because a word that may be a secret has all lines of it looked at.
const PASSAGE: usize = 512 << 10;
/// The write-ahead log grows no larger than this while much is indexed.
const LOG: u64 = 64 << 20;
/// Words remembered with their stems.
const KNOWN: usize = 300_000;
/// A line longer than this is indexed in pieces.
const LONG_LINE: usize = 16 << 10;
const PIECE: usize = 8 << 10;

/// How hard to try.
pub enum Effort<'a> {
    /// Until everything is indexed; told how many raw bytes are done.
    All(&'a mut dyn FnMut(u64)),
    /// Small steps until this is set.
    WhileIdle(&'a AtomicBool),
}

/// Indexes what is not indexed. True when nothing was left to do.
pub fn catch_up(store: &mut Store, masker: &Masker, mut effort: Effort<'_>) -> Result<bool> {
    if !store.has_pending()? {
        return Ok(true);
    }
    let waits = matches!(effort, Effort::All(_));
    let lock = store.index_lock(waits);
    if lock.is_none() && !waits {
        return Ok(false);
    }
    let mut builder = Builder::new(masker, if waits { LARGE } else { SMALL });
    let mut after = 0;
    loop {
        let pending = store.pending(after, 256)?;
        let Some(last) = pending.last() else { break };
        after = last.row;
        for entry in &pending {
            builder.entry(store, entry, &effort)?;
            if let Effort::All(progress) = &mut effort {
                progress(builder.bytes_done);
            }
            if effort.is_over() {
                builder.flush(store)?;
                return Ok(false);
            }
        }
    }
    builder.flush(store)?;
    Ok(true)
}

impl Effort<'_> {
    fn is_over(&self) -> bool {
        matches!(self, Effort::WhileIdle(stop) if stop.load(Ordering::Relaxed))
    }
}

struct Builder<'m> {
    masker: &'m Masker,
    terms: Terms,
    stemmer: Stemmer,
    known: HashMap<Box<str>, Known, BuildHasherDefault<Fnv>>,
    section: u32,
    lines_seen: HashSet<u64, BuildHasherDefault<Fnv>>,
    batch: IndexBatch,
    /// Where each blob stands in the batch.
    batch_blobs: HashMap<i64, usize>,
    batch_bytes: usize,
    batch_limit: usize,
    bytes_done: u64,
}

/// A word of the current batch.
struct Known {
    stem: Box<str>,
    natural: bool,
    /// The last section it was seen in, and in how many of this batch.
    section: u32,
    sections: u32,
}

impl<'m> Builder<'m> {
    fn new(masker: &'m Masker, batch_limit: usize) -> Builder<'m> {
        Builder {
            masker,
            terms: Terms::default(),
            stemmer: Stemmer::create(Algorithm::English),
            known: HashMap::default(),
            section: 0,
            lines_seen: HashSet::default(),
            batch: IndexBatch::default(),
            batch_blobs: HashMap::new(),
            batch_bytes: 0,
            batch_limit,
            bytes_done: 0,
        }
    }

    fn entry(&mut self, store: &mut Store, pending: &Pending, effort: &Effort<'_>) -> Result<()> {
        let entry = store.entry(pending.row)?;
        // Of a command that is over, all of it is there; a twin's bytes may be in this very batch already.
        let indexed = pending.blob.is_some_and(|blob| self.batch_blobs.contains_key(&blob));
        if let Some(blob) = pending.blob.filter(|_| !pending.whole && !indexed) {
            if !self.blob(store, &entry, pending, blob, effort)? {
                return Ok(());
            }
            self.bytes_done += pending.raw_len;
        }
        if !pending.running && !is_its_own_name(&entry) {
            self.head(&entry);
        }
        self.batch.entries.push((pending.row, pending.blob, pending.running));
        if self.batch_bytes >= self.batch_limit || self.batch.entries.len() >= 4096 {
            self.flush(store)?;
        }
        Ok(())
    }

    /// False when time ran out before the end of the bytes.
    fn blob(
        &mut self,
        store: &mut Store,
        entry: &Entry,
        pending: &Pending,
        blob: i64,
        effort: &Effort<'_>,
    ) -> Result<bool> {
        let masker = self.masker;
        let view = View { store, entry, masker };
        // What somebody said, as against what a tool printed.
        let said = entry.kind == Kind::Import && entry.role.as_deref().is_some_and(|role| role != "result");
        let document = said || matches!(entry.kind, Kind::Doc | Kind::File | Kind::Note);
        // As far as the store says it is indexed; `reached` as far as this batch goes.
        let (mut stored, mut reached) = (pending.lines, pending.lines);
        let small = !pending.running && pending.lines == 0 && (1..=PASSAGE as u64).contains(&pending.raw_len);
        if small || (document && pending.raw_len < WHOLE) {
            // Read once; bytes that are no text are none here either.
            let text = view.text()?;
            let mut cuts = match document {
                true if said => sections::document(&text, ""),
                true => {
                    sections::document(&text, entry.title.as_deref().or(entry.label.as_deref()).unwrap_or_default())
                }
                false => sections::output(&text),
            };
            if let (Kind::Note, Some(first)) = (entry.kind, cuts.first_mut()) {
                first.title = entry.title.as_deref().map(|title| masker.fresh().line(title).into_owned());
            }
            reached = reached.max(self.sections(blob, &text, &cuts));
        } else if view.binary()?.is_none() {
            loop {
                // A piece at a time, because writing needs the store that the view reads from.
                let piece = View { store, entry, masker }.piece(reached + 1, PASSAGE, !pending.running)?;
                let Some(last) = piece.len().checked_sub(1) else { break };
                self.sections(blob, &piece, &sections::output(&piece));
                reached = piece.number(last);
                self.mark(blob, stored, reached, false);
                if self.batch_bytes >= self.batch_limit {
                    self.flush(store)?;
                    stored = reached;
                    if effort.is_over() {
                        return Ok(false);
                    }
                }
            }
        }
        self.mark(blob, stored, reached, !pending.running);
        Ok(true)
    }

    /// One row a blob in a batch: from where the last batch ended to where this one will.
    fn mark(&mut self, blob: i64, start: u64, reached: u64, whole: bool) {
        match self.batch_blobs.get(&blob) {
            Some(&at) => (self.batch.blobs[at].2, self.batch.blobs[at].3) = (reached, whole),
            None => {
                self.batch_blobs.insert(blob, self.batch.blobs.len());
                self.batch.blobs.push((blob, start, reached, whole));
            }
        }
    }

    /// Adds the sections of a text; the last line they reach.
    fn sections(&mut self, blob: i64, text: &Text, cuts: &[Cut]) -> u64 {
        let mut reached = 0;
        for cut in cuts {
            let lines = (text.number(cut.first), text.number(cut.last));
            reached = lines.1;
            if cut.first == cut.last && text.line(cut.first).len() > LONG_LINE {
                for piece in pieces(text.line(cut.first)) {
                    self.section(Of::Blob(blob), lines, None, std::iter::once(piece));
                }
                continue;
            }
            let body = (cut.first..=cut.last).map(|at| text.line(at));
            self.section(Of::Blob(blob), lines, cut.title.clone(), body);
        }
        reached
    }

    /// The entry itself: what it is called, and what was said of it where that is all there is.
    fn head(&mut self, entry: &Entry) {
        let mut masker = self.masker.fresh();
        let names = [&entry.title, &entry.command, &entry.label].into_iter().flatten();
        let title = names.map(String::as_str).collect::<Vec<_>>().join(" · ");
        let title = masker.text(&title).into_owned();
        let said = entry.summary.as_deref().filter(|_| entry.expired || entry.kind == Kind::File);
        self.section(Of::Entry(entry.row), (1, 1), Some(title), said.unwrap_or_default().lines());
    }

    fn section<'l>(&mut self, of: Of, lines: (u64, u64), title: Option<String>, body: impl Iterator<Item = &'l str>) {
        self.section += 1;
        self.lines_seen.clear();
        let mut stems = Stems { body: String::new(), codes: Vec::new(), builder: self };
        if let Some(title) = &title {
            stems.line(title);
        }
        let title_stems = std::mem::take(&mut stems.body);
        for line in body {
            let start = stems.body.len();
            stems.line(line);
            let builder = &mut stems.builder;
            builder.batch_bytes += line.len() + 1;
            let mut hash = Fnv::default();
            hash.write(&stems.body.as_bytes()[start..]);
            // The same words again, as in a log where only numbers differ, find nothing new.
            if !builder.lines_seen.insert(hash.finish()) {
                stems.body.truncate(start);
            }
        }
        let (body_stems, mut codes) = (std::mem::take(&mut stems.body), std::mem::take(&mut stems.codes));
        codes.sort_unstable();
        codes.dedup();
        let codes = codes.iter().map(|&code| code_word(code)).collect::<Vec<_>>().join(" ");
        self.batch.sections.push(NewSection { of, lines, title, title_stems, body_stems, codes });
    }

    fn flush(&mut self, store: &mut Store) -> Result<()> {
        if self.batch.sections.is_empty() && self.batch.entries.is_empty() && self.batch.blobs.is_empty() {
            return Ok(());
        }
        for (word, known) in &mut self.known {
            if known.sections > 0 {
                let count =
                    WordCount { stem: known.stem.to_string(), natural: known.natural, sections: known.sections };
                self.batch.words.insert(word.to_string(), count);
                known.sections = 0;
            }
        }
        if self.known.len() > KNOWN {
            self.known.clear();
        }
        store.write_index(&self.batch)?;
        store.checkpoint(LOG);
        self.batch = IndexBatch::default();
        self.batch_blobs.clear();
        self.batch_bytes = 0;
        Ok(())
    }
}

/// Documents, notes and what was said are found by what is in them: their name is the beginning of it.
fn is_its_own_name(entry: &Entry) -> bool {
    match entry.kind {
        Kind::Doc | Kind::Note => true,
        Kind::Import => !entry.expired && matches!(entry.role.as_deref(), Some("prompt" | "reply" | "summary")),
        _ => false,
    }
}

/// How a bucket is written in the index.
pub fn code_word(bucket: u32) -> String {
    format!("{bucket:05x}")
}

/// The form under which a word is indexed.
pub fn stem(stemmer: &Stemmer, word: &str) -> String {
    if word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        stemmer.stem(word).into_owned()
    } else {
        word.to_owned()
    }
}

/// Collects the terms of one section.
struct Stems<'b, 'm> {
    body: String,
    codes: Vec<u32>,
    builder: &'b mut Builder<'m>,
}

impl Stems<'_, '_> {
    fn line(&mut self, line: &str) {
        let mut terms = std::mem::take(&mut self.builder.terms);
        terms.each(line, self);
        self.builder.terms = terms;
    }
}

impl Sink for Stems<'_, '_> {
    fn word(&mut self, word: &str, natural: bool) {
        let section = self.builder.section;
        if let Some(known) = self.builder.known.get_mut(word) {
            self.body.push_str(&known.stem);
            if known.section != section {
                (known.section, known.sections) = (section, known.sections + 1);
            }
            known.natural |= natural;
        } else {
            let stem = stem(&self.builder.stemmer, word);
            self.body.push_str(&stem);
            let known = Known { stem: stem.into(), natural, section, sections: 1 };
            self.builder.known.insert(word.into(), known);
        }
        self.body.push(' ');
    }

    fn code(&mut self, bucket: u32) {
        self.codes.push(bucket);
    }
}

/// A very long line in pieces, cut at a space where there is one.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = PIECE.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        if end < rest.len() {
            end = rest[..end].rfind([' ', ',', ';', '>']).map_or(end, |at| at + 1);
        }
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// A quick hash for short keys of our own; nothing here comes from an enemy who could gain by collisions.
#[derive(Clone)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.mix(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        // The length keeps a run of zeros apart from none.
        let rest = words.remainder();
        if !rest.is_empty() {
            self.mix(rest.iter().fold(rest.len() as u64, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    /// What ends a text is the same for all of them.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
