//! The ranking function that runs inside the full-text query: BM25 over slots of the question, with factors for
//! words that stand side by side and for sections that hold all of them. FTS5's own bm25 counts every matching row
//! once more for each word, knows nothing of places, and gives nothing for a word that most rows hold.
//! A section is judged by its own words: its title helps, and never makes it an answer.
//! The result of a row is a blob that sorts by its score and also holds how often each word is there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ffi::{c_int, c_void};

use rusqlite::{Connection, ffi};

pub(super) const K1: f64 = 1.8;
pub(super) const B: f64 = 0.75;
/// Factor for a word in the title.
const TITLE: f64 = 2.0;
/// The same where the text below does not have the word.
const TITLE_ALONE: f64 = 0.3;
const ADJACENT: f64 = 0.3;
const ALL: f64 = 0.1;
/// The factor for all words of the question near each other: more than any number of some of them can gain.
pub const ALL_TOGETHER: f64 = 4.0;
/// Words within this many places for each word are near.
const ROOM: i32 = 4;
/// Words this near to each other count half of adjacent.
const NEAR: i32 = 3;
/// A word that only hints at one of the question weighs less than this: it does not make a section whole.
pub const SURE: f64 = 0.5;
/// More places than this in one section say nothing new.
const PLACES: usize = 400;

/// The slot and weight of a phrase of the query; sent to the function as 12 bytes each, after the number of slots that
/// come from the question and the number of rows that are wanted. Slots after those are words that the best sections lent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhraseSpec {
    pub slot: u32,
    pub weight: f32,
    pub idf: f32,
}

pub fn encode_query_spec(asked: u32, wanted: u32, specs: &[PhraseSpec]) -> Vec<u8> {
    let specs =
        specs.iter().flat_map(|spec| [spec.slot.to_le_bytes(), spec.weight.to_le_bytes(), spec.idf.to_le_bytes()]);
    [asked.to_le_bytes(), wanted.to_le_bytes()].into_iter().chain(specs).flatten().collect()
}

fn decode_query_spec(bytes: &[u8]) -> (usize, usize, Vec<PhraseSpec>) {
    let (words, _) = bytes.as_chunks::<4>();
    let [asked, wanted, rest @ ..] = words else { return (0, 0, Vec::new()) };
    let (specs, _) = rest.as_chunks::<3>();
    let spec = |&[slot, weight, idf]: &[[u8; 4]; 3]| PhraseSpec {
        slot: u32::from_le_bytes(slot),
        weight: f32::from_le_bytes(weight),
        idf: f32::from_le_bytes(idf),
    };
    let number = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes) as usize;
    (number(asked), number(wanted), specs.iter().map(spec).collect())
}

/// Data of one query, used for each of its rows.
struct QueryState {
    specs: Vec<PhraseSpec>,
    /// The first slots come from the question, the others were lent.
    asked: usize,
    slots: usize,
    average: f64,
    counts: Vec<SlotCounts>,
    idf: Vec<f64>,
    places: Vec<(i32, u32)>,
    pairs: Vec<f64>,
    last: Vec<i32>,
    /// The parts of the last score that came from lent words, from words that only hint at those of the question, and
    /// from a title that is most of its text.
    lent: f64,
    hinted: f64,
    titled: f64,
    best: BestScores,
}

/// The best scores so far, as many as rows are wanted: a row that is below them all need not be described.
#[derive(Default)]
struct BestScores {
    wanted: usize,
    /// Bits of positive numbers, which sort as the numbers do; the least comes first.
    scores: BinaryHeap<Reverse<u64>>,
}

impl BestScores {
    fn keep_score_if_among_best(&mut self, score: f64) -> bool {
        let bits = score.to_bits();
        if self.scores.len() < self.wanted {
            self.scores.push(Reverse(bits));
            return true;
        }
        let Some(mut least) = self.scores.peek_mut() else { return false };
        if bits > least.0 {
            *least = Reverse(bits);
        }
        bits >= least.0
    }
}

/// What `ctx_rank` found out about a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankedRow {
    pub score: f64,
    /// The part of the score that came from lent words.
    pub lent: f64,
    /// The part of it that came from words that only hint at those of the question.
    pub hinted: f64,
    /// The part of it that came from a title that is most of its text.
    pub titled: f64,
    /// The length of the row, compared with the average.
    pub length: f32,
    /// How often each slot of the question is in the text of the row.
    pub counts: Vec<f32>,
}

