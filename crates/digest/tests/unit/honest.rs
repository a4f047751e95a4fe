//! Reads a printed page back and checks it against its text: every line is a line of the text or a fold of some, every
//! line left out is counted where it stood, and lines stand side by side only if they do so in the text.

use std::collections::BTreeSet;

use super::page;
use super::page::fold::{expand_folded_rows, parse_folded_repeat};
use super::printed::format_printed_line;
use super::render;
use super::{Body, Budgets, Digest, OutputKind, body};
use ctx_text::text::Text;

/// One position in reading the page: the next line of the text, the current heading, the lines counted by marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PageCheckPosition<'a> {
    next: usize,
    heading: &'a str,
    /// Nothing has been read under the heading yet: a row of it must follow.
    fresh: bool,
    marked: u64,
}

/// The error in the page that `render` made of `text`, if there is one.
pub fn find_unfaithful_page_line(digest: &Digest, text: &Text, show: &Budgets, body: &Body) -> Option<String> {
    if text.binary().is_some() {
        return None;
    }
    let own = match digest.verdict.kind {
        OutputKind::Report => render::report_lines_written_by_ctx(digest, text, show),
        _ => body::body_lines_written_by_ctx(digest, text, show),
    };
    if body.folded && page::records::is_faithful_records_table(digest.verdict.kind, text, body) {
        return None;
    }
    let mut reached = BTreeSet::from([PageCheckPosition { next: 0, heading: "", fresh: false, marked: 0 }]);
    for (at, line) in body.text.lines().enumerate() {
        let mut then = BTreeSet::new();
        for from in &reached {
            add_possible_next_positions(digest, text, *from, line, &mut then);
            if own.contains(line) && !from.fresh {
                then.insert(*from);
            }
        }
        if then.is_empty() {
            let expected = reached.last().map_or(0, |from| from.next);
            let wanted = if expected < text.len() { text.line(expected) } else { "its end" };
            return Some(format!(
                "printed line {}: {line:?}\nis not what follows in the text: {wanted:?} (line {})",
                at + 1,
                expected + 1
            ));
        }
        reached = then;
    }
    let ends: Vec<&PageCheckPosition<'_>> =
        reached.iter().filter(|from| from.next == text.len() && !from.fresh).collect();
    if ends.is_empty() {
        let last = reached.last().map_or(0, |from| from.next);
        return Some(format!("{} of {} lines are neither shown nor counted", text.len() - last, text.len()));
    }
    let total = text.total_lines();
    if !ends.iter().any(|end| end.marked + body.shown == total) {
        return Some(format!("{} shown and {} counted are not {total}", body.shown, ends[0].marked));
    }
    let marked = ends.iter().all(|end| end.marked > 0);
    (body.whole && marked).then(|| "called whole, and has a gap".to_owned())
}

