//! Tables in columns (psql, sqlite3, ps, kubectl, docker, df): heading and first rows. `states.rs` finds the rows in a
//! rare state, of any output.

use std::collections::HashSet;

use crate::part::{ReaderInput, has_no_letters_or_digits, is_blank};
use crate::reading::ReaderFindings;

/// Where the columns of an aligned table begin: after two blanks or a bar in the heading.
fn column_starts(heading: &str) -> Vec<usize> {
    let chars: Vec<char> = heading.chars().collect();
    let gap = |at: usize| {
        chars[at] == ' ' && (at == 0 || chars[at - 1] == ' ' || chars[at - 1] == '|')
            || chars[at] == '|'
            || chars[at] == '\t'
    };
    (0..chars.len()).filter(|&at| !matches!(chars[at], ' ' | '|' | '\t') && (at == 0 || gap(at - 1))).collect()
}

fn is_capital_heading(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() >= 2
        && words.iter().all(|word| {
            word.bytes().any(|byte| byte.is_ascii_uppercase() || byte == b'%')
                && !word.bytes().any(|byte| byte.is_ascii_lowercase())
        })
}

pub fn read(part: &ReaderInput, _programs: &[Vec<String>]) -> Option<ReaderFindings> {
    // The heading is in capitals, or a rule is drawn below it.
    let drawn = |at: usize| {
        let line = part.line_at(at).trim();
        line.len() > 4
            && has_no_letters_or_digits(line)
            && line.contains("--")
            && (line.contains('+') || line.contains("- ") || line.contains('|') || line.contains("──"))
    };
    let head = (0..part.len().min(12)).find(|&at| {
        !is_blank(part.line_at(at))
            && !has_no_letters_or_digits(part.line_at(at))
            && (drawn(at + 1) || is_capital_heading(part.line_at(at)))
    })?;
    let heading = part.line_at(head);
    let width = column_starts(heading).len().max(heading.split_whitespace().count().min(3));
    let first = head + 1 + usize::from(drawn(head + 1));
    let mut end = first;
    while end < part.len() && !is_blank(part.line_at(end)) && !part.line_at(end).starts_with('(') && !drawn(end) {
        end += 1;
    }
    let rows: Vec<usize> = (first..end).collect();
    // Lines that repeat, such as the `INSERT 0 1` of a script, are no rows.
    let distinct: HashSet<&str> = rows.iter().map(|&at| part.line_at(at)).collect();
    if rows.len() < 4 || width < 2 || rows.len() * 10 < (part.len() - head) * 6 || distinct.len() * 2 < rows.len() {
        return None;
    }
    let mut reading = ReaderFindings::default();
    reading.lead.push(head);
    reading.lead.extend(rows.iter().take(4));
    for at in end..part.len() {
        if part.line_at(at).starts_with('(') || crate::part::leading_number(part.line_at(at)).is_some() {
            reading.add_total_line(at);
        }
    }
    reading.mark_lines_as_understood(head..end);
    Some(reading)
}
