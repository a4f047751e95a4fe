//! `ctx forget`: deletes entries and their bytes from every file of the store, and stops tracking files of the session.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::get::newest_run_of_command;
use super::{parse_age, print_json_or_text, resolve_project, time_before_now};
use crate::files::{Workspace, disk};
use crate::record::masked_entry_name;
use crate::record::progress::ProgressBarOrLines;
use crate::record::report::quote_forged_line;
use crate::ui::{cut_middle, format_age, format_count, format_size};
use crate::{Context, Error, ExitStatus, Result, input, session_files};
use ctx_digest::CommandEndStatus;
use ctx_model::id::{EntryReference, ReferenceTarget};
use ctx_model::{Scope, unix_time_ms};
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind, HistoryFilter, RetentionLimits};

/// Entries that are named one by one before the others are counted.
const NAMED: usize = 10;
const DAY: u64 = 86_400;

/// Delete entries and their bytes for good
#[derive(clap::Args)]
#[command(after_help = include_str!("help/forget.txt"))]
pub struct Args {
    /// [ctx:id], an id, its beginning, @ or @-1, an indexed folder, or a file of this session
    #[arg(value_name = "REF|FOLDER|FILE", required_unless_present_any = ["project", "session", "since", "until", "kind", "all_projects", "prune"])]
    names: Vec<String>,
    /// Everything of this project, or of the one at this path
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "names")]
    project: Option<String>,
    /// Everything of this session, or of the one named
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "names")]
    session: Option<String>,
    /// Everything younger than this (30m, 2h, 7d), in this project unless --session or --all-projects says otherwise
    #[arg(long, value_name = "TIME", value_parser = parse_age, conflicts_with = "names")]
    since: Option<Duration>,
    /// Everything older than this, in this project unless --session or --all-projects says otherwise; with --prune: bytes older than this (7d)
    #[arg(long, value_name = "TIME", value_parser = parse_age, conflicts_with = "names")]
    until: Option<Duration>,
    /// Only entries of this kind
    #[arg(long, value_name = "KIND", value_parser = ["run", "store", "file", "note", "doc", "import"], conflicts_with = "names")]
    kind: Option<String>,
    /// Everything, in all projects
    #[arg(long, conflicts_with_all = ["names", "project", "session"])]
    all_projects: bool,
    /// Delete old bytes now, by the limits of ctx.toml or those given
    #[arg(long, conflicts_with_all = ["names", "project", "session", "since", "kind", "all_projects"])]
    prune: bool,
    /// With --prune: the oldest bytes above this many stored megabytes
    #[arg(long, value_name = "N", requires = "prune")]
    megabytes: Option<u64>,
    /// Delete nothing; say what would go, and how much room it takes
    #[arg(long, conflicts_with_all = ["yes", "prune"])]
    dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    yes: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// All that is to go, looked up before the first of it goes: a mistyped name must not leave half the work done.
#[derive(Default)]
struct ForgetPlan {
    entries: Vec<Entry>,
    /// Those of the entries: what is named twice goes once.
    rows: HashSet<i64>,
    files: Vec<PathBuf>,
    /// The memory that goes with them.
    memory: Option<HistoryFilter>,
}

