//! A question as typed: its words, quotes and exclusions, and the words in it that say nothing.

use std::sync::LazyLock;

/// Words that say nothing beside others, in their order.
static STOP_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("../data/stop_words.txt").lines().collect());
/// Words that phrase a request and say nothing about what is wanted, in their order.
static PHRASES: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("../data/request_phrases.txt").lines().collect());
/// A question with this many words is a sentence, whatever else is in it.
pub(super) const SENTENCE: usize = 4;

/// The question, taken apart but not yet looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitQuestion {
    pub atoms: Vec<String>,
    pub quoted: Vec<String>,
    pub excluded: Vec<String>,
}

impl SplitQuestion {
    pub fn new(text: &str) -> SplitQuestion {
        let mut parsed = SplitQuestion::default();
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return parsed;
            }
            if let Some((inside, after)) = rest.strip_prefix('"').and_then(|after| after.split_once('"')) {
                if !inside.trim().is_empty() {
                    parsed.quoted.push(inside.trim().to_owned());
                }
                rest = after;
                continue;
            }
            let (atom, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            rest = after;
            // A question that begins with `-Wall` is about that; a word that must not be there comes after others.
            let first = parsed.atoms.is_empty()
                && parsed.quoted.is_empty()
                && parsed.excluded.is_empty()
                && !rest.trim().is_empty();
            match atom.strip_prefix('-').filter(|word| word.starts_with(char::is_alphanumeric) && !first) {
                Some(word) => parsed.excluded.push(word.to_owned()),
                None => parsed.atoms.push(atom.to_owned()),
            }
        }
    }

    /// True if there are words enough beside the quotes to look for.
    pub(super) fn has_sentence_beside_quotes(&self) -> bool {
        let is_word = |atom: &&String| {
            let word = atom.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            word.chars().all(char::is_alphabetic) && !word.is_empty() && !is_stop_word(&word)
        };
        self.atoms.iter().filter(is_word).count() >= SENTENCE
    }
}

/// True for a word that says nothing beside others.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// The share of words in these lines that say nothing beside others: high in prose, low in code and listings.
pub(super) fn stop_word_share<'a>(lines: impl Iterator<Item = &'a str>) -> f64 {
    let (mut words, mut stops) = (0_u32, 0_u32);
    for word in lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphabetic())).filter(|word| !word.is_empty()) {
        words += 1;
        stops += u32::from(is_stop_word(&word.to_ascii_lowercase()));
    }
    f64::from(stops) / f64::from(words.max(1))
}

/// True for a word that only phrases a request.
pub(super) fn is_request_phrasing(word: &str) -> bool {
    PHRASES.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_in_order() {
        assert!(STOP_WORDS.is_sorted() && PHRASES.is_sorted());
    }

    #[test]
    fn quotes_and_exclusions_are_told_from_words() {
        let parsed = SplitQuestion::new("connect \"timed out\" -retry --release - \"open");
        assert_eq!(parsed.atoms, ["connect", "--release", "-", "\"open"]);
        assert_eq!(parsed.quoted, ["timed out"]);
        assert_eq!(parsed.excluded, ["retry"]);
    }

    #[test]
    fn prose_has_more_stop_words_than_code() {
        let prose =
            stop_word_share(["The cache was read before it had been written, so the prompt is blank."].into_iter());
        let code = stop_word_share(["pkg.version = newVersion;", "writePackageJson(fullPath, pkg);"].into_iter());
        assert!(prose > 0.4 && code < 0.1, "{prose} {code}");
    }

    #[test]
    fn a_quote_in_a_sentence_is_no_condition() {
        assert!(
            SplitQuestion::new("systems that show \"what you see\" while a text is formatted")
                .has_sentence_beside_quotes()
        );
        assert!(!SplitQuestion::new("connect \"timed out\"").has_sentence_beside_quotes());
    }
}
