//! Every stored byte read once and held against its hash.

use super::{BlobPiece, BlobReader, DamagedRange, Store};
use crate::error::Result;
use crate::sql::ReadQueries;

/// The result of checking every blob.
#[derive(Debug, Default)]
pub struct VerifyResult {
    pub blobs: u64,
    pub bytes: u64,
    pub damaged: Vec<DamagedBlob>,
}

/// One damaged blob.
#[derive(Debug)]
pub struct DamagedBlob {
    /// Ids of the entries that share it.
    pub entries: Vec<String>,
    /// Empty if the bytes can be read but differ from what was stored.
    pub lost: Vec<DamagedRange>,
}

impl Store {
    /// blake3 of a blob that is finished.
    pub fn blob_hash(&self, blob: i64) -> Result<Option<[u8; 32]>> {
        self.row("SELECT hash FROM blob WHERE id = ?1", [blob])
    }

    pub fn verify_blobs(&self) -> Result<VerifyResult> {
        let blobs: Vec<i64> = self.rows("SELECT id FROM blob WHERE hash IS NOT NULL ORDER BY id", [])?;
        let mut verified = VerifyResult::default();
        for blob in blobs {
            let mut hasher = blake3::Hasher::new();
            let mut lost = Vec::new();
            let mut reader = BlobReader::new(self, blob);
            while let Some(piece) = reader.next_piece()? {
                match piece {
                    BlobPiece::Bytes { bytes, .. } => {
                        verified.bytes += bytes.len() as u64;
                        hasher.update(&bytes);
                    }
                    BlobPiece::Lost(range) => lost.push(range),
                }
            }
            verified.blobs += 1;
            let same = self.blob_hash(blob)?.is_none_or(|hash| hash == *hasher.finalize().as_bytes());
            if !same || !lost.is_empty() {
                let entries = self.rows("SELECT ref FROM entry WHERE blob_id = ?1 ORDER BY id", [blob])?;
                verified.damaged.push(DamagedBlob { entries, lost });
            }
        }
        Ok(verified)
    }
}
