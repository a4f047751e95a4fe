//! `ctx file write`: a whole file, new or known.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::error::Context as _;
use crate::files::change::{FileChangeResult, refuse_new_masks};
use crate::files::disk::LoadedFile;
use crate::files::report::DoneAction;
use crate::files::workspace::{SeenExtent, Workspace};
use crate::permissions::FileAccess;
use crate::{Context, Error, ExitStatus, Result, input, permissions, session_files};
use ctx_store::TrackedFile;

/// Write a whole file; an existing file must have been read before
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/file-write.txt"))]
pub struct Args {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// - for stdin (the default)
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with_all = ["text", "from"])]
    stdin: Option<String>,
    /// The text; a final newline is added if it is missing
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "from")]
    text: Option<OsString>,
    /// Copy the bytes of this file
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Create missing directories
    #[arg(long)]
    parents: bool,
    /// Overwrite even a file that was not read, or has changed since
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let path = permissions::resolve_and_check_file(context, &self.file, FileAccess::Change)?;
        let bytes = self.read_new_bytes(context)?;
        let mut workspace = session_files::open_workspace(context)?;
        let held = LoadedFile::read_and_lock(&path)?;
        let known = workspace.tracked_file(&path)?;
        let name = workspace.printed_path(&path);
        let (verb, made) = match held {
            Some(found) if found.bytes == bytes => ("has these bytes already", FileChangeResult::unchanged_file(bytes)),
            Some(found) => {
                if !self.force {
                    check_was_read_whole(&workspace, &found, known.as_ref(), &name)?;
                    refuse_new_masks(&name, &found.bytes, &bytes)?;
                }
                let seen = SeenExtent { whole: true, now: true, ..SeenExtent::default() };
                ("written", workspace.change_file(&found, &bytes, known.as_ref(), seen)?)
            }
            None => {
                self.create_parent_folders_if_asked(&path)?;
                ("created", workspace.create_file(&path, &bytes)?)
            }
        };
        let done = DoneAction { name: &name, verb, facts: &[] };
        session_files::print_change_and_clean_up(context, &mut workspace, &done, &made, self.json)
    }

    fn read_new_bytes(&self, context: &Context) -> Result<Vec<u8>> {
        if let Some(text) = &self.text {
            let mut bytes = text.clone().into_vec();
            if !bytes.is_empty() && !bytes.ends_with(b"\n") {
                bytes.push(b'\n');
            }
            return Ok(bytes);
        }
        if let Some(from) = &self.from {
            return input::read_file_or_stdin(context, from);
        }
        if context.env.stdin_is_terminal && self.stdin.is_none() {
            return Err(Error::usage("no text to write").with_hint("pipe it in, or give --text TEXT or --from FILE"));
        }
        input::read_file_or_stdin(context, Path::new("-"))
    }

    fn create_parent_folders_if_asked(&self, path: &Path) -> Result<()> {
        let Some(dir) = path.parent().filter(|dir| !dir.exists()) else { return Ok(()) };
        if !self.parents {
            return Err(Error::not_found(format_args!("the directory {} does not exist", dir.display()))
                .with_hint("--parents creates it"));
        }
        std::fs::create_dir_all(dir).context(format_args!("making {}", dir.display()))
    }
}

/// Refuses to overwrite a file that this session has not seen whole as it is now.
fn check_was_read_whole(
    workspace: &Workspace,
    found: &LoadedFile,
    known: Option<&TrackedFile>,
    name: &str,
) -> Result<()> {
    workspace.check_file_unchanged(found, known)?;
    let how = match known {
        None => "was not read in this session",
        Some(known) if !known.whole => "was read only in part",
        Some(_) => return Ok(()),
    };
    Err(Error::refused(format_args!("{name} exists and {how}"))
        .with_hint(format_args!("ctx file read {name} first, or --force; ctx file edit changes a part of it")))
}
