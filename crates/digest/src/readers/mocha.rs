//! Mocha, and cypress which prints like it: numbered failures below the counts.

use super::{Reader, js};
use crate::part::{Part, indent, is_blank, leading_number};
use crate::reading::{Rank, Reading};

pub const READER: Reader =
    Reader { name: "mocha", commands: &["mocha", "cypress run"], signs: &[" passing (", " failing"], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut failing = false;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some(kind) = count(line) {
            reading.total(at);
            failing |= kind == "failing";
        } else if failing && numbered(line) && indent(line) == 2 {
            at = failure(part, &mut reading, at);
        } else if part.named && line.starts_with("Error: No test files found") {
            reading.error(at, line);
        } else {
            let trimmed = line.trim_start();
            if trimmed.starts_with("✔ ")
                || trimmed.starts_with("✓ ")
                || (!failing && indent(line) >= 4 && numbered(line))
            {
                reading.cover(at..at + 1);
            }
        }
        at += 1;
    }
    if reading.totals.is_empty() && reading.blocks.is_empty() { Reading::default() } else { reading }
}

/// `passing`, `pending` or `failing` of a line that counts them.
fn count(line: &str) -> Option<&str> {
    let (_, rest) = leading_number(line.trim_start()).filter(|_| indent(line) == 2)?;
    let word = rest.strip_prefix(' ')?.split(' ').next()?;
    matches!(word, "passing" | "pending" | "failing").then_some(word)
}

fn numbered(line: &str) -> bool {
    leading_number(line.trim_start()).is_some_and(|(_, rest)| rest.starts_with(") "))
}

fn failure(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let over = |line: &str| indent(line) == 2 && (numbered(line) || count(line).is_some());
    let end = part.find(at + 1, usize::MAX / 2, over).unwrap_or(part.len());
    // The title goes down suite by suite to the test, which ends in a colon.
    let title = part.find(at, 8.min(end - at), |line| line.trim_end().ends_with(':')).unwrap_or(at);
    let words = (at..=title).map(|line| part.line(line).trim()).collect::<Vec<_>>().join(" > ");
    let name = words.split_once(") ").map_or(words.as_str(), |(_, name)| name).trim_end_matches(':');
    // The output of the next program follows at the left edge; a stack above it ends the failure.
    let stack = (title..end).rev().find(|&line| js::is_stack(part.line(line)) && indent(part.line(line)) > 2);
    let closing = stack.map(|line| part.find(line, end - line, is_blank).unwrap_or(end));
    let end = closing.unwrap_or(end);
    let last = (at..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    let block = reading.error(at, name);
    for line in at + 1..=title {
        block.mark(line, Rank::Head);
    }
    js::describe(part, block, title + 1, end);
    block.to(last);
    last
}
