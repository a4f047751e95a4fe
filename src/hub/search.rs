//! Which sections of the hub may answer a question: chosen by the database's own indexes, brought here as a store in
//! memory, and ranked there by the code that ranks the local ones.

use std::collections::HashMap;

use postgres::types::ToSql;

use super::copy::lexeme;
use super::fetch::{COLUMNS, Came, FROM, came};
use super::open::{Hub, lost};
use super::project;
use crate::error::Result;
use crate::search::cut::{self, Asked};
use crate::store::{Among, GuestEntry, GuestWord, IndexBatch, Store};

/// Sections that the words of a question may touch before only its rarer ones choose.
const TOUCHED: i64 = 4_000;
/// Sections that are brought here.
const POOL: i64 = 240;
/// Of a question whose words are everywhere: so many of the newest sections.
const NEWEST: i64 = 400;
/// Entries that share what was found.
const SHARING: i64 = 1_500;
const NAMED: i64 = 60;
/// Sections whose words may be lent to the question.
const LENDERS: usize = 20;
const LENT: usize = 800;
/// Words looked at for a piece or a typo.
const PIECES: i64 = 24;
const ALIKE: i64 = 60;
const BEGUN: i64 = 1_500;
/// A word in no more sections may be a typo of a frequent one.
const RARE: i64 = 2;

type Answer<T> = std::result::Result<T, postgres::Error>;

/// One word of the question: the stems that stand for it, and in how many sections.
struct Slot {
    stems: Vec<String>,
    sections: i64,
}

/// What the statements need, and whether anything is there to be found.
#[derive(Default)]
struct Plan {
    slots: Vec<Slot>,
    /// Codes that stand together.
    codes: Vec<Vec<String>>,
    words: Vec<GuestWord>,
    sections: i64,
    average: f64,
}

/// What was found: sections, the entries that have them, and entries that are called so.
#[derive(Default)]
struct Gathered {
    plan: Plan,
    sections: Vec<Section>,
    entries: Vec<Came>,
    names: Vec<Came>,
}

struct Section {
    hash: Vec<u8>,
    lines: (i64, i64),
    title: Option<String>,
    text: String,
}

/// A statement of a search, for a test that asks the database how it is carried out.
pub(super) struct Statement {
    pub sql: String,
    pub query: String,
}

impl Hub {
    /// A store that holds what may answer, of others than us, counted as if all of the hub were there.
    pub fn candidates(&mut self, name: &str, here: &str, question: &str, within: &Among) -> Result<Store> {
        let (key, me) = (self.project_key(name), self.origin());
        let asked = cut::asked(question);
        let gathered = self.gather(&key, &me, here, &asked, within).map_err(|error| lost(&error))?;
        let mut store = Store::guest()?;
        store.prepare_search()?;
        fill(&mut store, gathered)?;
        Ok(store)
    }

    fn gather(&mut self, key: &str, me: &str, here: &str, asked: &Asked, within: &Among) -> Answer<Gathered> {
        let mut plan = self.look_up(key, asked)?;
        if plan.slots.is_empty() && plan.codes.is_empty() {
            return Ok(Gathered { plan, ..Gathered::default() });
        }
        let mark = project::mark(key);
        let (conditions, values) = conditions(within, 3);
        let mut found = self.sections(key, me, &plan, &mark, &conditions, &values)?;
        let chosen = plan.chosen();
        let query = any_of(&mark, &chosen, &plan.codes);
        let names = self.named(key, me, here, &query, &conditions, &values)?;
        let mut hashes: Vec<&[u8]> = found.iter().map(|section| &section.hash[..]).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let sql = format!(
            "SELECT {COLUMNS} FROM {FROM} WHERE e.project = $1::text::uuid AND e.origin <> $2::text::uuid AND e.hash = ANY (${}){conditions} \
             ORDER BY e.started_at DESC LIMIT {SHARING}",
            values.len() + 3
        );
        let mut all: Vec<&(dyn ToSql + Sync)> = vec![&key, &me];
        all.extend(values.iter().map(|value| &**value));
        all.push(&hashes);
        let entries: Vec<Came> = self.client.query(&sql, &all)?.iter().map(|row| came(row, me, here)).collect();
        found.retain(|section| entries.iter().any(|came| came.hash.as_deref() == Some(&section.hash)));
        let lent = cut::shared_words(found.iter().take(LENDERS).map(|section| section.text.as_str()));
        let lent: Vec<&str> = lent.iter().take(LENT).map(String::as_str).collect();
        let rows = self.client.query(
            "SELECT word, stem, normal, n FROM ctx.word WHERE project = $1::text::uuid AND stem = ANY \
             (SELECT stem FROM ctx.word WHERE project = $1::text::uuid AND word = ANY ($2))",
            &[&key, &lent],
        )?;
        plan.words.extend(rows.iter().map(word));
        Ok(Gathered { plan, sections: found, entries, names })
    }