impl ForgetPlan {
    fn add_entry(&mut self, entry: Entry) {
        if self.rows.insert(entry.row) {
            self.entries.push(entry);
        }
    }
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.prune {
            return self.prune_old_bytes(context);
        }
        let mut workspace = session_files::open_workspace(context)?;
        let now = unix_time_ms();
        let masker = context.new_masker();
        let plan = self.collect_forget_plan(context, &workspace, now)?;
        if self.dry_run {
            return self.print_forget_preview(context, &workspace, &plan, now);
        }
        let ForgetPlan { entries, files, memory, .. } = plan;
        if entries.len() > 1 && !self.yes {
            context.ui.print(&render_entry_lines(&entries, &masker, now, ""));
            let count = format_count(entries.len() as u64, "entry");
            if !input::ask_to_confirm(context, &format!("forget {count} for good?"))? {
                let hint = "add --yes to forget all of these for good";
                return Err(Error::usage("nothing was forgotten").with_hint(hint));
            }
        }
        let mut page = String::new();
        let mut untracked = Vec::new();
        for path in files {
            if let Some(text) = workspace.untrack(&path)? {
                let name = workspace.printed_path(&path);
                page.push_str(&format!("untracked {name}; its text stays in {}\n", text.reference()));
                untracked.push(name);
            }
        }
        if !entries.is_empty() {
            let rows: Vec<i64> = entries.iter().map(|entry| entry.row).collect();
            if let Some(filter) = &memory {
                workspace.store.forget_events_briefs_and_questions(filter)?;
            }
            let bar = ProgressBarOrLines::counting_items(&context.env, "forgetting", rows.len() as u64);
            let forgotten = workspace.store.forget_entries_with_progress(&rows, &mut |done| bar.set_position(done));
            bar.end_bar();
            forgotten?;
            page.push_str(&render_entry_lines(&entries, &masker, now, "forgot "));
        }
        let refs: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        print_json_or_text(context, self.json, &json!({ "forgotten": refs, "untracked": untracked }), &page)
    }

    /// What would go.
    fn print_forget_preview(
        &self,
        context: &Context,
        workspace: &Workspace,
        plan: &ForgetPlan,
        now: i64,
    ) -> Result<ExitStatus> {
        let ForgetPlan { entries, files, .. } = plan;
        let rows: Vec<i64> = entries.iter().map(|entry| entry.row).collect();
        let freed = workspace.store.bytes_freed_by_forgetting(&rows)?;
        let files: Vec<String> = files.iter().map(|path| workspace.printed_path(path)).collect();
        let refs: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        let json = json!({ "would_forget": refs, "would_untrack": files, "stored_bytes": freed });
        let mut page = render_entry_lines(entries, &context.new_masker(), now, "would forget ");
        files.iter().for_each(|name| page.push_str(&format!("would stop tracking {name}\n")));
        let count = format_count(entries.len() as u64, "entry");
        page.push_str(&format!("nothing was deleted: {count}, {} stored\n", format_size(freed)));
        print_json_or_text(context, self.json, &json, &page)
    }

    /// Retention, now.
    fn prune_old_bytes(&self, context: &Context) -> Result<ExitStatus> {
        let mut store = context.open_store()?;
        let retention = &context.config.retention;
        let until = self.until.map(|time| (time.as_secs() / DAY, time.as_secs() % DAY));
        let days = match until {
            None => retention.days,
            Some((days, 0)) => u32::try_from(days).unwrap_or(u32::MAX),
            Some(_) => {
                return Err(Error::usage("--prune goes by whole days").with_hint("ctx forget --prune --until 7d"));
            }
        };
        let pruned = store.prune(RetentionLimits {
            now: unix_time_ms(),
            days,
            bytes: self.megabytes.unwrap_or(retention.megabytes).saturating_mul(1 << 20),
            by_clock: true,
        })?;
        let (entries, raw, stored) = store.store_totals()?;
        let json = json!({
            "pruned_entries": pruned.entries, "pruned_bytes": pruned.bytes,
            "entries": entries, "raw_bytes": raw, "stored_bytes": stored,
        });
        let (gone, bytes) = (format_count(pruned.entries, "entry"), format_size(pruned.bytes));
        let (kept, stored, raw) = (format_count(entries, "entry"), format_size(stored), format_size(raw));
        let page = format!("bytes of {gone} expired ({bytes}); {kept} kept, {stored} stored for {raw} raw\n");
        print_json_or_text(context, self.json, &json, &page)
    }

    fn collect_forget_plan(&self, context: &Context, workspace: &Workspace, now: i64) -> Result<ForgetPlan> {
        let scope = context.current_command_scope();
        let mut going = ForgetPlan::default();
        if self.names.is_empty() {
            let filter = self.history_filter(context, &scope, now);
            let mut entries = workspace.store.list_history_entries(&filter)?;
            let all = entries.len();
            entries.retain(|entry| entry.status != CommandEndStatus::Running);
            if entries.len() < all {
                let running = format_count((all - entries.len()) as u64, "command");
                context.ui.warn(format_args!("kept {running}, still running"));
            }
            if entries.is_empty() {
                return Err(Error::not_found("nothing to forget").with_hint("ctx history lists the entries"));
            }
            // Events belong to all kinds of entries.
            going.memory = filter.kind.is_none().then_some(filter);
            going.entries = entries;
            return Ok(going);
        }
        for name in &self.names {
            add_named_target(&mut going, workspace, name, &scope)?;
        }
        Ok(going)
    }

    fn history_filter(&self, context: &Context, scope: &Scope, now: i64) -> HistoryFilter {
        let session =
            self.session.as_ref().map(|name| if name.is_empty() { scope.session.clone() } else { name.clone() });
        let here = session.is_none() && !self.all_projects;
        let project = self.project.as_deref().or(here.then_some("")).map(|given| resolve_project(context, given));
        HistoryFilter {
            project,
            session,
            since: time_before_now(now, self.since),
            until: time_before_now(now, self.until),
            kind: self.kind.as_deref().map(EntryKind::from_name_or_run),
            ..HistoryFilter::default()
        }
    }
}

