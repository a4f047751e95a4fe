//! The learnt score's part in a report. Where no reader is sure of the tool, the lines that the rules have chosen and those
//! that the model finds likely compete for the budget; where one is, a few likely lines are added to its choice.

use std::collections::HashMap;

use super::part::has_no_letters_or_digits;
use super::printed::format_printed_line;
use super::render::{PagePiece, ReportPage};
use super::score::{FeatureRows, LineRelevanceModel, SURE, hash_text};
use super::select::{SelectableItem, SelectionRules, select_items};
use super::{severity, shape, trace};

/// A line that the rules have chosen is worth so much more.
const CHOSEN: u32 = SURE * 2 / 5;
/// Bytes for lines that are added to the choice of a reader, and the least that such a line is worth.
const ADDED: usize = 400;
const LIKELY: u32 = SURE / 5;
/// The least that a line is worth where nobody knows the tool.
const POSSIBLE: u32 = SURE / 50;
const WIDEST: usize = 200;
/// Of a longer output, this much of its beginning and its end is scored, and so many lines around each shown one.
const LONGEST: usize = 192 << 10;
const EDGE: usize = 32 << 10;
const AROUND: usize = 10;
/// So many lines that differ only in their numbers are shown.
const ALIKE: u32 = 16;

/// What the model may do with the choice of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelInfluence {
    /// Add a few likely lines.
    Add,
    /// Fill the report up to this many bytes.
    Fill(usize),
    /// Choose all lines anew, up to this many bytes.
    Choose(usize),
}

