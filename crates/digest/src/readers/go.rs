//! The go tool: build and vet messages, `go test` with and without `-v`, panics and races of Go programs, and
//! linters that write in the same form (golangci-lint, staticcheck).

use super::Reader;
use super::foreign::is_foreign;
use crate::part::{Part, indent, is_blank, leading_number};
use crate::place;
use crate::reading::Reading;
use crate::{Severity, Status};

pub const READER: Reader = Reader {
    name: "go",
    commands: &["go", "golangci-lint", "staticcheck", "gotestsum", "ginkgo", "revive"],
    signs: &[
        "^--- FAIL: ",
        "^=== RUN   ",
        "^FAIL\t",
        "^ok  \t",
        ".go:",
        "^panic: ",
        "^goroutine ",
        "WARNING: DATA RACE",
    ],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut passed = Vec::new();
    // Where the lines of a running test begin (`-v` prints them before the verdict), by name.
    let mut running: Vec<(&str, usize)> = Vec::new();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let trimmed = line.trim_start();
        at = if let Some(name) = started(line) {
            running.push((name, at));
            at + 1
        } else if let Some(verdict) = trimmed.strip_prefix("--- ") {
            test(part, at, verdict, &running, &mut reading)
        } else if let Some(name) = line.strip_prefix("=== FAIL: ") {
            summed(part, at, name, &mut reading)
        } else if is_crash(line) {
            crash(part, at, &mut reading)
        } else if line == "WARNING: DATA RACE" {
            race(part, at, &mut reading)
        } else if is_total(line) {
            reading.total(at);
            at + 1
        } else if line.starts_with("ok  \t") {
            passed.push(at);
            at + 1
        } else if line.starts_with("flag provided but not defined: ") {
            reading.error(at, line);
            let end = part.until_dedent(at + 1, 400);
            reading.cover(at + 1..end + 1);
            end + 1
        } else if let Some(end) = message(part, at, line, &mut reading) {
            end
        } else {
            if is_noise(line) {
                reading.cover(at..at + 1);
            }
            at + 1
        };
        if line.starts_with("FAIL\t") || line.starts_with("ok  \t") {
            // Names are unique within a package; the output of its tests is understood once one of them is to blame.
            let blamed = reading.has_error() || line.starts_with("ok");
            if let Some((_, from)) = running.first().filter(|_| blamed) {
                reading.cover(*from..at);
            }
            running.clear();
        }
    }
    let is_verdict = |at: &usize| !part.line(*at).starts_with("coverage: ");
    let failed = reading.has_error() || reading.totals.iter().any(is_verdict);
    if !failed {
        reading.totals.clear();
    }
    for at in passed {
        if failed {
            reading.cover(at..at + 1);
        } else if reading.totals.len() < 12 {
            reading.totals.push(at);
        }
    }
    reading
}

/// `=== RUN   TestX`, `=== CONT  TestX`, `=== NAME  TestX`.
fn started(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("=== ")?;
    let (word, name) = rest.split_once(' ')?;
    matches!(word, "RUN" | "CONT" | "NAME").then(|| name.trim())
}

/// The go tool's line for each package, gotestsum's `DONE 12 tests`, golangci-lint's `3 issues:`.
fn is_total(line: &str) -> bool {
    line.starts_with("FAIL\t")
        || line.starts_with("exit status ")
        || line.starts_with("coverage: ")
        || line.starts_with("DONE ") && line.contains(" tests")
        || leading_number(line).is_some_and(|(_, rest)| matches!(rest, " issues:" | " issue:" | " issues."))
}

/// gotestsum's list at the end: `=== FAIL: pkg TestX (0.00s)` with the test's output, up to a blank line.
fn summed(part: &Part, at: usize, name: &str, reading: &mut Reading) -> usize {
    let end = part.until_blank(at, 60);
    let block = reading.error(at, name.split(" (").next().unwrap_or(name));
    for below in (at + 1..=end).filter(|&below| !part.line(below).starts_with("--- ")).take(6) {
        let line = part.line(below);
        block.detail(below);
        block.location = block.location.take().or_else(|| place::find(line).map(|place| place.name(line)));
    }
    block.to(end);
    end + 1
}

