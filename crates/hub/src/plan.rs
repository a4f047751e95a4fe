//! Which pages may answer a question: the statement that the database's index of terms is asked with. However frequent the
//! words are, a bounded number of rows is looked at.

use super::page::LARGEST_PACKED;
use ctx_search::word_numbers::{hash_code_to_numbers, hash_stem_to_number};

/// Sections that the words of a question may touch before only its rarer ones choose.
const TOUCHED: i64 = 2_000;
/// Pages that all words stand in, where each of them is everywhere …
const TOGETHER: i64 = 400;
/// … and the newest pages, of which the first are taken that have the rarest.
const NEWEST: i64 = 1_500;
const OF_NEWEST: i64 = 160;
/// Sections on a page, about.
const ON_A_PAGE: f64 = 10.0;
/// Pages with the right codes.
const CODED: i64 = 500;
/// Pages that are looked at more closely, and those that are brought here.
const CLOSER: i64 = 160;
const PAGES: i64 = 36;
/// Copies of a page by several machines that are looked at.
const COPIES: i64 = 50;
/// The weight of a matching code.
const CODE: f64 = 6.0;

/// One word of the question: the stems that stand for it, and in how many sections.
#[derive(Clone, Debug, Default)]
pub struct QueryWord {
    pub stems: Vec<String>,
    pub sections: i64,
}

/// A question, translated for the hub.
#[derive(Clone, Debug, Default)]
pub struct HubQueryPlan {
    pub slots: Vec<QueryWord>,
    /// Codes that stand together.
    pub codes: Vec<Vec<u32>>,
    /// Stems that no text has: entries may be called so.
    pub unseen: Vec<String>,
    /// All sections of the project.
    pub sections: i64,
}

impl HubQueryPlan {
    /// Whether no page can answer.
    pub fn can_match_no_page(&self) -> bool {
        self.slots.is_empty() && self.codes.is_empty()
    }

    /// The weight of a word: the more sections have it, the lower.
    fn idf(&self, slot: &QueryWord) -> f64 {
        let there = slot.sections as f64;
        (1.0 + ((self.sections as f64) - there + 0.5).max(0.0) / (there + 0.5)).ln()
    }

    /// The weights of all slots, then of all groups of codes.
    pub fn word_and_code_weights(&self) -> Vec<f64> {
        self.slots.iter().map(|slot| self.idf(slot)).chain(self.codes.iter().map(|_| CODE)).collect()
    }

    /// The rarest words, as many as touch no more sections than can be looked at, and all others.
    pub fn split_rare_words(&self) -> (Vec<&QueryWord>, Vec<&QueryWord>) {
        let mut order: Vec<&QueryWord> = self.slots.iter().collect();
        order.sort_by_key(|slot| slot.sections);
        let mut touched = 0;
        let few = |slot: &&QueryWord| {
            touched += slot.sections;
            touched <= TOUCHED
        };
        let rare = order.iter().copied().take_while(few).count();
        let others = order.split_off(rare);
        (order, others)
    }

    /// What a page is worth more if it has this word.
    fn weight_if_held_sql(&self, mark: &str, column: &str, slot: &QueryWord) -> String {
        format!(
            " + CASE WHEN {} THEN {:.3}::float8 ELSE 0 END",
            has_any_stem_row_sql(mark, column, slot),
            self.idf(slot)
        )
    }

    /// How many of the newest pages have all words, if these have nothing to do with each other.
    fn expected_newest_pages_with_all_words(&self) -> f64 {
        let pages = (self.sections as f64 / ON_A_PAGE).max(1.0);
        let share: f64 = self.slots.iter().map(|slot| (slot.sections as f64 / pages).min(1.0)).product();
        share * pages.min(NEWEST as f64)
    }

