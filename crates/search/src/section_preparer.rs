//! Texts into sections as the index holds them: stems in the order of the text, codes, and how often words are seen.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use rust_stemmers::{Algorithm, Stemmer};

use super::sections::SectionRange;
use super::terms::{TermSink, TermSplitter};
use ctx_store::{NewSection, SectionOwner, WordSectionCount};
use ctx_text::ceil_boundary;
use ctx_text::text::Text;

/// Words remembered with their stems …
const KNOWN: usize = 32_000;
/// … and beyond that only words of this many last sections.
const RECENT: u32 = 1_000;
/// Sections that a word is seen in before its number is written again.
const OFTEN: u32 = 32;
/// A line longer than this is indexed in pieces.
const LONG_LINE: usize = 16 << 10;
const PIECE: usize = 8 << 10;
const BETWEEN_PIECES: [char; 4] = [' ', ',', ';', '>'];
/// Stands among the codes of a section that has letters which are in none of its words.
pub const HIDDEN: &str = "hidden";

pub struct SectionPreparer {
    terms: TermSplitter,
    stemmer: Stemmer,
    known: HashMap<Box<str>, PreparedWord, BuildHasherDefault<QuickHasher>>,
    section: u32,
    lines_seen: HashSet<u64, BuildHasherDefault<QuickHasher>>,
    sections: Vec<NewSection>,
    bytes: usize,
    /// The next section has letters that are in none of its words.
    hidden: bool,
}

/// A word of the text that is being prepared.
struct PreparedWord {
    /// Where it is another than the word.
    stem: Option<Box<str>>,
    natural: bool,
    /// The last section it was seen in, and in how many since they were taken last.
    section: u32,
    sections: u32,
    /// It was taken before.
    taken: bool,
}

impl Default for SectionPreparer {
    fn default() -> SectionPreparer {
        SectionPreparer {
            terms: TermSplitter::default(),
            stemmer: Stemmer::create(Algorithm::English),
            known: HashMap::default(),
            section: 0,
            lines_seen: HashSet::default(),
            sections: Vec::new(),
            bytes: 0,
            hidden: false,
        }
    }
}

impl SectionPreparer {
    /// Bytes of text since they were taken last.
    pub fn pending_bytes(&self) -> usize {
        self.bytes
    }

    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Adds the sections of a text; the last line they reach.
    pub fn add_text_sections(&mut self, of: SectionOwner, text: &Text, cuts: &[SectionRange]) -> u64 {
        let mut reached = 0;
        let mut next = 0;
        for cut in cuts {
            let lines = (text.raw_line_number(cut.first), text.raw_line_number(cut.last));
            reached = lines.1;
            self.hidden |= std::mem::replace(&mut next, cut.last + 1) != cut.first;
            if cut.first == cut.last && text.line(cut.first).len() > LONG_LINE {
                for piece in split_long_line(text.line(cut.first)) {
                    self.hidden |= !piece.ends_with(BETWEEN_PIECES);
                    self.add_section(of, lines, None, std::iter::once(piece));
                }
                continue;
            }
            let body = (cut.first..=cut.last).map(|at| text.line(at));
            self.add_section(of, lines, cut.title.clone(), body);
        }
        reached
    }

