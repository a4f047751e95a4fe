//! How likely an item is copied from again: a product of six factors, learnt from recorded sessions (`chances.txt`). In
//! integers, so that every machine decides the same.

use std::sync::LazyLock;

use crate::model::CallHalf;

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

const KINDS: [&str; 9] = ["text", "output", "found", "answer", "command", "patch", "edit", "write", "request"];

/// What is known of an item at a call.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub kind: ItemContent,
    pub part: CallHalf,
    /// Calls since it came.
    pub age: usize,
    /// Calls since the model last used a word that it had from this item.
    pub idle: Option<usize>,
    pub size: usize,
    /// Words of it that nothing newer holds, of a hundred.
    pub own: usize,
    /// Calls at which the model used a word from it.
    pub uses: usize,
}

/// Weights of the values below each bound; the last one is for the rest.
type Steps = Vec<(usize, i32)>;

#[derive(Default)]
struct Table {
    kinds: [i32; 9],
    /// For inputs, then for results.
    age: [Steps; 2],
    idle: [Steps; 2],
    never: [i32; 2],
    size: [Steps; 2],
    own: [Steps; 2],
    uses: [Steps; 2],
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("chances.txt")));

impl Table {
    /// The file is part of the program: what is wrong in it is found by the test below.
    fn read(text: &str) -> Table {
        let mut table = Table::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let [name, of, below, weight] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
            let weight = weight.parse().unwrap_or(0);
            if name == "kind" {
                let kind = KINDS.iter().position(|kind| *kind == of);
                kind.into_iter().for_each(|kind| table.kinds[kind] = weight);
                continue;
            }
            let part = usize::from(of == "result");
            if below == "never" {
                table.never[part] = weight;
                continue;
            }
            let steps = match name {
                "age" => &mut table.age,
                "idle" => &mut table.idle,
                "own" => &mut table.own,
                "uses" => &mut table.uses,
                _ => &mut table.size,
            };
            steps[part].push((below.parse().unwrap_or(usize::MAX), weight));
        }
        table
    }
}

fn weight(steps: &Steps, value: usize) -> i32 {
    steps.iter().find(|(below, _)| value < *below).or(steps.last()).map_or(0, |step| step.1)
}

/// The logarithm, in thousandths, of the three-word sequences that one call copies from a million bytes of such an item.
pub fn chance(facts: &Facts) -> i32 {
    let table = &*TABLE;
    let part = usize::from(facts.part == CallHalf::Result);
    let idle = facts.idle.map_or(table.never[part], |idle| weight(&table.idle[part], idle));
    table.kinds[facts.kind as usize]
        + weight(&table.age[part], facts.age)
        + idle
        + weight(&table.size[part], facts.size)
        + weight(&table.own[part], facts.own)
        + weight(&table.uses[part], facts.uses)
}

/// The same logarithm for so many sequences.
pub fn chance_logarithm(sequences: f64) -> i32 {
    (sequences.max(1e-9).ln() * 1000.0).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        let table = &*TABLE;
        assert!(table.kinds.iter().all(|weight| *weight > 0), "{:?}", table.kinds);
        for steps in table.age.iter().chain(&table.idle).chain(&table.size).chain(&table.own).chain(&table.uses) {
            assert!(steps.len() >= 4 && steps.is_sorted_by_key(|step| step.0), "{steps:?}");
            assert_eq!(steps.last().map(|step| step.0), Some(usize::MAX));
        }
        assert!(table.never.iter().all(|weight| *weight != 0));
    }

    #[test]
    fn old_idle_output_goes_before_young_text_that_is_used_and_inputs_last() {
        let at = |kind, part, age, idle| chance(&Facts { kind, part, age, idle, size: 3000, own: 50, uses: 1 });
        let output = at(ItemContent::Output, CallHalf::Result, 60, None);
        let used = at(ItemContent::Text, CallHalf::Result, 12, Some(2));
        let input = at(ItemContent::Patch, CallHalf::Input, 12, Some(2));
        assert!(output < at(ItemContent::Text, CallHalf::Result, 60, None));
        assert!(output + 2000 < used && used < input, "{output} {used} {input}");
        assert!(at(ItemContent::Edit, CallHalf::Input, 200, None) < at(ItemContent::Edit, CallHalf::Input, 20, None));
    }
}
