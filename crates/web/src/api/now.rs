//! Entries in a stretch of time, and the commands running now.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_capture::record::history_row_json;
use ctx_capture::record::view::EntryView;
use ctx_memory::session::session_rows::session_json;
use ctx_model::{CommandEndStatus, Result, unix_time_ms};
use ctx_store::{Entry, EntryKind, HistoryFilter, Store};
use ctx_text::cut_middle;

/// At most this many entries are drawn; older ones are on the next pages.
const DRAWN: u32 = 600;
/// Entries in one page of a list.
const PAGE: u32 = 100;
const MOST: u32 = 500;
const HOUR: i64 = 3_600_000;
/// The stretches of time that one can choose.
const SPANS: [i64; 6] = [HOUR / 4, HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR];
/// A picture should show this many entries.
const ENOUGH: usize = 30;
/// Parts of a stretch that has too many entries to draw each.
const PARTS: u32 = 180;
/// Characters of a line that says what came of an entry.
const RESULT: usize = 160;
/// Texts of so many bytes are looked into for such a line, and so many of their lines.
const SHORT: u64 = 4 << 10;
const FIRST: u64 = 20;
/// How far back we look for commands that may still run.
const STILL: i64 = 24 * HOUR;

fn history_filter(query: &Query, project: Option<&str>) -> HistoryFilter {
    HistoryFilter {
        project: project.map(str::to_owned).filter(|_| query.get("session").is_none()),
        session: query.get("session").map(str::to_owned),
        failed: query.get("failed").is_some(),
        kind: query.get("kind").filter(|kind| !matches!(*kind, "all" | "commands")).map(EntryKind::from_name_or_run),
        commands: query.get("kind") == Some("commands"),
        no_documents: query.get("kind").is_none(),
        ..HistoryFilter::default()
    }
}

/// A page of a list, newest first: the rows of `ctx history --json`.
pub fn history_page_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let project = pool.project_of(query);
    let limit = query.number_if_valid("limit").unwrap_or(PAGE).clamp(1, MOST);
    let filter = HistoryFilter {
        until: query.number_if_valid("until"),
        limit: Some(limit + 1),
        ..history_filter(query, project.as_deref())
    };
    pool.with_project_store(project.as_deref(), |store| {
        let mut entries = store.list_history_entries(&filter)?;
        let more = entries.len() > limit as usize;
        entries.truncate(limit as usize);
        let masker = pool.context.new_masker();
        let rows: Vec<Value> = entries.iter().map(|entry| history_row_json(entry, &masker)).collect();
        Ok(json!({ "entries": rows, "more": more }))
    })
}

/// The entries of a stretch of time, and the sessions they belong to.
pub fn recent_entries_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let project = pool.project_of(query);
    let (now, end) = (unix_time_ms(), query.number_if_valid::<i64>("end"));
    let filter = history_filter(query, project.as_deref());
    pool.with_project_store(project.as_deref(), |store| {
        let stamp = store_stamp(store)?;
        let until = end.map(|end| end.saturating_add(1));
        let mut entries = store.list_history_entries(&HistoryFilter { until, limit: Some(DRAWN + 1), ..filter.clone() })?;
        let newest = entries.first().map_or(now, end_or_now);
        let span = query.number_if_valid::<i64>("span").unwrap_or_else(|| fitting_span(&entries, end.unwrap_or(newest)));
        let span = span.clamp(60_000, 366 * 24 * HOUR);
        // If nothing has happened within the span, the picture ends at the newest entry.
        let to = end.unwrap_or(if now.saturating_sub(newest) < span { now } else { newest });
        let from = to.saturating_sub(span);
        let full = entries.len() > DRAWN as usize;
        entries.truncate(DRAWN as usize);
        let oldest = entries.last().map(|entry| entry.started_at);
        entries.retain(|entry| end_or_now(entry) >= from);
        let hidden = full && oldest.is_some_and(|oldest| oldest > from);
        let masker = pool.context.new_masker();
        let mut names = HashSet::new();
        let mut sessions = Vec::new();
        for name in entries.iter().filter_map(|entry| entry.session.as_deref()) {
            if names.insert(name)
                && let Some(row) = store.find_session_by_name(name)?
            {
                sessions.push(session_json(&row, &masker));
            }
        }
        let earlier = !store.list_history_entries(&HistoryFilter { until: Some(from), limit: Some(1), ..filter.clone() })?.is_empty();
        let mut rows = Vec::new();
        for entry in &entries {
            let mut row = history_row_json(entry, &masker);
            row["result"] = result_line(&EntryView { store, entry, masker: &masker })?.into();
            rows.push(row);
        }
        let counts = if hidden { Some(entry_counts_json(store, &filter, from, to)?) } else { None };
        Ok(json!({
            "counts": counts, "now_ms": now, "from_ms": from, "to_ms": to, "span_ms": span, "entries": rows, "sessions": sessions,
            "earlier": earlier, "hidden_before_ms": hidden.then_some(oldest), "stamp": stamp,
        }))
    })
}