impl RankedRow {
    /// Positive numbers sort by their bytes, the highest first; so does this.
    fn encode(score: f64, parts: [f64; 3], length: f32, counts: &[SlotCounts]) -> Vec<u8> {
        let mut row = Vec::with_capacity(36 + 4 * counts.len());
        row.extend_from_slice(&score.to_bits().to_be_bytes());
        parts.iter().for_each(|part| row.extend_from_slice(&part.to_le_bytes()));
        row.extend_from_slice(&length.to_le_bytes());
        counts.iter().for_each(|count| row.extend_from_slice(&(count.body as f32).to_le_bytes()));
        row
    }

    pub fn decode(row: &[u8]) -> Option<RankedRow> {
        let (score, rest) = row.split_first_chunk()?;
        let (lent, rest) = rest.split_first_chunk()?;
        let (hinted, rest) = rest.split_first_chunk()?;
        let (titled, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (counts, _) = rest.as_chunks::<4>();
        Some(RankedRow {
            score: f64::from_bits(u64::from_be_bytes(*score)),
            lent: f64::from_le_bytes(*lent),
            hinted: f64::from_le_bytes(*hinted),
            titled: f64::from_le_bytes(*titled),
            length: f32::from_le_bytes(*length),
            counts: counts.iter().map(|&count| f32::from_le_bytes(count)).collect(),
        })
    }
}

/// How often a slot is in a row.
#[derive(Clone, Copy, Default)]
struct SlotCounts {
    body: f64,
    title: f64,
    /// The part of both that only hints at the word.
    hints: f64,
    title_hints: f64,
}

/// One word of the query in a row.
struct PhraseInstance {
    phrase: usize,
    in_title: bool,
    place: i32,
}

impl QueryState {
    fn new((asked, wanted, specs): (usize, usize, Vec<PhraseSpec>), average: f64) -> QueryState {
        let slots = specs.iter().map(|spec| spec.slot as usize + 1).max().unwrap_or(0);
        let mut idf = vec![0.0; slots];
        for spec in &specs {
            idf[spec.slot as usize] = f64::max(idf[spec.slot as usize], f64::from(spec.idf));
        }
        let asked = asked.min(slots);
        let (counts, places, pairs, last) = Default::default();
        let best = BestScores { wanted, ..BestScores::default() };
        let (lent, hinted, titled) = (0.0, 0.0, 0.0);
        QueryState { specs, asked, slots, average, counts, idf, places, pairs, last, lent, hinted, titled, best }
    }

