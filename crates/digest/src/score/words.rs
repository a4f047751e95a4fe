//! The first stage: what a line's words are worth, by hashed words, pairs, drawings and the words next to it.

use std::collections::HashMap;

use super::line::letter_words;
use super::rows::FeatureRows;
use super::signs::{character_pattern, extend_hash, hash_text};

/// The table of weights has two to the power of this many entries.
pub const BITS: u32 = 14;
/// So many words of a line are looked at.
const LONGEST: usize = 40;

/// Weights of hashed words.
#[derive(Clone, Debug, Default)]
pub struct WordWeights {
    pub weights: Vec<i8>,
    /// One unit of a weight, in 1/4096 logits.
    pub scale: i32,
    /// In sixteenths of a logit.
    pub bias: i32,
}

impl WordWeights {
    /// The score of a line in sixteenths of a logit, between -12 and 8.
    pub fn score_words(&self, keys: &[u16]) -> i32 {
        let sum: i32 =
            keys.iter().map(|&key| i32::from(self.weights.get(usize::from(key)).copied().unwrap_or(0))).sum();
        (self.bias + sum * self.scale / 256).clamp(-192, 128)
    }
}

/// A place in the table of weights.
fn weight_index_of_hash(hash: u64) -> u16 {
    ((hash ^ (hash >> 32)) & ((1 << BITS) - 1)) as u16
}

fn weight_index(tag: &str, word: &str) -> u16 {
    weight_index_of_hash(extend_hash(extend_hash(hash_text(tag), word), " "))
}

fn short_singular_form(word: &str) -> &str {
    let word = &word[..word.len().min(18)];
    if word.len() > 4 { word.strip_suffix(['s', 'S']).unwrap_or(word) } else { word }
}

/// A word of an output, in lower case, with all its keys.
#[derive(Clone)]
struct HashedWord {
    stem: String,
    held_by: u32,
    last_line: usize,
    alone: u16,
    crowd: u16,
    above: u16,
    below: u16,
    /// The hash of a pair that begins with it.
    pair: u64,
}

/// The words of an output, each hashed once.
#[derive(Clone, Default)]
pub struct Vocabulary {
    words: Vec<HashedWord>,
    /// The words of all lines by number, and where each line ends.
    of_lines: Vec<u32>,
    ends: Vec<usize>,
    /// The keys of each line's drawing.
    drawn: Vec<[u16; 4]>,
}

impl Vocabulary {
    /// Returns the hashes of the lines' drawings as well.
    pub fn new(lines: &[&str], failed: bool) -> (Vocabulary, Vec<u64>) {
        let mut all = Vocabulary::default();
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let (mut drawings, mut keys) = (Vec::with_capacity(lines.len()), HashMap::new());
        for (at, line) in lines.iter().enumerate() {
            for word in letter_words(line).take(LONGEST) {
                let lower = word.bytes().map(|byte| byte.to_ascii_lowercase());
                let number = *numbers.entry(ctx_text::fnv_hash(lower)).or_insert_with(|| {
                    all.words.push(HashedWord::new(word));
                    all.words.len() as u32 - 1
                });
                let word = &mut all.words[number as usize];
                word.held_by += u32::from(word.last_line != at);
                word.last_line = at;
                all.of_lines.push(number);
            }
            all.ends.push(all.of_lines.len());
            let drawing = character_pattern(line);
            let hash = hash_text(&drawing);
            all.drawn.push(*keys.entry(hash).or_insert_with(|| character_pattern_keys(&drawing)));
            drawings.push(hash);
        }
        let many = 3.max(lines.len() as u32 / 10);
        let tag = if failed { "f" } else { "x" };
        for word in &mut all.words {
            let crowd = match word.held_by {
                0..=2 => "1",
                held if held < many => "m",
                _ => "c",
            };
            word.crowd =
                weight_index_of_hash(extend_hash(extend_hash(extend_hash(hash_text(tag), &word.stem), " "), crowd));
        }
        (all, drawings)
    }

    fn word_numbers_of_line(&self, at: usize) -> Option<&[u32]> {
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.of_lines.get(start..*self.ends.get(at)?)
    }

    fn words_of_line(&self, at: usize) -> impl Iterator<Item = &HashedWord> {
        self.word_numbers_of_line(at).unwrap_or_default().iter().map(|&number| &self.words[number as usize])
    }

    /// How many lines hold each word of a line.
    pub fn line_counts_of_words(&self, at: usize) -> impl Iterator<Item = u32> {
        self.words_of_line(at).map(|word| word.held_by)
    }
}

impl HashedWord {
    fn new(word: &str) -> HashedWord {
        let stem = short_singular_form(word).to_ascii_lowercase();
        HashedWord {
            alone: weight_index("w:", &stem),
            crowd: 0,
            above: weight_index("p:", &stem),
            below: weight_index("n:", &stem),
            pair: extend_hash(extend_hash(hash_text("b:"), &stem), " "),
            held_by: 0,
            last_line: usize::MAX,
            stem,
        }
    }
}

fn character_pattern_keys(drawing: &str) -> [u16; 4] {
    let first = |count: usize| drawing.chars().take(count).collect::<String>();
    let end: String = drawing.chars().rev().take(4).collect();
    [
        weight_index("s:", &first(5)),
        weight_index("S:", &first(10)),
        weight_index("e:", &end),
        weight_index("W:", drawing),
    ]
}

/// The hashed words of one line, without repeats.
pub fn line_weight_keys(rows: &FeatureRows, at: usize, line: &str) -> Vec<u16> {
    let mut out = Vec::with_capacity(96);
    let all = &rows.vocabulary;
    let mut words = all.words_of_line(at).take(24).peekable();
    while let Some(word) = words.next() {
        out.extend([word.alone, word.crowd]);
        out.extend(words.peek().map(|next| weight_index_of_hash(extend_hash(word.pair, &next.stem))));
    }
    let capitals = |word: &&str| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let bare = line.split_whitespace().take(8).map(|word| word.trim_matches(|c: char| ":[](),.".contains(c)));
    out.extend(bare.filter(capitals).map(|word| weight_index("U:", word)));
    out.extend(all.drawn[at]);
    for (near, tag) in [(at.checked_sub(1), "p:"), (Some(at + 1), "n:")] {
        let Some(near) = near.filter(|&near| near < all.ends.len()) else { continue };
        let before = out.len();
        out.extend(all.words_of_line(near).take(12).map(|word| if tag == "p:" { word.above } else { word.below }));
        if out.len() == before {
            out.push(weight_index(tag, "#"));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
