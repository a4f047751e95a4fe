//! Turns a question as typed into slots: what to look for, the weight of each word, and corrections.

use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};

use super::correct;
use super::prepare::{code_word, stem};
use super::synonyms;
use super::terms::{Sink, Terms};
use crate::error::Result;
use ctx_store::{PhraseSpec, Store, Word};

/// Words that say nothing beside others.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "before", "being", "between", "both", "but", "by", "can", "could", "did", "do", "does", "doing", "during", "each",
    "for", "from", "further", "had", "has", "have", "having", "he", "her", "here", "him", "his", "how", "i", "if",
    "in", "into", "is", "it", "its", "just", "me", "more", "most", "my", "no", "nor", "not", "of", "off", "on", "once",
    "only", "or", "other", "our", "out", "over", "own", "same", "she", "should", "so", "some", "such", "than", "that",
    "the", "their", "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under",
    "until", "up", "very", "was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "why",
    "will", "with", "would", "you", "your",
];
/// A beginning of words this much more frequent than the nearest word is meant as a beginning.
const MUCH_MORE: u64 = 4;
/// A word in at most `RARE` sections may be a typo of one in `FREQUENT` times as many.
const RARE: u64 = 2;
const FREQUENT: u64 = 60;
/// Words that a typo may stand for.
const MEANT: usize = 3;
/// Weight of those after the first.
const MEANT_LESS: f32 = 0.3;
/// Words looked at when a piece of a word was given.
const EXPANSION: u32 = 24;
/// Sections that a question may touch before only its rarer words choose them.
const TOUCHED: u64 = 2_500;

/// Weight of another word for the same thing, in a question of at least `WORDED` words.
pub(super) const OTHER_WORD: f32 = 0.2;
const WORDED: usize = 3;
/// At most this many words of a question are looked for: in a longer one, the most telling.
const MOST: usize = 64;
/// A question with this many words is a sentence, whatever else is in it.
const SENTENCE: usize = 4;
/// Words of it that are corrected, or taken for pieces of others: each is compared with the whole vocabulary.
const MOST_WRONG: usize = 12;

/// The question, taken apart but not yet looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    pub atoms: Vec<String>,
    pub quoted: Vec<String>,
    pub excluded: Vec<String>,
}

impl Parsed {
    pub fn new(text: &str) -> Parsed {
        let mut parsed = Parsed::default();
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
            // A question that begins with `-Wall` is about that; a word that must not be there comes behind others.
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
}

/// One thing to look for.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Phrases of stems, any of which will do, with their weights.
    pub ways: Vec<(Vec<String>, f32)>,
    /// Stems of other words for it: they never find a section, they help it.
    pub others: Vec<String>,
    pub idf: f32,
    /// Sections it was seen in, about.
    pub sections: u64,
    /// How often the question says it.
    pub times: u32,
    /// It must be there.
    pub required: bool,
}

/// A question that can be asked.
#[derive(Debug, Default)]
pub struct Query {
    pub text: String,
    pub slots: Vec<Slot>,
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
    /// Some slot was found as a part of longer words.
    pub by_part: bool,
    /// How many words have no signs or digits in them.
    pub plain: usize,
    /// Stems that the best sections lent, with their weights.
    pub lent: Vec<(String, f32)>,
}

/// A word of the question, and how often it is there.
struct Said {
    word: String,
    natural: bool,
    stem: String,
    times: u32,
}

#[derive(Default)]
pub(super) struct Taken {
    pub words: Vec<(String, bool)>,
    pub codes: Vec<u32>,
}

impl Sink for Taken {
    fn word(&mut self, word: &str, natural: bool) {
        self.words.push((word.to_owned(), natural));
    }
    fn code(&mut self, bucket: u32) {
        self.codes.push(bucket);
    }
}

pub(super) fn take(text: &str) -> Taken {
    let mut taken = Taken::default();
    Terms::default().each(text, &mut taken);
    taken
}

