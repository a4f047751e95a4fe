//! The Playwright test runner: numbered failures with their first attempt, and its own totals.

use std::collections::HashSet;

use super::{Reader, js};
use crate::Severity;
use crate::part::{Part, indent, is_blank, leading_number};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "playwright",
    commands: &["playwright test", "playwright"],
    signs: &[" tests using ", " test using "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let ours = part.named || part.lines().any(|(_, line)| is_start(line));
    if !ours {
        return reading;
    }
    let flaky = flaky(part);
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some(name) = numbered(line) {
            at = failure(part, &mut reading, at, name, &flaky);
        } else if count(line).is_some() {
            reading.total(at);
            let mut below = at + 1;
            while indent(part.line(below)) >= 4 {
                reading.cover(below..below + 1);
                below += 1;
            }
            at = below - 1;
        } else if part.named && line.starts_with("Error: ") {
            let end = part.until_blank(at, 30) + 1;
            let block = reading.error(at, line);
            js::describe(part, block, at + 1, end);
            block.to(end - 1);
            at = end - 1;
        } else if is_start(line) || is_listed(line) {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    reading
}

fn is_start(line: &str) -> bool {
    line.starts_with("Running ") && line.contains(" using ") && line.contains(" worker")
}

fn is_listed(line: &str) -> bool {
    let trimmed = line.trim_start();
    trimmed.starts_with(['✓', '✘', '-', '×', '·', '°']) && line.contains(" › ")
        || line.starts_with('[') && line.contains(" › ")
}

/// The title in `  1) [chromium] › a.spec.ts:20:3 › suite › test ─────`.
fn numbered(line: &str) -> Option<&str> {
    let (_, rest) = leading_number(line.trim_start()).filter(|_| indent(line) == 2)?;
    let title = rest.strip_prefix(") ")?.trim_end_matches(['─', ' ', '=']);
    title.contains(" › ").then_some(title)
}

fn count(line: &str) -> Option<&str> {
    let (_, rest) = leading_number(line.trim_start()).filter(|_| indent(line) == 2)?;
    let rest = rest.strip_prefix(' ')?;
    ["failed", "flaky", "skipped", "passed", "did not run", "interrupted"]
        .into_iter()
        .find(|word| rest.starts_with(word))
}

/// Titles of the tests that passed when they were run again.
fn flaky<'a>(part: &Part<'a>) -> HashSet<&'a str> {
    let mut titles = HashSet::new();
    for (at, _) in part.lines().filter(|(_, line)| count(line) == Some("flaky")) {
        let listed = (at + 1..part.len()).map(|below| part.line(below)).take_while(|line| indent(line) >= 4);
        titles.extend(listed.map(|line| line.trim().trim_end_matches(['─', ' ', '='])));
    }
    titles
}

fn failure(part: &Part, reading: &mut Reading, at: usize, title: &str, flaky: &HashSet<&str>) -> usize {
    let over = |line: &str| {
        numbered(line).is_some() || count(line).is_some() || (line.starts_with('[') && line.contains(" › "))
    };
    let end = part.find(at + 1, usize::MAX / 2, over).unwrap_or(part.len());
    let retry = part.find(at + 1, end - at - 1, |line| line.trim_start().starts_with("Retry #")).unwrap_or(end);
    let last = (at..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    let name = title.split_once(" › ").map_or(title, |(_, name)| name);
    let severity = if flaky.contains(title) { Severity::Warning } else { Severity::Error };
    let block = reading.finding(severity, at, name);
    block.location = js::location(title);
    js::describe(part, block, at + 1, retry);
    block.to(last);
    last
}
