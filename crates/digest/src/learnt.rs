//! The learnt score's part in a report that no reader is sure of: the lines that the rules have chosen and those that the
//! model finds likely compete for the same bytes.

use super::render::{Page, Piece, printable};
use super::score::{Model, SURE};
use super::select::{Item, Rules, select};

/// Longer outputs are left to the rules: too much in them is alike.
const LONGEST: usize = 384 << 10;
/// A line that the rules have chosen is worth so much more.
const CHOSEN: u32 = SURE * 2 / 5;
const WIDEST: usize = 200;

impl Page<'_> {
    /// Chooses the lines anew by their score, in as many bytes as they take now.
    pub fn learnt(&mut self, model: &Model) {
        let text = self.text;
        if model.trees.is_empty() || text.clean_len() > LONGEST || text.thinned() > 0 {
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
            let worth = worth[at] + if held.is_some() { CHOSEN } else { 0 };
            items.push(Item { worth, cost, kind: rows.shapes[at], same: crate::score::hash(line) });
        }
        let chosen = select(&items, &[], Rules { budget, ..rules });
        for (at, line) in lines.iter().enumerate() {
            let key = (at, 1, 0);
            match (chosen[at], self.pieces.contains_key(&key)) {
                (true, false) if !line.trim().is_empty() => {
                    let text = printable(line, WIDEST);
                    self.spent += text.len() + 1;
                    self.pieces.insert(key, Piece { text, is_line: true, why: "learnt".into() });
                }
                (false, true) => {
                    if let Some(piece) = self.pieces.remove(&key) {
                        self.spent = self.spent.saturating_sub(piece.text.len() + 1);
                    }
                }
                _ => {}
            }
        }
    }
}
