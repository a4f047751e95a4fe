//! Reads any output: severe and rare lines, whole stack traces and compiler blocks, totals, the last lines.

mod block;
mod signs;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use self::block::{
    add_headings_above, find_box_title, find_message_below, is_level_only_row, mark_finding_lines_below,
};
use self::signs::{
    has_star_indentation, is_numbered_source_line, is_parenthesis_item, rule_name_or_shape, signal_above_location,
    signal_above_source_arrow, signal_after_location, signal_of_capital_not, signal_of_numbered_location,
    signal_of_numbered_test, strip_stars,
};
use super::part::{ReaderInput, has_no_letters_or_digits, is_blank};
use super::place;
use super::reading::{LineRank, ReaderFindings};
use super::severity::{self, LIKELY, SURE, SeveritySignal};
use super::{CommandEndStatus, Severity, shape, totals, trace};

/// The task of the generic reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenericReadMode {
    /// No other reader knows this output.
    Alone,
    /// A reader knew the tool but found no reason for its failure.
    Rescue,
    /// Reads only lines that no other reader covered.
    Rest,
}

/// At most this many lines of one shape become findings, the others are counted.
const PER_SHAPE: u32 = 12;
const MOST_BLOCKS: usize = 1500;

pub fn read_generic(part: &ReaderInput, mode: GenericReadMode, covered: &dyn Fn(usize) -> bool) -> ReaderFindings {
    let mut reading = ReaderFindings::default();
    // An unknown tool may have something to say even if it succeeded.
    let hushed = mode == GenericReadMode::Alone && part.call.status == CommandEndStatus::Exit(0);
    let least = match (mode, part.call.status) {
        _ if hushed => LIKELY,
        (GenericReadMode::Rest, _) | (_, CommandEndStatus::Exit(0) | CommandEndStatus::Running) => SURE,
        (_, CommandEndStatus::Unknown) => 50,
        _ => LIKELY,
    };
    let judge = if part.text().clean_len() > 1 << 20 {
        severity::severity_of_line_with_fast_automaton
    } else {
        severity::severity_of_line
    };
    let failed = part.call.status.has_failed() && mode != GenericReadMode::Rest;
    let mut shapes: HashMap<String, (usize, u32)> = HashMap::new();
    let mut variants: HashSet<String> = HashSet::new();
    let starred = has_star_indentation(part);
    let mut at = 0;
    while at < part.len() {
        let line = part.line_at(at);
        if covered(at) {
            at += 1;
            continue;
        }
        let signal = judge(strip_stars(line, starred))
            .filter(|signal| signal.weight >= least)
            .or_else(|| signal_above_source_arrow(part, at))
            .or_else(|| if failed { find_signal_without_severe_word(part, at) } else { None });
        let Some(mut signal) = signal else {
            at += 1;
            continue;
        };
        if hushed && signal.weight < SURE {
            signal.severity = Severity::Info;
        }
        if is_severe_line_without_finding(part, at, signal, mode) {
            at += 1;
            continue;
        }
        let said = find_message_line(part, at).map_or(line, |other| part.line_at(other));
        let mask = shape::mask_variable_parts(said);
        let full = reading.blocks.len() >= MOST_BLOCKS;
        match shapes.get_mut(&mask) {
            Some((first, seen)) => {
                *seen += 1;
                // Lines in other words still count, even if their shape is everywhere.
                let fresh = *seen <= PER_SHAPE
                    || (*seen <= 40 * PER_SHAPE
                        && variants.len() < MOST_BLOCKS
                        && variants.insert(shape::mask_numbers(said)));
                if full || !fresh {
                    reading.blocks[*first].repeats += 1;
                    at += 1;
                    continue;
                }
                if *seen <= PER_SHAPE {
                    variants.insert(shape::mask_numbers(said));
                }
            }
            None if full => {
                at += 1;
                continue;
            }
            None => {
                variants.insert(shape::mask_numbers(said));
                shapes.insert(mask.clone(), (reading.blocks.len(), 1));
            }
        }
        let last = add_finding_at(part, at, signal, mask, &mut reading);
        at = last + 1;
    }
    lower_weights_of_frequent_shapes(&mut reading, &shapes);
    if mode != GenericReadMode::Rest {
        demote_repeated_reports(&mut reading);
    }
    add_total_lines(part, mode, covered, &mut reading);
    add_first_and_last_lines(part, mode, covered, &mut reading);
    reading
}

