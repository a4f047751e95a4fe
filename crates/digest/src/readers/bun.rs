//! `bun test`: what belongs to a test stands above its result, `(fail) cart > adds up [0.22ms]`.

use super::{Reader, js};
use crate::part::{Part, is_blank, is_rule, leading_number};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "bun",
    commands: &["bun test"],
    signs: &["^bun test v", "^(fail) ", "^# Unhandled error between tests"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let Some(end) = part.lines().rev().find(|(_, line)| is_end(line)).map(|(at, _)| at) else { return reading };
    let mut start = 0;
    let mut at = 0;
    while at < end {
        let line = part.line(at);
        if is_heading(line) {
            start = at + 1;
        } else if is_list(line) {
            // The results once more: their blocks stand above.
            let last = (at + 1..end).take_while(|&below| is_result(part.line(below)) || is_mark(part.line(below)));
            at = last.last().unwrap_or(at);
            reading.cover(start..at + 1);
            start = at + 1;
        } else if line.starts_with("# Unhandled error") {
            at = unhandled(part, &mut reading, at);
            start = at + 1;
        } else if let Some(name) = line.strip_prefix("(fail) ") {
            at = failed(part, &mut reading, start, at, name);
            start = at + 1;
        } else if is_result(line) {
            // What a test that passed has printed is no finding.
            reading.cover(start..at + 1);
            start = at + 1;
        } else if is_total(line) {
            reading.total(at);
        }
        at += 1;
    }
    reading.total(end);
    reading
}

/// `Ran 52 tests across 2 files. [165.00ms]`
fn is_end(line: &str) -> bool {
    line.starts_with("Ran ") && line.contains(" test") && line.contains(" across ")
}

/// `test/cart.test.ts:`
fn is_heading(line: &str) -> bool {
    line.ends_with(':') && !line.contains(' ') && line.contains('.')
}

fn is_result(line: &str) -> bool {
    ["(pass) ", "(fail) ", "(skip) ", "(todo) "].iter().any(|mark| line.starts_with(mark))
}

/// `5 tests failed:`
fn is_list(line: &str) -> bool {
    leading_number(line)
        .is_some_and(|(_, rest)| matches!(rest.trim(), "tests failed:" | "tests skipped:" | "tests todo:"))
}

/// `  ^ this test timed out after 150ms.`
fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("^ this test ")
}

/// ` 45 pass`
fn is_total(line: &str) -> bool {
    let words = ["pass", "fail", "skip", "todo", "error", "errors"];
    line.starts_with(' ') && leading_number(line.trim_start()).is_some_and(|(_, rest)| words.contains(&rest.trim()))
}

/// A test's own lines stand this near: where passing tests are not printed, those of others come before.
const REACH: usize = 60;

fn failed(part: &Part, reading: &mut Reading, start: usize, at: usize, name: &str) -> usize {
    let start = start.max(at.saturating_sub(REACH));
    let name = name.rsplit_once(" [").map_or(name, |(name, _)| name);
    let block = reading.error(at, name);
    js::describe(part, block, start, at);
    let first = (start..at).find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    block.first = first;
    let last = if is_mark(part.line(at + 1)) { at + 1 } else { at };
    if last > at {
        block.place(last);
    }
    block.to(last);
    last
}

fn unhandled(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let end = part.find(at + 2, 200, is_rule).unwrap_or_else(|| part.until_blank(at + 2, 200));
    let message = js::message(part, at + 2, end).unwrap_or_else(|| part.line(at));
    let block = reading.error(at, message);
    js::describe(part, block, at + 2, end);
    block.to(end);
    end
}
