//! The one selector: fills a number of bytes with the lines that are worth most for what they cost. A second line of a
//! kind counts less than the first, an equal one hardly; a line beside a chosen one saves a mark.

use std::collections::{BinaryHeap, HashMap};

/// Something that can be shown: a line, or a block of lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct SelectableItem {
    /// What it is worth to the reader; 0 is never chosen by itself.
    pub worth: u32,
    /// Bytes with its line end.
    pub cost: usize,
    /// Items of one kind stand for each other: each further one is worth less.
    pub kind: u64,
    /// Items with the same number are equal: the second says nothing new.
    pub same: u64,
}

/// What the choice takes into account besides the items.
#[derive(Clone, Copy, Debug)]
pub struct SelectionRules {
    /// Bytes to fill.
    pub budget: usize,
    /// Bytes of the mark that stands for a gap.
    pub mark: usize,
    /// The worth of each further item of a kind, in percent of the one before it.
    pub repeat: u32,
}

impl SelectionRules {
    pub fn new(budget: usize) -> SelectionRules {
        SelectionRules { budget, mark: 8, repeat: 80 }
    }
}

/// After this many in a row that do not fit, the budget counts as spent.
const MISSES: usize = 400;

struct ItemChooser<'a> {
    items: &'a [SelectableItem],
    rules: SelectionRules,
    chosen: Vec<bool>,
    left: usize,
    kinds: HashMap<u64, u32>,
    seen: HashMap<u64, u32>,
}

/// Which items to show. Those that `held` marks are shown in any case and paid first.
pub fn select_items(items: &[SelectableItem], held: &[bool], rules: SelectionRules) -> Vec<bool> {
    let mut chooser = ItemChooser {
        items,
        rules,
        chosen: vec![false; items.len()],
        left: rules.budget,
        kinds: HashMap::new(),
        seen: HashMap::new(),
    };
    (0..items.len()).filter(|&at| held.get(at).is_some_and(|held| *held)).for_each(|at| chooser.choose_item(at));
    chooser.fill_budget();
    chooser.chosen
}

impl ItemChooser<'_> {
    fn is_chosen(&self, at: Option<usize>) -> bool {
        at.and_then(|at| self.chosen.get(at)).is_some_and(|chosen| *chosen)
    }

    /// What it takes to add an item: its bytes, and a mark more or less.
    fn added_cost(&self, at: usize) -> usize {
        let beside = (self.is_chosen(at.checked_sub(1)), self.is_chosen(Some(at + 1)));
        match beside {
            (true, true) => self.items[at].cost.saturating_sub(self.rules.mark).max(1),
            (false, false) => self.items[at].cost + self.rules.mark,
            _ => self.items[at].cost,
        }
    }

    fn value_per_cost(&self, at: usize) -> u64 {
        let item = &self.items[at];
        let repeats = self.kinds.get(&item.kind).copied().unwrap_or(0).min(30);
        let mut worth = u64::from(item.worth) << 16;
        for _ in 0..repeats {
            worth = worth * u64::from(self.rules.repeat) / 100;
        }
        if self.seen.contains_key(&item.same) {
            worth /= 16;
        }
        worth / dampened_cost(self.added_cost(at))
    }

    fn choose_item(&mut self, at: usize) {
        if self.chosen[at] {
            return;
        }
        self.left = self.left.saturating_sub(self.added_cost(at));
        self.chosen[at] = true;
        *self.kinds.entry(self.items[at].kind).or_default() += 1;
        *self.seen.entry(self.items[at].same).or_default() += 1;
    }

    fn fill_budget(&mut self) {
        let open = (0..self.items.len()).filter(|&at| self.items[at].worth > 0 && !self.chosen[at]);
        let mut heap: BinaryHeap<(u64, std::cmp::Reverse<usize>)> =
            open.map(|at| (self.value_per_cost(at), std::cmp::Reverse(at))).collect();
        let mut misses = 0;
        while let Some((value, std::cmp::Reverse(at))) = heap.pop() {
            if self.chosen[at] {
                continue;
            }
            // Others of its kind were taken since: it is put back with what it is worth now.
            let now = self.value_per_cost(at);
            if now < value {
                heap.push((now, std::cmp::Reverse(at)));
                continue;
            }
            if self.added_cost(at) > self.left {
                misses += 1;
                if misses > MISSES {
                    break;
                }
                continue;
            }
            self.choose_item(at);
            self.revalue_neighbours(at, &mut heap);
        }
    }

    /// A neighbour is cheaper now; a blank line between two chosen ones costs less than its mark.
    fn revalue_neighbours(&mut self, at: usize, heap: &mut BinaryHeap<(u64, std::cmp::Reverse<usize>)>) {
        for (near, beyond) in [(at.checked_sub(1), at.checked_sub(2)), (Some(at + 1), Some(at + 2))] {
            let Some(near) = near.filter(|&near| near < self.items.len() && !self.chosen[near]) else { continue };
            if self.items[near].worth > 0 {
                heap.push((self.value_per_cost(near), std::cmp::Reverse(near)));
            } else if self.items[near].cost <= 1 && self.is_chosen(beyond) {
                self.choose_item(near);
            }
        }
    }
}

