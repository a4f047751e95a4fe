//! Which sections of the hub may answer a question: chosen by the database's own indexes, brought here as a store in
//! memory, and ranked there by the code that ranks the local ones.

use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};

use super::client::DbResult;
use super::error::HubError;
use super::fetch::{COLUMNS, FROM, FetchedEntry, entry_from_row};
use super::memory_store::{FoundSection, HubSearchResults, HubWord, fill_memory_store, joined_entry_names};
use super::open::Hub;
use super::page::PageSection;
use super::plan::{HubQueryPlan, QueryWord};
use super::project;
use super::row_formats::push_lexeme;
use super::verified_pages::ReceivedPage;
use ctx_model::Result;
use ctx_search::for_hub::{self, HubQuestion, bucket_index_word};
use ctx_search::word_numbers::{QuestionWordMatcher, hash_stem_to_number};
use ctx_store::{SearchFilter, Store};
use ctx_text::collapse_name_to_line;

/// Sections that are ranked here.
const POOL: usize = 80;
/// Pages that are opened in any case; beyond them, as long as there are not sections enough.
const OPENED: usize = 16;
/// Entries that share what was found.
const SHARING: i64 = 1_500;
/// Entries that are called so: of the first that the index names, and of the newest.
const NAMED: i64 = 60;
const NAMES: i64 = 300;
const NEW_NAMES: i64 = 500;
/// Sections whose words may be lent to the question.
const LENDERS: usize = 20;
const LENT: usize = 800;
/// Words looked at for a piece or a typo.
const PIECES: i64 = 24;
const ALIKE: i64 = 60;
const BEGUN: i64 = 1_500;
/// A word in no more sections may be a typo of a frequent one.
const RARE: i64 = 2;

type TypedSqlValue<'v> = (&'v (dyn ToSql + Sync), Type);
type OwnedSqlValue = (Box<dyn ToSql + Sync>, Type);

impl Hub {
    /// A store that holds what may answer, of others than us, counted as if all of the hub were there.
    pub fn fetch_search_candidates(
        &mut self,
        name: &str,
        here: &str,
        question: &str,
        within: &SearchFilter,
    ) -> Result<Store> {
        let (key, me) = (self.project_key(name)?, self.own_origin_id());
        let asked = for_hub::parse_question_for_hub(question);
        // No table is read whole, whatever the statistics say, and no statement is compiled: that takes longer than it runs.
        let begin = "BEGIN READ ONLY; SET LOCAL enable_seqscan = off; SET LOCAL jit = off";
        let mut gather = || -> DbResult<HubSearchResults> {
            self.client.batch_execute(begin)?;
            let gathered = self.gather_search_results(&key, &me, here, &asked, within);
            self.client.batch_execute("COMMIT")?;
            gathered
        };
        // The store is made while the hub answers.
        std::thread::scope(|scope| {
            let guest = scope.spawn(|| -> Result<Store> {
                let store = Store::open_in_memory()?;
                store.prepare_connection_for_search()?;
                Ok(store)
            });
            let gathered = gather()?;
            let mut store = guest.join().map_err(|_| HubError::Failed("a store in memory was not made"))??;
            fill_memory_store(&mut store, gathered)?;
            Ok(store)
        })
    }