    /// What the vocabulary knows of the words that were asked for.
    fn look_up(&mut self, key: &str, asked: &Asked) -> Answer<Plan> {
        let row = self.client.query_opt(
            "SELECT sections, words, EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') FROM ctx.total WHERE project = $1::text::uuid",
            &[&key],
        )?;
        let Some(row) = row else { return Ok(Plan::default()) };
        let (sections, words, grams): (i64, i64, bool) = (row.get(0), row.get(1), row.get(2));
        let mut plan = Plan {
            sections,
            average: words as f64 / sections.max(1) as f64,
            codes: asked.codes.clone(),
            ..Plan::default()
        };
        let stems: Vec<&str> = asked.words.iter().map(|(_, stem, _)| stem.as_str()).collect();
        let rows = self.client.query(
            "SELECT word, stem, normal, n FROM ctx.word WHERE project = $1::text::uuid AND stem = ANY ($2)",
            &[&key, &stems],
        )?;
        plan.words = rows.iter().map(word).collect();
        for (spelling, stem, natural) in &asked.words {
            let sections: i64 = plan.words.iter().filter(|word| word.stem == *stem).map(|word| word.sections).sum();
            let mut slot = Slot { stems: Vec::new(), sections };
            if sections > 0 {
                slot.stems.push(stem.clone());
            }
            let long = spelling.chars().count() >= 3;
            let mut near = Vec::new();
            if *natural && long && sections <= RARE {
                near = self.alike(key, spelling, grams)?;
            }
            if sections == 0 && long {
                near.extend(self.pieces(key, spelling, grams)?);
            }
            if sections == 0 {
                // The few that are nearest are found here again, by the code that corrects local words.
                let kept = nearest_first(spelling, &near);
                slot.sections = kept.iter().map(|word| word.sections).sum();
                slot.stems.extend(kept.iter().map(|word| word.stem.clone()));
                slot.stems.sort_unstable();
                slot.stems.dedup();
            }
            plan.words.extend(near);
            if !slot.stems.is_empty() {
                plan.slots.push(slot);
            }
        }
        Ok(plan)
    }

    /// Words that hold this piece, most frequent first.
    fn pieces(&mut self, key: &str, piece: &str, grams: bool) -> Answer<Vec<GuestWord>> {
        let escaped = piece.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let pattern = if grams { format!("%{escaped}%") } else { format!("{escaped}%") };
        let rows = self.client.query(
            "SELECT word, stem, normal, n FROM ctx.word WHERE project = $1::text::uuid AND word LIKE $2 ORDER BY n DESC, word LIMIT $3",
            &[&key, &pattern, &PIECES],
        )?;
        Ok(rows.iter().map(word).collect())
    }

