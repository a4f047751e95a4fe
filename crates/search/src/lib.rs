//! Find anything that ever went through ctx: words, their corrections, parts of names, numbers.
//!
//! ```
//! use ctx_store::Store;
//!
//! let store = Store::open_in_memory()?;
//! let query = ctx_search::Query::parse_and_look_up_words(&store, "\"connection refused\"", 0)?;
//! assert!(query.question_names_exact_target());
//! # Ok::<(), ctx_model::error::Error>(())
//! ```

mod answer;
mod answered;
mod candidates;
mod correct;
pub mod documents;
mod english;
mod error;
mod feedback;
pub mod for_hub;
pub mod grep_prefilter;
pub mod index;
pub mod index_process;
mod index_thread;
mod match_expression;
mod merge;
mod query;
mod question;
mod request;
pub mod scan;
mod section_preparer;
mod section_texts;
mod sections;
mod split_question;
mod synonyms;
mod terms;
mod token_forms;
mod window;
pub mod word_numbers;

use std::collections::{HashMap, HashSet};

pub use answer::{answer_json, describe_source, entry_kinds_named, merge_local_and_hub_hits};
use candidates::{CandidateSection, EntriesByBlob, LOOKED, POOL, find_candidates, is_conversation_message};
pub use error::SearchError;
pub use index_thread::start_indexing_thread;
pub use query::Query;
pub use request::{HitPart, SearchAnswer, SearchHit, SearchRequest};
use section_texts::{SectionTextCache, is_shown_by_stored_summary};
use split_question::SENTENCE;
use window::{LineMatcher, NumberedLine};

use ctx_capture::record::view::EntryView;
use ctx_digest::shape;
use ctx_model::error::{Result, ignore_damage};
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind, SectionRow, Store};
use ctx_text::cut_middle;

/// Sections read in vain before a filter is given up.
const IN_VAIN: usize = 80;
/// A longer name is cut in a list.
const NAME: usize = 72;
/// … and a longer heading between two parts of a hit.
const HEADING: usize = 120;
/// A section that holds the question's signs and numbers as they were written.
const EXACT: f64 = 0.3;
/// A line that is the question, as of somebody who looks for a message that he has before him.
const VERBATIM: f64 = 2.0;
/// Notes that differ less than this in relevance are equal; then the newer one counts.
const EQUAL_NOTES: f64 = 0.85;

/// Answers one question. The index must be up to date.
pub fn search(store: &Store, masker: &Masker, request: &SearchRequest<'_>) -> Result<SearchAnswer> {
    let total = store.estimate_total_sections()?;
    let mut query = Query::parse_and_look_up_words(store, request.text, total)?;
    let mut answer = SearchAnswer {
        corrected: query.corrected.clone(),
        unknown: query.unknown.clone(),
        tried: vec!["words", "corrections", "parts of names", "numbers"],
        ..SearchAnswer::default()
    };
    let mut texts = SectionTextCache { store, masker, read: HashMap::new() };
    let mut known = EntriesByBlob::default();
    let (mut found, mut far) = find_candidates(store, &query, request, &mut known)?;
    if feedback::expand_query_from_top_sections(store, &mut query, &found, &mut texts, total)? {
        (found, far) = find_candidates(store, &query, request, &mut known)?;
    }
    let full = found.len() + far >= POOL as usize;
    let (mut hits, rest) = read_hits_from_candidates(&mut texts, &query, request, found)?;
    if hits.is_empty() && rest.0 == 0 && query.may_occur_literally() {
        answer.tried.push("the text itself");
        hits = scan::scan_for_literal_parts(store, masker, &query, request)?;
    }
    put_replacements_above_superseded(store, masker, &mut hits, request)?;
    let total = hits.len();
    let mut shown: Vec<SearchHit> = hits.drain(..).skip(request.offset).take(request.limit).collect();
    let matcher = LineMatcher::new(&query);
    for hit in &mut shown {
        fill_in_snippet(store, masker, &matcher, hit)?;
    }
    let left = total.saturating_sub(request.offset + shown.len()) + rest.0 + far;
    answer.more = (left, rest.1, full);
    if shown.is_empty() && total == 0 {
        answer.nearest = nearest_words_to_unknown(store, &query)?;
        answer.present = std::mem::take(&mut query.present);
    }
    answer.hits = shown;
    Ok(answer)
}

