//! How likely an item is copied from again: a product of six factors, learnt from recorded sessions (`chances.txt`). In
//! integers, so that every machine decides the same.

use std::sync::LazyLock;

/// What an item holds, as far as it matters for how it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemContent {
    /// Text of a file.
    Text,
    /// The output of a command.
    Output,
    /// What a search or a listing found.
    Found,
    /// Anything else that a tool answered.
    Answer,
    Command,
    Patch,
    Edit,
    /// A whole file.
    Write,
    /// Any other input.
    Request,
}

impl ItemContent {
    fn is_result(self) -> bool {
        matches!(self, ItemContent::Text | ItemContent::Output | ItemContent::Found | ItemContent::Answer)
    }
}

const KINDS: [&str; 9] = ["text", "output", "found", "answer", "command", "patch", "edit", "write", "request"];

/// Weights of the values below each bound; the last one is for the rest.
type WeightSteps = Vec<(usize, i32)>;

/// The factors beside the kind: calls since the item came, and since the model last used a word that it had from there; its
/// size; its words that nothing newer holds, of a hundred; and the calls at which the model used one.
const FACTORS: [&str; 5] = ["age", "idle", "size", "own", "uses"];
/// An item that was never used has this many idle calls.
pub const NEVER: usize = usize::MAX;

#[derive(Default)]
struct WeightTable {
    kinds: [i32; KINDS.len()],
    /// For inputs, then for results.
    steps: [[WeightSteps; FACTORS.len()]; 2],
}

static TABLE: LazyLock<WeightTable> = LazyLock::new(|| WeightTable::parse(include_str!("chances.txt")));

impl WeightTable {
    /// The file is part of the program: what is wrong in it is found by the test below.
    fn parse(text: &str) -> WeightTable {
        let mut table = WeightTable::default();
        let find = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let [name, of, below, weight] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
            let weight = weight.parse().unwrap_or(0);
            if let Some(factor) = find(&FACTORS, name) {
                let below = if below == "never" { NEVER } else { below.parse().unwrap_or(NEVER - 1) };
                table.steps[usize::from(of == "result")][factor].push((below, weight));
            } else if let Some(kind) = find(&KINDS, of) {
                table.kinds[kind] = weight;
            }
        }
        table
    }
}

/// The weight of the first step whose bound is above the value.
fn weight_for_value(steps: &WeightSteps, value: usize) -> i32 {
    let is_it = |(below, _): &&(usize, i32)| match *below {
        NEVER => value == NEVER,
        below => value < below,
    };
    steps.iter().find(is_it).map_or(0, |step| step.1)
}

/// The logarithm, in thousandths, of the three-word sequences that one call copies from a million bytes of such an item.
pub fn reuse_chance_logarithm(kind: ItemContent, factors: [usize; FACTORS.len()]) -> i32 {
    let steps = &TABLE.steps[usize::from(kind.is_result())];
    let weights = steps.iter().zip(factors).map(|(steps, value)| weight_for_value(steps, value));
    TABLE.kinds[kind as usize] + weights.sum::<i32>()
}

/// The same logarithm for so many sequences.
pub fn logarithm_in_thousandths(sequences: f64) -> i32 {
    (sequences.max(1e-9).ln() * 1000.0).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert!(TABLE.kinds.iter().all(|weight| *weight > 0), "{:?}", TABLE.kinds);
        for (factor, steps) in TABLE.steps.iter().flat_map(|of_part| FACTORS.iter().zip(of_part)) {
            let (never, steps): (WeightSteps, WeightSteps) = steps.iter().partition(|step| step.0 == NEVER);
            assert_eq!(never.len(), usize::from(*factor == "idle"), "{factor}");
            assert!(steps.len() >= 4 && steps.is_sorted_by_key(|step| step.0), "{factor} {steps:?}");
            assert_eq!(steps.last().map(|step| step.0), Some(NEVER - 1), "{factor}");
        }
    }

    #[test]
    fn old_idle_output_goes_before_young_text_that_is_used_and_inputs_last() {
        let at = |kind, age, idle| reuse_chance_logarithm(kind, [age, idle, 3000, 50, 1]);
        let output = at(ItemContent::Output, 60, NEVER);
        let used = at(ItemContent::Text, 12, 2);
        let input = at(ItemContent::Patch, 12, 2);
        assert!(output < at(ItemContent::Text, 60, NEVER));
        assert!(output + 2000 < used && used < input, "{output} {used} {input}");
        assert!(at(ItemContent::Edit, 200, NEVER) < at(ItemContent::Edit, 20, NEVER));
    }
}
