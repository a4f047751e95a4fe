//! CSV and TSV: columns, rows, and the first of them.

use crate::part::{Part, is_blank};
use crate::reading::Reading;

/// Cells of a row; quotes are understood as far as a line goes.
fn cells(line: &str, delimiter: u8) -> usize {
    let mut quoted = false;
    1 + line
        .bytes()
        .filter(|&byte| {
            quoted ^= byte == b'"';
            byte == delimiter && !quoted
        })
        .count()
}

pub fn read(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    let rows: Vec<usize> = (0..part.len()).filter(|&at| !is_blank(part.line_at(at))).collect();
    // A heading names its columns: `lib/a.js: line 3, col 5, Missing semicolon.` does not.
    if rows.len() < 6 || part.line_at(rows[0]).contains(": ") {
        return None;
    }
    let delimiter = *b",\t;|".iter().find(|&&delimiter| {
        let width = cells(part.line_at(rows[0]), delimiter);
        let same = rows.iter().take(60).filter(|&&at| cells(part.line_at(at), delimiter) == width).count();
        width >= 3 && same * 20 >= rows.len().min(60) * 19
    })?;
    let width = cells(part.line_at(rows[0]), delimiter);
    let mut reading = Reading::default();
    let uneven: Vec<usize> = rows.iter().copied().filter(|&at| cells(part.line_at(at), delimiter) != width).collect();
    reading.note(rows[0], format!("{} rows × {width} columns", rows.len() - 1));
    // Rows of another width are the ones that break a reader.
    for &at in uneven.iter().take(3) {
        reading.warning(at, part.line_at(at).to_owned()).rule("width");
    }
    reading.lead.extend(rows.iter().take(4));
    reading.lead.extend(rows.last());
    reading.mark_covered(0..part.len());
    Some(reading)
}
