//! The learnt model: how it is stored, and how it scores the lines of an output.

use super::rows::{FeatureRows, feature_name};
use super::words::{BITS, WordWeights, line_weight_keys};
use super::{SURE, WIDTH};
use crate::CommandAndStatus;

/// Inner nodes of a tree, at most.
pub const NODES: usize = 23;
const MARK: &[u8; 4] = b"ln01";

/// One small tree. A child from 128 on is a leaf.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionTree {
    /// Feature, the largest value that goes left, left, right.
    pub nodes: Vec<[u8; 4]>,
    /// In 1/1024 logits.
    pub leaves: Vec<i16>,
}

impl DecisionTree {
    pub fn score_line_features(&self, row: &[u8; WIDTH]) -> i32 {
        PackedTree::new(self).map_or(0, |tree| tree.score(&pad_row(row)))
    }

    /// True where every node leads on or to a leaf, so that a walk ends.
    fn is_sound(&self) -> bool {
        let fits = |at: usize, next: u8| match next {
            128.. => usize::from(next - 128) < self.leaves.len(),
            _ => at < usize::from(next) && usize::from(next) < self.nodes.len(),
        };
        let node = |(at, node): (usize, &[u8; 4])| fits(at, node[2]) && fits(at, node[3]);
        (1..=NODES).contains(&self.nodes.len())
            && self.leaves.len() <= NODES + 1
            && self.nodes.iter().enumerate().all(node)
    }
}

/// A sound tree in arrays of fixed size, which need no check on the way.
#[derive(Clone, Debug)]
struct PackedTree {
    nodes: [[u8; 4]; 32],
    leaves: [i16; 32],
}

impl PackedTree {
    fn new(tree: &DecisionTree) -> Option<PackedTree> {
        let mut packed = PackedTree { nodes: [[0, 0, 128, 128]; 32], leaves: [0; 32] };
        tree.is_sound().then(|| {
            packed.nodes[..tree.nodes.len()].copy_from_slice(&tree.nodes);
            packed.leaves[..tree.leaves.len()].copy_from_slice(&tree.leaves);
            packed
        })
    }

    fn score(&self, row: &[u8; 256]) -> i32 {
        let mut at = 0;
        while at < 128 {
            let [feature, split, left, right] = self.nodes[usize::from(at & 31)];
            at = if row[usize::from(feature)] <= split { left } else { right };
        }
        i32::from(self.leaves[usize::from(at & 31)])
    }
}

/// Words, then trees.
#[derive(Clone, Debug, Default)]
pub struct LineRelevanceModel {
    words: WordWeights,
    trees: Vec<DecisionTree>,
    packed: Vec<PackedTree>,
}

impl LineRelevanceModel {
    /// A model of these trees; those that are damaged count nothing.
    pub fn new(words: WordWeights, trees: Vec<DecisionTree>) -> LineRelevanceModel {
        let packed = trees.iter().filter_map(PackedTree::new).collect();
        LineRelevanceModel { words, trees, packed }
    }

    /// The features of these lines, with the score of their words.
    pub fn compute_features(&self, lines: &[&str], call: &CommandAndStatus) -> FeatureRows {
        let mut rows = FeatureRows::from_lines(lines, call);
        let score = |(at, line): (usize, &&str)| self.words.score_words(&line_weight_keys(&rows, at, line));
        let scores: Vec<i32> = lines.iter().enumerate().map(score).collect();
        rows.add_word_scores(&scores);
        rows
    }

    /// How likely a line is to matter, of `SURE`.
    pub fn line_worth(&self, rows: &FeatureRows, at: usize) -> u32 {
        let row = pad_row(&rows.rows[at]);
        if rows.is_blank(at) { 0 } else { logistic(self.packed.iter().map(|tree| tree.score(&row)).sum()) }
    }

