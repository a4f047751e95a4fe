//! `ctx search`: questions in, lines out.

mod grep;
mod hit_text;

use std::time::Duration;

use serde_json::{Value, json};

use super::{parse_age, parse_byte_size, resolve_project, time_before_now};
use hit_text::{SearchCaller, format_hit_line_range, hit_reference, is_local_hit, render_hit};

use crate::error::code;
use crate::hub::PendingConnection;
use crate::record::progress::ProgressBarOrLines;
use crate::record::report::quote_forged_line;
use crate::record::view::EntryView;
use crate::search::index::{IndexingEffort, index_pending_entries};
use crate::search::index_process;
use crate::search::{
    SearchAnswer, SearchHit, SearchRequest, answer_json, entry_kinds_named, merge_local_and_hub_hits, search,
};
use crate::ui::{cut_middle, format_age, format_count, format_size, words_to_highlight};
use crate::{Context, Error, ExitStatus, Result};
use ctx_digest::shape;
use ctx_model::id::EntryReference;
use ctx_model::{Scope, unix_time_ms};
use ctx_secrets::Masker;
use ctx_store::{PendingTotals, SearchFilter, Store, VerbUse};

const BUDGET: usize = 2048;
const LIMIT: usize = 5;
/// A line beside a match is cut to this.
const WIDEST: usize = 400;
/// Words of a question without an answer that are named because they are there.
const PRESENT: usize = 6;
/// After this many searches in a row the budget halves …
const RESTRAINED: u32 = 3;
/// … and after this many there is one hit a question.
const TERSE: u32 = 8;

/// Find anything that went through ctx
#[derive(clap::Args)]
#[command(after_help = include_str!("help/search.txt"))]
pub struct Args {
    /// One or more questions, each answered separately
    #[arg(value_name = "QUERY", required_unless_present_any = ["grep", "in_background"])]
    queries: Vec<String>,
    /// Scan the text itself for this regular expression
    #[arg(long, value_name = "RE", conflicts_with = "queries")]
    grep: Option<String>,
    /// This many lines around each line that is found
    #[arg(short = 'C', value_name = "N", default_value_t = 0)]
    around: u64,
    /// With --grep: capital letters or not, as it is with words
    #[arg(short = 'i', long)]
    ignore_case: bool,
    /// Print about this many bytes at most, for all questions together
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size)]
    budget: Option<usize>,
    /// At most this many hits a question
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Skip this many hits
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: usize,
    /// Only in this entry, or in entries with this label
    #[arg(long = "in", value_name = "REF|LABEL")]
    within: Option<String>,
    /// Only in entries of this kind (repeat it for several)
    #[arg(long, value_name = "KIND", value_parser = ["run", "note", "doc", "file", "import"])]
    kind: Vec<String>,
    /// Only in this session, or in the one named
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    session: Option<String>,
    /// Only on this branch, or on the one named
    #[arg(long, value_name = "B", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    branch: Option<String>,
    /// Only in this project, or in the one at this path
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    project: Option<String>,
    /// Only entries younger than this (2h, 7d, yesterday, 2026-03-01)
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    since: Option<Duration>,
    /// Only entries older than this
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    until: Option<Duration>,
    /// Only commands that failed
    #[arg(long)]
    failed: bool,
    /// With each failure, what was changed or run before the same command passed
    #[arg(long, requires = "failed")]
    fixes: bool,
    /// Only commands like this (`npm*`, `*test*`); without a star, commands that hold these words
    #[arg(long, value_name = "GLOB")]
    cmd: Option<String>,
    /// Do not prefer newer entries; for measurements
    #[arg(long, hide = true)]
    no_recency: bool,
    /// Answer in full even if the same was asked before
    #[arg(long)]
    again: bool,
    /// Wait until everything is indexed, however much was imported
    #[arg(long, conflicts_with = "grep")]
    complete: bool,
    /// For `ctx store --import` and `ctx search`, which start it: index what waits while others go first
    #[arg(long, hide = true, exclusive = true)]
    in_background: bool,
    /// Also in what other machines sent to the hub of this project
    #[arg(long, conflicts_with_all = ["grep", "within"])]
    hub: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How much may be printed, and why less than usual.
struct PrintLimits {
    budget: usize,
    limit: usize,
    notice: Option<String>,
}

/// A question with its answer, and the bytes that may be printed of it.
struct AnsweredQuery<'a> {
    query: &'a str,
    answer: &'a SearchAnswer,
    budget: usize,
}

/// The answers to all questions of one call.
#[derive(Default)]
struct CombinedAnswers {
    page: String,
    json: Vec<Value>,
    /// Entries, and the bytes printed of each.
    used: Vec<(i64, u64)>,
    refs: Vec<String>,
}

