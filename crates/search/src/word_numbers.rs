//! Words as hashed numbers, as a hub's index holds them: of a text that is sent, and of a question about such texts.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use aho_corasick::AhoCorasick;
use rust_stemmers::{Algorithm, Stemmer};
use sha2::{Digest, Sha256};

use super::for_hub::TextPart;
use super::section_preparer::{QuickHasher, stem_word};
use super::terms::{TermSink, TermSplitter};
use ctx_store::WordSectionCount;
use ctx_text::ceil_boundary;

/// Words remembered with their numbers.
const KNOWN: usize = 200_000;
/// Text of lines remembered with their words. Tools print the same lines again and again.
const LINES: usize = 8 << 20;
/// A longer line is hardly ever printed twice.
const LINE: usize = 400;
/// Sections that a word is seen in before they are told again: so many, or fifteen times as many as were told.
const OFTEN: u32 = 32;
/// Of one very long line, so much is indexed.
const LONG_LINE: usize = 64 << 10;
/// A longer word is somebody's data.
pub const LONGEST: usize = 200;

/// The number of a stem in a project, which the mark stands for.
pub fn hash_stem_to_number(mark: &str, stem: &str) -> i32 {
    let hash = Sha256::new().chain_update(mark).chain_update(stem).finalize();
    i32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]])
}

/// The two numbers of a volatile token. Nearly every token is new, and a number that an index does not have yet costs it ten
/// times what one more place for a known one costs: so there are few numbers, side by side, and two of them name a token
/// nearly as well as its bucket does.
pub fn hash_code_to_numbers(mark: &str, bucket: u32) -> [i32; 2] {
    hash_bucket_to_numbers(hash_stem_to_number(mark, ""), bucket)
}

fn hash_bucket_to_numbers(first: i32, bucket: u32) -> [i32; 2] {
    [first ^ (bucket & 0xfff).cast_signed(), first ^ (0x1000 | (bucket >> 6 & 0xfff)).cast_signed()]
}

/// Finds the words of texts of one project, and counts the sections that have them.
pub struct WordHasherAndCounter {
    mark: String,
    codes: i32,
    terms: TermSplitter,
    stemmer: Stemmer,
    /// Words by their place in `known`.
    places: HashMap<Box<str>, u32, BuildHasherDefault<QuickHasher>>,
    known: Vec<NumberedWord>,
    lines: HashMap<Box<str>, Box<[LineTerm]>, BuildHasherDefault<QuickHasher>>,
    lines_len: usize,
    /// What the line at hand has.
    met: Vec<LineTerm>,
    section: u32,
    found: Vec<i32>,
}

/// A word of a line, or a number of a volatile token.
#[derive(Clone, Copy)]
enum LineTerm {
    Word { place: u32, natural: bool },
    Code(u32),
}

struct NumberedWord {
    term: i32,
    stem: Option<Box<str>>,
    natural: bool,
    /// The last section it was seen in, in how many since they were told last, and in how many before.
    section: u32,
    sections: u32,
    told: u32,
}

impl WordHasherAndCounter {
    pub fn new(mark: &str) -> WordHasherAndCounter {
        WordHasherAndCounter {
            mark: mark.to_owned(),
            codes: hash_stem_to_number(mark, ""),
            terms: TermSplitter::default(),
            stemmer: Stemmer::create(Algorithm::English),
            places: HashMap::default(),
            known: Vec::new(),
            lines: HashMap::default(),
            lines_len: 0,
            met: Vec::new(),
            section: 0,
            found: Vec::new(),
        }
    }

    /// The numbers of all words of these parts, in order, each once.
    pub fn word_numbers_of_parts(&mut self, parts: &[TextPart]) -> Vec<i32> {
        let mut terms = std::mem::take(&mut self.terms);
        for part in parts {
            self.section += 1;
            let title = part.title.as_deref().into_iter();
            for line in title.chain(part.text.lines()) {
                self.add_line(&mut terms, line);
            }
        }
        self.terms = terms;
        self.found.sort_unstable();
        self.found.dedup();
        let found = self.found.clone();
        self.found.clear();
        found
    }

    fn add_line(&mut self, terms: &mut TermSplitter, line: &str) {
        let mut met = std::mem::take(&mut self.met);
        met.clear();
        let known = self.lines.get(line).map(|known| met.extend_from_slice(known)).is_some();
        if !known {
            self.met = met;
            terms.for_each_term(&line[..ceil_boundary(line, LONG_LINE.min(line.len()))], self);
            met = std::mem::take(&mut self.met);
        }
        for one in &met {
            match *one {
                LineTerm::Code(bucket) => self.found.extend(hash_bucket_to_numbers(self.codes, bucket)),
                LineTerm::Word { place, natural } => {
                    let known = &mut self.known[place as usize];
                    if known.section != self.section {
                        (known.section, known.sections) = (self.section, known.sections + 1);
                        self.found.push(known.term);
                    }
                    known.natural |= natural;
                }
            }
        }
        if !known && line.len() <= LINE {
            self.lines_len += line.len();
            if self.lines_len > LINES {
                self.lines.clear();
                self.lines_len = line.len();
            }
            self.lines.insert(line.into(), met[..].into());
        }
        self.met = met;
    }

