//! The search index as rows: sections with their words and codes, the vocabulary, and how far all of it is built.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, params};

use super::Store;
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, columns};

/// The owner of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionOwner {
    /// Lines of these bytes, whoever printed them.
    Blob(i64),
    /// The entry itself: its command, its title, its summary.
    Entry(i64),
}

#[derive(Clone, Debug)]
pub struct NewSection {
    pub of: SectionOwner,
    pub lines: (u64, u64),
    pub title: Option<String>,
    pub title_stems: String,
    pub body_stems: String,
    pub codes: String,
}

#[derive(Clone, Debug)]
pub struct WordSectionCount {
    pub stem: String,
    pub natural: bool,
    pub sections: u32,
}

/// Rows that are written to the index in one transaction.
#[derive(Default)]
pub struct IndexBatch {
    pub sections: Vec<NewSection>,
    pub words: HashMap<String, WordSectionCount>,
    /// Blobs with the lines they were indexed to before, are indexed to now, and whether that is all.
    pub blobs: Vec<(i64, u64, u64, bool)>,
    /// Entries that are done with, in ascending order, with their bytes as they were then; true when more may come.
    pub entries: Vec<(i64, Option<i64>, bool)>,
}

impl Store {
    /// Writes a batch, without entries that were deleted or indexed by another process meanwhile.
    pub fn write_index_batch(&mut self, batch: &IndexBatch) -> Result<()> {
        self.write_transaction(|db| {
            let mut stale = HashSet::new();
            for &(blob, before, now, whole) in &batch.blobs {
                let there: bool = db.row("SELECT EXISTS (SELECT 1 FROM blob WHERE id = ?1)", [blob])?;
                let reached: u64 = db.first("SELECT lines FROM indexed_blob WHERE blob_id = ?1", [blob])?.unwrap_or(0);
                if !there || reached != before {
                    stale.insert(blob);
                    continue;
                }
                db.run("INSERT OR REPLACE INTO indexed_blob VALUES (?1, ?2, ?3)", params![blob, now, whole])?;
            }
            let mut heads = 0;
            for section in &batch.sections {
                match section.of {
                    SectionOwner::Blob(blob) if stale.contains(&blob) => continue,
                    SectionOwner::Entry(row) if !entry_needs_section(db, row)? => continue,
                    of => insert_section(db, section, of)?,
                }
                heads += i64::from(section.body_stems.is_empty());
            }
            adjust_name_section_count(db, heads)?;
            add_word_counts(db, &batch.words)?;
            for &(row, blob, unfinished) in &batch.entries {
                // A command may have ended between the look at its row and the look for its process: then it seemed
                // interrupted, and its bytes are others than those that were read.
                let now: Option<Option<i64>> = db.first("SELECT blob_id FROM entry WHERE id = ?1", [row])?;
                let overtaken = blob.is_some_and(|blob| stale.contains(&blob));
                if unfinished || overtaken || now.is_some_and(|now| now != blob) {
                    db.run("INSERT OR IGNORE INTO index_later SELECT id FROM entry WHERE id = ?1", [row])?;
                } else {
                    db.run("DELETE FROM index_later WHERE entry_id = ?1", [row])?;
                }
                mark_indexed_up_to(db, row)?;
            }
            Ok(())
        })
    }

    /// Takes an entry out of the index; its bytes, too, where no other entry has them.
    pub fn unindex_entry(&mut self, row: i64) -> Result<()> {
        self.write_transaction(|db| unindex_entry_and_unshared_bytes(db, row))
    }

    /// Merges pieces of the index, as far as this many pages go: a search reads all pieces there are.
    pub fn merge_index(&mut self, pages: u32) -> Result<()> {
        self.execute_in_transaction("INSERT INTO section_words (section_words, rank) VALUES ('merge', ?1)", [pages])
            .map(drop)?;
        self.release_free_pages_and_checkpoint(&mut super::orphans::CleanupWorkLimit::unlimited())
    }
}

pub(super) fn unindex_entry_and_unshared_bytes(db: &Connection, row: i64) -> rusqlite::Result<()> {
    drop_sections_of_entry(db, row)?;
    db.execute("DELETE FROM index_later WHERE entry_id = ?1", [row])?;
    let alone: Option<i64> = db
        .first(
            "SELECT blob_id FROM entry e WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM entry o WHERE o.blob_id = \
             e.blob_id AND o.id <> e.id)",
            [row],
        )?
        .flatten();
    alone.map_or(Ok(()), |blob| drop_blob_from_index(db, blob))
}

/// Notes that the newest entry is in the index, or is marked to be indexed later.
pub(super) fn mark_indexed_up_to(db: &Connection, row: i64) -> rusqlite::Result<()> {
    db.run(
        "INSERT INTO meta VALUES ('indexed_upto', ?1) ON CONFLICT (key) DO UPDATE SET value = max(value, \
         excluded.value)",
        [row],
    )
    .map(drop)
}

/// Leaves the newest entry to the next process that has time to index it.
pub(super) fn queue_newest_for_indexing(db: &Connection, row: i64) -> rusqlite::Result<()> {
    db.run("INSERT OR IGNORE INTO index_later VALUES (?1)", [row])?;
    mark_indexed_up_to(db, row)
}

/// Marks a blob as indexed to its end; true where its sections are still to be put.
pub(super) fn mark_blob_indexed_if_not_yet(db: &Connection, blob: i64, lines: u64) -> rusqlite::Result<bool> {
    let whole: Option<bool> = db.first("SELECT whole FROM indexed_blob WHERE blob_id = ?1", [blob])?;
    if whole == Some(true) {
        return Ok(false);
    }
    if whole.is_some() {
        drop_blob_from_index(db, blob)?;
    }
    db.run("INSERT OR REPLACE INTO indexed_blob VALUES (?1, ?2, 1)", (blob, lines))?;
    Ok(true)
}