    /// Words that this may be a typo of: alike in their trigrams, or with the same beginning and about as long.
    fn alike(&mut self, key: &str, wrong: &str, grams: bool) -> Answer<Vec<GuestWord>> {
        let length = wrong.chars().count() as i32;
        let mut near = Vec::new();
        if grams {
            let mut transaction = self.client.transaction()?;
            transaction.execute("SELECT set_config('pg_trgm.similarity_threshold', '0.25', true)", &[])?;
            let rows = transaction.query(
                "SELECT word, stem, normal, n FROM ctx.word WHERE project = $1::text::uuid AND word % $2 AND normal AND length(word) BETWEEN $3 - 3 AND $3 + 3 \
                 ORDER BY similarity(word, $2) DESC, n DESC LIMIT $4",
                &[&key, &wrong, &length, &ALIKE],
            )?;
            near.extend(rows.iter().map(word));
        }
        if !grams || length <= 6 {
            let first: String = wrong.chars().take(1).collect();
            let rows = self.client.query(
                "SELECT word, stem, normal, n FROM ctx.word WHERE project = $1::text::uuid AND word >= $2 AND word < $2 || '~' \
                 AND normal AND length(word) BETWEEN $3 - 2 AND $3 + 2 ORDER BY n DESC LIMIT $4",
                &[&key, &first, &length, &BEGUN],
            )?;
            near.extend(rows.iter().map(word));
        }
        Ok(near)
    }

    fn sections(
        &mut self,
        key: &str,
        me: &str,
        plan: &Plan,
        mark: &str,
        conditions: &str,
        values: &[Box<dyn ToSql + Sync>],
    ) -> Answer<Vec<Section>> {
        let mut found = Vec::new();
        for statement in plan.statements(mark, conditions, values.len()) {
            let mut all: Vec<&(dyn ToSql + Sync)> = vec![&key, &me];
            all.extend(values.iter().map(|value| &**value));
            all.push(&statement.query);
            let rows = self.client.query(&statement.sql, &all)?;
            found = rows
                .iter()
                .map(|row| Section {
                    hash: row.get(0),
                    lines: (row.get(1), row.get(2)),
                    title: row.get(3),
                    text: row.get(4),
                })
                .collect();
            // The next one asks for less; it is for a question that this one does not answer.
            if found.len() >= 40 {
                break;
            }
        }
        Ok(found)
    }

    /// Entries that are called so.
    fn named(
        &mut self,
        key: &str,
        me: &str,
        here: &str,
        query: &str,
        conditions: &str,
        values: &[Box<dyn ToSql + Sync>],
    ) -> Answer<Vec<Came>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM (SELECT * FROM ctx.entry WHERE project = $1::text::uuid AND words @@ ${}::text::tsquery LIMIT 3000) e \
             JOIN ctx.origin o ON o.id = e.origin WHERE e.origin <> $2::text::uuid{conditions} ORDER BY e.started_at DESC LIMIT {NAMED}",
            values.len() + 3
        );
        let mut all: Vec<&(dyn ToSql + Sync)> = vec![&key, &me];
        all.extend(values.iter().map(|value| &**value));
        all.push(&query);
        Ok(self.client.query(&sql, &all)?.iter().map(|row| came(row, me, here)).collect())
    }
}

impl Plan {
    /// The rarest words, as many as touch no more sections than can be looked at.
    fn chosen(&self) -> Vec<&Slot> {
        let mut order: Vec<&Slot> = self.slots.iter().collect();
        order.sort_by_key(|slot| slot.sections);
        let mut touched = 0;
        let few = |(place, slot): &(usize, &Slot)| {
            touched += slot.sections;
            *place == 0 || touched <= TOUCHED
        };
        order.into_iter().enumerate().take_while(few).map(|(_, slot)| slot).collect()
    }

