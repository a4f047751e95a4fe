//! `ctx history`: entries, newest first.

mod pick;
mod sessions;

use std::time::Duration;

use pick::{PickOutcome, pick_for_shell};
pub use pick::{can_pick, pick_entry};
use sessions::print_sessions;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::{get, parse_age, resolve_project, time_before_now};
use crate::hub::{HubConnection, HubEntryFilter};
use crate::record::{history_row_json, masked_entry_name};
use crate::ui::{ColourMeaning, Ui, cut_middle, format_age, format_count, format_duration};
use crate::{Context, ExitStatus, Result};
use ctx_digest::CommandEndStatus;
use ctx_model::id::EntryReference;
use ctx_model::unix_time_ms;
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind, HistoryFilter};

/// How many are listed by default.
const LISTED: u32 = 20;

/// List what was run, stored and noted, newest first
#[derive(clap::Args, Default, PartialEq)]
#[command(after_help = include_str!("help/history.txt"))]
pub struct Args {
    /// Only entries whose name has the letters of these words in this order, or with this label; exit 2: those that ended so
    #[arg(value_name = "FILTER")]
    filter: Vec<String>,
    /// Entries around this one in time, oldest first
    #[arg(long, value_name = "REF", conflicts_with_all = ["since", "until", "session", "failed", "project", "all_projects"])]
    timeline: Option<EntryReference>,
    /// Only entries of this kind
    #[arg(long, value_name = "KIND", value_parser = ["run", "store", "file", "note", "doc", "import"])]
    kind: Option<String>,
    /// At most this many entries (default: 20)
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<u32>,
    /// Only entries younger than this (2h, 7d, yesterday, 2026-03-01)
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    since: Option<Duration>,
    /// Only entries older than this
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    until: Option<Duration>,
    /// Only entries of this session, or of the one named
    #[arg(long, value_name = "S", num_args = 0..=1, default_missing_value = "")]
    session: Option<String>,
    /// Only commands that failed
    #[arg(long)]
    failed: bool,
    /// Only entries that retention never deletes
    #[arg(long)]
    pinned: bool,
    /// Entries of the project at this path (default: this one)
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with_all = ["all_projects", "hub"])]
    project: Option<String>,
    /// Entries of all projects
    #[arg(long)]
    all_projects: bool,
    /// Entries of all machines, from the hub of this project
    #[arg(long, conflicts_with_all = ["timeline", "all_projects"])]
    hub: bool,
    /// Sessions instead: age, agent, branch, entries, last request
    #[arg(long, conflicts_with_all = ["filter", "timeline", "kind", "since", "until", "session", "failed", "pinned", "pick"])]
    sessions: bool,
    /// Let a person pick an entry and print its reference or command only; for key bindings of shells
    #[arg(long, exclusive = true, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "reference", value_parser = ["reference", "command"])]
    pick: Option<String>,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

/// Rows of the hub that a filter by name, kind or end looks through.
const FROM_HUB: i64 = 5_000;

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if let Some(what) = &self.pick {
            return pick_for_shell(context, what == "command");
        }
        if self == Args::default() && can_pick(context) {
            match pick_entry(context, libc::STDOUT_FILENO)? {
                PickOutcome::Nothing => {}
                picked => return picked.perform_picked_action(context, get::Args::default()),
            }
        }
        let mut store = context.open_store()?;
        let now = unix_time_ms();
        let scope = context.current_command_scope();
        let project = resolve_project(context, self.project.as_deref().unwrap_or_default());
        let limit = self.limit.unwrap_or(LISTED);
        if self.sessions {
            return print_sessions(context, &self, &project);
        }
        if self.hub {
            let mut hub = HubConnection::open(context, &mut store)?;
            let narrowed = !self.filter.is_empty() || self.failed || self.pinned || self.kind.is_some();
            let wanted = HubEntryFilter {
                session: self.session.clone(),
                since: time_before_now(now, self.since),
                limit: if narrowed { FROM_HUB } else { i64::from(limit) },
                ..HubEntryFilter::default()
            };
            store = hub.fetch_project_entries(&wanted)?;
        }
        let anywhere = self.all_projects || self.session.is_some();
        let filter = HistoryFilter {
            project: (!anywhere).then_some(project),
            session: self.session.map(|name| if name.is_empty() { scope.session.clone() } else { name }),
            since: time_before_now(now, self.since),
            until: time_before_now(now, self.until),
            failed: self.failed,
            kind: self.kind.as_deref().map(EntryKind::from_name_or_run),
            // What is filtered here is filtered from all of them.
            limit: (self.filter.is_empty() && !self.pinned).then_some(limit),
            ..HistoryFilter::default()
        };
        let mut entries = match &self.timeline {
            Some(reference) => {
                let middle = store.resolve_reference(reference, &scope)?;
                store.entries_around(&middle, limit / 2, limit.div_ceil(2))?
            }
            None => store.list_history_entries(&filter)?,
        };
        if self.pinned {
            entries.retain(|entry| entry.pinned);
            entries.truncate(limit as usize);
        }
        if !self.filter.is_empty() {
            entries = filter_by_name_or_exit(entries, &self.filter.join(" "), limit as usize);
        }
        let masker = context.new_masker();
        if self.json {
            let rows = entries.iter().map(|entry| history_row_json(entry, &masker)).collect();
            context.ui.print_json(&serde_json::Value::Array(rows));
        } else if entries.is_empty() {
            context.ui.warn(if anywhere {
                "nothing matches"
            } else {
                "nothing matches in this project; --all-projects looks further"
            });
        } else {
            let look = HistoryLineStyle {
                ui: &context.ui,
                columns: context.ui.screen_width_columns(),
                with_project: self.all_projects,
            };
            let lines: String = entries.iter().map(|entry| render_entry_line(entry, now, &look, &masker)).collect();
            context.ui.print(&lines);
        }
        Ok(ExitStatus::OK)
    }
}

