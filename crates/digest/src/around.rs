//! Spends the rest of a report's budget on the blocks around its errors.

use std::collections::{HashMap, HashSet};

use super::page;
use super::page::choose::{self, Standing};
use super::part::{indent, is_blank, is_rule};
use super::render::Page;
use super::{Severity, severity, shape, trace};
use ctx_text::text::Text;

/// After this many lines that differ only in their numbers, a reader can guess the others.
const ALIKE: u32 = 4;
/// From this many repeats on, the names in them are not worth the room.
const MANY: u32 = 12;
/// A group of at most this many findings is shown member by member while budget is left.
const FEW: usize = 4;
/// The lines right around this many errors are shown first, so many before and so many after each.
const BESIDE: usize = 3;
const BEFORE: usize = 8;
const AFTER: usize = 4;

/// A longer text is weighed in part: this much of its beginning and its end, and these many lines around each shown one.
const LONG: usize = 1 << 20;
const EDGE: usize = 256 << 10;
const AROUND: usize = 200;

/// Lines that say nothing about a failure: tests that passed, frames of libraries.
fn dull(line: &str) -> bool {
    severity::is_passing(line) || trace::is_foreign_frame(line)
}

/// For each line whether it repeats several lines before it except for its numbers: `line 17 ok`. A line with a name in
/// which a digit stands, such as `part_7.md`, is never one of them: a listing is read for its names.
fn repeated(text: &Text, reach: &[bool]) -> Vec<bool> {
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut is_repeat = |(line, in_reach): (&str, &bool)| {
        if !in_reach || !line.bytes().any(|byte| byte.is_ascii_digit()) || !line.split_whitespace().all(is_plain) {
            return false;
        }
        let count = seen.entry(shape::numberless(&line.split_whitespace().collect::<Vec<_>>().join(" "))).or_default();
        *count += 1;
        *count > ALIKE
    };
    text.lines().zip(reach).map(&mut is_repeat).collect()
}

/// True for a word without a digit and for a number with its unit: `12`, `3.5ms`, `[7/40]`, `10:31:02`.
fn is_plain(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    !word.bytes().any(|byte| byte.is_ascii_digit())
        || (word.len() - number.len() <= 3
            && number.bytes().all(|byte| byte.is_ascii_digit() || b".,:/-+".contains(&byte)))
}

