//! Takes what was deleted out of the index for good: merges its tables into one piece, a part at a time, and drops words
//! that nothing holds any more.

use crate::sql::{ReadQueries, WriteQueries};
use rusqlite::Connection;

/// Pages of the index that one transaction merges: some two megabytes.
const MERGE_PAGES: u32 = 500;

/// The tables of the index that keep deleted words until they are merged.
pub(super) const MERGED: [&str; 2] = ["section_words", "section_codes"];
pub(super) const MERGED_LAST: &str = "word_grams";

/// Merges a part of a table into one piece; true when it is in one piece and nothing deleted is left in it.
pub(super) fn merge_index_step(db: &Connection, table: &str) -> rusqlite::Result<bool> {
    let changes = || db.row::<i64>("SELECT total_changes()", []);
    let before = changes()?;
    db.execute_batch(&format!("INSERT INTO {table}({table}, rank) VALUES ('merge', -{MERGE_PAGES})"))?;
    // The statement itself counts as one change.
    Ok(changes()? - before < 2)
}

/// Words that no section holds any more.
pub(super) fn word_ids_in_no_section(db: &Connection) -> rusqlite::Result<Vec<i64>> {
    db.execute_batch("CREATE VIRTUAL TABLE IF NOT EXISTS temp.stems USING fts5vocab(main, section_words, row)")?;
    db.rows("SELECT id FROM word WHERE coalesce(stem, word) NOT IN (SELECT term FROM temp.stems)", [])
}

/// Drops these words, unless a section holds one of them again.
pub(super) fn delete_words_in_no_section(db: &Connection, words: &[i64]) -> rusqlite::Result<()> {
    for &id in words {
        let unused: Option<String> = db.first(
            "SELECT word FROM word WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM temp.stems WHERE term = \
             coalesce(word.stem, word.word))",
            [id],
        )?;
        if let Some(word) = unused {
            db.run("INSERT INTO word_grams (word_grams, rowid, word) VALUES ('delete', ?1, ?2)", (id, word))?;
            db.run("DELETE FROM word WHERE id = ?1", [id])?;
        }
    }
    Ok(())
}
