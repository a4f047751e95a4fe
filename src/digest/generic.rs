//! Reads any output: severe and rare lines, whole stack traces and compiler blocks, totals, the last lines.

use std::collections::HashMap;

use super::part::{Part, indent, is_blank, is_rule};
use super::place;
use super::reading::{Block, Rank, Reading};
use super::severity::{self, LIKELY, SURE, Signal};
use super::{Severity, Status, shape, totals, trace};

/// What the generic reader is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nobody else knows this output.
    Alone,
    /// A reader knew the tool but found no reason for its failure.
    Rescue,
    /// Only what no other reader covered.
    Rest,
}

/// Of lines of one shape this many become findings, the others are counted.
const PER_SHAPE: u32 = 12;
const MOST_BLOCKS: usize = 1500;
/// A finding's block reaches this far.
const REACH: usize = 40;

pub fn read(part: &Part, mode: Mode, covered: &dyn Fn(usize) -> bool) -> Reading {
    let mut reading = Reading::default();
    let least = match (mode, part.call.status) {
        (Mode::Rest, _) | (_, Status::Exit(0) | Status::Running) => SURE,
        (_, Status::Unknown) => 50,
        _ => LIKELY,
    };
    let judge = if part.text().clean_len() > 1 << 20 { severity::of_many } else { severity::of };
    let failed = part.call.status.failed() && mode != Mode::Rest;
    let mut shapes: HashMap<String, (usize, u32)> = HashMap::new();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if covered(at) {
            at += 1;
            continue;
        }
        let signal = judge(line)
            .filter(|signal| signal.weight >= least)
            .or_else(|| pointed(part, at))
            .or_else(|| if failed { complaint(line).or_else(|| numbered(line)) } else { None });
        let Some(signal) = signal else {
            at += 1;
            continue;
        };
        if signal.weight < 95 && totals::counts(line) >= 2 && place::find(line).is_none() {
            at += 1;
            continue;
        }
        if mode == Mode::Rest && signal.severity != Severity::Error {
            at += 1;
            continue;
        }
        if signal.weight <= 45 && totals::counts(line) > 0 {
            at += 1;
            continue;
        }
        let mask = shape::mask(line);
        if let Some((first, seen)) = shapes.get_mut(&mask) {
            *seen += 1;
            if *seen > PER_SHAPE || reading.blocks.len() >= MOST_BLOCKS {
                reading.blocks[*first].repeats += 1;
                at += 1;
                continue;
            }
        } else if reading.blocks.len() < MOST_BLOCKS {
            shapes.insert(mask.clone(), (reading.blocks.len(), 1));
        } else {
            at += 1;
            continue;
        }
        let last = block(part, at, signal, mask, &mut reading);
        at = last + 1;
    }
    quieten(&mut reading, &shapes);
    sum_up(part, mode, covered, &mut reading);
    if mode != Mode::Rest {
        let wanted = if part.call.status.failed() { 20 } else { 3 };
        let written = |at: &usize| !is_blank(part.line(*at)) && !is_rule(part.line(*at));
        if mode == Mode::Alone && !part.call.status.failed() && reading.blocks.is_empty() {
            // The end tells how it went, the beginning what it is.
            let first: Vec<usize> = (0..part.len()).filter(written).take(6).collect();
            let last: Vec<usize> = (0..part.len()).rev().filter(written).take(3).collect();
            for nth in 0..6 {
                reading.lead.extend(last.get(nth));
                reading.lead.extend(first.get(nth));
            }
        }
        reading.tail = (0..part.len()).rev().filter(written).take(wanted).collect();
    } else if let Some(last) = (0..part.len()).rev().find(|&at| !is_blank(part.line(at))).filter(|&at| !covered(at)) {
        reading.tail.push(last);
    }
    reading
}

