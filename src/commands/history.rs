//! `ctx history`: what went through ctx, newest first.

use std::path::Path;
use std::time::Duration;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use serde_json::json;

use super::parse_duration;
use crate::cli::{Context, Ending};
use crate::digest::Status;
use crate::env::now_ms;
use crate::error::Result;
use crate::id::Reference;
use crate::secrets::Masker;
use crate::session::Scope;
use crate::store::{Entry, Filter, Kind};
use crate::ui::{ago, count, cut_middle, duration};

/// List what was run, stored and noted, newest first
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ctx history\n  ctx history --failed --since 2h\n  ctx history crgtst\n  ctx history --timeline k7f2qa\n  ctx history --all-projects --limit 50 --json"
)]
pub struct Args {
    /// Only entries whose name has these letters in this order
    #[arg(value_name = "FILTER")]
    filter: Option<String>,
    /// What happened around this entry, oldest first
    #[arg(long, value_name = "REF", conflicts_with_all = ["since", "session", "failed", "all_projects"])]
    timeline: Option<Reference>,
    /// Only entries of this kind
    #[arg(long, value_name = "KIND", value_parser = ["run", "store", "file", "note", "import"])]
    kind: Option<String>,
    /// At most this many entries
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u32,
    /// Only entries younger than this (30m, 2h, 7d)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    since: Option<Duration>,
    /// Only entries of this session
    #[arg(long, value_name = "S")]
    session: Option<String>,
    /// Only commands that failed
    #[arg(long)]
    failed: bool,
    /// Not only those of this project
    #[arg(long)]
    all_projects: bool,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let store = context.open_store()?;
        let now = now_ms();
        let project = Scope::of(&context.env, now).project.to_string_lossy().into_owned();
        let anywhere = self.all_projects || self.session.is_some();
        let filter = Filter {
            project: (!anywhere).then_some(project),
            session: self.session,
            since: self.since.map(|since| now.saturating_sub(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))),
            failed: self.failed,
            kind: self.kind.as_deref().map(Kind::named),
            // A filter by name is applied to all of them.
            limit: self.filter.is_none().then_some(self.limit),
            ..Filter::default()
        };
        let mut entries = match &self.timeline {
            Some(reference) => {
                let middle = store.resolve(reference, Path::new(&filter.project.unwrap_or_default()))?;
                store.around(&middle, self.limit / 2, self.limit.div_ceil(2))?
            }
            None => store.history(&filter)?,
        };
        if let Some(letters) = &self.filter {
            entries = matching(entries, letters, self.limit as usize);
        }
        let masker = context.masker();
        if self.json {
            let rows = entries.iter().map(|entry| as_json(entry, &masker)).collect();
            context.ui.json(&serde_json::Value::Array(rows));
        } else if entries.is_empty() {
            context.ui.warn(if anywhere {
                "nothing matches"
            } else {
                "nothing matches in this project; --all-projects looks further"
            });
        } else {
            let lines: String = entries.iter().map(|entry| line(entry, now, self.all_projects, &masker)).collect();
            context.ui.out(&lines);
        }
        Ok(Ending::OK)
    }
}

/// Entries whose name matches, in the order they had.
fn matching(entries: Vec<Entry>, letters: &str, limit: usize) -> Vec<Entry> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(letters, CaseMatching::Smart, Normalization::Smart);
    let mut buffer = Vec::new();
    let mut fits = |entry: &Entry| pattern.score(Utf32Str::new(entry.name(), &mut buffer), &mut matcher).is_some();
    entries.into_iter().filter(|entry| fits(entry)).take(limit).collect()
}

fn masked_name(entry: &Entry, masker: &Masker) -> String {
    let name: String = entry.name().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    masker.fresh().line(&name).into_owned()
}

fn line(entry: &Entry, now: i64, with_project: bool, masker: &Masker) -> String {
    let mut parts = Vec::new();
    if entry.kind == Kind::Note {
        parts.push("note".to_owned());
    } else if let (Kind::Import, Some(role)) = (entry.kind, entry.role.as_ref().filter(|role| *role != "result")) {
        parts.push(role.clone());
    } else if entry.status != Status::Unknown {
        parts.push(entry.status.to_string());
    }
    parts.extend(entry.duration_ms.map(duration));
    if entry.kind != Kind::Note {
        parts.extend(entry.lines.map(|lines| count(lines, "line")));
    }
    parts.push(ago(now - entry.started_at));
    parts.extend(entry.label.as_ref().map(|label| format!("label {label}")));
    parts.extend(entry.pinned.then(|| "pinned".to_owned()));
    parts.extend(entry.expired.then(|| "bytes expired".to_owned()));
    parts.extend(entry.superseded_by.as_ref().map(|newer| format!("superseded by {}", newer.reference())));
    parts.extend(entry.project.as_ref().filter(|_| with_project).cloned());
    let name = masked_name(entry, masker);
    format!("{} {} · {}\n", entry.id.reference(), cut_middle(&name, 90), parts.join(" · "))
}

fn as_json(entry: &Entry, masker: &Masker) -> serde_json::Value {
    json!({
        "ref": entry.id.as_str(),
        "kind": entry.kind.name(),
        "name": masked_name(entry, masker),
        "status": entry.status.to_string(),
        "started_at_ms": entry.started_at,
        "duration_ms": entry.duration_ms,
        "bytes": entry.raw_len,
        "lines": entry.lines,
        "label": entry.label,
        "project": entry.project,
        "branch": entry.branch,
        "session": entry.session,
        "agent": entry.agent,
        "role": entry.role,
        "pinned": entry.pinned,
        "expired": entry.expired,
        "superseded_by": entry.superseded_by.as_ref().map(|id| id.as_str()),
    })
}
