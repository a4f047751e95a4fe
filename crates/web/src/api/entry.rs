//! One entry: its summary, its findings, its neighbours, and any range of its lines.

use serde_json::{Value, json};

use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_capture::record::view::{EntryView, LineRange};
use ctx_capture::record::{RangeLimit, history_row_json, line_range_json};
use ctx_digest::{self, CommandAndStatus, compare_findings};
use ctx_model::{Finding, Result, findings_json};
use ctx_store::{Entry, EntryKind, HistoryFilter, Store};

/// Runs of the same command that are shown beside an entry, and how far back they are looked for.
const RUNS: u32 = 40;
pub const REACH: u32 = 20_000;
/// Findings that are sent; the rest is counted.
const FINDINGS: usize = 300;
/// Lines in one answer, and bytes of them.
const LINES: u64 = 1_000;
const ROOM: RangeLimit = RangeLimit { bytes: 512 << 10, line: 4 << 10 };
/// Notes that are read for the name of an entry.
const NOTES: u32 = 200;
/// Imported outputs up to this size are digested when somebody looks.
const SUMMED: u64 = 4 << 20;

/// The entry itself: the fields of `ctx history --json`, and further fields for the page.
pub fn entry_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    pool.with_entry_view(query.required("ref")?, |view| {
        let EntryView { store, entry, masker } = *view;
        let extent = view.stored_size_and_line_count()?;
        let binary = if entry.expired { None } else { view.binary_kind()?.map(|kind| kind.0) };
        let mut findings = stored_or_digested_findings(pool, store, entry)?;
        let all = findings.len();
        findings.truncate(FINDINGS);
        let runs = match &entry.command {
            Some(command) => store.runs_of_command(entry.project.as_deref(), command, REACH, RUNS)?,
            None => Vec::new(),
        };
        let at = runs.iter().position(|run| run.row == entry.row);
        let before = at.and_then(|at| runs.get(at + 1));
        let change = match before {
            Some(before) => {
                let (old, new) = (store.findings(before.row)?, store.findings(entry.row)?);
                Some(compare_findings(&old, &new).to_json(before.id.as_str(), entry.id.as_str()))
            }
            None => None,
        };
        let mut value = history_row_json(entry, masker);
        value["bytes"] = extent.raw_len.into();
        value["lines"] = extent.lines.into();
        value["title"] = entry.title.as_deref().into();
        value["command"] = entry.command.as_deref().into();
        value["cwd"] = entry.cwd.as_deref().into();
        value["summary"] = entry.summary.as_deref().into();
        value["binary"] = binary.map(|kind| kind.to_string()).into();
        value["findings"] = findings_json(&findings);
        value["all_findings"] = all.into();
        value["since"] = change.into();
        value["runs"] = runs.iter().map(|run| history_row_json(run, masker)).collect();
        value["notes"] = notes_about(pool, store, entry)?.into();
        Ok(value)
    })
}

/// The newest notes of its project whose text names it.
fn notes_about(pool: &StorePool<'_>, store: &Store, entry: &Entry) -> Result<Vec<Value>> {
    let filter = HistoryFilter {
        project: entry.project.clone(),
        kind: Some(EntryKind::Note),
        since: Some(entry.started_at),
        limit: Some(NOTES),
        ..HistoryFilter::default()
    };
    let (masker, name) = (pool.context.new_masker(), entry.id.reference());
    let mut found = Vec::new();
    for note in store.list_history_entries(&filter)? {
        let text = EntryView { store, entry: &note, masker: &masker }.masked_text()?;
        let lines: Vec<&str> = (0..text.len()).map(|index| text.line(index)).collect();
        if note.row != entry.row && lines.iter().any(|line| line.contains(&name)) {
            let own: Vec<&str> = lines.into_iter().filter(|line| !line.starts_with("about [ctx:")).collect();
            found.push(json!({ "ref": note.id.as_str(), "text": own.join("\n").trim(), "at_ms": note.started_at }));
        }
    }
    Ok(found)
}

/// Its findings; an imported output is digested when somebody asks.
fn stored_or_digested_findings(pool: &StorePool<'_>, store: &Store, entry: &Entry) -> Result<Vec<Finding>> {
    let findings = store.findings(entry.row)?;
    let is_imported = entry.kind == EntryKind::Import && entry.command.is_some();
    if !findings.is_empty() || !is_imported || entry.raw_len.is_none_or(|len| len > SUMMED) || entry.expired {
        return Ok(findings);
    }
    let text = EntryView { store, entry, masker: &pool.context.new_masker() }.masked_text()?;
    let call = CommandAndStatus { argv: entry.argv.clone(), status: entry.status };
    Ok(ctx_digest::digest_with_config_readers(&text, &call, &pool.context.user_readers()).findings)
}

/// Lines of its text, as `ctx get --lines A:B --json` gives them.
pub fn entry_lines_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    pool.with_entry_view(query.required("ref")?, |view| {
        if view.entry.expired {
            return Err(WebError::Expired(view.entry.id.reference()).into());
        }
        let from = query.number_if_valid::<u64>("from").unwrap_or(1).max(1);
        let to = query.number_if_valid("to").unwrap_or(u64::MAX).min(from.saturating_add(LINES - 1));
        line_range_json(view, LineRange { from, to }, ROOM).map(|(json, _)| json)
    })
}

/// Two entries compared, as `ctx diff --json` does.
pub fn entries_diff_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let found =
        |name: &str| pool.with_entry(query.required(name)?, |store, entry| Ok((store.findings(entry.row)?, entry)));
    let ((before, old), (after, new)) = (found("old")?, found("new")?);
    Ok(compare_findings(&before, &after).to_json(old.id.as_str(), new.id.as_str()))
}
