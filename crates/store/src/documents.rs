//! Documents that `ctx index` reads from disk: which are kept, and which of them changed.

use std::collections::HashMap;
use std::time::UNIX_EPOCH;

use rusqlite::{Connection, params};

use super::pack::{self, DocumentPacker, PackedDocument};
use super::{NewEntry, NewSection, SectionOwner, Store, StoredBlob, WordSectionCount, entries, index};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, row_struct};

const CACHE_KIB: i64 = 4 << 10;

row_struct! {
    /// A file as the store last saw it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct FileStamp {
        pub size: u64,
        pub mtime_ns: i64,
    }
}

impl FileStamp {
    pub fn from_metadata(meta: &std::fs::Metadata) -> FileStamp {
        let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        FileStamp { size: meta.len(), mtime_ns: i64::try_from(since.as_nanos()).unwrap_or(i64::MAX) }
    }
}

/// A file that is read, packed and cut; all that is left is to write it.
pub struct NewDocument {
    pub path: String,
    pub stamp: FileStamp,
    pub packed: PackedDocument,
    /// Its sections for search; none for a file that is too large to be cut at once, which is then done later.
    pub sections: Option<Vec<NewSection>>,
}

/// The outcome for a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentOutcome {
    New,
    Changed,
    /// The bytes did not change.
    Same,
}

impl Store {
    /// The entry that holds this file, and the file as it was then.
    pub fn document_entry(&self, path: &str) -> Result<Option<(i64, FileStamp)>> {
        self.with_connection(|db| find_document_row(db, path))
    }

    /// Keeps files and makes them searchable, in one transaction; their earlier text is replaced.
    /// The caller holds the lock of the index, which is up to date.
    pub fn store_documents_with_sections(
        &mut self,
        new: &NewEntry,
        documents: &[NewDocument],
        words: &HashMap<String, WordSectionCount>,
    ) -> Result<Vec<DocumentOutcome>> {
        // Words come in no order: their pages must stay at hand.
        self.with_connection(|db| db.pragma_update(None, "cache_size", -CACHE_KIB))?;
        self.write_transaction(|db| {
            super::index_queue::queue_all_unindexed(db)?;
            let stored = write_document_bytes(db, documents)?;
            let mut put = Vec::with_capacity(documents.len());
            let mut unwritten = Vec::new();
            for (document, stored) in documents.iter().zip(&stored) {
                let (done, blob) = document.write_without_sections(db, new, stored)?;
                put.push(done);
                unwritten.extend(blob.map(|blob| (blob, document.sections.as_deref().unwrap_or_default())));
            }
            // After all other rows: a statement that might have to be undone makes FTS5 write out its pending words.
            for (blob, sections) in unwritten {
                for section in sections {
                    index::insert_section(db, section, SectionOwner::Blob(blob))?;
                }
            }
            index::add_word_counts(db, words)?;
            Ok(put)
        })
    }

    /// Keeps one text under the name of a file; it is made searchable later. False when the bytes are those of before.
    pub fn store_document_for_later_indexing(
        &mut self,
        path: &str,
        stamp: FileStamp,
        new: &NewEntry,
        bytes: &[u8],
    ) -> Result<bool> {
        let document =
            NewDocument { path: path.to_owned(), stamp, packed: DocumentPacker::default().pack(bytes), sections: None };
        let put = self.store_documents_with_sections(new, std::slice::from_ref(&document), &HashMap::new())?;
        Ok(put != [DocumentOutcome::Same])
    }

    /// Documents below `folder` that were kept, to find those that are gone from the disk.
    pub fn documents_below(&self, folder: &str) -> Result<Vec<(String, i64, FileStamp)>> {
        self.rows(
            "SELECT path, entry_id, size, mtime_ns FROM document WHERE path >= ?1 || '/' AND path < ?1 || '0' ORDER BY \
             path",
            [folder],
        )
    }

    /// The file is gone: its last text stays with its entry, and is searched no more.
    pub fn unindex_document(&mut self, path: &str, row: i64) -> Result<()> {
        self.write_transaction(|db| db.execute("DELETE FROM document WHERE path = ?1", [path]))?;
        self.unindex_entry(row)
    }
}

fn find_document_row(db: &Connection, path: &str) -> rusqlite::Result<Option<(i64, FileStamp)>> {
    db.first("SELECT entry_id, size, mtime_ns FROM document WHERE path = ?1", [path])
}

/// Writes the bytes of all documents in an order that fills the pages of the store; the results are in the order of the
/// documents.
fn write_document_bytes(db: &Connection, documents: &[NewDocument]) -> rusqlite::Result<Vec<StoredBlob>> {
    let mut stored = vec![StoredBlob::default(); documents.len()];
    let rooms: Vec<usize> = documents.iter().map(|document| document.packed.last_page_bytes()).collect();
    for at in pack::order_to_fill_pages(&rooms) {
        stored[at] = documents[at].packed.store_packed(db)?.0;
    }
    Ok(stored)
}

impl NewDocument {
    /// Everything but its sections; the bytes whose sections are to be written.
    fn write_without_sections(
        &self,
        db: &Connection,
        new: &NewEntry,
        stored: &StoredBlob,
    ) -> rusqlite::Result<(DocumentOutcome, Option<i64>)> {
        let before = find_document_row(db, &self.path)?.map(|(row, _)| row);
        if let Some(row) = before
            && super::forget::entry_hash(db, row)?.as_ref() == Some(self.packed.hash())
        {
            self.write_document_row(db, row)?;
            return Ok((DocumentOutcome::Same, None));
        }
        let title = new.title.clone().or_else(|| Some(self.path.clone()));
        let entry = NewEntry { title, supersedes: before, ..new.clone() };
        let row = entries::insert_done_entry_row(db, &entry, stored)?;
        self.write_document_row(db, row)?;
        if let Some(before) = before {
            index::unindex_entry_and_unshared_bytes(db, before)?;
        }
        let mut unwritten = None;
        if self.sections.is_some() {
            index::mark_indexed_up_to(db, row)?;
            if let Some(blob) = stored.blob {
                unwritten = index::mark_blob_indexed_if_not_yet(db, blob, stored.lines)?.then_some(blob);
            }
        } else {
            index::queue_newest_for_indexing(db, row)?;
        }
        Ok((if before.is_some() { DocumentOutcome::Changed } else { DocumentOutcome::New }, unwritten))
    }

    fn write_document_row(&self, db: &Connection, row: i64) -> rusqlite::Result<()> {
        db.run(
            "INSERT OR REPLACE INTO document VALUES (?1, ?2, ?3, ?4)",
            params![self.path, row, self.stamp.size, self.stamp.mtime_ns],
        )
        .map(drop)
    }
}
