//! The features of all lines of an output: each line's own, how often its like occurs, where it stands, what is near.

use std::collections::HashMap;

use super::line::{BLANK, CommandWords, FAR, INDENT, NEAR, OWN, OWN_LEN, line_features};
use super::signs::{hash_text, share_in_32nds, size_in_half_octaves};
use super::words::Vocabulary;
use crate::{CommandAndStatus, CommandEndStatus, shape};

/// Features of a line among all others.
#[rustfmt::skip]
const AMONG: &[&str] = &[
    "alike", "share of alike", "nth of its like", "same drawing", "share of same drawing", "nth of its drawing", "equal lines",
    "nth of equals", "same first word", "share of same first word", "nth with its first word", "rarest word", "mean rarity",
    "words that occur once", "lines from the start", "lines to the end", "place in the output", "lines into the paragraph",
    "lines to its end", "paragraphs after", "paragraphs before", "lines since an error", "lines to the next error",
    "lines since a warning", "lines to the next warning", "errors before", "errors after", "first error", "last error",
    "share of its indent", "rank by rarity",
];
/// Features of the whole output.
#[rustfmt::skip]
const WHOLE: &[&str] = &[
    "lines", "bytes", "exit status", "share of errors", "share of warnings", "errors", "kinds of lines",
    "kinds of drawings",
];
const OFFSETS: [isize; 6] = [-3, -2, -1, 1, 2, 3];
/// The score of the words: of the line, of its neighbours, its rank, the best, and how far it is from that.
#[rustfmt::skip]
const LEARNT: [&str; 8] = [
    "words", "words of -2", "words of -1", "words of +1", "words of +2", "rank by words", "best words",
    "below the best",
];

const NEIGHBOURS: usize = 2 * (NEAR.len() + 1) + 4 * (FAR.len() + 1);
const DENSE: usize = OWN_LEN + AMONG.len() + WHOLE.len() + NEIGHBOURS;
/// Features of a line.
pub const WIDTH: usize = DENSE + LEARNT.len();

/// The rows of an output.
#[derive(Clone)]
pub struct FeatureRows {
    pub rows: Vec<[u8; WIDTH]>,
    pub(super) vocabulary: Vocabulary,
    /// Lines of one shape have one number.
    pub shapes: Vec<u64>,
}

/// The name of a feature, for explanations.
pub fn feature_name(feature: usize) -> String {
    let mut at = feature;
    for names in [OWN, AMONG, WHOLE] {
        if at < names.len() {
            return names[at].to_owned();
        }
        at -= names.len();
    }
    for offset in OFFSETS {
        let columns = neighbour_feature_columns(offset);
        if at <= columns.len() {
            let name = columns.get(at).map_or("same drawing", |&column| OWN[column]);
            return format!("{name} of {offset:+}");
        }
        at -= columns.len() + 1;
    }
    LEARNT.get(at).copied().unwrap_or("unknown").to_owned()
}

fn neighbour_feature_columns(offset: isize) -> &'static [usize] {
    if offset.abs() == 1 { NEAR } else { FAR }
}

impl FeatureRows {
    /// The features of these lines, without those of the words' score, which a model adds.
    pub fn from_lines(lines: &[&str], call: &CommandAndStatus) -> FeatureRows {
        let asked = CommandWords::new(&call.argv);
        let owns: Vec<[u8; OWN_LEN]> = lines.iter().map(|line| line_features(line, &asked)).collect();
        let (vocabulary, drawings) = Vocabulary::new(lines, call.status.has_failed());
        let shapes: Vec<u64> = lines.iter().map(|line| hash_text(&shape::mask_variable_parts(line))).collect();
        let mut table = FeatureRowsBuilder { lines, owns: &owns, rows: vec![[0; WIDTH]; lines.len()], at: 0 };
        table.copy_own_features();
        let kinds = table.add_repetition_features(&shapes, &drawings);
        table.add_rarity_features(&vocabulary);
        table.add_position_features();
        table.add_error_distance_features();
        table.add_output_features(call.status, kinds);
        table.add_neighbour_features();
        debug_assert_eq!(table.at, DENSE);
        FeatureRows { rows: table.rows, vocabulary, shapes }
    }