    /// Words with the sections they were seen in since they were told last. A word that was told before waits until that
    /// is worth while, or until all are asked for that still change its weight.
    pub fn take_due_word_counts(&mut self, all: bool) -> HashMap<String, WordSectionCount> {
        let full = self.places.len() > KNOWN;
        let mut counted = HashMap::new();
        for (word, &place) in &self.places {
            let known = &mut self.known[place as usize];
            let worth_while = known.told == 0 || known.sections >= (15 * known.told).max(OFTEN);
            // Fewer than an eighth more weigh nothing.
            let last = all && known.sections >= known.told / 8;
            if known.sections == 0 || !(worth_while || last || full) {
                continue;
            }
            let stem = known.stem.as_ref().unwrap_or(word).to_string();
            counted
                .insert(word.to_string(), WordSectionCount { stem, natural: known.natural, sections: known.sections });
            known.told += std::mem::take(&mut known.sections);
        }
        if full {
            self.places.clear();
            self.known.clear();
            self.lines.clear();
            self.lines_len = 0;
        }
        counted
    }
}

impl TermSink for WordHasherAndCounter {
    fn add_word(&mut self, word: &str, natural: bool) {
        let known = self.places.get(word).copied();
        let place = match known {
            Some(place) => place,
            None if word.len() > LONGEST => return,
            None => {
                let stem = stem_word(&self.stemmer, word);
                let term = hash_stem_to_number(&self.mark, &stem);
                let stem = (stem != word).then(|| stem.into_boxed_str());
                let place = self.known.len() as u32;
                self.known.push(NumberedWord { term, stem, natural, section: 0, sections: 0, told: 0 });
                self.places.insert(word.into(), place);
                place
            }
        };
        self.met.push(LineTerm::Word { place, natural });
    }

    fn add_code(&mut self, bucket: u32) {
        self.met.push(LineTerm::Code(bucket));
    }
}

/// Which words and codes of a question a text has.
pub struct QuestionWordMatcher {
    terms: TermSplitter,
    /// The words as they may stand in plain text: nearly every line has none of them and is not cut into terms.
    plain: Option<AhoCorasick>,
    words: HashMap<Box<str>, usize, BuildHasherDefault<QuickHasher>>,
    codes: HashMap<u32, Vec<usize>>,
    seen: Vec<bool>,
}

impl QuestionWordMatcher {
    /// `words` and `codes` with the number of what they stand for, below `things`.
    pub fn new<'w>(
        things: usize,
        words: impl Iterator<Item = (&'w str, usize)>,
        codes: impl Iterator<Item = (u32, usize)>,
    ) -> QuestionWordMatcher {
        let mut by_code: HashMap<u32, Vec<usize>> = HashMap::new();
        codes.for_each(|(code, thing)| by_code.entry(code).or_default().push(thing));
        let words: HashMap<Box<str>, usize, _> = words.map(|(word, thing)| (word.into(), thing)).collect();
        let plain = AhoCorasick::builder().ascii_case_insensitive(true).build(words.keys().map(|word| &**word)).ok();
        QuestionWordMatcher { terms: TermSplitter::default(), plain, words, codes: by_code, seen: vec![false; things] }
    }

    /// Marks the wanted words and codes that occur in these lines.
    pub fn find_in_lines<'l>(&mut self, lines: impl Iterator<Item = &'l str>) -> &[bool] {
        self.seen.fill(false);
        let mut terms = std::mem::take(&mut self.terms);
        for line in lines.map(|line| &line[..ceil_boundary(line, LONG_LINE.min(line.len()))]) {
            if self.may_match_line(line) {
                terms.for_each_term(line, self);
            }
        }
        self.terms = terms;
        &self.seen
    }

    /// False where none of the words can be a term of this line: a term of plain text stands in it letter by letter, unless
    /// it is a name with `_` in it.
    fn may_match_line(&self, line: &str) -> bool {
        !self.codes.is_empty()
            || self.plain.as_ref().is_none_or(|plain| plain.is_match(line))
            || line.bytes().any(|byte| byte == b'_' || !byte.is_ascii())
    }
}

impl TermSink for QuestionWordMatcher {
    fn add_word(&mut self, word: &str, _: bool) {
        if let Some(&thing) = self.words.get(word) {
            self.seen[thing] = true;
        }
    }

