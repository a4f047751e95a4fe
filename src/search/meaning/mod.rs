//! Search by meaning, for those who want it: sections and questions as vectors of a model that somebody else runs.
//! Words stay the measure: what is near in meaning moves up among them, by its rank and with a measured weight.

mod endpoint;
mod vectors;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use endpoint::Endpoint;
use vectors::{Kind, Packed, Vectors};

use super::Request;
use super::candidates::{Candidate, candidate};
use crate::error::{Error, Result};
use crate::secrets::Masker;
use crate::store::{Among, SectionRow, Store};
use crate::view::View;

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
/// Reciprocal ranks: the usual constant, and what the meaning weighs beside the words.
const RANK: f64 = 60.0;
const WEIGHT: f64 = 0.3;
/// A file in which more slots than this share are of sections that went is written anew.
const DEAD_SHARE: u64 = 4;

fn path(store: &Store) -> PathBuf {
    store.path().with_file_name("vectors.i8")
}

/// The file of vectors of this model, if it is there and agrees with the store.
fn open(store: &Store, model: &str) -> Result<Option<Vectors>> {
    let generation = store.vector_generation()?;
    let vectors = Vectors::open(&path(store))?;
    Ok(vectors.filter(|vectors| {
        Some(vectors.kind().generation) == generation
            && vectors.kind().model == *blake3::hash(model.as_bytes()).as_bytes()
    }))
}

