//! `node --test`, in its own words (`✖ name (2ms)`) and as TAP (`not ok 2 - name`).

use super::{Reader, js};
use crate::part::{Part, indent, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "node-test",
    commands: &["node --test"],
    signs: &["ℹ duration_ms ", "# duration_ms ", "✖ failing tests:"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let is_spec = part.lines().any(|(_, line)| line.starts_with("ℹ tests ") || line.starts_with("✖ failing tests:"));
    let is_tap = part.lines().any(|(_, line)| line.contains("# duration_ms "));
    let prefixed = is_prefixed(part);
    if is_spec {
        spec(part, &mut reading);
    } else if is_tap {
        tap(part, &mut reading);
    }
    for at in 0..part.len() {
        let line = told(part, at, prefixed);
        let Some(count) =
            line.strip_prefix("ℹ ").filter(|_| is_spec).or_else(|| line.strip_prefix("# ").filter(|_| is_tap))
        else {
            continue;
        };
        let Some((name, number)) = count.split_once(' ') else { continue };
        if number.parse::<f64>().is_err() {
            continue;
        }
        match name {
            "tests" | "pass" | "fail" => reading.total(at),
            "cancelled" if number != "0" => reading.total(at),
            "suites" | "cancelled" | "skipped" | "todo" | "duration_ms" => reading.cover(at..at + 1),
            _ => {}
        }
    }
    reading
}

/// Failures are printed twice, the second time with their places.
fn spec(part: &Part, reading: &mut Reading) {
    let list = part.find(0, part.len(), |line| line.starts_with("✖ failing tests:"));
    if let Some(list) = list {
        for (at, line) in part.lines().take(list + 1) {
            let mark = line.trim_start();
            if mark.starts_with("✖ ") {
                let last = part.until_dedent(at, 200);
                // A suite's own mark stands below its tests: nothing is indented under it.
                reading.cover(at..last.min(list) + 1);
            } else if mark.starts_with("✔ ") || mark.starts_with("▶ ") || mark.starts_with("﹣ ") {
                reading.cover(at..at + 1);
            }
        }
    }
    let from = list.map_or(0, |list| list + 1);
    let mut at = from;
    while at < part.len() {
        let line = part.line(at);
        match line.trim_start().strip_prefix("✖ ") {
            Some(name) => at = failed(part, reading, at, name),
            None if list.is_none() && line.trim_start().starts_with("✔ ") => reading.cover(at..at + 1),
            None => {}
        }
        at += 1;
    }
}

fn failed(part: &Part, reading: &mut Reading, at: usize, name: &str) -> usize {
    let own = indent(part.line(at));
    let over = |line: &str| {
        !is_blank(line)
            && (indent(line) < own
                || line.trim_start().starts_with("test at ")
                || (indent(line) == own && line.trim_start().starts_with(['✖', '✔', '▶', 'ℹ', '﹣'])))
    };
    let end = part.find(at + 1, 400, over).unwrap_or_else(|| part.len().min(at + 400));
    let last = (at..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    if name.contains("# TODO") || name.contains("# SKIP") || last == at {
        reading.cover(at..last + 1);
        return last;
    }
    let name = name.rsplit_once(" (").map_or(name, |(name, _)| name);
    let block = reading.error(at, name);
    if at > 0 && part.line(at - 1).trim_start().starts_with("test at ") {
        block.location = js::location(part.line(at - 1));
        block.first = at - 1;
    }
    js::describe(part, block, at + 1, end);
    block.to(last);
    last
}

fn tap(part: &Part, reading: &mut Reading) {
    let prefixed = is_prefixed(part);
    let mut at = 0;
    while at < part.len() {
        let trimmed = told(part, at, prefixed).trim_start();
        if let Some(name) = trimmed.strip_prefix("not ok ") {
            at = not_ok(part, reading, at, name, prefixed);
        } else if trimmed.starts_with("ok ") || trimmed.starts_with("# Subtest: ") {
            let last = yaml_end(part, at, prefixed).unwrap_or(at);
            reading.cover(at..last + 1);
            at = last;
        }
        at += 1;
    }
}

/// True where a runner of workspaces puts `packages/tax test: ` before every line.
fn is_prefixed(part: &Part) -> bool {
    part.lines().any(|(_, line)| line.contains(": TAP version "))
        && !part.lines().any(|(_, line)| line.starts_with("TAP version "))
}

fn told<'a>(part: &Part<'a>, at: usize, prefixed: bool) -> &'a str {
    let line = part.line(at);
    if prefixed { line.split_once(": ").map_or("", |(_, rest)| rest) } else { line }
}

/// The `...` that ends the block below a test line.
fn yaml_end(part: &Part, at: usize, prefixed: bool) -> Option<usize> {
    let is = |at: usize, mark: &str| told(part, at, prefixed).trim() == mark;
    is(at + 1, "---").then(|| (at + 2..part.len().min(at + 400)).find(|&line| is(line, "..."))).flatten()
}

fn not_ok(part: &Part, reading: &mut Reading, at: usize, name: &str, prefixed: bool) -> usize {
    let said = |line: usize| told(part, line, prefixed);
    let end = yaml_end(part, at, prefixed).unwrap_or(at);
    let is_parent = (at..end).any(|line| said(line).contains("failureType: 'subtestsFailed'"));
    if is_parent || name.contains("# TODO") || name.contains("# SKIP") {
        reading.cover(at..end + 1);
        return end;
    }
    let name = name.split_once(" - ").map_or(name, |(_, name)| name);
    let block = reading.error(at, name);
    for line in at + 1..end {
        let text = said(line).trim_start();
        if text.starts_with("location: ") {
            block.location = js::location(text);
            block.place(line);
        } else if text.starts_with("error: ") {
            if text.ends_with("|-") || text.ends_with('|') {
                let own = indent(said(line));
                (line + 1..end)
                    .take_while(|&below| is_blank(said(below)) || indent(said(below)) > own)
                    .filter(|&below| !is_blank(said(below)))
                    .take(8)
                    .for_each(|below| {
                        block.detail(below);
                    });
            } else {
                block.detail(line);
            }
        }
    }
    block.to(end);
    end
}
