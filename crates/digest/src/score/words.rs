//! The first stage: what a line's words are worth, by hashed words, pairs, drawings and the words next to it.

use super::rows::Rows;
use super::signs::hash;

/// The table of weights has two to the power of this many entries.
pub const BITS: u32 = 14;

/// Weights of hashed words.
#[derive(Clone, Debug, Default)]
pub struct Words {
    pub weights: Vec<i8>,
    /// One unit of a weight, in 1/4096 logits.
    pub scale: i32,
    /// In sixteenths of a logit.
    pub bias: i32,
}

impl Words {
    /// The score of a line in sixteenths of a logit, between -12 and 8.
    pub fn score(&self, keys: &[u16]) -> i32 {
        let sum: i32 =
            keys.iter().map(|&key| i32::from(self.weights.get(usize::from(key)).copied().unwrap_or(0))).sum();
        (self.bias + sum * self.scale / 256).clamp(-192, 128)
    }
}

fn key(tag: &str, word: &str, next: &str) -> u16 {
    let mut text = String::with_capacity(tag.len() + word.len() + next.len() + 1);
    text.push_str(tag);
    text.push_str(word);
    text.push(' ');
    text.push_str(next);
    let hash = hash(&text);
    ((hash ^ (hash >> 32)) & ((1 << BITS) - 1)) as u16
}

fn stem(word: &str) -> &str {
    let word = &word[..word.len().min(18)];
    if word.len() > 4 { word.strip_suffix('s').unwrap_or(word) } else { word }
}

/// The hashed words of one line, without repeats.
pub fn hashed_words(rows: &Rows, at: usize, line: &str, failed: bool) -> Vec<u16> {
    let mut out = Vec::with_capacity(96);
    let words = &rows.words[at];
    let len = rows.rows.len() as u32;
    let words: Vec<&String> = words.iter().take(24).collect();
    for (nth, word) in words.iter().enumerate() {
        let held = rows.held_by.get(*word).copied().unwrap_or(1);
        let crowd = match held {
            0..=2 => "1",
            held if held < 3.max(len / 10) => "m",
            _ => "c",
        };
        out.push(key("w:", stem(word), ""));
        out.push(key(if failed { "f" } else { "x" }, stem(word), crowd));
        if let Some(next) = words.get(nth + 1) {
            out.push(key("b:", stem(word), stem(next)));
        }
    }
    let capitals = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase());
    let bare = line.split_whitespace().take(8).map(|word| word.trim_matches(|c: char| ":[](),.".contains(c)));
    out.extend(bare.filter(capitals).map(|word| key("U:", word, "")));
    let drawing = &rows.drawings[at];
    let (start, end): (String, String) = (drawing.chars().take(5).collect(), drawing.chars().rev().take(4).collect());
    out.push(key("s:", &start, ""));
    out.push(key("S:", &drawing.chars().take(10).collect::<String>(), ""));
    out.push(key("e:", &end, ""));
    out.push(key("W:", drawing, ""));
    for (tag, near) in [("p:", at.checked_sub(1)), ("n:", Some(at + 1))] {
        let Some(words) = near.and_then(|near| rows.words.get(near)) else { continue };
        out.extend(words.iter().take(12).map(|word| key(tag, stem(word), "")));
        if words.is_empty() {
            out.push(key(tag, "#", ""));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