    pub fn add_section<'l>(
        &mut self,
        of: SectionOwner,
        lines: (u64, u64),
        title: Option<String>,
        body: impl Iterator<Item = &'l str>,
    ) {
        self.section += 1;
        self.lines_seen.clear();
        let mut stems = SectionTermCollector { body: String::new(), codes: Vec::new(), preparer: self };
        if let Some(title) = &title {
            stems.add_line(title);
        }
        let title_stems = std::mem::take(&mut stems.body);
        for line in body {
            let start = stems.body.len();
            stems.add_line(line);
            let preparer = &mut stems.preparer;
            preparer.bytes += line.len() + 1;
            let mut hash = QuickHasher::default();
            hash.write(&stems.body.as_bytes()[start..]);
            // The same words again, as in a log where only numbers differ, find nothing new.
            if !preparer.lines_seen.insert(hash.finish()) {
                stems.body.truncate(start);
            }
        }
        let (body_stems, mut codes) = (std::mem::take(&mut stems.body), std::mem::take(&mut stems.codes));
        codes.sort_unstable();
        codes.dedup();
        let mut codes: Vec<String> = codes.iter().map(|&code| bucket_index_word(code)).collect();
        if std::mem::take(&mut self.hidden) {
            codes.push(HIDDEN.to_owned());
        }
        let codes = codes.join(" ");
        self.sections.push(NewSection { of, lines, title, title_stems, body_stems, codes });
    }

    /// The name of an entry as a section of its own.
    pub fn add_name(&mut self, row: i64, name: &str) {
        self.add_section(SectionOwner::Entry(row), (1, 1), Some(name.to_owned()), std::iter::empty());
    }

    pub fn take_sections(&mut self) -> Vec<NewSection> {
        std::mem::take(&mut self.sections)
    }

    /// The words of the sections since they were taken last. Where not all are wanted, words that were taken before and
    /// were seen a few times since wait until it is worth while to write their number again.
    pub fn take_words(&mut self, into: &mut HashMap<String, WordSectionCount>, all: bool) {
        let least = if all || self.known.len() > KNOWN { 1 } else { OFTEN };
        for (word, known) in &mut self.known {
            if known.sections == 0 || (known.taken && known.sections < least) {
                continue;
            }
            let stem = known.stem.as_ref().unwrap_or(word).to_string();
            let count = WordSectionCount { stem, natural: known.natural, sections: known.sections };
            add_word_count(into, word.to_string(), count);
            (known.sections, known.taken) = (0, true);
        }
        if self.known.len() > KNOWN {
            let least = self.section.saturating_sub(RECENT);
            self.known.retain(|_, known| known.section > least);
            if self.known.len() > KNOWN / 2 {
                self.known.clear();
            }
        }
        self.bytes = 0;
    }
}

/// Adds the sections of a word to those that it has already.
pub fn add_word_count(into: &mut HashMap<String, WordSectionCount>, word: String, count: WordSectionCount) {
    match into.get_mut(&word) {
        Some(known) => {
            known.sections += count.sections;
            known.natural |= count.natural;
        }
        None => drop(into.insert(word, count)),
    }
}

/// How a bucket is written in the index.
pub fn bucket_index_word(bucket: u32) -> String {
    format!("{bucket:05x}")
}

/// The form under which a word is indexed.
pub fn stem_word(stemmer: &Stemmer, word: &str) -> String {
    if word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        stemmer.stem(word).into_owned()
    } else {
        word.to_owned()
    }
}

/// Collects the terms of one section.
struct SectionTermCollector<'b> {
    body: String,
    codes: Vec<u32>,
    preparer: &'b mut SectionPreparer,
}

impl SectionTermCollector<'_> {
    fn add_line(&mut self, line: &str) {
        let mut terms = std::mem::take(&mut self.preparer.terms);
        terms.for_each_term(line, self);
        self.preparer.terms = terms;
    }
}

impl TermSink for SectionTermCollector<'_> {
    fn add_word(&mut self, word: &str, natural: bool) {
        let section = self.preparer.section;
        if let Some(known) = self.preparer.known.get_mut(word) {
            self.body.push_str(known.stem.as_deref().unwrap_or(word));
            if known.section != section {
                (known.section, known.sections) = (section, known.sections + 1);
            }
            known.natural |= natural;
        } else {
            let stem = stem_word(&self.preparer.stemmer, word);
            self.body.push_str(&stem);
            let stem = (stem != word).then(|| stem.into_boxed_str());
            let known = PreparedWord { stem, natural, section, sections: 1, taken: false };
            self.preparer.known.insert(word.into(), known);
        }
        self.body.push(' ');
    }

    fn add_code(&mut self, bucket: u32) {
        self.codes.push(bucket);
    }

    fn mark_hidden_letters(&mut self) {
        self.preparer.hidden = true;
    }
}

/// A very long line in pieces, cut at a space where there is one.
fn split_long_line(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut end = ceil_boundary(rest, PIECE);
        if end < rest.len() {
            end = rest[..end].rfind(BETWEEN_PIECES).map_or(end, |at| at + 1);
        }
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// A quick hash for words and lines, eight bytes at a time; nothing here comes from an enemy who could gain by collisions.
#[derive(Clone)]
pub(super) struct QuickHasher(u64);

impl Default for QuickHasher {
    fn default() -> QuickHasher {
        QuickHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl QuickHasher {
    fn mix_in_word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.mix_in_word(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        // The length keeps a run of zeros apart from none.
        let rest = words.remainder();
        if !rest.is_empty() {
            self.mix_in_word(rest.iter().fold(rest.len() as u64, |word, &byte| word << 8 | u64::from(byte)));
        }
    }

    /// Ignores the byte that ends a string: it is the same for all.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
