//! What the hub needs of search: an entry's masked text in parts, received sections, a question for another index.

use rust_stemmers::{Algorithm, Stemmer};

pub use super::feedback::stems_shared_by_prose_texts;
use super::query::{SplitQuestion, is_stop_word, split_query_terms};
pub use super::section_preparer::bucket_index_word;
use super::section_preparer::{SectionPreparer, stem_word};
use super::sections::{self, SectionRange};
use ctx_capture::record::view::EntryView;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind, NewSection, SectionOwner, Store};
use ctx_text::text::Text;

/// Text read at a time.
const PASSAGE: usize = 512 << 10;

/// A part of a text.
#[derive(Clone, Debug, Default)]
pub struct TextPart {
    pub lines: (u64, u64),
    pub title: Option<String>,
    pub text: String,
}

/// The parts of a text, with their total size.
#[derive(Debug, Default)]
pub struct TextParts {
    pub parts: Vec<TextPart>,
    pub bytes: usize,
    pub lines: u64,
}

/// The text of an entry in parts; none where it has none.
pub fn split_masked_entry_text_into_parts(
    store: &Store,
    entry: &Entry,
    masker: &Masker,
    most: usize,
) -> Result<Option<TextParts>> {
    let view = EntryView { store, entry, masker };
    if entry.blob.is_none() || view.binary_kind()?.is_some() {
        return Ok(None);
    }
    let mut parts = TextParts::default();
    if entry.kind == EntryKind::Note {
        let text = view.masked_text()?;
        parts.add_sections(
            &text,
            sections::split_document_into_sections(&text, entry.title.as_deref().unwrap_or_default()),
        );
    } else {
        let mut reached = 0;
        while parts.bytes < most {
            let piece = view.masked_lines_up_to_size(reached + 1, PASSAGE, true)?;
            let Some(last) = piece.len().checked_sub(1) else { break };
            parts.add_sections(&piece, sections::split_output_into_sections(&piece));
            reached = piece.raw_line_number(last);
        }
    }
    Ok(Some(parts))
}

impl TextParts {
    fn add_sections(&mut self, text: &Text, cuts: Vec<SectionRange>) {
        for cut in fill_gaps_between_sections(cuts, text.len()) {
            let mut own = String::new();
            let first = self.lines + 1;
            for at in cut.first..=cut.last {
                // Numbers are what references hold on to: a line that is missing stays an empty one.
                for _ in self.lines + 1..text.raw_line_number(at) {
                    own.push('\n');
                }
                self.lines = text.raw_line_number(at);
                own.push_str(text.line(at));
                own.push('\n');
            }
            self.bytes += own.len();
            let part = TextPart { lines: (first, self.lines), title: cut.title, text: own };
            self.parts.push(part);
        }
    }
}

/// Finds the words and codes of names; remembers stems between them.
#[derive(Default)]
pub struct NameTermExtractor(SectionPreparer);

impl NameTermExtractor {
    pub fn words_and_codes(&mut self, name: &str) -> (String, String) {
        self.0.add_name(0, name);
        let section = self.0.take_sections().pop();
        section.map(|section| (section.title_stems, section.codes)).unwrap_or_default()
    }
}

/// The same cuts, with what lies between them.
fn fill_gaps_between_sections(mut cuts: Vec<SectionRange>, lines: usize) -> Vec<SectionRange> {
    cuts.sort_by_key(|cut| cut.first);
    let mut all = Vec::with_capacity(cuts.len());
    let mut next = 0;
    for cut in cuts {
        if cut.last < next {
            continue;
        }
        if cut.first > next {
            all.push(SectionRange { first: next, last: cut.first - 1, title: None });
        }
        let first = cut.first.max(next);
        next = cut.last + 1;
        all.push(SectionRange { first, ..cut });
    }
    if next < lines {
        all.push(SectionRange { first: next, last: lines - 1, title: None });
    }
    all
}

/// Sections as they came from elsewhere, prepared for an index here.
pub fn prepare_received_sections<'t>(
    parts: impl Iterator<Item = (i64, (u64, u64), Option<String>, &'t str)>,
) -> Vec<NewSection> {
    let mut preparer = SectionPreparer::default();
    for (blob, lines, title, text) in parts {
        preparer.add_section(SectionOwner::Blob(blob), lines, title, text.lines());
    }
    preparer.take_sections()
}

/// The names of entries, prepared likewise.
pub fn prepare_sections_of_entry_names<'t>(names: impl Iterator<Item = (i64, &'t str)>) -> Vec<NewSection> {
    let mut preparer = SectionPreparer::default();
    names.for_each(|(row, name)| preparer.add_name(row, name));
    preparer.take_sections()
}

/// A question as far as an index elsewhere has to know it.
#[derive(Debug, Default)]
pub struct HubQuestion {
    /// Words with their stems, and whether a typo is to be expected.
    pub words: Vec<(String, String, bool)>,
    /// Codes that stand together.
    pub codes: Vec<Vec<u32>>,
}

pub fn parse_question_for_hub(question: &str) -> HubQuestion {
    let stemmer = Stemmer::create(Algorithm::English);
    let parsed = SplitQuestion::new(question);
    let mut asked = HubQuestion::default();
    for atom in parsed.quoted.iter().chain(&parsed.atoms) {
        let taken = split_query_terms(atom);
        if !taken.codes.is_empty() {
            asked.codes.push(taken.codes);
        }
        let lone = taken.words.is_empty() && atom.chars().all(char::is_alphanumeric);
        let words = taken.words.into_iter().chain(lone.then(|| (atom.to_lowercase(), false)));
        for (word, natural) in words {
            if !asked.words.iter().any(|(known, ..)| *known == word) {
                let stem = stem_word(&stemmer, &word);
                asked.words.push((word, stem, natural));
            }
        }
    }
    if asked.words.iter().any(|(word, ..)| !is_stop_word(word)) {
        asked.words.retain(|(word, ..)| !is_stop_word(word));
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(first: usize, last: usize) -> SectionRange {
        SectionRange { first, last, title: Some("t".into()) }
    }

    #[test]
    fn every_line_is_in_one_part() {
        let spans = |cuts: Vec<SectionRange>, lines| {
            fill_gaps_between_sections(cuts, lines)
                .iter()
                .map(|cut| (cut.first, cut.last, cut.title.is_some()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            spans(vec![cut(2, 3), cut(5, 5)], 8),
            [(0, 1, false), (2, 3, true), (4, 4, false), (5, 5, true), (6, 7, false)]
        );
        assert_eq!(spans(vec![cut(0, 4), cut(0, 4), cut(3, 6)], 7), [(0, 4, true), (5, 6, true)]);
        assert_eq!(spans(vec![], 2), [(0, 1, false)]);
        assert!(spans(vec![], 0).is_empty());
    }

    #[test]
    fn a_question_gives_words_and_codes() {
        let asked = parse_question_for_hub("why does the connection fail at 10.0.0.17 E0308");
        let words: Vec<&str> = asked.words.iter().map(|(word, ..)| word.as_str()).collect();
        assert!(words.contains(&"connection") && words.contains(&"fail") && !words.contains(&"the"));
        assert!(!asked.codes.is_empty());
    }
}
