//! A true page of a text: rows in their own order, a mark with its count at every gap, never more than a budget.

pub mod choose;
pub mod fold;
pub mod indent;
pub mod long;
mod pieces;
mod record_lists;
pub mod records;
mod row_levels;
pub mod standout_rows;
pub mod structure;

use std::borrow::Cow;

use super::Body;
use super::part::is_blank;
use ctx_text::text::Text;
use ctx_text::{ceil_boundary, floor_boundary, format_size};

/// One printed line that stands for the lines `first..=last` of the text: itself, or several folded without loss.
#[derive(Clone, Debug)]
pub struct PageRow<'a> {
    pub text: Cow<'a, str>,
    pub first: usize,
    pub last: usize,
    /// A part of the line was left out, which the text says.
    pub cut: bool,
}

impl<'a> PageRow<'a> {
    pub fn new_row(text: Cow<'a, str>, first: usize, last: usize) -> PageRow<'a> {
        PageRow { text, first, last, cut: false }
    }

    pub fn row_of_line(text: &'a Text, at: usize) -> PageRow<'a> {
        PageRow::new_row(Cow::Borrowed(text.line(at)), at, at)
    }

    /// Bytes it takes, its line end included.
    pub fn byte_cost(&self) -> usize {
        self.text.len() + 1
    }
}

/// Every line as it is.
pub fn one_row_per_line(text: &Text) -> Vec<PageRow<'_>> {
    (0..text.len()).map(|at| PageRow::row_of_line(text, at)).collect()
}

/// A line without the blanks before its number, where `nl` or `cat -n` put one: they only take room.
pub fn line_without_blanks_before_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(' ');
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (rest.len() < line.len() && (1..=7).contains(&digits) && rest[digits..].starts_with('\t')).then_some(rest)
}