/// How long to go on.
pub enum Effort<'a> {
    /// To the end; told how many sections are done.
    All(&'a mut dyn FnMut(u64)),
    /// Until this is set.
    WhileIdle(&'a AtomicBool),
}

/// Gives vectors to sections that have none. Where it fails, what was done stays, and the next one goes on from there.
pub fn catch_up(store: &mut Store, masker: &Masker, endpoint: &Endpoint, mut effort: Effort<'_>) -> Result<()> {
    let Some(_lock) = store.vector_lock() else { return Ok(()) };
    let mut vectors = open(store, endpoint.model())?;
    if vectors.is_none() && store.vector_generation()?.is_some() {
        // Another model, or a file that is not the one the store means.
        store.replace_vectors(fresh_generation(), &[])?;
    }
    let mut done = 0;
    loop {
        let sections = store.unembedded(BATCH)?;
        let Some(last) = sections.last().map(|section| section.id) else { break };
        let mut texts = Vec::new();
        let mut rows = Vec::new();
        for section in &sections {
            if let Some(text) = text(store, masker, section)? {
                texts.push(text);
                rows.push(section.id);
            }
        }
        if !texts.is_empty() {
            let found = endpoint.embed(&texts, BATCH_TIME)?;
            let file = match vectors.take() {
                Some(file) => file,
                None => begin(store, endpoint.model(), found[0].len())?,
            };
            agree(&file, found[0].len())?;
            let packed: Vec<(i64, Packed)> =
                rows.iter().zip(&found).map(|(&row, vector)| (row, Packed::new(vector))).collect();
            let first = file.slots()?;
            file.write(first, &packed)?;
            let slots: Vec<(i64, u64)> = rows.iter().zip(first..).map(|(&row, slot)| (row, slot)).collect();
            store.put_vectors(&slots, last)?;
            vectors = Some(file);
        } else {
            store.put_vectors(&[], last)?;
        }
        done += sections.len() as u64;
        match &mut effort {
            Effort::All(progress) => progress(done),
            Effort::WhileIdle(stop) if stop.load(Ordering::Relaxed) => return Ok(()),
            Effort::WhileIdle(_) => {}
        }
    }
    if let Some(file) = vectors {
        let (slots, live) = (file.slots()?, store.vector_count()?);
        if (slots - live.min(slots)) * DEAD_SHARE > slots {
            drop_dead(store)?;
        }
    }
    Ok(())
}

/// Writes the file anew without vectors of sections that went: they would tell what was forgotten.
pub fn drop_dead(store: &mut Store) -> Result<()> {
    let path = path(store);
    if let Some(file) = Vectors::open(&path)? {
        let generation = fresh_generation();
        let kept = file.keep(&path, generation, &store.vector_slots()?)?;
        store.replace_vectors(generation, &kept)?;
    }
    Ok(())
}

fn begin(store: &mut Store, model: &str, numbers: usize) -> Result<Vectors> {
    let generation = fresh_generation();
    let numbers = u32::try_from(numbers).unwrap_or(u32::MAX);
    let file =
        Vectors::create(&path(store), Kind { generation, numbers, model: *blake3::hash(model.as_bytes()).as_bytes() })?;
    store.replace_vectors(generation, &[])?;
    Ok(file)
}

fn fresh_generation() -> i64 {
    crate::env::now_ms()
}

fn agree(file: &Vectors, numbers: usize) -> Result<()> {
    let known = file.kind().numbers as usize;
    if known == numbers {
        return Ok(());
    }
    Err(Error::failed(format_args!("the model gave {numbers} numbers a text, those that are kept have {known}"))
        .hint("another model needs another name in ctx.toml; all sections are then embedded anew"))
}

/// What is sent of a section: its title and how it begins, masked.
fn text(store: &Store, masker: &Masker, section: &SectionRow) -> Result<Option<String>> {
    let Some(entry) = store.entries_with(section, &Among::default())?.into_iter().next() else { return Ok(None) };
    let mut text = String::new();
    let view = View { store, entry: &entry, masker };
    view.lines(section.lines.0, section.lines.1, |_, line| {
        text.push_str(line.trim());
        text.push('\n');
        text.len() < TEXT
    })?;
    if let Some(title) = section.title.as_ref().filter(|title| !text.contains(title.as_str())) {
        text.insert_str(0, &format!("{title}\n"));
    }
    let mut end = text.len().min(TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    Ok(Some(text).filter(|text| !text.trim().is_empty()))
}

/// Sections near to the question in meaning, best first. The endpoint's failure is the caller's to tell.
pub fn nearest(store: &Store, masker: &Masker, endpoint: &Endpoint, question: &str) -> Result<Vec<i64>> {
    let Some(file) = open(store, endpoint.model())? else { return Ok(Vec::new()) };
    let masked = masker.fresh().text(&question.chars().take(TEXT).collect::<String>()).into_owned();
    let vectors = endpoint.embed(&[masked], QUESTION_TIME)?;
    agree(&file, vectors[0].len())?;
    let mut sections = Vec::new();
    for (section, slot, score) in file.nearest(&Packed::new(&vectors[0]), NEAREST)? {
        if score > 0.0 && store.vector_slot(section)? == Some(slot) {
            sections.push(section);
        }
    }
    Ok(sections)
}

/// Orders what the words found and what is near in meaning by their reciprocal ranks. Scores keep their range, because
/// the factors for lines and dates are measured against them.
pub fn fuse(store: &Store, request: &Request<'_>, found: Vec<Candidate>, near: &[i64]) -> Result<Vec<Candidate>> {
    let mut scores: Vec<f64> = found.iter().map(|candidate| candidate.score).collect();
    let ranks: HashMap<i64, usize> = near.iter().enumerate().map(|(rank, &section)| (section, rank)).collect();
    let share = |rank: usize, weight: f64| weight / (RANK + rank as f64 + 1.0);
    let mut fused: Vec<(f64, Candidate)> = Vec::with_capacity(found.len() + near.len());
    for (rank, candidate) in found.into_iter().enumerate() {
        let meaning = ranks.get(&candidate.section.id).map_or(0.0, |&rank| share(rank, WEIGHT));
        fused.push((share(rank, 1.0) + meaning, candidate));
    }
    for (rank, &section) in near.iter().enumerate() {
        if fused.iter().any(|(_, candidate)| candidate.section.id == section) {
            continue;
        }
        if let Some(candidate) = candidate(store, request, section, "meaning")? {
            fused.push((share(rank, WEIGHT), candidate));
        }
    }
    fused.sort_by(|a, b| b.0.total_cmp(&a.0));
    let least = scores.last().copied().unwrap_or(1.0);
    scores.resize(fused.len(), least);
    let scored = fused.into_iter().zip(scores);
    Ok(scored.map(|((_, candidate), score)| Candidate { score, ..candidate }).collect())
}
