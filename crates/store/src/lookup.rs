//! Lookups in the index: matching sections, their entries, and the vocabulary.

use super::entries::FAILED;
use super::rank::{self, PhraseSpec, RankedRow};
use super::{Entry, Store, entries};
use crate::error::{Error, Result};
use crate::sql::{ReadQueries, SqlConditions, row_struct};

const MAPPED: i64 = 1 << 30;
const CACHE_KIB: i64 = 16 << 10;

/// Which entries an answer may come from.
#[derive(Clone, Debug, Default)]
pub struct SearchFilter {
    pub entry: Option<i64>,
    pub label: Option<String>,
    /// Kinds by name; empty for all.
    pub kinds: Vec<&'static str>,
    pub session: Option<String>,
    pub branch: Option<String>,
    pub project: Option<String>,
    pub since: Option<i64>,
    /// Only entries that began before this.
    pub until: Option<i64>,
    pub failed: bool,
    /// A GLOB over the command.
    pub command: Option<String>,
}

#[derive(Clone, Debug)]
pub struct ScoredSection {
    pub section: i64,
    pub ranked: RankedRow,
}

row_struct! {
    #[derive(Clone, Debug)]
    pub struct SectionRow {
        pub id: i64,
        pub blob: Option<i64>,
        pub entry: Option<i64>,
        pub lines: (u64, u64),
        pub title: Option<String>,
    }
}

/// The columns of a `SectionRow`.
pub(super) const SECTION_COLUMNS: &str = "id, blob_id, entry_id, first_line, last_line, title";

row_struct! {
    /// A word of the vocabulary.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct VocabularyWord {
        pub word: String,
        pub stem: String,
        pub sections: u64,
    }
}

/// Entries that are asked one by one.
const FEW: u32 = 200;

/// A FROM clause and the condition that belongs to it.
struct FromClause {
    from: String,
    filter: String,
    few: bool,
}

/// One full-text question, ready to be asked.
pub struct FullTextQuery<'a> {
    /// An FTS5 expression made of quoted stems only.
    pub expression: &'a str,
    pub phrases: &'a [PhraseSpec],
    /// How many slots of the phrases come from the question; the others were lent to it.
    pub asked: u32,
    /// Look only at this many of the newest matching sections.
    pub newest: Option<u32>,
    pub limit: u32,
}

impl SearchFilter {
    /// Whether any entry may answer.
    pub fn is_unfiltered(&self) -> bool {
        let texts = [&self.label, &self.session, &self.branch, &self.project, &self.command];
        self.entry.is_none()
            && self.kinds.is_empty()
            && self.since.is_none()
            && self.until.is_none()
            && !self.failed
            && texts.iter().all(|text| text.is_none())
    }

    /// Adds what holds of `entry e`.
    pub(super) fn add_conditions(&self, all: &mut SqlConditions) {
        all.add_if_given("e.id = ?", self.entry.as_ref());
        all.add_if_given("e.label = ?", self.label.as_ref());
        all.add_if_given("e.session = ?", self.session.as_ref());
        all.add_if_given("e.branch = ?", self.branch.as_ref());
        all.add_if_given("e.project = ?", self.project.as_ref());
        all.add_if_given("e.command GLOB ?", self.command.as_ref());
        all.add_if_given("e.started_at >= ?", self.since.as_ref());
        all.add_if_given("e.started_at < ?", self.until.as_ref());
        if self.failed {
            all.add_fixed_condition(FAILED);
        }
        if !self.kinds.is_empty() {
            all.add_fixed_condition(&format!("e.kind IN ('{}')", self.kinds.join("', '")));
        }
    }

    pub(super) fn conditions(&self) -> SqlConditions {
        let mut all = SqlConditions::default();
        self.add_conditions(&mut all);
        all
    }

    /// With `+`, which keeps SQLite from the indexes: else it would walk through a whole project for the few entries with
    /// one blob.
    pub(super) fn conditions_without_indexes(&self) -> SqlConditions {
        let mut all = self.conditions();
        all.sql = all.sql.replace("e.", "+e.");
        all
    }
}

impl Store {
    /// Reads pages instead of mapping them: a long-lived process would otherwise hold every page that it ever read.
    pub fn disable_memory_map(&self) -> Result<()> {
        self.with_connection(|db| db.pragma_update(None, "mmap_size", 0))
    }

    /// The ranking function, made known on first use: most commands never search.
    pub fn prepare_connection_for_search(&self) -> Result<()> {
        self.with_connection(|db| {
            // A few lines out of many large values: mapped, not copied page by page.
            db.pragma_update(None, "mmap_size", MAPPED)?;
            db.pragma_update(None, "cache_size", -CACHE_KIB)?;
            rank::register_rank_function(db)
        })
    }