/// All readings of the printed `line` at this point.
fn add_possible_next_positions<'a>(
    digest: &Digest,
    text: &Text,
    from: PageCheckPosition<'a>,
    line: &'a str,
    then: &mut BTreeSet<PageCheckPosition<'a>>,
) {
    let is_report = digest.verdict.kind == OutputKind::Report;
    let before = digest.verdict.before;
    let left = text.len() - from.next;
    let goes_on =
        |next: usize, heading: &'a str| PageCheckPosition { next, heading, fresh: false, marked: from.marked };
    if !is_report && !from.heading.is_empty() && line.starts_with("  ") {
        let rows = expand_folded_rows(&[from.heading, line]);
        if rows_match_at(text, from.next, &rows) {
            then.insert(goes_on(from.next + rows.len(), from.heading));
        }
    }
    if from.fresh {
        return;
    }
    if let Some((count, range)) = parse_gap_mark(line)
        && count as usize <= left
        && count > 0
    {
        let (first, last) = (from.next, from.next + count as usize - 1);
        if range.map_or(is_report, |range| {
            range == (text.raw_line_number(first) + before, text.raw_line_number(last) + before)
        }) {
            then.insert(PageCheckPosition { marked: from.marked + count, ..goes_on(last + 1, "") });
        }
    }
    if left > 0 {
        let wanted = text.line(from.next);
        let reads = match is_report {
            true => {
                let short = format_printed_line(wanted, usize::MAX);
                wanted == line || short == line || is_cut_form(line, &short)
            }
            false => {
                wanted == line
                    || is_cut_form(line, wanted)
                    || page::line_without_blanks_before_number(wanted) == Some(line)
                    || page::strip_padding_of_row(wanted)
                        .is_some_and(|wanted| wanted == line || is_cut_form(line, &wanted))
                    || is_tab_indented_form(line, wanted)
                    || page::structure::first_commit_joined_with_subject(
                        (from.next..text.len()).map(|at| text.line(at)),
                    )
                    .is_some_and(|wanted| wanted == line || is_cut_form(line, &wanted))
            }
        };
        if reads {
            then.insert(goes_on(from.next + 1, ""));
        }
        if let Some((folded, count)) = parse_folded_repeat(line)
            && (2..=left).contains(&count)
            && (0..count).all(|nth| text.line(from.next + nth) == wanted)
            && (folded == wanted || is_cut_form(folded, wanted))
        {
            then.insert(goes_on(from.next + count, ""));
        }
    }
    if is_report {
        return;
    }
    let rows = expand_folded_rows(&[line]);
    if rows.is_empty() {
        then.insert(PageCheckPosition { fresh: true, ..goes_on(from.next, line) });
    } else if rows.len() > 1 && rows_match_at(text, from.next, &rows) {
        then.insert(goes_on(from.next + rows.len(), ""));
    }
}

fn rows_match_at(text: &Text, from: usize, rows: &[String]) -> bool {
    !rows.is_empty()
        && from + rows.len() <= text.len()
        && rows.iter().enumerate().all(|(nth, row)| {
            let wanted = text.line(from + nth);
            row == wanted || is_cut_form(row, wanted) || is_tab_indented_form(row, wanted)
        })
}

/// True where `line` is `wanted` with tabs in the place of blanks, padded or not.
fn is_tab_indented_form(line: &str, wanted: &str) -> bool {
    let padless = page::strip_padding_of_row(wanted);
    [2, 4].iter().map(|unit| page::indent::restore_indent_blanks(line, *unit)).any(|line| {
        let is = |wanted: &str| line == wanted || is_cut_form(&line, wanted);
        is(wanted)
            || page::line_without_blanks_before_number(wanted) == Some(&line)
            || padless.as_deref().is_some_and(is)
    })
}

/// True where `line` is `whole` with stretches left out, each marked by ` … `, maybe with their size.
fn is_cut_form(line: &str, whole: &str) -> bool {
    if line.len() >= whole.len() || !line.contains('…') {
        return false;
    }
    let mut pieces = line.split('…').map(str::trim);
    let Some(first) = pieces.next().and_then(|head| whole.trim_start().strip_prefix(head)) else { return false };
    let mut rest = first;
    for piece in pieces {
        let size = piece.ends_with('B') && piece.starts_with(|c: char| c.is_ascii_digit()) && piece.len() < 12;
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None if size => {}
            None => return false,
        }
    }
    // The text after the last cut is the line's end, unless the cut is at the end.
    rest.trim().is_empty() || line.trim_end().ends_with('…') || whole.trim_end().ends_with(text_after_last_cut(line))
}

fn text_after_last_cut(line: &str) -> &str {
    line.rsplit('…').next().unwrap_or_default().trim()
}

