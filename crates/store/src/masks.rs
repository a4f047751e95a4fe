//! The secret parts of a blob, kept beside its bytes under a number that names the rules by which they were found.

use rusqlite::Connection;

use super::Store;
use super::pack::SEQUENCE_BITS;
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries};

/// Of two readings of the same bytes by the same rules (as code, and as something else) the one that hides more is kept.
/// Nothing is kept for bytes that still arrive.
pub(super) fn write_mask_spans_unless_fewer(
    db: &Connection,
    blob: i64,
    rules: i64,
    spans: &[u8],
) -> rusqlite::Result<()> {
    db.run(
        "INSERT INTO mask (blob_id, hash, rules, spans) SELECT id, substr(hash, 1, 8), ?2, ?3 FROM blob \
         WHERE id = ?1 AND hash IS NOT NULL \
         ON CONFLICT (blob_id) DO UPDATE SET hash = excluded.hash, rules = excluded.rules, spans = excluded.spans \
         WHERE mask.rules <> excluded.rules OR mask.hash <> excluded.hash \
           OR coalesce(length(mask.spans), 0) < coalesce(length(excluded.spans), 0)",
        (blob, rules, (!spans.is_empty()).then_some(spans)),
    )
    .map(drop)
}

/// Forgets the spans of a blob that goes.
pub(super) fn delete_mask_spans(db: &Connection, blob: i64) -> rusqlite::Result<()> {
    db.run("DELETE FROM mask WHERE blob_id = ?1", [blob]).map(drop)
}

impl Store {
    /// The spans of a blob, if they were found by these rules.
    pub fn mask_spans(&self, blob: i64, rules: i64) -> Result<Option<Vec<u8>>> {
        let query = "SELECT coalesce(spans, x'') FROM mask JOIN blob ON blob.id = mask.blob_id AND \
            substr(blob.hash, 1, 8) = mask.hash WHERE blob_id = ?1 AND rules = ?2";
        self.first(query, (blob, rules))
    }

    /// How many chunks each of these blobs has, and the spans that were saved for it by these rules, in the same order.
    pub fn chunk_counts_and_mask_spans(&self, blobs: &[i64], rules: i64) -> Result<Vec<(i64, Option<Vec<u8>>)>> {
        let query = format!(
            "SELECT coalesce((SELECT max(id) + 1 - (b.value << {SEQUENCE_BITS}) FROM chunk \
             WHERE id >= b.value << {SEQUENCE_BITS} AND id < (b.value + 1) << {SEQUENCE_BITS}), 0), \
             (SELECT coalesce(spans, x'') FROM mask JOIN blob ON blob.id = mask.blob_id AND \
             substr(blob.hash, 1, 8) = mask.hash WHERE blob_id = b.value AND rules = ?2) \
             FROM json_each(?1) b ORDER BY b.key"
        );
        self.rows(&query, (serde_json::json!(blobs).to_string(), rules))
    }

    /// Whether all bytes of a blob are there.
    pub fn is_blob_complete(&self, blob: i64) -> Result<bool> {
        self.row("SELECT EXISTS (SELECT 1 FROM blob WHERE id = ?1 AND hash IS NOT NULL)", [blob])
    }

    /// Keeps the spans of a blob that is complete. Whoever reads it next finds them again if this fails: a store that is
    /// locked, full or of another's must not keep a reader from its text.
    pub fn save_mask_spans(&self, blob: i64, rules: i64, spans: &[u8]) {
        if self.db.is_autocommit() {
            let _ = super::open::run_without_waiting_for_locks(|| {
                write_mask_spans_unless_fewer(&self.db, blob, rules, spans)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlobWriter, EntryOutcome, NewEntry};
    use super::*;

    #[test]
    fn spans_are_kept_under_their_rules() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let mut stored = |spans: Option<(i64, Vec<u8>)>| {
            let (row, _) = store.begin_entry(&NewEntry::default()).unwrap();
            let finished = EntryOutcome { spans, ..EntryOutcome::default() };
            store.finish_entry(row, BlobWriter::new(row), b"the same bytes\n", &finished).unwrap().blob.unwrap()
        };
        let blob = stored(None);
        let again = stored(Some((7, vec![1, 2, 3])));
        stored(Some((7, Vec::new())));
        assert_eq!(blob, again);
        assert_eq!(store.mask_spans(blob, 7).unwrap(), Some(vec![1, 2, 3]));
        assert_eq!(store.mask_spans(blob, 8).unwrap(), None);
        store.save_mask_spans(blob, 8, &[]);
        assert_eq!(store.mask_spans(blob, 8).unwrap(), Some(Vec::new()));
        assert_eq!(store.mask_spans(blob, 7).unwrap(), None);
        let of_all = store.chunk_counts_and_mask_spans(&[blob, blob + 1], 8).unwrap();
        assert_eq!(of_all, [(1, Some(Vec::new())), (0, None)]);
        assert_eq!(store.chunk_counts_and_mask_spans(&[blob], 7).unwrap(), [(1, None)]);
    }
}
