//! From recorded outputs to a model: which lines matter, which of the others to learn from, and both stages.

use std::collections::{BTreeMap, HashMap};

use ctx_digest::score::{FeatureRows, MARK, WordWeights, line_weight_keys};
use ctx_text::Text;

use super::boost;
use super::cases::{Case, squash};
use super::linear::{self, Dice, Sample};

/// Lines of one output that are learnt from: those that hold needles, those near them, severe ones and any others.
const MATTERING: usize = 60;
const OTHERS: usize = 120;
/// The words of a line are scored by a model that has not met its family, or the trees would trust them too much.
const INNER: usize = 3;

/// One output to learn from.
pub struct Lesson {
    rows: FeatureRows,
    keys: Vec<Vec<u16>>,
    /// Lines to learn from, with what they are worth.
    lines: Vec<(usize, f64)>,
    group: String,
}

/// Programs that say nothing about the output.
const STARTERS: &str = "bash sh npx python python3 node cat make npm pnpm yarn uv env timeout java perl ruby php bun deno ci \
    unknown log head tail sed git docker service-log";

fn program(command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word)).collect();
    let after = |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1));
    let first = words.first().copied().unwrap_or("unknown");
    let named = match first {
        "python" | "python3" => after("-m").copied().unwrap_or(first),
        "npx" | "uvx" | "bunx" => words.get(1).copied().unwrap_or(first),
        _ => first,
    };
    named.to_lowercase()
}

/// The tool's family of each case: what shares a folder or a program is one.
fn families(cases: &[Case]) -> Vec<String> {
    let mut above: BTreeMap<String, String> = BTreeMap::new();
    fn root(above: &BTreeMap<String, String>, name: &str) -> String {
        let mut at = name.to_owned();
        while let Some(next) = above.get(&at) {
            at.clone_from(next);
        }
        at
    }
    let mut firsts = Vec::new();
    for case in cases {
        let names = [case.family.to_lowercase(), program(&case.call.argv[0])];
        let mut names: Vec<String> =
            names.into_iter().filter(|name| !STARTERS.split(' ').any(|starter| starter == name)).collect();
        if names.is_empty() {
            let stem = case.name.rsplit('/').next().unwrap_or_default().split('-').next().unwrap_or_default();
            names.push(format!("{}/{stem}", case.family));
        }
        for other in &names[1..] {
            let (one, other) = (root(&above, &names[0]), root(&above, other));
            if one != other {
                above.insert(other, one);
            }
        }
        firsts.push(names.swap_remove(0));
    }
    firsts.iter().map(|name| root(&above, name)).collect()
}

/// Deals whole families into parts of about the same number of cases.
fn deal(families: &[String], parts: usize, seed: u64) -> Vec<usize> {
    let mut sizes: BTreeMap<&String, usize> = BTreeMap::new();
    families.iter().for_each(|family| *sizes.entry(family).or_default() += 1);
    let mut order: Vec<(&String, usize)> = sizes.into_iter().collect();
    Dice::new(seed).shuffle(&mut order);
    order.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let mut loads = vec![0; parts];
    let mut part_of: HashMap<&String, usize> = HashMap::new();
    for (family, size) in order {
        let least = (0..parts).min_by_key(|&part| loads[part]).unwrap_or(0);
        loads[least] += size;
        part_of.insert(family, least);
    }
    families.iter().map(|family| part_of[family]).collect()
}

impl Lesson {
    pub fn new(case: &Case) -> Lesson {
        let text = Text::from_bytes(&case.raw);
        let lines: Vec<&str> = (0..text.len()).map(|at| text.line(at)).collect();
        let rows = FeatureRows::from_lines(&lines, &case.call);
        let worth = worths(&lines, &case.needles);
        let chosen = sample(&rows, &worth);
        let keys = lines.iter().enumerate().map(|(at, line)| line_weight_keys(&rows, at, line)).collect();
        let group = families(std::slice::from_ref(case)).swap_remove(0);
        Lesson { rows, keys, lines: chosen, group }
    }

