//! Which sections may answer a question, and in which order they are worth reading.

use std::collections::HashMap;
use std::rc::Rc;

use super::query::idf;
use super::{Query, Request};
use crate::error::Result;
use ctx_store::{Entry, SectionRow, Store, WordQuery};

/// Sections of logs read beyond those that an answer needs.
pub(super) const LOOKED: usize = 8;
/// Sections that are looked at more closely.
pub const POOL: u32 = 100;
/// If even the rarest word is everywhere, only this many of the newest sections are looked at.
const NEWEST: u32 = 2_500;
/// The same among some entries only: each other section costs a lookup before it is skipped, so fewer have to do.
const NEWEST_OF_SOME: u32 = 500;
/// Sections with the right codes; most of them are verified at once.
const CODED: u32 = 400;
/// The product of all factors of newness and nearness is below this.
const CLOSE: f64 = 1.6;
/// Recency: at most this much, half of it after a week.
const RECENT: f64 = 0.1;
const WEEK: f64 = 7.0 * 86_400_000.0;
const SUPERSEDED: f64 = 0.5;
/// The project that one stands in comes first, unless another has a clearly better answer.
const HERE: f64 = 1.35;

pub struct Candidate {
    pub section: SectionRow,
    pub entries: Rc<[Entry]>,
    pub score: f64,
    pub layer: &'static str,
    /// Parts of the question whose codes it has; whether it really has them is to be seen.
    pub unverified: Vec<String>,
}

/// The entries with the same bytes, by blob: both rounds of a search, and all sections of a blob, ask for them.
#[derive(Default)]
pub struct KnownEntries(HashMap<i64, Rc<[Entry]>>);

impl KnownEntries {
    fn of(&mut self, store: &Store, section: &SectionRow, request: &Request<'_>) -> Result<Rc<[Entry]>> {
        if let Some(entries) = section.blob.and_then(|blob| self.0.get(&blob)) {
            return Ok(entries.clone());
        }
        let entries: Rc<[Entry]> = store.entries_with(section, request.within)?.into();
        if let Some(blob) = section.blob {
            self.0.insert(blob, entries.clone());
        }
        Ok(entries)
    }
}

/// Sections that may answer, best first, and how many more match but are far behind.
pub fn candidates(
    store: &Store,
    query: &Query,
    request: &Request<'_>,
    known: &mut KnownEntries,
) -> Result<(Vec<Candidate>, usize)> {
    let mut scores: HashMap<i64, (f64, &'static str, Vec<String>)> = HashMap::new();
    if let Some((expression, phrases, too_common)) = query.expression() {
        let asked = query.slots.len() as u32;
        let newest = too_common.then_some(if request.within.is_open() { NEWEST } else { NEWEST_OF_SOME });
        let limit = POOL.max(2 * (request.offset + request.limit) as u32);
        let words = WordQuery { expression: &expression, phrases: &phrases, asked, newest, limit };
        let layer = if query.by_part {
            "trigram"
        } else if query.corrected.is_empty() {
            "porter"
        } else {
            "fuzzy"
        };
        for scored in store.match_words(&words, request.within)? {
            scores.insert(scored.section, (scored.score, layer, Vec::new()));
        }
    }
    let total = store.section_total()?;
    for (expression, part) in &query.codes {
        let found = store.match_codes(expression, request.within, CODED)?;
        let value = f64::from(idf(found.len() as u64, total));
        for section in found {
            let row = scores.entry(section).or_insert((0.0, "code", Vec::new()));
            row.0 += value;
            row.2.push(part.to_lowercase());
        }
    }
    // Factors change little: of what is far behind, nothing comes to the front.
    let mut scores: Vec<_> = scores.into_iter().collect();
    scores.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then(b.0.cmp(&a.0)));
    let last = 2 * (request.offset + request.limit) + LOOKED;
    let least = scores.get(last).map_or(0.0, |(_, (score, ..))| score / CLOSE);
    let all = scores.len();
    scores.retain(|(_, (score, ..))| *score >= least);
    let far = all - scores.len();
    let mut found = Vec::with_capacity(scores.len());
    for (id, (score, layer, unverified)) in scores {
        let Some(section) = store.section(id)? else { continue };
        let entries = known.of(store, &section, request)?;
        let Some(newest) = entries.first() else { continue };
        let score = score * factor(newest, request);
        found.push(Candidate { section, entries, score, layer, unverified });
    }
    sort(&mut found);
    Ok((found, far))
}

/// A section that something else than its words speaks for; none where it may not be shown.
pub fn candidate(store: &Store, request: &Request<'_>, id: i64, layer: &'static str) -> Result<Option<Candidate>> {
    let Some(section) = store.section(id)? else { return Ok(None) };
    let entries: Rc<[Entry]> = store.entries_with(&section, request.within)?.into();
    let known = !entries.is_empty();
    Ok(known.then_some(Candidate { section, entries, score: 0.0, layer, unverified: Vec::new() }))
}

/// How new and how near an entry is: not so much that it buries a clearly better answer.
fn factor(entry: &Entry, request: &Request<'_>) -> f64 {
    let age = request.now.saturating_sub(entry.started_at).max(0) as f64;
    let recent = if request.recency { 1.0 + RECENT * (-age / WEEK).exp2() } else { 1.0 };
    let here = entry.project.as_deref() == request.scope.project.to_str();
    let near = if entry.session.as_deref() == Some(request.scope.session.as_str()) {
        HERE + 0.04
    } else if here && entry.branch == request.scope.branch {
        HERE + 0.02
    } else if here {
        HERE
    } else {
        1.0
    };
    recent * near * if entry.superseded_by.is_some() { SUPERSEDED } else { 1.0 }
}

fn sort(candidates: &mut [Candidate]) {
    let newest =
        |candidate: &Candidate| candidate.entries.first().map_or((0, 0), |entry| (entry.started_at, entry.row));
    candidates.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| newest(b).cmp(&newest(a)))
            .then_with(|| a.section.lines.cmp(&b.section.lines))
    });
}
