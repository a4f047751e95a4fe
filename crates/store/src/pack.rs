//! Bytes as they are kept: zstd chunks with a line index, shared by all that have the same bytes.

use crate::sql::{ReadQueries, WriteQueries};
use rusqlite::{Connection, params};

use super::chunks::LARGEST_FRAME;
use ctx_text::count_newlines;

/// Chunks of one blob; with a mebibyte each that is room for 16 TiB.
pub(super) const SEQUENCE_BITS: u32 = 24;
/// Bytes that are all there at once are cut into chunks of this size.
const WHOLE_CHUNK: usize = 1 << 20;
/// Fast enough to keep up with a pipe; the level above costs twice the time for a tenth of the size.
const LEVEL: i32 = 1;
/// Larger values have codec 2: frames of this many bytes after a table, each of which can be read without the others.
const FRAME: usize = 32 << 10;
/// Documents come once and stay: they are worth more time, and larger frames, which gain more than the levels above do.
const DOCUMENT_LEVEL: i32 = 6;
const DOCUMENT_FRAME: usize = LARGEST_FRAME;

/// A page of the store, and the bytes of it that rows can use.
const PAGE_SIZE: usize = 4096;
const PAGE: usize = PAGE_SIZE - 8;
/// The numbers of a chunk beside its bytes, and what a page needs for a row, about.
const ROW: usize = 15;
const CELL: usize = 11;

#[derive(Clone, Copy, Default)]
pub(super) struct ByteTotals {
    pub raw_len: u64,
    pub stored_len: u64,
    pub newlines: u64,
}

pub(super) struct CompressedChunk {
    pub raw_len: usize,
    pub newlines: u64,
    codec: i64,
    pub data: Vec<u8>,
    pub ends_open: bool,
}

/// The stored bytes of an entry, with their size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredBlob {
    pub blob: Option<i64>,
    pub raw_len: u64,
    pub lines: u64,
}

/// Makes chunks; the zstd context is made once, with the first of them.
pub(super) struct Compressor {
    level: i32,
    frame: usize,
    made: Option<zstd::bulk::Compressor<'static>>,
}

impl Default for Compressor {
    fn default() -> Compressor {
        Compressor { level: LEVEL, frame: FRAME, made: None }
    }
}

impl Compressor {
    /// Stores bytes that are all there, inside a transaction; and how many stored bytes were added for them.
    pub(super) fn store_bytes(&mut self, db: &Connection, bytes: &[u8]) -> rusqlite::Result<(StoredBlob, u64)> {
        if bytes.is_empty() {
            return Ok((StoredBlob::default(), 0));
        }
        let hash = blake3::hash(bytes);
        match find_equal_blob(db, &hash)? {
            Some(twin) => Ok((measure_stored_blob(twin, bytes), 0)),
            None => pack_document(self, hash, bytes).store_packed(db),
        }
    }

    pub(super) fn compress(&mut self, raw: &[u8]) -> CompressedChunk {
        let (codec, data) =
            if raw.len() > FRAME { (2, self.compress_frames(raw)) } else { (1, self.compress_frame(raw)) };
        // A frame carries the checksum of its bytes, so it is kept even where it is not smaller; only bytes that
        // cannot be compressed at all are kept as they are.
        let (codec, data) = data.map_or_else(|| (0, raw.to_vec()), |data| (codec, data));
        CompressedChunk {
            raw_len: raw.len(),
            newlines: count_newlines(raw),
            codec,
            data,
            ends_open: raw.last().is_some_and(|&last| last != b'\n'),
        }
    }

    fn compress_frame(&mut self, raw: &[u8]) -> Option<Vec<u8>> {
        match &mut self.made {
            Some(made) => made.compress(raw),
            None => new_zstd_compressor(self.level).and_then(|made| self.made.insert(made).compress(raw)),
        }
        .ok()
    }

    /// Several frames after a table of their sizes, so that a few lines need one of them and not all.
    fn compress_frames(&mut self, raw: &[u8]) -> Option<Vec<u8>> {
        let parts: Vec<&[u8]> = raw.chunks(self.frame).collect();
        let mut table = (parts.len() as u32).to_le_bytes().to_vec();
        let mut data = Vec::new();
        for part in parts {
            let frame = self.compress_frame(part)?;
            for number in [frame.len(), part.len(), count_newlines(part) as usize] {
                table.extend((number as u32).to_le_bytes());
            }
            data.extend(frame);
        }
        table.extend(data);
        Some(table)
    }
}

/// Packs documents, outside of any transaction: they come once and stay, so it takes more time over them.
pub struct DocumentPacker(Compressor);