    fn gather_search_results(
        &mut self,
        key: &str,
        me: &str,
        here: &str,
        asked: &HubQuestion,
        within: &SearchFilter,
    ) -> DbResult<HubSearchResults> {
        let (plan, mut words) = self.plan_query(key, asked)?;
        if plan.can_match_no_page() && plan.unseen.is_empty() {
            return Ok(HubSearchResults { total: plan.sections, words, ..HubSearchResults::default() });
        }
        let mark = project::project_word_prefix(key);
        let (conditions, values) = search_filter_conditions_sql(within, 3);
        let mut all: Vec<TypedSqlValue<'_>> = vec![(&key, Type::TEXT), (&me, Type::TEXT)];
        all.extend(values.iter().map(|(value, of)| (&**value, of.clone())));
        let pages = match plan.can_match_no_page() {
            true => Vec::new(),
            false => {
                let trusted: Vec<String> = self.trusted.iter().map(|origin| format!("'{origin}'")).collect();
                self.client.query_typed(&plan.best_pages_sql(&mark, &conditions, &trusted.join(", ")), &all)?
            }
        };
        let pages = self.sections_of_verified_pages(key, pages.iter().map(ReceivedPage::from_row).collect())?;
        let mut found = rank_sections(&plan, &words, pages);
        let names = names_tsquery(&mark, &plan);
        let names = self.entries_named_like(&names, &conditions, &all, me, here)?;
        words.extend(words_only_in_names(asked, &plan, &names));
        if found.is_empty() {
            return Ok(HubSearchResults { total: plan.sections, words, names, ..HubSearchResults::default() });
        }
        let mut hashes: Vec<&[u8]> = found.iter().map(|found| &found.hash[..]).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let sql = format!(
            "SELECT {COLUMNS} FROM {FROM} WHERE e.project = $1::text::uuid AND e.origin <> $2::text::uuid AND e.hash = ANY (${}){conditions} \
             ORDER BY e.started_at DESC LIMIT {SHARING}",
            all.len() + 1
        );
        all.push((&hashes, Type::BYTEA_ARRAY));
        let entries: Vec<FetchedEntry> =
            self.client.query_typed(&sql, &all)?.iter().filter_map(|row| entry_from_row(row, me, here)).collect();
        found.retain(|found| entries.iter().any(|came| came.hash.as_deref() == Some(&found.hash)));
        let lent =
            for_hub::stems_shared_by_prose_texts(found.iter().take(LENDERS).map(|found| found.section.text.as_str()));
        if !lent.is_empty() {
            let terms: Vec<i32> = lent.iter().take(LENT).map(|stem| hash_stem_to_number(&mark, stem)).collect();
            words.extend(self.words_with_stem_numbers(key, &terms)?);
        }
        Ok(HubSearchResults { total: plan.sections, words, sections: found, entries, names })
    }