/// The line that says what came of an entry: its findings, the first line of its report, or of a text that was shown whole.
fn result_line(view: &EntryView<'_>) -> Result<Option<String>> {
    if view.entry.kind == EntryKind::Note {
        return Ok(None);
    }
    let findings = if view.entry.status.has_failed() { view.store.findings(view.entry.row)? } else { Vec::new() };
    if let Some(first) = findings.first() {
        let place = first.location.as_ref().map(|place| format!("{place} ")).unwrap_or_default();
        let more = if findings.len() > 1 { format!(" (+{})", findings.len() - 1) } else { String::new() };
        return Ok(Some(cut_middle(&format!("{place}{}{more}", first.message), RESULT).into_owned()));
    }
    let is_telling = |line: &&str| !line.is_empty() && !line.starts_with('…');
    if let Some((_, body)) = view.entry.summary.as_deref().and_then(|summary| summary.split_once('\n')) {
        return Ok(body.lines().map(str::trim).find(is_telling).map(|line| cut_middle(line, RESULT).into_owned()));
    }
    let is_short = !view.entry.expired && view.entry.raw_len.is_some_and(|len| len > 0 && len <= SHORT);
    let mut found = None;
    if is_short && matches!(view.binary_kind(), Ok(None)) {
        // A text that cannot be read has no line to show here; its own page says why.
        let _ = view.for_each_line(1, FIRST, |_, line| {
            found = Some(line.trim()).filter(is_telling).map(|line| cut_middle(line, RESULT).into_owned());
            found.is_none()
        });
    }
    Ok(found)
}

/// How many entries began in each of equal parts of a stretch, and how many of them failed.
fn entry_counts_json(store: &Store, filter: &HistoryFilter, from: i64, to: i64) -> Result<Vec<Value>> {
    let parts =
        store.entry_counts_over_time(&HistoryFilter { until: Some(to), since: Some(from), ..filter.clone() }, PARTS)?;
    Ok(parts.into_iter().map(|part| json!({ "all": part.all, "failed": part.failed })).collect())
}

/// Whether the page has this answer already.
pub fn is_answer_unchanged(pool: &StorePool<'_>, query: &Query) -> bool {
    let Some(known) = query.get("stamp") else { return false };
    let project = pool.project_of(query);
    pool.with_project_store(project.as_deref(), store_stamp).is_ok_and(|stamp| stamp == known)
}

/// Changes as soon as a command begins or ends.
fn store_stamp(store: &Store) -> Result<String> {
    let filter = HistoryFilter { since: Some(unix_time_ms() - STILL), limit: Some(40), ..HistoryFilter::default() };
    let recent = store.list_history_entries(&filter)?;
    let running = recent.iter().filter(|entry| entry.status == CommandEndStatus::Running).count();
    Ok(format!("{}-{running}", store.newest_entry_row()?))
}

fn end_or_now(entry: &Entry) -> i64 {
    match (entry.status, entry.duration_ms) {
        (CommandEndStatus::Running, _) => unix_time_ms(),
        (_, ms) => entry.started_at.saturating_add(ms.unwrap_or(0)),
    }
}

/// The shortest stretch that shows enough of these, newest first.
fn fitting_span(entries: &[Entry], to: i64) -> i64 {
    let enough = entries.get(ENOUGH.min(entries.len()).saturating_sub(1)).map_or(to, |entry| entry.started_at);
    SPANS.into_iter().find(|span| to.saturating_sub(enough) <= *span).unwrap_or(SPANS[SPANS.len() - 1])
}
