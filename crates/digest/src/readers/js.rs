//! Common parts of the failures of JavaScript tools: values, differences, code frames and stacks.

use crate::part::{Part, is_blank, is_rule};
use crate::place;
use crate::reading::Block;

/// `path:line:column` in a line, file URLs included.
pub fn location(line: &str) -> Option<String> {
    let line = line.split_once("file://").map_or(line, |(_, rest)| rest);
    place::find(line).map(|place| place.name(line))
}

/// A frame of a stack: `at f (a.js:1:2)`, or `❯ f a.ts:1:2` as vitest draws it.
pub fn is_stack(line: &str) -> bool {
    let line = line.trim_start();
    match line.strip_prefix("at ") {
        Some(rest) => rest.ends_with(')') || rest.ends_with('{') || location(rest).is_some() || rest.contains("node:"),
        None => line.strip_prefix("❯ ").is_some_and(|rest| location(rest).is_some()),
    }
}

/// True for a stack frame in the project's own files.
pub fn is_own(line: &str) -> bool {
    let foreign = ["node_modules", "(node:", " node:", "internal/", "<anonymous>)", "webpack-internal", ".pnpm"];
    !foreign.iter().any(|root| line.contains(root)) && location(line).is_some()
}

/// `  9 |   expect(x)`, with or without the mark in front, and the line with the `^`.
pub fn is_frame(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches(['>', '❯']).trim_start();
    line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with(['|', '│'])
}

/// Lines with an expected or an actual value.
const VALUES: &[&str] = &[
    "Expected",
    "Received",
    "Snapshot:",
    "Rejected to value",
    "Resolved to value",
    "Number of calls",
    "Locator:",
    "thrown:",
    "Caused by: ",
    "[cause]: ",
    "[errors]: ",
    "Test timeout of ",
    "code: '",
    "Difference",
];

/// Printed by node beside an error, but known from the difference above it.
const SAID_TWICE: &[&str] = &[
    "generatedMessage:",
    "actual:",
    "expected:",
    "operator:",
    "diff:",
    "errno:",
    "syscall:",
    "showDiff:",
    "url:",
    "Error Context:",
    "attachment #",
    "Serialized Error:",
    "Snapshot name:",
    "Require stack:",
    "@@ ",
    "code: 'ERR_ASSERTION'",
    "Usage:",
    "Ignored nodes:",
];

/// Values up to this length are shown with the name of the failure.
const SHORT: usize = 100;
/// At most this many other lines are remembered.
const OTHERS: usize = 24;

/// Marks a failure's parts in the lines `from..end`: message, values, differences; the first own frame as its place.
pub fn describe(part: &Part, block: &mut Block, from: usize, end: usize) {
    let mut messages = 0;
    let mut differences = 0;
    let mut in_difference = false;
    let mut placed = false;
    let mut stacked = false;
    // `expected 25 to be 24` needs no values below it.
    let mut said_all = false;
    let mut in_log = false;
    let mut others = 0;
    // Bun says below a difference which side is which.
    let says_below = (from..end).any(|at| part.line(at).starts_with("- Expected  - "));
    for at in from..end {
        let line = part.line(at);
        let told = line.trim();
        in_difference |= says_below && told.contains("expect(received)");
        in_log = (in_log || told == "Call log:") && !told.is_empty();
        if is_blank(line) || is_rule(line) || in_log {
            continue;
        }
        if is_stack(line) {
            stacked = true;
            if is_own(line) {
                if !placed {
                    placed = true;
                    block.location = location(line).or_else(|| block.location.take());
                    block.place(at);
                } else {
                    others += 1;
                    if others < OTHERS {
                        block.context(at);
                    }
                }
            }
        } else if is_frame(line) {
            if told.starts_with('>') {
                block.frame(at);
            }
        } else if is_difference_header(told) {
            // Mocha draws again the difference that node's assertion has already shown.
            said_all |= differences > 0 && told == "+ expected - actual";
            in_difference = true;
        } else if told.starts_with("[cause]: ") || told.starts_with("Caused by: ") {
            block.detail(at);
        } else if SAID_TWICE.iter().any(|word| told.starts_with(word)) || told.starts_with(['║', '╔', '╚']) {
            continue;
        } else if VALUES.iter().any(|word| told.starts_with(word)) {
            if said_all {
                block.frame(at);
            } else if told.len() <= SHORT {
                block.place(at);
            } else {
                block.detail(at);
            }
        } else if in_difference {
            if told.starts_with(['+', '-']) {
                differences += 1;
                if differences > OTHERS {
                    continue;
                } else if said_all || differences > 6 {
                    block.context(at);
                } else if differences <= 2 && told.len() <= SHORT {
                    block.place(at);
                } else {
                    block.detail(at);
                }
            }
        } else if told.contains("expect(received)") || told.starts_with("expect(") || told.starts_with(['<', '(']) {
            block.frame(at);
        } else if messages > 0 && told.starts_with("SyntaxError: ") {
            block.place(at);
        } else if messages < 4 && !stacked {
            // The message in one line: as good as the name.
            if messages == 0 {
                block.place(at);
            }
            messages += 1;
            let plain = !['…', '('].iter().any(|cut| told.contains(*cut)) && !told.contains("[Array]");
            said_all |= told.contains(" !== ") || (told.contains("rror: expected ") && plain);
            block.detail(at);
        } else if others < OTHERS {
            others += 1;
            block.context(at);
        }
    }
}

fn is_difference_header(line: &str) -> bool {
    matches!(
        line,
        "+ expected - actual"
            | "+ actual - expected"
            | "- Expected"
            | "+ Received"
            | "- Snapshot"
            | "- Expected:"
            | "+ Received:"
    ) || line.starts_with("- Expected  ")
        || line.starts_with("+ Received  ")
        || line.starts_with("- Snapshot  ")
        || line.starts_with("+ actual - expected")
}

/// The first telling line of a failure's text, for the message of a finding.
pub fn message<'a>(part: &Part<'a>, from: usize, end: usize) -> Option<&'a str> {
    (from..end).map(|at| part.line(at).trim()).find(|line| !line.is_empty())
}
