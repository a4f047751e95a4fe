//! `ctx forget`: entries and their bytes are gone, from every file of the store; a file of the session is let go.

use std::path::{Path, PathBuf};

use crate::cli::{Context, Ending};
use crate::env::now_ms;
use crate::error::{Error, Result};
use crate::files::{Desk, disk};
use crate::id::Reference;
use crate::session::Scope;
use crate::ui::count;

/// Delete entries and their bytes for good, or let go of a file that was read
#[derive(clap::Args)]
#[command(
    after_help = "Bytes that another entry has too stay with that entry. A file (write ./NAME where its name reads like a\n\
    reference) is only no longer tracked: it stays where it is, its text stays an entry.\n\n\
    Examples:\n  ctx forget k7f2qa @-1\n  ctx forget src/store.rs"
)]
pub struct Args {
    /// [ctx:id], an id, its beginning, @ or @-1, or a file of this session
    #[arg(required = true, value_name = "REF|FILE")]
    names: Vec<String>,
}

enum Target {
    Entry(i64),
    File(PathBuf),
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let mut desk = context.desk()?;
        let project = Scope::of(&context.env, now_ms()).project;
        // All are looked up before the first goes: a mistyped one must not leave half the work done.
        let mut rows = Vec::new();
        let mut files = Vec::new();
        for name in &self.names {
            match target(&desk, name, &project)? {
                Target::Entry(row) => rows.push(row),
                Target::File(path) => files.push(path),
            }
        }
        rows.dedup();
        let mut page = String::new();
        for path in files {
            if let Some(text) = desk.untrack(&path)? {
                page.push_str(&format!("untracked {}; its text stays in {}\n", desk.name(&path), text.reference()));
            }
        }
        if !rows.is_empty() {
            desk.store.forget(&rows)?;
            page.push_str(&format!("forgot {}\n", count(rows.len() as u64, "entry")));
        }
        context.ui.out(&page);
        Ok(Ending::OK)
    }
}

/// A reference where it is one, else a tracked file.
fn target(desk: &Desk, name: &str, project: &Path) -> Result<Target> {
    let unknown = match name.parse::<Reference>() {
        Ok(reference) => match desk.store.resolve(&reference, project) {
            Ok(entry) => return Ok(Target::Entry(entry.row)),
            Err(error) => error,
        },
        Err(error) => error,
    };
    let path = disk::real_path(&desk.cwd, Path::new(name))?;
    if desk.tracked(&path)?.is_some() {
        return Ok(Target::File(path));
    }
    if path.exists() {
        return Err(
            Error::absent(format_args!("{name} was not read in this session")).hint("ctx status lists the files")
        );
    }
    Err(unknown)
}
