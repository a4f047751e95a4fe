//! The lines around a headline that belong to it: the headings above, values, notes and code frames below.

use super::signs::is_parenthesis_item;
use crate::part::{ReaderInput, has_no_letters_or_digits, indentation_width, is_blank};
use crate::place;
use crate::reading::{FindingBlock, LineRank};
use crate::severity::{self, SURE, SeveritySignal};
use crate::trace;

/// A finding's block reaches this far.
const REACH: usize = 40;
/// At most this many items of a list count as much as the heading above it.
const LISTED: usize = 12;
/// At most this many lines of code and marks stand between a place and its message.
const DRAWN: usize = 5;
/// At most this many lines of a value under `Expected:`.
const VALUE: usize = 8;

/// The headings a line stands under: the test's name above its assertion, the file above its errors.
pub fn add_headings_above(part: &ReaderInput, at: usize, signal: SeveritySignal, block: &mut FindingBlock) {
    let mut depth = indentation_width(part.line_at(at));
    // `TASK [install] *****` above `fatal: [web1]: FAILED!`.
    let title = (at.saturating_sub(2)..at)
        .rev()
        .map(|above| (above, part.line_at(above).trim_end()))
        .find(|(_, line)| !line.is_empty());
    if let Some((above, _)) = title.filter(|(_, line)| {
        depth == 0 && ["***", "===", "---"].iter().any(|end| line.ends_with(end)) && !has_no_letters_or_digits(line)
    }) {
        block.marks.push((above, LineRank::Place));
    }
    // `/src/Cart.svelte:3:14` on a line of its own above its message; the code may stand between the two.
    let nearest = (at.saturating_sub(DRAWN)..at).rev().find(|&above| {
        let line = part.line_at(above);
        !is_blank(line) && !is_code_frame_or_drawn_line(line)
    });
    if let Some(above) = nearest.filter(|_| place::find_place(part.line_at(at)).is_none()) {
        let line = part.line_at(above).trim();
        if let Some(found) = place::find_place(line).filter(|found| found.range.len() + 8 >= line.len()) {
            block.mark_line(above, LineRank::Place);
            block.location = Some(found.to_path_and_line(line));
            if above + 1 < at {
                block.marks.extend(
                    (above + 1..at).filter(|&line| !is_blank(part.line_at(line))).map(|line| (line, LineRank::Context)),
                );
            }
        }
    }
    let row = severity::severity_of_linter_row(part.line_at(at).trim_start()).is_some();
    let reach = if row { 60 } else { 6 };
    let mut index = at;
    let mut found = 0;
    while index > 0 && depth > 0 && found < 3 && at - index < reach {
        index -= 1;
        let line = part.line_at(index);
        if is_blank(line) || has_no_letters_or_digits(line) {
            continue;
        }
        let above = indentation_width(line);
        if above >= depth {
            continue;
        }
        if severity::is_success_line(line)
            || (severity::severity_of_line(line).is_some_and(|other| other.weight >= SURE)
                && !row
                && signal.weight < 86)
        {
            break;
        }
        block.marks.push((index, LineRank::Place));
        depth = above;
        found += 1;
        if row && !line.trim().contains(' ') {
            let position = part.line_at(at).split_whitespace().next().unwrap_or_default();
            block.location = Some(format!("{}:{position}", line.trim()));
            break;
        }
        // `src/a.ts format ━━━━` above `× Formatter would have printed …`.
        if block.location.is_none() && place::find_place(part.line_at(at)).is_none() {
            block.location = file_in_heading(line);
        }
    }
}

/// The file that a heading names, with its line where that is given.
fn file_in_heading(line: &str) -> Option<String> {
    let path = || line.split_whitespace().find(|word| word.contains('/') && place::is_path(word)).map(str::to_owned);
    place::find_path_and_line(line).or_else(path)
}

/// A headline that gives only a place: the message stands in the next paragraph.
fn gives_only_location(head: &str) -> bool {
    let Some(place) = place::find_place(head).filter(|place| place.range.start < 12) else { return false };
    let rest = &head[place.range.end..];
    (rest.len() <= 48 || rest.split_whitespace().count() <= 2) && !head.contains(": ")
}

/// The line of the next paragraph with the message, for a headline that gives only a place.
pub fn find_message_below(part: &ReaderInput, at: usize) -> Option<usize> {
    let below = at + 2;
    let line = part.line_at(below);
    let says = is_blank(part.line_at(at + 1))
        && !is_blank(line)
        && !is_code_frame_or_drawn_line(line)
        && indentation_width(line) <= indentation_width(part.line_at(at)) + 4
        && place::find_place(line).is_none()
        && line.contains(' ');
    (below < part.len() && says && gives_only_location(part.line_at(at))).then_some(below)
}

/// True for a row of a record that gives only a level: `│ SEVERITY │ ERROR │`.
pub fn is_level_only_row(row: &str) -> bool {
    let mut cells = row.split(['│', '┃', '║']).skip(2);
    let value = cells.next().unwrap_or_default().trim();
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphabetic()) && cells.count() <= 1
}