/// Reads the sections in order until there are hits enough. Also: how many were not read, and in how many entries.
fn read_hits_from_candidates(
    texts: &mut SectionTextCache<'_>,
    query: &Query,
    request: &SearchRequest<'_>,
    candidates: Vec<CandidateSection>,
) -> Result<(Vec<SearchHit>, (usize, usize))> {
    let mut matcher = LineMatcher::new(query);
    let mut hits: Vec<SearchHit> = Vec::new();
    let mut groups: HashMap<(String, String), usize> = HashMap::new();
    let mut sentences: HashMap<String, usize> = HashMap::new();
    // Signs and small numbers are in no index: where the question has some, more sections are looked at for them.
    let wanted = (request.offset + request.limit) * if query.exact.is_empty() { 1 } else { 2 };
    let mut in_vain = 0;
    let mut rest = candidates.into_iter();
    let mut firsts = 0;
    let (mut looked, mut in_logs) = (0, false);
    // Which lines of a log answer is known only when they are read: there, more sections are.
    while (firsts < wanted || (in_logs && looked < wanted + LOOKED)) && in_vain < IN_VAIN {
        let Some(candidate) = rest.next() else { break };
        looked += 1;
        let entry = &candidate.entries[0];
        let lines = texts.take_lines(entry, &candidate.section)?;
        let unverified: Vec<&str> = candidate.unverified.iter().map(String::as_str).collect();
        let coded_only = candidate.layer == "code";
        if !matcher.holds_required_text(&lines, if coded_only { &unverified } else { &[] }) {
            in_vain += 1;
            continue;
        }
        let verified = coded_only || unverified.is_empty() || matcher.holds_required_text(&lines, &unverified);
        let mut score = if verified { candidate.score } else { candidate.score * 0.5 };
        score *= 1.0 + EXACT * matcher.exact_parts_share(&lines);
        if matcher.has_question_verbatim(&lines) {
            score *= VERBATIM;
        }
        let mut counted = false;
        if lines.is_empty() && candidate.section.blob.is_none() {
            // There is no text to show: the summary is shown.
            let mut own = build_hit(entry, &candidate, &[], score, 0, &matcher);
            own.snippet = entry.summary.iter().flat_map(|summary| summary.lines()).take(2).map(str::to_owned).collect();
            own.snippet.resize(own.snippet.len().max(1), String::new());
            hits.push(own);
            counted = true;
        }
        for window in matcher.find_snippet_windows(&lines, request.room) {
            in_logs |= window.alone;
            let shown = &lines[window.first..=window.last];
            let key = key_of_repeated_answer(entry, &candidate.section, shown, &mut matcher);
            let sentence = key_of_repeated_message(entry, shown, &mut matcher);
            // Another run of the command gave the same answer: the newest stands for it.
            if let Some(&at) = key.as_ref().and_then(|key| groups.get(key)) {
                let other: &mut SearchHit = &mut hits[at];
                if other.entry.row != entry.row {
                    if other.entry.started_at < entry.started_at {
                        let older = other.older + 1;
                        let score = other.score.max(score);
                        *other =
                            build_hit(entry, &candidate, shown, score, older + candidate.entries.len() - 1, &matcher);
                    } else {
                        other.older += candidate.entries.len();
                    }
                    continue;
                }
            }
            if let Some(key) = key {
                groups.entry(key).or_insert(hits.len());
            }
            // The same sentence in another message says nothing new: the best stands for all.
            if let Some(&at) = sentence.as_ref().and_then(|sentence| sentences.get(sentence))
                && hits[at].entry.row != entry.row
            {
                hits[at].older += 1;
                continue;
            }
            if let Some(sentence) = sentence {
                sentences.insert(sentence, hits.len());
            }
            // Who begins with a time and a date speaks all the same: only lines of logs are judged by what else they hold.
            let worth = if is_conversation_message(entry) { 1.0 } else { window.worth };
            let score = score * worth;
            let mut own = build_hit(entry, &candidate, shown, score, candidate.entries.len() - 1, &matcher);
            own.stands_alone = window.alone;
            counted |= !hits.iter().any(|hit| merge::are_near_enough_to_merge(hit, &own));
            hits.push(own);
        }
        firsts += usize::from(counted);
    }
    drop_name_hits_beside_lines(&mut hits);
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| b.entry.started_at.cmp(&a.entry.started_at)));
    put_newer_notes_first_if_similar(&mut hits);
    let hits = merge::merge_hits_by_place(hits);
    let left: Vec<i64> = rest.map(|candidate| candidate.entries[0].row).collect();
    let entries: HashSet<&i64> = left.iter().collect();
    Ok((hits, (left.len(), entries.len())))
}

fn build_hit(
    entry: &Entry,
    candidate: &CandidateSection,
    shown: &[NumberedLine],
    score: f64,
    older: usize,
    matcher: &LineMatcher<'_>,
) -> SearchHit {
    let lines = match (shown.first(), shown.last()) {
        (Some(first), Some(last)) => (first.0, last.0),
        _ => candidate.section.lines,
    };
    let title = candidate.section.title.clone().filter(|_| candidate.section.blob.is_some());
    SearchHit {
        parts: vec![HitPart { lines, title }],
        snippet: match is_shown_by_stored_summary(entry, &candidate.section) {
            true => shown.iter().map(|(_, line)| matcher.shorten_line(line)).collect(),
            false => Vec::new(),
        },
        older,
        is_head: candidate.section.blob.is_none(),
        ..SearchHit::of_lines(entry.clone(), lines, score, candidate.layer)
    }
}

