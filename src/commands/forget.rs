//! `ctx forget`: entries and their bytes are gone, from every file of the store; a file of the session is let go.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::parse_duration;
use crate::context::{Context, Ending};
use crate::error::{Error, Result};
use crate::files::{Workspace, disk};
use crate::record::report::quote_line;
use crate::search::meaning;
use crate::ui::{ago, count, cut_middle};
use ctx_digest::Status;
use ctx_model::Scope;
use ctx_model::env::now_ms;
use ctx_model::id::Reference;
use ctx_secrets::Masker;
use ctx_store::{Entry, Filter};

/// Entries that are named one by one before the others are counted.
const NAMED: usize = 10;

/// Delete entries and their bytes for good, or stop tracking a file
#[derive(clap::Args)]
#[command(
    after_help = "Bytes that another entry shares stay with that entry. More than one entry needs a confirmation or --yes.\n\
    --project, --session, --since and --all also delete the events recorded in that time.\n\
    For a file (write ./NAME if its name could be a reference), ctx stops tracking it; file and stored copy stay.\n\n\
    Examples:\n  ctx forget k7f2qa\n  ctx forget k7f2qa @-1 --yes\n  ctx forget --session --since 2h\n  ctx forget src/store.rs"
)]
pub struct Args {
    /// [ctx:id], an id, its beginning, @ or @-1, or a file of this session
    #[arg(value_name = "REF|FILE", required_unless_present_any = ["project", "session", "since", "all"])]
    names: Vec<String>,
    /// Everything of this project, or of the one at this path
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "names")]
    project: Option<String>,
    /// Everything of this session, or of the one named
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "names")]
    session: Option<String>,
    /// Everything younger than this (30m, 2h, 7d), in this project unless --session or --all says otherwise
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with = "names")]
    since: Option<Duration>,
    /// Everything, in all projects
    #[arg(long, conflicts_with_all = ["names", "project", "session"])]
    all: bool,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

enum Target {
    Entry(Box<Entry>),
    File(PathBuf),
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let mut workspace = context.workspace()?;
        let now = now_ms();
        let scope = Scope::of(&context.env, now);
        let masker = context.masker();
        let mut page = String::new();
        // All are looked up before the first goes: a mistyped one must not leave half the work done.
        let mut files = Vec::new();
        let (mut entries, filter) = match self.names.as_slice() {
            [] => {
                let filter = self.filter(&scope, now);
                (workspace.store.history(&filter)?, Some(filter))
            }
            names => {
                let mut entries: Vec<Entry> = Vec::new();
                for name in names {
                    match target(&workspace, name, &scope)? {
                        Target::Entry(entry) if entries.iter().any(|other| other.row == entry.row) => {}
                        Target::Entry(entry) => entries.push(*entry),
                        Target::File(path) => files.push(path),
                    }
                }
                (entries, None)
            }
        };
        if filter.is_some() {
            let all = entries.len();
            entries.retain(|entry| entry.status != Status::Running);
            if entries.len() < all {
                context.ui.warn(format_args!("kept {}, still running", count((all - entries.len()) as u64, "command")));
            }
            if entries.is_empty() {
                return Err(Error::absent("nothing to forget").hint("ctx history lists what is there"));
            }
        }
        if entries.len() > 1 && !self.yes {
            context.ui.out(&named(&entries, &masker, now, ""));
            if !context.agreed(&format!("forget {} for good?", count(entries.len() as u64, "entry")))? {
                return Err(Error::usage("nothing was forgotten").hint("add --yes to forget all of these for good"));
            }
        }
        for path in files {
            if let Some(text) = workspace.untrack(&path)? {
                page.push_str(&format!(
                    "untracked {}; its text stays in {}\n",
                    workspace.name(&path),
                    text.reference()
                ));
            }
        }
        if !entries.is_empty() {
            let rows: Vec<i64> = entries.iter().map(|entry| entry.row).collect();
            if let Some(filter) = &filter {
                workspace.store.forget_memory(filter)?;
            }
            workspace.store.forget(&rows)?;
            meaning::drop_dead(&mut workspace.store)?;
            page.push_str(&named(&entries, &masker, now, "forgot "));
        }
        context.ui.out(&page);
        Ok(Ending::OK)
    }

    fn filter(&self, scope: &Scope, now: i64) -> Filter {
        let given = |value: &Option<String>, here: &str| {
            value.as_ref().map(|text| if text.is_empty() { here.to_owned() } else { text.clone() })
        };
        let here = scope.project.to_string_lossy();
        let project = given(&self.project, &here);
        let session = given(&self.session, &scope.session);
        let only_since = project.is_none() && session.is_none() && !self.all;
        Filter {
            project: project.or_else(|| only_since.then(|| here.into_owned())),
            session,
            since: self.since.map(|since| now.saturating_sub(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))),
            ..Filter::default()
        }
    }
}

/// `forgot [ctx:k7f2qa] npm test · 4m ago`, a line each.
fn named(entries: &[Entry], masker: &Masker, now: i64, done: &str) -> String {
    let mut page = String::new();
    for entry in entries.iter().take(NAMED) {
        let name = masker.fresh().line(&entry.name().replace('\n', " ")).into_owned();
        let name = quote_line(&cut_middle(&name, 100)).into_owned();
        page.push_str(&format!(
            "{done}{} {name} · {}\n",
            entry.id.reference(),
            ago(now.saturating_sub(entry.started_at))
        ));
    }
    if entries.len() > NAMED {
        page.push_str(&format!(
            "{done}{} more, {} in all\n",
            entries.len() - NAMED,
            count(entries.len() as u64, "entry")
        ));
    }
    page
}

/// A reference where it is one, else a tracked file.
fn target(workspace: &Workspace, name: &str, scope: &Scope) -> Result<Target> {
    let unknown = match name.parse::<Reference>() {
        Ok(reference) => match workspace.store.resolve(&reference, scope) {
            Ok(entry) => return Ok(Target::Entry(Box::new(entry))),
            Err(error) => Error::from(error),
        },
        Err(error) => Error::from(error),
    };
    let path = disk::real_path(&workspace.cwd, Path::new(name))?;
    if workspace.tracked(&path)?.is_some() {
        return Ok(Target::File(path));
    }
    if path.exists() {
        return Err(
            Error::absent(format_args!("{name} was not read in this session")).hint("ctx status lists the files")
        );
    }
    Err(unknown)
}