    /// Runs `work` in one read transaction, or in that which has begun: it sees the store at one moment, under one lock.
    pub fn in_read_transaction<T, E: From<Error>>(
        &self,
        work: impl FnOnce() -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        if !self.db.is_autocommit() {
            return work();
        }
        self.with_connection(|db| db.execute_batch("BEGIN"))?;
        self.unpacker.borrow_mut().set_cache_enabled(true);
        let done = work();
        self.unpacker.borrow_mut().set_cache_enabled(false);
        self.with_connection(|db| db.execute_batch("COMMIT"))?;
        done
    }

    /// Sections that match, best first.
    pub fn find_sections_by_words(
        &self,
        query: &FullTextQuery<'_>,
        within: &SearchFilter,
    ) -> Result<Vec<ScoredSection>> {
        let mut all = SqlConditions::default();
        let rank = all.add_value(rank::encode_query_spec(query.asked, query.limit, query.phrases));
        let expression = all.add_value(query.expression.to_owned());
        let FromClause { from, filter, few } = self.build_from_clause("section_words", within, &mut all)?;
        let newest = match query.newest {
            // Ranges come in no order, and the sections of few entries are few; one giant entry is the exception.
            Some(count) if few => format!(" LIMIT {}", 20 * count),
            Some(count) => format!(" ORDER BY section_words.rowid DESC LIMIT {count}"),
            // A limit, though it limits nothing: without it each row is ranked once for the condition and once for the result.
            None => " LIMIT -1".to_owned(),
        };
        let sql = format!(
            "SELECT id, score FROM (SELECT section_words.rowid AS id, ctx_rank(section_words, {rank}, coalesce((SELECT \
             value FROM meta WHERE key = 'heads'), 0)) AS score FROM {from} WHERE section_words MATCH \
             {expression}{filter}{newest}) WHERE score IS NOT NULL ORDER BY score DESC, id DESC LIMIT {}",
            query.limit
        );
        let found: Vec<(i64, Vec<u8>)> = self.rows(&sql, all.params())?;
        let scored = |(section, ranked): (i64, Vec<u8>)| ScoredSection {
            section,
            ranked: RankedRow::decode(&ranked).unwrap_or_default(),
        };
        Ok(found.into_iter().map(scored).collect())
    }

    /// About how many sections a text has.
    pub fn count_sections_by_id_range(&self, blob: i64) -> Result<u64> {
        self.row(
            "SELECT coalesce((SELECT max(id) FROM section WHERE blob_id = ?1) - (SELECT min(id) FROM section WHERE \
             blob_id = ?1) + 1, 0)",
            [blob],
        )
    }

    /// The number of sections of an average text.
    pub fn average_sections_per_text(&self) -> Result<f64> {
        let (sections, texts): (i64, i64) = self.row(
            "SELECT (SELECT coalesce(max(id), 0) FROM section) - coalesce((SELECT value FROM meta WHERE key = 'heads'), \
             0), (SELECT count(*) FROM indexed_blob)",
            [],
        )?;
        Ok(sections.max(1) as f64 / texts.max(1) as f64)
    }

    /// Sections that hold all of these codes, or seem to, newest first.
    pub fn find_sections_by_codes(&self, expression: &str, within: &SearchFilter, limit: u32) -> Result<Vec<i64>> {
        let mut all = SqlConditions::default();
        let expression = all.add_value(expression.to_owned());
        let FromClause { from, filter, few } = self.build_from_clause("section_codes", within, &mut all)?;
        // With `+` the few are sorted afterwards: FTS5 would turn its whole list round for each range.
        let order = if few { "+section_codes.rowid" } else { "section_codes.rowid" };
        let sql = format!(
            "SELECT DISTINCT section_codes.rowid FROM {from} WHERE section_codes MATCH {expression}{filter} ORDER BY \
             {order} DESC LIMIT {limit}"
        );
        self.rows(&sql, all.params())
    }

    /// The tables for a question to `index` that only some entries may answer. Of few entries, the index is read where
    /// their sections stand; of many, all of it is read, and each section is looked up.
    fn build_from_clause(&self, index: &str, within: &SearchFilter, all: &mut SqlConditions) -> Result<FromClause> {
        if within.is_unfiltered() {
            return Ok(FromClause { from: index.to_owned(), filter: String::new(), few: false });
        }
        let alone = within.conditions();
        let count = format!("SELECT count(*) FROM (SELECT 1 FROM entry e WHERE {} LIMIT {})", alone.sql, FEW + 1);
        let few = self.row::<u32>(&count, alone.params())? <= FEW;
        within.add_conditions(all);
        let conditions = &all.sql;
        let mut from = index.to_owned();
        if few {
            from = format!(
                "(SELECT min(s.id) AS first, max(s.id) AS last FROM entry e JOIN section s ON s.blob_id = e.blob_id WHERE {conditions} GROUP BY s.blob_id \
                 UNION ALL SELECT s.id, s.id FROM entry e JOIN section s ON s.entry_id = e.id WHERE {conditions}) range \
                 CROSS JOIN {index} ON {index}.rowid BETWEEN range.first AND range.last"
            );
        }
        from.push_str(&format!(" CROSS JOIN section s ON s.id = {index}.rowid"));
        let filter = format!(
            " AND CASE WHEN s.entry_id IS NOT NULL THEN EXISTS (SELECT 1 FROM entry e WHERE e.id = s.entry_id AND {conditions}) \
             ELSE EXISTS (SELECT 1 FROM entry e WHERE e.blob_id = s.blob_id AND {conditions}) END"
        );
        Ok(FromClause { from, filter, few })
    }

