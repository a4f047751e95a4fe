//! A text cut at its seams into small pieces of whole rows, each with its names and how it is to be treated.

use super::PageRow;
use crate::names;
use crate::part::is_blank;

/// A line that speaks of an error lifts its piece by this share.
const SEVERE_LIFT: f32 = 0.2;
/// More text than this is not weighed: pieces are taken from the beginning, the end and evenly between.
const WEIGHED: usize = 640 << 10;

/// The limits and row classes for one page.
pub struct PageLimits<'a> {
    pub budget: usize,
    /// How a row is to be treated.
    pub standing: &'a dyn Fn(usize) -> RowTreatment,
    /// Whether a row speaks of an error. Asked only of rows that are weighed: to judge a line is slow.
    pub severe: &'a dyn Fn(usize) -> bool,
    /// The share of the budget that rows of structure may take before all others.
    pub structure: f32,
    /// The share of the budget for the beginning, where it is more than that of any text.
    pub start: f32,
    /// The share of the budget for the end: a program says there how it went.
    pub end: f32,
}

/// Why a row is on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowReason {
    /// It stood there already.
    Kept,
    /// The beginning or the end.
    Edge,
    /// It gives the text its structure.
    Structure,
    /// It speaks of an error.
    Severe,
    /// Its piece holds names that the page had not shown yet.
    Names,
    /// A mark would take as much room.
    Bridge,
}

impl RowReason {
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// How a row is treated before its names are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTreatment {
    /// It stands there already and costs nothing more.
    Kept,
    /// It may not be taken.
    Barred,
    Plain,
    /// It gives the text its structure: the lower the number, the earlier it is taken.
    Structural(u8),
}

pub struct RowBlock {
    pub first: usize,
    pub end: usize,
    pub cost: usize,
    pub names: Vec<(u64, u64, f32)>,
    pub lift: f32,
    /// The level of a row of structure.
    pub level: Option<u8>,
    pub taken: Option<RowReason>,
    pub barred: bool,
    /// Nothing but blank lines: not worth a place of their own.
    pub blank: bool,
}

/// Pieces of whole rows, each about a fiftieth of the budget, cut at blank lines where there are some.
pub fn split_into_pieces(rows: &[PageRow<'_>], limits: &PageLimits<'_>) -> Vec<RowBlock> {
    let target = (limits.budget / 50).clamp(60, 160);
    let total: usize = rows.iter().map(PageRow::byte_cost).sum();
    let mut pieces = Vec::new();
    let mut first = 0;
    let mut size = 0;
    let class = |at: usize| match (limits.standing)(at) {
        RowTreatment::Kept => 0,
        RowTreatment::Barred => 1,
        RowTreatment::Structural(_) => 3,
        RowTreatment::Plain => 2,
    };
    let mut classes = (2, 2);
    for (at, row) in rows.iter().enumerate() {
        let cost = row.byte_cost();
        let seam = is_blank(&row.text);
        classes = (classes.1, class(at));
        let full = (seam && size * 2 >= target) || size * 5 >= target * 8 || size + cost > limits.budget / 2;
        if at > first && (classes.0 != classes.1 || classes.1 == 3 || (full && classes.1 != 1)) {
            pieces.push((first, at, size));
            (first, size) = (at, 0);
        }
        size += cost;
    }
    if first < rows.len() {
        pieces.push((first, rows.len(), size));
    }
    let mut passed = 0;
    let weighed = |passed: usize| {
        let third = WEIGHED / 3;
        let near_edge = passed < third || passed + third > total;
        // Between them, every nth stretch of 4 KiB.
        near_edge || (passed >> 12).is_multiple_of((total / third).max(1))
    };
    let pieces = pieces.into_iter().map(|(first, end, cost)| {
        let is_weighed = total <= WEIGHED || weighed(passed);
        passed += cost;
        build_piece(rows, limits, first, end, cost, is_weighed)
    });
    pieces.collect()
}

fn build_piece(
    rows: &[PageRow<'_>],
    limits: &PageLimits<'_>,
    first: usize,
    end: usize,
    cost: usize,
    is_weighed: bool,
) -> RowBlock {
    let standing = (limits.standing)(first);
    let taken = (standing == RowTreatment::Kept).then_some(RowReason::Kept);
    let barred = standing == RowTreatment::Barred;
    let blank = rows[first..end].iter().all(|row| is_blank(&row.text));
    let level = if let RowTreatment::Structural(level) = standing { Some(level) } else { None };
    let mut piece = RowBlock { first, end, cost, names: Vec::new(), lift: 1.0, level, taken, barred, blank };
    if !is_weighed || barred {
        piece.lift = 0.0;
        return piece;
    }
    for row in &rows[first..end] {
        names::for_each_name_and_word(&row.text, |name, form, weight| piece.names.push((name, form, weight)));
    }
    piece.names.sort_unstable_by_key(|(name, _, _)| *name);
    piece.names.dedup_by_key(|(name, _, _)| *name);
    let plain = standing == RowTreatment::Plain;
    if plain && (first..end).any(|at| (limits.severe)(at)) {
        piece.lift += SEVERE_LIFT;
    }
    piece
}
