//! A section of pytest: the `E` lines of its traceback, its places, the test's log.

use super::pytest::title_of_rule_line;
use crate::part::{ReaderInput, is_blank};
use crate::place;
use crate::reading::FindingBlock;
use crate::trace;
use crate::traceback::is_python_library_path;

/// Levels of the stack that are shown, and lines of code above the executed one.
const FRAMES: usize = 10;
const ABOVE: usize = 8;
/// Bytes of an argument's line that is shown.
const LONGEST_VALUE: usize = 240;

/// Marks the telling lines of a traceback between `from` and `end`, sets the location, and returns the error's message.
pub fn mark_traceback(part: &ReaderInput, block: &mut FindingBlock, from: usize, end: usize) -> String {
    let stop = part.find_line(from, end - from.min(end), is_captured_heading).unwrap_or(end);
    let mut said: Vec<Vec<usize>> = Vec::new();
    let mut places = Vec::new();
    let mut sources = Vec::new();
    for at in from..stop {
        let line = part.line_at(at);
        if line.starts_with("E ") || line == "E" {
            match said.last_mut() {
                Some(group) if group.last() == Some(&(at - 1)) => group.push(at),
                _ => said.push(vec![at]),
            }
        } else if line == "Expected:" || line == "Got:" {
            block.mark_detail(at).mark_detail(at + 1);
        } else if line.starts_with('>') {
            sources.push(at);
        } else if let Some(place) = place::find_place(line) {
            let native = line.trim_start().starts_with("File \"");
            if place.range.start == 0 || native {
                places.push((at, place.to_path_and_line(line), is_python_library_path(place.path)));
            }
        }
    }
    if said.is_empty() {
        // `--tb=native`, a crashed worker, a doctest: the last line that is not indented is the message.
        let last = (from..stop).rev().find(|&at| {
            let line = part.line_at(at);
            !is_blank(line) && !line.starts_with([' ', '[']) && !places.iter().any(|(place, _, _)| *place == at)
        });
        said.extend(last.map(|at| vec![at]));
    }
    let mut message = String::new();
    let main = said.len().saturating_sub(1);
    for (nth, group) in said.iter().enumerate() {
        let lines: Vec<usize> = group.iter().copied().filter(|&at| is_informative_line(part.line_at(at))).collect();
        let syntax = lines.first().is_some_and(|&at| part.line_at(at).contains("File \""));
        let Some(&first) = (if syntax { lines.last() } else { lines.first() }) else { continue };
        if nth == main {
            message = strip_error_mark(part.line_at(first)).to_owned();
            block.mark_location(first);
        } else {
            block.mark_detail(first);
            continue;
        }
        if let Some(place) = lines.first().map(|&at| part.line_at(at)).filter(|_| syntax).and_then(place::find_place) {
            places.push((lines[0], place.to_path_and_line(part.line_at(lines[0])), false));
        }
        // A line that ends in dots was cut by pytest and tells little.
        let whole = |at: usize| !part.line_at(at).ends_with("...");
        let rest: Vec<usize> = lines.into_iter().filter(|&at| at != first && whole(at)).collect();
        let differs = rest.iter().any(|&at| is_diff_line(part.line_at(at)));
        let (mut told, mut more) = (0, 0);
        for at in rest {
            let line = part.line_at(at);
            let tells = if differs { is_diff_line(line) } else { !strip_error_mark(line).starts_with(['+', '?', '^']) };
            // A long line would take the room of another finding.
            let most = if strip_error_mark(line).contains('=') { 7 } else { 4 };
            if tells && told < most && line.len() <= 200 {
                told += 1;
                block.mark_detail(at);
            } else if more < 4 {
                more += 1;
                block.mark_frame(at);
            }
        }
    }
    let own = places.iter().rev().find(|(_, _, foreign)| !foreign).or(places.last());
    if let Some((at, name, _)) = own {
        block.mark_location(*at).set_location(name.as_str());
    }
    mark_frames(part, block, from, &places, &sources);
    mark_captured_log(part, block, stop, end);
    message
}

