//! Which sections may answer a question, and in which order they are worth reading.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use super::query::idf;
use super::window::LineMatcher;
use super::{Query, SearchRequest};
use ctx_model::error::Result;
use ctx_outline::language;
use ctx_store::{
    ALL_TOGETHER, Entry, EntryKind, FullTextQuery, RankedRow, SURE, SectionRow, Store, message_or_output_score_factor,
    prose_score_factor, whole_text_score,
};

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
/// A number in one of so many sections is common.
const COMMON: u64 = 4;
/// The product of all factors is below this: newness and nearness up to 1.6, and the whole text up to 2.
const CLOSE: f64 = 3.2;
/// Recency: at most this much, half of it after a week.
const RECENT: f64 = 0.1;
const WEEK: f64 = 7.0 * 86_400_000.0;
const SUPERSEDED: f64 = 0.5;
/// A question in a sentence is more often answered by what somebody said.
const SAID: f64 = 1.3;
/// A word of the question in the command of an output counts so much of one in the output.
const CALL: f64 = 1.6;
/// The project that one stands in comes first, unless another has a clearly better answer.
const HERE: f64 = 1.35;

pub struct CandidateSection {
    pub section: SectionRow,
    pub entries: Rc<[Entry]>,
    pub score: f64,
    pub layer: &'static str,
    /// Parts of the question whose codes it has; whether it really has them is to be seen.
    pub unverified: Vec<String>,
}

/// The entries with the same bytes, by blob: both rounds of a search, and all sections of a blob, ask for them.
#[derive(Default)]
pub struct EntriesByBlob(HashMap<i64, Rc<[Entry]>>);

impl EntriesByBlob {
    fn entries_of_section(
        &mut self,
        store: &Store,
        section: &SectionRow,
        request: &SearchRequest<'_>,
    ) -> Result<Rc<[Entry]>> {
        if let Some(entries) = section.blob.and_then(|blob| self.0.get(&blob)) {
            return Ok(entries.clone());
        }
        let entries: Rc<[Entry]> = store.entries_with_section(section, request.within)?.into();
        if let Some(blob) = section.blob {
            self.0.insert(blob, entries.clone());
        }
        Ok(entries)
    }
}

/// Sections that may answer, best first, and how many more match but are far behind.
pub fn find_candidates(
    store: &Store,
    query: &Query,
    request: &SearchRequest<'_>,
    known: &mut EntriesByBlob,
) -> Result<(Vec<CandidateSection>, usize)> {
    let mut scores: HashMap<i64, SectionScore> = HashMap::new();
    if let Some((expression, phrases, too_common)) = query.fts_expression() {
        let asked = query.slots.len() as u32;
        let newest = too_common.then_some(if request.within.is_unfiltered() { NEWEST } else { NEWEST_OF_SOME });
        let limit = POOL.max(2 * (request.offset + request.limit) as u32);
        let words = FullTextQuery { expression: &expression, phrases: &phrases, asked, newest, limit };
        let layer = if query.by_part {
            "trigram"
        } else if query.corrected.is_empty() {
            "porter"
        } else {
            "fuzzy"
        };
        for scored in store.find_sections_by_words(&words, request.within)? {
            let score =
                SectionScore { value: scored.ranked.score, layer, unverified: Vec::new(), ranked: Some(scored.ranked) };
            scores.insert(scored.section, score);
        }
    }
    let total = store.estimate_total_sections()?;
    for (expression, part) in &query.codes {
        let found = store.find_sections_by_codes(expression, request.within, CODED)?;
        // A number that is everywhere, as a year is, says nothing beside the words of a sentence.
        let is_common = found.len() as u64 * COMMON > total || found.len() == CODED as usize;
        if is_common && !query.question_names_exact_target() && !query.slots.is_empty() {
            continue;
        }
        let value = f64::from(idf(found.len() as u64, total));
        for section in found {
            let row =
                scores.entry(section).or_insert_with(|| SectionScore { layer: "code", ..SectionScore::default() });
            row.value += value;
            row.unverified.push(part.to_lowercase());
        }
        if value > 0.0 {
            scores.values_mut().for_each(|row| row.lower_if_code_is_missing(part));
        }
    }
    // Factors change little: of what is far behind, nothing comes to the front.
    let mut scores: Vec<(i64, SectionScore)> = scores.into_iter().collect();
    scores.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(b.0.cmp(&a.0)));
    let last = 2 * (request.offset + request.limit) + LOOKED;
    let least = scores.get(last).map_or(0.0, |(_, score)| score.value / CLOSE);
    let far = scores.iter().filter(|(_, score)| score.value < least).count();
    let mut rows = Vec::with_capacity(scores.len());
    for (id, score) in scores {
        if let Some(section) = store.section_by_id(id)? {
            rows.push((section, score));
        }
    }
    let texts = WholeTextScores::new(store, query, &rows)?;
    let mut matcher = LineMatcher::new(query);
    let in_sentence = query.is_natural_sentence();
    let least_share = query.min_answered_share(total);
    let mut found = Vec::with_capacity(rows.len() - far.min(rows.len()));
    for (section, score) in rows {
        if score.value < least || !texts.has_enough_of_question(&section, &score, query, (least_share, total)) {
            continue;
        }
        let entries = known.entries_of_section(store, &section, request)?;
        let Some(newest) = entries.first() else { continue };
        let answers = if in_sentence && is_conversation_message(newest) { SAID } else { 1.0 };
        let lent = texts.score_lent_by_call(&section, &score, newest, &mut matcher);
        let value = (texts.blended_score(&section, &score, newest) + lent)
            * recency_and_scope_factor(newest, request)
            * answers;
        let SectionScore { layer, unverified, .. } = score;
        found.push(CandidateSection { section, entries, score: value, layer, unverified });
    }
    let newest =
        |candidate: &CandidateSection| candidate.entries.first().map_or((0, 0), |entry| (entry.started_at, entry.row));
    found.sort_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score).then_with(|| newest(b).cmp(&newest(a)));
        by_score.then_with(|| a.section.lines.cmp(&b.section.lines))
    });
    Ok((found, far))
}

