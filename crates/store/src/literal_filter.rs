//! Which bytes may hold some letters, by the words of the index: for searches that read the text itself.

use std::collections::HashSet;

use super::{SearchFilter, Store};
use crate::error::Result;
use crate::sql::{ReadQueries, SqlConditions};

impl Store {
    /// The blobs with a section that holds one of these stems.
    pub fn blobs_with_stems(&self, stems: &HashSet<String>) -> Result<HashSet<i64>> {
        if stems.is_empty() {
            return Ok(HashSet::new());
        }
        let quoted: Vec<String> = stems.iter().map(|stem| format!("\"{}\"", stem.replace('"', "\"\""))).collect();
        self.rows(
            "SELECT s.blob_id FROM section_words w JOIN section s ON s.id = w.rowid \
             WHERE section_words MATCH ?1 AND s.blob_id IS NOT NULL",
            [quoted.join(" OR ")],
        )
    }

    /// The blobs about whose letters the words say nothing: they are not indexed to their end, are not text, have a section
    /// with this code, or were indexed before such sections got it.
    pub fn blobs_not_covered_by_words(&self, code: &str) -> Result<HashSet<i64>> {
        // A plus keeps SQLite from reading the whole index of all blobs for a few rows.
        self.rows(
            "SELECT s.blob_id FROM section_codes c JOIN section s ON s.id = c.rowid WHERE section_codes MATCH ?1 AND \
             s.blob_id IS NOT NULL UNION ALL SELECT blob_id FROM section WHERE +blob_id IS NOT NULL AND id <= \
             coalesce((SELECT value FROM meta WHERE key = 'unmarked_upto'), 0) UNION ALL SELECT blob_id FROM \
             indexed_blob WHERE lines = 0 OR NOT whole UNION ALL SELECT blob_id FROM entry WHERE +blob_id IS NOT NULL \
             AND id > coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0) UNION ALL SELECT e.blob_id \
             FROM index_later l CROSS JOIN entry e ON e.id = l.entry_id WHERE +e.blob_id IS NOT NULL",
            [code],
        )
    }

    /// The newest entry of each of these blobs, newest first: as `newest_entry_per_blob`.
    pub fn newest_entry_per_blob_among(&self, within: &SearchFilter, blobs: &HashSet<i64>) -> Result<Vec<(i64, i64)>> {
        // Most of all entries are found faster by reading all of them than by looking each of them up.
        if 2 * blobs.len() as i64 > self.newest_entry_row()? {
            let mut all = self.newest_entry_per_blob(within)?;
            all.retain(|(_, blob)| blobs.contains(blob));
            return Ok(all);
        }
        let mut named = within.conditions_without_indexes();
        named
            .add_if_given("e.blob_id IN (SELECT value FROM json_each(?))", Some(&serde_json::json!(blobs).to_string()));
        self.newest_entry_per_blob_where(&named)
    }

    /// Entries in the order of their age that may be shown and have bytes, newest first: for a scan of the text itself.
    pub fn newest_entry_per_blob(&self, within: &SearchFilter) -> Result<Vec<(i64, i64)>> {
        let mut all = within.conditions();
        all.add_fixed_condition("e.blob_id IS NOT NULL");
        self.newest_entry_per_blob_where(&all)
    }

    fn newest_entry_per_blob_where(&self, all: &SqlConditions) -> Result<Vec<(i64, i64)>> {
        let sql = format!(
            "SELECT max(e.id), e.blob_id FROM entry e WHERE {} AND (e.kind <> 'doc' OR e.id > coalesce((SELECT value \
             FROM meta WHERE key = 'indexed_upto'), 0) OR EXISTS (SELECT 1 FROM indexed_blob i WHERE i.blob_id = \
             e.blob_id)) GROUP BY e.blob_id ORDER BY 1 DESC",
            all.sql
        );
        self.rows(&sql, all.params())
    }
}
