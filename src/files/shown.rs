//! A file's bytes as text to read, and the difference of two such texts with line numbers.

use std::borrow::Cow;
use std::time::Duration;

use similar::{Algorithm, ChangeTag, TextDiff};

use crate::secrets::Masker;

const BOM: char = '\u{feff}';
/// A difference that takes longer is given coarser.
const PATIENCE: Duration = Duration::from_millis(400);

/// Text as it is printed: without BOM and CR, masked, ending in a line end.
pub struct Shown {
    pub text: String,
    pub lines: u64,
    /// What the text alone does not tell: `CRLF`, `no final newline`, `2 lines masked`.
    pub facts: Vec<String>,
}

impl Shown {
    pub fn of(bytes: &[u8], masker: &Masker) -> Shown {
        let mut facts = Vec::new();
        let decoded = String::from_utf8_lossy(bytes);
        if matches!(decoded, Cow::Owned(_)) {
            facts.push("not UTF-8".to_owned());
        }
        let mut text = decoded.as_ref();
        if let Some(rest) = text.strip_prefix(BOM) {
            facts.push("BOM".to_owned());
            text = rest;
        }
        let (crlf, lf) = (text.matches("\r\n").count(), text.matches('\n').count());
        let mut text = match crlf {
            0 => text.to_owned(),
            _ => text.replace("\r\n", "\n"),
        };
        if crlf > 0 {
            facts.push(if crlf == lf { "CRLF".to_owned() } else { "CRLF and LF".to_owned() });
        }
        if !text.is_empty() && !text.ends_with('\n') {
            facts.push("no final newline".to_owned());
            text.push('\n');
        }
        if let Cow::Owned(masked) = masker.fresh().text(&text) {
            let hidden = masked.lines().zip(text.lines()).filter(|(new, old)| new != old).count();
            if hidden > 0 {
                facts.push(format!("{} masked", crate::ui::count(hidden as u64, "line")));
            }
            text = masked;
        }
        let lines = text.matches('\n').count() as u64;
        Shown { text, lines, facts }
    }

    /// Lines `from` to `to`, 1-based, both included.
    pub fn range(&self, from: u64, to: u64) -> String {
        let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        let take = usize::try_from(to.saturating_sub(from).saturating_add(1)).unwrap_or(usize::MAX);
        self.text.split_inclusive('\n').skip(skip).take(take).collect()
    }
}

fn compare<'a>(old: &'a str, new: &'a str) -> TextDiff<'a, 'a, str> {
    TextDiff::configure().algorithm(Algorithm::Myers).timeout(PATIENCE).diff_lines(old, new)
}

/// The hunks of a unified diff, without file names.
pub fn unified(old: &Shown, new: &Shown) -> String {
    compare(&old.text, &new.text).unified_diff().context_radius(3).to_string()
}

/// Changed lines with their numbers and `around` lines of context.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub text: String,
    pub added: usize,
    pub removed: usize,
    /// Changed lines that did not fit.
    pub left_out: usize,
}

impl Difference {
    /// `+3 -1`.
    pub fn total(&self) -> String {
        format!("+{} -{}", self.added, self.removed)
    }
}

pub fn difference(old: &Shown, new: &Shown, around: usize, budget: usize) -> Difference {
    let diff = compare(&old.text, &new.text);
    let width = new.lines.max(old.lines).to_string().len();
    let mut out = Difference::default();
    for (index, group) in diff.grouped_ops(around).iter().enumerate() {
        if index > 0 && out.left_out == 0 {
            out.text.push_str("--\n");
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (mark, number) = match change.tag() {
                ChangeTag::Equal => (' ', change.new_index()),
                ChangeTag::Delete => ('-', change.old_index()),
                ChangeTag::Insert => ('+', change.new_index()),
            };
            out.added += usize::from(mark == '+');
            out.removed += usize::from(mark == '-');
            let value = change.value();
            if out.left_out > 0 || out.text.len() + value.len() > budget {
                out.left_out += usize::from(mark != ' ');
                continue;
            }
            let number = number.map_or(0, |number| number + 1);
            match (mark, value) {
                (' ', "\n") => out.text.push_str(&format!("{number:>width$}\n")),
                _ => out.text.push_str(&format!("{number:>width$} {mark} {value}")),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Shown {
        Shown::of(text.as_bytes(), &Masker::default())
    }

    #[test]
    fn what_the_text_does_not_tell_is_told_beside_it() {
        let file = Shown::of(b"\xef\xbb\xbfa\r\nb\xff", &Masker::new(Vec::new()));
        assert_eq!((file.text.as_str(), file.lines), ("a\nb\u{fffd}\n", 2));
        assert_eq!(file.facts, ["not UTF-8", "BOM", "CRLF", "no final newline"]);
        let secret = Shown::of(b"a\nkey = hunter2-hunter2\n", &Masker::new(vec!["hunter2-hunter2".into()]));
        assert_eq!((secret.text.as_str(), secret.facts), ("a\nkey = [masked:env]\n", vec!["1 line masked".to_owned()]));
        assert_eq!((shown("").lines, shown("").facts.len()), (0, 0));
        assert_eq!(shown("a\nb\nc\nd\n").range(2, 3), "b\nc\n");
        assert_eq!(shown("a\nb\n").range(2, u64::MAX), "b\n");
        assert_eq!(shown("a\n").range(5, 9), "");
    }

    #[test]
    fn changed_lines_have_numbers() {
        let old: String = (1..=30).map(|n| format!("line {n}\n")).collect();
        let new = old.replace("line 4\n", "four\nand a half\n").replace("line 20\n", "");
        let change = difference(&shown(&old), &shown(&new), 1, 4000);
        assert_eq!(
            change.text,
            " 3   line 3\n 4 - line 4\n 4 + four\n 5 + and a half\n 6   line 5\n--\n20   line 19\n20 - line 20\n21   line 21\n"
        );
        assert_eq!((change.total().as_str(), change.left_out), ("+2 -2", 0));
        let short = difference(&shown(&old), &shown(&new), 1, 20);
        assert_eq!((short.total().as_str(), short.left_out), ("+2 -2", 3));
        assert_eq!(difference(&shown(&old), &shown(&old), 1, 20), Difference::default());
    }
}
