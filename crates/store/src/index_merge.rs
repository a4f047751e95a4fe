//! Takes what was deleted out of the index for good: merges its tables into one piece, a part at a time, and drops words
//! that nothing holds any more.

use crate::sql::Statements;
use rusqlite::{Connection, OptionalExtension};

/// Pages of the index that one transaction merges: some two megabytes.
const MERGE_PAGES: u32 = 500;

/// The tables of the index that keep deleted words until they are merged.
pub(super) const MERGED: [&str; 2] = ["section_words", "section_codes"];
pub(super) const MERGED_LAST: &str = "word_grams";

/// Merges a part of a table into one piece; true when it is in one piece and nothing deleted is left in it.
pub(super) fn merge_index_step(db: &Connection, table: &str) -> rusqlite::Result<bool> {
    let changes = |db: &Connection| db.row("SELECT total_changes()", [], |row| row.get::<_, i64>(0));
    let before = changes(db)?;
    db.execute_batch(&format!("INSERT INTO {table}({table}, rank) VALUES ('merge', -{MERGE_PAGES})"))?;
    // The statement itself counts as one change.
    Ok(changes(db)? - before < 2)
}

/// Words that no section holds any more.
pub(super) fn unused_words(db: &Connection) -> rusqlite::Result<Vec<i64>> {
    db.execute_batch("CREATE VIRTUAL TABLE IF NOT EXISTS temp.stems USING fts5vocab(main, section_words, row)")?;
    let mut unused =
        db.prepare("SELECT id FROM word WHERE coalesce(stem, word) NOT IN (SELECT term FROM temp.stems)")?;
    unused.query_map([], |row| row.get(0))?.collect()
}

/// Drops these words, unless a section holds one of them again.
pub(super) fn delete_unused_words(db: &Connection, words: &[i64]) -> rusqlite::Result<()> {
    let mut unused = db.prepare_cached(
        "SELECT word FROM word WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM temp.stems WHERE term = coalesce(word.stem, \
         word.word))",
    )?;
    let mut grams = db.prepare_cached("INSERT INTO word_grams (word_grams, rowid, word) VALUES ('delete', ?1, ?2)")?;
    let mut drop_word = db.prepare_cached("DELETE FROM word WHERE id = ?1")?;
    for &id in words {
        if let Some(word) = unused.query_row([id], |row| row.get::<_, String>(0)).optional()? {
            grams.execute((id, word))?;
            drop_word.execute([id])?;
        }
    }
    Ok(())
}