    /// Statements to try in order; a later one is for when an earlier one finds too little.
    pub(super) fn statements(&self, mark: &str, conditions: &str, values: usize) -> Vec<Statement> {
        let chosen = self.chosen();
        let rare = chosen.first().is_none_or(|slot| slot.sections <= TOUCHED);
        let total = self.sections.max(1) as f64;
        let mut score = String::from("0::float8");
        for slot in &self.slots {
            let there = slot.sections as f64;
            let idf = (1.0 + (total - there + 0.5).max(0.0) / (there + 0.5)).ln();
            // The words are our own stems, quoted for a tsquery and once more for a literal.
            let query = any_of(mark, &[slot], &[]).replace('\'', "''");
            score.push_str(&format!(" + CASE WHEN s.words @@ '{query}'::tsquery THEN {idf:.3}::float8 ELSE 0 END"));
        }
        for codes in &self.codes {
            let query = all_codes(mark, codes).replace('\'', "''");
            score.push_str(&format!(" + CASE WHEN s.words @@ '{query}'::tsquery THEN 6::float8 ELSE 0 END"));
        }
        let place = values + 3;
        let exists = format!(
            "EXISTS (SELECT 1 FROM ctx.entry e WHERE e.project = $1::text::uuid AND e.hash = f.hash AND e.origin <> $2::text::uuid{conditions})"
        );
        let ranked = |inner: &str| {
            format!(
                "SELECT f.hash, f.first_line, f.last_line, f.title, f.text FROM (SELECT s.*, ({score}) * 2.8 / (1 + 1.8 * (0.25 + 0.75 * s.length / {:.1})) AS score \
                 FROM ({inner}) s ORDER BY score DESC, at DESC) f WHERE {exists} LIMIT {POOL}",
                self.average.max(1.0)
            )
        };
        let matching =
            format!("SELECT * FROM ctx.section WHERE project = $1::text::uuid AND words @@ ${place}::text::tsquery");
        if rare {
            let query = any_of(mark, &chosen, &self.codes);
            return vec![Statement { sql: ranked(&format!("{matching} LIMIT {}", 2 * TOUCHED)), query }];
        }
        let all: Vec<&Slot> = self.slots.iter().collect();
        let every: Vec<String> = all.iter().map(|slot| format!("({})", any_of(mark, &[slot], &[]))).collect();
        let mut statements = Vec::new();
        if every.len() > 1 {
            let mut query = every.join(" & ");
            if !self.codes.is_empty() {
                query = format!("({query}) | {}", any_of(mark, &[], &self.codes));
            }
            statements.push(Statement { sql: ranked(&format!("{matching} LIMIT {TOUCHED}")), query });
        }
        let query = any_of(mark, &chosen[..1], &[]);
        statements.push(Statement { sql: ranked(&format!("{matching} ORDER BY at DESC LIMIT {NEWEST}")), query });
        statements
    }
}

/// `'m.connect' | 'm.refus' | ('m.#00f1' & 'm.#0a2b')`.
fn any_of(mark: &str, slots: &[&Slot], codes: &[Vec<String>]) -> String {
    let mut ways: Vec<String> = Vec::new();
    for stem in slots.iter().flat_map(|slot| &slot.stems) {
        let mut way = String::new();
        lexeme(&mut way, mark, "", stem);
        ways.push(way);
    }
    ways.extend(codes.iter().map(|codes| format!("({})", all_codes(mark, codes))));
    ways.join(" | ")
}

fn all_codes(mark: &str, codes: &[String]) -> String {
    let code = |code: &String| {
        let mut text = String::new();
        lexeme(&mut text, mark, "#", code);
        text
    };
    codes.iter().map(code).collect::<Vec<_>>().join(" & ")
}

/// Of words that may be meant, those that are nearest to what was typed, and those that hold it.
fn nearest_first<'w>(typed: &str, near: &'w [GuestWord]) -> Vec<&'w GuestWord> {
    let mut alike: Vec<(usize, &GuestWord)> = near
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

fn word(row: &postgres::Row) -> GuestWord {
    GuestWord { word: row.get(0), stem: row.get(1), natural: row.get(2), sections: row.get(3) }
}

