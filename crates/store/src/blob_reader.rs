//! Reads a blob's chunks in order, from any line or from the end, and tells what of it is damaged.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use rusqlite::Connection;

use super::Store;
use super::chunks::{
    ChunkUnpacker, DecompressedChunk, append_chunk_bytes, is_damage, read_chunk, read_frames_with_lines,
    undamaged_frames,
};
use super::pack::{StoredBlob, chunk_id_range, last_chunk_sequence};
use crate::error::{Context, Error, Result};
use crate::sql::ReadQueries;

/// A damaged stretch of a blob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedRange {
    pub bytes: std::ops::Range<u64>,
    /// First and last line that it touches.
    pub lines: (u64, u64),
}

impl fmt::Display for DamagedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.bytes.end.saturating_sub(1);
        write!(f, "bytes {}-{last} (lines {}-{})", self.bytes.start, self.lines.0, self.lines.1)
    }
}

/// A readable or a damaged stretch of a blob, in order.
pub enum BlobPiece {
    Bytes { raw_start: u64, bytes: Arc<Vec<u8>> },
    Lost(DamagedRange),
}

pub struct BlobReader<'s> {
    store: &'s Store,
    blob: i64,
    sequence: i64,
    /// Where the next chunk must begin, where that is known.
    at: Option<u64>,
    pieces: VecDeque<BlobPiece>,
}