    /// Adds the score of each line's words, in sixteenths of a logit.
    pub fn add_word_scores(&mut self, scores: &[i32]) {
        let best = scores.iter().copied().max().unwrap_or(0);
        let level = |score: i32| (score + 192).clamp(0, 255) as u8;
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(scores[at]));
        let mut ranks = vec![0; scores.len()];
        order.iter().enumerate().for_each(|(rank, &at)| ranks[at] = rank);
        for (at, row) in self.rows.iter_mut().enumerate() {
            let near = |offset: isize| {
                let other = at.checked_add_signed(offset).and_then(|at| scores.get(at));
                other.map_or(0, |&score| level(score))
            };
            let values = [
                level(scores[at]),
                near(-2),
                near(-1),
                near(1),
                near(2),
                size_in_half_octaves(ranks[at]),
                level(best),
                (best - scores[at]).clamp(0, 255) as u8,
            ];
            row[DENSE..].copy_from_slice(&values);
        }
    }

    /// The line has a word of failure or warning.
    pub fn has_failure_or_warning_word(&self, at: usize) -> bool {
        self.rows[at][38..42].iter().any(|class| *class > 0)
    }

    pub fn is_blank(&self, at: usize) -> bool {
        self.rows[at][BLANK] == 1
    }
}

struct FeatureRowsBuilder<'a> {
    lines: &'a [&'a str],
    owns: &'a [[u8; OWN_LEN]],
    rows: Vec<[u8; WIDTH]>,
    /// The next column.
    at: usize,
}

/// How many lines have each key, and which of them each line is.
fn counts_and_ordinals<'a>(keys: impl Iterator<Item = u64> + Clone + 'a) -> Vec<(usize, usize)> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let nth: Vec<usize> = keys
        .clone()
        .map(|key| {
            let count = counts.entry(key).or_default();
            *count += 1;
            *count - 1
        })
        .collect();
    keys.zip(nth).map(|(key, nth)| (counts[&key], nth)).collect()
}