    /// The features that decide most about a line, with what each adds in 1/1024 logits.
    pub fn feature_reasons(&self, rows: &FeatureRows, at: usize) -> Vec<(String, i32)> {
        let row = pad_row(&rows.rows[at]);
        let mut sums = vec![0; 256];
        // A tree's answer is put down to the feature that it asks first.
        self.packed.iter().for_each(|tree| sums[usize::from(tree.nodes[0][0])] += tree.score(&row));
        let mut order: Vec<usize> = (0..WIDTH).filter(|&feature| sums[feature] != 0).collect();
        order.sort_by_key(|&feature| std::cmp::Reverse(sums[feature]));
        order.into_iter().take(3).map(|feature| (feature_name(feature), sums[feature])).collect()
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MARK.to_vec();
        out.extend(self.words.scale.to_le_bytes());
        out.extend(self.words.bias.to_le_bytes());
        out.extend(self.words.weights.iter().map(|weight| *weight as u8));
        for tree in &self.trees {
            out.push(tree.nodes.len() as u8);
            tree.nodes.iter().for_each(|node| out.extend(node));
            tree.leaves.iter().for_each(|leaf| out.extend(leaf.to_le_bytes()));
        }
        out
    }

    /// The model of these bytes; none where they are of another kind or damaged.
    pub fn parse(bytes: &[u8]) -> Option<LineRelevanceModel> {
        let mut rest = bytes.strip_prefix(MARK)?;
        let mut take = |len: usize| {
            let (head, tail) = rest.split_at_checked(len)?;
            rest = tail;
            Some(head)
        };
        let scale = i32::from_le_bytes(take(4)?.try_into().ok()?);
        let bias = i32::from_le_bytes(take(4)?.try_into().ok()?);
        let weights = take(1 << BITS)?.iter().map(|byte| *byte as i8).collect();
        let mut trees = Vec::new();
        while let Some(len) = take(1) {
            let len = usize::from(len[0]);
            let nodes = take(len * 4)?.chunks_exact(4).filter_map(|four| four.try_into().ok()).collect();
            let leaves = take((len + 1) * 2)?.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
            trees.push(DecisionTree { nodes, leaves });
        }
        Some(LineRelevanceModel::new(WordWeights { weights, scale, bias }, trees))
    }
}

/// A row with room for every feature that a byte can name.
fn pad_row(row: &[u8; WIDTH]) -> [u8; 256] {
    let mut wide = [0; 256];
    wide[..WIDTH].copy_from_slice(row);
    wide
}

/// The logistic function of 1/1024 logits, of `SURE`, by straight lines between whole logits.
fn logistic(logit: i32) -> u32 {
    const AT: [u32; 9] = [32768, 17625, 7812, 3108, 1179, 439, 162, 60, 22];
    let size = logit.unsigned_abs().min(8 * 1024 - 1);
    let (whole, part) = ((size / 1024) as usize, size % 1024);
    let below = AT[whole] - (AT[whole] - AT[whole + 1]) * part / 1024;
    if logit < 0 { below } else { SURE - below }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_survives_its_bytes_and_damage_is_noticed() {
        let tree = DecisionTree { nodes: vec![[0, 8, 128, 129]], leaves: vec![-512, 700] };
        let words = WordWeights { weights: vec![1; 1 << BITS], scale: 300, bias: -40 };
        let model = LineRelevanceModel::new(words, vec![tree.clone()]);
        let bytes = model.to_bytes();
        assert_eq!(LineRelevanceModel::parse(&bytes).map(|model| model.trees), Some(vec![tree]));
        for cut in [0, 3, 11, bytes.len() - 1] {
            assert!(LineRelevanceModel::parse(&bytes[..cut]).is_none(), "{cut}");
        }
    }

    #[test]
    fn the_chance_grows_with_the_score() {
        let chances: Vec<u32> = (-9..=9).map(|logit| logistic(logit * 1024)).collect();
        assert!(chances.is_sorted(), "{chances:?}");
        assert_eq!((logistic(0), logistic(-20_000) < 30, logistic(20_000) > SURE - 30), (SURE / 2, true, true));
    }
}
