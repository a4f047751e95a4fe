//! Rust tests and panics: `cargo test`, nextest, and any program that panicked.

use std::collections::HashSet;

use super::{Reader, cargo, nextest};
use crate::part::{Part, indent, is_blank};
use crate::place;
use crate::reading::{Block, Reading};

pub const READER: Reader = Reader {
    name: "libtest",
    commands: &["cargo test", "cargo nextest", "cargo-nextest", "cargo run", "cargo bench"],
    signs: &["^test result: ", "' panicked at ", ") panicked at ", " has overflowed its stack", "tests run: "],
    read,
};

pub struct Panic<'a> {
    pub at: usize,
    pub thread: &'a str,
    pub location: Option<String>,
    pub message: String,
    /// Lines of the message, then the frames of one's own code.
    pub said: Vec<usize>,
    pub frames: Vec<usize>,
    pub last: usize,
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let failed = failed_tests(part);
    let ran_tests = part.lines().any(|(_, line)| line.starts_with("test result: "));
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let next = if let Some(name) = section_name(line) {
            Some(section(part, &mut reading, at, name))
        } else if nextest::failed(line).is_some() {
            Some(nextest::failure(part, &mut reading, at))
        } else if let Some(panic) = panic(part, at, part.len()) {
            // A test that should panic does so in a passing run too.
            if !ran_tests || failed.contains(panic.thread) || (failed.is_empty() && part.call.status.failed()) {
                report(part, &mut reading, &panic);
            } else {
                reading.cover(panic.at..panic.last + 1);
            }
            Some(panic.last)
        } else if part.call.status.failed()
            && line.contains(" has been running for over ")
            && !ends_later(part, at, line)
        {
            let block = reading.error(at, line.trim());
            // Cargo names the file of the tests that it runs.
            let above = (0..at).rev().find(|&above| part.line(above).trim_start().starts_with("Running "));
            above.into_iter().for_each(|above| {
                block.place(above);
            });
            None
        } else if is_abort(line) {
            let block = reading.error(at, line.trim());
            let next = part.line(at + 1);
            if next.starts_with("fatal runtime error") {
                block.detail(at + 1);
            }
            Some(block.last)
        } else {
            noise(part, &mut reading, at, line);
            None
        };
        at = next.unwrap_or(at) + 1;
    }
    totals(part, &mut reading);
    reading
}

/// True where a slow test is heard of again: it did end.
fn ends_later(part: &Part, at: usize, line: &str) -> bool {
    let name = line.trim_start().split(" has been running").next().unwrap_or_default();
    (at + 1..part.len()).any(|later| {
        let rest = part.line(later).trim_start();
        rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(" ... ok") || rest.starts_with(" ... FAILED"))
    })
}

fn is_abort(line: &str) -> bool {
    line.starts_with("thread '") && line.ends_with("has overflowed its stack")
        || line.starts_with("memory allocation of ")
}

/// The names under `failures:` and those in `test x ... FAILED`.
fn failed_tests<'a>(part: &Part<'a>) -> HashSet<&'a str> {
    let mut names = HashSet::new();
    let mut listing = false;
    for (_, line) in part.lines() {
        if line == "failures:" {
            listing = true;
        } else if listing && line.starts_with("    ") {
            names.insert(line.trim());
        } else if !is_blank(line) {
            listing = false;
            let marked = line.trim_start().strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED"));
            if let Some(name) = marked.or_else(|| line.strip_suffix(" --- FAILED")) {
                names.insert(name.strip_suffix(" - should panic").unwrap_or(name));
            }
        }
    }
    names
}

/// The name in `---- tests::x stdout ----`.
fn section_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("---- ")?.strip_suffix(" ----")?;
    name.strip_suffix(" stdout").or_else(|| name.strip_suffix(" stderr"))
}

