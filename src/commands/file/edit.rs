//! `ctx file edit`: an exact change of a file, or none.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::commands::no_such_file_error;
use crate::files::change::{MASK, refuse_new_masks};
use crate::files::disk::LoadedFile;
use crate::files::edit::{EditRefusal, Replacement};
use crate::files::nearest;
use crate::files::printed_text::PrintedText;
use crate::files::report::DoneAction;
use crate::files::workspace::{SeenExtent, Workspace, content_hash};
use crate::permissions::FileAccess;
use crate::ui::format_count;
use crate::{Context, Error, ExitStatus, Result, input, permissions, session_files};

/// Replace an exact text in a file
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/file-edit.txt"))]
pub struct Args {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The text to replace
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required_unless_present = "old_file")]
    old: Option<OsString>,
    /// The replacement
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required_unless_present = "new_file")]
    new: Option<OsString>,
    /// The text to replace, from a file or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "old")]
    old_file: Option<PathBuf>,
    /// The replacement, from a file or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "new")]
    new_file: Option<PathBuf>,
    /// Replace every occurrence
    #[arg(long)]
    all: bool,
    /// Edit even if the file has changed since it was read
    #[arg(long)]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let (old, new) = self.read_old_and_new_text(context)?;
        let path = permissions::resolve_and_check_file(context, &self.file, FileAccess::Change)?;
        let mut workspace = session_files::open_workspace(context)?;
        let found = LoadedFile::read_and_lock(&path)?.ok_or_else(|| no_such_file_error(&self.file, &path))?;
        let known = workspace.tracked_file(&path)?;
        if !self.force {
            workspace.check_file_unchanged(&found, known.as_ref())?;
        }
        let name = workspace.printed_path(&path);
        let edited = Replacement { old: &old, new: &new, all: self.all }
            .apply(&found.bytes)
            .map_err(|why| edit_refusal_error(&workspace, &name, &found, &old, why))?;
        if !self.force {
            refuse_new_masks(&name, &found.bytes, &edited.bytes)?;
        }
        let knew_all = known.as_ref().is_some_and(|known| known.whole && known.hash == content_hash(&found.bytes));
        let seen = SeenExtent { whole: knew_all, ..SeenExtent::default() };
        let made = workspace.change_file(&found, &edited.bytes, known.as_ref(), seen)?;
        let places = (edited.places > 1).then(|| format_count(edited.places as u64, "place"));
        let done = DoneAction { name: &name, verb: "edited", facts: places.as_slice() };
        session_files::print_change_and_clean_up(context, &mut workspace, &done, &made, self.json)
    }

    /// The old text and the new one.
    fn read_old_and_new_text(&self, context: &Context) -> Result<(Vec<u8>, Vec<u8>)> {
        let stdin = Some(Path::new("-"));
        if self.old_file.as_deref() == stdin && self.new_file.as_deref() == stdin {
            return Err(Error::usage("stdin cannot be both the old and the new text"));
        }
        let text = |inline: &Option<OsString>, file: &Option<PathBuf>| match (inline, file) {
            (Some(text), _) => Ok(text.clone().into_vec()),
            (None, Some(file)) => input::read_file_or_stdin(context, file),
            (None, None) => Ok(Vec::new()),
        };
        Ok((text(&self.old, &self.old_file)?, text(&self.new, &self.new_file)?))
    }
}

fn edit_refusal_error(workspace: &Workspace, name: &str, found: &LoadedFile, old: &[u8], why: EditRefusal) -> Error {
    match why {
        EditRefusal::EmptyOld => {
            Error::usage("the old text is empty").with_hint(format_args!("ctx file write {name} gives the whole text"))
        }
        EditRefusal::NoChange => {
            Error::refused(format_args!("{name} not changed: the old and the new text are the same"))
        }
        EditRefusal::Ambiguous { count, lines } => {
            let named: Vec<String> = lines.iter().map(u64::to_string).collect();
            let (named, more) = (named.join(", "), if count > lines.len() { ", …" } else { "" });
            Error::refused(format_args!("the old text occurs {count} times in {name}, on lines {named}{more}"))
                .with_hint("include more of the surrounding lines, or add --all to change every one")
        }
        EditRefusal::NotFound => text_not_found_error(workspace, name, found, old),
    }
}

fn text_not_found_error(workspace: &Workspace, name: &str, found: &LoadedFile, wanted: &[u8]) -> Error {
    let shown = |bytes: &[u8]| PrintedText::from_bytes(bytes, &workspace.masker);
    let error = Error::not_found(format_args!("the old text is not in {name}"));
    if memchr::memmem::find(wanted, MASK).is_some() {
        return error.with_hint("[masked:…] stands for other text in the file; leave that part out");
    }
    match nearest::nearest_text_hint(&shown(&found.bytes), &shown(wanted)) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint("no similar line found"),
    }
}