impl ReportPage<'_> {
    /// Lets the model choose. A run that passed needs nothing more than its reader says.
    pub fn choose_lines_by_model(&mut self, model: &LineRelevanceModel, say: ModelInfluence) {
        let text = self.text;
        // What a reader wrote itself of a report for machines is not improved by the raw lines.
        let told = self.digest.reading.blocks.iter().any(|block| !block.said.is_empty());
        if say == ModelInfluence::Add && (told || !self.digest.call.status.has_failed() || text.clean_len() > LONGEST) {
            return;
        }
        let reach = self.lines_to_score();
        let lines: Vec<&str> = reach.iter().map(|&at| text.line(at)).collect();
        let rows = model.compute_features(&lines, &self.digest.call);
        let mut worth = vec![0; lines.len()];
        let mut alike: HashMap<String, u32> = HashMap::new();
        let mut rules = SelectionRules::new(0);
        let mut items = Vec::with_capacity(lines.len());
        let (mut spent, mut last) = (0, None);
        for (nth, line) in lines.iter().enumerate() {
            let piece = self.pieces.get(&(reach[nth], 1, 0));
            if let Some(piece) = piece {
                spent += piece.text.len() + 1 + if last.is_some_and(|last| last + 1 == nth) { 0 } else { rules.mark };
                last = Some(nth);
            }
            let least = if say == ModelInfluence::Add { LIKELY } else { POSSIBLE };
            let seen = alike.entry(shape::mask_numbers(line)).or_default();
            *seen += 1;
            // After a few lines that differ only in their numbers, a reader can guess the others; not so with paths.
            let guessed = *seen > ALIKE && !line.contains('/');
            let hopeless =
                piece.is_none() && (guessed || has_no_letters_or_digits(line) || is_success_or_library_frame(line));
            worth[nth] = if hopeless { 0 } else { model.line_worth(&rows, nth) };
            let (worth, cost) = match piece {
                Some(piece) => (worth[nth] + CHOSEN, piece.text.len()),
                // Only a blank line is ever taken without being worth it.
                None if worth[nth] < least => (0, line.trim_end().len()),
                None => (worth[nth], format_printed_line(line, WIDEST).len()),
            };
            items.push(SelectableItem { worth, cost: cost + 1, kind: rows.shapes[nth], same: hash_text(line) });
        }
        let held: Vec<bool> = match say {
            ModelInfluence::Choose(_) => Vec::new(),
            _ => reach.iter().map(|&at| self.pieces.contains_key(&(at, 1, 0))).collect(),
        };
        rules.budget = match say {
            ModelInfluence::Add => spent + ADDED,
            ModelInfluence::Fill(room) | ModelInfluence::Choose(room) => room.max(spent),
        };
        let chosen = select_items(&items, &held, rules);
        for (nth, &at) in reach.iter().enumerate() {
            match (chosen[nth], self.pieces.contains_key(&(at, 1, 0))) {
                (true, false) if !rows.is_blank(nth) => {
                    self.add_line_chosen_by_model(at, explain_score(model, &rows, nth, worth[nth]))
                }
                (false, true) => {
                    if let Some(piece) = self.pieces.remove(&(at, 1, 0)) {
                        self.spent = self.spent.saturating_sub(piece.text.len() + 1);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_line_chosen_by_model(&mut self, at: usize, why: String) {
        let text = format_printed_line(self.text.line(at), WIDEST);
        self.spent += text.len() + 1;
        self.pieces.insert((at, 1, 0), PagePiece { text, is_line: true, why });
    }

    /// The lines that are scored.
    fn lines_to_score(&self) -> Vec<usize> {
        let (size, lines) = (self.text.clean_len(), self.text.len());
        if size <= LONGEST {
            return (0..lines).collect();
        }
        let mut passed = 0;
        let mut near = vec![false; lines];
        for (at, line) in self.text.lines().enumerate() {
            near[at] = passed < EDGE || passed + EDGE > size;
            passed += line.len() + 1;
        }
        for &(at, _, _) in self.pieces.keys().take(LONGEST / 1000) {
            near[at.saturating_sub(AROUND).min(lines)..(at + AROUND).min(lines)].fill(true);
        }
        (0..lines).filter(|&at| near[at] || self.pieces.contains_key(&(at, 1, 0))).collect()
    }
}

/// Lines that say nothing about a failure: tests that passed, frames of libraries.
fn is_success_or_library_frame(line: &str) -> bool {
    severity::is_success_line(line) || trace::is_library_frame(line)
}

/// How likely the model finds the line, and which features speak for it most.
fn explain_score(model: &LineRelevanceModel, rows: &FeatureRows, at: usize, worth: u32) -> String {
    let reasons: Vec<String> = model.feature_reasons(rows, at).into_iter().map(|(name, _)| name).collect();
    format!("learnt {} %: {}", worth * 100 / SURE, reasons.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::test::render_failed_command_page;

    #[test]
    fn lines_that_differ_only_in_their_numbers_are_no_filler() {
        let mut raw: String = (0..1500).map(|n| format!("line {n} ok\n")).collect();
        raw.push_str("it did not work\n");
        let page = render_failed_command_page("./unknown-tool", &raw);
        assert!(page.len() < 600 && page.contains("it did not work"), "{} bytes: {page}", page.len());
    }

    #[test]
    fn counted_repeats_leave_their_room_to_rare_lines() {
        let mut raw: String =
            (0..90).map(|n| format!("ERROR - Name \"B, C\" has too many commas in 'key{n}'\n")).collect();
        raw.push_str("WARN - Duplicate entry 'a'\nWARN - Duplicate entry 'b'\nWARN - Duplicate entry 'c'\n");
        raw.push_str("INFO - loaded\nINFO - WARNINGS: 3\nINFO - ERRORS: 90\n");
        let page = render_failed_command_page("./unknown-tool", &raw);
        assert!(page.matches("too many commas").count() < 24, "{page}");
        assert!(["'a'", "'b'", "'c'"].iter().all(|name| page.contains(name)), "{page}");
    }

    #[test]
    fn lines_with_a_path_stay_whatever_they_share() {
        let raw: String = (0..60).map(|n| format!("found src/part_{n}/mod.rs in pass {n}\n")).collect();
        let page = render_failed_command_page(
            "./unknown-tool",
            &format!("{raw}{}it did not work\n", "plain words only\n".repeat(200)),
        );
        let names = (0..60).filter(|n| page.contains(&format!("part_{n}/"))).count();
        assert!(names > 20, "{names} names: {page}");
    }

    #[test]
    fn what_happened_right_before_an_error_is_shown() {
        let mut raw: String =
            (0..400).map(|n| format!("step {n} of part_{}: loading shelf_{}\n", n % 7, n * 3)).collect();
        raw.push_str("step 400 of part_1: opening store_17\nstore is read only\nERROR: cannot write order\n");
        let page = render_failed_command_page("./unknown-tool", &raw);
        assert!(page.contains("opening store_17\nstore is read only\nERROR: cannot write order"), "{page}");
    }

    #[test]
    fn a_row_stands_under_its_heading() {
        let file = |n: usize| {
            format!("module_{n}.py\n  'typing' requires 3.5\n  'enum' requires 3.4\n  f-strings require 3.6\n")
        };
        let mut raw: String = (0..200).map(file).collect();
        raw.push_str("module_odd.py\n  'enum' requires 3.4\n  'shutil.rmtree(onexc)' requires 3.12\n");
        raw.push_str(&(300..400).map(file).collect::<String>());
        raw.push_str("ERROR: target 3.6 not met\n");
        let page = render_failed_command_page("./unknown-tool", &raw);
        assert!(page.contains("module_odd.py") && page.contains("onexc"), "{page}");
    }
}
