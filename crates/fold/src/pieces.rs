//! A text as the lines that a stub may show: long lines in pieces, each with the number that a tool put before it.

use crate::host::StubLineCandidate;
use ctx_text::floor_boundary;

/// Longer lines are divided, between words.
const LONGEST: usize = 140;

/// The lines of a text, none of them blank, with the rank that a line of the text (from 1) has.
pub fn split_into_stub_candidates(text: &str, rank: &dyn Fn(u64) -> u8) -> Vec<StubLineCandidate> {
    let mut lines = Vec::new();
    let mut number = 0;
    for (at, line) in text.lines().enumerate() {
        let rank = rank(at as u64 + 1);
        // Text inside a string of a program has its line ends written as escapes.
        let parts = if line.len() > LONGEST { line.split("\\n").collect() } else { vec![line] };
        for part in parts {
            let (mut rest, mut is_rest) = (part, false);
            loop {
                number += 1;
                let (piece, more) = rest.split_at(first_piece_end(rest));
                if !strip_line_number(piece).trim().is_empty() {
                    let (text, line) = (piece.to_owned(), at as u64 + 1);
                    lines.push(StubLineCandidate { number, text, rank, line, is_rest, within: None });
                }
                if more.is_empty() {
                    break;
                }
                (rest, is_rest) = (more, true);
            }
        }
    }
    lines
}

/// The end of the first piece of a line; never inside a hard word.
fn first_piece_end(line: &str) -> usize {
    if line.len() <= LONGEST {
        return line.len();
    }
    let is_between = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '/' | '-'));
    let end = floor_boundary(line, LONGEST);
    match line[..end].char_indices().rev().find(|&(at, c)| at > LONGEST / 3 && is_between(c)) {
        Some((at, c)) => at + c.len_utf8(),
        None => line[end..].find(is_between).map_or(line.len(), |at| end + at),
    }
}

/// The text after a line's number: `   118→text`, `118\ttext`, `118: text`, `118| text`.
pub fn strip_line_number(line: &str) -> &str {
    let trimmed = line.trim_start();
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return line;
    }
    let rest = &trimmed[digits..];
    ["→", "\t", ": ", "| "].iter().find_map(|sign| rest.strip_prefix(sign)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_and_long_lines_are_divided_between_words() {
        let lines = split_into_stub_candidates("    1→use a;\n    2→\n    3→fn b() {}\n", &|_| 0);
        assert_eq!(
            lines.iter().map(|line| (line.number, &*line.text)).collect::<Vec<_>>(),
            [(1, "    1→use a;"), (3, "    3→fn b() {}")]
        );
        let path = "x".repeat(200);
        let lines = split_into_stub_candidates(&format!("{} {path}/file.rs tail", "word ".repeat(30)), &|_| 0);
        assert!(lines.iter().any(|line| line.text.contains(&format!("{path}/file.rs"))), "{lines:?}");
        assert!(lines.len() > 1);
    }

    proptest::proptest! {
        #[test]
        fn nothing_but_blanks_is_lost(text in "\\PC{0,400}") {
            // A line with nothing but its number is blank.
            let text: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
            let joined: String = split_into_stub_candidates(&text, &|_| 0).iter().map(|line| line.text.as_str()).collect();
            let plain = |text: &str| text.replace("\\n", "").split_whitespace().collect::<String>();
            proptest::prop_assert_eq!(plain(&joined), plain(&text));
        }
    }
}