    fn score_phrase_instances(
        &mut self,
        instances: impl Iterator<Item = PhraseInstance>,
        (length, title): (i32, i32),
    ) -> f64 {
        self.counts.clear();
        self.counts.resize(self.slots, SlotCounts::default());
        self.places.clear();
        for instance in instances {
            let Some(spec) = self.specs.get(instance.phrase).filter(|spec| spec.weight > 0.0) else { continue };
            let count = &mut self.counts[spec.slot as usize];
            let weight = f64::from(spec.weight);
            let sure = weight >= SURE;
            *(if instance.in_title { &mut count.title } else { &mut count.body }) += weight;
            if !sure {
                *(if instance.in_title { &mut count.title_hints } else { &mut count.hints }) += weight;
            }
            if sure && !instance.in_title && (spec.slot as usize) < self.asked && self.places.len() < PLACES {
                self.places.push((instance.place, spec.slot));
            }
        }
        // A row without a text is a name, and found by it.
        let only_name = length == 0;
        let own = |count: &SlotCounts| count.body > 0.0 || only_name;
        if !self.counts[..self.asked].iter().any(own) {
            return 0.0;
        }
        let norm = K1 * (1.0 - B + B * f64::from(length) / self.average.max(1.0));
        let weighed = |count: &SlotCounts, idf: f64, title: f64| {
            let times = count.body + count.title * if own(count) { title } else { TITLE_ALONE };
            idf * times * (K1 + 1.0) / (times + norm)
        };
        let worth = |(count, idf): (&SlotCounts, &f64)| weighed(count, *idf, TITLE);
        let (asked, lent) = self.counts.split_at(self.asked);
        let sum: f64 = asked.iter().zip(&self.idf).map(worth).sum();
        self.lent = lent.iter().zip(&self.idf[self.asked..]).map(worth).sum();
        let unhinted = |(count, idf): (&SlotCounts, &f64)| {
            worth((
                &SlotCounts { body: count.body - count.hints, title: count.title - count.title_hints, ..*count },
                idf,
            ))
        };
        let plain: f64 = if asked.iter().any(|count| count.hints + count.title_hints > 0.0) {
            asked.iter().zip(&self.idf).map(unhinted).sum()
        } else {
            sum
        };
        // A text that is hardly more than its title says it once, not twice.
        let share = if only_name { 0.0 } else { f64::from(title) / f64::from(length) };
        let fair =
            |(count, idf): (&SlotCounts, &f64)| weighed(count, *idf, TITLE * (2.0 - 2.0 * share).clamp(0.0, 1.0));
        let fair: f64 = if share > 0.5 { asked.iter().zip(&self.idf).map(fair).sum() } else { sum };
        let all = self.asked > 1 && asked.iter().all(|count| count.body >= SURE);
        let together = if all && self.are_words_close() { ALL_TOGETHER } else { 1.0 };
        let factor = (1.0 + ADJACENT * self.adjacent_pair_share()) * if all { 1.0 + ALL } else { 1.0 } * together;
        self.hinted = (sum - plain) * factor;
        self.titled = (sum - fair) * factor;
        sum * factor + self.lent
    }

    /// Whether all words of the question stand within a few places of each other somewhere.
    fn are_words_close(&mut self) -> bool {
        let room = ROOM * self.asked as i32;
        self.last.clear();
        self.last.resize(self.asked, i32::MIN / 2);
        for &(place, slot) in &self.places {
            self.last[slot as usize] = place;
            if self.last.iter().all(|&last| place - last <= room) {
                return true;
            }
        }
        false
    }

    /// The share of neighbours in the question that are neighbours here.
    fn adjacent_pair_share(&mut self) -> f64 {
        if self.asked < 2 {
            return 0.0;
        }
        self.pairs.clear();
        self.pairs.resize(self.asked - 1, 0.0);
        for (index, &(place, slot)) in self.places.iter().enumerate() {
            for &(other_place, other) in self.places[index + 1..].iter().take_while(|(next, _)| next - place <= NEAR) {
                let (pair, value) = if other == slot + 1 {
                    (slot, if other_place - place == 1 { 1.0 } else { 0.5 })
                } else if slot == other + 1 {
                    (other, 0.5)
                } else {
                    continue;
                };
                let best = &mut self.pairs[pair as usize];
                *best = f64::max(*best, value);
            }
        }
        self.pairs.iter().sum::<f64>() / self.pairs.len() as f64
    }
}

/// Makes `ctx_rank(section_words, spec, rows without a body)` known to this connection.
pub fn register_rank_function(db: &Connection) -> rusqlite::Result<()> {
    let mut api: *mut ffi::fts5_api = std::ptr::null_mut();
    // SAFETY: the documented way to the FTS5 API: a pointer of type "fts5_api_ptr" is bound, which the function
    // `fts5` fills; it lives as long as the connection. The statement is finalised before the pointer is used.
    unsafe {
        let mut statement = std::ptr::null_mut();
        let sql = c"SELECT fts5(?1)";
        check_sqlite_code(ffi::sqlite3_prepare_v2(
            db.handle(),
            sql.as_ptr(),
            -1,
            &raw mut statement,
            std::ptr::null_mut(),
        ))?;
        let slot: *mut *mut ffi::fts5_api = &raw mut api;
        ffi::sqlite3_bind_pointer(statement, 1, slot.cast(), c"fts5_api_ptr".as_ptr(), None);
        ffi::sqlite3_step(statement);
        check_sqlite_code(ffi::sqlite3_finalize(statement))?;
        let create = api.as_ref().and_then(|api| api.xCreateFunction);
        let Some(create) = create else { return check_sqlite_code(ffi::SQLITE_ERROR) };
        check_sqlite_code(create(api, c"ctx_rank".as_ptr(), std::ptr::null_mut(), Some(rank_row_callback), None))
    }
}

fn check_sqlite_code(code: c_int) -> rusqlite::Result<()> {
    match code {
        ffi::SQLITE_OK => Ok(()),
        code => Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)),
    }
}