fn is_noise(line: &str) -> bool {
    line == "PASS"
        || line == "FAIL"
        || line.starts_with("?   \t")
        || line.starts_with("=== PAUSE ")
        || line.starts_with("go: downloading ")
        || line.starts_with("goos: ")
        || line.starts_with("goarch: ")
}

/// `FAIL: TestParse/one_decimal (0.00s)`, at any depth.
fn test(part: &Part, at: usize, verdict: &str, running: &[(&str, usize)], reading: &mut Reading) -> usize {
    let Some(name) = verdict.strip_prefix("FAIL: ").map(|rest| rest.split(" (").next().unwrap_or(rest)) else {
        let end = part.until_dedent(at, 200);
        let skipped_to = if part.line(at).starts_with("---") { end } else { at };
        if let Some(name) = verdict.strip_prefix("SKIP: ") {
            let name = name.split(" (").next().unwrap_or(name);
            let block = reading.info(at, format!("skipped {name}"));
            block.rule("skipped").weight = 50;
            let said = logged(part, at, name, running);
            if let Some(&line) = said.first() {
                block.place(line);
            }
        }
        reading.cover(at..skipped_to + 1);
        return skipped_to + 1;
    };
    let depth = indent(part.line(at));
    let reach = part.until_dedent(at, 4000);
    let child = (at + 1..=reach).any(|below| part.line(below).trim_start().starts_with("--- FAIL: "));
    let own: Vec<usize> = (at + 1..=reach)
        .take_while(|&below| !part.line(below).trim_start().starts_with("--- "))
        .filter(|&below| !is_blank(part.line(below)))
        .collect();
    let mut said: Vec<usize> = own.clone();
    if said.is_empty() {
        said = logged(part, at, name, running);
    }
    if part.line(at + 1).starts_with("got:") && depth == 0 {
        // An example: its output and the output its comment promises stand unindented.
        let end = part
            .find(at + 1, 60, |line| line.starts_with("FAIL") || line.starts_with("--- ") || line.starts_with("=== "));
        said = (at + 1..end.unwrap_or(at + 1)).collect();
    }
    if child && said.is_empty() {
        reading.cover(at..at + 1);
        return at + 1;
    }
    let block = reading.error(at, name);
    block.location =
        said.iter().find_map(|&below| place::find(part.line(below)).map(|place| place.name(part.line(below))));
    let (mut told, mut rest) = (0, 0);
    let mut diff = false;
    for &below in &said {
        let line = part.line(below);
        let bare = line.trim_start();
        diff = (diff || bare.starts_with("Diff:")) && !bare.starts_with("Messages:") && !bare.starts_with("Test:");
        // testify frames its messages: `Error Trace:`, `Error:`, `Test:`.
        if line.trim_start().starts_with("Test:") || line.trim() == "Messages:" {
            continue;
        }
        told += if diff { 0 } else { line.len() };
        if !diff && told <= 500 && rest < 8 {
            block.detail(below);
        } else {
            block.context(below);
        }
        rest += 1;
    }
    own.last().copied().unwrap_or(at) + 1
}

/// The output of a test before its verdict.
fn logged(part: &Part, at: usize, name: &str, running: &[(&str, usize)]) -> Vec<usize> {
    let mut lines = Vec::new();
    for &(_, from) in running.iter().filter(|(own, _)| *own == name) {
        for below in from + 1..at {
            let line = part.line(below);
            if line.starts_with("=== ") || line.trim_start().starts_with("--- ") {
                break;
            }
            if !is_blank(line) {
                lines.push(below);
            }
        }
    }
    // The log of a test is indented; its other output, and that of the code under test, need not be.
    let indented: Vec<usize> = lines.iter().copied().filter(|&below| part.line(below).starts_with("    ")).collect();
    let lines = if indented.is_empty() { lines } else { indented };
    // `Fatal` ends a test: the last lines are the reason.
    let from = if lines.len() > 16 { lines.len() - 8 } else { 0 };
    lines[from..].to_vec()
}

fn is_crash(line: &str) -> bool {
    line.starts_with("panic: ") || line.starts_with("fatal error: ") && !line.contains(".h:")
}