impl Default for DocumentPacker {
    fn default() -> DocumentPacker {
        DocumentPacker(Compressor { level: DOCUMENT_LEVEL, frame: DOCUMENT_FRAME, made: None })
    }
}

impl DocumentPacker {
    pub fn pack(&mut self, bytes: &[u8]) -> PackedDocument {
        pack_document(&mut self.0, blake3::hash(bytes), bytes)
    }
}

/// Bytes on their way into the store.
pub struct PackedDocument {
    hash: blake3::Hash,
    whole: StoredBlob,
    ends_open: bool,
    newlines: u64,
    chunks: Vec<CompressedChunk>,
}

/// Every frame ends with a checksum: a byte that changes on the disk is noticed when it is read.
fn new_zstd_compressor(level: i32) -> std::io::Result<zstd::bulk::Compressor<'static>> {
    let mut compressor = zstd::bulk::Compressor::new(level)?;
    compressor.include_checksum(true)?;
    Ok(compressor)
}

fn pack_document(compressor: &mut Compressor, hash: blake3::Hash, bytes: &[u8]) -> PackedDocument {
    let chunks = bytes.chunks(WHOLE_CHUNK).map(|part| compressor.compress(part)).collect();
    let ends_open = bytes.last().is_some_and(|&last| last != b'\n');
    PackedDocument { hash, whole: measure_stored_blob(0, bytes), ends_open, newlines: count_newlines(bytes), chunks }
}

/// An order in which rows of these sizes leave little of the pages empty. Rows are stored in the order of their
/// numbers, and one that does not fit into the rest of a page begins the next.
pub(super) fn order_to_fill_pages(rooms: &[usize]) -> Vec<usize> {
    let mut largest_first: Vec<usize> = (0..rooms.len()).collect();
    largest_first.sort_by_key(|&at| std::cmp::Reverse(rooms[at]));
    let mut pages: Vec<(usize, Vec<usize>)> = Vec::new();
    for at in largest_first {
        let fitting = pages.iter_mut().filter(|(left, _)| *left >= rooms[at]).min_by_key(|(left, _)| *left);
        match fitting {
            Some((left, rows)) => {
                *left -= rooms[at];
                rows.push(at);
            }
            None => pages.push((PAGE.saturating_sub(rooms[at]), vec![at])),
        }
    }
    // The page with most room left comes last: more rows may follow it.
    pages.sort_by_key(|(left, _)| *left);
    pages.into_iter().flat_map(|(_, rows)| rows).collect()
}

impl PackedDocument {
    /// Bytes that its last row takes of a page; SQLite puts the rest on overflow pages, and fills those.
    pub(super) fn last_page_bytes(&self) -> usize {
        let Some(chunk) = self.chunks.last() else { return 0 };
        let payload = chunk.data.len() + ROW;
        let shortest = (PAGE_SIZE - 12) * 32 / 255 - 23;
        let longest = PAGE_SIZE - 35;
        if payload <= longest {
            return payload + CELL;
        }
        let filling = shortest + (payload - shortest) % (PAGE_SIZE - 4);
        CELL + 4 + if filling <= longest { filling } else { shortest }
    }

    pub(super) fn hash(&self) -> &[u8; 32] {
        self.hash.as_bytes()
    }

    /// Stores it inside a transaction; and how many stored bytes were added for it.
    pub(super) fn store_packed(&self, db: &Connection) -> rusqlite::Result<(StoredBlob, u64)> {
        if self.chunks.is_empty() {
            return Ok((StoredBlob::default(), 0));
        }
        if let Some(twin) = find_equal_blob(db, &self.hash)? {
            return Ok((StoredBlob { blob: Some(twin), ..self.whole }, 0));
        }
        let stored_len: u64 = self.chunks.iter().map(|chunk| chunk.data.len() as u64).sum();
        db.run(
            "INSERT INTO blob (hash, raw_len, stored_len, newlines, ends_open) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![self.hash.as_bytes(), self.whole.raw_len, stored_len, self.newlines, self.ends_open],
        )?;
        let blob = db.last_insert_rowid();
        let mut before = ByteTotals::default();
        for (sequence, chunk) in self.chunks.iter().enumerate() {
            insert_chunk(db, blob, sequence as i64, &before, chunk)?;
            before.raw_len += chunk.raw_len as u64;
            before.newlines += chunk.newlines;
        }
        Ok((StoredBlob { blob: Some(blob), ..self.whole }, stored_len))
    }
}

