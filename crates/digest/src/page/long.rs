//! A line that is too long for its page is a text of its own: long strings in it go first, each to its beginning and its
//! size; then it keeps its beginning, its end and the pieces between them that name most.

use std::borrow::Cow;
use std::ops::Range;

use super::choose::{self, PageLimits, RowTreatment};
use super::{PageRow, cut_middle_with_size};
use ctx_text::{floor_boundary, format_size};

/// Strings are not cut to less than this.
const SHORTEST: usize = 28;
/// A piece between two cuts is about this long.
const PIECE: usize = 90;

/// The mark inside a cut line takes about this much: a line that is only a little too long is not cut.
const CUT: usize = 24;

/// Cuts lines longer than `widest` to what matters in them.
pub fn cut_long_rows(rows: &mut [PageRow<'_>], widest: usize) {
    for row in rows.iter_mut().filter(|row| row.text.len() > widest + CUT) {
        row.text = Cow::Owned(shorten_line(&row.text, widest));
        row.cut = true;
    }
}

/// The line within about `widest` bytes.
pub fn shorten_line(line: &str, widest: usize) -> String {
    let strings = find_long_strings(line);
    let short = cut_strings(line, &strings, string_length_limit(line.len(), &strings, widest));
    if short.len() <= widest {
        return short;
    }
    if widest < 4 * PIECE { cut_middle_with_size(line, widest) } else { keep_telling_pieces(&short, widest) }
}

/// The length to which all longer strings must be cut for the line to fit.
fn string_length_limit(len: usize, strings: &[Range<usize>], widest: usize) -> usize {
    let saved = |longest: usize| strings.iter().map(|string| string.len().saturating_sub(longest + CUT)).sum::<usize>();
    let (mut fits, mut too_long) = (SHORTEST, strings.iter().map(Range::len).max().unwrap_or(0).max(SHORTEST) + 1);
    while fits + 1 < too_long {
        let middle = (fits + too_long) / 2;
        if len <= widest + saved(middle) { fits = middle } else { too_long = middle }
    }
    fits
}

/// The quoted strings of a line that are long enough to be cut, without their quotes.
fn find_long_strings(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'"' {
            at += 1;
            continue;
        }
        let start = at + 1;
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let end = floor_boundary(line, end.min(bytes.len()));
        if end - start > SHORTEST + CUT {
            found.push(start..end);
        }
        at = end + 1;
    }
    found
}

/// The line with every string that is longer than `longest` cut after its first bytes.
fn cut_strings(line: &str, strings: &[Range<usize>], longest: usize) -> String {
    let mut out = String::with_capacity(line.len());
    let mut copied = 0;
    for string in strings.iter().filter(|string| string.len() > longest + CUT) {
        let keep = string.start + first_sentences(&line[string.clone()], longest).len();
        out.push_str(&line[copied..keep]);
        out.push_str(&format!(" … {} … ", format_size((string.end - keep) as u64)));
        copied = string.end;
    }
    out.push_str(&line[copied..]);
    out
}

/// The beginning of a text, up to `longest` bytes; up to the last sentence that ends there, if that is most of it.
pub fn first_sentences(text: &str, longest: usize) -> &str {
    let keep = &text[..floor_boundary(text, longest)];
    let stop = keep.rfind(". ").map(|stop| stop + 1).filter(|stop| stop * 2 >= keep.len());
    &keep[..stop.unwrap_or(keep.len())]
}

/// The beginning, the end, and between them the pieces with most names.
fn keep_telling_pieces(line: &str, widest: usize) -> String {
    let mut rows: Vec<PageRow<'_>> = Vec::new();
    let mut start = 0;
    while start < line.len() {
        let from = floor_boundary(line, (start + PIECE).min(line.len()));
        // No further than the next piece: a line without a seam would be read to its end for each of them.
        let near = &line[from..floor_boundary(line, (from + PIECE).min(line.len()))];
        let seam = near.find([',', ';', ' ', '>', '}', '&']).map_or(from, |at| from + at + 1);
        let end = if seam <= start { line.len() } else { seam };
        let at = rows.len();
        rows.push(PageRow::new_row(Cow::Borrowed(&line[start..end]), at, at));
        start = end;
    }
    let standing = |_: usize| RowTreatment::Plain;
    let limits =
        PageLimits { budget: widest, standing: &standing, severe: &|_| false, structure: 0.0, start: 0.0, end: 0.0 };
    let keep = choose::choose_rows(&rows, &limits);
    let mut out = String::new();
    let mut at = 0;
    while at < rows.len() {
        let end = (at..rows.len()).find(|&next| keep[next].is_some() != keep[at].is_some()).unwrap_or(rows.len());
        if keep[at].is_some() {
            rows[at..end].iter().for_each(|row| out.push_str(&row.text));
        } else {
            let left: usize = rows[at..end].iter().map(|row| row.text.len()).sum();
            out.push_str(&format!(" … {} … ", format_size(left as u64)));
        }
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_of_a_long_line_stays_while_its_texts_shrink() {
        let record = |n: usize| {
            format!("{{\"id\":{n},\"slug\":\"item-{n}\",\"text\":\"{} Then more.\"}}", "It is long. ".repeat(40))
        };
        let line = format!("[{}]", (0..20).map(record).collect::<Vec<_>>().join(","));
        let short = shorten_line(&line, 3000);
        assert!(short.len() <= 3000 && (0..20).all(|n| short.contains(&format!("\"item-{n}\""))), "{short}");
    }

    #[test]
    fn one_long_text_gets_the_room_that_the_others_leave() {
        let line =
            format!("{{\"body\":\"{}\",\"title\":\"a title\"}}", "One sentence. Another one, longer. ".repeat(400));
        let short = shorten_line(&line, 7000);
        assert!((6000..=7000).contains(&short.len()) && short.ends_with("\"title\":\"a title\"}"), "{short}");
    }

    #[test]
    fn a_line_without_strings_keeps_its_ends_and_its_names() {
        let line: String = (0..2000).map(|n| format!("call_{n}(arg);")).collect();
        let short = shorten_line(&line, 1000);
        assert!(short.len() < 1300 && short.starts_with("call_0(") && short.ends_with("call_1999(arg);"), "{short}");
        assert!(short.contains(" KB … "), "{short}");
    }

    #[test]
    fn any_text_can_be_cut() {
        for line in ["ü".repeat(5000), "\"".repeat(4000), format!("\"{}", "\\\"".repeat(3000)), "a b".repeat(3000)] {
            for widest in [200, 400, 2000] {
                assert!(shorten_line(&line, widest).len() < widest + 200, "{widest}");
            }
        }
    }
}
