//! Finds the rules that can apply to a text at all: one pass for the keywords of all of them. Most lines hold none.
//! Three bytes at each place are looked up in a table made at compile time: an automaton for some hundred keywords takes
//! longer to build than most commands take to run.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::rules::RULES;
use super::{KEY_BEGIN, named};

/// The rules with a keyword in a text.
pub struct Hits {
    pub rules: [bool; RULES.len()],
    pub key_block: bool,
    /// A word that the name of a secret may hold.
    pub named: bool,
    /// A mark of a cut.
    pub cut: bool,
}

#[derive(Clone, Copy)]
enum Owner {
    Rule(usize),
    KeyBlock,
    Named,
    Cut,
}

impl Hits {
    fn add(&mut self, owner: Owner) {
        match owner {
            Owner::Rule(index) => self.rules[index] = true,
            Owner::KeyBlock => self.key_block = true,
            Owner::Named => self.named = true,
            Owner::Cut => self.cut = true,
        }
    }
}

/// Bits of a hash of three bytes, and how many of them choose a list of keywords.
const FILTER: u32 = 15;
const LISTS: u32 = 10;
const END: u16 = u16::MAX;

struct Table {
    words: [(&'static [u8], Owner); COUNT],
    /// A bit for each hash with which some keyword begins.
    filter: [u64; 1 << (FILTER - 6)],
    /// The first keyword of each list, and the next one after each keyword.
    first: [u16; 1 << LISTS],
    next: [u16; COUNT],
}

const COUNT: usize = {
    let (mut count, mut rule) = (named::WORDS.len() + 2, 0);
    while rule < RULES.len() {
        count += RULES[rule].keywords.len();
        rule += 1;
    }
    assert!(count < END as usize);
    count
};

static TABLE: Table = Table::new();

/// The few keywords with one or two bytes: each is looked for by itself.
static SHORT: LazyLock<Vec<(Finder<'static>, Owner)>> = LazyLock::new(|| {
    let short = TABLE.words.iter().filter(|(word, _)| word.len() < 3);
    short.map(|&(word, owner)| (Finder::new(word), owner)).collect()
});

const fn hash(three: u32) -> usize {
    ((three & 0xff_ffff).wrapping_mul(0x9e37_79b1) >> (32 - FILTER)) as usize
}

impl Table {
    const fn new() -> Table {
        let (words, filter) = ([(&[] as &[u8], Owner::Cut); COUNT], [0; 1 << (FILTER - 6)]);
        let mut table = Table { words, filter, first: [END; 1 << LISTS], next: [END; COUNT] };
        let (mut at, mut rule) = (0, 0);
        while rule < RULES.len() {
            let mut word = 0;
            while word < RULES[rule].keywords.len() {
                table.words[at] = (RULES[rule].keywords[word].as_bytes(), Owner::Rule(rule));
                (at, word) = (at + 1, word + 1);
            }
            rule += 1;
        }
        let mut word = 0;
        while word < named::WORDS.len() {
            table.words[at] = (named::WORDS[word].as_bytes(), Owner::Named);
            (at, word) = (at + 1, word + 1);
        }
        table.words[at] = (KEY_BEGIN.as_bytes(), Owner::KeyBlock);
        table.words[at + 1] = ("…".as_bytes(), Owner::Cut);
        at = 0;
        while at < COUNT {
            let word = table.words[at].0;
            if word.len() >= 3 {
                let hash = hash(u32::from_le_bytes([word[0], word[1], word[2], 0]));
                table.filter[hash >> 6] |= 1 << (hash & 63);
                let list = hash >> (FILTER - LISTS);
                table.next[at] = table.first[list];
                table.first[list] = at as u16;
            }
            at += 1;
        }
        table
    }

    /// Hands the owner of each keyword in the text to `each`, until that returns false.
    fn find(&self, text: &[u8], mut each: impl FnMut(Owner) -> bool) {
        for (word, owner) in SHORT.iter() {
            if word.find(text).is_some() && !each(*owner) {
                return;
            }
        }
        let mut look = |three: u32, at: usize| -> bool {
            let hash = hash(three);
            if self.filter[hash >> 6] & (1 << (hash & 63)) == 0 {
                return true;
            }
            let mut word = self.first[hash >> (FILTER - LISTS)];
            while let Some(&(bytes, owner)) = self.words.get(usize::from(word)) {
                if text[at..].starts_with(bytes) && !each(owner) {
                    return false;
                }
                word = self.next[usize::from(word)];
            }
            true
        };
        for (at, four) in text.windows(4).enumerate() {
            if !look(u32::from_le_bytes([four[0], four[1], four[2], four[3]]), at) {
                return;
            }
        }
        if let Some(&[a, b, c]) = text.last_chunk() {
            look(u32::from_le_bytes([a, b, c, 0]), text.len() - 3);
        }
    }
}

pub fn hits(text: &str) -> Hits {
    let mut hits = Hits { rules: [false; RULES.len()], key_block: false, named: false, cut: false };
    TABLE.find(text.as_bytes(), |owner| {
        hits.add(owner);
        true
    });
    hits
}

/// Whether any keyword occurs.
pub fn touches(text: &str) -> bool {
    let mut any = false;
    TABLE.find(text.as_bytes(), |_| {
        any = true;
        false
    });
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_keyword_is_found_wherever_it_stands() {
        for (word, owner) in TABLE.words {
            let word = std::str::from_utf8(word).unwrap();
            for text in [word.to_owned(), format!("{word} a"), format!("é{word}"), format!("{word}{word}")] {
                let hits = hits(&text);
                let held = match owner {
                    Owner::Rule(index) => hits.rules[index],
                    Owner::KeyBlock => hits.key_block,
                    Owner::Named => hits.named,
                    Owner::Cut => hits.cut,
                };
                assert!(held && touches(&text), "{text}");
            }
        }
        for text in ["", "a", "ab", "abc", "a plain line of text"] {
            assert!(!touches(text), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn the_table_agrees_with_a_plain_search(text in "(?:[a-zA-Z_:=-]{0,6}|sk-ant-|…|-----BEGIN|AKIA|ghp_|é){0,12}") {
            let expected = TABLE.words.iter().any(|(word, _)| text.contains(std::str::from_utf8(word).unwrap()));
            proptest::prop_assert_eq!(touches(&text), expected);
        }
    }
}
