//! The files of this session, opened for a command, and a report about one of them, printed.

use crate::context::Context;
use crate::error::Result;
use crate::files::Workspace;
use crate::files::report::FileReport;
use crate::ui::paint_diff;

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