/// A cost to the power of 0.8, in 1/64: long lines are not worth as much by the byte.
fn dampened_cost(cost: usize) -> u64 {
    const AT: [u64; 14] = [64, 111, 194, 338, 588, 1024, 1783, 3104, 5404, 9410, 16384, 28526, 49667, 86475];
    let cost = cost.clamp(12, (1 << 13) - 1);
    let octave = cost.ilog2() as usize;
    AT[octave] + (AT[octave + 1] - AT[octave]) * (cost - (1 << octave)) as u64 / (1 << octave)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(worths: &[(u32, usize, u64)]) -> Vec<SelectableItem> {
        let item = |(at, &(worth, cost, kind)): (usize, &(u32, usize, u64))| SelectableItem {
            worth,
            cost,
            kind,
            same: at as u64,
        };
        worths.iter().enumerate().map(item).collect()
    }

    fn chosen(items: &[SelectableItem], budget: usize) -> Vec<usize> {
        let chosen = select_items(items, &[], SelectionRules::new(budget));
        (0..items.len()).filter(|&at| chosen[at]).collect()
    }

    #[test]
    fn the_most_worth_for_its_bytes_comes_first() {
        let items = items(&[(100, 40, 1), (900, 40, 2), (100, 40, 3), (500, 40, 4)]);
        assert_eq!(chosen(&items, 100), [1, 3]);
        assert_eq!(chosen(&items, 10_000), [0, 1, 2, 3]);
        assert_eq!(chosen(&items, 20), [0; 0]);
    }

    #[test]
    fn one_of_every_kind_comes_before_a_second_of_any() {
        let items = items(&[(500, 40, 1), (0, 40, 9), (480, 40, 1), (0, 40, 9), (400, 40, 2)]);
        assert_eq!(chosen(&items, 100), [0, 4]);
    }

    #[test]
    fn equal_items_are_shown_once_and_held_ones_always() {
        let mut twice = items(&[(500, 40, 1), (0, 40, 5), (500, 40, 2), (0, 40, 5), (300, 40, 3)]);
        twice[2].same = twice[0].same;
        assert_eq!(chosen(&twice, 100), [0, 4]);
        let held = select_items(&twice, &[false, true], SelectionRules::new(110));
        assert_eq!(held, [true, true, false, false, false]);
    }

    #[test]
    fn costs_grow_slower_than_bytes() {
        let costs: Vec<u64> = (0..9000).map(dampened_cost).collect();
        assert!(costs.is_sorted());
        assert!(dampened_cost(2000) < dampened_cost(1000) * 2 && dampened_cost(2000) * 2 > dampened_cost(1000) * 3);
    }
}
