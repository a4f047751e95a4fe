//! Whether the index of a store agrees with what the store holds.

use crate::harness::Home;

impl Home {
    /// Contradictions between entries, sections and their words; empty when all agree.
    pub fn index_contradictions(&self) -> Vec<String> {
        let checks = [
            (
                "sections of bytes that are gone",
                "SELECT count(*) FROM section s WHERE s.blob_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM blob WHERE \
                 id = s.blob_id)",
            ),
            (
                "sections of entries that are gone",
                "SELECT count(*) FROM section s WHERE s.entry_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM entry WHERE \
                 id = s.entry_id)",
            ),
            (
                "sections without words",
                "SELECT count(*) FROM section s WHERE NOT EXISTS (SELECT 1 FROM section_words_docsize d WHERE d.id = \
                 s.id)",
            ),
            (
                "words without a section",
                "SELECT count(*) FROM section_words_docsize d WHERE NOT EXISTS (SELECT 1 FROM section s WHERE s.id = \
                 d.id)",
            ),
            (
                "codes without a section",
                "SELECT count(*) FROM section_codes_docsize d WHERE NOT EXISTS (SELECT 1 FROM section s WHERE s.id = \
                 d.id)",
            ),
            (
                "entries done with whose bytes are not all indexed",
                "SELECT count(*) FROM entry e WHERE e.blob_id IS NOT NULL AND e.state = 'done' AND e.id <= \
                 coalesce((SELECT value FROM meta WHERE key = 'indexed_upto'), 0) AND NOT EXISTS (SELECT 1 FROM \
                 index_later l WHERE l.entry_id = e.id) AND NOT EXISTS (SELECT 1 FROM indexed_blob i WHERE i.blob_id \
                 = e.blob_id AND i.whole) AND (e.kind <> 'doc' OR EXISTS (SELECT 1 FROM document d WHERE d.entry_id = \
                 e.id))",
            ),
            (
                "lines indexed twice",
                "SELECT count(*) FROM section a JOIN section b ON a.blob_id = b.blob_id AND a.id < b.id AND \
                 a.last_line >= b.first_line AND b.last_line >= a.first_line AND (a.first_line <> a.last_line OR \
                 a.first_line <> b.first_line OR a.last_line <> b.last_line)",
            ),
            (
                "sections beyond what is marked as indexed",
                "SELECT count(*) FROM section s LEFT JOIN indexed_blob i ON i.blob_id = s.blob_id \
                 WHERE s.blob_id IS NOT NULL AND (i.lines IS NULL OR s.last_line > i.lines)",
            ),
            (
                "spellings without their parts",
                "SELECT count(*) FROM word WHERE length(word) > 2 AND id NOT IN (SELECT doc FROM temp.parts)",
            ),
        ];
        let db = self.database();
        db.execute_batch("CREATE VIRTUAL TABLE temp.parts USING fts5vocab(main, word_grams, instance)").unwrap();
        let mut wrong = Vec::new();
        for (what, sql) in checks {
            let count: i64 = db.query_row(sql, [], |row| row.get(0)).unwrap();
            if count > 0 {
                wrong.push(format!("{count} {what}"));
            }
        }
        for table in ["section_words", "section_codes", "word_grams"] {
            if let Err(error) = db.execute(&format!("INSERT INTO {table}({table}) VALUES ('integrity-check')"), []) {
                wrong.push(format!("{table}: {error}"));
            }
        }
        wrong
    }
}