impl Query {
    pub fn look_up(store: &Store, text: &str, total: u64) -> Result<Query> {
        let stemmer = Stemmer::create(Algorithm::English);
        let parsed = Parsed::new(text);
        let mut query = Query { text: text.to_owned(), ..Query::default() };
        for quoted in parsed.quoted.iter().take(MOST) {
            query.quote(store, &stemmer, quoted, total)?;
        }
        let mut words: Vec<(String, bool)> = Vec::new();
        for atom in &parsed.atoms {
            let taken = take(atom);
            if !taken.codes.is_empty() && query.codes.len() < MOST {
                query.codes.push((code_expression(&taken.codes), atom.clone()));
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
        for said in most_telling(store, distinct(&stemmer, words), total)? {
            query.word(store, &stemmer, &said, total)?;
        }
        if query.slots.len() >= WORDED && !query.is_exact() {
            query.add_other_words(store, &stemmer)?;
        }
        for excluded in parsed.excluded.iter().take(MOST) {
            let stems: Vec<String> = take(excluded).words.iter().map(|(word, _)| stem(&stemmer, word)).collect();
            if !stems.is_empty() {
                query.excluded.push(stems);
            }
        }
        Ok(query)
    }

    /// True if the question names its target: quoted text, codes, places. A number in a sentence is no such name.
    pub fn is_exact(&self) -> bool {
        let names = !self.codes.is_empty() || !self.exact.is_empty();
        !self.literal.is_empty() || (names && self.plain < SENTENCE)
    }

    fn quote(&mut self, store: &Store, stemmer: &Stemmer, quoted: &str, total: u64) -> Result<()> {
        let taken = take(quoted);
        // The text itself is compared in the end: the index has to find the place only.
        let stems: Vec<String> = taken.words.iter().take(MOST).map(|(word, _)| stem(stemmer, word)).collect();
        self.literal.push(quoted.to_lowercase());
        if !taken.codes.is_empty() {
            self.codes.push((code_expression(&taken.codes[..taken.codes.len().min(MOST)]), quoted.to_owned()));
        }
        if stems.is_empty() {
            return Ok(());
        }
        let mut sections = u64::MAX;
        for stem in &stems {
            sections = sections.min(store.sections_with(stem)?);
        }
        let slot = Slot {
            ways: vec![(stems, 1.0)],
            others: Vec::new(),
            idf: idf(sections, total),
            sections,
            times: 1,
            required: true,
        };
        self.slots.push(slot);
        Ok(())
    }

    fn word(&mut self, store: &Store, stemmer: &Stemmer, said: &Said, total: u64) -> Result<()> {
        let Said { word, natural, stem: stemmed, times } = said;
        let (word, natural, times) = (word.as_str(), *natural, *times);
        let known = |way: &[(Vec<String>, f32)]| way.iter().any(|(stems, _)| stems.as_slice() == [stemmed.as_str()]);
        if self.slots.iter().any(|slot| known(&slot.ways)) {
            return Ok(());
        }
        let mut sections = store.sections_with(stemmed)?;
        let mut ways = Vec::new();
        if sections > 0 {
            ways.push((vec![stemmed.clone()], 1.0));
            // Somebody else's typo is in the index, too: a rare word beside a very frequent one is meant as that one.
            if natural && sections <= RARE && word.len() > 3 {
                let near = correct::nearest(store, word, 2)?.into_iter().find(|near| near.distance == 1);
                if let Some(near) = near.filter(|near| near.sections >= sections * FREQUENT) {
                    ways.push((vec![stem(stemmer, &near.word)], 0.9));
                }
            }
        } else {
            let parts = self.parts(store, word)?;
            let begun: u64 = parts.iter().filter(|part| part.word.starts_with(word)).map(|part| part.sections).sum();
            let near =
                if natural && word.chars().count() >= 3 { correct::nearest(store, word, MEANT)? } else { Vec::new() };
            // A word that is not there is a typo, unless it is how much more frequent words begin.
            if near.first().is_some_and(|near| begun < MUCH_MORE * near.sections) {
                for other in near.iter().filter(|other| other.distance == near[0].distance) {
                    let stemmed = stem(stemmer, &other.word);
                    let there = store.sections_with(&stemmed)?;
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
        } else {
            self.slots.push(Slot {
                ways,
                others: Vec::new(),
                idf: idf(sections, total),
                sections,
                times,
                required: false,
            });
        }
        Ok(())
    }

    /// Other words for the words of the question, as far as they are in the index.
    fn add_other_words(&mut self, store: &Store, stemmer: &Stemmer) -> Result<()> {
        let asked: Vec<String> =
            self.slots.iter().flat_map(|slot| &slot.ways).flat_map(|(stems, _)| stems.clone()).collect();
        for slot in self.slots.iter_mut().filter(|slot| !slot.required) {
            let Some(own) = slot.ways.first().and_then(|(stems, _)| stems.first()).cloned() else { continue };
            for other in synonyms::of(&own, |word| stem(stemmer, word)) {
                if !asked.contains(&other) && store.sections_seen(&other)? > 0 {
                    slot.others.push(other);
                }
            }
        }
        Ok(())
    }

    /// Longer words that this is a piece of.
    fn parts(&self, store: &Store, word: &str) -> Result<Vec<Word>> {
        let parts = match word.chars().count() {
            0 => return Ok(Vec::new()),
            1 | 2 if word.is_ascii() => return Ok(Vec::new()),
            1 | 2 => store.words_with_start(word, EXPANSION)?,
            _ => store.words_with_part(word, EXPANSION)?,
        };
        let mut there = Vec::new();
        for part in parts {
            if store.sections_with(&part.stem)? > 0 {
                there.push(part);
            }
        }
        Ok(there)
    }

    /// The words as an FTS5 expression with what each phrase of it weighs, and whether only the newest are to be seen.
    pub fn expression(&self) -> Option<(String, Vec<PhraseSpec>, bool)> {
        if self.slots.is_empty() {
            return None;
        }
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        order.sort_by_key(|&slot| self.slots[slot].sections);
        let mut touched = 0;
        let choosing: Vec<usize> = order
            .iter()
            .copied()
            .enumerate()
            .take_while(|&(place, slot)| {
                touched += self.slots[slot].sections;
                place == 0 || touched <= TOUCHED
            })
            .map(|(_, slot)| slot)
            .collect();
        let too_common = self.slots[order[0]].sections > TOUCHED;
        let mut phrases = Vec::new();
        let mut groups = Vec::new();
        for slot in (0..self.slots.len()).filter(|&slot| self.slots[slot].required) {
            groups.push(self.any_of(&[slot], 0.0, &mut phrases));
        }
        let helped = self.slots.iter().any(|slot| !slot.others.is_empty());
        if groups.is_empty() && (choosing.len() < self.slots.len() || helped) {
            groups.push(self.any_of(&choosing, 0.0, &mut phrases));
        }
        let all: Vec<usize> = (0..self.slots.len()).collect();
        if !self.lent.is_empty() {
            // A section with none of the question's own words is no answer.
            if groups.is_empty() {
                groups.push(self.any_of(&all, 0.0, &mut phrases));
            }
            let mut asked = self.any_of(&all, 1.0, &mut phrases);
            asked.pop();
            for (at, (stem, weight)) in self.lent.iter().enumerate() {
                asked.push_str(&format!(" OR {}", quoted(std::slice::from_ref(stem))));
                phrases.push(PhraseSpec { slot: (self.slots.len() + at) as u32, weight: 1.0, idf: *weight });
            }
            groups.push(format!("{asked})"));
        } else {
            groups.push(self.any_of(&all, 1.0, &mut phrases));
        }
        let mut expression = groups.join(" AND ");
        if !self.excluded.is_empty() {
            let out: Vec<String> = self.excluded.iter().map(|stems| quoted(stems)).collect();
            phrases.extend(out.iter().map(|_| PhraseSpec { slot: 0, weight: 0.0, idf: 0.0 }));
            expression = format!("({expression}) NOT ({})", out.join(" OR "));
        }
        Some((expression, phrases, too_common))
    }

    fn any_of(&self, slots: &[usize], weight: f32, phrases: &mut Vec<PhraseSpec>) -> String {
        let mut ways = Vec::new();
        for &slot in slots {
            let Slot { ways: own, others, idf, times, .. } = &self.slots[slot];
            let idf = idf * *times as f32;
            for (stems, own) in own {
                ways.push(quoted(stems));
                phrases.push(PhraseSpec { slot: slot as u32, weight: weight * own, idf });
            }
            // Without a weight, the words only choose.
            for other in others.iter().filter(|_| weight > 0.0) {
                ways.push(quoted(std::slice::from_ref(other)));
                phrases.push(PhraseSpec { slot: slot as u32, weight: weight * OTHER_WORD, idf });
            }
        }
        format!("({})", ways.join(" OR "))
    }
}

/// The words in the order in which they are first said.
fn distinct(stemmer: &Stemmer, words: Vec<(String, bool)>) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (word, natural) in words {
        let stem = stem(stemmer, &word);
        match places.get(&stem) {
            Some(&at) => all[at].times += 1,
            None => {
                places.insert(stem.clone(), all.len());
                all.push(Said { word, natural, stem, times: 1 });
            }
        }
    }
    all
}

/// The most telling words of a very long question, still in order.
fn most_telling(store: &Store, said: Vec<Said>, total: u64) -> Result<Vec<Said>> {
    if said.len() <= MOST_WRONG {
        return Ok(said);
    }
    let (mut worth, mut wrong) = (Vec::with_capacity(said.len()), 0);
    for (at, word) in said.iter().enumerate() {
        match store.sections_seen(&word.stem)? {
            0 if wrong == MOST_WRONG => {}
            0 => {
                wrong += 1;
                worth.push((f32::INFINITY, at));
            }
            seen => worth.push((idf(seen, total) * word.times as f32, at)),
        }
    }
    worth.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    worth.truncate(MOST);
    let mut kept: Vec<usize> = worth.into_iter().map(|(_, at)| at).collect();
    kept.sort_unstable();
    let mut kept = kept.into_iter().peekable();
    Ok(said.into_iter().enumerate().filter(|(at, _)| kept.next_if_eq(at).is_some()).map(|(_, said)| said).collect())
}

/// Stems hold no quote: they are letters, digits and characters beyond ASCII.
fn quoted(stems: &[String]) -> String {
    format!("\"{}\"", stems.join(" "))
}

fn code_expression(codes: &[u32]) -> String {
    codes.iter().map(|&code| format!("\"{}\"", code_word(code))).collect::<Vec<_>>().join(" AND ")
}

/// True for a word that says nothing beside others.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

pub fn idf(sections: u64, total: u64) -> f32 {
    let (seen, all) = (sections as f64, total.max(sections) as f64);
    (1.0 + (all - seen + 0.5) / (seen + 0.5)).ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_once_each_and_stop_words_are_in_order() {
        let words = ["flow", "flows", "plate", "flow"].map(|word| (word.to_owned(), true));
        let said = distinct(&Stemmer::create(Algorithm::English), words.to_vec());
        let said: Vec<(&str, u32)> = said.iter().map(|said| (said.stem.as_str(), said.times)).collect();
        assert_eq!(said, [("flow", 3), ("plate", 1)]);
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn a_number_in_a_sentence_is_no_name() {
        let exact = |text: &str| {
            let dir = tempfile::tempdir().unwrap();
            Query::look_up(&Store::open(dir.path()).unwrap(), text, 0).unwrap().is_exact()
        };
        for text in ["src/main.rs:42", "E0308", "\"timed out\"", "mismatched types src/main.rs:42", "port 8080"] {
            assert!(exact(text), "{text}");
        }
        for text in ["cap jitter", "heat transfer to a blunt body at mach 5 in hypersonic flow"] {
            assert!(!exact(text), "{text}");
        }
    }

    #[test]
    fn quotes_and_exclusions_are_told_from_words() {
        let parsed = Parsed::new("connect \"timed out\" -retry --release - \"open");
        assert_eq!(parsed.atoms, ["connect", "--release", "-", "\"open"]);
        assert_eq!(parsed.quoted, ["timed out"]);
        assert_eq!(parsed.excluded, ["retry"]);
    }
}