impl<'s> BlobReader<'s> {
    pub fn new(store: &'s Store, blob: i64) -> BlobReader<'s> {
        BlobReader { store, blob, sequence: 0, at: Some(0), pieces: VecDeque::new() }
    }

    /// The next chunk; none at the end of what is stored so far.
    pub fn next_chunk(&mut self) -> Result<Option<DecompressedChunk>> {
        self.read_chunk_or_find_damage(read_chunk)?.map_err(damaged_range_error)
    }

    /// The same, its bytes appended to `bytes`; the returned chunk has none of its own.
    pub fn append_next_chunk(&mut self, bytes: &mut Vec<u8>) -> Result<Option<DecompressedChunk>> {
        self.read_chunk_or_find_damage(|db, unpacker, blob, sequence| {
            append_chunk_bytes(db, unpacker, blob, sequence, bytes)
        })?
        .map_err(damaged_range_error)
    }

    /// The next chunk, or as much of it as holds lines `first` to `last`; earlier lines may be left out.
    pub fn next_chunk_frames_with_lines(&mut self, first: u64, last: u64) -> Result<Option<DecompressedChunk>> {
        let read = |db: &_, unpacker: &mut _, blob, sequence| {
            read_frames_with_lines(db, unpacker, blob, sequence, first, last)
        };
        self.read_chunk_or_find_damage(read)?.map_err(damaged_range_error)
    }

    /// The next piece: if bytes are damaged it says which, and goes on after them.
    pub fn next_piece(&mut self) -> Result<Option<BlobPiece>> {
        if let Some(piece) = self.pieces.pop_front() {
            return Ok(Some(piece));
        }
        match self.read_chunk_or_find_damage(read_chunk)? {
            Ok(chunk) => Ok(chunk.map(|chunk| BlobPiece::Bytes { raw_start: chunk.raw_start, bytes: chunk.bytes })),
            Err(lost) => {
                self.salvage_frames(lost)?;
                Ok(self.pieces.pop_front())
            }
        }
    }

    fn read_chunk_or_find_damage(
        &mut self,
        read: impl FnOnce(&Connection, &mut ChunkUnpacker, i64, i64) -> rusqlite::Result<Option<DecompressedChunk>>,
    ) -> Result<std::result::Result<Option<DecompressedChunk>, DamagedRange>> {
        let doing = || format!("store {}", self.store.path.display());
        let read = read(&self.store.db, &mut self.store.unpacker.borrow_mut(), self.blob, self.sequence);
        let there = match read {
            Ok(Some(chunk)) if self.at.is_none_or(|at| at == chunk.extent.start) => {
                self.at = Some(chunk.extent.end);
                self.sequence += 1;
                return Ok(Ok(Some(chunk)));
            }
            Ok(there) => there.is_some(),
            Err(error) if is_damage(&error) => true,
            Err(error) => return Err(error).context(doing()),
        };
        let lost = self.find_damaged_range().context(doing())?;
        Ok(if there || lost.bytes.start < lost.bytes.end { Err(lost) } else { Ok(None) })
    }

    /// The gap between the chunk before this one and the next that is there.
    fn find_damaged_range(&self) -> rusqlite::Result<DamagedRange> {
        let (first, last) = chunk_id_range(self.blob);
        let here = first + self.sequence;
        let db = &self.store.db;
        // Every blob that is read to its end asks all of this: a scan of the store would else parse it thousands of times.
        let before: (u64, u64) = db
            .first(
                "SELECT raw_start + raw_len, newlines_before + newlines FROM chunk WHERE id >= ?1 AND id < ?2 \
                 ORDER BY id DESC LIMIT 1",
                (first, here),
            )?
            .unwrap_or_default();
        // Bytes that were read already are not lost again.
        let before = (before.0.max(self.at.unwrap_or(0)), before.1);
        let mut end: Option<(u64, u64)> = db.first(
            "SELECT raw_start, newlines_before + 1 FROM chunk WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT 1",
            (here, last),
        )?;
        if end.is_none() {
            let whole = "SELECT raw_len, newlines + ends_open FROM blob WHERE id = ?1 AND hash IS NOT NULL";
            end = db.first(whole, [self.blob])?;
        }
        let (to, line) = end.unwrap_or((before.0, before.1 + 1));
        Ok(DamagedRange { bytes: before.0..to.max(before.0), lines: (before.1 + 1, line.max(before.1 + 1)) })
    }

    /// Takes the whole frames of a damaged chunk, and moves on to the next one.
    fn salvage_frames(&mut self, lost: DamagedRange) -> Result<()> {
        let (first, last) = chunk_id_range(self.blob);
        let here = first + self.sequence;
        let frames = undamaged_frames(&self.store.db, &mut self.store.unpacker.borrow_mut(), here);
        let (mut at, mut line) = (lost.bytes.start, lost.lines.0);
        for (start, bytes) in frames {
            let start = lost.bytes.start + start as u64;
            let end = start + bytes.len() as u64;
            if start < at || end > lost.bytes.end {
                break;
            }
            if start > at {
                // Line numbers inside the chunk are not known after a damaged frame.
                self.pieces.push_back(BlobPiece::Lost(DamagedRange { bytes: at..start, lines: (line, lost.lines.1) }));
            }
            line += ctx_text::count_newlines(&bytes);
            at = end;
            self.pieces.push_back(BlobPiece::Bytes { raw_start: start, bytes: Arc::new(bytes) });
        }
        if at < lost.bytes.end || self.pieces.is_empty() {
            self.pieces
                .push_back(BlobPiece::Lost(DamagedRange { bytes: at..lost.bytes.end, lines: (line, lost.lines.1) }));
        }
        let next: Option<i64> = self.store.row("SELECT min(id) FROM chunk WHERE id > ?1 AND id <= ?2", (here, last))?;
        self.sequence = next.map_or(self.sequence + 1, |id| id - first);
        self.at = Some(lost.bytes.end);
        Ok(())
    }

    /// Moves to the chunk in which line `line` (from 1) begins, without reading what lies before it.
    pub fn seek_chunk_of_line(&mut self, line: u64) -> Result<()> {
        let line_end = line.saturating_sub(1);
        let (first, last) = chunk_id_range(self.blob);
        // The chunk that holds the line end before the wanted line.
        let found: Option<(i64, u64)> = self.store.first(
            "SELECT id, newlines_before FROM chunk WHERE id BETWEEN ?1 AND ?2 \
             AND newlines_before + newlines >= ?3 ORDER BY id LIMIT 1",
            (first, last, line_end),
        )?;
        (self.sequence, self.at) = match found {
            // The chunk with that line end is gone: reading finds out what else is.
            Some((id, before)) if before > line_end => (id - first - 1, None),
            Some((id, _)) => (id - first, None),
            None => (self.chunk_count()?, None),
        };
        Ok(())
    }

    /// Moves to a chunk by its number, from 0.
    pub fn seek_chunk(&mut self, sequence: i64) {
        (self.sequence, self.at) = (sequence, None);
    }

    pub fn chunk_count(&self) -> Result<i64> {
        let (first, last) = chunk_id_range(self.blob);
        let newest = "SELECT max(id) FROM chunk WHERE id BETWEEN ?1 AND ?2";
        Ok(self.store.row::<Option<i64>>(newest, (first, last))?.map_or(0, |id| id - first + 1))
    }

    /// True when the chunk ends with a line end.
    pub fn chunk_ends_with_newline(&self, sequence: i64) -> Result<bool> {
        let chunk = self.store.with_unpacker(|db, unpacker| read_chunk(db, unpacker, self.blob, sequence))?;
        Ok(chunk.is_none_or(|chunk| chunk.bytes.last() == Some(&b'\n')))
    }

    /// Raw length and number of lines, of a blob that is still growing too.
    pub fn length_and_line_count(&self) -> Result<StoredBlob> {
        self.store.with_unpacker(|db, unpacker| {
            let last = read_chunk(db, unpacker, self.blob, last_chunk_sequence(db, self.blob)?)?;
            Ok(last.map_or(StoredBlob::default(), |chunk| {
                let open = chunk.bytes.last().is_some_and(|&byte| byte != b'\n');
                StoredBlob {
                    blob: Some(self.blob),
                    raw_len: chunk.raw_start + chunk.bytes.len() as u64,
                    lines: chunk.newlines_before + chunk.newlines + u64::from(open),
                }
            }))
        })
    }

    /// Moves to where raw byte `offset` stands.
    pub fn seek_chunk_of_byte(&mut self, offset: u64) -> Result<()> {
        let (first, last) = chunk_id_range(self.blob);
        let found: Option<i64> = self.store.first(
            "SELECT id FROM chunk WHERE id BETWEEN ?1 AND ?2 AND raw_start <= ?3 ORDER BY id DESC LIMIT 1",
            (first, last, offset),
        )?;
        (self.sequence, self.at) = (found.map_or(0, |id| id - first), None);
        Ok(())
    }
}

fn damaged_range_error(lost: DamagedRange) -> Error {
    Error::Damaged { lost: lost.to_string() }
}
