//! The rows that match the query, best first, and the matching characters.

use std::collections::HashSet;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

pub struct PickerRows {
    rows: Vec<PickerRow>,
    matcher: Matcher,
    /// The last query and its matches: a query that only adds to it searches only those.
    before: (String, Vec<usize>),
    gone: HashSet<usize>,
}

struct PickerRow {
    text: String,
    /// One for each character, so that positions in it are positions in the text; empty for ASCII.
    chars: Vec<char>,
}

impl PickerRow {
    fn searchable_text(&self) -> Utf32Str<'_> {
        if self.chars.is_empty() { Utf32Str::Ascii(self.text.as_bytes()) } else { Utf32Str::Unicode(&self.chars) }
    }
}

impl PickerRows {
    pub fn new(texts: impl IntoIterator<Item = String>) -> PickerRows {
        let row = |text: String| {
            let chars = if text.is_ascii() { Vec::new() } else { text.chars().collect() };
            PickerRow { text, chars }
        };
        let rows: Vec<PickerRow> = texts.into_iter().map(row).collect();
        let all = (0..rows.len()).collect();
        PickerRows { rows, matcher: Matcher::new(Config::DEFAULT), before: (String::new(), all), gone: HashSet::new() }
    }

    pub fn len(&self) -> usize {
        self.rows.len() - self.gone.len()
    }

    /// Takes a row out; the others keep their numbers.
    pub fn remove_row(&mut self, row: usize) {
        self.gone.insert(row);
        self.before = (String::new(), (0..self.rows.len()).filter(|row| !self.gone.contains(row)).collect());
    }

    pub fn row_text(&self, row: usize) -> &str {
        &self.rows[row].text
    }

    /// The matching rows, the best first; rows of equal rank keep their order.
    pub fn matching_rows(&mut self, query: &str) -> Vec<usize> {
        let pattern = parse_pattern(query);
        let adds = query.starts_with(&self.before.0) && !query.contains(['!', '^', '\'', '$', '\\']);
        let rows: Vec<usize> = if adds {
            std::mem::take(&mut self.before.1)
        } else {
            (0..self.rows.len()).filter(|row| !self.gone.contains(row)).collect()
        };
        let mut scored: Vec<(u32, usize)> = Vec::new();
        for index in rows {
            let score = pattern.score(self.rows[index].searchable_text(), &mut self.matcher);
            scored.extend(score.map(|score| (score, index)));
        }
        scored.sort_by_key(|(score, index)| (std::cmp::Reverse(*score), *index));
        let matches: Vec<usize> = scored.into_iter().map(|(_, index)| index).collect();
        self.before = (query.to_owned(), matches.clone());
        matches
    }

    /// The characters of a row that match, in order.
    pub fn matched_characters(&mut self, row: usize, query: &str) -> Vec<u32> {
        let mut places = Vec::new();
        parse_pattern(query).indices(self.rows[row].searchable_text(), &mut self.matcher, &mut places);
        places.sort_unstable();
        places.dedup();
        places
    }
}

fn parse_pattern(query: &str) -> Pattern {
    Pattern::parse(query, CaseMatching::Smart, Normalization::Smart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> PickerRows {
        PickerRows::new(
            [
                "k7f2qa 1m ago cargo test · exit 101",
                "h2m9xd 2m ago npm run build",
                "abc123 3m ago cargo test",
                "日本語 log",
            ]
            .map(str::to_owned),
        )
    }

    #[test]
    fn best_first_and_in_order_where_equal() {
        let mut rows = rows();
        assert_eq!(rows.matching_rows(""), [0, 1, 2, 3]);
        assert_eq!(rows.matching_rows("cargo"), [0, 2]);
        assert_eq!(rows.matching_rows("crgtst"), [0, 2]);
        assert_eq!(rows.matching_rows("cargo !exit"), [2]);
        assert_eq!(rows.matching_rows("build npm"), [1]);
        assert_eq!(rows.matching_rows("本"), [3]);
        assert!(rows.matching_rows("zzz").is_empty());
    }

    #[test]
    fn letter_by_letter_finds_what_the_whole_finds() {
        for query in ["cargo test", "cargo !exit", "run build", "a^", "'npm", "1M", "本 lo", "cargo$", "exit \\ x"] {
            let mut typed = rows();
            for end in query.char_indices().map(|(at, c)| at + c.len_utf8()) {
                assert_eq!(
                    typed.matching_rows(&query[..end]),
                    rows().matching_rows(&query[..end]),
                    "{}",
                    &query[..end]
                );
            }
            assert_eq!(typed.matching_rows(""), [0, 1, 2, 3]);
        }
    }

    #[test]
    fn a_row_that_was_taken_out_is_not_found_again() {
        let mut rows = rows();
        assert_eq!(rows.matching_rows("cargo"), [0, 2]);
        rows.remove_row(0);
        assert_eq!((rows.matching_rows("cargo"), rows.matching_rows(""), rows.len()), (vec![2], vec![1, 2, 3], 3));
    }

    #[test]
    fn places_count_characters() {
        let mut rows = rows();
        assert_eq!(rows.matched_characters(3, "語 log"), [2, 4, 5, 6]);
        assert_eq!(rows.matched_characters(0, "exit"), [27, 28, 29, 30]);
        assert!(rows.matched_characters(0, "").is_empty());
    }
}