/// `… 31 lines (120-150)`, `… 120-150`, `… 31 lines` or `… 31`: how many lines are left out, and which.
fn parse_gap_mark(line: &str) -> Option<(u64, Option<(u64, u64)>)> {
    let rest = line.strip_prefix("… ")?;
    if let Ok(count) = rest.parse() {
        return Some((count, None));
    }
    if let Some((first, last)) = rest.split_once('-')
        && let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>())
    {
        return Some((last.checked_sub(first)? + 1, Some((first, last))));
    }
    let (count, rest) = rest.split_once(' ')?;
    let rest = rest.strip_prefix("lines").or_else(|| rest.strip_prefix("line"))?;
    let count = count.parse().ok()?;
    if rest.is_empty() {
        return Some((count, None));
    }
    let range = rest.strip_prefix(" (")?.strip_suffix(')')?;
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    Some((count, Some((first.parse().ok()?, last.parse().ok()?))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommandAndStatus, digest, render};

    /// A page with gaps, folds and a long line.
    fn page() -> (Digest, Text, Budgets, Body) {
        let mut raw = String::new();
        for at in 0..200 {
            raw.push_str(&format!("src/some/file_{}.rs:{at}:let value_{at} = call_{};\n", at / 9, at % 7));
            raw.push_str(if at % 50 == 0 { "src/other/x.rs:1:same\nsrc/other/x.rs:1:same\n" } else { "" });
        }
        let text = Text::from_bytes(raw.as_bytes());
        let call = CommandAndStatus { argv: vec!["grep -rn value_".into()], ..CommandAndStatus::default() };
        let digest = digest(&text, &call);
        assert_eq!(digest.verdict.kind, OutputKind::Listing);
        let show = Budgets::same_for_all_kinds(1500);
        let body = render(&digest, &text, &show);
        assert!(body.text.contains("\n… "), "no gap in {}", body.text);
        (digest, text, show, body)
    }

    #[test]
    fn a_true_page_reads_back() {
        let (digest, text, show, body) = page();
        assert_eq!(find_unfaithful_page_line(&digest, &text, &show, &body), None);
    }

    /// The check itself is checked: no single line can go, come twice, change places or say another number unseen.
    #[test]
    fn any_change_is_noticed() {
        let (digest, text, show, body) = page();
        let own = body::body_lines_written_by_ctx(&digest, &text, &show);
        let lines: Vec<&str> = body.text.lines().collect();
        let fails = |what: &str, at: usize, lines: &[String]| {
            let changed = Body { text: lines.iter().map(|line| format!("{line}\n")).collect(), ..body.clone() };
            let around = &lines[at.saturating_sub(2)..(at + 3).min(lines.len())];
            assert!(
                find_unfaithful_page_line(&digest, &text, &show, &changed).is_some(),
                "{what} of {at} in {around:#?}"
            );
        };
        for at in (0..lines.len()).filter(|&at| !own.contains(lines[at])) {
            let owned: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let mut without = owned.clone();
            without.remove(at);
            fails("loss", at, &without);
            let mut twice = owned.clone();
            twice.insert(at, owned[at].clone());
            fails("doubling", at, &twice);
            let mut other = owned.clone();
            let digit = other[at].rfind(|c: char| c.is_ascii_digit());
            if let Some(digit) = digit {
                let changed = if other[at].as_bytes()[digit] == b'3' { "4" } else { "3" };
                other[at].replace_range(digit..=digit, changed);
                fails("change", at, &other);
            }
            if at + 1 < owned.len() && owned[at] != owned[at + 1] {
                let mut swapped = owned.clone();
                swapped.swap(at, at + 1);
                fails("swap", at, &swapped);
            }
        }
    }

    #[test]
    fn a_cut_line_is_one_with_its_ends() {
        assert!(is_cut_form("abc … 4.1 KB … xyz", &format!("abc{}xyz", "-".repeat(4200))));
        assert!(is_cut_form("abc … xyz", "abc and so on to xyz"));
        assert!(!is_cut_form("abc … xyz", "abd and so on to xyz"));
        assert!(!is_cut_form("abc … xyz", "abc and so on to xyw"));
        assert!(!is_cut_form("abc xyz", "abc and so on to xyz"));
    }
}