    fn add_code(&mut self, bucket: u32) {
        if let Some(things) = self.codes.get(&bucket) {
            things.iter().for_each(|&thing| self.seen[thing] = true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(title: Option<&str>, text: &str) -> TextPart {
        TextPart { lines: (1, 1), title: title.map(str::to_owned), text: text.to_owned() }
    }

    #[test]
    fn words_of_one_stem_have_one_number_and_projects_different_ones() {
        let mut numbers = WordHasherAndCounter::new("ab12c.");
        let found =
            numbers.word_numbers_of_parts(&[part(Some("Failing"), "fails, failed 404\n"), part(None, "failed\n")]);
        let mut wanted = hash_code_to_numbers("ab12c.", super::super::terms::token_hash_bucket(&[b"404"])).to_vec();
        wanted.push(hash_stem_to_number("ab12c.", "fail"));
        wanted.sort_unstable();
        assert_eq!(found, wanted);
        assert_ne!(hash_stem_to_number("ab12c.", "fail"), hash_stem_to_number("ab12d.", "fail"));
        // As the database makes it of what is there from before: sha256 of mark and stem.
        assert_eq!(
            hash_stem_to_number("ab12c.", "fail"),
            i32::from_be_bytes(Sha256::digest("ab12c.fail")[..4].try_into().unwrap())
        );
    }

    #[test]
    fn every_section_is_counted_sooner_or_later() {
        let mut numbers = WordHasherAndCounter::new("m.");
        let mut sums: HashMap<String, u32> = HashMap::new();
        let add = |sums: &mut HashMap<String, u32>, counted: HashMap<String, WordSectionCount>| {
            counted.into_iter().for_each(|(word, count)| *sums.entry(word).or_default() += count.sections);
        };
        for round in 0..50 {
            numbers.word_numbers_of_parts(&[
                part(None, "gateway refused refused\n"),
                part(None, &format!("{}\n", if round == 7 { "zebra" } else { "" })),
            ]);
            let counted = numbers.take_due_word_counts(false);
            assert!(round == 0 || counted.len() < 3);
            add(&mut sums, counted);
        }
        add(&mut sums, numbers.take_due_word_counts(true));
        assert_eq!((sums["gateway"], sums["refused"], sums["zebra"]), (50, 50, 1));
        assert!(numbers.take_due_word_counts(true).is_empty());
    }

    #[test]
    fn a_line_that_comes_again_counts_again_and_once_in_a_section() {
        let mut numbers = WordHasherAndCounter::new("m.");
        let line = "the gateway Refused 404 useEffect\n";
        let first = numbers.word_numbers_of_parts(&[part(None, line), part(Some("gateway"), &line.repeat(3))]);
        assert_eq!(first, WordHasherAndCounter::new("m.").word_numbers_of_parts(&[part(None, line)]));
        assert_eq!(numbers.word_numbers_of_parts(&[part(None, line)]), first);
        let counted = numbers.take_due_word_counts(true);
        assert_eq!((counted["gateway"].sections, counted["useeffect"].sections), (3, 3));
        assert_eq!((counted["gateway"].natural, counted["useeffect"].natural), (true, false));
        assert_eq!(counted["refused"].stem, "refus");
    }

    #[test]
    fn lines_are_forgotten_before_they_are_too_many() {
        let mut numbers = WordHasherAndCounter::new("m.");
        for n in 0..2 * LINES / 300 {
            numbers.word_numbers_of_parts(&[part(None, &format!("{n} {}", "x".repeat(290)))]);
        }
        assert!(numbers.lines_len <= LINES && numbers.lines.keys().map(|line| line.len()).sum::<usize>() <= LINES);
    }

    #[test]
    fn wanted_words_and_codes_are_spotted() {
        let code = super::super::terms::token_hash_bucket(&[b"404"]);
        let words = [("refused", 0), ("refuses", 0), ("gateway", 1)];
        let mut spotter = QuestionWordMatcher::new(3, words.into_iter(), [(code, 2)].into_iter());
        assert_eq!(spotter.find_in_lines("it Refuses 404\n".lines()), [true, false, true]);
        assert_eq!(spotter.find_in_lines("the gateway\n".lines()), [false, true, false]);
        // However they are written, and where there is nothing else to look for.
        let words = [("useeffect", 0), ("effect", 1), ("foobar", 2), ("cafe", 3), ("http", 4)];
        let mut spotter = QuestionWordMatcher::new(5, words.into_iter(), std::iter::empty());
        assert_eq!(
            spotter.find_in_lines(["nothing here", "(useEffect2)"].into_iter()),
            [false, true, false, false, false]
        );
        assert_eq!(spotter.find_in_lines(["foo_bar", "HTTPServer"].into_iter()), [false, false, true, false, true]);
        assert_eq!(spotter.find_in_lines(["Caf\u{e9}", "UseEffect"].into_iter()), [true, true, false, true, false]);
    }
}
