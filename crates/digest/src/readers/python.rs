//! Python's own tracebacks: chained, grouped, of threads and tasks, syntax errors, warnings, fatal errors.

use crate::part::{ReaderInput, is_blank};
use crate::place;
use crate::reading::{FindingBlock, LineRank, ReaderFindings};
use crate::traceback::{HEADING, PythonTrace, is_python_library_path, parse_traceback_chain};

pub fn read(part: &ReaderInput) -> ReaderFindings {
    let mut reading = ReaderFindings::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line_at(at);
        at = if line.contains(HEADING) {
            read_traceback_chain(part, at, &mut reading)
        } else if line.contains("Fatal Python error: ") {
            read_fatal_error(part, at, &mut reading)
        } else if is_file_line_without_function(line) {
            read_syntax_error(part, at, &mut reading)
        } else {
            read_warning(part, at, line, &mut reading);
            at + 1
        };
    }
    reading
}

/// Tracebacks that led to one another are one finding, named by the last.
fn read_traceback_chain(part: &ReaderInput, from: usize, reading: &mut ReaderFindings) -> usize {
    let mut traces = parse_traceback_chain(part, from);
    let Some(last) = traces.pop() else {
        return from + 1;
    };
    let end = last.end;
    let block = reading.add_error(last.says, last.message.as_str());
    mark_trace_frames(block, &last);
    for (nth, cause) in traces.iter().enumerate() {
        let repeated = cause.message == last.message;
        // The first is the origin; those between only pass it on.
        if !repeated && (nth == 0 || traces.len() < 4) {
            block.mark_detail(cause.says);
        }
        if let Some((line, _, _)) = cause.frames.iter().rev().find(|(_, _, foreign)| !foreign) {
            block.mark_line(*line, if repeated { LineRank::Detail } else { LineRank::Frame });
        }
    }
    let rule = format!("{} {}", block.location.as_deref().unwrap_or_default(), strip_digits(&last.message));
    block.set_rule(rule);
    block.first = block.first.min(from);
    // The line above names the context: `Exception in thread x:`, a log record.
    let before = from.saturating_sub(1);
    let prefix = part.line_at(from).split(HEADING).next().unwrap_or_default();
    let same_log = is_blank(prefix) || part.line_at(before).starts_with(prefix);
    if from > 0 && same_log && !is_blank(part.line_at(before)) && !part.line_at(before).contains("\"\"\"") {
        block.mark_detail(before);
    }
    for note in exception_note_lines(part, end) {
        block.mark_detail(note).extend_to(note);
    }
    end.max(from + 1)
}

/// Lines added to the exception (`add_note`) or the rest of a message of several lines: only up to a blank line
/// soon after, because anything may follow.
fn exception_note_lines(part: &ReaderInput, from: usize) -> std::ops::Range<usize> {
    let grouped = part.line_at(from).trim_start().starts_with('|');
    let ends = |line: &str| match grouped {
        true => line.trim_start().starts_with('+') || line.trim_matches([' ', '|']).is_empty(),
        false => is_blank(line),
    };
    match part.find_line(from, 4, ends) {
        Some(end) if grouped => from..end,
        _ => from..from,
    }
}

/// The innermost frame of the program's own, the outermost one, and where in a library it was raised.
pub fn mark_trace_frames(block: &mut FindingBlock, trace: &PythonTrace) {
    block.extend_to(trace.end.saturating_sub(1));
    let own = || trace.frames.iter().filter(|(_, _, foreign)| !foreign);
    if let Some((line, name, _)) = own().next_back().or(trace.frames.last()) {
        block.mark_location(*line).set_location(name.as_str()).mark_frame(*line + 1);
    }
    if let Some((line, _, _)) = own().next() {
        block.mark_detail(*line).mark_frame(*line + 1);
    }
    // Where the testing library itself raises, nothing is wrong.
    if let Some((line, _, _)) = trace.frames.last().filter(|(_, path, _)| !path.contains("/unittest/")) {
        block.mark_context(*line);
    }
}

fn is_file_line_without_function(line: &str) -> bool {
    line.starts_with("  File \"") && line.contains("\", line ") && !line.contains(", in ")
}

/// `File "a.py", line 3`, the code, a caret, and the message; no heading above.
fn read_syntax_error(part: &ReaderInput, at: usize, reading: &mut ReaderFindings) -> usize {
    let says = part.find_line(at + 1, 5, |line| {
        ["SyntaxError: ", "IndentationError: ", "TabError: "].iter().any(|kind| line.contains(kind))
    });
    let Some(says) = says else { return at + 1 };
    let block = reading.add_error(says, part.line_at(says).trim());
    block.mark_location(at).mark_detail(at + 1);
    block.location = place::find_path_and_line(part.line_at(at));
    says + 1
}

/// A crash below Python, with the stacks that faulthandler printed.
fn read_fatal_error(part: &ReaderInput, at: usize, reading: &mut ReaderFindings) -> usize {
    let line = part.line_at(at);
    let message = line.find("Fatal Python error: ").map_or(line, |start| &line[start..]);
    let block = reading.add_error(at, message);
    let mut end = at + 1;
    let mut current = false;
    let mut shown = 0;
    while end < part.len() {
        let line = part.line_at(end);
        if line.contains("(most recent call first)") {
            current = line.contains("Current thread") || !line.contains("Thread 0x");
        } else if let Some(place) = place::find_place(line).filter(|_| line.trim_start().starts_with("File \"")) {
            let foreign = is_python_library_path(place.path);
            if current && block.location.is_none() && !foreign {
                block.location = Some(place.to_path_and_line(line));
                block.mark_location(end);
            } else if current && shown < 2 {
                block.mark_frame(end);
            }
            shown += usize::from(current);
        } else if !is_blank(line) && !line.starts_with(' ') {
            break;
        }
        end += 1;
    }
    block.extend_to(end - 1);
    end
}

/// `a.py:14: RuntimeWarning: coroutine 'flush' was never awaited`, with its line of code below.
fn read_warning(part: &ReaderInput, at: usize, line: &str, reading: &mut ReaderFindings) {
    let Some((before, said)) = line.split_once("Warning: ") else { return };
    let Some(place) = place::find_place(line).filter(|place| place.range.start == 0) else { return };
    let Some(category) = before.rsplit(' ').next().filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
    else {
        return;
    };
    if before.get(place.range.end..).is_none_or(|between| between != format!(": {category}")) {
        return;
    }
    if part.call.status.has_failed() && is_python_library_path(place.path) {
        // A library's deprecations are not why this failed.
        reading.mark_lines_as_understood(at..at + 1);
        return;
    }
    let block = reading.add_warning(at, format!("{category}Warning: {said}"));
    block.set_location(place.to_path_and_line(line)).set_rule(format!("{category} {}", strip_digits(said)));
    if part.line_at(at + 1).starts_with("  ") {
        block.mark_context(at + 1);
    }
}

pub fn strip_digits(message: &str) -> String {
    message.chars().filter(|c| !c.is_ascii_digit()).collect()
}
