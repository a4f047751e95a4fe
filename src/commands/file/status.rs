//! `ctx file status`: which files this session holds in full and as outlines, and what that saves.

use serde_json::json;

use crate::files::status::{CURRENT, WorkspaceStatus};
use crate::ui::{format_count, format_size};
use crate::{Context, ExitStatus, Result, session_files};

/// List the files of this session: the active one, the outlines, what changed on disk, what was saved
#[derive(clap::Args)]
#[command(after_help = include_str!("../help/file-status.txt"))]
pub struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let workspace = session_files::open_workspace(context)?;
        let status = workspace.tracked_files_status()?;
        if self.json {
            context.ui.print_json(&status_json(&status, &workspace.scope.session));
        } else if status.rows.is_empty() {
            context.ui.warn(format_args!("no file was read in this session ({})", workspace.scope.session));
        } else {
            context.ui.print_wrapped(&render_status_table(&status));
        }
        Ok(ExitStatus::OK)
    }
}

fn render_status_table(status: &WorkspaceStatus) -> String {
    let width = status.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut page = String::new();
    for row in &status.rows {
        let mark = if row.active { "active " } else { "outline" };
        let held = if row.active {
            format_size(row.size)
        } else {
            format!("{} of {}", format_size(row.held), format_size(row.size))
        };
        let state = if row.state == CURRENT { String::new() } else { format!(" · {}", row.state) };
        page.push_str(&format!("{mark} {:width$} · {held} · {}{state}\n", row.name, row.id.reference()));
    }
    let active = status.rows.iter().filter(|row| row.active).count();
    let outlines = format_count((status.rows.len() - active) as u64, "outline");
    let (held, full, less) = format_saving(status.held, status.full);
    page.push_str(&format!("context {held} with ctx ({active} in full, {outlines}), {full} without{less}\n"));
    let (printed, asked, less) = format_saving(status.printed, status.asked);
    page + &format!("printed {printed} by reads so far, {asked} without ctx{less}\n")
}

/// Both sizes, and `: 6.3 KB (55 %) less`; nothing where nothing is saved.
fn format_saving(with: u64, without: u64) -> (String, String, String) {
    let less = match without.checked_sub(with) {
        Some(less) if less > 0 => format!(": {} ({} %) less", format_size(less), less * 100 / without),
        _ => String::new(),
    };
    (format_size(with), format_size(without), less)
}

fn status_json(status: &WorkspaceStatus, session: &str) -> serde_json::Value {
    let files = status.rows.iter().map(|row| {
        json!({
            "path": row.name, "ref": row.id.as_str(), "active": row.active, "state": row.state, "bytes": row.size,
            "outline_bytes": row.outline, "held_bytes": row.held,
        })
    });
    json!({
        "session": session, "files": files.collect::<Vec<_>>(), "context_bytes": status.held,
        "context_bytes_without": status.full, "printed_bytes": status.printed, "printed_bytes_without": status.asked,
    })
}