/// A panic with the goroutines below it; its place is a frame of the project.
fn crash(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let Some(first) = part.find(at + 1, 40, |line| line.starts_with("goroutine ")) else { return at + 1 };
    let block = reading.error(at, part.line(at).trim_start_matches("panic: ").trim_end_matches(" [recovered]"));
    for below in at + 1..first {
        let line = part.line(below);
        if line.starts_with("running tests") || line.starts_with("\tTest") {
            block.detail(below);
        } else if !is_blank(line) && !line.trim_start().starts_with("panic: ") {
            block.context(below);
        }
    }
    if !part.line(first).contains("[running]") {
        block.detail(first);
    }
    let mut end = first;
    let mut shown = 0;
    for below in first..part.len() {
        let line = part.line(below);
        let is_frame = line.starts_with('\t') && line.contains(':');
        let belongs =
            is_blank(line) || line.starts_with("goroutine ") || is_frame || part.line(below + 1).starts_with('\t');
        if !belongs {
            break;
        }
        end = below;
        if is_frame && !is_foreign(line) && shown < 4 && !part.line(below - 1).starts_with("created by ") {
            if shown == 0 {
                block.place(below);
                block.location = place::find(line).map(|place| place.name(line));
                block.context(below - 1);
            } else {
                block.detail(below);
            }
            shown += 1;
        }
    }
    block.to(end);
    end + 1
}

fn race(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part.find(at + 1, 400, |line| line.starts_with("=====")).unwrap_or(at);
    let block = reading.error(at, "DATA RACE");
    let mut shown = Vec::new();
    let mut open = false;
    for below in at + 1..end {
        let line = part.line(below);
        if !line.starts_with(' ') && !is_blank(line) {
            open = !line.starts_with("Goroutine ");
            if open {
                block.detail(below);
            }
        } else if open && line.starts_with("      ") && !is_foreign(line) {
            open = false;
            // The function's name stands on the line above its place.
            block.place(below - 1).place(below);
            shown.push(below);
        }
    }
    block.location = shown.first().and_then(|&at| place::find(part.line(at)).map(|place| place.name(part.line(at))));
    block.to(end);
    end.max(at) + 1
}

/// `pkg/a.go:3:5: message`, with `vet: ` before it, a linter's name after it, or more indented below it.
fn message(part: &Part, at: usize, line: &str, reading: &mut Reading) -> Option<usize> {
    let severity = if part.call.status == Status::Exit(0) { Severity::Warning } else { Severity::Error };
    if let Some(said) = line.strip_prefix("go: ").filter(|said| part.named && !said.starts_with("downloading ")) {
        let benign = ["finding ", "found ", "added ", "upgraded ", "extracting ", "creating ", "to add ", "warning: "];
        if part.call.status.failed() && !benign.iter().any(|word| said.starts_with(word)) {
            reading.error(at, said);
            return Some(at + 1);
        }
        return None;
    }
    if line.ends_with("too many errors") {
        reading.total(at);
        return Some(at + 1);
    }
    let bare = line.strip_prefix("vet: ").unwrap_or(line);
    let place = place::find(bare).filter(|place| place.path.ends_with(".go") && bare.starts_with(place.path))?;
    let said = bare.get(place.range.end..)?.strip_prefix(": ")?;
    let block = reading.finding(severity, at, said);
    block.at(place.name(bare));
    let linter = said.strip_suffix(')').and_then(|said| said.rsplit_once(" (")).map(|(_, rule)| rule);
    block.rule(linter.filter(|rule| !rule.contains(' ')).unwrap_or(said));
    let mut end = at;
    for below in at + 1..at + 5 {
        let line = part.line(below);
        if !line.starts_with('\t') && !line.starts_with("  ") || is_blank(line) {
            break;
        }
        let is_code = linter.is_some() || part.line(below).trim() == "^";
        if is_code {
            block.frame(below);
        } else if said.ends_with(':') && below == at + 1 {
            // The message goes on there.
            block.place(below);
        } else {
            block.detail(below);
        }
        end = below;
    }
    Some(end + 1)
}