/// The first row of the box in which a row stands, where the box holds one record: it names the record.
/// `│ RULE ID │ eval_nodejs │` above `│ SEVERITY │ ERROR │`.
pub fn find_box_title(part: &ReaderInput, at: usize) -> Option<usize> {
    const TALL: usize = 40;
    let first = |at: usize| part.line_at(at).trim_start().chars().next().unwrap_or(' ');
    if !is_table_row(part.line_at(at)) {
        return None;
    }
    let top =
        (at.saturating_sub(TALL)..at).rev().find(|&at| !matches!(first(at), '│' | '┃' | '║' | '├' | '┠' | '╟'))?;
    let parted = (top..at).filter(|&at| matches!(first(at), '├' | '┠' | '╟')).count();
    (matches!(first(top), '╒' | '┌' | '╭' | '╔' | '┏') && parted >= 2 && is_table_row(part.line_at(top + 1)))
        .then_some(top + 1)
}

/// A row of a drawn table.
fn is_table_row(line: &str) -> bool {
    line.trim_start().starts_with(['│', '┃', '║'])
}

/// Marks the lines below a headline that belong to it: deeper ones, code frames, notes, values.
pub fn mark_finding_lines_below(
    part: &ReaderInput,
    at: usize,
    signal: SeveritySignal,
    block: &mut FindingBlock,
) -> usize {
    let head = part.line_at(at);
    let base = indentation_width(head);
    let placed = place::find_place(head).is_some();
    let mut last = at;
    let mut index = at + 1;
    let mut placed_below = placed;
    let only_place = gives_only_location(head);
    let mut paragraphs = usize::from(only_place);
    let logged = severity::is_log_line(head);
    let open = !logged && head.trim_end().ends_with(':') || head.trim_end().ends_with("{");
    // Lines that may still belong to the value under `Expected:`.
    let mut value = 0;
    while index < part.len().min(at + REACH) {
        let line = part.line_at(index);
        value = if is_value_heading(line) { VALUE } else { value };
        if is_blank(line) {
            let next = part.line_at(index + 1);
            let said = paragraphs > 0
                && !is_blank(next)
                && severity::severity_of_line(next).is_none_or(|other| other.weight < SURE);
            if said {
                paragraphs -= 1;
                block.mark_line(index + 1, LineRank::Detail);
                last = index + 1;
                index += 2;
                continue;
            }
            let drawn = only_place && is_code_frame_or_drawn_line(next);
            if is_blank(next) || (indentation_width(next) <= base && !is_annotation_line(next) && !drawn) {
                break;
            }
            index += 1;
            continue;
        }
        let deeper = indentation_width(line) > base;
        let adjacent = index == last + 1;
        let belongs = (deeper && !severity::is_success_line(line))
            || (!logged && is_code_frame_or_drawn_line(line))
            || (!logged && is_annotation_line(line))
            || (adjacent && open && (index == at + 1 || is_list_item(line)))
            || (adjacent && continues_labelled_message(head, line))
            || (adjacent && value > 0 && !logged);
        if !belongs || (index > at + 1 && is_parenthesis_item(line) && part.call.status.has_failed()) {
            break;
        }
        // Another finding at the same depth or less begins a block of its own.
        let other = severity::severity_of_line(line)
            .is_some_and(|other| other.weight >= SURE && other.severity <= signal.severity);
        if other
            && index > at + 1
            && !continues_labelled_message(head, line)
            && (indentation_width(line) <= base + 4 && place::find_place(line).is_some())
        {
            break;
        }
        let nth = index - at;
        if has_no_letters_or_digits(line) && !line.contains('^') {
            last = index;
            index += 1;
            continue;
        }
        let foreign = trace::is_library_frame(line);
        let rank = if !placed_below && !foreign && place::find_place(line).is_some() {
            placed_below = true;
            LineRank::Place
        } else if foreign {
            LineRank::Context
        } else if is_expected_or_actual_value(line) || value > 0 || other || has_caret_label(line) {
            LineRank::Detail
        } else if is_code_frame_or_drawn_line(line) {
            LineRank::Frame
        } else if (open && nth <= LISTED) || (nth <= 2 && head.trim().len() < 50) {
            LineRank::Detail
        } else {
            LineRank::Context
        };
        block.mark_line(index, rank);
        value = value.saturating_sub(1);
        last = index;
        index += 1;
    }
    last
}

