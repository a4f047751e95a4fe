//! The learnt score's part in a report. Where no reader is sure of the tool, the lines that the rules have chosen and those
//! that the model finds likely compete for the same bytes; where one is, a few likely lines are added to its choice.

use super::render::{Page, Piece, printable};
use super::score::{Model, Rows, SURE, hash};
use super::select::{Item, Rules, select};

/// Longer outputs are left to the rules: too much in them is alike.
const LONGEST: usize = 192 << 10;
/// A line that the rules have chosen is worth so much more.
const CHOSEN: u32 = SURE * 2 / 5;
/// Bytes for lines that are added to the choice of a reader, and the least that such a line is worth.
const ADDED: usize = 400;
const LIKELY: u32 = SURE / 5;
const WIDEST: usize = 200;

impl Page<'_> {
    /// Lets the model choose. Of a tool that a reader knows, nothing that it chose is dropped, and a run that passed needs
    /// nothing more.
    pub fn learnt(&mut self, model: &Model, sure: bool) {
        let text = self.text;
        // What a reader wrote itself of a report for machines is not improved by the raw lines.
        let told = self.digest.reading.blocks.iter().any(|block| !block.said.is_empty());
        let idle = sure && (told || !self.digest.call.status.failed());
        if idle || model.trees.is_empty() || text.clean_len() > LONGEST || text.thinned_lines() > 0 {
            return;
        }
        let lines: Vec<&str> = (0..text.len()).map(|at| text.line(at)).collect();
        let (rows, worth) = model.score(&lines, &self.digest.call);
        let rules = Rules::new(0);
        let mut items = Vec::with_capacity(lines.len());
        let (mut budget, mut last) = (0, None);
        for (at, line) in lines.iter().enumerate() {
            let held = self.pieces.get(&(at, 1, 0));
            let cost = held.map_or_else(|| printable(line, WIDEST).len(), |piece| piece.text.len()) + 1;
            if held.is_some() {
                budget += cost + if last.is_some_and(|last| last + 1 == at) { 0 } else { rules.mark };
                last = Some(at);
            }
            let worth = match held {
                Some(_) => worth[at] + CHOSEN,
                None if sure && worth[at] < LIKELY => 0,
                None => worth[at],
            };
            items.push(Item { worth, cost, kind: rows.shapes[at], same: hash(line) });
        }
        let held: Vec<bool> = (0..lines.len()).map(|at| sure && self.pieces.contains_key(&(at, 1, 0))).collect();
        let budget = budget + if sure { ADDED } else { 0 };
        let chosen = select(&items, &held, Rules { budget, ..rules });
        for at in 0..lines.len() {
            match (chosen[at], self.pieces.contains_key(&(at, 1, 0))) {
                (true, false) if !rows.is_blank(at) => self.add_learnt(at, why(model, &rows, at, worth[at])),
                (false, true) => {
                    if let Some(piece) = self.pieces.remove(&(at, 1, 0)) {
                        self.spent = self.spent.saturating_sub(piece.text.len() + 1);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_learnt(&mut self, at: usize, why: String) {
        let text = printable(self.text.line(at), WIDEST);
        self.spent += text.len() + 1;
        self.pieces.insert((at, 1, 0), Piece { text, is_line: true, why });
    }
}

/// How likely the model finds the line, and which features speak for it most.
fn why(model: &Model, rows: &Rows, at: usize, worth: u32) -> String {
    let reasons: Vec<String> = model.reasons(rows, at).into_iter().map(|(name, _)| name).collect();
    format!("learnt {} %: {}", worth * 100 / SURE, reasons.join(", "))
}
