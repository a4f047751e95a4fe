//! nextest's own lines around the tests, which it runs one by one.

use super::libtest::{describe, own_panic};
use crate::part::{Part, indent, is_blank};
use crate::reading::Reading;

/// The name in a failing line of nextest: `FAIL [   0.008s] (155/268) crate::bin/x tests::y`.
pub fn failed(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    let (status, rest) = trimmed.split_once('[')?;
    let status = status.trim();
    let known = matches!(status, "FAIL" | "TIMEOUT" | "ABORT" | "LEAK-FAIL" | "FAIL + LEAK")
        || status.starts_with("SIG")
        || (status.starts_with("TRY ") && status.ends_with("FAIL"));
    if !known || indent(line) == 0 {
        return None;
    }
    let (time, name) = rest.split_once(']')?;
    let name = name.trim();
    let name = name.strip_prefix('(').and_then(|counted| counted.split_once(") ")).map_or(name, |(_, name)| name);
    (time.trim_end().ends_with('s') && !name.is_empty()).then_some(name)
}

pub fn failure(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let name = failed(part.line(at)).unwrap_or_default();
    // The same line is repeated below the summary.
    if part.find(at.saturating_sub(2000), at - at.saturating_sub(2000), is_summary).is_some() {
        let told = reading.blocks.iter().any(|block| block.message.starts_with(name));
        if told {
            reading.cover(at..at + 1);
        } else {
            reading.error(at, name);
        }
        return at;
    }
    let begins = |line: &str| is_summary(line) || is_status(line) || line.trim_start().starts_with("Cancelling ");
    let end = part.find(at + 1, usize::MAX / 2, begins).unwrap_or(part.len());
    let last = (at..end).rev().find(|&line| !is_blank(part.line(line))).unwrap_or(at);
    match own_panic(part, at + 1, end, name.rsplit(' ').next().unwrap_or(name)) {
        Some(panic) => {
            let block = reading.error(at, format!("{name}: {}", panic.message));
            describe(part, block, &panic);
            block.to(last);
        }
        None => {
            let block = reading.error(at, name);
            let said = (at + 1..end).filter(|&line| {
                let trimmed = part.line(line).trim();
                !trimmed.is_empty() && !trimmed.ends_with("───") && !trimmed.starts_with("---") && !is_chatter(trimmed)
            });
            said.rev().take(3).for_each(|line| {
                block.detail(line);
            });
            block.to(last);
        }
    }
    last
}

pub fn is_summary(line: &str) -> bool {
    line.trim_start().starts_with("Summary [") && line.contains(" run: ")
}

pub fn is_status(line: &str) -> bool {
    let trimmed = line.trim_start();
    indent(line) > 0 && (trimmed.starts_with("PASS [") || trimmed.starts_with("SLOW [") || failed(line).is_some())
}

/// libtest's own lines around a test that nextest runs alone.
fn is_chatter(line: &str) -> bool {
    line.starts_with("running ") || line.starts_with("test ") || line == "failures:" || line.ends_with("... FAILED")
}
