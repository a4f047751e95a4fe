//! Chooses the parts of a text that make the page: small pieces of whole lines, cut at its seams, taken by how many
//! names they show for the first time. A piece that repeats the page can go.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::PageRow;
use super::pieces::{RowBlock, split_into_pieces};

pub use super::pieces::{PageLimits, RowReason, RowTreatment};

// The weights of the score. Measured on recorded steps of agents, by what they wrote next.
/// The beginning and the end are shown as they stand, each up to this share of the budget.
const EDGE_SHARE: f32 = 0.05;
/// The weight of a name once several are shown that differ from it only in their digits.
const ALIKE_WEIGHT: f32 = 0.05;
/// After this many names that differ only in their digits, a reader can guess the others.
const ALIKE: u32 = 8;

/// A gap's mark takes about this much room.
const MARK: usize = 15;
/// A gap that takes no more than this is not worth a mark.
const BRIDGE: usize = 23;

/// The rows to keep within the budget.
pub fn choose_rows(rows: &[PageRow<'_>], limits: &PageLimits<'_>) -> Vec<Option<RowReason>> {
    let pieces = split_into_pieces(rows, limits);
    let kept = pieces.iter().filter(|piece| piece.taken.is_some());
    let seen = kept.flat_map(|piece| piece.names.iter().map(|(name, _, _)| *name)).collect();
    let mut page = PageSelection { pieces, seen, forms: HashMap::new(), spent: MARK, budget: limits.budget };
    let share = |share: f32| (limits.budget as f32 * share) as usize;
    let count = page.pieces.len();
    page.take_edge(0..count, share(limits.start));
    page.take_edge((0..count).rev(), share(limits.end));
    page.take_structural_pieces((limits.budget as f32 * limits.structure) as usize);
    page.take_best_pieces();
    let mut keep = vec![None; rows.len()];
    for piece in page.pieces.iter().filter(|piece| piece.taken.is_some()) {
        keep[piece.first..piece.end].fill(piece.taken);
    }
    fill_small_gaps(rows, &mut keep);
    keep
}

/// The share of a budget for the beginning, and as much again for the end.
pub fn edge_budget(budget: usize) -> usize {
    (budget as f32 * EDGE_SHARE) as usize
}

struct PageSelection {
    pieces: Vec<RowBlock>,
    seen: HashSet<u64>,
    /// How many names of each form the page shows.
    forms: HashMap<u64, u32>,
    spent: usize,
    budget: usize,
}

impl PageSelection {
    /// Takes the pieces at an edge as they stand.
    fn take_edge(&mut self, pieces: impl Iterator<Item = usize>, least: usize) {
        let mut left = edge_budget(self.budget).max(least);
        for at in pieces {
            let RowBlock { cost, taken, barred, .. } = self.pieces[at];
            if taken.is_some() {
                continue;
            }
            if cost > left || barred {
                break;
            }
            left -= cost;
            let before = self.spent;
            self.take_piece(at, RowReason::Edge);
            // No gap stands beyond the edges: there are no marks to pay for.
            self.spent = before + cost;
        }
    }

    /// Takes structure before detail, each level as far as the share goes.
    fn take_structural_pieces(&mut self, share: usize) {
        for level in 0..=1 {
            for at in 0..self.pieces.len() {
                let piece = &self.pieces[at];
                if piece.level != Some(level) || piece.taken.is_some() {
                    continue;
                }
                if self.spent + piece.cost + MARK > share {
                    return;
                }
                self.take_piece(at, RowReason::Structure);
            }
        }
    }

    /// Takes the piece that shows most for its room, again and again. While the page fills, values only fall, except
    /// for the neighbours of a taken piece, so an old bid is checked when it comes up.
    fn take_best_pieces(&mut self) {
        let bid = |page: &PageSelection, at: usize| (page.piece_value(at).abs().to_bits(), Reverse(at));
        let available = (0..self.pieces.len()).filter(|&at| self.is_piece_available(at));
        // The bits of numbers that are not negative have the order of the numbers.
        let mut bids: BinaryHeap<(u32, Reverse<usize>)> = available.map(|at| bid(self, at)).collect();
        while let Some((bits, Reverse(at))) = bids.pop() {
            let piece = &self.pieces[at];
            if piece.taken.is_some() || self.spent + piece.cost + MARK > self.budget {
                continue;
            }
            if self.piece_value(at) < f32::from_bits(bits) - 1e-6 {
                bids.push(bid(self, at));
                continue;
            }
            self.take_piece(at, if piece.lift > 1.0 { RowReason::Severe } else { RowReason::Names });
            for near in [at.wrapping_sub(1), at + 1] {
                if near < self.pieces.len() && self.is_piece_available(near) {
                    bids.push(bid(self, near));
                }
            }
        }
    }

    fn is_piece_available(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        piece.taken.is_none() && !piece.barred && !piece.blank
    }

    fn count_taken_neighbours(&self, at: usize) -> usize {
        let taken = |near: usize| self.pieces.get(near).is_some_and(|piece| piece.taken.is_some());
        usize::from(at > 0 && taken(at - 1)) + usize::from(taken(at + 1))
    }

    fn piece_value(&self, at: usize) -> f32 {
        let piece = &self.pieces[at];
        let news: f32 = piece
            .names
            .iter()
            .filter(|(name, _, _)| !self.seen.contains(name))
            .map(|(_, form, weight)| weight * self.new_name_value(*form))
            .sum();
        // A piece alone needs a mark of its own; one between two others saves one.
        let room = match self.count_taken_neighbours(at) {
            0 => piece.cost + MARK,
            1 => piece.cost,
            _ => piece.cost.saturating_sub(MARK).max(piece.cost / 3),
        };
        news * piece.lift / room.max(1) as f32
    }

    fn take_piece(&mut self, at: usize, why: RowReason) {
        match self.count_taken_neighbours(at) {
            0 => self.spent += MARK,
            1 => {}
            _ => self.spent = self.spent.saturating_sub(MARK),
        }
        let piece = &mut self.pieces[at];
        piece.taken = Some(why);
        self.spent += piece.cost;
        for (name, form, _) in &piece.names {
            if self.seen.insert(*name) && *form != 0 {
                *self.forms.entry(*form).or_default() += 1;
            }
        }
    }

    /// The value of one more name of a form: names that differ only in their numbers can be guessed.
    fn new_name_value(&self, form: u64) -> f32 {
        if form != 0 && self.forms.get(&form).is_some_and(|seen| *seen >= ALIKE) { ALIKE_WEIGHT } else { 1.0 }
    }
}

/// Fills gaps that take no more room than their marks.
fn fill_small_gaps(rows: &[PageRow<'_>], keep: &mut [Option<RowReason>]) {
    let mut at = 0;
    while at < rows.len() {
        if keep[at].is_some() {
            at += 1;
            continue;
        }
        let end = (at..rows.len()).find(|&next| keep[next].is_some()).unwrap_or(rows.len());
        if rows[at..end].iter().map(PageRow::byte_cost).sum::<usize>() <= BRIDGE {
            keep[at..end].fill(Some(RowReason::Bridge));
        }
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page;
    use ctx_text::text::Text;

    fn page_of(text: &str, budget: usize, standing: &dyn Fn(usize) -> RowTreatment) -> String {
        let text = Text::from_bytes(text.as_bytes());
        let rows = page::one_row_per_line(&text);
        let severe = |_| false;
        let keep =
            choose_rows(&rows, &PageLimits { budget, standing, severe: &severe, structure: 0.0, start: 0.0, end: 0.0 });
        let keep: Vec<bool> = keep.iter().map(Option::is_some).collect();
        page::print_kept_rows(&text, &rows, &keep, false, 0).text
    }

    #[test]
    fn repeated_lines_are_left_out_first() {
        let mut text: String = (0..200).map(|_| "retry the_same_call with no_new_name\n").collect();
        text.insert_str(100 * 37, "then self.open_socket failed in net/dial.rs with code ECONNREFUSED_111\n");
        let page = page_of(&text, 600, &|_| RowTreatment::Plain);
        assert!(page.contains("net/dial.rs"), "{page}");
        assert!(page.starts_with("retry the_same_call") && page.contains("… ") && page.len() < 700, "{page}");
    }

    #[test]
    fn numbered_names_leave_room_for_what_is_said_once() {
        let mut text: String = (0..300).map(|n| format!("A in/album/IMG_{n:04}.jpg\n")).collect();
        text.push_str("Repository: here\nArchive name: nightly\nFiles in all: three hundred\n");
        text.push_str(&"a row of plain words at the end\n".repeat(20));
        let page = page_of(&text, 4000, &|_| RowTreatment::Plain);
        assert!(page.contains("IMG_0003.jpg") && page.contains("Archive name: nightly"), "{page}");
    }

    #[test]
    fn rows_of_long_numbers_leave_room_for_headings() {
        let mut text = "Conversations\n".to_owned();
        text.extend((0..200).map(|n| format!("10.0.0.2:{} <-> 10.0.0.9:80 {n}.00{n}000\n", 40_000 + n)));
        text.push_str("Warnings (4)\n=====\nConnection reset by its other side\n");
        text.extend((0..60).map(|n| format!("row of plain words and {}.{n:02}0000\n", 1000 + n)));
        let page = page_of(&text, 3000, &|_| RowTreatment::Plain);
        assert!(page.contains("Warnings (4)") && page.contains("Connection reset"), "{page}");
    }

    #[test]
    fn kept_rows_stay_and_barred_rows_go() {
        let text: String = (0..100).map(|n| format!("line_{n} has name_{n}\n")).collect();
        let standing = |row: usize| match row {
            50 => RowTreatment::Kept,
            60.. => RowTreatment::Barred,
            _ => RowTreatment::Plain,
        };
        let page = page_of(&text, 300, &standing);
        assert!(page.contains("line_50 ") && !page.contains("line_60 ") && page.ends_with("-100\n"), "{page}");
    }

    #[test]
    fn a_long_text_is_weighed_in_part_and_still_paged() {
        let text: String = (0..60_000).map(|n| format!("row_{n} value_{}\n", n * 7)).collect();
        let page = page_of(&text, 2000, &|_| RowTreatment::Plain);
        assert!(page.len() < 2200 && page.contains("row_0 ") && page.contains("row_59999 "), "{page}");
    }
}
