//! Values of secret variables, remembered after the variable is gone: not the values, but keyed hashes of them and of their
//! first bytes, so that they are found in a text and cannot be read from the file.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The file's name in the store's directory.
const FILE: &str = "known-secrets";
const KEY: usize = 32;
/// Length, hash of the first bytes, hash of the whole.
const ROW: usize = 2 + 8 + 16;
/// A value is found by this many of its first bytes.
const WINDOW: usize = 8;
/// At most this many values are kept; the oldest are forgotten.
const MOST: usize = 512;

#[derive(Default)]
pub struct KnownValueHashes {
    key: [u8; KEY],
    multiplier: u64,
    /// A bit for each hash in `rows`: the lookup there would cost more than all else at each byte of a text.
    filter: Vec<u64>,
    /// Hash of the first bytes, to the lengths and hashes of the values that begin so.
    rows: HashMap<u64, Vec<(usize, [u8; 16])>>,
    count: usize,
}

/// The place of a hash among the bits of the filter.
fn filter_bit(hash: u64) -> (usize, u64) {
    ((hash >> 58) as usize, 1 << (hash >> 52 & 63))
}

impl KnownValueHashes {
    /// The content of the file; nothing if there is none, or it is not in ctx's format.
    pub fn load(dir: &Path) -> KnownValueHashes {
        let mut bytes = Vec::new();
        let open = std::fs::OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW).open(dir.join(FILE));
        let read = open.and_then(|file| file.take((KEY + MOST * 2 * ROW) as u64).read_to_end(&mut bytes));
        if read.is_err() || bytes.len() < KEY {
            return KnownValueHashes::default();
        }
        let (key, rows) = bytes.split_at(KEY);
        let mut known = KnownValueHashes::with_key(key.try_into().unwrap_or_default());
        for row in rows.chunks_exact(ROW) {
            let len = usize::from(u16::from_le_bytes([row[0], row[1]]));
            let window = u64::from_le_bytes(row[2..10].try_into().unwrap_or_default());
            let (place, bit) = filter_bit(window);
            known.filter[place] |= bit;
            known.rows.entry(window).or_default().push((len, row[10..].try_into().unwrap_or_default()));
            known.count += 1;
        }
        known
    }

    fn with_key(key: [u8; KEY]) -> KnownValueHashes {
        let word = u64::from_le_bytes(key[..8].try_into().unwrap_or_default());
        KnownValueHashes { key, multiplier: word | 1, filter: vec![0; 64], ..KnownValueHashes::default() }
    }

    /// Adds values that the file does not have yet.
    pub fn save(dir: &Path, values: &[String]) -> io::Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        let mut known = KnownValueHashes::load(dir);
        let fits = |value: &&String| (WINDOW..=usize::from(u16::MAX)).contains(&value.len());
        let begun = known.multiplier != 0;
        if begun && values.iter().filter(fits).all(|value| known.contains_value(value.as_bytes())) {
            return Ok(());
        }
        let path = dir.join(FILE);
        if !begun || known.count >= MOST {
            // Starts a new file with the current values: the oldest go.
            let mut key = [0; KEY];
            std::fs::File::open("/dev/urandom")?.read_exact(&mut key)?;
            known = KnownValueHashes::with_key(key);
            let aside = dir.join(format!("{FILE}.{}", std::process::id()));
            let mut file =
                std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&aside)?;
            file.write_all(&key)?;
            std::fs::rename(&aside, &path)?;
        }
        let mut rows = Vec::new();
        for value in values.iter().filter(fits).filter(|value| !known.contains_value(value.as_bytes())) {
            rows.extend((value.len() as u16).to_le_bytes());
            rows.extend(known.hash_window(&value.as_bytes()[..WINDOW]).to_le_bytes());
            rows.extend(known.hash_value(value.as_bytes()));
        }
        // One write: rows of two commands at once do not mix.
        std::fs::OpenOptions::new().append(true).custom_flags(libc::O_NOFOLLOW).open(path)?.write_all(&rows)
    }

    /// A polynomial over eight bytes with a secret base: a rolling hash along a text.
    fn hash_window(&self, bytes: &[u8]) -> u64 {
        bytes.iter().fold(0, |hash: u64, &byte| hash.wrapping_mul(self.multiplier).wrapping_add(u64::from(byte) + 1))
    }

    fn hash_value(&self, bytes: &[u8]) -> [u8; 16] {
        let hash = blake3::keyed_hash(&self.key, bytes);
        hash.as_bytes()[..16].try_into().unwrap_or_default()
    }

    fn contains_value(&self, value: &[u8]) -> bool {
        let rows = self.rows.get(&self.hash_window(&value[..WINDOW]));
        rows.is_some_and(|rows| rows.contains(&(value.len(), self.hash_value(value))))
    }

    /// Where known values stand in a text.
    pub fn find_known_values(&self, text: &[u8]) -> Vec<std::ops::Range<usize>> {
        let mut found: Vec<std::ops::Range<usize>> = Vec::new();
        if self.rows.is_empty() || text.len() < WINDOW {
            return found;
        }
        let out = (0..WINDOW - 1).fold(1u64, |power, _| power.wrapping_mul(self.multiplier));
        let mut hash = self.hash_window(&text[..WINDOW]);
        let mut at = 0;
        loop {
            let (place, bit) = filter_bit(hash);
            if self.filter[place] & bit != 0
                && let Some(rows) = self.rows.get(&hash)
            {
                let longest = rows
                    .iter()
                    .filter(|(len, whole)| text.get(at..at + len).is_some_and(|value| self.hash_value(value) == *whole))
                    .map(|row| row.0)
                    .max();
                if let Some(len) = longest
                    && found.last().is_none_or(|last| at >= last.end)
                {
                    found.push(at..at + len);
                }
            }
            if at + WINDOW >= text.len() {
                return found;
            }
            hash = hash
                .wrapping_sub((u64::from(text[at]) + 1).wrapping_mul(out))
                .wrapping_mul(self.multiplier)
                .wrapping_add(u64::from(text[at + WINDOW]) + 1);
            at += 1;
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/known.rs"]
mod tests;
