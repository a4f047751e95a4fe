//! Which hard words the model can still see, and what is known of each.

use std::collections::HashMap;

use crate::words;

/// A word by its number in the ledger.
pub type WordId = u32;

/// FNV-1a with a final mix: words and texts are compared by it, within one conversation.
pub fn hash_text(text: &[u8]) -> u64 {
    let mut hash = ctx_text::fnv_hash(text.iter().copied());
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

#[derive(Clone, Debug, Default)]
pub struct WordEntry {
    /// Items that held it.
    pub held: u32,
    /// Texts in sight that hold it: items that are not folded, and stubs.
    visible: u32,
    /// Inputs of tools in which the model used it, and the last call that did.
    pub used: u32,
    pub last_used: u32,
    /// The last call that brought an item with it, and that item.
    pub last_seen: u32,
    holder: u32,
    pub has_slash: bool,
    pub has_dot: bool,
    pub is_number: bool,
    pub length: u32,
    /// The hash of its folder (a path), or of the part before its first dot; 0 if it has neither.
    group: u64,
}

#[derive(Clone, Debug, Default)]
pub struct WordLedger {
    numbers: HashMap<u64, WordId>,
    /// How often the model used words of a group.
    groups: HashMap<u64, u32>,
    entries: Vec<WordEntry>,
}

impl WordLedger {
    /// The distinct hard words of a text; new ones get a number.
    pub fn register_words(&mut self, text: &str) -> Vec<WordId> {
        let mut found = Vec::new();
        words::for_each_hard_word(text, |word| {
            let entries = &mut self.entries;
            let number = *self.numbers.entry(hash_text(word.as_bytes())).or_insert_with(|| {
                entries.push(WordEntry {
                    has_slash: word.contains('/'),
                    has_dot: word.contains('.'),
                    is_number: word.bytes().all(|byte| byte.is_ascii_digit()),
                    length: word.len() as u32,
                    group: hash_word_group(word),
                    ..WordEntry::default()
                });
                (entries.len() - 1) as WordId
            });
            found.push(number);
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The distinct words of a text that are known.
    pub fn known_words(&self, text: &str) -> Vec<WordId> {
        let mut found = Vec::new();
        words::for_each_hard_word(text, |word| found.extend(self.numbers.get(&hash_text(word.as_bytes()))));
        found.sort_unstable();
        found.dedup();
        found
    }

    pub fn word_entry(&self, word: WordId) -> &WordEntry {
        &self.entries[word as usize]
    }

    /// Item `at` came with these words; the model wrote an input. Returns the newest items that had held them, one for each
    /// word.
    pub fn record_words_and_find_holders(
        &mut self,
        words: &[WordId],
        at: usize,
        call: usize,
        is_input: bool,
    ) -> Vec<usize> {
        let mut holders = Vec::new();
        for &word in words {
            let entry = &mut self.entries[word as usize];
            if entry.held > 0 {
                holders.push(entry.holder as usize);
            }
            entry.held += 1;
            entry.visible += 1;
            entry.last_seen = call as u32;
            entry.holder = at as u32;
            if is_input {
                entry.used += 1;
                entry.last_used = call as u32;
                if entry.group != 0 {
                    *self.groups.entry(entry.group).or_default() += 1;
                }
            }
        }
        holders
    }

    /// How many of these words have their newest place in this item.
    pub fn count_words_newest_in(&self, words: &[WordId], at: usize) -> usize {
        words.iter().filter(|&&word| self.entries[word as usize].holder as usize == at).count()
    }

    pub fn increment_visible_counts(&mut self, words: &[WordId]) {
        for &word in words {
            self.entries[word as usize].visible += 1;
        }
    }

    pub fn decrement_visible_counts(&mut self, words: &[WordId]) {
        for &word in words {
            let visible = &mut self.entries[word as usize].visible;
            *visible = visible.saturating_sub(1);
        }
    }

    /// How often the model used a word with the same folder, or the same beginning before a dot.
    pub fn uses_in_word_group(&self, word: WordId) -> u32 {
        self.groups.get(&self.entries[word as usize].group).copied().unwrap_or(0)
    }

    pub fn is_word_invisible(&self, word: WordId) -> bool {
        self.entries[word as usize].visible == 0
    }
}

fn hash_word_group(word: &str) -> u64 {
    word.rfind('/').or_else(|| word.find('.')).map_or(0, |end| hash_text(&word.as_bytes()[..end]))
}
