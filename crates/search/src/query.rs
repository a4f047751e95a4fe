//! Turns a question as typed into slots: what to look for, the weight of each word, and corrections.

use rust_stemmers::{Algorithm, Stemmer};

use super::correct;
use super::english;
use super::question::{MOST, QuestionWord, distinct_words_with_counts, keep_rarest_words};
use super::section_preparer::{bucket_index_word, stem_word};
use super::split_question::{SENTENCE, is_request_phrasing, stop_word_share};
pub use super::split_question::{SplitQuestion, is_stop_word};
use super::synonyms;
use super::terms::{TermSink, TermSplitter};
use ctx_model::error::Result;
use ctx_store::{Store, VocabularyWord};

/// Weight of a word that only phrases the request.
const PHRASING: f32 = 0.3;
/// A beginning of words this much more frequent than the nearest word is meant as a beginning.
const MUCH_MORE: u64 = 4;
/// A word in at most `RARE` sections may be a typo of one in `FREQUENT` times as many.
const RARE: u64 = 2;
const FREQUENT: u64 = 60;
/// Shorter words are abbreviations: each of them is one letter away from others.
const SPELT: usize = 4;
/// Words that a typo may stand for.
const MEANT: usize = 3;
/// Weight of those after the first.
const MEANT_LESS: f32 = 0.3;
/// Words looked at when a piece of a word was given.
const EXPANSION: u32 = 24;
/// Weight of another word for the same thing, in a question of at least `WORDED` words.
pub(super) const OTHER_WORD: f32 = 0.2;
const WORDED: usize = 3;

/// One thing to look for.
#[derive(Clone, Debug)]
pub struct QueryTermAlternatives {
    /// Phrases of stems, any of which will do, with their weights.
    pub ways: Vec<(Vec<String>, f32)>,
    /// Stems of other words for it: they never find a section, they help it.
    pub others: Vec<String>,
    pub idf: f32,
    /// Sections it was seen in, about.
    pub sections: u64,
    /// How often the question says it; less for a word that only phrases the request, more for one that the best
    /// sections share.
    pub weight: f32,
    /// It must be there.
    pub required: bool,
    /// It stands for a word that is not there: the question must be met by its other words, too.
    pub corrected: bool,
}

/// A question that can be asked.
#[derive(Debug, Default)]
pub struct Query {
    pub text: String,
    pub slots: Vec<QueryTermAlternatives>,
    pub excluded: Vec<Vec<String>>,
    /// Codes that must stand together, one list for each part of the question that has some, with that part.
    pub codes: Vec<(String, String)>,
    /// Parts that must be found as they were written: quoted text.
    pub literal: Vec<String>,
    /// Parts with signs or digits in them, which lines are better for having literally.
    pub exact: Vec<String>,
    pub corrected: Vec<(String, String)>,
    /// Words that are neither there nor near to one that is.
    pub unknown: Vec<String>,
    /// How many of them are plain words: the question is about them.
    pub absent: usize,
    /// The words that are there as they were asked for.
    pub present: Vec<String>,
    /// Some slot was found as a part of longer words.
    pub by_part: bool,
    /// How many words have no signs or digits in them.
    pub plain: usize,
    /// Stems that the best sections lent, with their weights.
    pub lent: Vec<(String, f32)>,
}

#[derive(Default)]
pub(super) struct QueryTerms {
    pub words: Vec<(String, bool)>,
    pub codes: Vec<u32>,
}

impl TermSink for QueryTerms {
    fn add_word(&mut self, word: &str, natural: bool) {
        self.words.push((word.to_owned(), natural));
    }
    fn add_code(&mut self, bucket: u32) {
        self.codes.push(bucket);
    }
}

pub(super) fn split_query_terms(text: &str) -> QueryTerms {
    let mut taken = QueryTerms::default();
    TermSplitter::default().for_each_term(text, &mut taken);
    taken
}

