//! Search by meaning, for those who want it: sections and questions as vectors of a model that somebody else runs.
//! Words decide first: sections near in meaning move up among their hits, with a measured weight.

mod endpoint;
pub mod vectors;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use endpoint::EmbeddingEndpoint;
use vectors::{NearnessSpread, PackedVector, VectorFile, VectorFileHeader};

use super::SearchRequest;
use super::candidates::{Candidate, candidate_for_section};
use crate::error::SearchError;
use ctx_capture::record::view::EntryView;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_store::{SearchFilter, SectionRow, Store};
use ctx_text::floor_boundary;

/// Texts sent at a time: small, because the first of them waits for the last.
const BATCH: u32 = 32;
/// Bytes of a section that are sent: most models read no further.
const TEXT: usize = 2_000;
/// Somebody waits for the answer to a question …
const QUESTION_TIME: Duration = Duration::from_secs(3);
/// … and nobody for a batch.
const BATCH_TIME: Duration = Duration::from_secs(60);
/// Sections near in meaning that are looked at.
const NEAREST: usize = 100;
/// The gain of a section for each deviation by which it is nearer to the question than others, and how many deviations
/// count. With the usual fusion by ranks, a small sentence model lost more on code than it gained on prose, at every
/// weight that gained: a rank does not say how near. So the model counts where it agrees with the words about their
/// first answers, and it decides between answers that the words find nearly equal. Chosen among some sixty settings on
/// all 1,400 abstracts and 6,267 functions: half of this weight, or no agreement required, is about as good; twice the
/// weight loses on code.
const WEIGHT: f64 = 0.05;
const DEVIATIONS: f64 = 3.0;
/// The first answers by words, this many, must be this near on average.
const ASKED: usize = 5;
const AGREES: f64 = 1.0;
/// The file is rewritten when more than one slot in this many belongs to a deleted section.
const DEAD_SHARE: u64 = 4;

fn vector_file_path(store: &Store) -> PathBuf {
    store.database_path().with_file_name("vectors.i8")
}

/// The file of vectors of this model, if it is there and agrees with the store.
fn open_vectors(store: &Store, model: &str) -> Result<Option<VectorFile>> {
    let generation = store.vector_generation()?;
    let vectors = VectorFile::open(&vector_file_path(store))?;
    Ok(vectors.filter(|vectors| {
        Some(vectors.header().generation) == generation
            && vectors.header().model == *blake3::hash(model.as_bytes()).as_bytes()
    }))
}

