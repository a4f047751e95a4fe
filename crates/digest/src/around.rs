//! Spends the rest of a report's budget on the blocks around its errors.

use super::page;
use super::page::choose::{self, Standing};
use super::part::is_rule;
use super::render::Page;
use super::{Severity, severity, trace};

/// Lines that say nothing about a failure: tests that passed, frames of libraries.
fn dull(line: &str) -> bool {
    severity::is_passing(line) || trace::is_foreign_frame(line)
}

impl Page<'_> {
    /// Spends the rest of the budget on the blocks of the errors: readers ask next for the code, the frames and the
    /// values in them. A short output is not worth much of it.
    pub fn around_errors(&mut self, budget: usize) {
        let worth = match self.digest.verdict.roomy || self.digest.reading.fill.unsure {
            true => budget,
            false => (self.text.clean_len().saturating_sub(6 << 10) / 2).min(budget),
        };
        if self.spent + 100 > worth {
            return;
        }
        let vague = self.digest.reading.fill.unsure || self.digest.verdict.roomy;
        let errors = self.digest.reading.blocks.iter().filter(|block| block.severity == Severity::Error);
        let mut near = vec![vague; self.text.len()];
        for block in errors {
            let last = block.last.min(self.text.len() - 1);
            near[block.first.min(last)..=last].fill(true);
        }
        // A group is known by its first member and its number: the others would only repeat it.
        for block in &self.digest.reading.blocks {
            let head = block.marks.first().map_or(block.first, |(line, _)| *line).min(self.text.len() - 1);
            if vague && !self.pieces.contains_key(&(head, 1, 0)) {
                near[head] = false;
            }
        }
        let rows = page::rows(self.text);
        let standing = |at: usize| {
            let line = self.text.line(at);
            if self.pieces.contains_key(&(at, 1, 0)) {
                Standing::Kept
            } else if near[at] && line.len() <= 300 && !is_rule(line) && !dull(line) {
                Standing::Plain
            } else {
                Standing::Barred
            }
        };
        let standings: Vec<Standing> = (0..rows.len()).map(standing).collect();
        let standing = |at: usize| standings[at];
        let wish = choose::Wish { budget: worth - self.spent, standing: &standing, structure: 0.0, end: 0.0 };
        let keep = choose::choose(&rows, &wish);
        for at in (0..rows.len()).filter(|&at| keep[at].is_some()) {
            self.line(at, usize::MAX, 300, "around");
        }
    }
}
