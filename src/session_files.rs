//! The files of this session, opened for a command, and the printed report on one of them.

use crate::files::Workspace;
use crate::files::change::FileChangeResult;
use crate::files::report::{DoneAction, FileReport, compose_change_report};
use crate::ui::paint_diff;
use crate::{Context, ExitStatus, Result};

pub fn open_workspace(context: &Context) -> Result<Workspace> {
    let mut workspace = Workspace::open(&context.env, context.new_masker())?;
    if let Some(notice) = workspace.store.take_open_notice() {
        context.ui.warn(notice);
    }
    Ok(workspace)
}

pub fn print_file_report(context: &Context, page: &FileReport, json: bool) {
    if json {
        context.ui.print_json(&page.json);
    } else {
        let ui = &context.ui;
        let body = if page.is_diff { ui.colour_page(&page.body, paint_diff) } else { page.body.clone() };
        ui.print(&page.render_text(&ui.colour_headline(&page.headline, false), &body));
    }
}

/// The report on a change that was made; after it, the work that need not be waited for.
pub fn print_change_and_clean_up(
    context: &Context,
    workspace: &mut Workspace,
    done: &DoneAction<'_>,
    made: &FileChangeResult,
    json: bool,
) -> Result<ExitStatus> {
    if let Some(warning) = &made.warning {
        context.ui.print_error(warning);
    }
    let page = compose_change_report(done, made, &workspace.masker, context.config.show.report);
    print_file_report(context, &page, json);
    workspace.prune_and_checkpoint_after_answer(&context.config.retention);
    Ok(ExitStatus::OK)
}