impl Query {
    pub fn parse_and_look_up_words(store: &Store, text: &str, total: u64) -> Result<Query> {
        let stemmer = Stemmer::create(Algorithm::English);
        let parsed = SplitQuestion::new(text);
        let mut query = Query { text: text.to_owned(), ..Query::default() };
        let mut words: Vec<(String, bool)> = Vec::new();
        let in_sentence = parsed.has_sentence_beside_quotes();
        for quoted in parsed.quoted.iter().take(MOST) {
            if in_sentence {
                // A sentence quotes a name or a term; texts that say the same without it are answers, too.
                words.extend(split_query_terms(quoted).words);
                query.exact.push(quoted.to_lowercase());
            } else {
                query.add_quote(store, &stemmer, quoted, total)?;
            }
        }
        for atom in &parsed.atoms {
            let taken = split_query_terms(atom);
            if !taken.codes.is_empty() && query.codes.len() < MOST {
                query.codes.push((fts_code_expression(&taken.codes), atom.clone()));
            }
            let exact = atom.trim_matches(|c: char| c.is_ascii_punctuation() && !"_/#@$".contains(c));
            if exact.contains(|c: char| c.is_numeric() || "_/.:=#@$\\".contains(c)) {
                if query.exact.len() < MOST {
                    query.exact.push(exact.to_lowercase());
                }
            } else {
                query.plain += usize::from(!is_stop_word(&exact.to_lowercase()));
            }
            // How the index holds `e0308` depends on how it was written there: try it as a word, too.
            let lone = taken.words.is_empty()
                && atom.chars().all(char::is_alphanumeric)
                && atom.chars().any(char::is_alphabetic);
            words.extend(taken.words);
            if lone {
                words.push((atom.to_lowercase(), false));
            }
        }
        let useful = |(word, _): &&(String, bool)| !is_stop_word(word);
        if words.iter().any(|word| useful(&word)) || !query.slots.is_empty() {
            words.retain(|word| useful(&word));
        }
        let said = keep_rarest_words(store, distinct_words_with_counts(&stemmer, words), total)?;
        let is_sentence = said.len() >= SENTENCE;
        let is_alone = said.len() == 1;
        for said in said {
            let weak = is_sentence && is_request_phrasing(&said.word);
            query.add_word(store, &stemmer, &said, (weak, is_alone), total)?;
        }
        if query.slots.len() >= WORDED && !query.question_names_exact_target() {
            query.add_synonyms(store, &stemmer)?;
        }
        for excluded in parsed.excluded.iter().take(MOST) {
            let stems: Vec<String> =
                split_query_terms(excluded).words.iter().map(|(word, _)| stem_word(&stemmer, word)).collect();
            if !stems.is_empty() {
                query.excluded.push(stems);
            }
        }
        Ok(query)
    }

    /// True if the question names its target: quoted text, codes, places. A number in a sentence is not such a name.
    pub fn question_names_exact_target(&self) -> bool {
        let names = !self.codes.is_empty() || !self.exact.is_empty();
        !self.literal.is_empty() || (names && self.plain < SENTENCE)
    }

    /// True if the question is a sentence as people speak, not a row of words: it has words like `the` and `was` in it.
    pub(super) fn is_natural_sentence(&self) -> bool {
        const SPOKEN: f64 = 0.25;
        self.plain >= SENTENCE
            && !self.question_names_exact_target()
            && stop_word_share(std::iter::once(self.text.as_str())) >= SPOKEN
    }

    fn add_quote(&mut self, store: &Store, stemmer: &Stemmer, quoted: &str, total: u64) -> Result<()> {
        let taken = split_query_terms(quoted);
        // The text itself is compared in the end: the index has to find the place only.
        let stems: Vec<String> = taken.words.iter().take(MOST).map(|(word, _)| stem_word(stemmer, word)).collect();
        self.literal.push(quoted.to_lowercase());
        if !taken.codes.is_empty() {
            self.codes.push((fts_code_expression(&taken.codes[..taken.codes.len().min(MOST)]), quoted.to_owned()));
        }
        if stems.is_empty() {
            return Ok(());
        }
        let mut sections = u64::MAX;
        for stem in &stems {
            sections = sections.min(store.count_sections_with_stem(stem)?);
        }
        let slot = QueryTermAlternatives {
            ways: vec![(stems, 1.0)],
            others: Vec::new(),
            idf: idf(sections, total),
            sections,
            weight: 1.0,
            required: true,
            corrected: false,
        };
        self.slots.push(slot);
        Ok(())
    }