    /// Pages, best first: their hash, first line, body, number and origin. `trusted` are origins, quoted. `$1` is the project, `$2` we ourselves; an entry with the
    /// page must be somebody else's and fit the conditions, whose values follow.
    pub fn best_pages_sql(&self, mark: &str, conditions: &str, trusted: &str) -> String {
        let (rare, others) = self.split_rare_words();
        let pages = "SELECT origin, hash, n, at, {w}::float8 AS w FROM ctx.section WHERE project = $1::text::uuid AND";
        let pages = |worth: f64| pages.replace("{w}", &format!("{worth:.3}"));
        let mut ways: Vec<String> = Vec::new();
        for slot in &rare {
            ways.push(format!(
                "({} {} LIMIT {})",
                pages(self.idf(slot)),
                has_any_stem_index_sql(mark, slot),
                2 * TOUCHED
            ));
        }
        for codes in &self.codes {
            let terms: Vec<i32> = codes.iter().flat_map(|&code| hash_code_to_numbers(mark, code)).collect();
            ways.push(format!(
                "({} terms OPERATOR(pg_catalog.@>) {} LIMIT {CODED})",
                pages(CODE),
                int_array_sql(&terms)
            ));
        }
        let common = rare.is_empty() && !others.is_empty();
        if common {
            let all: Vec<String> = others.iter().map(|slot| has_any_stem_index_sql(mark, slot)).collect();
            let worth: f64 = others.iter().map(|slot| self.idf(slot)).sum();
            // Where the newest pages have all words often enough, the index need not name every page that has.
            if self.expected_newest_pages_with_all_words() < OF_NEWEST as f64 {
                ways.push(format!("({} {} LIMIT {TOGETHER})", pages(worth), all.join(" AND ")));
            }
            // Of the newest pages those with the rarest word, and first those that have the others, too.
            let more: String = others[1..].iter().map(|slot| self.weight_if_held_sql(mark, "terms", slot)).collect();
            let order = if more.is_empty() { "" } else { " ORDER BY w DESC, at DESC" };
            ways.push(format!(
                "(SELECT origin, hash, n, at, {:.3}::float8{more} AS w FROM (SELECT origin, hash, n, at, terms FROM ctx.section WHERE project = $1::text::uuid \
                 ORDER BY at DESC LIMIT {NEWEST}) newest WHERE {}{order} LIMIT {OF_NEWEST})",
                self.idf(others[0]),
                has_any_stem_row_sql(mark, "terms", others[0])
            ));
        }
        // Where nothing is rare, a page may have come twice for the same words.
        let mut score = String::from(if common { "0::float8" } else { "c.score" });
        score.extend(others.iter().map(|slot| self.weight_if_held_sql(mark, "s.terms", slot)));
        let closer = if others.is_empty() { PAGES } else { CLOSER };
        // A subquery with a limit is looked up for each row, so that no table is read whole for the join. A text that several
        // sent is one: of its copies one is brought, of a machine that is trusted if there is one.
        let trusted = if trusted.is_empty() { String::new() } else { format!(" ORDER BY origin IN ({trusted}) DESC") };
        format!(
            "SELECT s.hash, s.first_line, s.body, s.n, s.origin::text FROM (\
               SELECT f.hash, f.n, f.at, f.score FROM (\
                 SELECT hash, n, max(at) AS at, max(score) AS score FROM (\
                   SELECT hash, n, max(at) AS at, sum(w) AS score FROM ({}) ways GROUP BY origin, hash, n) own \
                 GROUP BY hash, n ORDER BY score DESC, at DESC) f, \
               LATERAL (SELECT 1 FROM ctx.entry e WHERE e.project = $1::text::uuid AND e.hash = f.hash AND e.origin <> $2::text::uuid{conditions} LIMIT 1) e \
               ORDER BY f.score DESC, f.at DESC LIMIT {closer}) c, \
             LATERAL (SELECT * FROM (SELECT * FROM ctx.section s WHERE s.project = $1::text::uuid AND s.hash = c.hash AND s.n = c.n LIMIT {COPIES}) copies \
               WHERE octet_length(body) <= {LARGEST_PACKED}{trusted} LIMIT 1) s \
             ORDER BY {score} DESC, c.at DESC LIMIT {PAGES}",
            ways.join(" UNION ALL ")
        )
    }
}

