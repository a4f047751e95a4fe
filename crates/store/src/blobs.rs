//! Raw bytes on their way in: zstd chunks with a line index, written while they arrive, shared by entries with the
//! same bytes.

use rusqlite::Connection;

use super::Store;
use super::pack::{
    ByteTotals, CompressedChunk, Compressor, StoredBlob, chunk_id_range, delete_chunks, find_equal_blob, insert_chunk,
    last_chunk_sequence,
};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, columns};

/// A chunk flushed by the clock is rewritten by the next flush until it has this size,
/// so that a server printing a line a second does not leave a million rows.
const SETTLED: usize = 64 << 10;

/// Takes the bytes of one entry as they come.
#[derive(Default)]
pub struct BlobWriter {
    entry: i64,
    blob: Option<i64>,
    sequence: i64,
    /// Raw bytes of the newest chunk while it is still small.
    unsettled: Vec<u8>,
    /// Totals of the settled chunks.
    settled: ByteTotals,
    hasher: blake3::Hasher,
    compressor: Compressor,
}

impl BlobWriter {
    pub fn new(entry: i64) -> BlobWriter {
        BlobWriter { entry, ..BlobWriter::default() }
    }

    /// Stores and commits `bytes`.
    pub fn append(&mut self, store: &mut Store, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let chunk = self.compress_newest_chunk_with(bytes);
        let (entry, blob, sequence, settled) = (self.entry, self.blob, self.sequence, self.settled);
        self.blob = store.write_transaction(|db| {
            let blob = match blob {
                Some(blob) => blob,
                None => {
                    db.execute("INSERT INTO blob DEFAULT VALUES", [])?;
                    let blob = db.last_insert_rowid();
                    db.execute("UPDATE entry SET blob_id = ?2 WHERE id = ?1", (entry, blob))?;
                    blob
                }
            };
            insert_chunk(db, blob, sequence, &settled, &chunk)?;
            Ok(Some(blob))
        })?;
        if chunk.raw_len >= SETTLED {
            self.unsettled = Vec::new();
            self.sequence += 1;
            self.settled.raw_len += chunk.raw_len as u64;
            self.settled.stored_len += chunk.data.len() as u64;
            self.settled.newlines += chunk.newlines;
        }
        Ok(())
    }

    /// The chunk that is still small, with more bytes.
    fn compress_newest_chunk_with(&mut self, bytes: &[u8]) -> CompressedChunk {
        self.hasher.update(bytes);
        if self.unsettled.is_empty() && bytes.len() >= SETTLED {
            return self.compressor.compress(bytes);
        }
        self.unsettled.extend_from_slice(bytes);
        self.compressor.compress(&self.unsettled)
    }

    /// blake3 of all bytes so far and `last`.
    pub fn hash_with_last_bytes(&self, last: &[u8]) -> [u8; 32] {
        *self.hasher.clone().update(last).finalize().as_bytes()
    }

    /// Compresses what is left, outside of any transaction; `BlobReadyToFinish::write_or_reuse_equal` then ends the blob inside one.
    pub(super) fn compress_last_bytes(mut self, last: &[u8]) -> BlobReadyToFinish {
        let chunk = (!last.is_empty()).then(|| self.compress_newest_chunk_with(last));
        BlobReadyToFinish { writer: self, chunk }
    }
}

pub(super) struct BlobReadyToFinish {
    writer: BlobWriter,
    chunk: Option<CompressedChunk>,
}

