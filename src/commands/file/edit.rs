//! `ctx file edit`: an exact change of a file, or none.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::commands::no_such_file_error;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::files::change::{MASK, refuse_new_masks};
use crate::files::disk::OpenFile;
use crate::files::edit::{AmbiguousPlaces, EditRefusal, EditResult, Replacement};
use crate::files::report::{self, DoneAction};
use crate::files::shown::PrintedText;
use crate::files::workspace::{SeenLines, Workspace, content_hash};
use crate::files::{nearest, patch};
use crate::input;
use crate::permissions::Permissions;
use crate::session_files;
use crate::ui::format_count;
use ctx_agents::permissions::Access;

/// Replace an exact text in a file, or apply a patch to it
#[derive(clap::Args)]
#[command(after_help = "The old text must occur in the file exactly once (LF matches CRLF and is written as CRLF).\n\
    ctx file undo reverts the change.\n\n\
    Examples:\n  ctx file edit src/store.rs --old 'days: 30' --new 'days: 90'\n  ctx file edit src/store.rs --old-file old.txt --new-file -\n  \
    git diff src/store.rs | ctx file edit copy/store.rs --patch -")]
pub struct Args {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The text to replace
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required_unless_present_any = ["old_file", "patch"])]
    old: Option<OsString>,
    /// The replacement
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required_unless_present_any = ["new_file", "patch"])]
    new: Option<OsString>,
    /// The text to replace, from a file or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "old")]
    old_file: Option<PathBuf>,
    /// The replacement, from a file or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "new")]
    new_file: Option<PathBuf>,
    /// A unified diff for this file, from a file or - for stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["old", "new", "old_file", "new_file", "all"])]
    patch: Option<PathBuf>,
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

enum EditRequest {
    Replacement { old: Vec<u8>, new: Vec<u8> },
    Patch(Vec<u8>),
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let wanted = self.read_edit_request(context)?;
        let path = Permissions::from_context(context).check_file(&self.file, Access::Change)?;
        let mut workspace = session_files::open_workspace(context)?;
        let found = OpenFile::read_and_lock(&path)?.ok_or_else(|| no_such_file_error(&self.file, &path))?;
        let known = workspace.tracked_file(&path)?;
        if !self.force {
            workspace.check_file_unchanged(&found, known.as_ref())?;
        }
        let name = workspace.printed_name(&path);
        let edited = match &wanted {
            EditRequest::Replacement { old, new } => {
                let replacement = Replacement { old, new, all: self.all };
                replacement
                    .apply(&found.bytes)
                    .map_err(|why| edit_refusal_error(&workspace, &name, &found, old, why))?
            }
            EditRequest::Patch(text) => patch::apply_patch(&found.bytes, text)
                .map_err(|why| patch_refusal_error(&workspace, &name, &found, why))?,
        };
        if !self.force {
            refuse_new_masks(&name, &found.bytes, &edited.bytes)?;
        }
        let knew_all = known.as_ref().is_some_and(|known| known.whole && known.hash == content_hash(&found.bytes));
        let seen = SeenLines { whole: knew_all, ..SeenLines::default() };
        let made = workspace.change_file(&found, &edited.bytes, known.as_ref(), seen)?;
        if let Some(warning) = &made.warning {
            context.ui.error(warning);
        }
        let facts = format_place_count(&edited);
        let page = report::report_on_change(
            &DoneAction { name: &name, verb: "edited", facts: &facts },
            &made,
            &workspace.masker,
            context.config.show.report,
        );
        session_files::print_file_report(context, &page, self.json);
        workspace.clean_up_after_answer(&context.config.retention);
        Ok(ExitStatus::OK)
    }

    fn read_edit_request(&self, context: &Context) -> Result<EditRequest> {
        if let Some(patch) = &self.patch {
            return Ok(EditRequest::Patch(input::read_file_or_stdin(context, patch)?));
        }
        let stdin = Some(Path::new("-"));
        if self.old_file.as_deref() == stdin && self.new_file.as_deref() == stdin {
            return Err(
                Error::usage("stdin cannot be both the old and the new text").with_hint("--patch - takes both at once")
            );
        }
        let text = |inline: &Option<OsString>, file: &Option<PathBuf>| match (inline, file) {
            (Some(text), _) => Ok(text.clone().into_vec()),
            (None, Some(file)) => input::read_file_or_stdin(context, file),
            (None, None) => Ok(Vec::new()),
        };
        Ok(EditRequest::Replacement { old: text(&self.old, &self.old_file)?, new: text(&self.new, &self.new_file)? })
    }
}

fn format_place_count(edited: &EditResult) -> Vec<String> {
    if edited.places > 1 { vec![format_count(edited.places as u64, "place")] } else { Vec::new() }
}

fn format_line_numbers(places: &AmbiguousPlaces) -> String {
    let lines: Vec<String> = places.lines.iter().map(u64::to_string).collect();
    let more = if places.count > places.lines.len() { ", …" } else { "" };
    format!("on lines {}{more}", lines.join(", "))
}

fn edit_refusal_error(workspace: &Workspace, name: &str, found: &OpenFile, old: &[u8], why: EditRefusal) -> Error {
    match why {
        EditRefusal::EmptyOld => {
            Error::usage("the old text is empty").with_hint(format_args!("ctx file write {name} gives the whole text"))
        }
        EditRefusal::NoChange => {
            Error::refused(format_args!("{name} not changed: the old and the new text are the same"))
        }
        EditRefusal::Ambiguous(places) => Error::refused(format_args!(
            "the old text occurs {} times in {name}, {}",
            places.count,
            format_line_numbers(&places)
        ))
        .with_hint("include more of the surrounding lines, or add --all to change every one"),
        EditRefusal::NotFound => text_not_found_error(workspace, format!("the old text is not in {name}"), found, old),
    }
}

fn patch_refusal_error(workspace: &Workspace, name: &str, found: &OpenFile, why: patch::PatchRefusal) -> Error {
    match why {
        patch::PatchRefusal::Malformed(why) => Error::usage(why),
        patch::PatchRefusal::NoChange => Error::refused(format_args!("{name} not changed: the patch changes nothing")),
        patch::PatchRefusal::Ambiguous { hunk, places } => Error::refused(format_args!(
            "hunk {hunk} matches {} places in {name}, {}",
            places.count,
            format_line_numbers(&places)
        ))
        .with_hint("give it more context, or the right line number"),
        patch::PatchRefusal::NotFound { hunk, expected } => {
            text_not_found_error(workspace, format!("hunk {hunk} does not match {name}"), found, &expected)
        }
    }
}

fn text_not_found_error(workspace: &Workspace, message: String, found: &OpenFile, wanted: &[u8]) -> Error {
    let shown = |bytes: &[u8]| PrintedText::from_bytes(bytes, &workspace.masker);
    let error = Error::absent(message);
    if memchr::memmem::find(wanted, MASK).is_some() {
        return error.with_hint("[masked:…] stands for other text in the file; leave that part out");
    }
    match nearest::nearest_text_hint(&shown(&found.bytes), &shown(wanted)) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint("no similar line found"),
    }
}
