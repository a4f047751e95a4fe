//! Relevance feedback: the best sections lend the question their most telling words, and it is asked once more.
//! Texts often use other words than the question for the same thing, and the best sections contain those words.

use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};

use super::candidates::{CandidateSection, is_message_or_output, is_source_file};
use super::query::{Query, idf, is_stop_word};
use super::section_preparer::stem_word;
use super::section_texts::SectionTextCache;
use super::terms::{TermSink, TermSplitter};
use ctx_model::error::Result;
use ctx_store::Store;

/// Sections that lend.
const LENDERS: usize = 10;
/// Words that they lend together.
const LENT: usize = 25;
/// Weight of the most telling one; a word of the question weighs 1.
const WEIGHT: f64 = 0.8;
/// At least this many sections must have a word.
const SHARED: u32 = 2;
/// A text is prose from this share of words like `the` and `of`. Abstracts have four in ten, code one.
const PROSE: f64 = 0.25;
/// A text with fewer words is a title, and too short to tell prose from code.
const SHORT: u32 = 24;
/// Saturation of the number of times that a section has a word, as in BM25.
const SATURATION: f64 = 1.2;
/// A question of one word is exact if at most this many sections have it: it wants those.
const RARE: u64 = 10;

/// Lends words to the question; false if it is exact, or if most of the best sections are not prose.
pub fn expand_query_from_top_sections(
    store: &Store,
    query: &mut Query,
    found: &[CandidateSection],
    texts: &mut SectionTextCache<'_>,
    total: u64,
) -> Result<bool> {
    let rare = matches!(query.slots.as_slice(), [] | [_]) && query.slots.iter().all(|slot| slot.sections <= RARE);
    if query.question_names_exact_target() || rare {
        return Ok(false);
    }
    let best: Vec<&CandidateSection> = found.iter().filter(|one| one.section.blob.is_some()).take(LENDERS).collect();
    let mut lenders = Vec::new();
    for candidate in &best {
        let entry = &candidate.entries[0];
        // Messages and outputs repeat what hosts and tools always print: only documents lend.
        if !is_source_file(entry) && !is_message_or_output(entry) {
            let lines = texts.cached_lines(entry, &candidate.section)?.iter().map(|(_, line)| &**line);
            let lender = QueryExpansionSection::of_lines(candidate.score, lines);
            lenders.extend(Some(lender).filter(QueryExpansionSection::is_prose));
        }
    }
    if 2 * lenders.len() <= best.len() {
        return Ok(false);
    }
    add_words_shared_by_sections(store, query, &lenders, total)
}

/// A section that lends, and how often it has each word.
#[derive(Default)]
struct QueryExpansionSection {
    score: f64,
    /// All words, and how many of them are stop words.
    length: u32,
    stops: u32,
    words: HashMap<String, u32>,
}

impl TermSink for QueryExpansionSection {
    fn add_word(&mut self, word: &str, natural: bool) {
        self.length += 1;
        if is_stop_word(word) {
            self.stops += 1;
        } else if natural {
            match self.words.get_mut(word) {
                Some(times) => *times += 1,
                None => drop(self.words.insert(word.to_owned(), 1)),
            }
        }
    }

    fn add_code(&mut self, _: u32) {}
}

impl QueryExpansionSection {
    fn of_lines<'l>(score: f64, lines: impl Iterator<Item = &'l str>) -> QueryExpansionSection {
        let mut lender = QueryExpansionSection { score, ..QueryExpansionSection::default() };
        let mut terms = TermSplitter::default();
        lines.for_each(|line| terms.for_each_term(line, &mut lender));
        lender
    }

    /// Only prose lends. In code and in output of tools, words stand together because of their form, not because of
    /// their meaning: there, feedback made answers worse.
    fn is_prose(&self) -> bool {
        self.length > 0 && (self.length < SHORT || f64::from(self.stops) >= PROSE * f64::from(self.length))
    }
}

/// Stems that several of these texts have: what they may lend to a question. Only prose lends.
pub fn stems_shared_by_prose_texts<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let lenders = texts.map(|text| QueryExpansionSection::of_lines(1.0, text.lines()));
    let lenders: Vec<QueryExpansionSection> = lenders.filter(QueryExpansionSection::is_prose).collect();
    let shared = stem_weights(&lenders).into_iter().filter(|(_, (_, holders))| *holders >= SHARED);
    shared.map(|(stem, _)| stem).collect()
}

/// The stems of the lenders: how telling each is of them, and how many have it.
fn stem_weights(lenders: &[QueryExpansionSection]) -> HashMap<String, (f64, u32)> {
    let stemmer = Stemmer::create(Algorithm::English);
    let sum: f64 = lenders.iter().map(|lender| lender.score).sum();
    let average = lenders.iter().map(|lender| f64::from(lender.length)).sum::<f64>() / lenders.len().max(1) as f64;
    let mut telling: HashMap<String, (f64, u32)> = HashMap::new();
    for lender in lenders {
        let mut stems: HashMap<String, u32> = HashMap::new();
        for (word, times) in &lender.words {
            *stems.entry(stem_word(&stemmer, word)).or_default() += times;
        }
        let norm = SATURATION * (0.25 + 0.75 * f64::from(lender.length) / average.max(1.0));
        for (stem, times) in stems {
            let (value, holders) = telling.entry(stem).or_default();
            *value += lender.score / sum * f64::from(times) / (f64::from(times) + norm);
            *holders += 1;
        }
    }
    telling
}

/// Takes the most telling words that several lenders share. A word of the question gains weight; the others are lent.
fn add_words_shared_by_sections(
    store: &Store,
    query: &mut Query,
    lenders: &[QueryExpansionSection],
    total: u64,
) -> Result<bool> {
    let mut best = Vec::new();
    for (stem, (value, holders)) in stem_weights(lenders) {
        if holders < SHARED {
            continue;
        }
        let seen = store.count_sections_ever_with_stem(&stem)?;
        if seen > 0 {
            let idf = idf(seen, total);
            best.push((stem, value * f64::from(idf), idf));
        }
    }
    best.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    best.truncate(LENT);
    let Some(most) = best.first().map(|(_, value, _)| *value) else { return Ok(false) };
    for (stem, value, idf) in best {
        let weight = (WEIGHT * value / most) as f32;
        let is_way = |(stems, _): &(Vec<String>, f32)| stems.as_slice() == [stem.as_str()];
        match query.slots.iter_mut().find(|slot| slot.ways.iter().any(is_way)) {
            Some(slot) => slot.weight += weight,
            None => query.lent.push((stem, weight * idf)),
        }
    }
    Ok(true)
}
