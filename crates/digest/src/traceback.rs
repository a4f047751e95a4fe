//! The lines of Python's tracebacks: their frames, and those that led to one another.

use crate::part::{ReaderInput, is_blank};
use crate::place;

/// One traceback: its frames and the line that names the exception.
pub struct PythonTrace {
    /// Line, `path:line`, and whether it lies in a library.
    pub frames: Vec<(usize, String, bool)>,
    pub says: usize,
    pub message: String,
    /// The line after its last.
    pub end: usize,
}

/// The line that a traceback begins with.
pub const HEADING: &str = "Traceback (most recent call last):";
const CHAINS: [&str; 2] =
    ["The above exception was the direct cause of", "During handling of the above exception, another"];

/// Tracebacks that led to one another, from the one whose heading is on line `from`.
pub fn parse_traceback_chain(part: &ReaderInput, from: usize) -> Vec<PythonTrace> {
    let mut traces: Vec<PythonTrace> = Vec::new();
    let mut at = from;
    while let Some(trace) = parse_traceback(part, at) {
        at = trace.end;
        traces.push(trace);
        let mut next = at;
        while next < at + 6 && !part.line_at(next).contains(HEADING) {
            next += 1;
        }
        let joined = (at..next).any(|line| CHAINS.iter().any(|words| part.line_at(line).contains(words)));
        if !joined || next == at + 6 {
            break;
        }
        at = next;
    }
    traces
}

/// Reads the traceback whose heading is on line `at`.
fn parse_traceback(part: &ReaderInput, at: usize) -> Option<PythonTrace> {
    let heading = part.line_at(at);
    let before = &heading[..heading.find(HEADING)?];
    // `  + Exception Group Traceback`: the lines below carry a `|` in its place.
    let bar = before.find(['+', '|']).filter(|_| before.trim_start().starts_with(['+', '|']));
    let prefix = match bar {
        Some(column) => format!("{}| ", &before[..column]),
        // A log's prefix, repeated on each line or not.
        None => before.to_owned(),
    };
    let bare = |line: &'_ str| -> Option<String> {
        match line.strip_prefix(prefix.as_str()) {
            Some(rest) => Some(rest.to_owned()),
            // The time in a log's prefix has changed, but the prefix ends the same.
            None if bar.is_none() => match prefix.len().checked_sub(2).map(|tail| (tail, prefix.get(tail..))) {
                Some((tail, Some(end))) if !is_blank(&prefix) && line.get(tail..prefix.len()) == Some(end) => {
                    line.get(prefix.len()..).map(str::to_owned)
                }
                _ => Some(line.to_owned()),
            },
            None => None,
        }
    };
    let mut trace = PythonTrace { frames: Vec::new(), says: at, message: String::new(), end: at + 1 };
    for next in at + 1..part.len() {
        let line = bare(part.line_at(next))?;
        if line.trim_start().starts_with("File \"") {
            if let Some(place) = place::find_place(&line) {
                trace.frames.push((next, place.to_path_and_line(&line), is_python_library_path(place.path)));
            }
        } else if !line.starts_with(' ') && !line.starts_with('\t') {
            if is_blank(&line) && trace.frames.is_empty() {
                continue;
            }
            if is_blank(&line) {
                trace.says = next - 1;
                trace.end = next;
            } else {
                trace.says = next;
                trace.end = next + 1;
                trace.message = line.trim().to_owned();
            }
            return (!trace.frames.is_empty() || !trace.message.is_empty()).then_some(trace);
        }
    }
    // Cut short.
    trace.end = part.len();
    trace.says = part.len().checked_sub(1)?;
    trace.message = part.line_at(trace.says).trim().to_owned();
    (!trace.frames.is_empty()).then_some(trace)
}

pub fn is_python_library_path(path: &str) -> bool {
    path.starts_with('<')
        || ["site-packages/", "dist-packages/", "/lib/python", "/lib64/python", "\\Lib\\"]
            .iter()
            .any(|library| path.contains(library))
}
