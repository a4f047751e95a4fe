//! Relevance feedback: the best sections lend the question their most telling words, and it is asked once more.
//! Texts often use other words than the question for the same thing, and the first answers know those words.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rust_stemmers::{Algorithm, Stemmer};

use super::candidates::{Candidate, is_captured};
use super::prepare::stem;
use super::query::{Query, idf, is_stop_word};
use super::terms::{Sink, Terms};
use super::texts::Texts;
use crate::error::Result;
use ctx_outline::language;
use ctx_store::{Entry, EntryKind, Store};

/// Sections that lend.
const LENDERS: usize = 5;
/// Words they lend together.
const LENT: usize = 10;
/// Weight of such a word; a word of the question weighs 1.
const WEIGHT: f32 = 0.3;
/// At least this many sections must have it.
const SHARED: u32 = 2;
/// A text is prose from this share of words like `the` and `of`. Abstracts have four in ten, code one.
const PROSE: f64 = 0.25;
/// A question of one word is exact if at most this many sections have it: it wants those.
const RARE: u64 = 10;

/// Words for the second round; none where the question is exact, or where the answers are no prose.
pub fn lend(
    store: &Store,
    query: &Query,
    found: &[Candidate],
    texts: &mut Texts<'_>,
    total: u64,
) -> Result<Vec<(String, f32)>> {
    let rare = matches!(query.slots.as_slice(), [] | [_]) && query.slots.iter().all(|slot| slot.sections <= RARE);
    if query.is_exact() || rare {
        return Ok(Vec::new());
    }
    let lenders: Vec<&Candidate> =
        found.iter().filter(|candidate| candidate.section.blob.is_some()).take(LENDERS).collect();
    let mut counted = Counted::default();
    let mut others = 0;
    let mut terms = Terms::default();
    for lender in &lenders {
        let entry = &lender.entries[0];
        // Messages and outputs repeat what hosts and tools always print: only documents lend.
        if !is_code(entry) && !is_captured(entry) {
            for (_, line) in texts.of(entry, &lender.section)? {
                terms.each(line, &mut counted);
            }
        }
        if !counted.end_of_lender() {
            others += 1;
        }
        if 2 * others >= lenders.len() {
            return Ok(Vec::new());
        }
    }
    counted.most_telling(store, query, total)
}

/// A file in a language, whatever its comments say.
fn is_code(entry: &Entry) -> bool {
    let name =
        entry.title.as_deref().filter(|_| matches!(entry.kind, EntryKind::Doc | EntryKind::File)).unwrap_or_default();
    language::detect(Path::new(name), b"").is_some_and(|language| language.name != "markdown")
}

/// Words of the lenders.
#[derive(Default)]
pub(super) struct Counted {
    /// All words of the present lender, and how many of them say nothing.
    words: u32,
    empty: u32,
    own: HashSet<String>,
    /// Stems, and how many lenders have them.
    shared: HashMap<String, u32>,
}

impl Sink for Counted {
    fn word(&mut self, word: &str, natural: bool) {
        self.words += 1;
        if is_stop_word(word) {
            self.empty += 1;
        } else if natural && !self.own.contains(word) {
            self.own.insert(word.to_owned());
        }
    }

    fn code(&mut self, _: u32) {}
}

impl Counted {
    /// Only prose lends. In code and in output of tools, words stand together because of their form, not because of
    /// their meaning: there, feedback made answers worse.
    pub fn end_of_lender(&mut self) -> bool {
        let is_prose = self.words > 0 && f64::from(self.empty) >= PROSE * f64::from(self.words);
        if is_prose {
            let stemmer = Stemmer::create(Algorithm::English);
            let stems: HashSet<String> = self.own.drain().map(|word| stem(&stemmer, &word)).collect();
            for stem in stems {
                *self.shared.entry(stem).or_default() += 1;
            }
        }
        self.own.clear();
        (self.words, self.empty) = (0, 0);
        is_prose
    }

    /// Words that several lenders share.
    pub fn shared(self) -> Vec<String> {
        self.shared.into_iter().filter(|(_, lenders)| *lenders >= SHARED).map(|(stem, _)| stem).collect()
    }

    /// Words that several lenders share, and not much else has.
    fn most_telling(self, store: &Store, query: &Query, total: u64) -> Result<Vec<(String, f32)>> {
        let asked: HashSet<&str> =
            query.slots.iter().flat_map(|slot| &slot.ways).flat_map(|(stems, _)| stems).map(String::as_str).collect();
        let mut telling = Vec::new();
        for (stem, lenders) in self.shared {
            if lenders < SHARED || asked.contains(stem.as_str()) {
                continue;
            }
            let seen = store.sections_seen(&stem)?;
            if seen > 0 {
                let idf = idf(seen, total);
                telling.push((stem, lenders as f32 * idf, idf));
            }
        }
        telling.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        telling.truncate(LENT);
        Ok(telling.into_iter().map(|(stem, _, idf)| (stem, WEIGHT * idf)).collect())
    }
}
