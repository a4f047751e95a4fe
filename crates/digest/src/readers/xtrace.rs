//! `bash -x`: the output of the script's commands, each complaint with its command, and the last command. The traced
//! commands themselves are not messages, whatever words they hold.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::reading::{Rank, Reading};
use crate::{Severity, severity, shape};

pub const READER: Reader = Reader { name: "xtrace", commands: &[], signs: &["^+ set -", "^+ ", "^++ ", "^+("], read };

/// At most this many lines of a command's own output are looked at if there is no complaint.
const PRINTED: usize = 40;

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let traced: Vec<usize> = part.lines().filter(|(_, line)| is_traced(line)).map(|(at, _)| at).collect();
    // Added lines of a diff look alike.
    let is_diff = |line: &str| line.starts_with("@@ ") || line.starts_with("diff --") || line.starts_with("- ");
    if traced.len() < 3 || part.lines().any(|(_, line)| is_diff(line)) {
        return reading;
    }
    let Some(&last) = traced.last() else { return reading };
    for &at in &traced {
        reading.cover(at..at + 1);
    }
    // In the output of a long build, other readers know better which lines matter.
    if traced.len() * 2 >= part.len() {
        printed(part, &mut reading);
    }
    if part.call.status.failed() {
        let below: Vec<usize> = (last + 1..part.len()).filter(|&at| !is_blank(part.line(at))).take(6).collect();
        if reading.blocks.iter().any(|block| block.marks.iter().any(|(at, _)| *at == last)) {
            return reading;
        }
        // Without `set -e`, a command that silently ends the script leaves the reason open.
        let strict = part.lines().take(200).any(|(_, line)| is_strict(line));
        let command = part.line(last).trim_start_matches(['+', ' ']);
        let sure = strict || !below.is_empty();
        let block = if sure { reading.error(last, command) } else { reading.info(last, command) };
        for at in below {
            block.detail(at);
        }
    }
    reading
}

/// The output of the commands, each under its command.
fn printed(part: &Part, reading: &mut Reading) {
    let failed = part.call.status.failed();
    let mut command = None;
    let mut shapes = std::collections::HashMap::new();
    let mut calm = 0;
    for (at, line) in part.lines() {
        if is_traced(line) {
            command = Some(at);
            continue;
        }
        if is_blank(line) {
            continue;
        }
        let least = if failed { severity::LIKELY } else { severity::SURE };
        let signal = severity::of(line).filter(|signal| signal.weight >= least);
        let seen = shapes.entry(shape::mask(line)).or_insert(0u32);
        *seen += 1;
        calm += usize::from(signal.is_none());
        if *seen > 12 || (signal.is_none() && calm > PRINTED) {
            continue;
        }
        match signal {
            Some(signal) => {
                let block = reading.finding(signal.severity, at, line.trim());
                block.weight = signal.weight;
                if let Some(above) = command.filter(|&above| above + 1 == at) {
                    block.mark(above, Rank::Place);
                }
            }
            None => {
                let block = reading.info(at, line.trim());
                block.weight = if crate::totals::counts(line) > 0 { 70 } else { 40 };
            }
        }
    }
    if reading.blocks.iter().all(|block| block.severity == Severity::Info) && calm > PRINTED {
        reading.blocks.clear();
    }
}

/// `+ set -euo pipefail`.
fn is_strict(line: &str) -> bool {
    line.trim_start_matches('+')
        .trim_start()
        .strip_prefix("set -")
        .is_some_and(|flags| flags.split(' ').next().unwrap_or_default().contains('e'))
}

fn is_traced(line: &str) -> bool {
    let rest = line.trim_start_matches('+');
    rest.len() < line.len() && rest.starts_with([' ', '(']) && rest.len() > 1 && !rest.starts_with("  ")
}
