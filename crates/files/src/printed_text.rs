//! A file's bytes as text to read.

use std::borrow::Cow;

use ctx_secrets::Masker;

const BOM: char = '\u{feff}';

/// Text as it is printed: without BOM and CR, masked, ending in a line end.
pub struct PrintedText {
    pub text: String,
    pub lines: u64,
    /// Facts that the text alone does not show: `CRLF`, `no final newline`, `2 lines masked`.
    pub facts: Vec<String>,
}

impl PrintedText {
    pub fn from_bytes(bytes: &[u8], masker: &Masker) -> PrintedText {
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
        if let Cow::Owned(masked) = masker.without_state().mask_text(&text) {
            let hidden = masked.lines().zip(text.lines()).filter(|(new, old)| new != old).count();
            if hidden > 0 {
                facts.push(format!("{} masked", ctx_text::format_count(hidden as u64, "line")));
            }
            text = masked;
        }
        let lines = text.matches('\n').count() as u64;
        PrintedText { text, lines, facts }
    }

    /// Lines `from` to `to`, 1-based, both included.
    pub fn line_range(&self, from: u64, to: u64) -> String {
        let skip = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        let take = usize::try_from(to.saturating_sub(from).saturating_add(1)).unwrap_or(usize::MAX);
        self.text.split_inclusive('\n').skip(skip).take(take).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> PrintedText {
        PrintedText::from_bytes(text.as_bytes(), &Masker::default())
    }

    #[test]
    fn hidden_facts_are_listed_beside_the_text() {
        let file = PrintedText::from_bytes(b"\xef\xbb\xbfa\r\nb\xff", &Masker::new(Vec::new()));
        assert_eq!((file.text.as_str(), file.lines), ("a\nb\u{fffd}\n", 2));
        assert_eq!(file.facts, ["not UTF-8", "BOM", "CRLF", "no final newline"]);
        let secret =
            PrintedText::from_bytes(b"a\nkey = hunter2-hunter2\n", &Masker::new(vec!["hunter2-hunter2".into()]));
        assert_eq!((secret.text.as_str(), secret.facts), ("a\nkey = [masked:env]\n", vec!["1 line masked".to_owned()]));
        assert_eq!((shown("").lines, shown("").facts.len()), (0, 0));
        assert_eq!(shown("a\nb\nc\nd\n").line_range(2, 3), "b\nc\n");
        assert_eq!(shown("a\nb\n").line_range(2, u64::MAX), "b\n");
        assert_eq!(shown("a\n").line_range(5, 9), "");
    }
}
