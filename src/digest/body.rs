//! What is printed of a text, a listing or data: all of it, all of it folded, or a true page.

use super::page::{self, Row, choose};
use super::{Body, Digest, Kind, Severity, fold, severity};
use crate::capture::text::Text;

/// Line 1 and the footer of a page take about this much of a budget.
const AROUND: usize = 150;

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
    let kind = digest.verdict.kind;
    let mut rows = fold::fold(text, kind);
    let is_folded = rows.len() < text.len();
    let room = budget.saturating_sub(AROUND).max(budget / 2);
    if text.thinned() == 0 && is_folded && rows.iter().map(Row::cost).sum::<usize>() <= room {
        return Body { folded: true, ..page::print(text, &rows, &vec![true; rows.len()]) };
    }
    page::cut_long(&mut rows, (room / 4).max(200));
    let notes = notes(digest, kind, room / 4);
    let room = room.saturating_sub(notes.len());
    let standing = |row: usize| match severity::of(&rows[row].text) {
        Some(signal) if signal.severity == Severity::Error => choose::Standing::Severe,
        _ => choose::Standing::Plain,
    };
    let wish = choose::Wish { budget: room, asked: &[], standing: &standing };
    let keep = choose::choose(&rows, &wish);
    let mut body = page::print(text, &rows, &keep);
    body.text.insert_str(0, &notes);
    body.folded = is_folded;
    body
}

/// What the shape of data says of it in a few lines.
fn notes(digest: &Digest, kind: Kind, room: usize) -> String {
    let mut said = String::new();
    if kind != Kind::Data {
        return said;
    }
    for note in &digest.reading.notes {
        if said.len() + note.text.len() + 1 > room {
            break;
        }
        said.push_str(&note.text);
        said.push('\n');
    }
    said
}
