//! The printed body of a text, a listing or data: all of it, all of it folded, or a true page.

use std::cell::OnceCell;

use super::budgets::largest_size_shown_whole;
use super::kind::KindVerdict;
use super::page::choose::{self, PageLimits, RowReason, RowTreatment};
use super::page::structure::PageStructure;
use super::page::{self, PageRow};
use super::reading::SummaryNoteLine;
use super::{Body, Digest, OutputKind, Severity, artifacts, severity, states};
use ctx_text::text::Text;

/// Line 1 and the footer of a page take about this much of a budget.
const AROUND: usize = 182;

/// The share of a page for the beginning of what a program printed, and for the end: it says there how it went.
const START_OF_A_RUN: f32 = 0.1;
const END_OF_A_RUN: f32 = 0.2;
const END_OF_A_SMALL_RUN: f32 = 0.15;
const SMALL: usize = 3000;

/// At most this many lines that name what a run has made are shown whatever else is.
const PRODUCTS: usize = 12;
/// They are looked for in this many rows at the end.
const LOOKED_AT: usize = 2000;

/// Up to this many severe lines of a text are shown whatever else is.
const FEW: usize = 4;

/// Every line as it is.
pub fn show_every_line(text: &Text) -> Body {
    let mut body = Body { shown: text.len() as u64, whole: text.thinned_lines() == 0, ..Body::default() };
    body.text.reserve(text.clean_len());
    for line in text.lines() {
        body.push(line);
    }
    body
}

pub fn render_body(digest: &Digest, text: &Text, budget: usize) -> Body {
    if text.thinned_lines() == 0 && text.clean_len() <= budget.saturating_add(1) {
        return show_every_line(text);
    }
    let (folds, room) = (digest.verdict.kind == OutputKind::Listing, room_without_header_and_footer(budget));
    let rows = fold_text_rows(digest, text);
    if rows.len() < text.len() || folds {
        let all = page::print_kept_rows(text, &rows, &vec![true; rows.len()], folds, 0);
        if text.thinned_lines() == 0 && all.text.len() <= room {
            return all;
        }
    }
    if text.thinned_lines() == 0 && text.clean_len() <= largest_size_shown_whole(budget) {
        return show_every_line(text);
    }
    if let Some(table) = page::records::render_records_table(digest.verdict.kind, text, room) {
        return table;
    }
    fill_page(digest, text, rows, room).0
}

/// Why each line that is shown is shown.
pub fn explain_body_lines(digest: &Digest, text: &Text, budget: usize) -> Vec<(u64, String)> {
    let all = |why: &str| (0..text.len()).map(|at| (text.raw_line_number(at), why.to_owned())).collect();
    if text.thinned_lines() == 0 && text.clean_len() <= budget.saturating_add(1) {
        return all("kept whole");
    }
    if render_body(digest, text, budget).whole {
        let why = if text.clean_len() <= largest_size_shown_whole(budget) { "kept whole" } else { "folded" };
        return all(why);
    }
    let (_, shown) = fill_page(digest, text, fold_text_rows(digest, text), room_without_header_and_footer(budget));
    let number = |(row, why): (PageRow<'_>, RowReason)| {
        (row.first..=row.last).map(move |at| (text.raw_line_number(at), why.name()))
    };
    shown.into_iter().flat_map(number).collect()
}

/// A page of the rows that tell most, and those rows with the reasons why they are on it.
fn fill_page<'a>(
    digest: &Digest,
    text: &'a Text,
    mut rows: Vec<PageRow<'a>>,
    room: usize,
) -> (Body, Vec<(PageRow<'a>, RowReason)>) {
    let (structure, notes, room) = shorten_rows_and_find_structure(digest, &mut rows, room);
    let named = mark_rows_shown_first(digest, &rows, room / 4);
    let (mut body, keep) = choose_and_print_rows(text, &rows, room, &structure, &named, &digest.verdict);
    body.put_ctx_lines_first(&notes);
    (body, rows.into_iter().zip(keep).filter_map(|(row, why)| why.map(|why| (row, why))).collect())
}

/// The lines of the text; repeated lines are folded.
fn fold_text_rows<'a>(digest: &Digest, text: &'a Text) -> Vec<PageRow<'a>> {
    match digest.verdict.kind {
        OutputKind::Data => page::one_row_per_line(text),
        _ => page::fold::fold_repeated_lines(text),
    }
}

