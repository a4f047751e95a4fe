//! What a search gathered on the hub, put into a store in memory, where it is ranked like what is local.

use std::collections::HashMap;

use super::fetch::FetchedEntry;
use super::page::PageSection;
use ctx_model::Result;
use ctx_search::for_hub;
use ctx_store::{HubEntry, IndexBatch, Store, WordSectionCount};

/// A word of the hub's vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HubWord {
    pub word: String,
    pub stem: String,
    pub natural: bool,
    pub sections: i64,
}

/// Search results: sections, the entries that hold them, and entries whose names match.
#[derive(Default)]
pub(super) struct HubSearchResults {
    pub total: i64,
    pub words: Vec<HubWord>,
    pub sections: Vec<FoundSection>,
    pub entries: Vec<FetchedEntry>,
    pub names: Vec<FetchedEntry>,
}

/// A section of the text with this hash.
pub(super) struct FoundSection {
    pub hash: Vec<u8>,
    pub section: PageSection,
}

/// What an entry is called, as its own machine indexes it.
pub(super) fn joined_entry_names(entry: &HubEntry) -> String {
    let names = [&entry.title, &entry.command, &entry.label].into_iter().flatten();
    names.map(String::as_str).collect::<Vec<_>>().join(" · ")
}

/// Entries with as much of their texts as came, and the index over it.
pub(super) fn fill_memory_store(store: &mut Store, gathered: HubSearchResults) -> Result<()> {
    let HubSearchResults { total, words, sections: found, entries, names } = gathered;
    let mut texts: HashMap<&[u8], Vec<&PageSection>> = HashMap::new();
    for found in &found {
        texts.entry(&found.hash).or_default().push(&found.section);
    }
    for sections in texts.values_mut() {
        sections.sort_by_key(|section| section.lines.0);
    }
    let mut guests: Vec<HubEntry> = Vec::new();
    let mut hashes: Vec<Option<Vec<u8>>> = Vec::new();
    let mut all: Vec<FetchedEntry> = entries;
    for came in names {
        if !all.iter().any(|known| known.entry.reference == came.entry.reference) {
            all.push(came);
        }
    }
    all.sort_by_key(|came| came.entry.started_at);
    for FetchedEntry { mut entry, hash } in all {
        entry.text =
            hash.as_deref().and_then(|hash| texts.get(hash)).map(|sections| join_sections_with_empty_lines(sections));
        hashes.push(hash);
        guests.push(entry);
    }
    let came = (found.len() + guests.len()) as i64;
    store.simulate_total_sections(total, came)?;
    let admitted = store.insert_hub_entries(&guests)?;
    let mut batch = IndexBatch::default();
    let mut blobs: HashMap<&[u8], i64> = HashMap::new();
    for ((row, stored), hash) in admitted.iter().zip(&hashes) {
        batch.entries.push((*row, stored.blob, false));
        if let (Some(blob), Some(hash)) = (stored.blob, hash)
            && blobs.insert(hash, blob).is_none()
        {
            batch.blobs.push((blob, 0, stored.lines, true));
        }
    }
    let parts = found.iter().filter_map(|FoundSection { hash, section }| {
        Some((*blobs.get(&hash[..])?, section.lines, section.title.clone(), section.text.as_str()))
    });
    batch.sections = for_hub::prepare_received_sections(parts);
    let named: Vec<(i64, String)> =
        admitted.iter().zip(&guests).map(|((row, _), entry)| (*row, joined_entry_names(entry))).collect();
    batch
        .sections
        .extend(for_hub::prepare_sections_of_entry_names(named.iter().map(|(row, name)| (*row, name.as_str()))));
    // The vocabulary as far as the question needs it, counted where all of it is.
    for HubWord { word, stem, natural, sections } in words {
        let sections = u32::try_from(sections).unwrap_or(u32::MAX);
        batch.words.entry(word).or_insert(WordSectionCount { stem, natural, sections });
    }
    Ok(store.write_index_batch(&batch)?)
}

/// Sections where they stand in their text; what lies between them is empty lines.
fn join_sections_with_empty_lines(sections: &[&PageSection]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut line = 1;
    for section in sections {
        let gap = usize::try_from(section.lines.0.saturating_sub(line)).unwrap_or(0);
        text.resize(text.len() + gap, b'\n');
        text.extend_from_slice(section.text.as_bytes());
        line = section.lines.1 + 1;
    }
    text
}
