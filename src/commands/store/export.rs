//! `ctx store --export`: entries and events as lines that `ctx store --import` reads back, or as Markdown for people.

use serde_json::json;

use super::super::{resolve_project, resolve_session};
use crate::ui::write_raw_to_stdout;
use crate::{Context, Error, ExitStatus, Result};
use ctx_agents::transcripts::exported::HEADER;
use ctx_memory::export;

/// Rows read at a time.
const PAGE: u32 = 200;

#[derive(clap::Args)]
pub struct ExportArgs {
    /// Print all entries and events in the store, secrets masked; --import reads the lines of --raw back
    #[arg(long, conflicts_with_all = ["files", "cmd", "exit", "intent", "tee", "label", "budget", "explain", "document", "import", "json"])]
    pub export: bool,
    /// With --export: lines of JSON, or Markdown
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = ["jsonl", "md"], requires = "export")]
    format: String,
    /// With --export: the exact bytes, secrets included
    #[arg(long, requires = "export")]
    raw: bool,
    /// With --export: only this session, by its name or the beginning of it
    #[arg(long, value_name = "S", requires = "export")]
    session: Option<String>,
    /// With --export: only this project, or the one at this path
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", requires = "export")]
    project: Option<String>,
}

impl ExportArgs {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let store = context.open_store()?;
        let session = self.session.as_deref().map(|name| resolve_session(&store, name)).transpose()?;
        let project = self.project.as_deref().map(|given| resolve_project(context, given));
        let masker = (!self.raw).then(|| context.new_masker());
        let lines = self.format == "jsonl";
        if lines {
            context.ui.print_json(&json!({ "ctx": HEADER, "version": 1, "masked": !self.raw }));
        }
        let mut lacking = Vec::new();
        let mut after = 0;
        loop {
            let page = store.entries_after(after, session.as_deref(), project.as_deref(), PAGE)?;
            let Some(last) = page.last() else { break };
            after = last.row;
            for entry in &page {
                let bytes = export::read_entry_bytes_for_export(&store, entry, masker.as_ref(), &mut lacking)?;
                let text = match lines {
                    true => export::export_entry_json_line(entry, bytes, masker.as_ref()),
                    false => export::export_entry_markdown(entry, &bytes, masker.as_ref()),
                };
                if !write_raw_to_stdout(text.as_bytes()) {
                    return Ok(ExitStatus::OK);
                }
            }
        }
        if lines {
            let mut after = 0;
            loop {
                let page = store.events_after(after, session.as_deref(), project.as_deref(), PAGE)?;
                let Some((last, _)) = page.last() else { break };
                after = *last;
                let lines: String =
                    page.iter().map(|(_, event)| export::export_event_json_line(event, masker.as_ref())).collect();
                if !write_raw_to_stdout(lines.as_bytes()) {
                    break;
                }
            }
        }
        match lacking.first() {
            None => Ok(ExitStatus::OK),
            Some(first) => Err(Error::damaged(format_args!(
                "damaged in the store and left out: {first}{}",
                if lacking.len() > 1 { format!(" and {} more", lacking.len() - 1) } else { String::new() }
            ))
            .with_hint("ctx doctor --deep names all of it")),
        }
    }
}
