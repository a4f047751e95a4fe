//! Jest: failing tests and suites with their values, console chatter set aside, its own totals.

use std::collections::HashSet;

use super::{Reader, js};
use crate::part::{Part, indent, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "jest",
    commands: &["jest", "react-scripts test", "craco test"],
    signs: &["^Test Suites: ", "^● ", "No tests found, exiting with code"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let ours = part.named || part.lines().any(|(_, line)| line.starts_with("Test Suites: ") || suite(line).is_some());
    if !ours {
        return reading;
    }
    let mut told = HashSet::new();
    let mut file = None;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some((failed, _)) = suite(line) {
            file = failed.then_some(at);
            reading.cover(at..at + 1);
        } else if let Some(name) = bullet(line) {
            at = failure(part, &mut reading, at, name, file, &mut told);
        } else if is_console(line) {
            let last = part.until_dedent(at, 400);
            reading.cover(at..last + 1);
            at = last;
        } else {
            other(part, &mut reading, at, line);
        }
        at += 1;
    }
    reading
}

/// `PASS a.test.js`, `FAIL a.test.js (5.2 s)`: whether it failed, and the rest.
fn suite(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start();
    let (failed, rest) = match line.strip_prefix("FAIL ") {
        Some(rest) => (true, rest),
        None => (false, line.strip_prefix("PASS ")?),
    };
    let rest = rest.trim();
    let path = rest.split(' ').next().unwrap_or_default();
    // ` FAIL  a.spec.ts > suite > test` is vitest's.
    (path.contains('.') && !rest.contains(" > ") && !rest.contains("[ ")).then_some((failed, rest))
}

fn bullet(line: &str) -> Option<&str> {
    (indent(line) <= 2).then(|| line.trim_start().strip_prefix("● ")).flatten().map(str::trim)
}

fn is_console(line: &str) -> bool {
    (2..=4).contains(&indent(line))
        && line
            .trim()
            .strip_prefix("console.")
            .is_some_and(|kind| matches!(kind, "log" | "error" | "warn" | "info" | "debug" | "trace"))
}

fn failure<'a>(
    part: &Part<'a>,
    reading: &mut Reading,
    at: usize,
    name: &'a str,
    file: Option<usize>,
    told: &mut HashSet<(&'a str, String)>,
) -> usize {
    // Everything that belongs to a failure is indented.
    let over = |line: &str| {
        bullet(line).is_some()
            || suite(line).is_some()
            || line.starts_with(" RUNS ")
            || line.starts_with(" › ")
            || (indent(line) == 0 && !is_blank(line))
    };
    let end = part.find(at + 1, usize::MAX / 2, over).unwrap_or(part.len());
    let last = (at..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    if name == "Console" {
        reading.cover(at..last + 1);
        return last;
    }
    if name.contains("Warning") && indent(part.line(at)) == 0 {
        let block = reading.warning(at, name);
        js::describe(part, block, at + 1, end);
        block.to(last);
        return last;
    }
    let suite_failed = name == "Test suite failed to run";
    let message = match js::message(part, at + 1, end) {
        Some(said) if suite_failed => said.to_owned(),
        _ => name.to_owned(),
    };
    let block = reading.error(at, message);
    js::describe(part, block, at + 1, end);
    block.to(last);
    // A long run repeats its failures at the end.
    if !told.insert((name, block.location.clone().unwrap_or_default())) && !suite_failed {
        reading.blocks.pop();
        reading.cover(at..last + 1);
        return last;
    }
    if let Some(file) = file.filter(|_| suite_failed && block.location.is_none()) {
        block.location = suite(part.line(file)).map(|(_, path)| path.to_owned());
        block.place(file);
    }
    last
}

fn other(part: &Part, reading: &mut Reading, at: usize, line: &str) {
    let trimmed = line.trim_start();
    let totals = line.starts_with("Test Suites: ") || line.starts_with("Tests:  ");
    let snapshots = line.starts_with("Snapshots:  ") && !line.trim_end().ends_with(" 0 total");
    if totals || (snapshots && ["failed", "obsolete", "written"].iter().any(|word| line.contains(word))) {
        reading.total(at);
    } else if line.starts_with("Jest: ") && line.contains("threshold")
        || line.starts_with("No tests found, exiting with code 1")
    {
        reading.error(at, line.trim());
    } else if line.starts_with("Jest did not exit") || line.starts_with("A worker process has failed to exit") {
        reading.warning(at, line.trim());
    } else {
        let noise = ["✓ ", "✕ ", "○ ", "✎ ", "RUNS ", "PASS ", "› "].iter().any(|mark| trimmed.starts_with(mark))
            || ["Time:  ", "Snapshots:  ", "Ran all test suites", "Snapshot Summary"]
                .iter()
                .any(|mark| line.starts_with(mark));
        if noise || (part.named && indent(line) >= 2 && js::is_stack(line)) {
            reading.cover(at..at + 1);
        }
    }
}