/// Frequent shapes weigh less than rare ones: the odd line out is the one to read.
fn quieten(reading: &mut Reading, shapes: &HashMap<String, (usize, u32)>) {
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

fn sum_up(part: &Part, mode: Mode, covered: &dyn Fn(usize) -> bool, reading: &mut Reading) {
    let len = part.len();
    let mut found = 0;
    // Totals stand at the end; those of parts of a long run further up are theirs too, if they are few.
    for at in (len.saturating_sub(400)..len).rev() {
        let line = part.line(at);
        if covered(at) || is_blank(line) || reading.blocks.iter().any(|block| block.first <= at && at <= block.last) {
            continue;
        }
        let counts = totals::counts(line);
        if counts < 2 && severity::is_logged(line) && !totals::is_final(line) {
            continue;
        }
        let near = len - at <= 12;
        if counts >= 2
            || totals::is_bare(line)
            || totals::is_final(line)
            || (near && (counts == 1 || totals::is_verdict(line)) && mode != Mode::Rest)
        {
            reading.total(at);
            found += 1;
        }
        if found >= 5 {
            break;
        }
    }
}

/// Makes the finding that begins at `at` and returns its last line.
fn block(part: &Part, at: usize, signal: Signal, mask: String, reading: &mut Reading) -> usize {
    let line = part.line(at);
    // A logger's line and the traceback below it are one finding.
    let below = part.line(at + 1).contains("Traceback (most recent");
    if let Some(trace) = trace::at(part, at + usize::from(below)) {
        let head = part.line(trace.head);
        let block = reading.finding(signal.severity, trace.head, head.trim());
        if trace.head != at && !line.contains("Traceback (most") {
            block.mark(at, Rank::Head);
        }
        block.rule(shape::mask(head));
        block.weight = signal.weight.max(86);
        for &line in trace.places.iter() {
            block.mark(line, Rank::Place);
        }
        for &line in trace.details.iter().take(8) {
            block.mark(line, Rank::Detail);
        }
        for &line in trace.frames.iter().filter(|&&line| !trace::is_foreign(part.line(line))).take(6) {
            block.mark(line, Rank::Frame);
        }
        block.first = block.first.min(at);
        block.to(trace.last);
        let lines: Vec<usize> = std::iter::once(trace.head).chain(trace.places.iter().rev().copied()).collect();
        block.location =
            lines.iter().find_map(|&line| place::find(part.line(line)).map(|place| place.name(part.line(line))));
        return trace.last.max(at);
    }
    let block = reading.finding(signal.severity, at, line.trim());
    block.rule(rule_of(line, mask));
    block.weight = signal.weight;
    let last = follow(part, at, signal, block);
    ancestors(part, at, signal, block);
    let located = (at..=last).find_map(|index| place::find(part.line(index)).map(|place| place.name(part.line(index))));
    block.location = block.location.take().or(located);
    block.to(last);
    last
}

/// `path:3:5: count declared but not used`: compilers that save the word error.
fn complaint(line: &str) -> Option<Signal> {
    // Most lines are no complaint: their first word alone tells.
    let first = line.trim_start().split(' ').next().unwrap_or_default();
    if !first
        .bytes()
        .zip(first.bytes().skip(1))
        .any(|(mark, digit)| matches!(mark, b':' | b'(') && digit.is_ascii_digit())
    {
        return None;
    }
    let place = place::find(line)?;
    let said = line[place.range.end..].trim_start_matches([':', ' ', '-']);
    let leads = line[..place.range.start].bytes().all(|byte| byte.is_ascii_whitespace());
    let separated = line[place.range.end..].starts_with(": ") || line[place.range.end..].starts_with(" - ");
    let aside = ["note", "info", "In function", "In instantiation", "required from", "0x"]
        .iter()
        .any(|word| said.starts_with(word));
    (leads && separated && said.len() > 3 && !aside).then_some(Signal { severity: Severity::Error, weight: 56 })
}

/// A headline whose next line points into the source: `F401 …` above `--> app.py:1:8`.
fn pointed(part: &Part, at: usize) -> Option<Signal> {
    let next = part.line(at + 1).trim_start();
    let points = ["--> ", "╭─[", "┌─ ", ",-["].iter().any(|arrow| next.starts_with(arrow));
    let line = part.line(at);
    (points && !is_blank(line) && !is_drawn(line)).then(|| {
        let lower = line.trim_start().get(..7).unwrap_or_default().to_ascii_lowercase();
        let mild = lower.starts_with("warning") || lower.starts_with("help") || lower.starts_with("note");
        Signal { severity: if mild { Severity::Warning } else { Severity::Error }, weight: 76 }
    })
}

/// `  2) reads the whole file`: a failed test in the list at the end of a run.
fn numbered(line: &str) -> Option<Signal> {
    let (number, rest) = super::part::leading_number(line.trim_start())?;
    (number < 1000 && rest.starts_with(") ") && rest.len() > 4)
        .then_some(Signal { severity: Severity::Error, weight: 57 })
}

/// The name of the check at the end of a line, else its shape: `[attr-defined]`, `[-Wunused]`, `(E501)`.
fn rule_of(line: &str, mask: String) -> String {
    let line = line.trim_end();
    let named = line
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once('['))
        .or_else(|| line.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')));
    match named {
        Some((_, name))
            if (3..40).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/.".contains(&byte))
                && !name.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            name.to_owned()
        }
        _ if severity::listed(line.trim_start()).is_some() => line.rsplit(' ').next().unwrap_or(line).to_owned(),
        _ => mask,
    }
}

