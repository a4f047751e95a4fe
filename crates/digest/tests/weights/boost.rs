//! The second stage: boosted trees over small whole numbers, grown by their best leaf, with histograms.

use ctx_digest::score::{NODES, WIDTH};

use super::linear::{Dice, sigmoid};

/// One small tree: feature, the largest value that goes left, left, right. A child from 128 on is a leaf.
pub struct DecisionTree {
    pub nodes: Vec<[u8; 4]>,
    /// In 1/1024 logits.
    pub leaves: Vec<i16>,
}

impl DecisionTree {
    /// A tree that could not be split counts nothing.
    fn score(&self, row: &[u8; WIDTH]) -> i16 {
        if self.nodes.is_empty() {
            return 0;
        }
        let mut at = 0;
        while at < 128 {
            let [feature, split, left, right] = self.nodes[usize::from(at)];
            at = if row[usize::from(feature)] <= split { left } else { right };
        }
        self.leaves[usize::from(at - 128)]
    }
}

/// One line of a lesson: its features, whether it matters, and how much it counts.
pub struct Row<'a> {
    pub row: &'a [u8; WIDTH],
    pub matters: bool,
    pub weight: f64,
}

const ROUNDS: usize = 160;
const RATE: f64 = 0.06;
const LEAST: f64 = 30.0;
const RIDGE: f64 = 5.0;
const BINS: usize = 256;

/// Slope, curvature and number of rows by value of a feature.
type Bins = Vec<[f64; 3]>;

struct Leaf {
    rows: Vec<u32>,
    bins: Bins,
    sums: [f64; 3],
    split: Option<Split>,
    /// The node above it and which side of it this is.
    above: Option<(usize, usize)>,
}

#[derive(Clone, Copy)]
struct Split {
    gain: f64,
    feature: usize,
    value: u8,
}

pub fn learn(rows: &[Row]) -> Vec<DecisionTree> {
    let mut dice = Dice::new(3);
    let mut scores = vec![0.0; rows.len()];
    let mut trees = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let mut features: Vec<usize> = (0..WIDTH).collect();
        dice.shuffle(&mut features);
        features.truncate(WIDTH / 2);
        features.sort_unstable();
        let slopes: Vec<[f64; 3]> = rows
            .iter()
            .zip(&scores)
            .map(|(row, score)| {
                let chance = sigmoid(*score);
                let wanted = f64::from(u8::from(row.matters));
                [(chance - wanted) * row.weight, (chance * (1.0 - chance) * row.weight).max(1e-9), 1.0]
            })
            .collect();
        let drawn: Vec<u32> = (0..rows.len() as u32).filter(|_| dice.below(10) < 8).collect();
        let tree = grow(rows, &slopes, drawn, &features);
        for (score, row) in scores.iter_mut().zip(rows) {
            *score += f64::from(tree.score(row.row)) / 1024.0;
        }
        trees.push(tree);
    }
    trees
}

fn count(rows: &[Row], slopes: &[[f64; 3]], held: &[u32], features: &[usize]) -> Bins {
    let mut bins = vec![[0.0; 3]; features.len() * BINS];
    for &at in held {
        let (row, slope) = (rows[at as usize].row, slopes[at as usize]);
        for (nth, &feature) in features.iter().enumerate() {
            let bin = &mut bins[nth * BINS + usize::from(row[feature])];
            bin[0] += slope[0];
            bin[1] += slope[1];
            bin[2] += slope[2];
        }
    }
    bins
}

fn worth(sums: [f64; 3]) -> f64 {
    sums[0] * sums[0] / (sums[1] + RIDGE)
}

fn best(leaf: &Leaf, features: &[usize]) -> Option<Split> {
    let mut best: Option<Split> = None;
    for (nth, &feature) in features.iter().enumerate() {
        let mut left = [0.0; 3];
        for value in 0..BINS - 1 {
            let bin = leaf.bins[nth * BINS + value];
            if bin[2] < 0.5 {
                continue;
            }
            (0..3).for_each(|at| left[at] += bin[at]);
            let right = [leaf.sums[0] - left[0], leaf.sums[1] - left[1], leaf.sums[2] - left[2]];
            if left[2] < LEAST || right[2] < LEAST {
                continue;
            }
            let gain = worth(left) + worth(right) - worth(leaf.sums);
            if gain > 1e-6 && best.is_none_or(|held| gain > held.gain) {
                best = Some(Split { gain, feature, value: value as u8 });
            }
        }
    }
    best
}

fn grow(rows: &[Row], slopes: &[[f64; 3]], drawn: Vec<u32>, features: &[usize]) -> DecisionTree {
    let sum = |held: &[u32]| {
        held.iter().fold([0.0; 3], |mut sum, &at| {
            (0..3).for_each(|nth| sum[nth] += slopes[at as usize][nth]);
            sum
        })
    };
    let bins = count(rows, slopes, &drawn, features);
    let mut root = Leaf { sums: sum(&drawn), rows: drawn, bins, split: None, above: None };
    root.split = best(&root, features);
    let mut leaves = vec![root];
    let mut nodes: Vec<[u8; 4]> = Vec::new();
    while nodes.len() < NODES {
        let gain = |leaf: &Leaf| leaf.split.map_or(0.0, |split| split.gain);
        let most =
            (0..leaves.len()).fold(0, |most, at| if gain(&leaves[at]) > gain(&leaves[most]) { at } else { most });
        let Some(split) = leaves[most].split else { break };
        let leaf = leaves.swap_remove(most);
        let node = nodes.len();
        nodes.push([split.feature as u8, split.value, 0, 0]);
        if let Some((above, side)) = leaf.above {
            nodes[above][2 + side] = node as u8;
        }
        let (left, right): (Vec<u32>, Vec<u32>) =
            leaf.rows.iter().partition(|&&at| rows[at as usize].row[split.feature] <= split.value);
        // Only the smaller side is counted; the other is the rest.
        let small = if left.len() <= right.len() { &left } else { &right };
        let counted = count(rows, slopes, small, features);
        let rest: Bins = leaf
            .bins
            .iter()
            .zip(&counted)
            .map(|(all, part)| [all[0] - part[0], all[1] - part[1], all[2] - part[2]])
            .collect();
        let (one, other) = if left.len() <= right.len() { (counted, rest) } else { (rest, counted) };
        for (side, (held, bins)) in [(left, one), (right, other)].into_iter().enumerate() {
            let mut leaf = Leaf { sums: sum(&held), rows: held, bins, split: None, above: Some((node, side)) };
            leaf.split = best(&leaf, features);
            leaves.push(leaf);
        }
    }
    let mut values = Vec::with_capacity(leaves.len());
    for leaf in &leaves {
        let value = -leaf.sums[0] / (leaf.sums[1] + RIDGE) * RATE * 1024.0;
        if let Some((above, side)) = leaf.above {
            nodes[above][2 + side] = 128 + values.len() as u8;
        }
        values.push(value.round().clamp(-30_000.0, 30_000.0) as i16);
    }
    DecisionTree { nodes, leaves: values }
}