/// The output of a failing test: its panic, or all of it when there is none.
fn section(part: &Part, reading: &mut Reading, at: usize, name: &str) -> usize {
    let stop = |line: &str| section_name(line).is_some() || line == "failures:" || line.starts_with("test result: ");
    let end = part.find(at + 1, usize::MAX / 2, stop).unwrap_or(part.len());
    let last = (at + 1..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    let Some(panic) = own_panic(part, at + 1, end, name) else {
        let block = reading.error(at, name);
        let said = (at + 1..end)
            .filter(|&line| !is_blank(part.line(line)) && !part.line(line).starts_with("For more information about"));
        for line in said.clone().take(1).chain(said.skip(1).collect::<Vec<_>>().into_iter().rev().take(2)) {
            block.location = block.location.take().or_else(|| local_place(part.line(line)));
            // The first line is nearly always the reason.
            match block.marks.len() {
                1 => block.place(line),
                _ => block.detail(line),
            };
        }
        if let Some(arrow) = part.find(at + 1, (end - at - 1).min(12), |line| line.trim_start().starts_with("--> ")) {
            block.location = block.location.take().or_else(|| local_place(part.line(arrow)));
            block.place(arrow);
        }
        block.to(last);
        return last;
    };
    let named = panic.thread == name;
    let cause = (at + 1..panic.at).find_map(|line| self::panic(part, line, panic.at));
    let block = reading.error(if named { panic.at } else { at }, format!("{name}: {}", panic.message));
    describe(part, block, &panic);
    // A thread started by the test panicked before it: that is the reason.
    if let Some(cause) = cause {
        block.detail(cause.at);
        cause.said.iter().take(3).for_each(|&line| {
            block.detail(line);
        });
    }
    // `should_panic(expected = …)` compares below the panic.
    if let Some(note) = part.find(panic.last, end - panic.last, |line| line.starts_with("note: panic did not contain"))
    {
        block.place(note).detail(note + 1).detail(note + 2);
    }
    block.first = at;
    block.to(last);
    last
}

/// The panic of the test's own thread; where only others panicked, the first of them.
pub fn own_panic<'a>(part: &Part<'a>, from: usize, end: usize, name: &str) -> Option<Panic<'a>> {
    let mut first = None;
    for panic in (from..end).filter_map(|line| panic(part, line, end)) {
        if panic.thread == name {
            return Some(panic);
        }
        first = first.or(Some(panic));
    }
    first
}

fn local_place(line: &str) -> Option<String> {
    place::find(line).map(|place| place.name(line))
}

fn report(part: &Part, reading: &mut Reading, panic: &Panic) {
    let message = match panic.thread {
        "main" | "<unnamed>" => panic.message.clone(),
        thread => format!("{thread}: {}", panic.message),
    };
    describe(part, reading.error(panic.at, message), panic);
}

pub fn describe(part: &Part, block: &mut Block, panic: &Panic) {
    block.location = panic.location.clone();
    block.place(panic.at);
    // An assertion of a long text: its beginning and its end.
    let (first, rest) = panic.said.split_at(panic.said.len().min(6));
    for (nth, &line) in first.iter().enumerate() {
        let text = part.line(line).trim();
        // It is known that an assertion failed; the values of the two sides are not.
        let bare = text.starts_with("assertion `left ") && text.ends_with("` failed");
        let telling = nth == 0 && !bare || text.starts_with("left: ") || text.starts_with("right: ");
        if telling && text.len() <= 120 {
            block.place(line);
        } else {
            block.detail(line);
        }
    }
    rest.iter().rev().take(2).for_each(|&line| {
        block.detail(line);
    });
    // A test's own assertion needs no stack; a panic elsewhere does.
    let own = panic.thread != "main" && panic.location.as_deref().is_some_and(|place| !is_foreign(place));
    for &line in panic.frames.iter().take(6) {
        if own {
            block.context(line);
        } else {
            block.detail(line);
        }
    }
    block.to(panic.last);
}

fn is_foreign(path: &str) -> bool {
    ["/rustc/", ".cargo/registry", "/.rustup/", "library/std", "library/core"].iter().any(|root| path.contains(root))
}

