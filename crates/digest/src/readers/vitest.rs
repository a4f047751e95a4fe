//! Vitest: failing tests and suites, errors that no test caught, its own totals.

use super::{Reader, js};
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "vitest",
    commands: &["vitest"],
    signs: &["^Test Files ", "^RUN  v", "No test files found, exiting with code"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut totals: [Option<usize>; 4] = [None; 4];
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some(name) = failed(line) {
            at = failure(part, &mut reading, at, name);
        } else if line.starts_with('⎯') && (line.contains(" Unhandled ") || line.contains(" Uncaught ")) {
            at = uncaught(part, &mut reading, at);
        } else if let Some(kind) = total(line) {
            // A terminal shows them again and again: the last ones count.
            if let Some(earlier) = totals[kind].replace(at) {
                reading.cover(earlier..earlier + 1);
            }
        } else if line.starts_with("stderr | ") || line.starts_with("stdout | ") {
            // A test's own output, including traces of errors it caught.
            let end = part.find(at + 1, 2000, ends_chatter).unwrap_or_else(|| part.until_blank(at, 200) + 1);
            reading.cover(at..end);
            at = end - 1;
        } else if line.starts_with("No test files found, exiting with code 1") {
            reading.error(at, line);
        } else if is_noise(line) {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    if !reading.has_error() {
        crosses(part, &mut reading);
    }
    for at in totals.into_iter().flatten() {
        reading.total(at);
    }
    reading
}

/// The name in ` FAIL  a.spec.ts > suite > test`.
fn failed(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix("FAIL  ")?.trim();
    (name.contains(" > ") || name.ends_with(']')).then_some(name)
}

fn total(line: &str) -> Option<usize> {
    let line = line.trim_start();
    let counted =
        [" failed", " passed", " skipped", " todo", " error", "no tests"].iter().any(|word| line.contains(word));
    ["Test Files ", "Tests ", "Errors ", "Snapshots "]
        .iter()
        .position(|name| line.starts_with(name))
        .filter(|_| counted)
}

fn failure(part: &Part, reading: &mut Reading, at: usize, name: &str) -> usize {
    // An error that several tests share is printed once, below the last of them.
    let over = |line: &str| line.starts_with('⎯') || failed(line).is_some() || total(line).is_some();
    let end = part.find(at + 1, usize::MAX / 2, over).unwrap_or(part.len());
    let last = (at..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    let block = reading.error(at, name);
    block.location = js::location(name);
    js::describe(part, block, at + 1, end);
    block.to(last);
    last
}

fn uncaught(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let over = |line: &str| line.starts_with('⎯') || line.starts_with("This error originated in");
    let end = part.find(at + 1, usize::MAX / 2, over).unwrap_or(part.len());
    let Some(head) = part.find(at + 1, end - at - 1, |line| !is_blank(line)) else { return at };
    if part.line(head).starts_with("Vitest caught ") {
        reading.cover(at..end);
        return end - 1;
    }
    let block = reading.error(head, part.line(head).trim());
    js::describe(part, block, head + 1, end);
    block.first = at;
    block.to(end - 1);
    let rest = part.find(end, 12, |line| line.starts_with('⎯')).unwrap_or(end);
    if rest > end {
        reading.cover(end..rest + 1);
    }
    rest.max(end) - 1
}

/// The failures marked in the test list, for a run that ended before it printed more.
fn crosses(part: &Part, reading: &mut Reading) {
    for (at, line) in part.lines() {
        let Some(name) = line.trim_start().strip_prefix("× ") else { continue };
        let name = name.rsplit_once(' ').filter(|(_, time)| time.ends_with("ms")).map_or(name, |(name, _)| name);
        let block = reading.error(at, name);
        if part.line(at + 1).trim_start().starts_with("→ ") {
            block.detail(at + 1);
        }
    }
}

fn ends_chatter(line: &str) -> bool {
    line.starts_with("stderr | ")
        || line.starts_with("stdout | ")
        || line.starts_with('⎯')
        || [" ✓ ", " ❯ ", " × ", " ↓ "].iter().any(|mark| line.starts_with(mark))
        || failed(line).is_some()
        || total(line).is_some()
}

fn is_noise(line: &str) -> bool {
    let trimmed = line.trim_start();
    trimmed.starts_with("RUN  v")
        || ["✓ ", "× ", "→ ", "↓ ", "❯ ", "Start at ", "Duration ", "⎯"].iter().any(|mark| trimmed.starts_with(mark))
}