/// The lines of a hit as they may be shown.
fn fill_in_snippet(store: &Store, masker: &Masker, matcher: &LineMatcher<'_>, hit: &mut SearchHit) -> Result<()> {
    if !hit.snippet.is_empty() {
        return Ok(());
    }
    let view = EntryView { store, entry: &hit.entry, masker };
    let mut snippet = Vec::new();
    for (at, part) in hit.parts.iter().enumerate() {
        if at > 0 {
            let heading = part.title.as_ref().filter(|title| Some(*title) != hit.parts[at - 1].title.as_ref());
            snippet.push(heading.map_or("…".to_owned(), |title| format!("{} …", cut_middle(title, HEADING))));
        }
        ignore_damage(view.for_each_line(part.lines.0, part.lines.1, |_, line| {
            snippet.push(matcher.shorten_line(line));
            true
        }))?;
    }
    // The words that were found stand in its name, of which a list shows little.
    let name = describe_source(&hit.entry, masker);
    if hit.is_head && name.len() > NAME {
        snippet.truncate(1);
        snippet.insert(0, matcher.shorten_line(&name));
    }
    hit.snippet = snippet;
    Ok(())
}

/// Answers of several runs with the same key are shown as one: the command, and the heading or the shape of the line.
fn key_of_repeated_answer(
    entry: &Entry,
    section: &SectionRow,
    shown: &[NumberedLine],
    matcher: &mut LineMatcher<'_>,
) -> Option<(String, String)> {
    let command = entry.command.as_ref()?;
    let place = section.title.as_deref().or_else(|| matcher.best_line(shown))?;
    let place = shape::mask_variable_parts(place);
    Some((format!("{}\n{command}", entry.project.as_deref().unwrap_or_default()), place))
}

/// The best line of what somebody said, by its words; short lines are the same by chance.
fn key_of_repeated_message(entry: &Entry, shown: &[NumberedLine], matcher: &mut LineMatcher<'_>) -> Option<String> {
    if !is_conversation_message(entry) {
        return None;
    }
    let words = matcher.best_line(shown)?.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    (words.len() >= SENTENCE).then(|| words.join(" "))
}

/// An entry's name is not a hit of its own beside lines of the same entry.
fn drop_name_hits_beside_lines(hits: &mut Vec<SearchHit>) {
    let with_lines: Vec<i64> = hits.iter().filter(|hit| !hit.is_head).map(|hit| hit.entry.row).collect();
    hits.retain(|hit| !hit.is_head || !with_lines.contains(&hit.entry.row));
}

fn put_newer_notes_first_if_similar(hits: &mut [SearchHit]) {
    for at in 1..hits.len() {
        let mut place = at;
        while place > 0 {
            let (above, below) = (&hits[place - 1], &hits[place]);
            let notes = above.entry.kind == EntryKind::Note && below.entry.kind == EntryKind::Note;
            let equal = below.score > above.score * EQUAL_NOTES;
            if !(notes && equal && below.entry.started_at > above.entry.started_at)
                || below.entry.superseded_by.is_some()
            {
                break;
            }
            hits.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Puts the replacement of a superseded entry above it, and adds the replacement where it is missing.
fn put_replacements_above_superseded(
    store: &Store,
    masker: &Masker,
    hits: &mut Vec<SearchHit>,
    request: &SearchRequest<'_>,
) -> Result<()> {
    let mut at = 0;
    while at < hits.len() {
        let Some(newer) = hits[at].entry.superseded_by.clone() else {
            at += 1;
            continue;
        };
        let place = hits.iter().position(|hit| hit.entry.id == newer);
        match place {
            Some(place) if place > at => {
                let hit = hits.remove(place);
                hits.insert(at, hit);
            }
            Some(_) => at += 1,
            None => {
                let reference = newer.reference().parse()?;
                let entry = store.resolve_reference(&reference, request.scope)?;
                let view = EntryView { store, entry: &entry, masker };
                let mut snippet = Vec::new();
                ignore_damage(view.for_each_line(1, 6, |_, line| {
                    snippet.push(cut_middle(line, 320).into_owned());
                    true
                }))?;
                let lines = (1, snippet.len().max(1) as u64);
                let hit = SearchHit::of_lines(entry, lines, hits[at].score, "supersedes");
                hits.insert(at, SearchHit { snippet, ..hit });
            }
        }
    }
    Ok(())
}

fn nearest_words_to_unknown(store: &Store, query: &Query) -> Result<Vec<String>> {
    let mut words = Vec::new();
    for unknown in query.unknown.iter().take(4) {
        let near = correct::nearest_known_words(store, unknown, 3)?.into_iter().map(|near| near.word);
        let start: String = unknown.chars().take(3).collect();
        let begun = store.words_with_start(&start, 3)?.into_iter().map(|word| word.word);
        for word in near.chain(begun) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words.truncate(6);
    Ok(words)
}
