//! Test runners of C and C++: googletest, Catch2, doctest, Boost.Test.

use super::Reader;
use crate::part::{Part, is_blank, is_rule};
use crate::place;
use crate::reading::Reading;

pub const GTEST: Reader =
    Reader { name: "googletest", commands: &[], signs: &["^[ RUN      ] ", "^[==========] "], read: gtest };

pub const CATCH: Reader = Reader {
    name: "catch2",
    commands: &[],
    signs: &[
        ": FAILED:",
        " Catch v",
        ": failed: ",
        "^test cases: ",
        "^All tests passed (",
        "^[doctest] ",
        " error: in \"",
        "^*** No errors detected",
        "^Test module \"",
        " detected in the test module",
    ],
    read: catch,
};

/// A test is the stretch between its `[ RUN ]` and its verdict.
fn gtest(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut open: Option<usize> = None;
    let mut ended = false;
    for (at, line) in part.lines() {
        if line.starts_with("[ RUN      ] ") {
            open = Some(at);
        } else if line.starts_with("[       OK ] ") || line.starts_with("[  SKIPPED ] ") {
            reading.cover(open.take().unwrap_or(at)..at + 1);
        } else if let Some(name) = line.strip_prefix("[  FAILED  ] ") {
            match open.take() {
                Some(from) => failed(part, from, at, name, &mut reading),
                None => reading.cover(at..at + 1),
            }
        } else if line.starts_with("[  PASSED  ] ") || line.contains(" FAILED TEST") && line.starts_with(' ') {
            ended = true;
            reading.total(at);
        } else if line.starts_with("[----------] ")
            || line.starts_with("[==========] ")
            || line.starts_with("[ DISABLED ] ")
        {
            ended |= line.contains(" ran.");
            reading.cover(at..at + 1);
        } else if line.contains("DISABLED TEST") {
            reading.cover(at..at + 1);
        }
    }
    // The process died inside a test: its name is all that is known.
    if let Some(at) = open.filter(|_| !ended && part.call.status.failed()) {
        let block = reading.error(at, part.line(at).trim_start_matches("[ RUN      ] "));
        for below in at + 1..(at + 8).min(part.len()) {
            if !is_blank(part.line(below)) {
                block.detail(below);
            }
        }
    }
    reading
}

fn failed(part: &Part, from: usize, at: usize, name: &str, reading: &mut Reading) {
    let block = reading.error(at, name.split(" (").next().unwrap_or(name));
    let mut told = 0;
    let mut inside = false;
    for below in from + 1..at {
        let line = part.line(below);
        if line.ends_with(": Failure") || line.contains(": error: Failure") || line.contains("): error:") {
            inside = true;
            told = 0;
            block.place(below);
            if block.location.is_none() {
                block.location = place::find(line).map(|place| place.name(line));
            }
        } else if inside && !is_blank(line) {
            told += 1;
            if told <= 6 {
                block.detail(below)
            } else {
                block.context(below)
            };
        }
    }
    block.first = block.first.min(from);
}

fn catch(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        at = if line.ends_with(": FAILED:") && place::find(line).is_some() {
            catch_failed(part, at, &mut reading)
        } else if line.contains(": ERROR: ") && part.line(at + 1).trim_start().starts_with("values: ") {
            doctest_failed(part, at, &mut reading)
        } else if let Some(place) = place::find(line).filter(|_| line.contains(": failed: ")) {
            let name = place.name(line);
            let message = line.split_once(": failed: ").map_or(line, |(_, message)| message);
            reading.error(at, message).at(name);
            at + 1
        } else {
            if is_total(line) {
                reading.total(at);
            } else if line.starts_with("Filters: ")
                || line.contains(": Entering test ")
                || line.contains(": Leaving test ")
                || line.contains(": info: check ")
            {
                reading.cover(at..at + 1);
            }
            at + 1
        };
    }
    reading
}

fn is_total(line: &str) -> bool {
    line.starts_with("test cases: ")
        || line.starts_with("assertions: ")
        || line.starts_with("All tests passed (")
        || line.starts_with("[doctest] ") && (line.contains("test cases:") || line.contains("Status:"))
        || line.starts_with("Failed ") && line.contains(" test case") && line.contains(" assertion")
        || line.starts_with("Passed all ") && line.contains(" test case")
        || line.starts_with("*** ") && (line.contains("detected"))
        || line.starts_with("  ")
            && line.contains(" test cases out of ")
            && line.ends_with(" failed")
            && !line.starts_with("    ")
}

/// The assertion and its expansion; the test's name stands framed above.
fn catch_failed(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let end = part.until_blank(at, 40);
    let mut name = None;
    let mut above = at;
    // -----, name, section…, -----, place, .....
    let mut rules = 0;
    while above > 0 && at - above < 24 && rules < 3 {
        above -= 1;
        let line = part.line(above);
        let drawn = is_rule(line) && !is_blank(line);
        rules += usize::from(drawn);
        if !drawn && rules == 2 && !is_blank(line) {
            name = Some(above);
        }
        if line.ends_with(": FAILED:") {
            name = None;
            break;
        }
    }
    let block = reading.error(at, part.line(at + 1).trim());
    block.location = place::find(line).map(|place| place.name(line));
    if let Some(name) = name {
        let mut at = name;
        while !is_rule(part.line(at)) {
            block.place(at);
            at += 1;
        }
        block.message = format!("{}: {}", part.line(name).trim(), block.message);
    }
    for below in at + 1..=end.min(at + 8) {
        block.detail(below);
    }
    block.to(end);
    end + 1
}

fn doctest_failed(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let end = part.until_blank(at, 12);
    let block = reading.error(at, line.split_once(": ERROR: ").map_or(line, |(_, said)| said));
    block.location = place::find(line).map(|place| place.name(line));
    for below in at + 1..=end.min(at + 4) {
        block.detail(below);
    }
    if let Some(name) = (at.saturating_sub(4)..at).rev().find(|&above| part.line(above).starts_with("TEST CASE:")) {
        block.place(name);
    }
    end + 1
}