    pub fn section_by_id(&self, id: i64) -> Result<Option<SectionRow>> {
        self.first(&format!("SELECT {SECTION_COLUMNS} FROM section WHERE id = ?1"), [id])
    }

    /// The entries with these bytes that may be shown, newest first.
    pub fn entries_with_section(&self, section: &SectionRow, within: &SearchFilter) -> Result<Vec<Entry>> {
        let mut all = within.conditions_without_indexes();
        match section.entry {
            Some(entry) => all.add_if_given("e.id = ?", Some(&entry)),
            None => all.add_if_given("e.blob_id = ?", Some(&section.blob.unwrap_or(0))),
        }
        self.with_connection(|db| entries::select_newest_entries_where(db, &all, "-1"))
    }

    /// About how many sections there are: deleted ones count too, so that nothing has to be counted.
    pub fn estimate_total_sections(&self) -> Result<u64> {
        self.row("SELECT coalesce(max(id), 0) FROM section", [])
    }

    /// In how many sections words with this stem were ever seen: quick, for many words.
    pub fn count_sections_ever_with_stem(&self, stem: &str) -> Result<u64> {
        self.row(
            "SELECT coalesce((SELECT n FROM word WHERE word = ?1 AND stem IS NULL), 0) + coalesce((SELECT sum(n) FROM \
             word WHERE stem = ?1), 0)",
            [stem],
        )
    }

    /// In how many sections words with this stem were seen; 0 when none is left.
    pub fn count_sections_with_stem(&self, stem: &str) -> Result<u64> {
        let counted = self.count_sections_ever_with_stem(stem)?;
        // The vocabulary outlives sections that retention deleted.
        let there = "SELECT EXISTS (SELECT 1 FROM section_words WHERE section_words MATCH ?1)";
        Ok(if counted > 0 && self.row(there, [format!("\"{stem}\"")])? { counted } else { 0 })
    }

    /// Words that hold this piece (three characters or more, folded), most frequent first.
    pub fn words_with_part(&self, part: &str, limit: u32) -> Result<Vec<VocabularyWord>> {
        let chars: Vec<char> = part.chars().collect();
        let grams: Vec<String> = chars
            .windows(3)
            .map(|gram| format!("\"{}\"", gram.iter().collect::<String>().replace('"', "\"\"")))
            .collect();
        if grams.is_empty() {
            return Ok(Vec::new());
        }
        self.rows(
            "SELECT w.word, coalesce(w.stem, w.word), w.n FROM word_grams g JOIN word w ON w.id = g.rowid \
             WHERE word_grams MATCH ?1 AND instr(w.word, ?2) > 0 ORDER BY w.n DESC, w.word LIMIT ?3",
            (grams.join(" AND "), part, limit),
        )
    }

    /// Words that begin with this piece, most frequent first.
    pub fn words_with_start(&self, start: &str, limit: u32) -> Result<Vec<VocabularyWord>> {
        self.rows(
            "SELECT word, coalesce(stem, word), n FROM word WHERE word >= ?1 AND word < ?1 || char(1114111) ORDER BY n \
             DESC, word LIMIT ?2",
            (start, limit),
        )
    }

    /// Hands every natural word with a length in this range to `each`, with how often it was seen.
    pub fn for_each_natural_word_of_length(
        &self,
        lengths: (usize, usize),
        mut each: impl FnMut(&str, u64),
    ) -> Result<()> {
        self.with_connection(|db| {
            let mut statement =
                db.prepare_cached("SELECT word, n FROM word WHERE natural AND length(word) BETWEEN ?1 AND ?2")?;
            let mut rows = statement.query(lengths)?;
            while let Some(row) = rows.next()? {
                each(row.get_ref(0)?.as_str()?, row.get(1)?);
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entries_of_a_blob_are_found_by_the_blob() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let within = SearchFilter {
            project: Some("/p".into()),
            session: Some("s".into()),
            since: Some(1),
            ..SearchFilter::default()
        };
        let mut all = within.conditions_without_indexes();
        all.add_if_given("e.blob_id = ?", Some(&1));
        let sql =
            format!("EXPLAIN QUERY PLAN SELECT * FROM entry e WHERE {} ORDER BY e.started_at DESC, e.id DESC", all.sql);
        let plan: String = store.with_connection(|db| db.query_row(&sql, all.params(), |row| row.get(3))).unwrap();
        assert!(plan.contains("entry_blob"), "{plan}");
    }
}