/// The levels of the stack in the project's own files, the innermost first, each with the executed line; then the lines
/// above that.
fn mark_frames(
    part: &ReaderInput,
    block: &mut FindingBlock,
    from: usize,
    places: &[(usize, String, bool)],
    sources: &[usize],
) {
    let own = |at: &usize| places.iter().find(|(place, _, _)| place >= at).is_none_or(|(_, _, foreign)| !foreign);
    for (at, _, _) in places.iter().rev().filter(|(_, _, foreign)| !foreign).take(FRAMES).chain(places.last()) {
        block.mark_frame(*at);
        // `File "a.py", line 3` has the code below it.
        if part.line_at(*at).starts_with("  File \"") && part.line_at(at + 1).starts_with("    ") {
            block.mark_frame(at + 1);
        }
        // `a.py:3: in f` likewise, where the traceback is short.
        if part.line_at(*at).contains(": in ") && part.line_at(at + 1).starts_with("    ") {
            block.mark_context(at + 1);
        }
    }
    let run: Vec<usize> = sources.iter().rev().copied().filter(own).take(FRAMES).collect();
    for &at in run.iter().chain(sources.last()) {
        block.mark_frame(at);
    }
    for &at in run.iter().take(2) {
        for above in (from..at).rev().take_while(|&above| part.line_at(above).starts_with("    ")).take(ABOVE) {
            block.mark_context(above);
        }
    }
    if let Some(&at) = run.first() {
        mark_arguments(part, block, from, at);
    }
}

/// The values that the failing function was called with: `name = value` lines between the rule above it and its `def`.
fn mark_arguments(part: &ReaderInput, block: &mut FindingBlock, from: usize, executed: usize) {
    let is_code = |at: &usize| is_blank(part.line_at(*at)) || part.line_at(*at).starts_with("    ");
    let code = (from..executed).rev().take_while(is_code).count();
    let values = (from..executed - code).rev().take_while(|&at| part.line_at(at).contains(" = "));
    for at in
        values.filter(|&at| !shows_only_object_addresses(part.line_at(at)) && part.line_at(at).len() <= LONGEST_VALUE)
    {
        block.mark_context(at);
    }
}

/// `self = <tests.TestCase object at 0x7f>` tells nothing.
fn shows_only_object_addresses(line: &str) -> bool {
    line.matches(" = ").count() == line.matches(" at 0x").count()
}

/// Warnings and errors that the test logged, and the last line it printed.
fn mark_captured_log(part: &ReaderInput, block: &mut FindingBlock, from: usize, end: usize) {
    let severe = ["ERROR ", "CRITICAL ", "WARNING "];
    let logged = (from..end).filter(|&at| severe.iter().any(|level| part.line_at(at).starts_with(level)));
    for at in logged.take(3) {
        block.mark_frame(at);
    }
    // A server or a thread of the test that fell over is often the reason.
    let traces = (from..end).filter(|&at| part.line_at(at).starts_with("Traceback (most recent"));
    for at in
        traces.filter_map(|at| trace::find_trace_at(part, at)).map(|trace| trace.head).filter(|at| *at < end).take(2)
    {
        block.mark_detail(at);
    }
    let printed =
        (from + 1..end).rev().find(|&at| !is_blank(part.line_at(at)) && !is_captured_heading(part.line_at(at)));
    if let Some(at) = printed {
        block.mark_context(at);
    }
}

fn is_captured_heading(line: &str) -> bool {
    line.starts_with('-') && title_of_rule_line(line, '-').is_some_and(|title| title.starts_with("Captured "))
}

fn strip_error_mark(line: &str) -> &str {
    line.strip_prefix('E').unwrap_or(line).trim()
}

/// Not pytest's own advice about its diffs.
fn is_informative_line(line: &str) -> bool {
    let line = strip_error_mark(line);
    line.contains(char::is_alphanumeric)
        && !["Use -v ", "Omitting ", "Full diff:", "Skipping ", "...", "Matching attributes"]
            .iter()
            .any(|advice| line.starts_with(advice))
}

/// A line of a diff, not `+  where x = f()`.
fn is_diff_line(line: &str) -> bool {
    let line = strip_error_mark(line);
    (line.starts_with("- ") || line.starts_with("+ ")) && !line.starts_with("+  ")
}