    /// Words of a project under a condition.
    fn vocabulary_words_where(&mut self, condition: &str, values: &[TypedSqlValue<'_>]) -> DbResult<Vec<HubWord>> {
        let sql = format!("SELECT word, stem, normal, n FROM ctx.word WHERE project = $1::text::uuid AND {condition}");
        Ok(self.client.query_typed(&sql, values)?.iter().map(word_from_row).collect())
    }

    fn words_with_stem_numbers(&mut self, key: &str, terms: &[i32]) -> DbResult<Vec<HubWord>> {
        self.vocabulary_words_where("term = ANY ($2)", &[(&key, Type::TEXT), (&terms, Type::INT4_ARRAY)])
    }

    /// Looks the words of the question up in the hub's vocabulary.
    fn plan_query(&mut self, key: &str, asked: &HubQuestion) -> DbResult<(HubQueryPlan, Vec<HubWord>)> {
        let row = self.client.query_typed_opt(
            "SELECT sections, EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') FROM ctx.total WHERE project = $1::text::uuid",
            &[(&key, Type::TEXT)],
        )?;
        let Some(row) = row else { return Ok(Default::default()) };
        let (sections, grams): (i64, bool) = (clamp_count(row.get(0)), row.get(1));
        let mut plan = HubQueryPlan { sections, codes: asked.codes.clone(), ..HubQueryPlan::default() };
        let mark = project::project_word_prefix(key);
        let terms: Vec<i32> = asked.words.iter().map(|(_, stem, _)| hash_stem_to_number(&mark, stem)).collect();
        let mut words = self.words_with_stem_numbers(key, &terms)?;
        for (spelling, stem, natural) in &asked.words {
            let sections: i64 = words.iter().filter(|word| word.stem == *stem).map(|word| word.sections).sum();
            let mut slot = QueryWord { stems: Vec::new(), sections };
            if sections > 0 {
                slot.stems.push(stem.clone());
            }
            let long = spelling.chars().count() >= 3;
            let mut near = Vec::new();
            if *natural && long && sections <= RARE {
                near = self.similar_words(key, spelling, grams)?;
            }
            if sections == 0 && long {
                near.extend(self.words_containing(key, spelling, grams)?);
            }
            if sections == 0 {
                // The few that are nearest are found here again, by the code that corrects local words.
                let kept = keep_nearest_or_containing_words(spelling, &near);
                slot.sections = kept.iter().map(|word| word.sections).sum();
                slot.stems.extend(kept.iter().map(|word| word.stem.clone()));
                slot.stems.sort_unstable();
                slot.stems.dedup();
            }
            if sections == 0 {
                plan.unseen.push(stem.clone());
            }
            words.extend(near);
            if !slot.stems.is_empty() {
                plan.slots.push(slot);
            }
        }
        Ok((plan, words))
    }

    /// Words that hold this piece, most frequent first.
    fn words_containing(&mut self, key: &str, piece: &str, grams: bool) -> DbResult<Vec<HubWord>> {
        let escaped = piece.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let pattern = if grams { format!("%{escaped}%") } else { format!("{escaped}%") };
        self.vocabulary_words_where(
            "word LIKE $2 ORDER BY n DESC, word LIMIT $3",
            &[(&key, Type::TEXT), (&pattern, Type::TEXT), (&PIECES, Type::INT8)],
        )
    }

    /// Words that this may be a typo of: alike in their trigrams, or with the same beginning and about as long.
    fn similar_words(&mut self, key: &str, wrong: &str, grams: bool) -> DbResult<Vec<HubWord>> {
        let length = wrong.chars().count() as i32;
        let mut near = Vec::new();
        if grams {
            self.client.batch_execute("SET LOCAL pg_trgm.similarity_threshold = 0.25")?;
            near = self.vocabulary_words_where(
                "word % $2 AND normal AND length(word) BETWEEN $3 - 3 AND $3 + 3 ORDER BY similarity(word, $2) DESC, n DESC LIMIT $4",
                &[(&key, Type::TEXT), (&wrong, Type::TEXT), (&length, Type::INT4), (&ALIKE, Type::INT8)],
            )?;
        }
        if !grams || length <= 6 {
            let first: String = wrong.chars().take(1).collect();
            near.extend(self.vocabulary_words_where(
                "word >= $2 AND word < $2 || '~' AND normal AND length(word) BETWEEN $3 - 2 AND $3 + 2 ORDER BY n DESC LIMIT $4",
                &[(&key, Type::TEXT), (&first, Type::TEXT), (&length, Type::INT4), (&BEGUN, Type::INT8)],
            )?);
        }
        Ok(near)
    }

    /// Entries that are called so, newest first.
    fn entries_named_like(
        &mut self,
        query: &str,
        conditions: &str,
        values: &[TypedSqlValue<'_>],
        me: &str,
        here: &str,
    ) -> DbResult<Vec<FetchedEntry>> {
        let place = values.len() + 1;
        let sql = format!(
            "SELECT {COLUMNS} FROM (\
               (SELECT origin, ref FROM ctx.entry WHERE project = $1::text::uuid AND words @@ ${place}::text::tsquery LIMIT {NAMES}) UNION \
               (SELECT origin, ref FROM (SELECT origin, ref, words FROM ctx.entry WHERE project = $1::text::uuid ORDER BY started_at DESC LIMIT {NEW_NAMES}) newest \
                WHERE words @@ ${place}::text::tsquery)) named \
             JOIN ctx.entry e ON e.project = $1::text::uuid AND e.origin = named.origin AND e.ref = named.ref JOIN ctx.origin o ON o.id = e.origin \
             WHERE e.origin <> $2::text::uuid{conditions} ORDER BY e.started_at DESC LIMIT {NAMED}"
        );
        let mut all = values.to_vec();
        all.push((&query, Type::TEXT));
        Ok(self.client.query_typed(&sql, &all)?.iter().filter_map(|row| entry_from_row(row, me, here)).collect())
    }
}

/// The sections of these pages that have something of what was asked for, best first.
fn rank_sections(plan: &HubQueryPlan, words: &[HubWord], pages: Vec<(Vec<u8>, Vec<PageSection>)>) -> Vec<FoundSection> {
    let slots = plan.slots.len();
    let slot_of = |word: &HubWord| plan.slots.iter().position(|slot| slot.stems.contains(&word.stem));
    let wanted = words.iter().filter_map(|word| Some((word.word.as_str(), slot_of(word)?)));
    // Each code is a thing of its own; a group counts when all of it is there.
    let codes: Vec<u32> = plan.codes.concat();
    let coded = codes.iter().enumerate().map(|(at, &code)| (code, slots + at));
    let mut spotter = QuestionWordMatcher::new(slots + codes.len(), wanted, coded);
    let worth = plan.word_and_code_weights();
    let mut found: Vec<(f64, FoundSection)> = Vec::new();
    for (at, (hash, page)) in pages.into_iter().enumerate() {
        // Pages come best first: those after hold nothing better.
        if at >= OPENED && found.len() >= POOL {
            break;
        }
        for section in page {
            let seen = spotter.find_in_lines(section.title.as_deref().into_iter().chain(section.text.lines()));
            let mut score: f64 =
                seen.iter().zip(&worth[..slots]).filter(|(seen, _)| **seen).map(|(_, worth)| worth).sum();
            let mut rest = &seen[slots..];
            for (group, worth) in plan.codes.iter().zip(&worth[slots..]) {
                let (own, after) = rest.split_at(group.len());
                rest = after;
                score += if own.iter().all(|seen| *seen) { *worth } else { 0.0 };
            }
            if score > 0.0 {
                found.push((score, FoundSection { hash: hash.clone(), section }));
            }
        }
    }
    // As long a text says less about each of its words. Equal ones stay in the order of their pages.
    let average =
        found.iter().map(|(_, found)| found.section.text.len()).sum::<usize>() as f64 / found.len().max(1) as f64;
    let score = |(score, found): &(f64, FoundSection)| {
        score * 2.8 / (1.0 + 1.8 * (0.25 + 0.75 * found.section.text.len() as f64 / average.max(1.0)))
    };
    found.sort_by(|a, b| score(b).total_cmp(&score(a)));
    found.truncate(POOL);
    found.into_iter().map(|(_, found)| found).collect()
}

/// `'m.connect' | 'm.refus' | ('m.#00f1' & 'm.#0a2b')`: of names, which are few, the rarest words or else all, and those
/// that only a name may have.
fn names_tsquery(mark: &str, plan: &HubQueryPlan) -> String {
    let (rare, others) = plan.split_rare_words();
    let slots = if rare.is_empty() { others } else { rare };
    let lexeme = |kind: &str, word: &str| {
        let mut way = String::new();
        push_lexeme(&mut way, mark, kind, word);
        way
    };
    let stems = slots.iter().flat_map(|slot| &slot.stems).chain(&plan.unseen);
    let mut ways: Vec<String> = stems.map(|stem| lexeme("", stem)).collect();
    for codes in &plan.codes {
        let group: Vec<String> = codes.iter().map(|&code| lexeme("#", &bucket_index_word(code))).collect();
        ways.push(format!("({})", group.join(" & ")));
    }
    ways.join(" | ")
}

/// Of words that may be meant, those that are nearest to what was typed, and those that hold it.
fn keep_nearest_or_containing_words<'w>(typed: &str, near: &'w [HubWord]) -> Vec<&'w HubWord> {
    let mut alike: Vec<(usize, &HubWord)> = near
        .iter()
        .filter(|word| !word.word.contains(typed))
        .map(|word| (strsim::osa_distance(typed, &word.word), word))
        .filter(|(distance, _)| *distance <= 3)
        .collect();
    alike.sort_by_key(|(distance, word)| (*distance, std::cmp::Reverse(word.sections)));
    let best = alike.first().map_or(0, |(distance, _)| *distance);
    let alike = alike.into_iter().filter(|(distance, _)| *distance == best).take(6).map(|(_, word)| word);
    near.iter().filter(|word| word.word.contains(typed)).chain(alike).collect()
}

