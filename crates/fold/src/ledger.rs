//! Which hard words the model can still see, and how likely it is to need one again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::words;

/// A word by its number in the ledger.
pub type Word = u32;

/// Keys are hashes already.
#[derive(Default)]
pub struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// FNV-1a with a final mix.
pub fn hash(text: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in text {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Items that held it.
    pub held: u32,
    /// Texts in sight that hold it: items that are not folded, and stubs.
    pub visible: u32,
    /// Calls of the model that used it in a tool's input.
    pub used: u32,
    /// The last call that used it so.
    pub last_used: u32,
    /// The last call that brought an item with it.
    pub last_seen: u32,
    /// The call that brought the first.
    pub first_seen: u32,
    pub is_path: bool,
    pub is_number: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Ledger {
    numbers: HashMap<u64, Word, BuildHasherDefault<Ready>>,
    pub entries: Vec<Entry>,
}

impl Ledger {
    /// The distinct hard words of a text; new ones get a number.
    pub fn read(&mut self, text: &str) -> Vec<Word> {
        let mut found = Vec::new();
        words::each(text, |word| {
            let entries = &mut self.entries;
            let number = *self.numbers.entry(hash(word.as_bytes())).or_insert_with(|| {
                entries.push(Entry {
                    is_path: word.contains(['/', '.']),
                    is_number: word.bytes().all(|byte| byte.is_ascii_digit()),
                    ..Entry::default()
                });
                (entries.len() - 1) as Word
            });
            found.push(number);
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The distinct words of a text that are known.
    pub fn known(&self, text: &str) -> Vec<Word> {
        let mut found = Vec::new();
        words::each(text, |word| found.extend(self.numbers.get(&hash(word.as_bytes()))));
        found.sort_unstable();
        found.dedup();
        found
    }

    pub fn show(&mut self, words: &[Word]) {
        for &word in words {
            self.entries[word as usize].visible += 1;
        }
    }

    pub fn hide(&mut self, words: &[Word]) {
        for &word in words {
            let visible = &mut self.entries[word as usize].visible;
            *visible = visible.saturating_sub(1);
        }
    }
}
