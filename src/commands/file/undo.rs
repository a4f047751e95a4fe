//! `ctx file undo`: the last edit or write of this session never was.

use std::path::PathBuf;

use crate::files::disk;
use crate::files::report::DoneAction;
use crate::permissions::FileAccess;
use crate::{Context, Error, ExitStatus, Result, permissions, session_files};

/// Revert the last edit or write of this session; run it again for the one before
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/file-undo.txt"))]
pub struct Args {
    /// Only if the last change was of this file
    #[arg(value_name = "PATH")]
    file: Option<PathBuf>,
    /// Revert even if the file has changed since; its current text is kept in the store
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let mut workspace = session_files::open_workspace(context)?;
        let meant = self.file.as_deref().map(|file| disk::real_path(&context.env.cwd, file)).transpose()?;
        let undone = workspace.undo_last_change(self.force, &|path| {
            if meant.as_deref().is_some_and(|meant| meant != path) {
                return Err(Error::refused(format_args!("the last change of this session was of {}", path.display()))
                    .with_hint("changes are taken back one by one, the newest first: ctx file undo"));
            }
            permissions::check_file_access(context, path, path, FileAccess::Change)
        })?;
        let name = workspace.printed_path(&undone.path);
        let verb = match (undone.nothing_to_do, &undone.made.text) {
            (true, _) => "is already as it was before the last change",
            (false, Some(_)) => "restored",
            (false, None) => "removed",
        };
        let facts = [format!("taken back: {}", undone.taken_back.reference())];
        let done = DoneAction { name: &name, verb, facts: &facts };
        session_files::print_change_and_clean_up(context, &mut workspace, &done, &undone.made, self.json)
    }
}
