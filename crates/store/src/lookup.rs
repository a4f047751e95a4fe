//! Lookups in the index: matching sections, their entries, and the vocabulary.

use rusqlite::{Row, ToSql, params_from_iter};

use super::rank::{self, PhraseSpec, RankedRow};
use super::{Entry, Store, entries};
use crate::error::{Error, Result};
use crate::sql::{Statements, row_struct};

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

#[derive(Clone, Debug)]
pub struct SectionRow {
    pub id: i64,
    pub blob: Option<i64>,
    pub entry: Option<i64>,
    pub lines: (u64, u64),
    pub title: Option<String>,
}

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

/// A FROM clause and the condition that belongs to it, with their values.
#[derive(Default)]
struct FromClause {
    from: String,
    filter: String,
    few: bool,
    ranges: Vec<Box<dyn ToSql>>,
    conditions: Vec<Box<dyn ToSql>>,
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

    /// Conditions over `entry e`, and their values.
    pub(super) fn sql_conditions(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut sql = String::from("1");
        let mut values: Vec<Box<dyn ToSql>> = Vec::new();
        let mut add = |condition: &str, value: Box<dyn ToSql>| {
            sql.push_str(" AND ");
            sql.push_str(condition);
            values.push(value);
        };
        if let Some(row) = self.entry {
            add("e.id = ?", Box::new(row));
        }
        let texts = [
            ("e.label = ?", &self.label),
            ("e.session = ?", &self.session),
            ("e.branch = ?", &self.branch),
            ("e.project = ?", &self.project),
            ("e.command GLOB ?", &self.command),
        ];
        for (condition, text) in texts {
            if let Some(text) = text {
                add(condition, Box::new(text.clone()));
            }
        }
        if let Some(since) = self.since {
            add("e.started_at >= ?", Box::new(since));
        }
        if let Some(until) = self.until {
            add("e.started_at < ?", Box::new(until));
        }
        if self.failed {
            add("(e.exit_code <> 0 OR e.signal IS NOT NULL OR e.timed_out OR e.failed) AND ?", Box::new(true));
        }
        if !self.kinds.is_empty() {
            let names: Vec<String> = self.kinds.iter().map(|kind| format!("'{kind}'")).collect();
            add(&format!("e.kind IN ({}) AND ?", names.join(", ")), Box::new(true));
        }
        (sql, values)
    }

    /// The same over `section s`.
    fn section_sql_conditions(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let (conditions, mut values) = self.sql_conditions();
        let (_, again) = self.sql_conditions();
        values.extend(again);
        let sql = format!(
            "CASE WHEN s.entry_id IS NOT NULL THEN EXISTS (SELECT 1 FROM entry e WHERE e.id = s.entry_id AND {conditions}) \
             ELSE EXISTS (SELECT 1 FROM entry e WHERE e.blob_id = s.blob_id AND {conditions}) END"
        );
        (sql, values)
    }
}

/// The same conditions with `+`, which keeps SQLite from their indexes: else it would walk through a whole project for the
/// few entries with one blob.
fn disable_sql_indexes(conditions: &str) -> String {
    conditions.replace("e.", "+e.")
}

impl Store {
    /// Reads pages instead of mapping them: a long-lived process would otherwise hold every page that it ever read.
    pub fn disable_memory_map(&self) -> Result<()> {
        self.with_connection(|db| db.pragma_update(None, "mmap_size", 0))
    }

    /// The ranking function, made known on first use: most commands never search.
    pub fn prepare_search(&self) -> Result<()> {
        self.with_connection(|db| {
            // A few lines out of many large values: mapped, not copied page by page.
            db.pragma_update(None, "mmap_size", MAPPED)?;
            db.pragma_update(None, "cache_size", -CACHE_KIB)?;
            rank::register_rank_function(db)
        })
    }