/// The headings a line stands under: the test's name above its assertion, the file above its errors.
fn ancestors(part: &Part, at: usize, signal: Signal, block: &mut Block) {
    let mut depth = indent(part.line(at));
    // `TASK [install] *****` above `fatal: [web1]: FAILED!`.
    let title = (at.saturating_sub(2)..at)
        .rev()
        .map(|above| (above, part.line(above).trim_end()))
        .find(|(_, line)| !line.is_empty());
    if let Some((above, line)) = title
        .filter(|(_, line)| depth == 0 && ["***", "===", "---"].iter().any(|end| line.ends_with(end)) && !is_rule(line))
    {
        let _ = line;
        block.marks.push((above, Rank::Place));
    }
    let row = severity::listed(part.line(at).trim_start()).is_some();
    let reach = if row { 60 } else { 6 };
    let mut index = at;
    let mut found = 0;
    while index > 0 && depth > 0 && found < 3 && at - index < reach {
        index -= 1;
        let line = part.line(index);
        if is_blank(line) || is_rule(line) {
            continue;
        }
        let above = indent(line);
        if above >= depth {
            continue;
        }
        if severity::is_passing(line)
            || (severity::of(line).is_some_and(|other| other.weight >= SURE) && !row && signal.weight < 86)
        {
            break;
        }
        block.marks.push((index, Rank::Place));
        depth = above;
        found += 1;
        if row && !line.trim().contains(' ') {
            let position = part.line(at).split_whitespace().next().unwrap_or_default();
            block.location = Some(format!("{}:{position}", line.trim()));
            break;
        }
    }
}

/// Marks the lines below a headline that belong to it: deeper ones, code frames, notes, values.
fn follow(part: &Part, at: usize, signal: Signal, block: &mut Block) -> usize {
    let head = part.line(at);
    let base = indent(head);
    let placed = place::find(head).is_some();
    let mut last = at;
    let mut index = at + 1;
    let mut placed_below = placed;
    let logged = severity::is_logged(head);
    let open = !logged && head.trim_end().ends_with(':') || head.trim_end().ends_with("{");
    while index < part.len().min(at + REACH) {
        let line = part.line(index);
        if is_blank(line) {
            let next = part.line(index + 1);
            if is_blank(next) || (indent(next) <= base && !is_annotation(next)) {
                break;
            }
            index += 1;
            continue;
        }
        let deeper = indent(line) > base;
        let adjacent = index == last + 1;
        let belongs = (deeper && !severity::is_passing(line))
            || (!logged && is_drawn(line))
            || (!logged && is_annotation(line))
            || (adjacent && index == at + 1 && open)
            || (adjacent && same_speaker(head, line));
        if !belongs {
            break;
        }
        // Another finding at the same depth or less begins a block of its own.
        let other = severity::of(line).is_some_and(|other| other.weight >= SURE && other.severity <= signal.severity);
        if other
            && index > at + 1
            && !same_speaker(head, line)
            && (indent(line) <= base + 4 && place::find(line).is_some())
        {
            break;
        }
        let nth = index - at;
        if is_rule(line) && !line.contains('^') {
            last = index;
            index += 1;
            continue;
        }
        let rank = if !placed_below && place::find(line).is_some() {
            placed_below = true;
            Rank::Place
        } else if is_value(line) || other || says_at_caret(line) {
            Rank::Detail
        } else if is_drawn(line) {
            Rank::Frame
        } else if nth <= 2 && (open || head.trim().len() < 50) {
            Rank::Detail
        } else {
            Rank::Context
        };
        block.mark(index, rank);
        last = index;
        index += 1;
    }
    last
}

