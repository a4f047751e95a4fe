//! What stands in place of a folded item: a line that says what it was, and the lines that the conversation is most likely
//! to need again, in their order, with every gap marked.

use std::collections::BinaryHeap;

use crate::host::{Line, Sketch};
use crate::ledger::{Entry, Ledger, Word};

/// Longer lines are cut.
const LONGEST: usize = 240;
/// Bytes that a gap's mark takes.
const MARK: usize = 3;

/// What is known of the item whose words are weighed.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub call: usize,
    /// 0 a read, 1 an input that changes files, 2 a command's output, 3 a search, 4 another result, 5 another input.
    pub kind: usize,
    /// The share of its words that the model used since it came.
    pub used: f32,
    /// Calls since its file was touched last; large if never.
    pub idle: f32,
    pub age: f32,
    pub size: f32,
    pub superseded: bool,
    pub is_json: bool,
}

pub const BASIC: usize = 22;
pub const LINE: usize = 4;
pub const MORE: usize = 8;
pub const FEATURES: usize = BASIC + LINE + MORE;
pub static WEIGHTS: std::sync::Mutex<[f32; FEATURES]> = std::sync::Mutex::new([0.0; FEATURES]);
pub static SAMPLES: std::sync::Mutex<Vec<([f32; FEATURES], usize)>> = std::sync::Mutex::new(Vec::new());
pub static SAMPLING: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

pub fn features(entry: &Entry, about: &About, line: &[f32; LINE]) -> [f32; FEATURES] {
    let call = about.call as u32;
    let flag = |is: bool| if is { 1.0 } else { 0.0 };
    let idle_used = if entry.used > 0 { (1.0 + call.saturating_sub(entry.last_used) as f32).ln() } else { 0.0 };
    let mut x = [0.0; FEATURES];
    x[0] = 1.0;
    x[1] = (entry.held.max(1) as f32).ln();
    x[2] = flag(entry.used > 0);
    x[3] = (1.0 + entry.used as f32).ln();
    x[4] = flag(entry.has_slash);
    x[5] = flag(entry.has_dot);
    x[6] = flag(entry.is_number);
    x[7] = idle_used;
    x[8] = (1.0 + call.saturating_sub(entry.last_seen) as f32).ln();
    x[9 + about.kind] = 1.0;
    x[15] = about.used;
    x[16] = (1.0 + about.idle).ln();
    x[17] = (1.0 + about.age).ln();
    x[18] = about.size.max(1.0).ln();
    x[19] = flag(about.superseded);
    x[20] = entry.length as f32 / 10.0;
    x[21] = flag(entry.held == 1);
    x[BASIC..BASIC + LINE].copy_from_slice(line);
    let m = BASIC + LINE;
    let result = about.kind >= 2 && about.kind <= 4;
    x[m] = flag(entry.has_slash && result);
    x[m + 1] = flag(entry.has_slash && result && entry.used > 0);
    x[m + 2] = flag(entry.has_slash && entry.held == 1);
    x[m + 3] = flag(result) * (entry.held.max(1) as f32).ln();
    x[m + 4] = flag(result) * (1.0 + entry.used as f32).ln();
    x[m + 5] = flag(about.kind == 1) * (1.0 + entry.used as f32).ln();
    x[m + 6] = flag(about.age < 3.0);
    x[m + 7] = flag(entry.has_slash && entry.has_dot);
    x
}

/// How likely a word is to be used again before it is seen again.
pub fn worth(entry: &Entry, about: &About, line: &[f32; LINE], weights: &[f32; FEATURES]) -> f32 {
    let x = features(entry, about, line);
    let sum: f32 = x.iter().zip(weights).map(|(x, w)| x * w).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// A line that waits to be chosen.
struct Waiting {
    ratio: f32,
    at: usize,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        self.ratio.total_cmp(&other.ratio).then(other.at.cmp(&self.at))
    }
}

