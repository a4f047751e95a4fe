//! Elixir and Erlang: ExUnit, mix's compiler, rebar3 and eunit.

use super::Reader;
use super::foreign::is_foreign;
use crate::part::{Part, is_blank, leading_number};
use crate::place;
use crate::reading::{Rank, Reading};

pub const READER: Reader = Reader {
    name: "beam",
    commands: &["mix", "elixir", "iex", "rebar3", "erlc", "escript"],
    signs: &["^** (", "^== Compilation error in file", "===> ", "^Assertion with ", "(ExUnit.", "└─ lib/", "└─ test/"],
    read,
};

fn numbered(line: &str) -> Option<&str> {
    let (_, rest) = leading_number(line.trim_start())?;
    rest.strip_prefix(") ").filter(|_| line.starts_with("  ") && !line.starts_with("     "))
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        at = if let Some(name) = numbered(line).filter(|_| is_failure(part, at)) {
            test(part, at, name, &mut reading)
        } else if line.trim_end().ends_with("*failed*") {
            eunit(part, at, &mut reading)
        } else if line.starts_with("** (") {
            raised(part, at, &mut reading)
        } else if line.starts_with("== Compilation error in file ") {
            let block = reading.error(at, line.trim_matches(['=', ' ']));
            block.detail(at + 1);
            block.location = place::find(part.line(at + 1)).map(|place| place.name(part.line(at + 1)));
            at + 2
        } else if line.trim_start().starts_with("warning: ") || line.trim_start().starts_with("error: ") {
            said(part, at, &mut reading)
        } else if line.starts_with("Randomized with seed ") {
            reading.cover(at..at + 1);
            at + 1
        } else if is_total(line) {
            reading.total(at);
            at + 1
        } else if let Some(text) = line.strip_prefix("===> ") {
            let bad = text.starts_with("Compiling ") && text.ends_with(" failed")
                || text.starts_with("Error")
                || text.contains("failed")
                || text.contains("Unable to")
                || text.contains("not found");
            if bad {
                reading.error(at, text);
            } else {
                reading.cover(at..at + 1);
            }
            at + 1
        } else {
            let erl = place::find(line).filter(|place| place.path.ends_with(".erl") && line.starts_with(place.path));
            if let Some(place) = erl {
                let message = line.get(place.range.end..).unwrap_or_default().trim_start_matches([':', ' ']);
                let location = place.name(line);
                let warned = message.starts_with("Warning:");
                let block = if warned { reading.warning(at, message) } else { reading.error(at, message) };
                block.at(location);
            }
            at + 1
        };
    }
    // The output of passing tests is no finding.
    let passed = reading.totals.iter().copied().find(|&at| part.line(at).contains(", 0 failures"));
    if let Some(at) = passed.filter(|_| part.named && !reading.has_error()) {
        reading.cover(0..at);
    }
    reading
}

/// `module: name_test...*failed*`, the calls that led there, and `**error:reason`.
fn eunit(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part.until_blank(at, 60);
    let line = part.line(at).trim();
    let block = reading.error(at, line.split("...").next().unwrap_or(line));
    for below in at + 1..=end {
        let text = part.line(below);
        let own = place::find(text).filter(|_| !is_foreign(text));
        if let Some(place) = own {
            let first = block.location.is_none();
            block.mark(below, if first { Rank::Place } else { Rank::Frame });
            block.location.get_or_insert_with(|| place.name(text));
        } else if text.starts_with("**") || text.trim_start().starts_with("called as ") {
            block.detail(below);
        } else if !text.trim_start().starts_with("in call from ") {
            block.context(below);
        }
    }
    block.to(end);
    end + 1
}

fn is_failure(part: &Part, at: usize) -> bool {
    let below = part.line(at + 1).trim_start();
    below.starts_with("Failure/Error:") && part.line(at).contains("/0")
        || place::find(below).is_some_and(|place| place.path.ends_with(".exs"))
}

fn is_total(line: &str) -> bool {
    leading_number(line).is_some_and(|(_, rest)| {
        (rest.starts_with(" test") || rest.starts_with(" doctest") || rest.starts_with(" propert"))
            && rest.contains(" failure")
    }) || line.trim_start().starts_with("Failed: ") && line.contains("Passed: ")
}

fn test(part: &Part, at: usize, name: &str, reading: &mut Reading) -> usize {
    let end = part
        .find(at + 1, 200, |line| {
            numbered(line).is_some() || line.starts_with("Finished in ") || (!line.starts_with(' ') && !is_blank(line))
        })
        .unwrap_or(part.len().min(at + 200));
    let block = reading.error(at, name.trim());
    let mut stack = false;
    let mut told = 0;
    let mut quiet = false;
    for below in at + 1..end {
        let line = part.line(below);
        let bare = line.trim();
        if bare.is_empty() {
            continue;
        }
        if stack || bare.starts_with("%% ") {
            if !is_foreign(line) && place::find(line).is_some() && block.marks.len() < 12 {
                block.place(below);
                block.location = place::find(line).map(|place| place.name(line));
            }
            stack = stack && block.location.is_none();
        } else if bare == "stacktrace:" {
            stack = true;
        } else if below == at + 1 && place::find(line).is_some() && !bare.starts_with("Failure") {
            block.frame(below);
        } else if bare.starts_with("The following arguments")
            || bare.starts_with("Attempted function clauses")
            || bare.starts_with("Output:")
        {
            quiet = true;
        } else if (!quiet || bare.starts_with("code:")) && told < 6 {
            told += 1;
            block.detail(below);
        } else {
            block.context(below);
        }
    }
    block.to(end - 1);
    end
}

/// `** (KeyError) key :a not found` with the frames indented below.
fn raised(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let end = part.until_dedent(at, 60);
    let block = reading.error(at, line.trim_start_matches("** "));
    block.location = place::find(line).map(|place| place.name(line));
    let own = (at + 1..=end).find(|&below| {
        place::find(part.line(below)).is_some_and(|place| place.path.ends_with(".ex") || place.path.ends_with(".exs"))
    });
    if let Some(own) = own {
        block.place(own);
        block.location =
            block.location.take().or_else(|| place::find(part.line(own)).map(|place| place.name(part.line(own))));
    }
    for below in (at + 1..=end).take(3) {
        block.frame(below);
    }
    block.to(end);
    end + 1
}

/// mix: the message, then the place indented below it (with a code frame in newer versions).
fn said(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let end = part.until_blank(at, 20);
    let Some(place) = (at + 1..=end).find(|&below| {
        place::find(part.line(below)).is_some_and(|place| place.path.ends_with(".ex") || place.path.ends_with(".exs"))
    }) else {
        return at + 1;
    };
    let message = line.split_once(": ").map_or(line, |(_, message)| message);
    let block =
        if line.trim_start().starts_with("error") { reading.error(at, message) } else { reading.warning(at, message) };
    block.place(place);
    block.location = place::find(part.line(place)).map(|found| found.name(part.line(place)));
    block.to(end);
    end + 1
}