/// A finding without a severe word, in the output of a command that failed.
fn find_signal_without_severe_word(part: &ReaderInput, at: usize) -> Option<SeveritySignal> {
    let line = part.line_at(at);
    signal_after_location(line)
        .or_else(|| signal_of_numbered_test(part, at))
        .or_else(|| signal_of_numbered_location(line))
        .or_else(|| signal_of_capital_not(line))
        .or_else(|| signal_above_location(part, at))
}

/// True for a severe line that is not a finding: a heading, a total, a line of source.
fn is_severe_line_without_finding(
    part: &ReaderInput,
    at: usize,
    signal: SeveritySignal,
    mode: GenericReadMode,
) -> bool {
    let line = part.line_at(at);
    // `Failures:` above a list of them: each item is a finding of its own.
    let heads = line.trim_end().ends_with(':') && (at + 1..at + 3).any(|next| is_parenthesis_item(part.line_at(next)));
    // The head of a column: `│ executed │ failed │`.
    let column = signal.weight < SURE
        && line.trim_start().starts_with(['│', '|', '║'])
        && !line.bytes().any(|byte| byte.is_ascii_digit());
    heads
        || column
        || (is_numbered_source_line(part, at) && severity::severity_of_linter_row(line.trim_start()).is_none())
        || (signal.weight < 95 && totals::number_of_counts(line) >= 2 && place::find_place(line).is_none())
        || (mode == GenericReadMode::Rest && signal.severity != Severity::Error)
        || (signal.weight <= 45 && totals::number_of_counts(line) > 0)
}

/// The first and the last lines: the end says how the run went, the beginning what it is.
fn add_first_and_last_lines(
    part: &ReaderInput,
    mode: GenericReadMode,
    covered: &dyn Fn(usize) -> bool,
    reading: &mut ReaderFindings,
) {
    if mode == GenericReadMode::Rest {
        let last = (0..part.len()).rev().find(|&at| !is_blank(part.line_at(at)));
        reading.tail.extend(last.filter(|&at| !covered(at)));
        return;
    }
    let failed = part.call.status.has_failed();
    let written = |at: &usize| !is_blank(part.line_at(*at)) && !has_no_letters_or_digits(part.line_at(*at));
    if mode == GenericReadMode::Alone && !failed && reading.blocks.is_empty() {
        let mut first: Vec<usize> = (0..part.len()).filter(written).take(6).collect();
        // Rows that look all alike are known by the first few.
        let masks: Vec<String> = first.iter().map(|&at| shape::mask_paths_and_names(part.line_at(at))).collect();
        let mut nth = 0;
        first.retain(|_| {
            nth += 1;
            masks[..nth - 1].iter().filter(|mask| **mask == masks[nth - 1]).count() < 3
        });
        let last: Vec<usize> = (0..part.len()).rev().filter(written).take(3).collect();
        for nth in 0..3 {
            reading.lead.extend(last.get(nth));
            reading.lead.extend(first.get(nth));
        }
        reading.lead.extend(first.iter().skip(3));
    }
    let wanted = if failed { 20 } else { 3 };
    reading.tail = (0..part.len()).rev().filter(written).take(wanted).collect();
}

/// Runners report a failure when it happens and again at the end: the longer report counts.
fn demote_repeated_reports(reading: &mut ReaderFindings) {
    let mut best: HashMap<String, usize> = HashMap::new();
    let mut lesser = Vec::new();
    for (index, block) in reading.blocks.iter().enumerate() {
        match best.get_mut(&block.message) {
            None => {
                best.insert(block.message.clone(), index);
            }
            Some(held) => {
                let extent = |index: usize| reading.blocks[index].marks.len();
                let longer = extent(index) > extent(*held);
                lesser.push(if longer { std::mem::replace(held, index) } else { index });
            }
        }
    }
    for index in lesser {
        let block = &mut reading.blocks[index];
        block.weight = block.weight.saturating_sub(30).max(LIKELY);
        block.marks.truncate(1);
    }
}