impl Page<'_> {
    /// Spends the rest of the budget on the blocks of the errors: readers ask next for the code, the frames and the
    /// values in them. A `terse` report says so little that any line may hold the reason.
    pub fn around_errors(&mut self, budget: usize, terse: bool) {
        let fill = &self.digest.reading.fill;
        let worth = match self.digest.verdict.roomy || fill.unsure {
            true => budget,
            false if terse => budget / 2,
            false => budget * 4 / 5,
        };
        if self.spent + 100 > worth {
            return;
        }
        let vague = self.digest.reading.fill.unsure || self.digest.verdict.roomy || terse;
        let errors = self.digest.reading.blocks.iter().filter(|block| block.severity == Severity::Error);
        let reach = if vague { self.in_reach() } else { vec![false; self.text.len()] };
        let mut near = reach.clone();
        for block in errors {
            let last = block.last.min(self.text.len() - 1);
            near[block.first.min(last)..=last].fill(true);
        }
        // A group is known by its first member and its number: the others would only repeat it.
        let blocks = &self.digest.reading.blocks;
        let mut sizes: HashMap<Option<&str>, usize> = HashMap::new();
        for block in blocks {
            *sizes.entry(block.rule.as_deref()).or_default() += 1;
        }
        for block in blocks {
            let head = block.marks.first().map_or(block.first, |(line, _)| *line).min(self.text.len() - 1);
            if self.pieces.contains_key(&(head, 1, 0)) {
                continue;
            }
            // The names of a few are worth the rest of the budget.
            if vague {
                let few = block.repeats == 0 && sizes[&block.rule.as_deref()] <= FEW;
                near[head] = near[head] && few && block.said.is_empty();
            } else if block.said.is_empty() {
                let last = block.last.min(self.text.len() - 1);
                near[block.first.min(last)..=last].fill(false);
            }
        }
        if vague {
            self.beside(self.spent + (worth - self.spent) / 4);
            self.bar_repeats(&mut near);
        }
        let rows = page::rows(self.text);
        let repeated = repeated(self.text, &reach);
        let standing = |at: usize| {
            let line = self.text.line(at);
            if self.pieces.contains_key(&(at, 1, 0)) {
                Standing::Kept
            } else if near[at] && !repeated[at] && line.len() <= 300 && !is_rule(line) && !dull(line) {
                Standing::Plain
            } else {
                Standing::Barred
            }
        };
        let standings: Vec<Standing> = (0..rows.len()).map(standing).collect();
        let standing = |at: usize| standings[at];
        let left = worth.saturating_sub(self.spent);
        let limits = choose::PageLimits {
            // The rest is for headings: more lines like these tell nothing new.
            budget: if vague { left - left / 6 } else { left },
            standing: &standing,
            structure: 0.0,
            start: 0.0,
            end: 0.0,
        };
        let keep = choose::choose(&rows, &limits);
        for at in (0..rows.len()).filter(|&at| keep[at].is_some()) {
            self.line(at, usize::MAX, 300, "around");
        }
        self.owners(worth);
    }

    /// The headings of the lines that stand under one: a row of a list tells little without the name above it.
    fn owners(&mut self, cap: usize) {
        const REACH: usize = 60;
        let shown: Vec<usize> = self.pieces.iter().filter(|(_, piece)| piece.is_line).map(|(key, _)| key.0).collect();
        for pair in std::iter::once(None).chain(shown.iter().map(|&at| Some(at))).zip(&shown) {
            let (above, &at) = pair;
            let depth = indent(self.text.line(at));
            let from = above.map_or(0, |above| above + 1).max(at.saturating_sub(REACH));
            let heads = |row: &usize| !is_blank(self.text.line(*row)) && indent(self.text.line(*row)) < depth;
            if let Some(head) = (from..at).rev().find(heads).filter(|&head| depth > 0 && !dull(self.text.line(head))) {
                self.line(head, cap, 160, "owner");
            }
        }
    }

    /// The lines right before and after the first errors: what a program did last says most about why it failed.
    fn beside(&mut self, cap: usize) {
        let errors = self.digest.reading.blocks.iter().filter(|block| block.severity == Severity::Error);
        let errors: Vec<(usize, usize)> = errors.take(BESIDE + 1).map(|block| (block.first, block.last)).collect();
        if errors.len() > BESIDE {
            return;
        }
        for distance in 1..=BEFORE {
            for &(first, last) in &errors {
                let above = first.checked_sub(distance);
                let below = Some(last + distance).filter(|_| distance <= AFTER);
                for at in above.into_iter().chain(below).filter(|&at| at < self.text.len()) {
                    let line = self.text.line(at);
                    if line.len() <= 300 && !is_rule(line) && !dull(line) {
                        self.line(at, cap, 300, "beside");
                    }
                }
            }
        }
    }

    /// The lines that are weighed at all.
    fn in_reach(&self) -> Vec<bool> {
        let (size, lines) = (self.text.clean_len(), self.text.len());
        let mut reach = vec![size <= LONG; lines];
        if size <= LONG {
            return reach;
        }
        let mut passed = 0;
        for (at, line) in self.text.lines().enumerate() {
            reach[at] = passed < EDGE || passed + EDGE > size;
            passed += line.len() + 1;
        }
        for &(at, _, _) in self.pieces.keys() {
            reach[at.saturating_sub(AROUND).min(lines)..(at + AROUND).min(lines)].fill(true);
        }
        reach
    }

    /// Bars the lines that a shown finding counts as its repeats.
    fn bar_repeats(&self, near: &mut [bool]) {
        let heads = self.digest.reading.blocks.iter().filter(|block| block.repeats >= MANY);
        let crowds: HashSet<String> = heads
            .filter_map(|block| block.marks.first())
            .filter(|(line, _)| *line < self.text.len())
            .map(|(line, _)| shape::mask(self.text.line(*line)))
            .collect();
        if crowds.is_empty() {
            return;
        }
        for (near, line) in near.iter_mut().zip(self.text.lines()) {
            *near = *near && !crowds.contains(&shape::mask(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Call, Show, Status, digest, render};
    use ctx_text::text::Text;

    fn shown(command: &str, raw: &str) -> String {
        let text = Text::from_bytes(raw.as_bytes());
        let call = Call { argv: vec![command.to_owned()], status: Status::Exit(1) };
        render(&digest(&text, &call), &text, &Show::default()).text
    }

    #[test]
    fn lines_that_differ_only_in_their_numbers_are_no_filler() {
        let mut raw: String = (0..1500).map(|n| format!("line {n} ok\n")).collect();
        raw.push_str("it did not work\n");
        let page = shown("./unknown-tool", &raw);
        assert!(page.len() < 600 && page.contains("it did not work"), "{} bytes: {page}", page.len());
    }

    #[test]
    fn counted_repeats_leave_their_room_to_rare_lines() {
        let mut raw: String =
            (0..90).map(|n| format!("ERROR - Name \"B, C\" has too many commas in 'key{n}'\n")).collect();
        raw.push_str("WARN - Duplicate entry 'a'\nWARN - Duplicate entry 'b'\nWARN - Duplicate entry 'c'\n");
        raw.push_str("INFO - loaded\nINFO - WARNINGS: 3\nINFO - ERRORS: 90\n");
        let page = shown("./unknown-tool", &raw);
        assert!(page.matches("too many commas").count() < 16, "{page}");
        assert!(["'a'", "'b'", "'c'"].iter().all(|name| page.contains(name)), "{page}");
    }

    #[test]
    fn lines_with_a_path_stay_whatever_they_share() {
        let raw: String = (0..60).map(|n| format!("found src/part_{n}/mod.rs in pass {n}\n")).collect();
        let page = shown("./unknown-tool", &format!("{raw}{}it did not work\n", "plain words only\n".repeat(200)));
        let names = (0..60).filter(|n| page.contains(&format!("part_{n}/"))).count();
        assert!(names > 20, "{names} names: {page}");
    }

    #[test]
    fn what_happened_right_before_an_error_is_shown() {
        let mut raw: String =
            (0..400).map(|n| format!("step {n} of part_{}: loading shelf_{}\n", n % 7, n * 3)).collect();
        raw.push_str("step 400 of part_1: opening store_17\nstore is read only\nERROR: cannot write order\n");
        let page = shown("./unknown-tool", &raw);
        assert!(page.contains("opening store_17\nstore is read only\nERROR: cannot write order"), "{page}");
    }

    #[test]
    fn where_an_error_s_name_comes_up_first_is_shown() {
        let row =
            |n: usize| format!("find library=lib{n}.so.1; needed by app-{}\n  trying /usr/lib/lib{n}.so.1\n", n * 7);
        let mut raw: String = (0..300).map(row).collect();
        raw.push_str("ERROR: lib42.so.1: cannot open shared object file\n");
        let page = shown("./unknown-tool", &raw);
        assert!(page.contains("find library=lib42.so.1; needed by app-294"), "{page}");
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
        let page = shown("./unknown-tool", &raw);
        assert!(page.contains("module_odd.py") && page.contains("onexc"), "{page}");
    }
}