impl CombinedAnswers {
    /// Notes what was not searched because it is not indexed yet.
    fn note_unindexed(&mut self, missing: PendingTotals) {
        for answer in &mut self.json {
            answer["not_indexed"] = json!(missing.entries);
        }
        let (entries, bytes) = (format_count(missing.entries, "entry"), format_size(missing.bytes));
        let page = format!("not searched: {entries} ({bytes}) of before, being indexed; --complete waits for that\n");
        self.page.push_str(&page);
    }
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.queries.iter().any(|query| query.trim().is_empty()) {
            return Err(Error::usage("the question is empty").with_hint("ctx search 'connection refused'"));
        }
        if self.in_background {
            index_process::run_index_process(&context.env, &context.new_masker())?;
            return Ok(ExitStatus::OK);
        }
        let mut store = context.open_store()?.with_patience_for_active_writers();
        store.prepare_connection_for_search()?;
        let now = unix_time_ms();
        let caller =
            SearchCaller { context, scope: context.current_command_scope(), masker: context.new_masker(), now };
        let SearchCaller { scope, masker, .. } = &caller;
        let within = self.search_filter(context, &store, scope, now)?;
        if let Some(pattern) = &self.grep {
            let pattern = &if self.ignore_case { format!("(?i){pattern}") } else { pattern.clone() };
            return self.scan_and_print_matches(&caller, &mut store, &within, pattern);
        }
        let mut reaching = self.hub.then(|| PendingConnection::start_connecting(context));
        self.update_index(context, &mut store, masker)?;
        let missing = store.pending_totals()?;
        let room = self.choose_print_limits(context, &store, scope, now)?;
        let mut all = CombinedAnswers::default();
        let mut hub = None;
        for query in &self.queries {
            let budget = room.budget / self.queries.len();
            // Two lists are merged before hits are skipped.
            let (limit, offset) = if self.hub { (room.limit + self.offset, 0) } else { (room.limit, self.offset) };
            let request = SearchRequest {
                text: query,
                within: &within,
                scope,
                now,
                recency: !self.no_recency,
                limit,
                offset,
                room: (budget / room.limit.clamp(1, 10)).saturating_sub(90).max(160),
            };
            let mut answer = store.in_read_transaction(|| search(&store, masker, &request))?;
            if let Some(reaching) = reaching.take() {
                hub = Some(reaching.wait_for_connection(context, &mut store)?);
            }
            if let Some(hub) = &mut hub {
                let guest = hub.fetch_search_candidates(query, &within)?;
                // On the hub, all entries belong to this project.
                let within = SearchFilter { project: None, ..within.clone() };
                let more = search(&guest, masker, &SearchRequest { within: &within, ..request })?;
                answer = merge_local_and_hub_hits(answer, more, self.offset, room.limit);
            }
            all.refs.extend(answer.hits.iter().map(hit_reference));
            if self.json {
                all.json.push(answer_json(query, &answer, masker));
                let local = answer.hits.iter().filter(|hit| is_local_hit(hit));
                let bytes = |hit: &SearchHit| hit.snippet.iter().map(|line| line.len() as u64 + 1).sum();
                all.used.extend(local.map(|hit| (hit.entry.row, bytes(hit))));
                continue;
            }
            if self.queries.len() > 1 {
                all.page.push_str(&format!("{}:\n", quote_forged_line(query)));
            }
            self.add_answer_to_page(&caller, &store, &AnsweredQuery { query, answer: &answer, budget }, &mut all)?;
        }
        if let Some(notice) = room.notice.filter(|_| !self.json) {
            all.page.push_str(&notice);
        }
        if missing.entries > 0 {
            index_process::start_index_process_if_needed(&context.env, &store);
            all.note_unindexed(missing);
        }
        let asked = masker.without_state().mask_line(&self.queries.join("\n")).into_owned();
        Ok(self.print_and_record_answers(&caller, &mut store, all, &asked))
    }

    /// Makes searchable what was stored since: all of it where that was asked for.
    fn update_index(&self, context: &Context, store: &mut Store, masker: &Masker) -> Result<()> {
        let indexed = match self.complete {
            true => index_new_entries(context, store, masker),
            false => index_pending_entries(store, masker, IndexingEffort::Soon).map(drop),
        };
        match indexed {
            Err(error) if error.is_busy() => {
                context.ui.warn("the store is locked by another process; the newest outputs are not searched");
            }
            // Large writes leave a large log, which every later command would read first.
            done => done.map(|()| store.checkpoint_wal_above_size(1 << 20))?,
        }
        Ok(())
    }

    /// Prints the answers and records that they were printed.
    fn print_and_record_answers(
        &self,
        caller: &SearchCaller<'_>,
        store: &mut Store,
        all: CombinedAnswers,
        asked: &str,
    ) -> ExitStatus {
        let CombinedAnswers { mut page, json: mut answers, used, refs } = all;
        if self.json {
            let one = answers.len() == 1;
            let value = if one { answers.remove(0) } else { json!({ "answers": answers }) };
            page = value.to_string();
            caller.context.ui.print_json(&value);
        } else {
            caller.context.ui.print(&page);
        }
        let answered = json!(refs).to_string();
        store.record_verb_use(&VerbUse {
            at: caller.now,
            session: &caller.scope.session,
            verb: "search",
            entries: &used,
            bytes: page.len() as u64,
            query: Some(asked),
            answer: (self.queries.len() == 1 && !self.json).then_some(&answered),
            ..VerbUse::default()
        });
        if refs.is_empty() { ExitStatus::Code(code::ABSENT) } else { ExitStatus::OK }
    }

    fn search_filter(&self, context: &Context, store: &Store, scope: &Scope, now: i64) -> Result<SearchFilter> {
        let given = |value: &Option<String>, here: String| {
            value.as_ref().map(|text| if text.is_empty() { here } else { text.clone() })
        };
        let mut within = SearchFilter {
            kinds: self.kind.iter().flat_map(|kind| entry_kinds_named(kind)).copied().collect(),
            session: given(&self.session, scope.session.clone()),
            branch: given(&self.branch, scope.branch.clone().unwrap_or_default()),
            project: self.project.as_deref().map(|given| resolve_project(context, given)),
            since: time_before_now(now, self.since),
            until: time_before_now(now, self.until),
            failed: self.failed,
            command: self.cmd.as_deref().map(command_glob),
            ..SearchFilter::default()
        };
        if let Some(place) = &self.within {
            if store.has_label(place)? {
                within.label = Some(place.clone());
            } else {
                let reference: EntryReference = place.parse().map_err(|_| {
                    Error::not_found(format_args!("no entry or label '{place}'"))
                        .with_hint("ctx history lists the entries")
                })?;
                within.entry = Some(store.resolve_reference(&reference, scope)?.row);
            }
        }
        Ok(within)
    }

    /// The room for an answer: an agent that searches on and on gets less each time, but never nothing.
    fn choose_print_limits(&self, context: &Context, store: &Store, scope: &Scope, now: i64) -> Result<PrintLimits> {
        let is_asked = self.limit.is_some() || self.budget.is_some() || self.json || context.env.is_read_by_person();
        let row = if is_asked { 0 } else { store.searches_in_a_row(&scope.session, now)? };
        let (limit, budget, how) = match row {
            TERSE.. => (1, BUDGET / 2, Some(("shortened to one hit", format!("--limit {LIMIT}")))),
            RESTRAINED.. => (LIMIT, BUDGET / 2, Some(("shortened", format!("--budget {BUDGET}")))),
            _ => (self.limit.unwrap_or(LIMIT), self.budget.unwrap_or(BUDGET), None),
        };
        let notice = how.map(|(what, flag)| {
            format!("{what} ({row} searches in a row); add {flag}, or ask several questions in one call\n")
        });
        Ok(PrintLimits { budget, limit, notice })
    }

    /// The hit with the lines around it in the place of those that were chosen.
    fn hit_with_lines_around(&self, hit: &SearchHit, store: &Store, masker: &Masker) -> Result<SearchHit> {
        let mut hit = hit.clone();
        if self.around > 0 && is_local_hit(&hit) {
            let (first, last) = hit.lines;
            let (from, mut around) = (first.saturating_sub(self.around).max(1), Vec::new());
            let view = EntryView { store, entry: &hit.entry, masker };
            view.for_each_line(from, last.saturating_add(self.around), |_, line| {
                around.push(cut_middle(line, WIDEST).into_owned());
                true
            })?;
            hit.lines = (from, from + (around.len() as u64).saturating_sub(1));
            hit.snippet = around;
        }
        Ok(hit)
    }

    fn add_answer_to_page(
        &self,
        caller: &SearchCaller<'_>,
        store: &Store,
        answered: &AnsweredQuery<'_>,
        all: &mut CombinedAnswers,
    ) -> Result<()> {
        let SearchCaller { context, scope, masker, now } = caller;
        let AnsweredQuery { query, answer, budget } = *answered;
        let CombinedAnswers { page, used, .. } = all;
        let masked = masker.without_state().mask_line(query).into_owned();
        let asked = masked.to_lowercase();
        if !answer.corrected.is_empty() {
            let pairs: Vec<String> = answer.corrected.iter().map(|(from, to)| format!("{from} → {to}")).collect();
            page.push_str(&format!("corrected: {}\n", quote_forged_line(&pairs.join(", "))));
        }
        if answer.hits.is_empty() {
            let tried = answer.tried.join(", ");
            page.push_str(&format!("nothing found for '{}' (tried {tried})\n", cut_middle(&masked, 100)));
            if self.offset > 0 {
                page.push_str("nothing beyond this --offset\n");
            } else if !answer.nearest.is_empty() {
                page.push_str(&format!("nearest words: {}\n", answer.nearest.join(", ")));
            }
            let present: Vec<&str> = words_in_masked_question(&asked, &answer.present);
            if !present.is_empty() && !answer.unknown.is_empty() {
                page.push_str(&format!("alone there are: {}\n", present.join(", ")));
            }
            return Ok(());
        }
        let unknown: Vec<&str> = words_in_masked_question(&asked, &answer.unknown);
        if !unknown.is_empty() {
            page.push_str(&format!("not found: {}\n", unknown.join(", ")));
        }
        let refs: Vec<String> = answer.hits.iter().map(hit_reference).collect();
        // An agent has the lines of its last answer; a person wants to see them again.
        if !self.again
            && !context.env.is_read_by_person()
            && self.offset == 0
            && let Some((at, before)) = store.last_search_answer(&scope.session, &masked)?
            && before == refs
        {
            let list: Vec<String> = answer
                .hits
                .iter()
                .map(|hit| format!("[ctx:{}]:{}", hit.entry.id, format_hit_line_range(hit)))
                .collect();
            let (hits, age) = (format_count(refs.len() as u64, "hit"), format_age(now.saturating_sub(at)));
            page.push_str(&format!("the same {hits} as {age}: {} (--again prints the lines)\n", list.join(" ")));
            return Ok(());
        }
        let corrected = answer.corrected.iter().map(|(_, to)| to.as_str());
        let words = words_to_highlight(&corrected.fold(query.to_owned(), |all, word| format!("{all} {word}")));
        let start = page.len();
        let mut shown = 0;
        // Lines of one entry that differ only in numbers and times say the same: the first stands for all.
        let shape = |hit: &SearchHit| (hit.entry.row, shape::mask_variable_parts(&hit.snippet.join("\n")));
        let shapes: Vec<(i64, String)> = answer.hits.iter().map(shape).collect();
        for (at, hit) in answer.hits.iter().enumerate() {
            if shapes[..at].contains(&shapes[at]) {
                shown += 1;
                continue;
            }
            let alike = shapes[at..].iter().filter(|other| **other == shapes[at]).count();
            let hit = &self.hit_with_lines_around(hit, store, masker)?;
            let mut text = render_hit(hit, caller, alike, &words);
            if self.fixes {
                text.push_str(&crate::session::fixes::describe_fix_after(store, &hit.entry, masker)?);
            }
            if shown > 0 && page.len() - start + text.len() > budget {
                break;
            }
            if is_local_hit(hit) {
                used.push((hit.entry.row, text.len() as u64));
            }
            page.push_str(&text);
            shown += 1;
        }
        let (left, entries, open) = answer.more;
        let left = left + answer.hits.len() - shown;
        if left > 0 {
            let sure = if open { "+" } else { "" };
            let places =
                if entries > 0 { format!(" in {}", format_count(entries as u64, "entry")) } else { String::new() };
            page.push_str(&format!("{left}{sure} more{places}: --offset {}\n", self.offset + shown));
        }
        Ok(())
    }
}

/// Indexes all new entries, and shows how far it is.
pub(super) fn index_new_entries(context: &Context, store: &mut Store, masker: &Masker) -> Result<()> {
    let waiting = store.pending_totals()?;
    let bar = ProgressBarOrLines::new(&context.env, "indexing", (waiting.bytes > 0).then_some(waiting.bytes));
    let mut progress = |bytes: u64| bar.set_position(bytes);
    index_pending_entries(store, masker, IndexingEffort::All(&mut progress))?;
    bar.end_bar();
    // Large writes leave a large log, which every later command would read first.
    store.checkpoint_wal_above_size(1 << 20);
    Ok(())
}

/// A glob as it is; plain words may stand anywhere in the command.
fn command_glob(given: &str) -> String {
    if given.contains(['*', '?', '[']) { given.to_owned() } else { format!("*{given}*") }
}

/// The first few of these words that stand in the masked question: a secret in a question is masked wherever it is shown.
fn words_in_masked_question<'a>(masked: &str, words: &'a [String]) -> Vec<&'a str> {
    words.iter().map(String::as_str).filter(|word| masked.contains(word)).take(PRESENT).collect()
}