/// `forgot [ctx:k7f2qa] npm test · 4m ago`, a line each.
fn render_entry_lines(entries: &[Entry], masker: &Masker, now: i64, done: &str) -> String {
    let mut page = String::new();
    for entry in entries.iter().take(NAMED) {
        let name = quote_forged_line(&cut_middle(&masked_entry_name(entry, masker), 100)).into_owned();
        let age = format_age(now.saturating_sub(entry.started_at));
        page.push_str(&format!("{done}{} {name} · {age}\n", entry.id.reference()));
    }
    if entries.len() > NAMED {
        let all = format_count(entries.len() as u64, "entry");
        page.push_str(&format!("{done}{} more, {all} in all\n", entries.len() - NAMED));
    }
    page
}

/// Whether a word was taken for `@`: what is deleted must be named.
fn is_guessed_reference(reference: &EntryReference, entry: &Entry) -> bool {
    match &reference.target {
        ReferenceTarget::Label(name) | ReferenceTarget::Prefix(name) => {
            !entry.id.as_str().starts_with(name.as_str())
                && !entry.label.as_deref().is_some_and(|label| label.eq_ignore_ascii_case(name))
        }
        ReferenceTarget::Newest(_) => false,
    }
}

/// Adds what is named: by a reference where it is one, else a tracked file or an indexed folder.
fn add_named_target(going: &mut ForgetPlan, workspace: &Workspace, name: &str, scope: &Scope) -> Result<()> {
    let unknown: Error = match name.parse::<EntryReference>() {
        Ok(reference) => match workspace.store.resolve_reference(&reference, scope) {
            Ok(entry) if !is_guessed_reference(&reference, &entry) => {
                going.add_entry(entry);
                return Ok(());
            }
            Ok(_) => {
                return Err(
                    Error::usage(format_args!("'{name}' is no reference")).with_hint("ctx forget @ forgets the newest")
                );
            }
            Err(error) => error.into(),
        },
        Err(error) => error.into(),
    };
    let path = disk::real_path(&workspace.cwd, Path::new(name))?;
    if workspace.tracked_file(&path)?.is_some() {
        going.files.push(path);
        return Ok(());
    }
    if path.is_dir() {
        let below = workspace.store.documents_below(&path.to_string_lossy())?;
        if below.is_empty() {
            return Err(Error::not_found(format_args!("no indexed documents below {name}"))
                .with_hint("ctx history --kind doc lists them"));
        }
        for (_, row, _) in below {
            going.add_entry(workspace.store.entry_at_row(row)?);
        }
        return Ok(());
    }
    if path.exists() {
        return Err(Error::not_found(format_args!("{name} was not read in this session"))
            .with_hint("ctx file status lists the files"));
    }
    // What is deleted must be named: a command is only told the reference of its newest run.
    Err(match newest_run_of_command(&workspace.store, scope, name) {
        Ok(Some(entry)) => unknown.with_hint(format_args!("the newest run of '{name}' is ctx forget {}", entry.id)),
        _ => unknown,
    })
}