/// Frequent shapes weigh less than rare ones: the odd line out is the one to read.
fn lower_weights_of_frequent_shapes(reading: &mut ReaderFindings, shapes: &HashMap<String, (usize, u32)>) {
    for block in &mut reading.blocks {
        let seen = block.rule.as_ref().and_then(|rule| shapes.get(rule)).map_or(1, |(_, seen)| *seen);
        if block.severity != Severity::Error {
            continue;
        }
        block.weight = block.weight.saturating_sub(match seen {
            0..=3 => 0,
            4..=20 => 3,
            _ => 6,
        });
    }
}

fn add_total_lines(
    part: &ReaderInput,
    mode: GenericReadMode,
    covered: &dyn Fn(usize) -> bool,
    reading: &mut ReaderFindings,
) {
    let len = part.len();
    let mut found = 0;
    // Totals stand at the end; a few totals further up, of parts of a long run, count too.
    let from = len.saturating_sub(400);
    let late: Vec<(usize, usize)> =
        reading.blocks.iter().filter(|block| block.last >= from).map(|block| (block.first, block.last)).collect();
    for at in (from..len).rev() {
        let line = part.line_at(at);
        if covered(at) || is_blank(line) || late.iter().any(|(first, last)| *first <= at && at <= *last) {
            continue;
        }
        let counts = totals::number_of_counts(line);
        if counts < 2 && severity::is_log_line(line) && !totals::is_unmistakable_verdict(line) {
            continue;
        }
        let near = len - at <= if mode == GenericReadMode::Rest { 8 } else { 12 };
        if counts >= 2
            || totals::is_count_only(line)
            || totals::is_unmistakable_verdict(line)
            || (near && (counts == 1 || totals::is_verdict_line(line) || totals::is_closing_line_with_number(line)))
        {
            reading.add_total_line(at);
            found += 1;
        }
        if found >= 5 {
            break;
        }
    }
}

/// The line with the message of a finding whose own line gives only its place or its level.
fn find_message_line(part: &ReaderInput, at: usize) -> Option<usize> {
    find_message_below(part, at).or_else(|| find_box_title(part, at).filter(|_| is_level_only_row(part.line_at(at))))
}

/// Makes the finding that begins at `at` and returns its last line.
fn add_finding_at(
    part: &ReaderInput,
    at: usize,
    signal: SeveritySignal,
    mask: String,
    reading: &mut ReaderFindings,
) -> usize {
    let line = part.line_at(at);
    // A logger's line and the traceback below it are one finding.
    let below = part.line_at(at + 1).contains("Traceback (most recent");
    if let Some(trace) = trace::find_trace_at(part, at + usize::from(below)) {
        let head = part.line_at(trace.head);
        let block = reading.add_finding(signal.severity, trace.head, head.trim());
        if trace.head != at && !line.contains("Traceback (most") {
            block.mark_line(at, LineRank::Head);
        }
        block.set_rule(shape::mask_variable_parts(head));
        block.weight = signal.weight.max(86);
        for &line in trace.places.iter() {
            block.mark_line(line, LineRank::Place);
        }
        for &line in trace.details.iter().take(8) {
            block.mark_line(line, LineRank::Detail);
        }
        for &line in
            trace.frames.iter().filter(|&&line| !trace::mentions_library_or_runtime(part.line_at(line))).take(6)
        {
            block.mark_line(line, LineRank::Frame);
        }
        block.first = block.first.min(at);
        block.extend_to(trace.last);
        let lines: Vec<usize> = std::iter::once(trace.head).chain(trace.places.iter().rev().copied()).collect();
        block.location = lines.iter().find_map(|&line| place::find_path_and_line(part.line_at(line)));
        return trace.last.max(at);
    }
    let other = find_message_line(part, at);
    let said = other.map_or(line, |other| part.line_at(other));
    let block = reading.add_finding(signal.severity, at, said.trim());
    block.set_rule(rule_name_or_shape(said, mask, || shape::mask_paths_and_names(said)));
    if let Some(other) = other {
        block.mark_line(other, LineRank::Head);
    } else if let Some(title) = find_box_title(part, at) {
        block.mark_line(title, LineRank::Place);
    }
    block.weight = signal.weight;
    let last = mark_finding_lines_below(part, at, signal, block);
    add_headings_above(part, at, signal, block);
    let located = (at..=last).find_map(|index| place::find_path_and_line(part.line_at(index)));
    block.location = block.location.take().or(located);
    block.extend_to(last);
    last
}
