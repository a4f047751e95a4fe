//! Compiler diagnostics in the form of rustc, clippy and rustdoc: a headline, `-->` with the place, and a frame.

use std::collections::HashSet;

use crate::Severity;
use crate::part::{ReaderInput, indentation_width};
use crate::place;
use crate::reading::{FindingBlock, ReaderFindings};
use crate::shape::mask_variable_parts;

/// How far below its headline a diagnostic's first place may stand: messages can take several lines.
const REACH: usize = 12;

pub fn read(part: &ReaderInput) -> ReaderFindings {
    let mut reading = ReaderFindings::default();
    let mut told = HashSet::new();
    let mut at = 0;
    while at < part.len() {
        at = read_diagnostic(part, &mut reading, at, &mut told).unwrap_or(at) + 1;
    }
    reading
}

/// Reads the diagnostic that begins at `at` and returns its last line.
fn read_diagnostic(
    part: &ReaderInput,
    reading: &mut ReaderFindings,
    at: usize,
    told: &mut HashSet<String>,
) -> Option<usize> {
    let line = part.line_at(at);
    if let Some(short) = parse_short_diagnostic(line) {
        let block = reading.add_finding(short.severity, at, short.message);
        block.set_location(short.location).set_rule(mask_variable_parts(short.message));
        return Some(at);
    }
    let (severity, message) = parse_headline(line)?;
    if message.starts_with("aborting due to ") || message.ends_with(" emitted") {
        reading.add_total_line(at);
        return Some(at);
    }
    let last = part.last_line_before_blank(at, 400);
    let arrow = part.find_line(at + 1, REACH.min(last - at), is_arrow_line);
    if arrow.is_none() && !message.starts_with("linking with ") {
        return None;
    }
    let block = reading.add_finding(severity, at, message);
    block.extend_to(last);
    if let Some(arrow) = arrow {
        let line = part.line_at(arrow);
        block.location = place::find_path_and_line(line);
        block.mark_location(arrow);
        (at + 1..arrow).for_each(|between| {
            block.mark_detail(between);
        });
        let label = first_caret_label(part, arrow, last);
        // `mismatched types` says little: two of them differ by the expected and the found type.
        let own = if message == "mismatched types" { label } else { "" };
        block.set_rule(if part.line_at(at).starts_with("error[") {
            format!("{message} {own}")
        } else {
            mask_variable_parts(message)
        });
        let repeated = !told.insert(format!("{message} {label}"));
        if repeated && !told.insert(format!("{message} {:?}", block.location)) {
            // The same again for another target, the tests of a library for example.
            let first = block.first;
            reading.blocks.pop();
            reading.mark_lines_as_understood(first..last + 1);
        } else if !repeated {
            told.insert(format!("{message} {:?}", block.location));
            mark_frame_and_notes(part, block, arrow + 1, last);
        }
    } else {
        mark_linker_lines(part, block, at + 1, last);
    }
    Some(last)
}

/// `error[E0308]: message`, `warning: message`.
fn parse_headline(line: &str) -> Option<(Severity, &str)> {
    let (severity, rest) = match line.strip_prefix("error") {
        Some(rest) => (Severity::Error, rest),
        None => (Severity::Warning, line.strip_prefix("warning")?),
    };
    let rest = match rest.strip_prefix('[') {
        Some(code) => code.split_once(']')?.1,
        None => rest,
    };
    Some((severity, rest.strip_prefix(": ")?.trim()))
}

struct ShortDiagnostic<'a> {
    location: String,
    severity: Severity,
    message: &'a str,
}

/// `--message-format short`: everything on one line.
fn parse_short_diagnostic(line: &str) -> Option<ShortDiagnostic<'_>> {
    let at = line.find(": error[E")?;
    let place = place::find_place(line).filter(|place| place.range == (0..at))?;
    let (severity, message) = parse_headline(&line[at + 2..])?;
    Some(ShortDiagnostic { location: place.to_path_and_line(line), severity, message })
}

fn is_arrow_line(line: &str) -> bool {
    line.trim_start().starts_with("--> ")
}

/// The frame and the lines after it: labels under `^` are the message, notes with a place of their own the reason.
fn mark_frame_and_notes(part: &ReaderInput, block: &mut FindingBlock, from: usize, last: usize) {
    let mut in_help = false;
    let mut main = true;
    let mut labelled = false;
    for at in from..=last {
        let line = part.line_at(at);
        let trimmed = line.trim_start();
        if indentation_width(line) == 0 && (line.starts_with("help: ") || line.starts_with("note: ")) {
            in_help = line.starts_with("help: ");
            main = false;
            block.mark_context(at);
        } else if is_arrow_line(line) {
            let local = !line.contains("/rustc/") && !line.contains("/.cargo/") && !line.contains("/.rustup/");
            if !in_help && local && !first_label_before_next_place(part, at, last).is_empty() {
                block.mark_detail(at);
            }
        } else if let Some(note) = trimmed.strip_prefix("= ") {
            let says = note.strip_prefix("note: ").unwrap_or_default();
            if says.starts_with("expected ") || says.starts_with("found ") {
                block.mark_detail(at);
                if part.line_at(at + 1).trim_start().starts_with("found ") {
                    block.mark_detail(at + 1);
                }
            } else if note.starts_with("help: message: ") || says.starts_with("`#[warn(clippy::") {
                block.mark_detail(at);
            } else if !note.contains("for further information visit") && !note.contains("to override `-D") {
                block.mark_context(at);
            }
        } else if !caret_label(line).is_empty() {
            if in_help {
                block.mark_context(at);
            } else if main && !labelled {
                // `expected `&str`, found `String`` tells one error of a kind from the next.
                labelled = true;
                block.mark_location(at);
            } else {
                block.mark_detail(at);
            }
        } else if main && trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            block.mark_frame(at);
        } else if in_help && (trimmed.starts_with(|c: char| c.is_ascii_digit()) || trimmed.starts_with('+')) {
            block.mark_context(at);
        }
    }
}

/// The text after the `^^^` of a frame line; empty for other lines.
fn caret_label(line: &str) -> &str {
    let Some((_, drawn)) = line.split_once('|') else { return "" };
    let Some(start) = drawn.find('^') else { return "" };
    let marks = &drawn[..start];
    if marks.chars().any(|c| c.is_alphanumeric()) {
        return "";
    }
    drawn[start..].trim_start_matches(['^', '-', ' ', '|', '_']).trim()
}

fn first_caret_label<'a>(part: &ReaderInput<'a>, from: usize, last: usize) -> &'a str {
    (from..=last).map(|at| caret_label(part.line_at(at))).find(|label| !label.is_empty()).unwrap_or_default()
}

/// The first label between `at` and the next place.
fn first_label_before_next_place<'a>(part: &ReaderInput<'a>, at: usize, last: usize) -> &'a str {
    let end = part.find_line(at + 1, last - at, is_arrow_line).unwrap_or(last + 1);
    first_caret_label(part, at + 1, end.saturating_sub(1))
}

/// A failed link: the linker's own words, not the long command that called it.
fn mark_linker_lines(part: &ReaderInput, block: &mut FindingBlock, from: usize, last: usize) {
    for at in from..=last {
        let line = part.line_at(at);
        let said = line.trim().trim_start_matches("= note: ");
        let noise = said.starts_with('"') || said.starts_with("LC_ALL") || said.starts_with("some arguments are");
        let is_said = ["error: ", "undefined reference", "unable to find", "cannot find", "undefined symbol", "ld: "];
        if !noise && is_said.iter().any(|word| said.contains(word)) && !said.starts_with("collect2: ") {
            block.mark_detail(at);
        }
    }
}
