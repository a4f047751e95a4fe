//! Cargo itself: its progress, its errors with their causes, and its last line; also `cargo fmt --check`.

use super::Reader;
use crate::part::{Part, indent, is_blank};
use crate::place;
use crate::reading::Reading;
use crate::shape::mask;

pub const READER: Reader = Reader {
    name: "cargo",
    commands: &["cargo", "rustfmt"],
    signs: &["^Compiling ", "^Finished `", "error: could not compile `", "^Diff in "],
    read,
};

/// Words that cargo puts in front of a line, right-aligned.
const VERBS: &[&str] = &[
    "Compiling",
    "Starting",
    "Checking",
    "Building",
    "Finished",
    "Running",
    "Downloading",
    "Downloaded",
    "Updating",
    "Locking",
    "Adding",
    "Removing",
    "Blocking",
    "Fresh",
    "Dirty",
    "Documenting",
    "Doc-tests",
    "Generated",
    "Installing",
    "Installed",
    "Packaging",
    "Verifying",
    "Packaged",
    "Replacing",
    "Replaced",
    "Ignored",
    "Executable",
    "Scraping",
    "Fetch",
    "Fixed",
    "Removed",
    "Uploading",
    "Uploaded",
    "Published",
    "Waiting",
    "Creating",
    "Created",
    "Downgrading",
    "Unchanged",
];

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let ours = part.named || part.lines().any(|(_, line)| verb(line).is_some());
    if !ours && !part.lines().any(|(_, line)| line.starts_with("Diff in ")) {
        return reading;
    }
    let mut finished = None;
    let mut ran = false;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some(verb) = verb(line) {
            reading.cover(at..at + 1);
            match verb {
                "Finished" => finished = Some(at),
                // While it builds, `-v` shows the compiler being run.
                "Running" | "Starting" | "Doc-tests" => ran |= finished.is_some(),
                _ => {}
            }
        } else if line.starts_with("Diff in ") {
            at = difference(part, &mut reading, at);
        } else if let Some(message) = line.strip_prefix("error: ") {
            at = error(part, &mut reading, at, message);
        } else if let Some(message) = line.strip_prefix("warning: ") {
            warning(part, &mut reading, at, message);
        } else if line.starts_with("For more information about ") || line.starts_with("Some errors have detailed") {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    // After a program or tests have run, the build is not what was asked for.
    if let Some(finished) = finished.filter(|_| !ran && !reading.has_error()) {
        reading.total(finished);
    }
    reading
}

/// The word cargo put in front of a line.
pub fn verb(line: &str) -> Option<&'static str> {
    if indent(line) == 0 {
        return None;
    }
    let (word, rest) = line.trim_start().split_once(' ')?;
    let found = VERBS.iter().find(|verb| **verb == word)?;
    (indent(line) + word.len() == 12 && !rest.is_empty()).then_some(*found)
}

/// An error of cargo's own, with its cause. Compiler errors have a place below and are not read here.
fn error(part: &Part, reading: &mut Reading, at: usize, message: &str) -> usize {
    if message.starts_with("could not compile `")
        || message.contains(" targets failed")
        || message.contains(" target failed")
    {
        reading.total(at);
        if message.ends_with("failed:") {
            let last = part.until_dedent(at, 20);
            (at + 1..=last).for_each(|line| reading.total(line));
            return last;
        }
        let killed = part.line(at + 2) == "Caused by:" && !part.line(at + 3).contains("(exit status: 1)");
        return cause(part, reading, at, killed.then(|| message.to_owned()));
    }
    if message == "test run failed" || message.contains("est failed, to rerun pass") {
        reading.cover(at..at + 1);
        let block = (part.line(at + 2) == "Caused by:").then(|| message.to_owned());
        return cause(part, reading, at, block);
    }
    let last = part.until_blank(at, 40);
    if part.find(at + 1, last - at, |line| line.trim_start().starts_with("--> ")).is_some()
        && part.line(at + 1).contains("--> ")
    {
        if !part.line(at + 1).contains("Cargo.toml") {
            return at;
        }
        let line = part.line(at + 1);
        let block = reading.error(at, message);
        block.location = place::find(line).map(|place| place.name(line));
        block.place(at + 1).to(last);
        (at + 2..=last).for_each(|line| {
            block.frame(line);
        });
        return last;
    }
    if !part.named && message.starts_with("aborting due") {
        return at;
    }
    cause(part, reading, at, Some(message.to_owned()))
}

/// Follows `Caused by:` and the indented lines under it, as an error of its own or only as understood lines.
fn cause(part: &Part, reading: &mut Reading, at: usize, message: Option<String>) -> usize {
    let mut said = Vec::new();
    let mut last = at;
    let mut causes = false;
    for below in at + 1..part.len().min(at + 200) {
        let line = part.line(below);
        if is_blank(line) {
            continue;
        }
        let continues = !causes && below == last + 1 && !line.starts_with("error") && !line.starts_with("warning");
        if line == "Caused by:" {
            causes = true;
        } else if verb(line).is_none() && ((causes && indent(line) >= 2) || continues) {
            said.push(below);
        } else {
            break;
        }
        last = below;
    }
    let Some(message) = message else {
        reading.cover(at..last + 1);
        return last;
    };
    let block = reading.error(at, message);
    block.to(last);
    let told: Vec<usize> = said.into_iter().filter(|&line| !is_directive(part.line(line))).collect();
    // The end of a build script's long output says why it failed.
    let skip = told.len().saturating_sub(6).max(3);
    for (nth, &line) in told.iter().enumerate() {
        if nth < 3 || nth >= skip {
            block.location =
                block.location.take().or_else(|| place::find(part.line(line)).map(|place| place.name(part.line(line))));
            block.detail(line);
        } else {
            block.context(line);
        }
    }
    last
}

/// `cargo:rerun-if-changed=…` and the like of a build script, and hints.
fn is_directive(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("cargo:") || line.starts_with("--- ") || line.starts_with("note: run with `RUST_BACKTRACE")
}

fn warning(part: &Part, reading: &mut Reading, at: usize, message: &str) {
    if message.contains("` (") && message.contains(") generated ") {
        // Beside a failing test the number of warnings matters to nobody.
        match part.call.status.failed() && ran_tests(part, at) {
            true => reading.cover(at..at + 1),
            false => reading.total(at),
        }
    } else if message.starts_with("build failed, waiting") || message.contains(" tests were not run") {
        reading.cover(at..at + 1);
    } else if !part.line(at + 1).trim_start().starts_with("--> ") {
        reading.warning(at, message).rule(mask(message));
    }
}

fn ran_tests(part: &Part, from: usize) -> bool {
    part.find(from, 400, |line| line.starts_with("running ") && line.contains(" test")).is_some()
}

/// A place that rustfmt would write otherwise.
fn difference(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let line = part.line(at);
    let told = line.trim_start_matches("Diff in ").trim_end_matches(':');
    let location = match told.split_once(" at line ") {
        Some((path, number)) => format!("{path}:{number}"),
        None => told.to_owned(),
    };
    let over = |line: &str| line.starts_with("Diff in ") || !(line.is_empty() || line.starts_with([' ', '+', '-']));
    let end = part.find(at + 1, 4000, over).unwrap_or_else(|| part.len().min(at + 4000));
    let path = location.split(':').next().unwrap_or_default().to_owned();
    let block = reading.error(at, "not formatted");
    block.at(location).rule(path).to(end - 1);
    (at + 1..end).filter(|&line| part.line(line).starts_with(['+', '-'])).take(4).for_each(|line| {
        block.context(line);
    });
    end - 1
}