/// The blob with the same bytes, if there is one.
pub(super) fn find_equal_blob(db: &Connection, hash: &blake3::Hash) -> rusqlite::Result<Option<i64>> {
    db.first("SELECT id FROM blob WHERE hash = ?1", [hash.as_bytes()])
}

fn measure_stored_blob(blob: i64, bytes: &[u8]) -> StoredBlob {
    let open = u64::from(bytes.last().is_some_and(|&last| last != b'\n'));
    StoredBlob { blob: Some(blob), raw_len: bytes.len() as u64, lines: count_newlines(bytes) + open }
}

pub(super) fn chunk_id_range(blob: i64) -> (i64, i64) {
    (blob << SEQUENCE_BITS, (blob << SEQUENCE_BITS) | ((1 << SEQUENCE_BITS) - 1))
}

pub(super) fn insert_chunk(
    db: &Connection,
    blob: i64,
    sequence: i64,
    before: &ByteTotals,
    chunk: &CompressedChunk,
) -> rusqlite::Result<()> {
    let id = (blob << SEQUENCE_BITS) | sequence;
    let CompressedChunk { raw_len, newlines, codec, data, .. } = chunk;
    db.run(
        "INSERT OR REPLACE INTO chunk VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![id, before.raw_len, raw_len, before.newlines, newlines, codec, data],
    )
    .map(drop)
}

/// Deletes up to `limit` chunks of a blob from its end; returns how many.
pub(super) fn delete_chunks(db: &Connection, blob: i64, limit: i64) -> rusqlite::Result<usize> {
    let (first, last) = chunk_id_range(blob);
    db.execute(
        "DELETE FROM chunk WHERE id IN (SELECT id FROM chunk WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT ?3)",
        (first, last, limit),
    )
}

pub(super) fn last_chunk_sequence(db: &Connection, blob: i64) -> rusqlite::Result<i64> {
    let (first, last) = chunk_id_range(blob);
    let id: Option<i64> = db.row("SELECT max(id) FROM chunk WHERE id BETWEEN ?1 AND ?2", (first, last))?;
    Ok(id.map_or(0, |id| id - first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pages that rows take in this order.
    fn pages(rooms: impl Iterator<Item = usize>) -> usize {
        let (mut pages, mut left) = (0, 0);
        for room in rooms {
            if room > left {
                (pages, left) = (pages + 1, PAGE);
            }
            left -= room.min(left);
        }
        pages
    }

    #[test]
    fn rows_fill_their_pages() {
        let rooms: Vec<usize> = (0..300).map(|at| 500 + at * 7919 % 3500).collect();
        let least = rooms.iter().sum::<usize>() / PAGE + 1;
        let as_they_come = pages(rooms.iter().copied());
        let ordered = pages(order_to_fill_pages(&rooms).into_iter().map(|at| rooms[at]));
        assert!(as_they_come > least * 5 / 4 && ordered < least * 23 / 20, "{as_they_come} {ordered} {least}");
    }

    #[test]
    fn the_room_of_a_row_is_what_sqlite_gives_it() {
        let db = Connection::open_in_memory().unwrap();
        db.execute_batch(include_str!("migrations/0001_core.sql")).unwrap();
        let mut random = vec![0; 60_000];
        blake3::Hasher::new().finalize_xof().fill(&mut random);
        for size in [1, 700, 2_000, 4_010, 4_070, 4_300, 5_000, 8_100, 30_000, 60_000] {
            let packed = DocumentPacker::default().pack(&random[..size]);
            packed.store_packed(&db).unwrap();
            let (used, on_leaf): (i64, i64) = db
                .query_row(
                    "SELECT sum(pgsize - unused), max(ncell) FROM dbstat WHERE name = 'chunk' AND pagetype = 'leaf'",
                    [],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )
                .unwrap();
            assert_eq!(on_leaf, 1);
            let real = used as usize - 8;
            assert!(
                packed.last_page_bytes().abs_diff(real) < 12,
                "{size} bytes: {} of {real}",
                packed.last_page_bytes()
            );
            db.execute_batch("DELETE FROM chunk; DELETE FROM blob;").unwrap();
        }
    }

    proptest! {
        #[test]
        fn every_row_is_put_once(rooms in proptest::collection::vec(0usize..6000, 0..200)) {
            let mut order = order_to_fill_pages(&rooms);
            prop_assert!(pages(order.iter().map(|&at| rooms[at])) <= pages(rooms.iter().copied()) + 1);
            order.sort_unstable();
            prop_assert_eq!(order, (0..rooms.len()).collect::<Vec<_>>());
        }
    }
}