/// What speaks for a section.
#[derive(Default)]
struct SectionScore {
    value: f64,
    layer: &'static str,
    unverified: Vec<String>,
    ranked: Option<RankedRow>,
}

impl SectionScore {
    /// All words of a question beside each other are not all of it where a code that it names stands elsewhere.
    fn lower_if_code_is_missing(&mut self, code: &str) {
        let has_code = self.unverified.iter().any(|part| part.eq_ignore_ascii_case(code));
        let has_all_words = |row: &RankedRow| row.counts.iter().all(|&count| count >= SURE as f32);
        if !has_code && self.ranked.as_ref().is_some_and(has_all_words) {
            self.value /= ALL_TOGETHER;
        }
    }
}

/// Whole texts, as far as their sections are among the best: an answer that somebody gave, or what a command printed, is
/// judged as a whole, too. Else a piece of a long file wins against the short reply that says it all.
struct WholeTextScores {
    /// By blob: what the text is worth.
    worth: HashMap<i64, f64>,
    /// By blob: how often each word of the question is there.
    counts: HashMap<i64, Vec<f32>>,
    /// What each word of the question is worth.
    idf: Vec<f32>,
}

impl WholeTextScores {
    fn new(store: &Store, query: &Query, rows: &[(SectionRow, SectionScore)]) -> Result<WholeTextScores> {
        let idf: Vec<f32> = query.slots.iter().map(|slot| slot.idf * slot.weight).collect();
        // By blob: how often each word is there, the length of these sections, and their number.
        let mut texts: HashMap<i64, (Vec<f32>, f64, u64)> = HashMap::new();
        for (section, score) in rows {
            let (Some(blob), Some(ranked)) = (section.blob, &score.ranked) else { continue };
            let text = texts.entry(blob).or_insert_with(|| (vec![0.0; idf.len()], 0.0, 0));
            text.0.iter_mut().zip(&ranked.counts).for_each(|(sum, count)| *sum += count);
            text.1 += f64::from(ranked.length);
            text.2 += 1;
        }
        let average = store.average_sections_per_text()?;
        let (mut worth, mut all_counts) = (HashMap::new(), HashMap::new());
        for (blob, (counts, length, sections)) in texts {
            let others = store.count_sections_by_id_range(blob)?.saturating_sub(sections);
            worth.insert(blob, whole_text_score(&counts, &idf, (length + others as f64) / average));
            all_counts.insert(blob, counts);
        }
        Ok(WholeTextScores { worth, counts: all_counts, idf })
    }

