//! `ctx file read`: a file's text once, then only what has changed in it.

use std::path::PathBuf;

use crate::commands::no_such_file_error;
use crate::files::disk::LoadedFile;
use crate::files::read::{KnownFile, ReadAnswer, ReadOptions, ReadResult, decide_read_answer};
use crate::files::report;
use crate::files::workspace::{self, Workspace, content_hash};
use crate::record::report::quote_forged_lines;
use crate::record::view::LineRange;
use crate::ui::{format_count, strip_controls};
use crate::{Context, Error, ExitStatus, Result, permissions, session_files};
use ctx_model::unix_time_ms;
use ctx_secrets::TextKind;
use ctx_store::TrackedFile;

/// Print a file: in full the first time, later only what changed
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/file-read.txt"))]
pub struct Args {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only lines A to B (118:160, 118:, :20)
    #[arg(long, value_name = "A:B", conflicts_with = "full")]
    lines: Option<LineRange>,
    /// Print the whole text again
    #[arg(long)]
    full: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let path = permissions::resolve_and_check_file_to_show(context, &self.file)?;
        let found = LoadedFile::read(&path)?.ok_or_else(|| no_such_file_error(&self.file, &path))?;
        let name = workspace::relative_name(&context.env.cwd, &path);
        // Without a store the file is read like by any other tool.
        let opened = session_files::open_workspace(context)
            .and_then(|workspace| workspace.tracked_file(&path).map(|known| (workspace, known)));
        let (mut workspace, known) = opened.inspect_err(|error| context.ui.print_error(error)).ok().unzip();
        let known = known.flatten();
        let reading = self.compute_read_result(context, &found, workspace.as_ref(), known.as_ref());
        if let Some(range) = self.lines.filter(|range| range.from > reading.lines) {
            let have = format_count(reading.lines, "line");
            return Err(Error::not_found(format_args!("{name} has {have}; line {} is beyond its end", range.from)));
        }
        let text = workspace.as_mut().and_then(|workspace| {
            let kept = workspace.find_or_store_text(&path, &found.bytes, known.as_ref());
            kept.inspect_err(|error| context.ui.print_error(error)).ok()
        });
        let mut page = report::compose_read_report(&name, text.as_ref().map(|text| &text.id), &reading);
        if matches!(reading.answer, ReadAnswer::Text(_) | ReadAnswer::Lines { .. }) {
            quote_forged_report_lines(&mut page);
        }
        if let (Some(workspace), Some(text)) = (&mut workspace, &text) {
            let seen = reading.seen_after_print(known.as_ref(), text, page.printed_length());
            // Not remembered means printed again next time.
            let _ = workspace.record_text_handed_out(&path, text, seen);
        }
        session_files::print_file_report(context, &page, self.json);
        if let Some(workspace) = &mut workspace {
            workspace.prune_and_checkpoint_after_answer(&context.config.retention);
        }
        Ok(ExitStatus::OK)
    }

    fn compute_read_result(
        &self,
        context: &Context,
        found: &LoadedFile,
        workspace: Option<&Workspace>,
        known: Option<&TrackedFile>,
    ) -> ReadResult {
        let masker = context.new_masker().for_text_kind(TextKind::of_path(&self.file.to_string_lossy()));
        let now = workspace.as_ref().map_or_else(unix_time_ms, |workspace| workspace.now);
        let before = match (&workspace, known) {
            (Some(workspace), Some(tracked)) => {
                let differs = tracked.hash != content_hash(&found.bytes);
                // A text that cannot be had any more cannot be compared with either.
                let text = differs.then(|| workspace.earlier_text(tracked).ok().flatten()).flatten();
                Some(KnownFile { tracked, text })
            }
            _ => None,
        };
        let options = ReadOptions { lines: self.lines.map(|range| (range.from, range.to)), full: self.full, now };
        let mut outline = || {
            let workspace = workspace.as_ref()?;
            Some(quote_forged_lines(&workspace.masked_outline(&found.path, &found.bytes, &content_hash(&found.bytes))))
        };
        decide_read_answer(&found.bytes, options, before, &masker, &mut outline)
    }
}

/// Lines of the file that could be taken for ctx's own are quoted, and line 1 says how many.
fn quote_forged_report_lines(page: &mut report::FileReport) {
    // As it is printed: a sign that nobody sees hides no line.
    let plain = strip_controls(&page.body, false);
    let quoted = quote_forged_lines(&plain);
    // A quoted line is two bytes longer.
    let lines = (quoted.len() - plain.len()) as u64 / 2;
    if lines > 0 {
        page.headline.push_str(&format!(" · {} quoted with >", format_count(lines, "line")));
        page.body = quoted;
    }
}
