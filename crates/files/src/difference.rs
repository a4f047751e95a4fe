//! The difference of two texts by lines: as a unified diff, and with line numbers for reading.

use std::fmt::Write;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use super::printed_text::PrintedText;

/// Lines of context in a unified diff.
const CONTEXT: u32 = 3;

/// One line of a group: `-` and `+` stand in one text, ` ` in both. Numbers count from 0.
struct DiffLine<'a> {
    mark: char,
    number: u32,
    text: &'a str,
}

/// Changes whose contexts touch, and the lines that they cover in both texts.
struct DiffGroup<'a> {
    lines: Vec<DiffLine<'a>>,
    old: Range<u32>,
    new: Range<u32>,
}

/// `around` lines before and after each change.
fn group_changes<'a>(old: &'a str, new: &'a str, around: u32) -> Vec<DiffGroup<'a>> {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let line = |mark: char, number: u32| {
        let side = if mark == '-' { &input.before } else { &input.after };
        DiffLine { mark, number, text: input.interner[side[number as usize]] }
    };
    let last = u32::try_from(input.after.len()).unwrap_or(u32::MAX);
    let mut groups: Vec<DiffGroup<'a>> = Vec::new();
    let mut hunks = diff.hunks().peekable();
    // New lines up to here are in a group.
    let mut told = 0;
    while let Some(hunk) = hunks.next() {
        let begin = told.max(hunk.after.start.saturating_sub(around));
        let group = match groups.last_mut() {
            Some(group) if group.new.end >= begin => group,
            _ => {
                let old = hunk.before.start - (hunk.after.start - begin);
                groups.push(DiffGroup { lines: Vec::new(), old: old..old, new: begin..begin });
                groups.last_mut().expect("just pushed")
            }
        };
        let next = hunks.peek().map_or(last, |next| next.after.start);
        let end = hunk.after.end.saturating_add(around).min(next);
        group.lines.extend((begin..hunk.after.start).map(|at| line(' ', at)));
        group.lines.extend(hunk.before.clone().map(|at| line('-', at)));
        group.lines.extend(hunk.after.clone().map(|at| line('+', at)));
        group.lines.extend((hunk.after.end..end).map(|at| line(' ', at)));
        group.old.end = hunk.before.end + (end - hunk.after.end);
        group.new.end = end;
        told = end;
    }
    groups
}

/// The hunks of a unified diff, without file names.
pub fn unified_diff(old: &str, new: &str) -> String {
    let mut out = String::new();
    for group in group_changes(old, new, CONTEXT) {
        let _ = writeln!(out, "@@ -{} +{} @@", format_hunk_range(&group.old), format_hunk_range(&group.new));
        for line in group.lines {
            out.push(line.mark);
            out.push_str(line.text);
            if !line.text.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

/// `12,4`, `12` for one line, and the line before for none, as `diff -u` writes it.
fn format_hunk_range(lines: &Range<u32>) -> String {
    match lines.end - lines.start {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.end),
        count => format!("{},{count}", lines.start + 1),
    }
}

/// Changed lines with their numbers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct NumberedDiff {
    pub text: String,
    pub added: usize,
    pub removed: usize,
    /// Changed lines that did not fit.
    pub left_out: usize,
}

/// With `around` lines of context, in at most `budget` bytes.
pub fn numbered_diff(old: &PrintedText, new: &PrintedText, around: u32, budget: usize) -> NumberedDiff {
    let width = new.lines.max(old.lines).to_string().len();
    let mut out = NumberedDiff::default();
    for (index, group) in group_changes(&old.text, &new.text, around).into_iter().enumerate() {
        if index > 0 && out.left_out == 0 {
            out.text.push_str("--\n");
        }
        for DiffLine { mark, number, text } in group.lines {
            out.added += usize::from(mark == '+');
            out.removed += usize::from(mark == '-');
            if out.left_out > 0 || out.text.len() + text.len() > budget {
                out.left_out += usize::from(mark != ' ');
                continue;
            }
            let number = number + 1;
            match (mark, text) {
                (' ', "\n") => out.text.push_str(&format!("{number:>width$}\n")),
                _ => out.text.push_str(&format!("{number:>width$} {mark} {text}")),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ctx_secrets::Masker;

    fn shown(text: &str) -> PrintedText {
        PrintedText::from_bytes(text.as_bytes(), &Masker::default())
    }

    #[test]
    fn changed_lines_have_numbers() {
        let old: String = (1..=30).map(|n| format!("line {n}\n")).collect();
        let new = old.replace("line 4\n", "four\nand a half\n").replace("line 20\n", "");
        let change = numbered_diff(&shown(&old), &shown(&new), 1, 4000);
        assert_eq!(
            change.text,
            " 3   line 3\n 4 - line 4\n 4 + four\n 5 + and a half\n 6   line 5\n--\n20   line 19\n20 - line 20\n21   line 21\n"
        );
        assert_eq!((change.added, change.removed, change.left_out), (2, 2, 0));
        let short = numbered_diff(&shown(&old), &shown(&new), 1, 20);
        assert_eq!((short.added, short.removed, short.left_out), (2, 2, 3));
        assert_eq!(numbered_diff(&shown(&old), &shown(&old), 1, 20), NumberedDiff::default());
    }

    #[test]
    fn a_unified_diff_is_written_as_diff_writes_it() {
        let old: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("\n5\n", "\nfive\n").replace("\n12\n", "\n") + "end";
        assert_eq!(
            unified_diff(&old, &new),
            "@@ -2,14 +2,13 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n 10\n 11\n-12\n 13\n 14\n 15\n\
             @@ -18,3 +17,4 @@\n 18\n 19\n 20\n+end\n\\ No newline at end of file\n"
        );
        assert_eq!(unified_diff("", "a\nb\n"), "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(unified_diff("a\n", ""), "@@ -1 +0,0 @@\n-a\n");
        assert_eq!(unified_diff("a\n", "a\n"), "");
    }

    /// What a diff makes of the old text.
    fn apply(old: &str, diff: &str) -> String {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut new, mut done) = (String::new(), 0);
        for line in diff.split_inclusive('\n') {
            match line.as_bytes()[0] {
                b'@' => {
                    let range = line.split(['-', ' ']).nth(2).unwrap();
                    let (start, count) = range.split_once(',').unwrap_or((range, "1"));
                    let start: usize = start.parse().unwrap();
                    let at = if count == "0" { start } else { start - 1 };
                    new.push_str(&old[done..at].concat());
                    done = at;
                }
                b'-' => done += 1,
                mark => {
                    done += usize::from(mark == b' ');
                    new.push_str(&line[1..]);
                }
            }
        }
        new.push_str(&old[done..].concat());
        new
    }

    fn lines() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec!["a", "b", "", "fn x() {", "}", "-- a", "++ b", "é"]);
        prop::collection::vec(word, 0..25).prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
    }

    proptest! {
        #[test]
        fn a_diff_of_two_texts_makes_one_of_the_other(old in lines(), new in lines()) {
            let diff = unified_diff(&old, &new);
            prop_assert_eq!(apply(&old, &diff), new, "{}", diff);
        }
    }
}