    fn add_word(
        &mut self,
        store: &Store,
        stemmer: &Stemmer,
        asked: &QuestionWord,
        (weak, is_alone): (bool, bool),
        total: u64,
    ) -> Result<()> {
        let QuestionWord { word, natural, stem: stemmed, times } = asked;
        // A word of the language is meant as it stands: it is not a typo of another one.
        let is_english = *natural && english::is_english_word(word);
        let (word, natural) = (word.as_str(), *natural && !is_english);
        let weight = if weak { PHRASING * *times as f32 } else { *times as f32 };
        let known = |way: &[(Vec<String>, f32)]| way.iter().any(|(stems, _)| stems.as_slice() == [stemmed.as_str()]);
        if self.slots.iter().any(|slot| known(&slot.ways)) {
            return Ok(());
        }
        let mut sections = store.count_sections_with_stem(stemmed)?;
        let mut ways = Vec::new();
        if sections > 0 {
            self.present.push(word.to_owned());
            ways.push((vec![stemmed.clone()], 1.0));
            // Somebody else's typo is in the index, too: a rare word beside a very frequent one is meant as that one.
            if natural && sections <= RARE && word.len() > 3 {
                let near = correct::nearest_known_words(store, word, 2)?.into_iter().find(|near| near.distance == 1);
                if let Some(near) = near.filter(|near| near.sections >= sections * FREQUENT) {
                    ways.push((vec![stem_word(stemmer, &near.word)], 0.9));
                }
            }
        } else {
            // `late` among other words is not asked for as a part of `template`.
            let parts = if is_english && !is_alone { Vec::new() } else { self.longer_words_with(store, word)? };
            let begun: u64 = parts.iter().filter(|part| part.word.starts_with(word)).map(|part| part.sections).sum();
            let near = if natural && word.chars().count() >= SPELT {
                correct::nearest_known_words(store, word, MEANT)?
            } else {
                Vec::new()
            };
            // A word that is not there is a typo, unless it is how much more frequent words begin.
            if near.first().is_some_and(|near| begun < MUCH_MORE * near.sections) {
                for other in near.iter().filter(|other| other.distance == near[0].distance) {
                    let stemmed = stem_word(stemmer, &other.word);
                    let there = store.count_sections_with_stem(&stemmed)?;
                    if there == 0 || ways.iter().any(|(stems, _): &(Vec<String>, f32)| stems[0] == stemmed) {
                        continue;
                    }
                    // The other words of the question show which of several was meant.
                    let weight = if ways.is_empty() { 1.0 } else { MEANT_LESS };
                    if ways.is_empty() {
                        self.corrected.push((word.to_owned(), other.word.clone()));
                        sections = there;
                    }
                    ways.push((vec![stemmed], weight));
                }
            }
            let certain = !ways.is_empty();
            self.by_part |= !parts.is_empty();
            for part in parts {
                let weight = match (certain, part.word.starts_with(word)) {
                    (true, _) => 0.2,
                    (false, true) => 0.8,
                    (false, false) => 0.6,
                };
                if !ways.iter().any(|(stems, _)| stems[0] == part.stem) {
                    sections += if certain { 0 } else { part.sections };
                    ways.push((vec![part.stem], weight));
                }
            }
        }
        if ways.is_empty() {
            self.unknown.push(word.to_owned());
            // A name that is nowhere counts as much as a word of the language.
            self.absent += usize::from(asked.natural);
        } else {
            self.slots.push(QueryTermAlternatives {
                ways,
                others: Vec::new(),
                idf: idf(sections, total),
                sections,
                weight,
                required: false,
                corrected: self.corrected.last().is_some_and(|(wrong, _)| wrong == word),
            });
        }
        Ok(())
    }

    /// Other words for the words of the question, as far as they are in the index.
    fn add_synonyms(&mut self, store: &Store, stemmer: &Stemmer) -> Result<()> {
        let asked: Vec<String> =
            self.slots.iter().flat_map(|slot| &slot.ways).flat_map(|(stems, _)| stems.clone()).collect();
        for slot in self.slots.iter_mut().filter(|slot| !slot.required) {
            let Some(own) = slot.ways.first().and_then(|(stems, _)| stems.first()).cloned() else { continue };
            for other in synonyms::synonyms_of(&own, |word| stem_word(stemmer, word)) {
                if !asked.contains(&other) && store.count_sections_ever_with_stem(&other)? > 0 {
                    slot.others.push(other);
                }
            }
        }
        Ok(())
    }

    /// Longer words that this is a piece of.
    fn longer_words_with(&self, store: &Store, word: &str) -> Result<Vec<VocabularyWord>> {
        let parts = match word.chars().count() {
            0 => return Ok(Vec::new()),
            1 | 2 if word.is_ascii() => return Ok(Vec::new()),
            1 | 2 => store.words_with_start(word, EXPANSION)?,
            _ => store.words_with_part(word, EXPANSION)?,
        };
        let mut there = Vec::new();
        for part in parts {
            if store.count_sections_with_stem(&part.stem)? > 0 {
                there.push(part);
            }
        }
        Ok(there)
    }
}

fn fts_code_expression(codes: &[u32]) -> String {
    codes.iter().map(|&code| format!("\"{}\"", bucket_index_word(code))).collect::<Vec<_>>().join(" AND ")
}

pub fn idf(sections: u64, total: u64) -> f32 {
    let (seen, all) = (sections as f64, total.max(sections) as f64);
    (1.0 + (all - seen + 0.5) / (seen + 0.5)).ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_a_sentence_is_no_name() {
        let exact = |text: &str| {
            let dir = tempfile::tempdir().unwrap();
            Query::parse_and_look_up_words(&Store::open(dir.path()).unwrap(), text, 0)
                .unwrap()
                .question_names_exact_target()
        };
        for text in ["src/main.rs:42", "E0308", "\"timed out\"", "mismatched types src/main.rs:42", "port 8080"] {
            assert!(exact(text), "{text}");
        }
        for text in ["cap jitter", "heat transfer to a blunt body at mach 5 in hypersonic flow"] {
            assert!(!exact(text), "{text}");
        }
    }

    #[test]
    fn a_sentence_has_words_between_the_words() {
        let query = |text: &str, plain: usize| Query { text: text.into(), plain, ..Query::default() };
        assert!(query("why could the new version not be uploaded although tagging worked", 6).is_natural_sentence());
        assert!(!query("flutter analyzer error count existing previously", 6).is_natural_sentence());
        assert!(!query("where is it", 0).is_natural_sentence());
    }
}