/// What an entry must be, as conditions over `e` with values from number `first` on.
fn conditions(within: &Among, first: usize) -> (String, Vec<Box<dyn ToSql + Sync>>) {
    let mut sql = String::new();
    let mut values: Vec<Box<dyn ToSql + Sync>> = Vec::new();
    let mut add = |condition: &str, value: Box<dyn ToSql + Sync>| {
        sql.push_str(&format!(" AND {condition}").replace('?', &format!("${}", first + values.len())));
        values.push(value);
    };
    let texts = [("e.label = ?", &within.label), ("e.session = ?", &within.session), ("e.branch = ?", &within.branch)];
    for (condition, text) in texts {
        if let Some(text) = text {
            add(condition, Box::new(text.clone()));
        }
    }
    if let Some(since) = within.since {
        add("e.started_at >= ?", Box::new(since));
    }
    if !within.kinds.is_empty() {
        let kinds: Vec<String> = within.kinds.iter().map(|kind| (*kind).to_owned()).collect();
        add("e.kind = ANY (?)", Box::new(kinds));
    }
    if let Some(glob) = &within.command {
        let like =
            glob.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_").replace('*', "%").replace('?', "_");
        add("e.command LIKE ?", Box::new(like));
    }
    if within.failed {
        sql.push_str(" AND (e.exit_code <> 0 OR e.signal IS NOT NULL OR e.timed_out)");
    }
    (sql, values)
}

/// Entries with as much of their texts as came, and the index over it.
fn fill(store: &mut Store, gathered: Gathered) -> Result<()> {
    let Gathered { plan, sections: found, entries, names } = gathered;
    let mut texts: HashMap<&[u8], Vec<&Section>> = HashMap::new();
    for section in &found {
        texts.entry(&section.hash).or_default().push(section);
    }
    for sections in texts.values_mut() {
        sections.sort_by_key(|section| section.lines.0);
    }
    let mut guests: Vec<GuestEntry> = Vec::new();
    let mut hashes: Vec<Option<Vec<u8>>> = Vec::new();
    let mut all: Vec<Came> = entries;
    for came in names {
        if !all.iter().any(|known| known.entry.reference == came.entry.reference) {
            all.push(came);
        }
    }
    all.sort_by_key(|came| came.entry.started_at);
    for Came { mut entry, hash } in all {
        entry.text = hash.as_deref().and_then(|hash| texts.get(hash)).map(|sections| padded(sections));
        hashes.push(hash);
        guests.push(entry);
    }
    let came = (found.len() + guests.len()) as i64;
    store.stand_for(plan.sections, came)?;
    let admitted = store.admit(&guests)?;
    let mut batch = IndexBatch::default();
    let mut blobs: HashMap<&[u8], i64> = HashMap::new();
    for ((row, stored), hash) in admitted.iter().zip(&hashes) {
        batch.entries.push((*row, stored.blob, false));
        if let (Some(blob), Some(hash)) = (stored.blob, hash)
            && blobs.insert(hash, blob).is_none()
        {
            batch.blobs.push((blob, 0, stored.lines, true));
        }
    }
    let parts = found.iter().filter_map(|section| {
        let lines = (section.lines.0.unsigned_abs(), section.lines.1.unsigned_abs());
        Some((*blobs.get(&section.hash[..])?, lines, section.title.clone(), section.text.as_str()))
    });
    batch.sections = cut::prepare(parts);
    let named: Vec<(i64, String)> = admitted
        .iter()
        .zip(&guests)
        .map(|((row, _), entry)| {
            let names = [&entry.title, &entry.command, &entry.label].into_iter().flatten();
            (*row, names.map(String::as_str).collect::<Vec<_>>().join(" · "))
        })
        .collect();
    batch.sections.extend(cut::prepare_names(named.iter().map(|(row, name)| (*row, name.as_str()))));
    store.write_index(&batch)?;
    store.know(&plan.words)
}

/// Sections where they stand in their text; what lies between them is empty lines.
fn padded(sections: &[&Section]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut line = 1;
    for section in sections {
        let gap = usize::try_from(section.lines.0 - line).unwrap_or(0);
        text.resize(text.len() + gap, b'\n');
        text.extend_from_slice(section.text.as_bytes());
        line = section.lines.1 + 1;
    }
    text
}
