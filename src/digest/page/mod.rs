//! A true page of a text: rows in their own order, a mark with its count at every gap, never more than a budget.

pub mod choose;
pub mod fold;
pub mod rows;
pub mod structure;

use std::borrow::Cow;
use std::rc::Rc;

use super::Body;
use super::part::is_blank;
use crate::capture::text::Text;
use crate::ui::size;

/// One printed line that stands for the lines `first..=last` of the text: itself, or several folded without loss.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub text: Cow<'a, str>,
    pub first: usize,
    pub last: usize,
    /// A part of the line was left out, which the text says.
    pub cut: bool,
    /// The heading that it cannot be read without.
    pub under: Option<Rc<str>>,
}

impl<'a> Row<'a> {
    pub fn of(text: Cow<'a, str>, first: usize, last: usize) -> Row<'a> {
        Row { text, first, last, cut: false, under: None }
    }

    pub fn line(text: &'a Text, at: usize) -> Row<'a> {
        Row::of(Cow::Borrowed(text.line(at)), at, at)
    }

    /// Bytes it takes, its line end included.
    pub fn cost(&self) -> usize {
        self.text.len() + 1
    }
}

/// Every line as it is.
pub fn rows(text: &Text) -> Vec<Row<'_>> {
    (0..text.len()).map(|at| Row::line(text, at)).collect()
}

/// The mark inside a cut line takes about this much: one that is hardly too long is not cut.
const CUT: usize = 24;

/// Lines longer than `widest` keep their beginning and their end.
pub fn cut_long(rows: &mut [Row<'_>], widest: usize) {
    for row in rows.iter_mut().filter(|row| row.text.len() > widest + CUT) {
        row.text = Cow::Owned(cut(&row.text, widest));
        row.cut = true;
    }
}

/// The beginning and the end of a long line with the bytes between them counted.
pub fn cut(line: &str, widest: usize) -> String {
    let (head, tail) = (floor(line, widest * 2 / 3), ceil(line, line.len() - widest / 3));
    format!("{} … {} … {}", &line[..head], size((tail - head) as u64), &line[tail..])
}

pub fn floor(line: &str, mut at: usize) -> usize {
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    at
}

pub fn ceil(line: &str, mut at: usize) -> usize {
    while !line.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// What stands for lines that are left out. Indices of lines, the last included.
pub fn mark(text: &Text, first: usize, last: usize) -> String {
    let lines = gap(text, first, last);
    let (from, to) = (text.number(first), text.number(last));
    match lines {
        1 => format!("… 1 line ({from})"),
        _ => format!("… {lines} lines ({from}-{to})"),
    }
}

/// How many lines a gap holds: those of a very long output that were thinned out on the way count as well.
pub fn gap(text: &Text, first: usize, last: usize) -> u64 {
    let held = (last - first + 1) as u64;
    if text.thinned() == 0 {
        return held;
    }
    let before = if first == 0 { 0 } else { text.number(first - 1) };
    let after = if last + 1 < text.len() { text.number(last + 1) } else { text.raw_lines() + 1 };
    (after - before - 1).max(held)
}

/// Prints the rows that are kept, neighbours folded if that is wanted, with a mark where others stood.
pub fn print(text: &Text, rows: &[Row<'_>], keep: &[bool], folds: bool) -> Body {
    let mut body = Body { whole: true, ..Body::default() };
    let mut heading: Option<&Rc<str>> = None;
    let mut at = 0;
    while at < rows.len() {
        if keep[at] {
            let end = (at..rows.len()).find(|&next| !keep[next]).unwrap_or(rows.len());
            let run = &rows[at..end];
            body.shown += run.iter().map(|row| (row.last - row.first + 1) as u64).sum::<u64>();
            body.whole &= !run.iter().any(|row| row.cut);
            body.folded |= run.iter().any(|row| row.last > row.first);
            if folds {
                let before = body.text.len();
                fold::print(run, |line| body.push(line));
                body.folded |= body.text.len() - before != run.iter().map(Row::cost).sum::<usize>();
            } else {
                for row in run {
                    if let Some(under) = row.under.as_ref().filter(|under| heading != Some(*under)) {
                        body.push(under);
                        body.folded = true;
                    }
                    heading = row.under.as_ref().or(heading);
                    body.push(&row.text);
                }
            }
            at = end;
            continue;
        }
        let end = (at..rows.len()).find(|&next| keep[next]).unwrap_or(rows.len());
        let (first, last) = (rows[at].first, rows[end - 1].last);
        if rows[at..end].iter().all(|row| is_blank(&row.text)) && end - at <= 3 {
            // Blank lines take less room than a mark.
            for row in &rows[at..end] {
                body.push(&row.text);
                body.shown += 1;
            }
        } else {
            body.push(&mark(text, first, last));
            body.leave_out(text.number(first), text.number(last));
        }
        at = end;
    }
    if text.thinned() > 0 {
        body.whole = false;
    }
    body
}
