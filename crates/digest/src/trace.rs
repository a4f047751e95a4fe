//! Stack traces of any language: the line with the message, and the frames in the user's own code. Rows of the table read
//! the panics of Rust and Go.

use super::part::{ReaderInput, indentation_width, is_blank};
use super::place;
use super::traceback::{self, PythonTrace};

/// A trace in line indices.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StackTrace {
    /// The line that names the exception.
    pub head: usize,
    pub last: usize,
    /// The innermost frame of the user's own code, and its caller's.
    pub places: Vec<usize>,
    /// Causes and messages.
    pub details: Vec<usize>,
    pub frames: Vec<usize>,
}

/// A trace runs no longer than this; what follows is judged anew.
const LONGEST: usize = 400;

/// The trace that begins at line `at`, if one does.
pub fn find_trace_at(part: &ReaderInput, at: usize) -> Option<StackTrace> {
    let line = part.line_at(at).trim_start();
    if line.contains("Traceback (most recent call last)") {
        return find_python_trace(part, at);
    }
    let mut below = at + 1..(at + 8).min(part.len());
    let first = below.find(|&next| is_stack_frame(part.line_at(next)) || is_blank(part.line_at(next)))?;
    is_stack_frame(part.line_at(first)).then(|| read_frames(part, at, first))
}

/// One level of a stack: `at f (a.js:1:2)`, `#0 0x… in f a.c:3`, `from a.rb:3:in 'f'`, `\t/src/a.go:13 +0x1d`.
pub fn is_stack_frame(line: &str) -> bool {
    let text = line.trim_start();
    let inside = text.len() < line.len();
    if let Some(rest) = text.strip_prefix("at ") {
        return inside && !rest.is_empty() || place::find_place(rest).is_some();
    }
    if let Some(rest) = text.strip_prefix('#') {
        return rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(' ');
    }
    if text.starts_with("from ") {
        return place::find_place(text).is_some();
    }
    if text.starts_with("... ") && text.ends_with(" more") {
        return true;
    }
    if text.contains(": 0x") && text.contains(" in ") {
        return place::find_place(text).is_some();
    }
    // Go names the function on one line and the place on the next, after a tab.
    inside && line.starts_with('\t') && text.contains(".go:") || (inside && text.starts_with("File \""))
}

/// Frames of libraries and runtimes: rarely where the mistake is.
pub fn mentions_library_or_runtime(line: &str) -> bool {
    #[rustfmt::skip]
    const FOREIGN: &[&str] = &[
        "node_modules", "node:internal", "(internal/", "(node:", "site-packages", "dist-packages", "/lib/python",
        "<frozen", "/rustc/", "/.cargo/", "/go/src/", "/usr/local/go/", "/usr/lib/go", "/runtime/", "java.base/",
        "java.util.", "java.lang.", "sun.reflect", "jdk.internal", "jdk.compiler/", "org.junit",
        "org.apache.maven", "org.gradle", "junit.framework", "/gems/", "/ruby/", "System.Private", "Microsoft.",
        "at System.", "/vendor/", "libc.so", "libc_start", "libasan", "/testing/testing.go", "<anonymous>)",
        "../sysdeps", "core::", "std::", "rust_begin_unwind", "libstdc++", "springframework", "/sysdeps/", "asan_",
    ];
    FOREIGN.iter().any(|part| line.contains(part))
}

/// A level of the stack that lies in a library, as opposed to a message that names one of its types.
pub fn is_library_frame(line: &str) -> bool {
    is_stack_frame(line) && mentions_library_or_runtime(line)
}

fn find_python_trace(part: &ReaderInput, at: usize) -> Option<StackTrace> {
    let mut causes = traceback::parse_traceback_chain(part, at);
    let last = causes.pop()?;
    let own = |trace: &PythonTrace| {
        let own = trace.frames.iter().rev().find(|(_, _, foreign)| !foreign).or(trace.frames.first());
        own.map(|(line, _, _)| *line)
    };
    let mut places: Vec<usize> = causes.iter().chain([&last]).filter_map(own).collect();
    // Only the last two places: where it came from and where it ended.
    places.drain(..places.len().saturating_sub(2));
    let frames = causes.iter().chain([&last]).flat_map(|trace| &trace.frames).map(|(line, _, _)| *line);
    let frames = frames.chain(places.iter().map(|place| place + 1)).collect();
    let mut details: Vec<usize> = causes.iter().map(|cause| cause.says).collect();
    // `Checking x: Traceback`: only the first line has a prefix, which says more.
    let prefix = part.line_at(at).split("Traceback").next().unwrap_or_default();
    if !is_blank(prefix) && !part.line_at(at + 1).starts_with(prefix) {
        details.insert(0, at);
    }
    Some(StackTrace { head: last.says, last: last.end.saturating_sub(1).max(at), places, details, frames })
}

fn read_frames(part: &ReaderInput, at: usize, first: usize) -> StackTrace {
    let mut trace = StackTrace { head: at, last: first, ..StackTrace::default() };
    trace.details.extend((at + 1..first).filter(|&line| !is_blank(part.line_at(line))));
    let base = indentation_width(part.line_at(at));
    let mut own = None;
    let mut any = None;
    let mut next = first;
    while next < part.len().min(at + LONGEST) {
        let line = part.line_at(next);
        let text = line.trim_start();
        if is_stack_frame(line) {
            trace.frames.push(next);
            any = any.or(Some(next));
            if own.is_none() && !mentions_library_or_runtime(line) && place::find_place(line).is_some() {
                own = Some(next);
            }
        } else if text.starts_with("Caused by:")
            || text.starts_with("caused by:")
            || text.starts_with("[cause]:")
            || text.starts_with("Suppressed:")
        {
            trace.details.push(next);
            trace.places.extend(own.take());
        } else if is_blank(line) || indentation_width(line) <= base {
            break;
        } else if text.starts_with("code:") || text.starts_with("message:") {
            trace.details.push(next);
        }
        if !is_blank(line) {
            trace.last = next;
        }
        next += 1;
    }
    trace.places.extend(own);
    if trace.places.is_empty() {
        trace.places.extend(any);
    }
    // The deepest cause is the root: its place counts, the outermost tells how it got there.
    if trace.places.len() > 2 {
        let middle = trace.places.len() - 1;
        trace.places.drain(1..middle);
    }
    trace
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CommandAndStatus;
    use ctx_text::text::Text;

    fn read(raw: &str, from: usize) -> StackTrace {
        let text = Text::from_bytes(raw.as_bytes());
        let call = CommandAndStatus::default();
        find_trace_at(&ReaderInput::new(&text, &call, false), from).unwrap()
    }

    #[test]
    fn a_chained_python_traceback_ends_in_its_last_exception() {
        let raw = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x()\nKeyError: 'k'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"b.py\", line 2, in g\n    y()\n  File \"/usr/lib/python3/site-packages/z.py\", line 9, in z\nValueError: bad\nnext\n";
        let trace = read(raw, 0);
        assert_eq!((trace.head, trace.last, trace.details, trace.places), (11, 11, vec![3], vec![1, 8]));
    }

    #[test]
    fn causes_of_a_java_trace_are_details() {
        let raw = "java.lang.IllegalStateException: outer\n\tat com.acme.A.f(A.java:3)\n\tat java.base/x.Y.z(Y.java:1)\nCaused by: java.io.IOException: inner\n\tat com.acme.B.g(B.java:7)\n\t... 2 more\nafter\n";
        let trace = read(raw, 0);
        assert_eq!((trace.head, trace.last, trace.details, trace.places), (0, 5, vec![3], vec![1, 4]));
    }
}
