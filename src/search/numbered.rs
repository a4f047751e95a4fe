//! Words as numbers, as an index elsewhere holds them: of a text that leaves, and of a question about such texts.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rust_stemmers::{Algorithm, Stemmer};
use sha2::{Digest, Sha256};

use super::cut::Part;
use super::prepare::{Fnv, stem};
use super::terms::{Sink, Terms};
use crate::store::WordCount;
use crate::ui::ceil;

/// Words remembered with their numbers.
const KNOWN: usize = 200_000;
/// Sections that a word is seen in before they are told again: so many, or three times as many as were told.
const OFTEN: u32 = 32;
/// Of one very long line, so much is indexed.
const LONG_LINE: usize = 64 << 10;
/// A longer word is somebody's data.
pub const LONGEST: usize = 200;

/// The number of a stem in a project, which the mark stands for.
pub fn of_stem(mark: &str, stem: &str) -> i32 {
    let hash = Sha256::new().chain_update(mark).chain_update(stem).finalize();
    i32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]])
}

/// The two numbers of a volatile token. Nearly every token is new, and a number that an index does not have yet costs it ten
/// times what one more place for a known one costs: so there are few numbers, side by side, and two of them name a token
/// nearly as well as its bucket does.
pub fn of_code(mark: &str, bucket: u32) -> [i32; 2] {
    both(of_stem(mark, ""), bucket)
}

fn both(first: i32, bucket: u32) -> [i32; 2] {
    [first ^ (bucket & 0xfff).cast_signed(), first ^ (0x1000 | (bucket >> 6 & 0xfff)).cast_signed()]
}

/// Finds the words of texts of one project, and counts the sections that have them.
pub struct Numbers {
    mark: String,
    codes: i32,
    terms: Terms,
    stemmer: Stemmer,
    known: HashMap<Box<str>, Known, BuildHasherDefault<Fnv>>,
    section: u32,
    found: Vec<i32>,
}

struct Known {
    term: i32,
    stem: Option<Box<str>>,
    natural: bool,
    /// The last section it was seen in, in how many since they were told last, and in how many before.
    section: u32,
    sections: u32,
    told: u32,
}

impl Numbers {
    pub fn new(mark: &str) -> Numbers {
        Numbers {
            mark: mark.to_owned(),
            codes: of_stem(mark, ""),
            terms: Terms::default(),
            stemmer: Stemmer::create(Algorithm::English),
            known: HashMap::default(),
            section: 0,
            found: Vec::new(),
        }
    }

    /// The numbers of all words of these parts, in order, each once.
    pub fn of(&mut self, parts: &[Part]) -> Vec<i32> {
        let mut terms = std::mem::take(&mut self.terms);
        for part in parts {
            self.section += 1;
            let title = part.title.as_deref().into_iter();
            for line in title.chain(part.text.lines()) {
                terms.each(&line[..ceil(line, LONG_LINE.min(line.len()))], self);
            }
        }
        self.terms = terms;
        self.found.sort_unstable();
        self.found.dedup();
        let found = self.found.clone();
        self.found.clear();
        found
    }

    /// Words with the sections they were seen in since they were told last. A word that was told before waits until that
    /// is worth while, or until all are asked for that still change its weight.
    pub fn counted(&mut self, all: bool) -> HashMap<String, WordCount> {
        let full = self.known.len() > KNOWN;
        let mut counted = HashMap::new();
        for (word, known) in &mut self.known {
            let worth_while = known.told == 0 || known.sections >= (3 * known.told).max(OFTEN);
            // Fewer than an eighth more weigh nothing.
            let last = all && known.sections >= known.told / 8;
            if known.sections == 0 || !(worth_while || last || full) {
                continue;
            }
            let stem = known.stem.as_ref().unwrap_or(word).to_string();
            counted.insert(word.to_string(), WordCount { stem, natural: known.natural, sections: known.sections });
            known.told += std::mem::take(&mut known.sections);
        }
        if full {
            self.known.clear();
        }
        counted
    }
}

impl Sink for Numbers {
    fn word(&mut self, word: &str, natural: bool) {
        if let Some(known) = self.known.get_mut(word) {
            if known.section != self.section {
                (known.section, known.sections) = (self.section, known.sections + 1);
                self.found.push(known.term);
            }
            known.natural |= natural;
        } else if word.len() <= LONGEST {
            let stem = stem(&self.stemmer, word);
            let term = of_stem(&self.mark, &stem);
            self.found.push(term);
            let stem = (stem != word).then(|| stem.into_boxed_str());
            let known = Known { term, stem, natural, section: self.section, sections: 1, told: 0 };
            self.known.insert(word.into(), known);
        }
    }

