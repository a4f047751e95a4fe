//! Raw bytes on their way out: whole chunks in order, or the few frames that hold the wanted lines.

use crate::sql::ReadQueries;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use rusqlite::blob::Blob;
use rusqlite::{Connection, MAIN_DB};
use zstd::bulk::Decompressor;

use super::pack::SEQUENCE_BITS;
use ctx_text::count_newlines;

/// No frame is larger, whoever wrote it.
pub(super) const LARGEST_FRAME: usize = 128 << 10;
/// No chunk is larger.
const LARGEST_CHUNK: usize = 16 << 20;
/// No chunk has more frames.
const MOST_FRAMES: usize = 64;
/// Frames that are kept while one question is answered: lines that were ranked are shown soon after.
const KEPT: usize = 64;

/// Decompressed bytes: a chunk, or as many whole frames of one as were asked for.
pub struct DecompressedChunk {
    /// The raw bytes that the whole chunk holds.
    pub(super) extent: Range<u64>,
    pub raw_start: u64,
    pub newlines_before: u64,
    pub newlines: u64,
    pub bytes: Arc<Vec<u8>>,
}

/// The frames of one chunk.
struct FrameTable {
    raw_start: u64,
    newlines_before: u64,
    frames: Vec<Frame>,
}

#[derive(Clone, Copy)]
struct Frame {
    /// Where it stands in the chunk's value.
    at: usize,
    len: usize,
    raw: usize,
    newlines: u64,
}

/// Buffers and caches that are used for every read.
#[derive(Default)]
pub(super) struct ChunkUnpacker {
    decompressor: Option<Decompressor<'static>>,
    packed: Vec<u8>,
    /// Nothing can change while it is read: unpacked bytes stay valid.
    steady: bool,
    tables: HashMap<i64, Arc<FrameTable>>,
    kept: VecDeque<(i64, usize, Arc<Vec<u8>>)>,
}

impl ChunkUnpacker {
    pub(super) fn set_cache_enabled(&mut self, steady: bool) {
        self.steady = steady;
        self.tables.clear();
        self.kept.clear();
    }

    fn append_decompressed(&mut self, packed: &[u8], raw: usize, bytes: &mut Vec<u8>) -> rusqlite::Result<()> {
        let decompressor = match &mut self.decompressor {
            Some(decompressor) => decompressor,
            none => none.insert(Decompressor::new().map_err(sqlite_damage_error_from_io)?),
        };
        let start = bytes.len();
        bytes.reserve(raw);
        let mut end = std::io::Cursor::new(&mut *bytes);
        end.set_position(start as u64);
        decompressor.decompress_to_buffer(packed, &mut end).map_err(sqlite_damage_error_from_io)?;
        if bytes.len() - start == raw { Ok(()) } else { Err(sqlite_damage_error()) }
    }

    fn read_frame(
        &mut self,
        chunk: i64,
        index: usize,
        frame: Frame,
        blob: &Blob<'_>,
    ) -> rusqlite::Result<Arc<Vec<u8>>> {
        let mut packed = std::mem::take(&mut self.packed);
        packed.resize(frame.len, 0);
        blob.read_at_exact(&mut packed, frame.at)?;
        let mut bytes = Vec::new();
        self.append_decompressed(&packed, frame.raw, &mut bytes)?;
        if count_newlines(&bytes) != frame.newlines {
            return Err(sqlite_damage_error());
        }
        let bytes = Arc::new(bytes);
        self.packed = packed;
        if self.steady {
            if self.kept.len() == KEPT {
                self.kept.pop_front();
            }
            self.kept.push_back((chunk, index, bytes.clone()));
        }
        Ok(bytes)
    }

    fn cached_frame(&self, chunk: i64, index: usize) -> Option<Arc<Vec<u8>>> {
        self.kept.iter().find(|kept| (kept.0, kept.1) == (chunk, index)).map(|kept| kept.2.clone())
    }
}

/// The error for bytes that differ from what was stored.
pub(super) fn sqlite_damage_error_from_io(error: std::io::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(5, rusqlite::types::Type::Blob, Box::new(error))
}

pub(super) fn sqlite_damage_error() -> rusqlite::Error {
    sqlite_damage_error_from_io(std::io::ErrorKind::InvalidData.into())
}

pub(super) fn read_chunk(
    db: &Connection,
    unpacker: &mut ChunkUnpacker,
    blob: i64,
    sequence: i64,
) -> rusqlite::Result<Option<DecompressedChunk>> {
    let mut bytes = Vec::new();
    let chunk = append_chunk_bytes(db, unpacker, blob, sequence, &mut bytes)?;
    Ok(chunk.map(|chunk| DecompressedChunk { bytes: Arc::new(bytes), ..chunk }))
}

/// Appends a chunk's bytes to `bytes`; the returned chunk has none of its own.
pub(super) fn append_chunk_bytes(
    db: &Connection,
    unpacker: &mut ChunkUnpacker,
    blob: i64,
    sequence: i64,
    bytes: &mut Vec<u8>,
) -> rusqlite::Result<Option<DecompressedChunk>> {
    let mut statement = db
        .prepare_cached("SELECT raw_start, raw_len, newlines_before, newlines, codec, data FROM chunk WHERE id = ?1")?;
    let mut rows = statement.query([(blob << SEQUENCE_BITS) | sequence])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let raw_len = row.get::<_, usize>(1).ok().filter(|&len| len <= LARGEST_CHUNK).ok_or_else(sqlite_damage_error)?;
    let data = row.get_ref(5)?.as_blob().map_err(|_| sqlite_damage_error())?;
    let before = bytes.len();
    match row.get::<_, i64>(4)? {
        0 => bytes.extend_from_slice(data),
        1 => unpacker.append_decompressed(data, raw_len, bytes)?,
        _ => {
            bytes.reserve(raw_len);
            for frame in parse_frame_table(data).ok_or_else(sqlite_damage_error)? {
                let packed = data.get(frame.at..frame.at + frame.len).ok_or_else(sqlite_damage_error)?;
                unpacker.append_decompressed(packed, frame.raw, bytes)?;
            }
        }
    }
    let raw_start: u64 = row.get(0)?;
    let chunk = DecompressedChunk {
        extent: raw_start..raw_start.saturating_add(raw_len as u64),
        raw_start,
        newlines_before: row.get(2)?,
        newlines: row.get(3)?,
        bytes: Arc::default(),
    };
    if bytes.len() - before != raw_len || count_newlines(&bytes[before..]) != chunk.newlines {
        return Err(sqlite_damage_error());
    }
    Ok(Some(chunk))
}