/// Sections that are only a name, which say nothing about how long texts are.
fn adjust_name_section_count(db: &Connection, more: i64) -> rusqlite::Result<()> {
    if more != 0 {
        db.run(
            "INSERT INTO meta VALUES ('heads', max(0, ?1)) ON CONFLICT (key) DO UPDATE SET value = max(0, value + ?1)",
            [more],
        )?;
    }
    Ok(())
}

/// The entry is there and nothing is said of it yet.
fn entry_needs_section(db: &Connection, row: i64) -> rusqlite::Result<bool> {
    db.row(
        "SELECT EXISTS (SELECT 1 FROM entry WHERE id = ?1) AND NOT EXISTS (SELECT 1 FROM section WHERE entry_id = ?1)",
        [row],
    )
}

pub(super) fn insert_section(db: &Connection, section: &NewSection, of: SectionOwner) -> rusqlite::Result<()> {
    let (blob, entry) = match of {
        SectionOwner::Blob(blob) => (Some(blob), None),
        SectionOwner::Entry(entry) => (None, Some(entry)),
    };
    let NewSection { lines: (first, last), title, title_stems, body_stems, codes, .. } = section;
    db.insert(
        "INSERT INTO section {}",
        columns![blob_id: blob, entry_id: entry, first_line: first, last_line: last, title: title],
    )?;
    let id = db.last_insert_rowid();
    db.insert("INSERT INTO section_words {}", columns![rowid: id, body: body_stems, title: title_stems])?;
    if !codes.is_empty() {
        db.insert("INSERT INTO section_codes {}", columns![rowid: id, codes: codes])?;
    }
    Ok(())
}

pub(super) fn add_word_counts(db: &Connection, words: &HashMap<String, WordSectionCount>) -> rusqlite::Result<()> {
    // In their order, neighbours are on the same pages.
    let mut words: Vec<(&String, &WordSectionCount)> = words.iter().collect();
    words.sort_unstable_by_key(|(word, _)| *word);
    for (word, count) in words {
        let WordSectionCount { stem, natural, sections } = count;
        let more = "UPDATE word SET n = n + ?2, natural = max(natural, ?3) WHERE word = ?1";
        if db.run(more, params![word, sections, natural])? == 0 {
            let stem = Some(stem).filter(|stem| *stem != word);
            db.insert("INSERT INTO word {}", columns![word: word, stem: stem, n: sections, natural: natural])?;
            db.run("INSERT INTO word_grams (rowid, word) VALUES (?1, ?2)", params![db.last_insert_rowid(), word])?;
        }
    }
    Ok(())
}

/// Takes a blob out of the index.
pub(super) fn drop_blob_from_index(db: &Connection, blob: i64) -> rusqlite::Result<()> {
    while drop_sections_of_blob(db, blob, i64::MAX)? > 0 {}
    Ok(())
}

/// Takes up to `limit` sections of a blob out of the index; returns how many.
pub(super) fn drop_sections_of_blob(db: &Connection, blob: i64, limit: i64) -> rusqlite::Result<usize> {
    let ids: Vec<i64> = db.rows("SELECT id FROM section WHERE blob_id = ?1 LIMIT ?2", (blob, limit))?;
    for &id in &ids {
        drop_section(db, id)?;
    }
    if ids.is_empty() {
        db.run("DELETE FROM indexed_blob WHERE blob_id = ?1", [blob])?;
        super::masks::delete_mask_spans(db, blob)?;
    }
    Ok(ids.len())
}

fn drop_section(db: &Connection, id: i64) -> rusqlite::Result<()> {
    db.run("DELETE FROM section_words WHERE rowid = ?1", [id])?;
    db.run("DELETE FROM section_codes WHERE rowid = ?1", [id])?;
    db.run("DELETE FROM section WHERE id = ?1", [id]).map(drop)
}

/// Removes everything about an entry from the index, except its bytes.
pub(super) fn drop_entry_from_index_except_bytes(db: &Connection, row: i64) -> rusqlite::Result<()> {
    drop_sections_of_entry(db, row)?;
    db.execute("DELETE FROM index_later WHERE entry_id = ?1", [row])?;
    db.execute("DELETE FROM document WHERE entry_id = ?1", [row]).map(drop)
}

/// Lowers the marks to the last row: the next entry may get the row number of a deleted one, and is neither indexed nor
/// compared with open errors yet.
pub(super) fn lower_progress_marks_to_last_row(db: &Connection) -> rusqlite::Result<()> {
    db.execute(
        "UPDATE meta SET value = min(value, (SELECT coalesce(max(id), 0) FROM entry)) \
         WHERE key = 'indexed_upto' OR (key >= 'settled_upto:' AND key < 'settled_upto;')",
        [],
    )
    .map(drop)
}

fn drop_sections_of_entry(db: &Connection, row: i64) -> rusqlite::Result<()> {
    let ids: Vec<i64> = db.rows("SELECT id FROM section WHERE entry_id = ?1", [row])?;
    adjust_name_section_count(db, -(ids.len() as i64))?;
    ids.into_iter().try_for_each(|id| drop_section(db, id))
}

/// Queues an entry to be indexed again: its bytes are about to be deleted, and only its summary can be found then.
pub(super) fn queue_for_reindex(db: &Connection, row: i64) -> rusqlite::Result<()> {
    drop_sections_of_entry(db, row)?;
    db.execute("INSERT OR IGNORE INTO index_later VALUES (?1)", [row]).map(drop)
}