/// How long to go on.
pub enum EmbeddingEffort<'a> {
    /// To the end; told how many sections are done.
    All(&'a mut dyn FnMut(u64)),
    /// Until this is set.
    WhileIdle(&'a AtomicBool),
}

/// Gives vectors to sections that have none. If it fails, finished vectors stay, and the next call goes on from there.
pub fn embed_pending_sections(
    store: &mut Store,
    masker: &Masker,
    endpoint: &EmbeddingEndpoint,
    mut effort: EmbeddingEffort<'_>,
) -> Result<()> {
    let Some(_lock) = store.vector_lock() else { return Ok(()) };
    let mut vectors = open_vectors(store, endpoint.model())?;
    if vectors.is_none() && store.vector_generation()?.is_some() {
        // Another model, or a file that is not the one the store means.
        store.replace_vector_slots(new_generation(), &[])?;
    }
    let (mut done, mut size) = (0, BATCH);
    loop {
        let sections = store.sections_without_vector(size)?;
        let Some(last) = sections.last().map(|section| section.id) else { break };
        let mut texts = Vec::new();
        let mut rows = Vec::new();
        for section in &sections {
            if let Some(text) = section_text_to_embed(store, masker, section)? {
                texts.push(text);
                rows.push(section.id);
            }
        }
        if !texts.is_empty() {
            let asked = Instant::now();
            let found = match endpoint.embed(&texts, BATCH_TIME) {
                Err(_) if asked.elapsed() >= BATCH_TIME && size > 1 => {
                    // One text shows how slow it is, or that it hangs.
                    size = 1;
                    continue;
                }
                found => found?,
            };
            size = fitting_batch_size(texts.len(), asked.elapsed());
            let file = match vectors.take() {
                Some(file) => file,
                None => create_vector_file(store, endpoint.model(), found[0].len())?,
            };
            check_dimensions(&file, found[0].len())?;
            let packed: Vec<(i64, PackedVector)> =
                rows.iter().zip(&found).map(|(&row, vector)| (row, PackedVector::new(vector))).collect();
            let first = file.slot_count()?;
            file.write_slots(first, &packed)?;
            let slots: Vec<(i64, u64)> = rows.iter().zip(first..).map(|(&row, slot)| (row, slot)).collect();
            store.record_vector_slots(&slots, last)?;
            vectors = Some(file);
        } else {
            store.record_vector_slots(&[], last)?;
        }
        done += sections.len() as u64;
        match &mut effort {
            EmbeddingEffort::All(progress) => progress(done),
            EmbeddingEffort::WhileIdle(stop) if stop.load(Ordering::Relaxed) => return Ok(()),
            EmbeddingEffort::WhileIdle(_) => {}
        }
    }
    if let Some(file) = vectors {
        let (slots, live) = (file.slot_count()?, store.vector_count()?);
        if (slots - live.min(slots)) * DEAD_SHARE > slots {
            drop_deleted_vectors(store)?;
        }
    }
    Ok(())
}

/// How many texts fit into a third of the time limit, if `count` of them `took` this long.
fn fitting_batch_size(count: usize, took: Duration) -> u32 {
    let fit = count as f64 * BATCH_TIME.as_secs_f64() / 3.0 / took.as_secs_f64().max(1e-3);
    (fit as u32).clamp(1, BATCH)
}

/// Rewrites the file without vectors of deleted sections: they would reveal forgotten text.
pub fn drop_deleted_vectors(store: &mut Store) -> Result<()> {
    let path = vector_file_path(store);
    if let Some(file) = VectorFile::open(&path)? {
        let generation = new_generation();
        let kept = file.rewrite_with_slots(&path, generation, &store.vector_slots()?)?;
        store.replace_vector_slots(generation, &kept)?;
    }
    Ok(())
}

fn create_vector_file(store: &mut Store, model: &str, numbers: usize) -> Result<VectorFile> {
    let generation = new_generation();
    let numbers = u32::try_from(numbers).unwrap_or(u32::MAX);
    let file = VectorFile::create(
        &vector_file_path(store),
        VectorFileHeader { generation, numbers, model: *blake3::hash(model.as_bytes()).as_bytes() },
    )?;
    store.replace_vector_slots(generation, &[])?;
    Ok(file)
}

fn new_generation() -> i64 {
    ctx_model::env::now_ms()
}

fn check_dimensions(file: &VectorFile, numbers: usize) -> Result<()> {
    let known = file.header().numbers as usize;
    if known == numbers {
        return Ok(());
    }
    Err(SearchError::OtherModel { given: numbers, kept: known }.into())
}

/// The text of a section that is sent: its title and its beginning, masked.
fn section_text_to_embed(store: &Store, masker: &Masker, section: &SectionRow) -> Result<Option<String>> {
    let Some(entry) = store.entries_with_section(section, &SearchFilter::default())?.into_iter().next() else {
        return Ok(None);
    };
    let mut text = String::new();
    let view = EntryView { store, entry: &entry, masker };
    view.for_each_line(section.lines.0, section.lines.1, |_, line| {
        text.push_str(line.trim());
        text.push('\n');
        text.len() < TEXT
    })?;
    if let Some(title) = section.title.as_ref().filter(|title| !text.contains(title.as_str())) {
        text.insert_str(0, &format!("{title}\n"));
    }
    text.truncate(floor_boundary(&text, TEXT));
    Ok(Some(text).filter(|text| !text.trim().is_empty()))
}

/// Sections near to a question in meaning.
pub struct NearSections {
    file: VectorFile,
    question: PackedVector,
    spread: NearnessSpread,
    /// Sections, best first.
    sections: Vec<i64>,
}

/// Sections near to the question in meaning; none before there are vectors. The endpoint's failure is the caller's to tell.
pub fn nearest_sections(
    store: &Store,
    masker: &Masker,
    endpoint: &EmbeddingEndpoint,
    question: &str,
) -> Result<Option<NearSections>> {
    let Some(file) = open_vectors(store, endpoint.model())? else { return Ok(None) };
    let masked = masker.without_state().mask_text(&question.chars().take(TEXT).collect::<String>()).into_owned();
    let vectors = endpoint.embed(&[masked], QUESTION_TIME)?;
    check_dimensions(&file, vectors[0].len())?;
    let question = PackedVector::new(&vectors[0]);
    let (slots, spread) = file.nearest_slots(&question, NEAREST)?;
    let mut sections = Vec::new();
    for (section, slot, near) in slots {
        if near > 0.0 && store.vector_slot(section)? == Some(slot) {
            sections.push(section);
        }
    }
    Ok(Some(NearSections { file, question, spread, sections }))
}

/// Words decide first: their hits gain by nearness in meaning; sections found by meaning alone come after them.
pub fn fuse_with_word_hits(
    store: &Store,
    request: &SearchRequest<'_>,
    found: Vec<Candidate>,
    near: &NearSections,
) -> Result<Vec<Candidate>> {
    let mut standings = Vec::with_capacity(found.len());
    for candidate in &found {
        let slot = store.vector_slot(candidate.section.id)?;
        let nearness = match slot {
            Some(slot) => near.file.slot_nearness(&near.question, candidate.section.id, slot)?,
            None => None,
        };
        standings.push(nearness.map_or(0.0, |nearness| near.spread.deviations_above_mean(nearness)));
    }
    let first = &standings[..standings.len().min(ASKED)];
    let agrees = first.iter().sum::<f64>() >= AGREES * first.len() as f64;
    let mut fused = Vec::with_capacity(found.len() + near.sections.len());
    for (candidate, standing) in found.into_iter().zip(standings) {
        let factor = if agrees { 1.0 + WEIGHT * standing.clamp(0.0, DEVIATIONS) } else { 1.0 };
        fused.push(Candidate { score: candidate.score * factor, ..candidate });
    }
    fused.sort_by(|a, b| b.score.total_cmp(&a.score));
    let least = fused.last().map_or(1.0, |last| last.score);
    let known: HashSet<i64> = fused.iter().map(|candidate| candidate.section.id).collect();
    for (behind, &section) in near.sections.iter().filter(|section| !known.contains(section)).enumerate() {
        if let Some(candidate) = candidate_for_section(store, request, section, "meaning")? {
            fused.push(Candidate { score: least / (1.0 + 0.01 * (behind + 1) as f64), ..candidate });
        }
    }
    Ok(fused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_endpoint_gets_fewer_texts_at_a_time() {
        let after = |count, seconds| fitting_batch_size(count, Duration::from_secs(seconds));
        assert_eq!([after(32, 1), after(32, 40), after(1, 5), after(1, 59), after(4, 0)], [32, 16, 4, 1, 32]);
    }
}