/// A page has one of the stems. By its full name, because an extension may have an operator of the same name.
fn has_any_stem_index_sql(mark: &str, slot: &QueryWord) -> String {
    let terms: Vec<i32> = slot.stems.iter().map(|stem| hash_stem_to_number(mark, stem)).collect();
    format!("terms OPERATOR(pg_catalog.&&) {}", int_array_sql(&terms))
}

/// The same of a row that is read anyway: half the time of the operator that the index knows.
fn has_any_stem_row_sql(mark: &str, column: &str, slot: &QueryWord) -> String {
    let one = |stem: &String| format!("{} = ANY ({column})", hash_stem_to_number(mark, stem));
    format!("({})", slot.stems.iter().map(one).collect::<Vec<_>>().join(" OR "))
}

fn int_array_sql(terms: &[i32]) -> String {
    let terms: Vec<String> = terms.iter().map(i32::to_string).collect();
    format!("'{{{}}}'::integer[]", terms.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(stem: &str, sections: i64) -> QueryWord {
        QueryWord { stems: vec![stem.to_owned()], sections }
    }

    #[test]
    fn rare_words_choose_and_frequent_ones_rank() {
        let plan = HubQueryPlan {
            slots: vec![slot("error", 90_000), slot("zebra", 3)],
            sections: 100_000,
            ..HubQueryPlan::default()
        };
        let (rare, others) = plan.split_rare_words();
        assert_eq!((&rare[0].stems[0][..], &others[0].stems[0][..]), ("zebra", "error"));
        let sql = plan.best_pages_sql("m.", "", "");
        assert_eq!(sql.matches(" LIMIT 4000)").count(), 1);
        assert!(
            sql.contains("c.score + CASE WHEN (") && sql.contains(" = ANY (s.terms)) THEN") && !sql.contains("newest"),
            "{sql}"
        );
    }

    #[test]
    fn words_that_are_everywhere_choose_among_the_newest() {
        let slots = vec![slot("error", 90_000), slot("test", 50_000)];
        let plan = HubQueryPlan { slots, codes: vec![vec![7, 9]], sections: 100_000, ..HubQueryPlan::default() };
        let sql = plan.best_pages_sql("m.", " AND e.branch = $3", "'a'");
        assert_eq!(
            (sql.matches("ORDER BY at DESC LIMIT 1500) newest").count(), sql.matches(" LIMIT 400)").count()),
            (1, 0)
        );
        assert!(sql.contains(" ORDER BY w DESC, at DESC LIMIT 160)"), "{sql}");
        assert!(sql.contains("@>) '{") && sql.contains("AND e.branch = $3 LIMIT 1)"), "{sql}");
        // Frequent ones that stand together now and then are asked of the index.
        let slots = vec![slot("error", 9_000), slot("test", 5_000)];
        let plan = HubQueryPlan { slots, sections: 1_000_000, ..HubQueryPlan::default() };
        let sql = plan.best_pages_sql("m.", "", "");
        assert_eq!((sql.matches("newest WHERE").count(), sql.matches(" LIMIT 400)").count()), (1, 1));
        // One that is everywhere needs no index at all.
        let plan = HubQueryPlan { slots: vec![slot("error", 90_000)], sections: 100_000, ..HubQueryPlan::default() };
        let sql = plan.best_pages_sql("m.", "", "");
        assert_eq!(sql.matches("UNION ALL").count(), 0);
        // The first of all ways names the columns, whichever it is.
        assert!(
            sql.contains("FROM ((SELECT origin, hash, n, at, ")
                && sql.contains("::float8 AS w FROM (SELECT origin, hash"),
            "{sql}"
        );
    }
}
