//! What stands in place of a folded item: a line that says what it was, and the lines that the conversation is most likely
//! to need again, in their order, with every gap marked.

use std::collections::BinaryHeap;

use crate::host::{Line, Sketch};
use crate::ledger::{Entry, Ledger, Word};

/// Longer lines are cut.
const LONGEST: usize = 240;
/// Bytes that a gap's mark takes.
const MARK: usize = 4;

/// How likely a word is to be used again, on a scale of the engine's own.
pub fn worth(entry: &Entry, call: usize) -> f32 {
    let held = entry.held.min(8) as f32;
    let idle = (call as u32).saturating_sub(entry.last_used.max(entry.first_seen)) as f32;
    let mut worth = 0.3 + 0.35 * (held - 1.0) + if entry.used > 0 { 0.8 } else { 0.0 };
    if entry.is_path {
        worth += 0.4;
    }
    if entry.is_number {
        worth *= 0.3;
    }
    worth / (1.0 + idle / 60.0)
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
pub fn choose(sketch: &Sketch, ledger: &mut Ledger, call: usize, least: f32, room: usize) -> Vec<usize> {
    let lines: Vec<(usize, Vec<Word>)> =
        sketch.lines.iter().map(|line| (clipped(&line.text).len() + MARK, ledger.known(clipped(&line.text)))).collect();
    let gain = |at: usize, ledger: &Ledger| {
        let (length, words) = &lines[at];
        let words: f32 = words
            .iter()
            .map(|&word| &ledger.entries[word as usize])
            .filter(|entry| entry.visible == 0)
            .map(|entry| worth(entry, call))
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
pub fn render(reference: &str, sketch: &Sketch, why: &str, chosen: &[usize], hint: bool) -> String {
    let mut text = format!("[ctx:{reference}] {} · {why}", sketch.title);
    if hint {
        text.push_str(" · whole: ctx get ");
        text.push_str(reference);
    }
    let mut before = 0;
    for &at in chosen {
        let Line { number, text: line, .. } = &sketch.lines[at];
        text.push('\n');
        if *number != before + 1 {
            text.push_str("…\n");
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
    let line = line.trim_start();
    let mut end = line.len().min(LONGEST);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    &line[..end]
}