impl FeatureRowsBuilder<'_> {
    fn push_column(&mut self, value: impl Fn(usize) -> u8) {
        for (at, row) in self.rows.iter_mut().enumerate() {
            row[self.at] = value(at);
        }
        self.at += 1;
    }

    fn copy_own_features(&mut self) {
        for (row, own) in self.rows.iter_mut().zip(self.owns) {
            row[..OWN_LEN].copy_from_slice(own);
        }
        self.at = OWN_LEN;
    }

    /// Returns the number of kinds by shape and by drawing.
    fn add_repetition_features(&mut self, shapes: &[u64], drawings: &[u64]) -> (usize, usize) {
        let len = self.lines.len();
        let alike = counts_and_ordinals(shapes.iter().copied());
        let drawn = counts_and_ordinals(drawings.iter().copied());
        let equal: Vec<u64> = self.lines.iter().map(|line| hash_text(line)).collect();
        let equal = counts_and_ordinals(equal.iter().copied());
        let first: Vec<u64> =
            self.lines.iter().map(|line| hash_text(line.split_whitespace().next().unwrap_or_default())).collect();
        let first = counts_and_ordinals(first.iter().copied());
        for (held, shared) in [(&alike, true), (&drawn, true), (&equal, false), (&first, true)] {
            self.push_column(|at| size_in_half_octaves(held[at].0));
            if shared {
                self.push_column(|at| share_in_32nds(held[at].0, len));
            }
            self.push_column(|at| size_in_half_octaves(held[at].1));
        }
        let kinds = |held: &[(usize, usize)]| held.iter().filter(|(_, nth)| *nth == 0).count();
        (kinds(&alike), kinds(&drawn))
    }

    fn add_rarity_features(&mut self, vocabulary: &Vocabulary) {
        let len = self.lines.len();
        for (at, row) in self.rows.iter_mut().enumerate() {
            let (mut rarest, mut sum, mut words, mut once) = (0, 0, 0, 0);
            for held in vocabulary.line_counts_of_words(at) {
                let rarity = (len + 1) / held as usize;
                rarest = rarity.max(rarest);
                sum += rarity;
                words += 1;
                once += usize::from(held == 1);
            }
            row[self.at..self.at + 3].copy_from_slice(&[
                size_in_half_octaves(rarest),
                size_in_half_octaves(sum / words.max(1)),
                once.min(40) as u8,
            ]);
        }
        self.at += 3;
    }

    fn add_position_features(&mut self) {
        let len = self.lines.len();
        let blank: Vec<bool> = self.owns.iter().map(|own| own[BLANK] == 1).collect();
        let (mut into, mut left, mut paragraph) = (vec![0usize; len], vec![0usize; len], vec![0usize; len]);
        let mut paragraphs = 0;
        for at in 0..len {
            if blank[at] {
                paragraphs += usize::from(at > 0 && !blank[at - 1]);
            } else {
                into[at] = 1 + if at > 0 { into[at - 1] } else { 0 };
            }
            paragraph[at] = paragraphs;
        }
        for at in (0..len).rev() {
            left[at] = if blank[at] { 0 } else { 1 + left.get(at + 1).copied().unwrap_or(0) };
        }
        self.push_column(size_in_half_octaves);
        self.push_column(|at| size_in_half_octaves(len - 1 - at));
        self.push_column(|at| share_in_32nds(at, len));
        self.push_column(|at| into[at].min(60) as u8);
        self.push_column(|at| left[at].min(60) as u8);
        self.push_column(|at| (paragraphs - paragraph[at]).min(50) as u8);
        self.push_column(|at| paragraph[at].min(50) as u8);
    }

    fn add_error_distance_features(&mut self) {
        let bad: Vec<bool> = self.owns.iter().map(|own| own[38] + own[39] + own[40] > 0).collect();
        let warned: Vec<bool> = self.owns.iter().map(|own| own[41] > 0).collect();
        for mask in [&bad, &warned] {
            let (back, ahead) = distances_back_and_ahead(mask);
            self.push_column(|at| back[at]);
            self.push_column(|at| ahead[at]);
        }
        let all = bad.iter().filter(|bad| **bad).count();
        let mut seen = 0;
        let before: Vec<usize> = bad
            .iter()
            .map(|&bad| {
                seen += usize::from(bad);
                seen
            })
            .collect();
        self.push_column(|at| size_in_half_octaves(before[at]));
        self.push_column(|at| size_in_half_octaves(all - before[at]));
        self.push_column(|at| u8::from(bad[at] && before[at] == 1));
        self.push_column(|at| u8::from(bad[at] && before[at] == all));
        let len = self.lines.len();
        let indents =
            counts_and_ordinals(self.owns.iter().map(|own| u64::from(own[INDENT])).collect::<Vec<_>>().into_iter());
        self.push_column(|at| share_in_32nds(indents[at].0, len));
        let rare = OWN_LEN + 11;
        let mut order: Vec<usize> = (0..len).collect();
        let rarest: Vec<u8> = self.rows.iter().map(|row| row[rare]).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(rarest[at]));
        let mut ranks = vec![0; len];
        order.iter().enumerate().for_each(|(rank, &at)| ranks[at] = rank);
        self.push_column(|at| share_in_32nds(ranks[at], len));
    }

    fn add_output_features(&mut self, status: CommandEndStatus, kinds: (usize, usize)) {
        let len = self.lines.len();
        let bytes: usize = self.lines.iter().map(|line| line.len() + 1).sum();
        let bad = self.owns.iter().filter(|own| own[38] + own[39] + own[40] > 0).count();
        let warned = self.owns.iter().filter(|own| own[41] > 0).count();
        let status = match status {
            CommandEndStatus::Exit(0) => 0,
            CommandEndStatus::Exit(1) => 2,
            CommandEndStatus::Exit(_) => 3,
            other if other.has_failed() => 4,
            _ => 1,
        };
        let values = [
            size_in_half_octaves(len),
            size_in_half_octaves(bytes),
            status,
            share_in_32nds(bad, len),
            share_in_32nds(warned, len),
            size_in_half_octaves(bad),
            share_in_32nds(kinds.0, len),
            share_in_32nds(kinds.1, len),
        ];
        for value in values {
            self.push_column(|_| value);
        }
    }

    fn add_neighbour_features(&mut self) {
        let same = OWN_LEN + 3;
        let drawn: Vec<u8> = self.rows.iter().map(|row| row[same]).collect();
        for (at, row) in self.rows.iter_mut().enumerate() {
            let mut into = self.at;
            for offset in OFFSETS {
                let columns = neighbour_feature_columns(offset);
                if let Some(next) = at.checked_add_signed(offset).filter(|&next| next < self.owns.len()) {
                    let own = &self.owns[next];
                    for (value, &column) in row[into..].iter_mut().zip(columns) {
                        // An indent counts against the line's own.
                        let level = (own[INDENT] + 41).saturating_sub(self.owns[at][INDENT]);
                        *value = if column == INDENT { level } else { own[column] };
                    }
                    row[into + columns.len()] = drawn[next];
                }
                into += columns.len() + 1;
            }
        }
        self.at += NEIGHBOURS;
    }
}

/// How many lines ago the last marked line was, and how many lines off the next is; 99 at most.
fn distances_back_and_ahead(marked: &[bool]) -> (Vec<u8>, Vec<u8>) {
    let walk = |order: &mut dyn Iterator<Item = usize>| {
        let mut out = vec![99; marked.len()];
        let mut far = 99;
        for at in order {
            far = if marked[at] { 0 } else { (far + 1).min(99) };
            out[at] = far;
        }
        out
    };
    (walk(&mut (0..marked.len())), walk(&mut (0..marked.len()).rev()))
}