impl BlobReadyToFinish {
    pub(super) fn write_or_reuse_equal(&self, db: &Connection) -> rusqlite::Result<StoredBlob> {
        let writer = &self.writer;
        let mut totals = writer.settled;
        let mut ends_open = false;
        if let Some(chunk) = &self.chunk {
            totals.raw_len += chunk.raw_len as u64;
            totals.stored_len += chunk.data.len() as u64;
            totals.newlines += chunk.newlines;
            ends_open = chunk.ends_open;
        } else if let Some(blob) = writer.blob {
            let last = super::chunks::read_chunk(db, &mut Default::default(), blob, last_chunk_sequence(db, blob)?)?;
            if let Some(last) = last {
                ends_open = last.bytes.last().is_some_and(|&byte| byte != b'\n');
                totals.raw_len = last.raw_start + last.bytes.len() as u64;
                totals.newlines = last.newlines_before + last.newlines;
            }
        }
        if totals.raw_len == 0 {
            return Ok(StoredBlob::default());
        }
        let lines = totals.newlines + u64::from(ends_open);
        let stored = |blob| StoredBlob { blob: Some(blob), raw_len: totals.raw_len, lines };
        let hash = writer.hasher.finalize();
        if let Some(twin) = find_equal_blob(db, &hash)? {
            if let Some(own) = writer.blob {
                db.execute("UPDATE entry SET blob_id = ?2 WHERE id = ?1", (writer.entry, twin))?;
                delete_chunks(db, own, i64::MAX)?;
                super::index::drop_blob_from_index(db, own)?;
                db.execute("DELETE FROM blob WHERE id = ?1", [own])?;
            }
            return Ok(stored(twin));
        }
        let blob = match writer.blob {
            Some(blob) => blob,
            None => {
                db.execute("INSERT INTO blob DEFAULT VALUES", [])?;
                db.last_insert_rowid()
            }
        };
        if let Some(chunk) = &self.chunk {
            insert_chunk(db, blob, writer.sequence, &writer.settled, chunk)?;
        }
        if self.chunk.is_none() || writer.blob.is_some() {
            let sum = "SELECT coalesce(sum(length(data)), 0) FROM chunk WHERE id BETWEEN ?1 AND ?2";
            totals.stored_len = db.row(sum, chunk_id_range(blob))?;
        }
        db.update(
            "blob",
            blob,
            columns![
                hash: hash.as_bytes(), raw_len: totals.raw_len, stored_len: totals.stored_len,
                newlines: totals.newlines, ends_open: ends_open,
            ],
        )?;
        Ok(stored(blob))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlobReader, EntryOutcome, NewEntry};
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        (dir, store)
    }

    fn stored(store: &mut Store, parts: &[&[u8]]) -> StoredBlob {
        let entry = store.begin_entry(&NewEntry::default()).unwrap();
        let mut writer = BlobWriter::new(entry.0);
        let (last, flushed) = parts.split_last().unwrap();
        for part in flushed {
            writer.append(store, part).unwrap();
        }
        store.finish_entry(entry.0, writer, last, &EntryOutcome::default()).unwrap()
    }

    fn read_all(store: &Store, blob: i64) -> Vec<u8> {
        let mut reader = BlobReader::new(store, blob);
        let mut bytes = Vec::new();
        while let Some(chunk) = reader.next_chunk().unwrap() {
            assert_eq!(chunk.raw_start, bytes.len() as u64);
            assert_eq!(chunk.newlines_before, memchr::memchr_iter(b'\n', &bytes).count() as u64);
            bytes.extend_from_slice(&chunk.bytes);
        }
        bytes
    }

    #[test]
    fn bytes_come_back_however_they_were_cut() {
        let (_dir, mut store) = store();
        let big: Vec<u8> = (0..300_000u32).flat_map(|n| format!("line {n}\n").into_bytes()).collect();
        let cuts: &[&[&[u8]]] = &[
            &[b"one\ntwo"],
            &[b"one\n", b"two\n", b""],
            &[b"a", b"b", b"c", b"\n"],
            &[&big[..70_000], &big[70_000..70_001], &big[70_001..1_500_000], b""],
            &[&big[..1_000_000], &big[1_000_000..2_000_000], &big[2_000_000..2_000_010]],
        ];
        for parts in cuts {
            let whole = parts.concat();
            let stored = stored(&mut store, parts);
            assert_eq!(stored.raw_len, whole.len() as u64);
            assert_eq!(read_all(&store, stored.blob.unwrap()), whole);
        }
    }

    #[test]
    fn equal_bytes_are_kept_once() {
        let (_dir, mut store) = store();
        let first = stored(&mut store, &[b"same ", b"bytes\n"]);
        let second = stored(&mut store, &[b"same bytes\n"]);
        let third = stored(&mut store, &[b"sam", b"e byte", b"s\n"]);
        assert_eq!((first.blob, second.blob), (third.blob, first.blob));
        let (blobs, chunks): (i64, i64) = store
            .db
            .query_row("SELECT (SELECT count(*) FROM blob), (SELECT count(*) FROM chunk)", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .unwrap();
        assert_eq!((blobs, chunks), (1, 1));
    }

    #[test]
    fn a_line_is_found_without_the_rest() {
        let (_dir, mut store) = store();
        let big: Vec<u8> = (1..=500_000u32).flat_map(|n| format!("{n}\n").into_bytes()).collect();
        let parts: Vec<&[u8]> = big.chunks(100_000).collect();
        let stored = stored(&mut store, &parts);
        assert_eq!(stored.lines, 500_000);
        for line in [1u64, 2, 17_000, 250_000, 499_999, 500_000] {
            let mut reader = BlobReader::new(&store, stored.blob.unwrap());
            reader.seek_chunk_of_line(line).unwrap();
            let chunk = reader.next_chunk().unwrap().unwrap();
            let skip = (line - 1 - chunk.newlines_before) as usize;
            let mut bytes = chunk.bytes.to_vec();
            bytes.extend_from_slice(&reader.next_chunk().unwrap().map(|chunk| chunk.bytes).unwrap_or_default());
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(text.split('\n').nth(skip), Some(line.to_string().as_str()));
        }
    }
}