/// `npm error …` after `npm error …`: one message over several lines.
fn same_speaker(head: &str, line: &str) -> bool {
    let speaker = |line: &str| -> Option<usize> {
        let text = line.trim_start();
        let end = text.match_indices(' ').nth(1).map_or(text.len(), |(at, _)| at);
        let first = text.find(' ').unwrap_or(text.len());
        let label = &text[..first];
        if label.ends_with(':') || label.ends_with(']') {
            Some(first)
        } else if text[..end].ends_with(['!', ':']) || text[..end].ends_with(" error") {
            Some(end)
        } else {
            None
        }
    };
    match speaker(head) {
        Some(len) => {
            let (head, line) = (head.trim_start(), line.trim_start());
            place::find(line).is_none() && head.get(..len).is_some_and(|lead| line.starts_with(lead))
        }
        None => false,
    }
}

/// Lines that explain the one above them even where they are not indented.
fn is_annotation(line: &str) -> bool {
    let text = line.trim_start();
    [
        "|",
        "^",
        "~",
        "-->",
        "= note",
        "= help",
        "note:",
        "help:",
        "hint:",
        "Hint:",
        "Caused by",
        "caused by",
        "╭",
        "│",
        "╰",
        "├",
        "•",
        "Expected",
        "Actual",
        "expected:",
        "actual:",
        "Reason:",
        "reason:",
        "Details:",
        "DETAIL:",
        "HINT:",
        "LINE ",
        "E  ",
    ]
    .iter()
    .any(|lead| text.starts_with(lead))
}

/// What was expected and what came.
pub fn is_value(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(['|', '>', '#', ' ']);
    let text = text.strip_prefix("E ").unwrap_or(text).trim_start();
    let lower: String = text.chars().take(24).collect::<String>().to_lowercase();
    [
        "expected",
        "received",
        "actual",
        "got:",
        "got ",
        "want",
        "left:",
        "right:",
        "caused by",
        "cause:",
        "reason:",
        "diff",
        "- expected",
        "+ received",
        "message:",
        "assert",
        "but was",
        "to equal",
        "to be",
        "code:",
    ]
    .iter()
    .any(|lead| lower.starts_with(lead))
        || ((text.starts_with("- ") || text.starts_with("+ ")) && text.len() > 3)
}

/// `   |     ^^^^ expected `u32`, found `i64``: what a compiler says right under the code.
fn says_at_caret(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| c == ' ' || c == '|' || c == '│' || c.is_ascii_digit());
    let rest = text.trim_start_matches(['^', '~', '-', '─', '┬', '╰', '·', ' ', '|']);
    let drawn = &text[..text.len() - rest.len()];
    (drawn.contains('^') || drawn.contains('─')) && rest.len() > 3
}

fn is_drawn(line: &str) -> bool {
    let text = line.trim_start();
    is_rule(line)
        || text.starts_with(['|', '^', '~', '│', '>', '╭', '╰'])
        || text.split_once(['|', '│']).is_some_and(|(number, _)| {
            !number.trim().is_empty() && number.trim().bytes().all(|byte| byte.is_ascii_digit())
        })
}
