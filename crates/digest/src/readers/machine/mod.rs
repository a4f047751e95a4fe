//! Machine formats: JSON or lines of JSON of any tool, read by its shape, so that the next tool works, too. Each
//! finding is printed as a line of text, `path:line:column: severity: message [rule]`.

mod facts;
mod failed_test_details;
mod node;
#[cfg(test)]
mod tests;
mod walk;

use self::facts::TestOutcome;
use self::node::Node;
use self::walk::{DocumentWalk, MachineReportProblem};
use crate::embedded_json::close_cut_json;
use crate::part::ReaderInput;
use crate::reading::{LineRank, ReaderFindings};
use crate::{Severity, shape};
use ctx_text::json::{JsonErrorOffset, parse_first_value};
use ctx_text::{floor_boundary, format_count};

/// At most this many findings are kept; the others are counted.
const MOST: usize = 3000;
/// At most this many sums that stand side by side are shown.
const SUMS: usize = 3;
/// Attempts to parse text that turns out to be no document may cost this many times the text.
const WASTE: usize = 2;

pub fn read_json_documents(part: &ReaderInput) -> Option<ReaderFindings> {
    if !part.lines().any(|(_, line)| may_begin_document(line.trim_start())) {
        return None;
    }
    let text = JoinedLines::new(part);
    let mut walk = DocumentWalk::default();
    let mut reading = ReaderFindings::default();
    let mut wasted = 0;
    let mut broken = false;
    let mut documents = 0;
    let mut at = 0;
    while at < part.len() && wasted <= WASTE * text.all.len() {
        let line = part.line_at(at).trim_start();
        let from = text.starts[at] + (part.line_at(at).len() - line.len());
        let end = match line.as_bytes().first().filter(|_| may_begin_document(line)) {
            Some(b'{' | b'[') => {
                let (read, whole) = walk_json(&text.all[from..], from, &mut walk);
                broken |= whole == Some(false);
                wasted += if whole.is_none() { read } else { 0 };
                whole.map(|_| from + read)
            }
            _ => None,
        };
        match end {
            Some(end) => {
                let last = text.line_index_at_offset(end.saturating_sub(1)).max(at);
                reading.mark_lines_as_understood(at..last + 1);
                documents += 1;
                at = last + 1;
            }
            None => at += 1,
        }
    }
    let told = !walk.found.is_empty() || !walk.levels.is_empty() || walk.outcomes.contains_key(&TestOutcome::Passed);
    if !told || (documents == 0) {
        return None;
    }
    // A list of named things with their states is data: a table shows which they are, not only how many.
    let outcomes: usize = walk.outcomes.values().sum();
    let failed = walk.outcomes.get(&TestOutcome::Failed).copied().unwrap_or(0);
    if documents == 1
        && outcomes > 0
        && walk.named_states == outcomes
        && failed == walk.found.len()
        && walk.sums.is_empty()
    {
        return None;
    }
    // A few log records among other lines are left to the reader of that log.
    if walk.found.is_empty() && walk.levels.values().sum::<usize>() * 2 < part.len() && walk.outcomes.is_empty() {
        return None;
    }
    add_summary_notes(part, &walk, &text, broken, &mut reading);
    add_findings(part, walk, &text, &mut reading);
    Some(reading)
}

/// Walks the document that `rest` begins with, byte `from` of the output. Returns how much of it was read, and whether that
/// is all of it; none where it is no document.
fn walk_json(rest: &str, from: usize, walk: &mut DocumentWalk) -> (usize, Option<bool>) {
    /// A shorter document that breaks off is none.
    const SHORTEST: usize = 200;
    let (whole, read) = match parse_first_value(rest) {
        Ok(value) => (true, value.map_or(0, |(_, end)| end)),
        Err(JsonErrorOffset(at)) => (false, floor_boundary(rest, at)),
    };
    // A document that breaks off is read as far as it goes.
    let closed = (!whole && read >= SHORTEST).then(|| close_cut_json(&rest[..read])).flatten();
    let json = if whole { Some(&rest[..read]) } else { closed.as_deref() };
    let node = json.and_then(|json| Some(Node::from_json(parse_first_value(json).ok()??.0, (json, from), 0)));
    let kept = node.filter(|node| match node {
        Node::Object(object) => !object.fields.is_empty(),
        Node::Array(items) => items.iter().any(|item| item.as_object().is_some()),
        _ => false,
    });
    kept.iter().for_each(|node| walk.walk_document(node));
    (read, kept.map(|_| whole))
}