    fn code(&mut self, bucket: u32) {
        self.found.extend(both(self.codes, bucket));
    }
}

/// Which words and codes of a question a text has.
pub struct Spotter {
    terms: Terms,
    words: HashMap<Box<str>, usize, BuildHasherDefault<Fnv>>,
    codes: HashMap<u32, Vec<usize>>,
    seen: Vec<bool>,
}

impl Spotter {
    /// `words` and `codes` with the number of what they stand for, below `things`.
    pub fn new<'w>(
        things: usize,
        words: impl Iterator<Item = (&'w str, usize)>,
        codes: impl Iterator<Item = (u32, usize)>,
    ) -> Spotter {
        let mut by_code: HashMap<u32, Vec<usize>> = HashMap::new();
        codes.for_each(|(code, thing)| by_code.entry(code).or_default().push(thing));
        let words = words.map(|(word, thing)| (word.into(), thing)).collect();
        Spotter { terms: Terms::default(), words, codes: by_code, seen: vec![false; things] }
    }

    /// Marks the wanted words and codes that occur in these lines.
    pub fn spot<'l>(&mut self, lines: impl Iterator<Item = &'l str>) -> &[bool] {
        self.seen.fill(false);
        let mut terms = std::mem::take(&mut self.terms);
        for line in lines {
            terms.each(&line[..ceil(line, LONG_LINE.min(line.len()))], self);
        }
        self.terms = terms;
        &self.seen
    }
}

impl Sink for Spotter {
    fn word(&mut self, word: &str, _: bool) {
        if let Some(&thing) = self.words.get(word) {
            self.seen[thing] = true;
        }
    }

    fn code(&mut self, bucket: u32) {
        if let Some(things) = self.codes.get(&bucket) {
            things.iter().for_each(|&thing| self.seen[thing] = true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(title: Option<&str>, text: &str) -> Part {
        Part { lines: (1, 1), title: title.map(str::to_owned), text: text.to_owned() }
    }

    #[test]
    fn words_of_one_stem_have_one_number_and_projects_different_ones() {
        let mut numbers = Numbers::new("ab12c.");
        let found = numbers.of(&[part(Some("Failing"), "fails, failed 404\n"), part(None, "failed\n")]);
        let mut wanted = of_code("ab12c.", super::super::terms::bucket(&[b"404"])).to_vec();
        wanted.push(of_stem("ab12c.", "fail"));
        wanted.sort_unstable();
        assert_eq!(found, wanted);
        assert_ne!(of_stem("ab12c.", "fail"), of_stem("ab12d.", "fail"));
        // As the database makes it of what is there from before: sha256 of mark and stem.
        assert_eq!(
            of_stem("ab12c.", "fail"),
            i32::from_be_bytes(Sha256::digest("ab12c.fail")[..4].try_into().unwrap())
        );
    }

    #[test]
    fn every_section_is_counted_sooner_or_later() {
        let mut numbers = Numbers::new("m.");
        let mut sums: HashMap<String, u32> = HashMap::new();
        let add = |sums: &mut HashMap<String, u32>, counted: HashMap<String, WordCount>| {
            counted.into_iter().for_each(|(word, count)| *sums.entry(word).or_default() += count.sections);
        };
        for round in 0..50 {
            numbers.of(&[
                part(None, "gateway refused refused\n"),
                part(None, &format!("{}\n", if round == 7 { "zebra" } else { "" })),
            ]);
            let counted = numbers.counted(false);
            assert!(round == 0 || counted.len() < 3);
            add(&mut sums, counted);
        }
        add(&mut sums, numbers.counted(true));
        assert_eq!((sums["gateway"], sums["refused"], sums["zebra"]), (50, 50, 1));
        assert!(numbers.counted(true).is_empty());
    }

    #[test]
    fn wanted_words_and_codes_are_spotted() {
        let code = super::super::terms::bucket(&[b"404"]);
        let words = [("refused", 0), ("refuses", 0), ("gateway", 1)];
        let mut spotter = Spotter::new(3, words.into_iter(), [(code, 2)].into_iter());
        assert_eq!(spotter.spot("it Refuses 404\n".lines()), [true, false, true]);
        assert_eq!(spotter.spot("the gateway\n".lines()), [false, true, false]);
    }
}