/// Cuts lines that are too long for a page of this size. Returns the text's structure, the notes of its shape, and the
/// room that they leave.
fn shorten_rows_and_find_structure(
    digest: &Digest,
    rows: &mut [PageRow<'_>],
    room: usize,
) -> (PageStructure, String, usize) {
    let mut structure = PageStructure::find_structure(rows, &digest.verdict, room);
    let mut notes = render_summary_notes(digest, room / 4);
    structure.shorten_options_and_commits(rows, room.saturating_sub(notes.len()));
    page::remove_blanks_before_line_numbers(rows);
    let tabs =
        if digest.verdict.kind == OutputKind::Data { None } else { page::indent::replace_indent_by_tabs(rows, room) };
    notes.push_str(tabs.as_deref().unwrap_or_default());
    let left = room.saturating_sub(notes.len());
    page::strip_padding_of_table(rows);
    page::cut_encoded_runs(rows);
    page::long::cut_long_rows(rows, line_length_limit(rows, left));
    // A page begins with its first line, however long that is; one that is nearly all there is gets nearly all the room.
    let others: usize = rows.iter().skip(1).map(PageRow::byte_cost).sum();
    if let Some(first) = rows.first_mut() {
        let edge = choose::edge_budget(left).max(200);
        page::long::cut_long_rows(std::slice::from_mut(first), edge.max(left.saturating_sub(others + 64)));
    }
    let room = if tabs.is_some() { page::indent::reduced_room_after_folding(room) } else { room };
    let left = room.saturating_sub(notes.len());
    (structure, notes, left)
}

/// How long a line may be: a quarter of the page, or what the short ones leave where only a few are long.
fn line_length_limit(rows: &[PageRow<'_>], room: usize) -> usize {
    let quarter = (room / 4).max(200);
    let (short, long): (Vec<usize>, Vec<usize>) =
        rows.iter().map(PageRow::byte_cost).partition(|cost| *cost <= quarter);
    let left = room.saturating_sub(short.iter().sum::<usize>() + 64);
    quarter.max((left / long.len().max(1)).saturating_sub(64))
}

/// The room that a budget leaves for the lines between line 1 and the footer.
fn room_without_header_and_footer(budget: usize) -> usize {
    budget.saturating_sub(AROUND).max(budget / 2)
}

/// The lines of a page that ctx itself wrote.
#[cfg(test)]
pub fn body_lines_written_by_ctx(
    digest: &Digest,
    text: &Text,
    show: &super::Budgets,
) -> std::collections::HashSet<String> {
    let room = room_without_header_and_footer(show.budget_for_verdict(&digest.verdict, text));
    let indented = [2, 4].map(|unit| page::indent::note_of_tab_width(unit).trim_end().to_owned());
    render_summary_notes(digest, room / 4).lines().map(str::to_owned).chain(indented).collect()
}

/// A page of rows, and why each of them is on it. Only printing shows how much room folding saves, so a page that came
/// out short is filled again.
fn choose_and_print_rows(
    text: &Text,
    rows: &[PageRow<'_>],
    room: usize,
    structure: &PageStructure,
    named: &[bool],
    verdict: &KindVerdict,
) -> (Body, Vec<Option<RowReason>>) {
    let folds = verdict.kind == OutputKind::Listing;
    let standing = |row: usize| match structure.row_level(row) {
        _ if named[row] => RowTreatment::Kept,
        Some(level) => RowTreatment::Structural(level),
        None if structure.is_dull_row(row) => RowTreatment::Barred,
        None => RowTreatment::Plain,
    };
    // Read again and again while the page is made.
    let standings: Vec<RowTreatment> = (0..rows.len()).map(standing).collect();
    let standing = |row: usize| standings[row];
    let severities = vec![OnceCell::new(); rows.len()];
    let severe = |row: usize| *severities[row].get_or_init(|| is_error_line(&rows[row].text));
    let named: usize = rows.iter().zip(named).filter(|(_, named)| **named).map(|(row, _)| row.byte_cost()).sum();
    let mut budget = room;
    let (start, end) = match verdict.roomy {
        true => (0.0, 0.0),
        // A small page has room for little beside them.
        false if room < SMALL => (0.0, END_OF_A_SMALL_RUN),
        false => (START_OF_A_RUN, END_OF_A_RUN),
    };
    let mut best: Option<(Body, Vec<Option<RowReason>>)> = None;
    for _ in 0..5 {
        let limits = PageLimits {
            budget: budget.saturating_sub(named),
            standing: &standing,
            severe: &severe,
            structure: structure.share,
            start,
            end,
        };
        let mut chosen = choose::choose_rows(rows, &limits);
        add_heading_rows_above(&mut chosen, structure);
        let keep: Vec<bool> = chosen.iter().map(Option::is_some).collect();
        let body = page::print_kept_rows(text, rows, &keep, folds, verdict.before);
        let len = body.text.len();
        let better = |held: &(Body, Vec<Option<RowReason>>)| len <= room || len < held.0.text.len();
        if best.as_ref().is_none_or(better) {
            best = Some((body, chosen));
        }
        let short = folds && len * 10 < room * 9;
        if len <= room && !short {
            break;
        }
        budget = budget * room / len.max(1);
        if len > room {
            // Headings that a stretch needs come on top of it.
            budget = budget * 19 / 20;
        }
    }
    best.unwrap_or_default()
}

fn is_error_line(line: &str) -> bool {
    severity::severity_of_line(line).is_some_and(|signal| signal.severity == Severity::Error)
}

/// Adds the row above a stretch that says what it belongs to.
fn add_heading_rows_above(chosen: &mut [Option<RowReason>], structure: &PageStructure) {
    for row in (1..chosen.len()).rev() {
        if chosen[row].is_some()
            && chosen[row - 1].is_none()
            && structure.row_level(row) != Some(0)
            && let Some(owner) = structure.heading_row_above(row)
        {
            chosen[owner] = chosen[owner].or(Some(RowReason::Structure));
        }
    }
}

/// The rows with a tool's totals and the names of its errors, as many as fit: a page shows them first.
fn mark_rows_shown_first(digest: &Digest, rows: &[PageRow<'_>], mut room: usize) -> Vec<bool> {
    let whole = room;
    let mut named = vec![false; rows.len()];
    if digest.verdict.roomy {
        // The one line in a file that says why reading it failed; where many do, they are what the file is about.
        let severe: Vec<usize> = match digest.call.status.has_failed() {
            true => (0..rows.len()).filter(|&row| is_error_line(&rows[row].text)).take(FEW + 1).collect(),
            false => Vec::new(),
        };
        if severe.len() <= FEW {
            severe.iter().for_each(|&row| named[row] = rows[row].byte_cost() <= room);
        }
        if digest.verdict.kind == OutputKind::Listing {
            rare_state_rows(rows).into_iter().for_each(|row| named[row] |= rows[row].byte_cost() <= room / 8);
        }
        return named;
    }
    let reading = &digest.reading;
    let errors = reading.blocks.iter().filter(|block| block.severity == Severity::Error).map(|block| block.first);
    let made = (0..rows.len())
        .rev()
        .take(LOOKED_AT)
        .filter(|&row| artifacts::names_created_artifact(&rows[row].text))
        .take(PRODUCTS);
    let made: Vec<usize> = made.map(|row| rows[row].first).collect();
    let odd: Vec<usize> = rare_state_rows(rows).into_iter().map(|row| rows[row].first).collect();
    let mut name_if_it_fits = |row: usize, room: &mut usize| {
        if row < rows.len() && !named[row] && rows[row].byte_cost() <= *room {
            *room -= rows[row].byte_cost();
            named[row] = true;
        }
    };
    for line in reading.totals.iter().rev().copied().chain(odd).chain(errors).chain(made) {
        // Rows stand in the order of their lines: a look through all of them for each error would take too long.
        name_if_it_fits(rows.partition_point(|row| row.last < line), &mut room);
    }
    let mut room = room.min(whole / 3);
    for row in page::standout_rows::find_result_rows(rows) {
        name_if_it_fits(row, &mut room);
    }
    named
}

fn rare_state_rows(rows: &[PageRow<'_>]) -> Vec<usize> {
    states::find_rare_state_rows(rows.iter().map(|row| row.text.as_ref()))
}

/// A few lines that sum up data or a listing by its shape.
fn render_summary_notes(digest: &Digest, room: usize) -> String {
    let mut notes: Vec<&SummaryNoteLine> = digest.verdict.notes.iter().collect();
    notes.sort_by_key(|note| note.order);
    let mut said = String::new();
    for (at, note) in notes.iter().enumerate() {
        if said.len() + note.text.len() + 1 > room {
            said.push_str(&format!("… {} more\n", notes.len() - at));
            break;
        }
        said.push_str(&note.text);
        said.push('\n');
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budgets, CommandAndStatus, digest};

    fn reasons(command: &str, text: &str, budget: usize) -> Vec<(u64, String)> {
        let text = Text::from_bytes(text.as_bytes());
        let digest = digest(&text, &CommandAndStatus { argv: vec![command.to_owned()], ..CommandAndStatus::default() });
        crate::explain_printed_lines(&digest, &text, &Budgets::same_for_all_kinds(budget))
    }

    #[test]
    fn each_line_of_a_page_has_a_reason() {
        assert_eq!(reasons("cat a", "one\ntwo\n", 900), [(1, "kept whole".into()), (2, "kept whole".into())]);
        assert_eq!(
            reasons("cat a", &"say the same\n".repeat(100), 900),
            (1..=100).map(|n| (n, "folded".into())).collect::<Vec<_>>()
        );
        let mut text: String = (0..200).map(|n| format!("    value_{n} = call_{n}(other_{n})\n")).collect();
        text.insert_str(35 * 90, "\ndef in_the_middle(self):\n");
        let found = reasons("cat a.py", &text, 1500);
        let has = |why: &str| found.iter().any(|(_, held)| held == why);
        assert!(has("edge") && has("structure") && has("names") && found.len() < 100, "{found:?}");
    }

    #[test]
    fn a_page_keeps_its_budget() {
        let block = |n: usize| format!("src/folder/file_{n}.rs\n{}\n", format!("{n}:let value_{n} = 1;\n").repeat(1));
        let text: String = (0..400).map(block).collect();
        let text = Text::from_bytes(text.as_bytes());
        let digest = digest(
            &text,
            &CommandAndStatus { argv: vec!["rg --heading -n let".into()], ..CommandAndStatus::default() },
        );
        for budget in [800, 2000, 8000] {
            let body = render_body(&digest, &text, budget);
            assert!(body.text.len() <= budget, "{} of {budget}:\n{}", body.text.len(), body.text);
        }
    }
}