/// Words of the question that no text has, and these names do: the vocabulary is of texts only.
fn words_only_in_names(asked: &HubQuestion, plan: &HubQueryPlan, names: &[FetchedEntry]) -> Vec<HubWord> {
    if plan.unseen.is_empty() || names.is_empty() {
        return Vec::new();
    }
    let mut cutter = for_hub::NameTermExtractor::default();
    let stems: Vec<String> =
        names.iter().map(|came| cutter.words_and_codes(&joined_entry_names(&came.entry)).0).collect();
    let has = |stems: &String, stem: &str| stems.split_ascii_whitespace().any(|own| own == stem);
    let of_name = |stem: &String| plan.unseen.contains(stem) && stems.iter().any(|stems| has(stems, stem));
    let words = asked.words.iter().filter(|(_, stem, _)| of_name(stem));
    words
        .map(|(word, stem, natural)| HubWord { word: word.clone(), stem: stem.clone(), natural: *natural, sections: 1 })
        .collect()
}

fn word_from_row(row: &Row) -> HubWord {
    let (word, stem): (&str, &str) = (row.get(0), row.get(1));
    HubWord {
        word: collapse_name_to_line(word),
        stem: collapse_name_to_line(stem),
        natural: row.get(2),
        sections: clamp_count(row.get(3)),
    }
}

