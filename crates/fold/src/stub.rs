//! The lines below the first one of what stands in place of a folded item: those that the conversation is most likely
//! to need again, in their order, with every gap marked.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::host::{ItemSummary, StubLineCandidate};
use crate::ledger::{WordId, WordLedger};
use crate::pieces::strip_line_number;
use crate::worth::{ResultFacts, WordLineFacts, word_use_probability};

/// The probability that a byte of a stub must carry.
const LEAST: f32 = 0.0009;
/// Bytes that a line takes beside its text: its end and the mark of a gap.
const BESIDE: usize = 3;
/// What a signature or a finding is worth by itself, as if it held a word of this probability.
const RANK: f32 = 0.0005;
/// The rank of lines that always stay.
const VERDICT: u8 = 2;

/// A line's cost, its words, and what its words are worth while they are out of sight.
struct WeighedLine {
    length: usize,
    words: Vec<(WordId, f32)>,
    rank: f32,
    /// The line with the signature around it.
    within: Option<usize>,
}

impl WeighedLine {
    /// What it is worth by the byte, and its bytes, together with the signature around it if that is not there yet.
    fn worth_per_byte_and_length(&self, ledger: &WordLedger, around: Option<&WeighedLine>) -> (f32, usize) {
        let lines = [Some(self), around].into_iter().flatten();
        let worth = |line: &WeighedLine| {
            let hidden = line.words.iter().filter(|(word, _)| ledger.is_word_invisible(*word));
            line.rank + hidden.map(|(_, worth)| worth).sum::<f32>()
        };
        let (worth, length) = lines.fold((0.0, 0), |sum, line| (sum.0 + worth(line), sum.1 + line.length));
        (worth / length as f32, length)
    }
}

/// Chooses the verdict, and the lines whose words stand nowhere in sight any more, the most probable words for the fewest
/// bytes first, as far as there is room.
pub fn choose_stub_lines(
    sketch: &ItemSummary,
    ledger: &mut WordLedger,
    about: &ResultFacts,
    room: usize,
) -> Vec<usize> {
    let lines = weigh_lines(sketch, ledger, about);
    let mut is_chosen = vec![false; lines.len()];
    let around = |at: usize, is_chosen: &[bool]| lines[at].within.filter(|&around| !is_chosen[around]);
    // The bits of floats that are not negative are in the order of their values.
    let entry = |ratio: f32, at: usize| (ratio.to_bits(), Reverse(at));
    let ratios = (0..lines.len())
        .map(|at| (lines[at].worth_per_byte_and_length(ledger, around(at, &is_chosen).map(|at| &lines[at])).0, at));
    let mut waiting: BinaryHeap<_> =
        ratios.filter(|(ratio, _)| *ratio >= LEAST).map(|(ratio, at)| entry(ratio, at)).collect();
    let (mut chosen, mut spent) = (Vec::new(), 0);
    while let Some((before, Reverse(at))) = waiting.pop() {
        if is_chosen[at] {
            continue;
        }
        // Lines that were chosen since may hold its words, or its signature: then it is worth less or more than before.
        let signature = around(at, &is_chosen);
        let (ratio, length) = lines[at].worth_per_byte_and_length(ledger, signature.map(|at| &lines[at]));
        if ratio < LEAST || spent + length > room {
            continue;
        }
        if ratio.to_bits() < before && waiting.peek().is_some_and(|next| next.0 > ratio.to_bits()) {
            waiting.push(entry(ratio, at));
            continue;
        }
        spent += length;
        for at in [Some(at), signature].into_iter().flatten() {
            lines[at].words.iter().for_each(|(word, _)| ledger.increment_visible_counts(&[*word]));
            is_chosen[at] = true;
            chosen.push(at);
        }
    }
    // The finished stub is counted as a whole.
    for &at in &chosen {
        lines[at].words.iter().for_each(|(word, _)| ledger.decrement_visible_counts(&[*word]));
    }
    chosen.sort_unstable();
    chosen
}

/// The lines that always stay, as far as there is room.
pub fn choose_verdict_lines(sketch: &ItemSummary, room: usize) -> Vec<usize> {
    let mut left = room;
    let lines = sketch.lines.iter().enumerate().filter(|(_, line)| line.rank >= VERDICT);
    let fits = |(at, line): (usize, &StubLineCandidate)| {
        let length = line.text.trim().len() + BESIDE;
        (length <= left).then(|| {
            left -= length;
            at
        })
    };
    lines.filter_map(fits).collect()
}

