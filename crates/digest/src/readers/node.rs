//! Errors that end a node process: uncaught exceptions with cause and code, warnings, a heap that ran full.

use super::{Reader, js};
use crate::Severity;
use crate::part::{Part, indent, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "node",
    commands: &["node", "tsx", "ts-node", "bun", "deno"],
    signs: &["^Node.js v", "(node:internal/", "JavaScript heap out of memory", "^(node:"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if line.starts_with("FATAL ERROR: ") {
            reading.error(at, line);
            let trace = part.find(at, 4, |line| line.contains(" Native stack trace ")).unwrap_or(at);
            reading.cover(at..part.until_blank(trace + 2, 60) + 1);
        } else if let Some(warning) = process_warning(line) {
            reading.warning(at, warning);
        } else if line.starts_with("(Use `node --trace-") || line.starts_with("Node.js v") {
            reading.cover(at..at + 1);
        } else if is_thrown(line) {
            at = thrown(part, &mut reading, at).unwrap_or(at);
        }
        at += 1;
    }
    reading
}

/// The text of `(node:7) [DEP0040] DeprecationWarning: …`.
fn process_warning(line: &str) -> Option<&str> {
    let (pid, rest) = line.strip_prefix("(node:")?.split_once(") ")?;
    (pid.bytes().all(|byte| byte.is_ascii_digit()) && rest.contains("Warning")).then_some(rest)
}

/// `TypeError: x`, `Error [ERR_X]: x`, `[UnhandledPromiseRejection: …`, at the left edge.
fn is_thrown(line: &str) -> bool {
    let line = line.strip_prefix("Uncaught ").or_else(|| line.strip_prefix("✖ ERROR: ")).unwrap_or(line);
    let line = line.strip_prefix('[').unwrap_or(line);
    let Some((name, _)) = line.split_once(':') else { return line == "Error" };
    let name = name.split_once(" [").map_or(name, |(name, code)| if code.ends_with(']') { name } else { "" });
    let named = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.starts_with(|c: char| c.is_ascii_uppercase());
    named && ["Error", "Exception", "Rejection", "Failure"].iter().any(|end| name.ends_with(end))
}

fn thrown(part: &Part, reading: &mut Reading, at: usize) -> Option<usize> {
    // The message may take several lines; a stack, or a brace with the error's fields, must follow.
    let below = part.find(at, 40, |line| js::is_stack(line) || line.ends_with("] {"))?;
    if below > at + 12 && part.find(at + 1, below - at, is_blank).is_some_and(|blank| blank < below) && !part.named {
        return None;
    }
    let mut end = below + 1;
    while end < part.len() && !is_blank(part.line(end)) {
        let line = part.line(end);
        if indent(line) == 0 && !line.starts_with('}') && !line.starts_with("Emitted '") {
            break;
        }
        end += 1;
    }
    let failed = part.call.status.failed();
    let severity = if failed { Severity::Error } else { Severity::Warning };
    let block = reading.finding(severity, at, part.line(at));
    js::describe(part, block, at + 1, end);
    block.to(end - 1);
    // The line that threw is shown above: the only place when the stack has no own frame.
    let site = part.find(at.saturating_sub(5), at - at.saturating_sub(5), |line| {
        indent(line) == 0 && js::location(line).is_some() && !line.contains(' ')
    });
    if let Some(site) = site.filter(|&site| block.location.is_none() && js::is_own(part.line(site))) {
        block.location = js::location(part.line(site));
        block.place(site).frame(site + 1);
    }
    Some(end - 1)
}