/// A chunk, or as many whole frames of it as hold lines `first` to `last`.
pub(super) fn read_frames_with_lines(
    db: &Connection,
    unpacker: &mut ChunkUnpacker,
    blob: i64,
    sequence: i64,
    first: u64,
    last: u64,
) -> rusqlite::Result<Option<DecompressedChunk>> {
    let id = (blob << SEQUENCE_BITS) | sequence;
    let mut open = None;
    let table = match unpacker.tables.get(&id) {
        Some(table) => table.clone(),
        None => {
            let head: Option<(u64, u64, i64)> =
                db.first("SELECT raw_start, newlines_before, codec FROM chunk WHERE id = ?1", [id])?;
            let Some((raw_start, newlines_before, codec)) = head else { return Ok(None) };
            if codec < 2 {
                return read_chunk(db, unpacker, blob, sequence);
            }
            let value = db.blob_open(MAIN_DB, c"chunk", c"data", id, true)?;
            let mut start = [0; 4 + 12 * MOST_FRAMES];
            let got = value.read_at(&mut start, 0)?;
            let frames = parse_frame_table(&start[..got]).ok_or_else(sqlite_damage_error)?;
            open = Some(value);
            let table = Arc::new(FrameTable { raw_start, newlines_before, frames });
            if unpacker.steady {
                unpacker.tables.insert(id, table.clone());
            }
            table
        }
    };
    let raw_len: u64 = table.frames.iter().map(|frame| frame.raw as u64).sum();
    let mut chunk = DecompressedChunk {
        extent: table.raw_start..table.raw_start.saturating_add(raw_len),
        raw_start: table.raw_start,
        newlines_before: table.newlines_before,
        newlines: 0,
        bytes: Arc::default(),
    };
    let (mut before, mut start) = (table.newlines_before, table.raw_start);
    for (index, frame) in table.frames.iter().enumerate() {
        // The line end before the first wanted line is in this frame or in a later one.
        let reaches = before + frame.newlines + 1 >= first;
        if reaches && before < last {
            let bytes = match (unpacker.cached_frame(id, index), &open) {
                (Some(bytes), _) => bytes,
                (None, Some(value)) => unpacker.read_frame(id, index, *frame, value)?,
                (None, None) => {
                    let value = open.insert(db.blob_open(MAIN_DB, c"chunk", c"data", id, true)?);
                    unpacker.read_frame(id, index, *frame, value)?
                }
            };
            if chunk.bytes.is_empty() {
                (chunk.newlines_before, chunk.raw_start, chunk.bytes) = (before, start, bytes);
            } else {
                Arc::make_mut(&mut chunk.bytes).extend_from_slice(&bytes);
            }
            chunk.newlines += frame.newlines;
        }
        before += frame.newlines;
        start += frame.raw as u64;
    }
    Ok(Some(chunk))
}

/// The table at the beginning of a chunk of frames.
fn parse_frame_table(data: &[u8]) -> Option<Vec<Frame>> {
    let number = |at: usize| Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?) as usize);
    let count = number(0).filter(|&count| count <= MOST_FRAMES)?;
    let mut at = 4 + 12 * count;
    let mut frames = Vec::with_capacity(count);
    for index in 0..count {
        let row = 4 + 12 * index;
        let (len, raw, newlines) = (number(row)?, number(row + 4)?, number(row + 8)? as u64);
        frames.push(Frame { at, len, raw: raw.min(LARGEST_FRAME), newlines });
        at += len;
    }
    Some(frames)
}

/// True when a value of the store is damaged, rather than unreachable for now.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::BlobSizeError => true,
        other => matches!(other.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase)),
    }
}

/// The frames of a damaged chunk that are whole, each with its place in the chunk; none where not even that is known.
pub(super) fn undamaged_frames(db: &Connection, unpacker: &mut ChunkUnpacker, id: i64) -> Vec<(usize, Vec<u8>)> {
    let read = db.row::<(i64, usize, Vec<u8>)>("SELECT codec, raw_len, data FROM chunk WHERE id = ?1", [id]);
    let Ok((2, raw_len, data)) = read else { return Vec::new() };
    let Some(frames) = parse_frame_table(&data) else { return Vec::new() };
    if frames.iter().map(|frame| frame.raw).sum::<usize>() != raw_len {
        return Vec::new();
    }
    let mut whole = Vec::new();
    let mut start = 0;
    for frame in frames {
        let mut bytes = Vec::new();
        let packed = data.get(frame.at..frame.at.saturating_add(frame.len));
        if packed.is_some_and(|packed| unpacker.append_decompressed(packed, frame.raw, &mut bytes).is_ok())
            && count_newlines(&bytes) == frame.newlines
        {
            whole.push((start, bytes));
        }
        start += frame.raw;
    }
    whole
}