    /// The text of a section has enough of the question to be an answer to it.
    fn has_enough_of_question(
        &self,
        section: &SectionRow,
        score: &SectionScore,
        query: &Query,
        (least, total): (f64, u64),
    ) -> bool {
        let Some(ranked) = score.ranked.as_ref().filter(|_| score.unverified.is_empty()) else { return true };
        let whole = section.blob.and_then(|blob| self.counts.get(&blob)).unwrap_or(&ranked.counts);
        query.text_has_two_words_if_needed(whole)
            && query.answered_share(whole, total) >= least
            && query.text_has_more_than_corrections(whole)
    }

    /// What the command of an output says of the question that the output does not: `git stash pop` says what the conflict
    /// below it came from.
    fn score_lent_by_call(
        &self,
        section: &SectionRow,
        score: &SectionScore,
        entry: &Entry,
        matcher: &mut LineMatcher<'_>,
    ) -> f64 {
        let (Some(ranked), Some(blob)) = (&score.ranked, section.blob) else { return 0.0 };
        let Some(call) = entry.command.as_ref().filter(|_| is_message_or_output(entry)) else { return 0.0 };
        let whole = self.counts.get(&blob).unwrap_or(&ranked.counts);
        let of_call = matcher.find_slots_in_line(call);
        let worth = |(slot, idf): (usize, &f32)| match whole[slot] == 0.0 && slot < 40 && of_call >> slot & 1 == 1 {
            true => f64::from(*idf),
            false => 0.0,
        };
        CALL * self.idf.iter().enumerate().map(worth).sum::<f64>()
    }

    /// The score of a section together with that of its text. Documents are cut by their headings: there each section
    /// stands for itself, and other words for the same thing made the answers no better.
    fn blended_score(&self, section: &SectionRow, score: &SectionScore, entry: &Entry) -> f64 {
        let Some(ranked) = &score.ranked else { return score.value };
        let length = f64::from(ranked.length);
        if !is_message_or_output(entry) {
            // The name of a function is most of a short one, and still its name.
            let (factor, titled) = match is_source_file(entry) {
                true => (1.0, 0.0),
                false => (prose_score_factor(&ranked.counts, &self.idf, length), ranked.titled),
            };
            return (score.value - ranked.hinted - titled - ranked.lent) * factor + ranked.lent;
        }
        let text = section.blob.and_then(|blob| self.worth.get(&blob)).copied().unwrap_or(0.0);
        // A line that holds the whole question is an answer, however short it is.
        let is_whole = ranked.counts.len() > 1 && ranked.counts.iter().all(|&count| count >= SURE as f32);
        let factor = if is_whole { 1.0 } else { message_or_output_score_factor(&ranked.counts, &self.idf, length) };
        let own = (score.value - ranked.lent) * factor;
        (own + text) / 2.0 + ranked.lent
    }
}

/// What was said or printed, not a document.
pub(super) fn is_message_or_output(entry: &Entry) -> bool {
    matches!(entry.kind, EntryKind::Run | EntryKind::Store | EntryKind::Import)
}

/// What somebody said, not what a command printed.
pub(super) fn is_conversation_message(entry: &Entry) -> bool {
    let is_message = matches!(entry.role.as_deref(), Some("prompt" | "brief" | "reply" | "report" | "recap" | "plan"));
    is_message && entry.command.is_none()
}

/// A file in a programming language.
pub(super) fn is_source_file(entry: &Entry) -> bool {
    let is_file = matches!(entry.kind, EntryKind::Doc | EntryKind::File);
    let name = entry.title.as_deref().filter(|_| is_file).unwrap_or_default();
    language::detect_language(Path::new(name), b"").is_some_and(|language| language.name != "markdown")
}

/// How new and how near an entry is: not so much that it buries a clearly better answer.
fn recency_and_scope_factor(entry: &Entry, request: &SearchRequest<'_>) -> f64 {
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