/// `Expected:`, `Passed in:`: the value stands on the lines below.
fn is_value_heading(line: &str) -> bool {
    let text = line.trim();
    let Some(name) = text.strip_suffix(':').filter(|name| name.len() < 24) else { return false };
    let name = name.to_ascii_lowercase();
    ["expected", "actual", "received", "got", "passed in", "left", "right", "want", "found", "output", "diff"]
        .iter()
        .any(|known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
}

/// `- a`, `* b`, `• c`: an item of a list.
fn is_list_item(line: &str) -> bool {
    ["- ", "* ", "• ", "– ", "+ ", "· "].iter().any(|sign| line.trim_start().starts_with(sign))
}

/// `ERROR:`, `Warning:`: a label that every finding of a tool begins with.
fn is_severity_label(label: &str) -> bool {
    let word = label.trim_end_matches(':');
    word.len() < label.len()
        && ["error", "warning", "fatal", "e", "w"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// `npm error …` after `npm error …`: one message over several lines.
fn continues_labelled_message(head: &str, line: &str) -> bool {
    let speaker = |line: &str| -> Option<usize> {
        let text = line.trim_start();
        let end = text.match_indices(' ').nth(1).map_or(text.len(), |(at, _)| at);
        let first = text.find(' ').unwrap_or(text.len());
        let label = &text[..first];
        if is_severity_label(label) {
            // `ERROR: a` above `ERROR: b` are two findings; `ERROR:    b` goes on.
            Some(first + 2)
        } else if label.ends_with(':') || label.ends_with(']') {
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
            let goes_on = match head.split(' ').next().filter(|label| is_severity_label(label)) {
                Some(label) => {
                    line.strip_prefix(label).is_some_and(|rest| rest.starts_with("  ") || rest.starts_with('\t'))
                }
                None => head.get(..len).is_some_and(|lead| line.starts_with(lead)),
            };
            place::find_place(line).is_none() && goes_on
        }
        None => false,
    }
}

/// Lines that explain the one above them even where they are not indented.
fn is_annotation_line(line: &str) -> bool {
    #[rustfmt::skip]
    const LEADS: &[&str] = &[
        "|", "^", "~", "-->", "= note", "= help", "note:", "help:", "hint:", "Hint:", "Caused by", "caused by", "╭", "│",
        "╰", "├", "•", "Expected", "Actual", "expected:", "actual:", "Reason:", "reason:", "Details:", "DETAIL:", "HINT:",
        "LINE ", "E  ",
    ];
    LEADS.iter().any(|lead| line.trim_start().starts_with(lead))
}

/// True for a line with the expected or the actual value.
pub fn is_expected_or_actual_value(line: &str) -> bool {
    #[rustfmt::skip]
    const LEADS: &[&str] = &[
        "expected", "received", "actual", "got:", "got ", "want", "passed in:", "left:", "right:", "caused by", "cause:",
        "reason:", "diff", "- expected", "+ received", "message:", "assert", "but was", "to equal", "to be", "code:",
    ];
    let text = line.trim_start().trim_start_matches(['|', '>', '#', ' ']);
    let text = text.strip_prefix("E ").unwrap_or(text).trim_start();
    let lower: String = text.chars().take(24).collect::<String>().to_lowercase();
    LEADS.iter().any(|lead| lower.starts_with(lead))
        || ((text.starts_with("- ") || text.starts_with("+ ")) && text.len() > 3)
        || (text.len() < 200 && states_comparison(text))
}

/// `"LAMP" != "LMAP"`, `expected 41 but was 39`.
fn states_comparison(line: &str) -> bool {
    [" != ", " !== ", " <> ", " but got", " but was", " instead of ", " to equal ", " to be "]
        .iter()
        .any(|sign| line.contains(sign))
}

/// `   |     ^^^^ expected `u32`, found `i64``: a compiler's label right under the code.
fn has_caret_label(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| c == ' ' || c == '|' || c == '│' || c.is_ascii_digit());
    let rest = text.trim_start_matches(['^', '~', '-', '─', '┬', '╰', '·', ' ', '|']);
    let drawn = &text[..text.len() - rest.len()];
    (drawn.contains('^') || drawn.contains('─')) && rest.len() > 3
}

pub fn is_code_frame_or_drawn_line(line: &str) -> bool {
    let text = line.trim_start();
    has_no_letters_or_digits(line)
        || text.starts_with(['|', '^', '~', '│', '>', '╭', '╰'])
        || text.split_once(['|', '│']).is_some_and(|(number, _)| {
            !number.trim().is_empty() && number.trim().bytes().all(|byte| byte.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_names_its_file() {
        for (line, file) in [
            (" at web/src/tree.tsx format ━━━━━━", Some("web/src/tree.tsx")),
            ("src/a.ts:1:1 assist/source  FIXABLE", Some("src/a.ts:1:1")),
            ("in one of the files", None),
        ] {
            assert_eq!(file_in_heading(line).as_deref(), file, "{line}");
        }
    }

    #[test]
    fn a_record_in_a_box_is_named_by_its_first_row() {
        let record = "╒══════╤═══════╕\n│ RULE │ eval  │\n├──────┼───────┤\n│ TEXT │ a b   │\n├──────┼───────┤\n\
            │ RANK │ ERROR │\n╘══════╧═══════╛\n";
        let text = ctx_text::text::Text::from_bytes(record.as_bytes());
        let call = crate::CommandAndStatus::default();
        let part = ReaderInput::new(&text, &call, false);
        assert_eq!(find_box_title(&part, 5), Some(1));
        assert_eq!(find_box_title(&part, 1), None);
        assert!(is_level_only_row(part.line_at(5)) && !is_level_only_row(part.line_at(3)));
        assert!(!is_level_only_row("│ a.py │ ERROR │ 3 │"));
    }
}
