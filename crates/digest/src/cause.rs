//! Causes before consequences: `make: *** [all] Error 2`, `could not compile`, `exited with 1` only repeat that something
//! above failed. They come last, once with their number, and lend their place to the lines that say why.

use std::collections::{HashMap, HashSet};

use super::part::is_blank;
use super::reading::{FindingBlock, LineRank, ReaderFindings};
use super::severity::{self, LIKELY};
use super::{CommandAndStatus, Severity, place, shape};
use ctx_text::text::Text;

/// The weight of a consequence: it is shown, after everything that may be a cause.
const WEIGHT: u8 = LIKELY + 1;
/// At most this many lines above a consequence are taken for its cause.
const ABOVE: usize = 5;

/// Phrases with which a program says that another one failed.
#[rustfmt::skip]
const PHRASES: &[&str] = &[
    "could not compile", "exited with", "exit status", "exit code", "returned non-zero", "returned an error",
    "ld returned", "build stopped", "returned exit", "non-zero exit", "subprocess returned", "command failed",
    "elifecycle", "compilation aborted", "execution halted", "due to previous error", "due to 1 previous", "did not succeed",
    "aborting", "recipe for target", "process completed with",
];

/// True for a line that only says that something else failed.
pub fn is_consequence_line(line: &str) -> bool {
    let line = line.trim();
    // A failed test is a cause, whatever its runner says about its exit.
    if line.len() > 300 || line.contains("FAIL") {
        return false;
    }
    let lower = line.to_ascii_lowercase();
    let made = lower.starts_with("make") && lower.contains(": ***");
    made || (place::find_place(line).is_none() && PHRASES.iter().any(|phrase| lower.contains(phrase)))
}

/// Puts consequences after their causes and folds those that are alike.
pub fn put_causes_first_and_fold_consequences(text: &Text, call: &CommandAndStatus, reading: &mut ReaderFindings) {
    if !call.status.has_failed() {
        return;
    }
    let head = |block: &FindingBlock| {
        block.marks.iter().find(|(_, rank)| *rank == LineRank::Head).map_or(block.first, |mark| mark.0)
    };
    let follows = |block: &FindingBlock| {
        block.severity == Severity::Error
            && block.said.is_empty()
            && block.first == block.last.min(head(block))
            && is_consequence_line(text.line(head(block)))
    };
    let errors = reading.blocks.iter().filter(|block| block.severity == Severity::Error).count();
    let after: Vec<bool> = reading.blocks.iter().map(follows).collect();
    let consequences = after.iter().filter(|after| **after).count();
    if consequences == 0 {
        return;
    }
    let mut held: HashSet<usize> = reading.totals.iter().copied().collect();
    for block in &reading.blocks {
        held.extend(block.first..=block.last);
    }
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut gone = vec![false; reading.blocks.len()];
    for at in (0..reading.blocks.len()).filter(|&at| after[at]) {
        let line = head(&reading.blocks[at]);
        mark_cause_lines_above(text, line, &mut reading.blocks[at], &mut held);
        if consequences == errors {
            continue;
        }
        reading.blocks[at].weight = reading.blocks[at].weight.min(WEIGHT);
        let first = *known.entry(shape::mask_paths_and_names(text.line(line))).or_insert(at);
        if first != at && reading.blocks[at].marks.len() == 1 {
            gone[at] = true;
            reading.blocks[first].repeats += 1 + reading.blocks[at].repeats;
        }
    }
    let mut gone = gone.into_iter();
    reading.blocks.retain(|_| !gone.next().unwrap_or(false));
}

/// The lines right above a consequence that nobody has claimed say why: the linker's own words above `ld returned 1`.
fn mark_cause_lines_above(text: &Text, line: usize, block: &mut FindingBlock, held: &mut HashSet<usize>) {
    for at in (line.saturating_sub(ABOVE)..line).rev() {
        let said = text.line(at);
        let calm = is_blank(said)
            || severity::is_success_line(said)
            || severity::is_echoed_command(said)
            || said.contains("ing directory")
            || said.len() > 400
            || is_consequence_line(said);
        if calm || !held.insert(at) {
            break;
        }
        block.mark_line(at, LineRank::Detail);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_consequence_names_no_reason() {
        for line in [
            "make[2]: *** [Makefile:4: all] Error 2",
            "error: could not compile `x` (lib) due to 1 previous error",
            "collect2: error: ld returned 1 exit status",
        ] {
            assert!(is_consequence_line(line), "{line}");
        }
        for line in ["a.c:3:5: error: no", "make: nothing to be done", "ValueError: bad"] {
            assert!(!is_consequence_line(line), "{line}");
        }
    }
}