/// The lines with what each of their words is worth that is out of sight.
fn weigh_lines(sketch: &ItemSummary, ledger: &WordLedger, about: &ResultFacts) -> Vec<WeighedLine> {
    let words: Vec<Vec<WordId>> =
        sketch.lines.iter().map(|line| ledger.known_words(strip_line_number(&line.text))).collect();
    let mut counts: HashMap<WordId, u32> = HashMap::new();
    for &word in words.iter().flatten() {
        *counts.entry(word).or_default() += 1;
    }
    let place = |line: u64| sketch.lines.partition_point(|other| other.line < line);
    let is_there = |at: usize, line: u64| sketch.lines.get(at).is_some_and(|other| other.line == line);
    let weigh = |(line, words): (&StubLineCandidate, Vec<WordId>)| {
        let text = line.text.trim();
        let used = words.iter().filter(|&&word| ledger.word_entry(word).used > 0).count() as f32;
        let on_line = WordLineFacts {
            used,
            share: used / words.len().max(1) as f32,
            is_import: is_import(text),
            is_definition: !is_import(text) && is_definition(text),
        };
        let worth = |word: WordId| {
            if !ledger.is_word_invisible(word) {
                return 0.0;
            }
            word_use_probability(
                ledger.word_entry(word),
                about,
                &on_line,
                counts[&word],
                ledger.uses_in_word_group(word),
            )
        };
        let words = words.into_iter().map(|word| (word, worth(word))).collect();
        WeighedLine {
            length: text.len() + BESIDE,
            words,
            within: line.within.map(|within| (place(within), within)).filter(|of| is_there(of.0, of.1)).map(|of| of.0),
            rank: if line.rank >= VERDICT { 1.0 } else { RANK * f32::from(line.rank) },
        }
    };
    sketch.lines.iter().zip(words).map(weigh).collect()
}

/// The text of a line after its number and the sign of a diff.
fn strip_number_and_diff_sign(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '→' | '\t' | '+' | '-' | ' ' | ':'))
}

fn is_import(text: &str) -> bool {
    ["import ", "from ", "use ", "#include", "require(", "const {"]
        .iter()
        .any(|sign| strip_number_and_diff_sign(text).starts_with(sign))
}

fn is_definition(text: &str) -> bool {
    const WORDS: &str =
        "export function def class pub fn struct interface type async func const let final public private";
    let code = strip_number_and_diff_sign(text);
    let first = code.split_once(' ').map(|(first, _)| first);
    code.starts_with('@') || first.is_some_and(|first| WORDS.split(' ').any(|word| word == first))
}

/// The lines of the stub after its first.
pub fn render_stub_lines(sketch: &ItemSummary, chosen: &[usize]) -> String {
    let mut text = String::new();
    let mut before = 0;
    for &at in chosen {
        let line = &sketch.lines[at];
        if line.number == before + 1 && line.is_rest {
            // The pieces of a line are as they were, with the blanks between them.
            let end = sketch.lines[at - 1].text.trim_end().len();
            text.push_str(&sketch.lines[at - 1].text[end..]);
            text.push_str(line.text.trim_end());
        } else {
            text.push_str(if line.number == before + 1 { "\n" } else { "\n…" });
            text.push_str(line.text.trim());
        }
        // The rest of a long line is left out.
        if sketch.lines.get(at + 1).is_some_and(|next| next.is_rest) && chosen.binary_search(&(at + 1)).is_err() {
            text.push('…');
        }
        before = line.number;
    }
    if !chosen.is_empty() && sketch.lines.last().is_some_and(|last| last.number != before) {
        text.push_str("\n…");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces;

    #[test]
    fn a_long_line_stays_one_line_and_its_gaps_are_marked() {
        let long: String = (0..60).map(|n| format!("word_{n} ")).collect();
        let sketch = ItemSummary {
            title: String::new(),
            lines: pieces::split_into_stub_candidates(&format!("first\n{long}\nlast\n"), &|_| 0),
        };
        assert_eq!(sketch.lines.iter().map(|line| line.is_rest).collect::<Vec<_>>()[..4], [false, false, true, true]);
        let both = render_stub_lines(&sketch, &[1, 2]);
        assert_eq!(both.matches('\n').count(), 2, "{both}");
        assert!(long.contains(both.trim_matches(['\n', '…'])), "{both}");
        assert!(both.starts_with("\n…word_0 ") && both.ends_with("…\n…"), "{both}");
        assert!(render_stub_lines(&sketch, &[2]).starts_with("\n…word_"), "{}", render_stub_lines(&sketch, &[2]));
        assert!(render_stub_lines(&sketch, &[0, sketch.lines.len() - 1]).ends_with("first\n…last"));
    }
}