    fn samples(&self) -> impl Iterator<Item = Sample<'_>> {
        let others = self.lines.iter().filter(|(_, worth)| *worth == 0.0).count();
        let least = (40.0 / others.max(1) as f64).min(1.0).sqrt();
        self.lines.iter().map(move |&(at, worth)| Sample {
            keys: &self.keys[at],
            matters: worth > 0.0,
            weight: if worth > 0.0 { worth.clamp(0.05, 1.5) } else { least },
        })
    }

    /// The features with the score of the words, by a model of the words alone.
    fn scored(&self, words: &WordWeights) -> Vec<[u8; ctx_digest::score::WIDTH]> {
        let scores: Vec<i32> = self.keys.iter().map(|keys| words.score_words(keys)).collect();
        let mut rows = self.rows.clone();
        rows.add_word_scores(&scores);
        self.lines.iter().map(|&(at, _)| rows.rows[at]).collect()
    }
}

/// What each line is worth: a needle that stands in several lines is shared among them.
fn worths(lines: &[&str], needles: &[String]) -> Vec<f64> {
    let squashed: Vec<String> = lines.iter().map(|line| squash(line)).collect();
    let mut worth = vec![0.0; lines.len()];
    for needle in needles {
        let needle = squash(needle);
        let hits: Vec<usize> = (0..lines.len()).filter(|&at| squashed[at].contains(&needle)).collect();
        hits.iter().for_each(|&at| worth[at] += 1.0 / hits.len() as f64);
    }
    worth
}

fn sample(rows: &FeatureRows, worth: &[f64]) -> Vec<(usize, f64)> {
    let mut dice = Dice::new(worth.len() as u64 + 11);
    let mut draw = |mut from: Vec<usize>, most: usize| {
        if from.len() > most {
            dice.shuffle(&mut from);
            from.truncate(most);
        }
        from
    };
    let matters = draw((0..worth.len()).filter(|&at| worth[at] > 0.0).collect(), MATTERING);
    let other = |at: &usize| *at < worth.len() && worth[*at] == 0.0 && !rows.is_blank(*at);
    let others: Vec<usize> = (0..worth.len()).filter(other).collect();
    let mut chosen: Vec<usize> = if others.len() > OTHERS {
        let near = matters.iter().flat_map(|&at| at.saturating_sub(3)..=at + 3).filter(other);
        let mut held = draw(near.collect(), OTHERS / 3);
        held.extend(draw(
            others.iter().copied().filter(|&at| rows.has_failure_or_warning_word(at)).collect(),
            OTHERS / 3,
        ));
        let left = OTHERS - held.len();
        held.extend(draw(others, left));
        held
    } else {
        others
    };
    chosen.extend(matters);
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|at| (at, worth[at])).collect()
}

/// Learns both stages from these lessons: a model as it is stored.
pub fn learn(lessons: &[&Lesson]) -> Vec<u8> {
    let names: Vec<String> = lessons.iter().map(|lesson| lesson.group.clone()).collect();
    let parts = deal(&names, INNER, 5);
    let mut scored: Vec<Vec<[u8; ctx_digest::score::WIDTH]>> = vec![Vec::new(); lessons.len()];
    for part in 0..INNER {
        let met = lessons.iter().zip(&parts).filter(|(_, held)| **held != part);
        let words = linear::learn(&met.flat_map(|(lesson, _)| lesson.samples()).collect::<Vec<_>>());
        for (at, lesson) in lessons.iter().enumerate().filter(|(at, _)| parts[*at] == part) {
            scored[at] = lesson.scored(&words);
        }
    }
    let words = linear::learn(&lessons.iter().flat_map(|lesson| lesson.samples()).collect::<Vec<_>>());
    let rows: Vec<boost::Row> = lessons
        .iter()
        .zip(&scored)
        .flat_map(|(lesson, rows)| {
            lesson.samples().zip(rows).map(|(sample, row)| boost::Row {
                row,
                matters: sample.matters,
                weight: sample.weight,
            })
        })
        .collect();
    model_bytes(&words, &boost::learn(&rows))
}

fn model_bytes(words: &WordWeights, trees: &[boost::DecisionTree]) -> Vec<u8> {
    let mut out = MARK.to_vec();
    out.extend(words.scale.to_le_bytes());
    out.extend(words.bias.to_le_bytes());
    out.extend(words.weights.iter().map(|weight| *weight as u8));
    for tree in trees {
        out.push(tree.nodes.len() as u8);
        tree.nodes.iter().for_each(|node| out.extend(node));
        tree.leaves.iter().for_each(|leaf| out.extend(leaf.to_le_bytes()));
    }
    out
}