/// A count as any writer of the team may have set it: a weight, and no more than a store in memory can stand for.
fn clamp_count(count: i64) -> i64 {
    count.clamp(0, 1 << 40)
}

/// The filters as SQL conditions over `e`, with parameters numbered from `first`.
fn search_filter_conditions_sql(within: &SearchFilter, first: usize) -> (String, Vec<OwnedSqlValue>) {
    let mut sql = String::new();
    let mut values: Vec<OwnedSqlValue> = Vec::new();
    let mut add = |condition: &str, value: Box<dyn ToSql + Sync>, of: Type| {
        sql.push_str(&format!(" AND {condition}").replace('?', &format!("${}", first + values.len())));
        values.push((value, of));
    };
    let texts = [
        ("e.label = ?", &within.label),
        ("? IN (e.session, o.name || '/' || e.session)", &within.session),
        ("e.branch = ?", &within.branch),
    ];
    for (condition, text) in texts {
        if let Some(text) = text {
            add(condition, Box::new(text.clone()), Type::TEXT);
        }
    }
    if let Some(since) = within.since {
        add("e.started_at >= ?", Box::new(since), Type::INT8);
    }
    if !within.kinds.is_empty() {
        let kinds: Vec<String> = within.kinds.iter().map(|kind| (*kind).to_owned()).collect();
        add("e.kind = ANY (?)", Box::new(kinds), Type::TEXT_ARRAY);
    }
    if let Some(glob) = &within.command {
        let like =
            glob.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_").replace('*', "%").replace('?', "_");
        add("e.command LIKE ?", Box::new(like), Type::TEXT);
    }
    if within.failed {
        sql.push_str(" AND (e.exit_code <> 0 OR e.signal IS NOT NULL OR e.timed_out)");
    }
    (sql, values)
}