/// Entries whose name matches, or with this label, in the order they had; for `exit 2`, those that ended so.
fn filter_by_name_or_exit(entries: Vec<Entry>, letters: &str, limit: usize) -> Vec<Entry> {
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(letters, CaseMatching::Smart, Normalization::Smart);
    let code: Option<i32> = letters.strip_prefix("exit ").and_then(|code| code.parse().ok());
    let mut buffer = Vec::new();
    let mut fits = |entry: &Entry| match code {
        Some(code) => entry.status == CommandEndStatus::Exit(code),
        None => {
            entry.label.as_deref().is_some_and(|label| label.eq_ignore_ascii_case(letters))
                || pattern.score(Utf32Str::new(entry.name(), &mut buffer), &mut matcher).is_some()
        }
    };
    entries.into_iter().filter(|entry| fits(entry)).take(limit).collect()
}

/// A name keeps this many columns before facts about it do.
const NAME: usize = 16;

/// How a line of the list looks.
struct HistoryLineStyle<'a> {
    ui: &'a Ui,
    /// It is cut to fit these, on a terminal.
    columns: Option<usize>,
    with_project: bool,
}

fn render_entry_line(entry: &Entry, now: i64, look: &HistoryLineStyle<'_>, masker: &Masker) -> String {
    let mut parts = Vec::new();
    let mut tone = None;
    if matches!(entry.kind, EntryKind::Note | EntryKind::File) {
        parts.push(entry.kind.name().to_owned());
    } else if let (EntryKind::Import, Some(role)) = (entry.kind, entry.role.as_ref().filter(|role| *role != "result")) {
        parts.push(role.clone());
    } else if entry.status != CommandEndStatus::Unknown {
        parts.push(entry.status.to_string());
        tone = Some(if entry.status.has_failed() { ColourMeaning::Bad } else { ColourMeaning::Good });
    }
    parts.extend(entry.duration_ms.map(format_duration));
    if entry.kind != EntryKind::Note {
        parts.extend(entry.lines.map(|lines| format_count(lines, "line")));
    }
    parts.extend(entry.cut.clone());
    let mut age = parts.len();
    parts.push(format_age(now.saturating_sub(entry.started_at)));
    parts.extend(entry.label.as_ref().map(|label| format!("label {label}")));
    parts.extend(entry.pinned.then(|| "pinned".to_owned()));
    parts.extend(entry.expired.then(|| "bytes expired".to_owned()));
    parts.extend(entry.superseded_by.as_ref().map(|newer| format!("superseded by {}", newer.reference())));
    parts.extend(entry.project.as_ref().filter(|_| look.with_project).cloned());
    let name = masked_entry_name(entry, masker);
    let mut reference = entry.id.reference();
    let room = |parts: &[String], reference: &str| {
        let facts = parts.join(" · ").chars().count();
        look.columns.map_or(90, |columns| columns.saturating_sub(reference.len() + facts + 5).min(150))
    };
    // On a narrow screen the last facts go, but for how it ended and when.
    while room(&parts, &reference) < NAME && parts.len() > 2 {
        parts.remove(if parts.len() > age + 1 { parts.len() - 1 } else { age - 1 });
        age = age.min(parts.len() - 1);
    }
    if room(&parts, &reference) < NAME {
        reference = entry.id.to_string();
    }
    let name = cut_middle(&name, room(&parts, &reference).max(NAME / 2));
    if let (Some(tone), Some(status)) = (tone, parts.first_mut()) {
        *status = look.ui.colour_text(tone, status);
    }
    format!("{} {name} · {}\n", look.ui.colour_text(ColourMeaning::Faint, &reference), parts.join(" · "))
}
