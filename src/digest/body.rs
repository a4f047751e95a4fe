//! What is printed of a text, a listing or data: all of it, all of it folded, or a true page.

use super::page::{self, Row, choose};
use super::reading::Note;
use super::{Body, Digest, Kind, Severity, severity};
use crate::capture::text::Text;

/// Line 1 and the footer of a page take about this much of a budget.
const AROUND: usize = 120;

/// Every line as it is.
pub fn whole(text: &Text) -> Body {
    let mut body = Body { shown: text.len() as u64, whole: text.thinned() == 0, ..Body::default() };
    body.text.reserve(text.clean_len());
    for line in text.lines() {
        body.push(line);
    }
    body
}

pub fn render(digest: &Digest, text: &Text, budget: usize) -> Body {
    if text.thinned() == 0 && text.clean_len() <= budget.saturating_add(1) {
        return whole(text);
    }
    let folds = digest.verdict.kind == Kind::Listing;
    let mut rows = page::fold::repeats(text);
    let room = room(budget);
    if rows.len() < text.len() || folds {
        let all = page::print(text, &rows, &vec![true; rows.len()], folds);
        if text.thinned() == 0 && all.text.len() <= room {
            return all;
        }
    }
    page::cut_long(&mut rows, (room / 4).max(200));
    let notes = notes(digest, room / 4);
    let room = room.saturating_sub(notes.len());
    let named = named(digest, &rows, room / 4);
    let mut body = pick(text, &rows, room, folds, &named);
    body.text.insert_str(0, &notes);
    body
}

/// What a budget leaves for the lines between line 1 and the footer.
fn room(budget: usize) -> usize {
    budget.saturating_sub(AROUND).max(budget / 2)
}

/// The lines of a page that are ctx's own words.
#[cfg(test)]
pub fn own_lines(digest: &Digest, show: &super::Show) -> std::collections::HashSet<String> {
    let room = room(show.of(digest.verdict.kind));
    notes(digest, room / 4).lines().map(str::to_owned).collect()
}

/// A page of rows. Folding saves room that is found only in the printing, so a page that came out short is filled again.
fn pick(text: &Text, rows: &[Row<'_>], room: usize, folds: bool, named: &[bool]) -> Body {
    let standing = |row: usize| match severity::of(&rows[row].text) {
        _ if named[row] => choose::Standing::Kept,
        Some(signal) if signal.severity == Severity::Error => choose::Standing::Severe,
        _ => choose::Standing::Plain,
    };
    let mut budget = room;
    let mut best: Option<Body> = None;
    for _ in 0..if folds { 4 } else { 1 } {
        let named = rows.iter().zip(named).filter(|(_, named)| **named).map(|(row, _)| row.cost()).sum::<usize>();
        let wish = choose::Wish { budget: budget.saturating_sub(named), standing: &standing };
        let body = page::print(text, rows, &choose::choose(rows, &wish), folds);
        let len = body.text.len();
        if best.is_none() || len <= room {
            best = Some(body);
        }
        if len * 10 >= room * 9 {
            break;
        }
        budget = budget * room / len.max(1);
    }
    best.unwrap_or_default()
}

/// The rows that a tool's totals and the names of its errors stand in, as far as they go: a page shows them first.
fn named(digest: &Digest, rows: &[Row<'_>], mut room: usize) -> Vec<bool> {
    let mut named = vec![false; rows.len()];
    if digest.verdict.roomy {
        return named;
    }
    let reading = &digest.reading;
    let errors = reading.blocks.iter().filter(|block| block.severity == Severity::Error).map(|block| block.first);
    for line in reading.totals.iter().rev().copied().chain(errors) {
        let Some(row) = rows.iter().position(|row| row.first <= line && line <= row.last) else { continue };
        if !named[row] && rows[row].cost() <= room {
            room -= rows[row].cost();
            named[row] = true;
        }
    }
    named
}

/// What the shape of data or of a listing says of all of it in a few lines.
fn notes(digest: &Digest, room: usize) -> String {
    let mut notes: Vec<&Note> = digest.verdict.notes.iter().collect();
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