unsafe extern "C" fn drop_query_state(state: *mut c_void) {
    // SAFETY: made by Box::into_raw below and given to SQLite, which calls this once.
    drop(unsafe { Box::from_raw(state.cast::<QueryState>()) });
}

/// Called by FTS5 for each row that matches.
unsafe extern "C" fn rank_row_callback(
    api: *const ffi::Fts5ExtensionApi,
    fts: *mut ffi::Fts5Context,
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: FTS5 hands over its own table of functions and a context that is valid during this call, and `count`
    // values; the auxiliary data is what `QueryState` put there for this very query.
    unsafe {
        let values = std::slice::from_raw_parts(values, usize::try_from(count).unwrap_or(0));
        match score_row(&*api, fts, values) {
            Ok(Some(row)) => {
                let length = c_int::try_from(row.len()).unwrap_or(0);
                ffi::sqlite3_result_blob(context, row.as_ptr().cast(), length, ffi::SQLITE_TRANSIENT());
            }
            Ok(None) => ffi::sqlite3_result_null(context),
            Err(code) => ffi::sqlite3_result_error_code(context, code),
        }
    }
}

unsafe fn score_row(
    api: &ffi::Fts5ExtensionApi,
    fts: *mut ffi::Fts5Context,
    values: &[*mut ffi::sqlite3_value],
) -> Result<Option<Vec<u8>>, c_int> {
    let missing = ffi::SQLITE_ERROR;
    let done = |code: c_int| if code == ffi::SQLITE_OK { Ok(()) } else { Err(code) };
    // SAFETY: as in `rank_row_callback`.
    unsafe {
        let mut state = api.xGetAuxdata.ok_or(missing)?(fts, 0).cast::<QueryState>();
        if state.is_null() {
            let &[spec, bodiless] = values else { return Err(missing) };
            let len = usize::try_from(ffi::sqlite3_value_bytes(spec)).unwrap_or(0);
            let blob = ffi::sqlite3_value_blob(spec).cast::<u8>();
            let bytes = if blob.is_null() { &[] } else { std::slice::from_raw_parts(blob, len) };
            let (mut rows, mut tokens) = (0, 0);
            done(api.xRowCount.ok_or(missing)?(fts, &raw mut rows))?;
            done(api.xColumnTotalSize.ok_or(missing)?(fts, 0, &raw mut tokens))?;
            // Rows that are only a name would make every text look long.
            let texts = rows - ffi::sqlite3_value_int64(bodiless);
            state =
                Box::into_raw(Box::new(QueryState::new(decode_query_spec(bytes), tokens as f64 / texts.max(1) as f64)));
            done(api.xSetAuxdata.ok_or(missing)?(fts, state.cast(), Some(drop_query_state)))?;
        }
        let (mut instances, mut length, mut title) = (0, 0, 0);
        done(api.xInstCount.ok_or(missing)?(fts, &raw mut instances))?;
        done(api.xColumnSize.ok_or(missing)?(fts, 0, &raw mut length))?;
        done(api.xColumnSize.ok_or(missing)?(fts, 1, &raw mut title))?;
        let next = api.xInst.ok_or(missing)?;
        let read = (0..instances).filter_map(|index| {
            let (mut phrase, mut column, mut place) = (0, 0, 0);
            let code = next(fts, index, &raw mut phrase, &raw mut column, &raw mut place);
            let phrase = usize::try_from(phrase).ok()?;
            (code == ffi::SQLITE_OK).then_some(PhraseInstance { phrase, in_title: column == 1, place })
        });
        let state = &mut *state;
        let score = state.score_phrase_instances(read, (length, title));
        let share = (f64::from(length) / state.average.max(1.0)) as f32;
        Ok((score > 0.0 && state.best.keep_score_if_among_best(score)).then(|| {
            RankedRow::encode(score, [state.lent, state.hinted, state.titled], share, &state.counts[..state.asked])
        }))
    }
}

#[cfg(test)]
mod tests;