/// Takes the margin off numbered lines. The number stays, so nothing is lost.
pub fn remove_blanks_before_line_numbers(rows: &mut [PageRow<'_>]) {
    let numbered = rows.iter().filter(|row| line_without_blanks_before_number(&row.text).is_some()).count();
    if numbered * 10 < rows.len() * 9 {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.first == row.last) {
        if let Some(rest) = line_without_blanks_before_number(&row.text) {
            row.text = Cow::Owned(rest.to_owned());
        }
    }
}

/// Blanks between the columns of a table are cut to two from this many on.
const PADDING: &str = "    ";

/// Where the first blanks begin that only put columns under each other. Behind these signs they indent code.
fn padding_start(line: &str) -> Option<usize> {
    let is_gap = |at: &usize| {
        !line[..*at].trim_start().is_empty() && !line[..*at].ends_with([' ', ':', '|', '\t', '+', '-', '>', '│'])
    };
    line.match_indices(PADDING).map(|(at, _)| at).find(is_gap)
}

/// A row without the blanks that only put its columns under each other; none where it has none.
pub fn strip_padding_of_row(line: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = line.trim_end();
    while let Some(at) = padding_start(rest) {
        out.push_str(&rest[..at]);
        out.push_str("  ");
        rest = rest[at..].trim_start_matches(' ');
    }
    (!out.is_empty()).then(|| out + rest)
}

/// Of a longer listing only a small part can be shown, folded or not.
const FOLDABLE: usize = 256 << 10;

/// True where folding the rows can bring more of them onto a page.
pub fn is_small_enough_to_fold(rows: &[PageRow<'_>]) -> bool {
    rows.iter().map(PageRow::byte_cost).sum::<usize>() <= FOLDABLE
}

/// Takes the padding out of the rows of a wide table.
pub fn strip_padding_of_table(rows: &mut [PageRow<'_>]) {
    if !is_small_enough_to_fold(rows) {
        return;
    }
    let padded = rows.iter().filter(|row| padding_start(row.text.trim_end()).is_some()).count();
    if padded * 10 < rows.len() * 7 {
        return;
    }
    for row in rows.iter_mut() {
        if let Some(text) = strip_padding_of_row(&row.text) {
            row.text = Cow::Owned(text);
        }
    }
}

/// A run of encoded bytes in a line is cut to its ends and its size from this length on.
const STRETCH: usize = 160;

/// Cuts runs of base64 and hex out of the middle of lines.
pub fn cut_encoded_runs(rows: &mut [PageRow<'_>]) {
    for row in rows.iter_mut().filter(|row| row.text.len() >= STRETCH) {
        let mut text = String::new();
        let mut rest = row.text.as_ref();
        while let Some((before, stretch, after)) = find_encoded_run(rest) {
            text.push_str(before);
            text.push_str(&cut_middle_with_size(stretch, 36));
            rest = after;
        }
        if !text.is_empty() {
            text.push_str(rest);
            row.text = Cow::Owned(text);
            row.cut = true;
        }
    }
}

/// The first long run of encoded bytes, with the text before and after it.
fn find_encoded_run(line: &str) -> Option<(&str, &str, &str)> {
    let bytes = line.as_bytes();
    let mut start = 0;
    while start + STRETCH <= bytes.len() {
        let end =
            bytes[start..].iter().position(|byte| !is_encoding_byte(*byte)).map_or(bytes.len(), |len| start + len);
        if end - start >= STRETCH && is_base64_or_hex(&line[start..end]) {
            return Some((&line[..start], &line[start..end], &line[end..]));
        }
        start = end + 1;
    }
    None
}

fn is_encoding_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte)
}

/// True for base64 and for hex, as nobody writes words.
pub fn is_base64_or_hex(text: &str) -> bool {
    if !text.bytes().all(is_encoding_byte) {
        return false;
    }
    let has = |is: fn(&u8) -> bool| text.as_bytes().iter().any(is);
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    let hex = text.len() >= STRETCH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    // Paths have more slashes, and names in camel case no digits among them.
    let slashes = memchr::memchr_iter(b'/', text.as_bytes()).count();
    hex || (mixed && slashes * 16 < text.len())
}

/// The beginning and the end of a long line with the bytes between them counted.
pub fn cut_middle_with_size(line: &str, widest: usize) -> String {
    let (head, tail) = (floor_boundary(line, widest * 2 / 3), ceil_boundary(line, line.len() - widest / 3));
    format!("{} … {} … {}", &line[..head], format_size((tail - head) as u64), &line[tail..])
}

/// The mark for lines that are left out: indices of lines, the last included, and the number of the line before the first
/// one. The first mark of a page says what the numbers of the others are.
fn format_gap_mark(text: &Text, (first, last): (usize, usize), before: u64, is_first: bool) -> String {
    let lines = count_gap_lines(text, first, last);
    let (from, to) = (text.raw_line_number(first) + before, text.raw_line_number(last) + before);
    match (lines, is_first || lines != to + 1 - from) {
        (1, _) => format!("… 1 line ({from})"),
        (_, true) => format!("… {lines} lines ({from}-{to})"),
        (_, false) => format!("… {from}-{to}"),
    }
}

/// How many lines a gap holds: those of a very long output that were thinned out on the way count as well.
pub fn count_gap_lines(text: &Text, first: usize, last: usize) -> u64 {
    let held = (last - first + 1) as u64;
    if text.thinned_lines() == 0 {
        return held;
    }
    let before = if first == 0 { 0 } else { text.raw_line_number(first - 1) };
    let after = if last + 1 < text.len() { text.raw_line_number(last + 1) } else { text.raw_lines() + 1 };
    (after - before - 1).max(held)
}

/// Prints the rows that are kept, neighbours folded if that is wanted, with a mark where others stood.
pub fn print_kept_rows(text: &Text, rows: &[PageRow<'_>], keep: &[bool], folds: bool, before: u64) -> Body {
    let mut body = Body { whole: true, ..Body::default() };
    let mut at = 0;
    while at < rows.len() {
        if keep[at] {
            let end = (at..rows.len()).find(|&next| !keep[next]).unwrap_or(rows.len());
            let run = &rows[at..end];
            body.shown += run.iter().map(|row| (row.last - row.first + 1) as u64).sum::<u64>();
            for row in run.iter().filter(|row| row.cut) {
                body.note_left_out_lines(text.raw_line_number(row.first), text.raw_line_number(row.last));
            }
            body.folded |= run.iter().any(|row| row.last > row.first);
            if folds {
                let before = body.text.len();
                fold::print_rows_folded(run, |line| body.push(line));
                body.folded |= body.text.len() - before != run.iter().map(PageRow::byte_cost).sum::<usize>();
            } else {
                run.iter().for_each(|row| body.push(&row.text));
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
            body.push_ctx_line(&format_gap_mark(text, (first, last), before, !body.marked));
            body.marked = true;
            body.note_left_out_lines(text.raw_line_number(first), text.raw_line_number(last));
        }
        at = end;
    }
    if text.thinned_lines() > 0 {
        body.whole = false;
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_bytes_are_told_by_their_size() {
        let blob = "iVBORw0KGgoAAAANSUhEUgAA".repeat(20);
        let line = format!("{{\"png\":\"{blob}\",\"next\":\"{}\"}}", "a1".repeat(100));
        let text = Text::from_bytes(line.as_bytes());
        let mut rows = one_row_per_line(&text);
        cut_encoded_runs(&mut rows);
        assert_eq!(
            rows[0].text,
            "{\"png\":\"iVBORw0KGgoAAAANSUhEUgAA … 444 B … AAANSUhEUgAA\",\"next\":\"a1a1a1a1a1a1a1a1a1a1a1a1 … 164 B … a1a1a1a1a1a1\"}"
        );
        assert!(rows[0].cut);
    }

    #[test]
    fn words_and_paths_are_not_encoded() {
        for line in ["/usr/share/doc/X11/v1/a/b/c".repeat(12), "some_long_snake_case_name".repeat(12), "-".repeat(300)]
        {
            let text = Text::from_bytes(line.as_bytes());
            let mut rows = one_row_per_line(&text);
            cut_encoded_runs(&mut rows);
            assert_eq!(rows[0].text, line);
        }
    }
}
