//! The learnt model: how it is stored, and how it scores the lines of an output.

use super::rows::{FeatureRows, feature_name};
use super::words::{BITS, WordWeights, line_weight_keys};
use super::{SURE, WIDTH};
use crate::CommandAndStatus;

/// Inner nodes of a tree, at most.
pub const NODES: usize = 23;
/// How a stored model begins.
pub const MARK: &[u8; 4] = b"ln01";

/// One small tree, in arrays of fixed size, which need no check on the way. A child from 128 on is a leaf.
#[derive(Clone, Debug)]
struct DecisionTree {
    /// Feature, the largest value that goes left, left, right.
    nodes: [[u8; 4]; 32],
    /// In 1/1024 logits.
    leaves: [i16; 32],
}

impl DecisionTree {
    /// None where a node does not lead on or to a leaf: then a walk would not end.
    fn parse(nodes: &[u8], leaves: &[u8]) -> Option<DecisionTree> {
        let count = nodes.len() / 4;
        let mut tree = DecisionTree { nodes: [[0, 0, 128, 128]; 32], leaves: [0; 32] };
        if !(1..=NODES).contains(&count) {
            return None;
        }
        let fits = |at: usize, next: u8| match next {
            128.. => usize::from(next - 128) <= count,
            _ => at < usize::from(next) && usize::from(next) < count,
        };
        for (at, node) in nodes.chunks_exact(4).enumerate() {
            tree.nodes[at] = node.try_into().ok().filter(|_| fits(at, node[2]) && fits(at, node[3]))?;
        }
        for (leaf, bytes) in tree.leaves.iter_mut().zip(leaves.chunks_exact(2)) {
            *leaf = i16::from_le_bytes([bytes[0], bytes[1]]);
        }
        Some(tree)
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
}

impl LineRelevanceModel {
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
        if rows.is_blank(at) { 0 } else { logistic(self.trees.iter().map(|tree| tree.score(&row)).sum()) }
    }

    /// The features that decide most about a line, with what each adds in 1/1024 logits.
    pub fn feature_reasons(&self, rows: &FeatureRows, at: usize) -> Vec<(String, i32)> {
        let row = pad_row(&rows.rows[at]);
        let mut sums = vec![0; 256];
        // A tree's answer is put down to the feature that it asks first.
        self.trees.iter().for_each(|tree| sums[usize::from(tree.nodes[0][0])] += tree.score(&row));
        let mut order: Vec<usize> = (0..WIDTH).filter(|&feature| sums[feature] != 0).collect();
        order.sort_by_key(|&feature| std::cmp::Reverse(sums[feature]));
        order.into_iter().take(3).map(|feature| (feature_name(feature), sums[feature])).collect()
    }

    /// The model of these bytes; none where they are of another kind or damaged. Damaged trees count nothing.
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
        while let Some(count) = take(1) {
            let count = usize::from(count[0]);
            trees.extend(DecisionTree::parse(take(count * 4)?, take((count + 1) * 2)?));
        }
        Some(LineRelevanceModel { words: WordWeights { weights, scale, bias }, trees })
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
    fn damage_to_a_model_is_noticed() {
        let (node, leaves) = ([0, 8, 128, 129], [[0, 254], [188, 2]].concat());
        let bytes = [MARK, &[0; 8][..], &[1; 1 << BITS], &[1], &node, &leaves].concat();
        let model = LineRelevanceModel::parse(&bytes).unwrap();
        let mut row = [0; 256];
        assert_eq!((model.trees.len(), model.trees[0].score(&row)), (1, -512));
        row[0] = 9;
        assert_eq!(model.trees[0].score(&row), 700);
        for cut in [0, 3, 11, bytes.len() - 1] {
            assert!(LineRelevanceModel::parse(&bytes[..cut]).is_none(), "{cut}");
        }
        for lost in [0, 1, 130] {
            assert!(DecisionTree::parse(&[0, 8, lost, 129], &leaves).is_none(), "{lost}");
        }
    }

    #[test]
    fn the_chance_grows_with_the_score() {
        let chances: Vec<u32> = (-9..=9).map(|logit| logistic(logit * 1024)).collect();
        assert!(chances.is_sorted(), "{chances:?}");
        assert_eq!((logistic(0), logistic(-20_000) < 30, logistic(20_000) > SURE - 30), (SURE / 2, true, true));
    }
}