/// Chooses lines of a sketch whose words stand nowhere in sight any more. `least` is the worth a byte must have.
pub fn choose(sketch: &Sketch, ledger: &mut Ledger, about: &About, least: f32, room: usize) -> Vec<usize> {
    let weights = *WEIGHTS.lock().unwrap();
    let lines: Vec<(usize, Vec<Word>)> = sketch
        .lines
        .iter()
        .map(|line| {
            let text = clipped(&line.text);
            let words = if about.is_json {
                ledger.known(&serde_json::Value::String(format!("\n{text}")).to_string())
            } else {
                ledger.known(text)
            };
            (text.len() + MARK, words)
        })
        .collect();
    let facts: Vec<[f32; LINE]> = lines
        .iter()
        .enumerate()
        .map(|(at, (_, words))| {
            let used = words.iter().filter(|&&word| ledger.entries[word as usize].used > 0).count() as f32;
            let text = sketch.lines[at].text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '→' || c == '\t' || c == '+' || c == '-' || c == ' ' || c == ':');
            let is_import = ["import ", "from ", "use ", "#include", "require(", "const {"].iter().any(|sign| text.starts_with(sign));
            let is_definition = ["export ", "function ", "def ", "class ", "pub ", "fn ", "struct ", "interface ", "type ", "async ", "func ", "const ", "let ", "final ", "public ", "private ", "@"]
                .iter()
                .any(|sign| text.starts_with(sign));
            [
                (1.0 + used).ln(),
                used / words.len().max(1) as f32,
                if is_import { 1.0 } else { 0.0 },
                if is_definition && !is_import { 1.0 } else { 0.0 },
            ]
        })
        .collect();
    if SAMPLING.load(std::sync::atomic::Ordering::Relaxed) {
        let mut words: Vec<(Word, usize)> = lines.iter().enumerate().flat_map(|(at, (_, words))| words.iter().map(move |&word| (word, at))).collect();
        words.sort_by_key(|&(word, at)| (word, lines[at].0));
        words.dedup_by_key(|&mut (word, _)| word);
        for (word, at) in words {
            let entry = &ledger.entries[word as usize];
            if entry.visible == 0 {
                let x = features(entry, about, &facts[at]);
                let mut samples = SAMPLES.lock().unwrap();
                samples.push((x, 0));
                ledger.entries[word as usize].pending = samples.len();
            }
        }
    }
    let gain = |at: usize, ledger: &Ledger| {
        let (length, words) = &lines[at];
        let words: f32 = words
            .iter()
            .map(|&word| &ledger.entries[word as usize])
            .filter(|entry| entry.visible == 0)
            .map(|entry| worth(entry, about, &facts[at], &weights))
            .sum();
        let rank = match sketch.lines[at].rank {
            0 => 0.0,
            rank => 0.3 * f32::from(rank),
        };
        (words + rank) / *length as f32
    };
    let mut waiting: BinaryHeap<Waiting> = (0..lines.len())
        .map(|at| Waiting { ratio: gain(at, ledger), at })
        .filter(|line| line.ratio >= least)
        .collect();
    let mut chosen = Vec::new();
    let mut spent = 0;
    while let Some(line) = waiting.pop() {
        let now = gain(line.at, ledger);
        if now < least {
            continue;
        }
        if waiting.peek().is_some_and(|next| next.ratio > now) {
            waiting.push(Waiting { ratio: now, at: line.at });
            continue;
        }
        let (length, words) = &lines[line.at];
        if spent + length > room {
            continue;
        }
        spent += length;
        ledger.show(words);
        chosen.push(line.at);
    }
    // The engine counts the words of the finished stub.
    for &at in &chosen {
        ledger.hide(&lines[at].1);
    }
    chosen.sort_unstable();
    chosen
}

/// The stub: its first line, then the chosen lines.
pub fn render(reference: &str, sketch: &Sketch, why: &str, chosen: &[usize], hint: bool, own_line: bool) -> String {
    let mut text = format!("[ctx:{reference}] {}", sketch.title);
    if !why.is_empty() {
        text.push_str(" · ");
        text.push_str(why);
    }
    if hint {
        text.push_str(" · whole: ctx get ");
        text.push_str(reference);
    }
    let mut before = 0;
    for &at in chosen {
        let Line { number, text: line, .. } = &sketch.lines[at];
        text.push('\n');
        if *number != before + 1 {
            text.push_str(if own_line { "…\n" } else { "…" });
        }
        text.push_str(clipped(line).trim_end());
        before = *number;
    }
    let last = sketch.lines.last().map_or(0, |line| line.number);
    if before != last {
        text.push_str("\n…");
    }
    text
}

fn clipped(line: &str) -> &str {
    // One tab of the indentation stays: escaped, it is part of the word behind it.
    let trimmed = line.trim_start();
    let line = if line[..line.len() - trimmed.len()].ends_with('\t') { &line[line.len() - trimmed.len() - 1..] } else { trimmed };
    let mut end = line.len().min(LONGEST);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}
