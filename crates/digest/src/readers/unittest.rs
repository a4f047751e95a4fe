//! unittest and Django's test runner: `FAIL: test (module.Class)` between drawn lines, then `Ran 5 tests`.

use super::Reader;
use super::python;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "unittest",
    commands: &["unittest", "python manage.py test", "python3 manage.py test", "nose2"],
    signs: &["^Ran ", "^FAIL: ", "^ERROR: "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut start = None;
    let mut ran = None;
    for (at, line) in part.lines() {
        if is_result(line) || line.starts_with("Creating test database") || line.starts_with("Found ") {
            start.get_or_insert(at);
        } else if is_heading(part, at) {
            start.get_or_insert(at - 1);
            failure(part, at, &mut reading);
        } else if line.starts_with("Ran ") && line.contains(" test") && line.contains(" in ") {
            ran = Some(at);
            reading.total(at);
        } else if ran.is_some_and(|ran| at <= ran + 4) && is_verdict(line) {
            reading.total(at);
            reading.cover(start.take().unwrap_or(at)..at + 1);
            ran = None;
        } else if line.starts_with("System check identified") || line.starts_with("Destroying test database") {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// `test_x (mod.Class.test_x) ... ok`
fn is_result(line: &str) -> bool {
    line.split_once(" ... ").is_some_and(|(test, _)| test.ends_with(')') && test.contains(" ("))
}

fn is_heading(part: &Part, at: usize) -> bool {
    let line = part.line(at);
    (line.starts_with("FAIL: ") || line.starts_with("ERROR: ") || line.starts_with("UNEXPECTED SUCCESS: "))
        && at > 0
        && part.line(at - 1).starts_with("=====")
}

fn is_verdict(line: &str) -> bool {
    line == "OK"
        || line.starts_with("OK (")
        || line.starts_with("FAILED (")
        || line == "NO TESTS RAN"
        || line.starts_with("NO TESTS RAN (")
}

fn failure(part: &Part, at: usize, reading: &mut Reading) {
    let heading = part.line(at);
    let (_, test) = heading.split_once(": ").unwrap_or(("", heading));
    // A test's docstring stands between its name and the rule above the traceback.
    let rule = part.find(at + 1, 4, |line| line.starts_with("-----")).unwrap_or(at + 1);
    let end =
        part.find(rule + 1, 2000, |line| line.starts_with("=====") || line.starts_with("-----")).unwrap_or(part.len());
    let block = reading.error(at, test);
    block.to(end.saturating_sub(1).max(at));
    let mut from = at + 1;
    let mut last = None;
    while let Some(begins) = part.find(from, end.saturating_sub(from), |line| line.contains("Traceback (most recent")) {
        let Some(trace) = python::trace(part, begins).filter(|trace| trace.end <= end + 1) else { break };
        from = trace.end;
        if let Some(cause) = last.replace(trace) {
            block.detail(cause.says);
        }
    }
    let Some(trace) = last else { return };
    block.detail(trace.says);
    python::mark(block, &trace);
    let name = test.split(' ').next().unwrap_or(test);
    block.rule(format!("{} {}", block.location.clone().unwrap_or_default(), python::shape(&trace.message)));
    block.message = format!("{name}: {}", trace.message);
    let told = (trace.end..end).filter(|&at| {
        let line = part.line(at);
        !is_blank(line) && !line.starts_with('?')
    });
    for at in told.take(3) {
        block.detail(at);
    }
}