/// A panic at `at`: `thread 'x' (7) panicked at src/a.rs:3:5:` and the message below, or the older one-line form.
fn panic<'a>(part: &Part<'a>, at: usize, end: usize) -> Option<Panic<'a>> {
    let line = part.line(at);
    let (_, rest) = line.split_once("thread '")?;
    let (thread, rest) = rest.split_once('\'')?;
    let (_, told) = rest.split_once("panicked at ").filter(|(between, _)| between.len() < 16)?;
    let (place_text, mut message) = match told.strip_prefix('\'') {
        Some(old) => old.rsplit_once("', ").map(|(message, place)| (place, message.to_owned()))?,
        None => (told, String::new()),
    };
    let location = local_place(place_text);
    let own = indent(line);
    let mut panic =
        Panic { at, thread, location, message: String::new(), said: Vec::new(), frames: Vec::new(), last: at };
    let mut below = at + 1;
    while below < end && below < at + 60 {
        let line = part.line(below);
        let trimmed = line.trim_start();
        if trimmed.starts_with("stack backtrace:") {
            let thrown = panic.location.clone().unwrap_or_default();
            panic.last = backtrace(part, &mut panic.frames, &thrown, below, end);
            break;
        }
        if trimmed.starts_with("note: run with `RUST_BACKTRACE") {
            panic.last = below;
            break;
        }
        let over = is_blank(line) && (panic.said.len() != 1 || indent(part.line(below + 1)) <= own)
            || section_name(line).is_some()
            || line.starts_with("test ")
            || trimmed.starts_with("thread '");
        if over {
            break;
        }
        if !is_blank(line) {
            panic.said.push(below);
            panic.last = below;
        }
        below += 1;
    }
    if message.is_empty() {
        message = panic.said.first().map(|&line| part.line(line).trim().to_owned()).unwrap_or_default();
    }
    panic.message = message;
    Some(panic)
}

/// Collects the frames of one's own code, two lines each, and returns the last line of the trace.
fn backtrace(part: &Part, frames: &mut Vec<usize>, thrown: &str, from: usize, end: usize) -> usize {
    let mut last = from;
    for at in from + 1..end {
        let trimmed = part.line(at).trim_start();
        if let Some(path) = trimmed.strip_prefix("at ") {
            if !is_foreign(path) && local_place(path).is_some_and(|place| place.trim_start_matches("./") != thrown) {
                frames.extend([at - 1, at]);
            }
        } else if !trimmed.split_once(": ").is_some_and(|(number, _)| number.bytes().all(|b| b.is_ascii_digit())) {
            return if trimmed.starts_with("note: ") { at } else { last };
        }
        last = at;
    }
    last
}

fn noise(part: &Part, reading: &mut Reading, at: usize, line: &str) {
    // Without capture, the marks of several tests run into each other.
    let line = line.trim_start();
    let passed = line.starts_with("test ") && (line.contains(" ... ") || line.ends_with(" ..."))
        || line.ends_with(" --- FAILED")
        || line.contains(": __rustc::rust_begin_unwind");
    let counts = line.starts_with("running ") && (line.ends_with(" tests") || line.ends_with(" test"));
    // Cargo's verdict on a failed target; cargo's reader reports a cause below it (a signal).
    let verdict = line == "error: test run failed"
        || (line.starts_with("error: ")
            && line.contains("test failed, to rerun pass")
            && part.line(at + 2) != "Caused by:");
    if passed || counts || verdict || nextest::is_status(part.line(at)) || cargo::verb(part.line(at)).is_some() {
        reading.cover(at..at + 1);
    } else if line == "failures:" {
        reading.cover(at..part.until_blank(at, 5000) + 1);
    }
}

fn totals(part: &Part, reading: &mut Reading) {
    let mut passed: Vec<(u64, usize)> = Vec::new();
    let mut any_failed = false;
    for (at, line) in part.lines() {
        if nextest::is_summary(line) || (line.starts_with("warning: ") && line.contains(" tests were not run")) {
            reading.total(at);
        } else if line.starts_with("test result: FAILED") {
            any_failed = true;
            reading.total(at);
        } else if let Some(counts) = line.strip_prefix("test result: ok. ") {
            let count = counts.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
            passed.push((count, at));
            reading.cover(at..at + 1);
        }
    }
    // A workspace has a line a target, most of them of empty ones.
    passed.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let wanted = if any_failed { 0 } else { 3 };
    for (nth, (count, at)) in passed.iter().take(wanted).enumerate() {
        if *count > 0 || nth == 0 {
            reading.total(*at);
        }
    }
}