    /// Runs `work` in one read transaction: it sees the store at one moment, under one lock.
    pub fn in_read_transaction<T, E: From<Error>>(
        &self,
        work: impl FnOnce() -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
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
        let FromClause { from, filter, few, ranges, conditions } = self.build_from_clause("section_words", within)?;
        let rank: [Box<dyn ToSql>; 1] = [Box::new(rank::encode_query_spec(query.asked, query.limit, query.phrases))];
        let expression: [Box<dyn ToSql>; 1] = [Box::new(query.expression.to_owned())];
        let values = rank.into_iter().chain(ranges).chain(expression).chain(conditions);
        let newest = match query.newest {
            // Ranges come in no order, and the sections of few entries are few; one giant entry is the exception.
            Some(count) if few => format!(" LIMIT {}", 20 * count),
            Some(count) => format!(" ORDER BY section_words.rowid DESC LIMIT {count}"),
            // A limit, though it limits nothing: without it each row is ranked once for the condition and once for the result.
            None => " LIMIT -1".to_owned(),
        };
        let sql = format!(
            "SELECT id, score FROM (SELECT section_words.rowid AS id, ctx_rank(section_words, ?, coalesce((SELECT \
             value FROM meta WHERE key = 'heads'), 0)) AS score FROM {from} WHERE section_words MATCH \
             ?{filter}{newest}) WHERE score IS NOT NULL ORDER BY score DESC, id DESC LIMIT {}",
            query.limit
        );
        self.with_connection(|db| {
            let mut statement = db.prepare(&sql)?;
            let scored = |row: &Row<'_>| {
                let ranked = RankedRow::decode(row.get_ref(1)?.as_blob()?).unwrap_or_default();
                Ok(ScoredSection { section: row.get(0)?, ranked })
            };
            statement.query_map(params_from_iter(values), scored)?.collect()
        })
    }

    /// About how many sections a text has.
    pub fn section_count_of_blob(&self, blob: i64) -> Result<u64> {
        self.row(
            "SELECT (SELECT max(id) FROM section WHERE blob_id = ?1) - (SELECT min(id) FROM section WHERE blob_id = \
             ?1) + 1",
            [blob],
            |row| Ok(row.get::<_, Option<u64>>(0)?.unwrap_or(0)),
        )
    }

    /// The number of sections of an average text.
    pub fn average_sections_per_text(&self) -> Result<f64> {
        self.row(
            "SELECT (SELECT coalesce(max(id), 0) FROM section) - coalesce((SELECT value FROM meta WHERE key = \
             'heads'), 0), (SELECT count(*) FROM indexed_blob)",
            [],
            |row| Ok(row.get::<_, f64>(0)?.max(1.0) / row.get::<_, f64>(1)?.max(1.0)),
        )
    }

    /// Sections that hold all of these codes, or seem to, newest first.
    pub fn find_sections_by_codes(&self, expression: &str, within: &SearchFilter, limit: u32) -> Result<Vec<i64>> {
        let FromClause { from, filter, few, ranges, conditions } = self.build_from_clause("section_codes", within)?;
        // With `+` the few are sorted afterwards: FTS5 would turn its whole list round for each range.
        let order = if few { "+section_codes.rowid" } else { "section_codes.rowid" };
        let expression: [Box<dyn ToSql>; 1] = [Box::new(expression.to_owned())];
        let values = ranges.into_iter().chain(expression).chain(conditions);
        let sql = format!(
            "SELECT DISTINCT section_codes.rowid FROM {from} WHERE section_codes MATCH ?{filter} ORDER BY {order} DESC \
             LIMIT {limit}"
        );
        self.rows(&sql, params_from_iter(values), |row| row.get(0))
    }

    /// The tables for a question to `index` that only some entries may answer. Of few entries, the index is read where
    /// their sections stand; of many, all of it is read, and each section is looked up.
    fn build_from_clause(&self, index: &str, within: &SearchFilter) -> Result<FromClause> {
        let mut tables = FromClause { from: index.to_owned(), ..FromClause::default() };
        if within.is_unfiltered() {
            return Ok(tables);
        }
        let (conditions, values) = within.sql_conditions();
        let count = format!("SELECT count(*) FROM (SELECT 1 FROM entry e WHERE {conditions} LIMIT {})", FEW + 1);
        let entries: u32 = self.value(&count, params_from_iter(values.iter()))?;
        tables.few = entries <= FEW;
        if tables.few {
            tables.from = format!(
                "(SELECT min(s.id) AS first, max(s.id) AS last FROM entry e JOIN section s ON s.blob_id = e.blob_id WHERE {conditions} GROUP BY s.blob_id \
                 UNION ALL SELECT s.id, s.id FROM entry e JOIN section s ON s.entry_id = e.id WHERE {conditions}) range \
                 CROSS JOIN {index} ON {index}.rowid BETWEEN range.first AND range.last"
            );
            tables.ranges = values;
            tables.ranges.extend(within.sql_conditions().1);
        }
        let (sql, values) = within.section_sql_conditions();
        tables.from.push_str(&format!(" CROSS JOIN section s ON s.id = {index}.rowid"));
        tables.filter = format!(" AND {sql}");
        tables.conditions = values;
        Ok(tables)
    }

    pub fn section_by_id(&self, id: i64) -> Result<Option<SectionRow>> {
        self.first(
            "SELECT id, blob_id, entry_id, first_line, last_line, title FROM section WHERE id = ?1",
            [id],
            |row| {
                Ok(SectionRow {
                    id: row.get(0)?,
                    blob: row.get(1)?,
                    entry: row.get(2)?,
                    lines: (row.get(3)?, row.get(4)?),
                    title: row.get(5)?,
                })
            },
        )
    }

    /// The entries with these bytes that may be shown, newest first.
    pub fn entries_with_section(&self, section: &SectionRow, within: &SearchFilter) -> Result<Vec<Entry>> {
        let (conditions, mut values) = within.sql_conditions();
        let (column, id) = match (section.entry, section.blob) {
            (Some(entry), _) => ("id", entry),
            (None, blob) => ("blob_id", blob.unwrap_or(0)),
        };
        values.push(Box::new(id));
        self.with_connection(|db| {
            entries::entries_matching(db, &format!("{} AND e.{column} = ?", disable_sql_indexes(&conditions)), &values)
        })
    }

    /// About how many sections there are: deleted ones count too, so that nothing has to be counted.
    pub fn total_sections(&self) -> Result<u64> {
        self.value("SELECT coalesce(max(id), 0) FROM section", [])
    }

    /// In how many sections words with this stem were ever seen: quick, for many words.
    pub fn count_sections_ever_with_stem(&self, stem: &str) -> Result<u64> {
        self.value(
            "SELECT coalesce((SELECT n FROM word WHERE word = ?1 AND stem IS NULL), 0) + coalesce((SELECT sum(n) FROM \
             word WHERE stem = ?1), 0)",
            [stem],
        )
    }

    /// In how many sections words with this stem were seen; 0 when none is left.
    pub fn count_sections_with_stem(&self, stem: &str) -> Result<u64> {
        let counted = self.count_sections_ever_with_stem(stem)?;
        if counted == 0 {
            return Ok(0);
        }
        self.with_connection(|db| {
            // The vocabulary outlives sections that retention deleted.
            let there: bool = db.value(
                "SELECT EXISTS (SELECT 1 FROM section_words WHERE section_words MATCH ?1)",
                [format!("\"{stem}\"")],
            )?;
            Ok(if there { counted } else { 0 })
        })
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
            VocabularyWord::from_row,
        )
    }

    /// Words that begin with this piece, most frequent first.
    pub fn words_with_start(&self, start: &str, limit: u32) -> Result<Vec<VocabularyWord>> {
        self.rows(
            "SELECT word, coalesce(stem, word), n FROM word WHERE word >= ?1 AND word < ?1 || char(1114111) ORDER BY n \
             DESC, word LIMIT ?2",
            (start, limit),
            VocabularyWord::from_row,
        )
    }

    /// Hands every natural word with a length in this range to `each`, with how often it was seen.
    pub fn for_each_word(&self, lengths: (usize, usize), mut each: impl FnMut(&str, u64)) -> Result<()> {
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
        let (conditions, mut values) = within.sql_conditions();
        values.push(Box::new(1));
        let sql = format!(
            "EXPLAIN QUERY PLAN SELECT * FROM entry e WHERE {} AND e.blob_id = ? ORDER BY e.started_at DESC, e.id DESC",
            disable_sql_indexes(&conditions)
        );
        let plan: String =
            store.with_connection(|db| db.query_row(&sql, params_from_iter(values.iter()), |row| row.get(3))).unwrap();
        assert!(plan.contains("entry_blob"), "{plan}");
    }
}