/// True for a line with which a document may begin; `[INFO] x` and `{ code` are none.
fn may_begin_document(line: &str) -> bool {
    match line.as_bytes() {
        [b'{', rest @ ..] => matches!(rest.first(), None | Some(b'"')) || rest.trim_ascii_start().starts_with(b"\""),
        [b'[', rest @ ..] => {
            let rest = rest.trim_ascii_start();
            rest.is_empty() || rest.starts_with(b"{") || rest.starts_with(b"[{")
        }
        _ => false,
    }
}

fn add_summary_notes(
    part: &ReaderInput,
    walk: &DocumentWalk,
    text: &JoinedLines,
    broken: bool,
    reading: &mut ReaderFindings,
) {
    let first = reading.covered.first().map_or(0, |lines| lines.start);
    let short = if broken || part.text().thinned_lines() > 0 { " in the part that could be read" } else { "" };
    let shallowest = walk.sums.iter().map(|(depth, _, _)| *depth).min();
    let sums: Vec<&(u8, usize, String)> = walk.sums.iter().filter(|(depth, _, _)| Some(*depth) == shallowest).collect();
    for (_, at, sum) in sums.iter().rev().take(SUMS) {
        reading.add_note(text.line_index_at_offset(*at), sum.as_str());
    }
    if !walk.levels.is_empty() {
        let mut levels: Vec<(&String, &usize)> = walk.levels.iter().collect();
        levels.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let counts: Vec<String> = levels.iter().take(8).map(|(level, count)| format!("{level} ×{count}")).collect();
        let all: usize = walk.levels.values().sum();
        reading.add_note(first, format!("{all} records{short}: {}", counts.join(", ")));
        return;
    }
    let outcomes: Vec<String> =
        [(TestOutcome::Failed, "failed"), (TestOutcome::Passed, "passed"), (TestOutcome::Skipped, "skipped")]
            .iter()
            .filter_map(|(outcome, name)| walk.outcomes.get(outcome).map(|count| format!("{count} {name}")))
            .collect();
    let of = |wanted: Severity| {
        walk.found.iter().filter(|found| found.severity.unwrap_or(Severity::Error) == wanted).count()
    };
    let (errors, warnings, notes) = (of(Severity::Error), of(Severity::Warning), of(Severity::Info));
    if !outcomes.is_empty() {
        if sums.is_empty() {
            reading.add_note(first, format!("{}{short}", outcomes.join(", ")));
        }
    } else if errors + warnings + notes > 1 && !sums.iter().any(|(_, _, sum)| sum.contains("rror")) {
        let counts: Vec<String> = [(errors, "error"), (warnings, "warning"), (notes, "note")]
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, one)| format_count(*count as u64, one))
            .collect();
        let files = if walk.files > 1 { format!(" in {} files", walk.files) } else { String::new() };
        reading.add_note(first, format!("{}{files}{short}", counts.join(", ")));
    }
}

fn add_findings(part: &ReaderInput, walk: DocumentWalk, text: &JoinedLines, reading: &mut ReaderFindings) {
    let failed = part.call.status.has_failed();
    let unsaid = if failed { Severity::Error } else { Severity::Warning };
    let logs = !walk.levels.is_empty();
    // Errors before warnings, in case there are more than are kept.
    let mut found = walk.found;
    if found.len() > MOST {
        found.sort_by_key(|found| found.severity.unwrap_or(unsaid));
        found.truncate(MOST);
    }
    for found in found {
        let MachineReportProblem { severity, location, message, rule, head, details, span, repeats } = found;
        let (first, last) = (text.line_index_at_offset(span.0), text.line_index_at_offset(span.1.saturating_sub(1)));
        let block = reading.add_finding(severity.unwrap_or(unsaid), first, message);
        block.set_rule(rule.unwrap_or_else(|| shape::mask_variable_parts(&block.message)));
        block.location = location;
        block.repeats = repeats;
        if let Some(head) = head {
            block.said.push((head, LineRank::Head));
            block.said.extend(details.into_iter().map(|line| (line, LineRank::Detail)));
        }
        block.extend_to(last.max(first));
    }
    if logs {
        // The last record tells how it ended.
        let last = reading.covered.iter().map(|lines| lines.end).max().unwrap_or(1) - 1;
        reading.add_total_line(last);
        return;
    }
    reading.raise_worst_to_errors_if_failed(part.call.status);
}

/// The lines as one text, for documents that run over several of them.
struct JoinedLines {
    all: String,
    starts: Vec<usize>,
}

impl JoinedLines {
    fn new(part: &ReaderInput) -> JoinedLines {
        let mut all = String::with_capacity(part.text().clean_len());
        let mut starts = Vec::with_capacity(part.len());
        for (_, line) in part.lines() {
            starts.push(all.len());
            all.push_str(line);
            all.push('\n');
        }
        JoinedLines { all, starts }
    }

    fn line_index_at_offset(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start <= place).saturating_sub(1)
    }
}
