//! `ctx history --sessions`: the conversations that are known, the last one first.

use super::{Args, LISTED};
use crate::hub::{HubConnection, HubEntryFilter};
use crate::session::session_rows;
use crate::ui::{ColourMeaning, format_age, format_count};
use crate::{Context, ExitStatus, Result};
use ctx_model::unix_time_ms;

/// The newest entries of the hub, from which its sessions are listed.
const FROM_HUB: i64 = 10_000;

pub(super) fn print_sessions(context: &Context, asked: &Args, project: &str) -> Result<ExitStatus> {
    let mut store = context.open_store()?;
    if asked.hub {
        let mut hub = HubConnection::open(context, &mut store)?;
        store = hub.fetch_project_entries(&HubEntryFilter { limit: FROM_HUB, ..HubEntryFilter::default() })?;
    }
    let now = unix_time_ms();
    let rows = store.list_newest_sessions((!asked.all_projects).then_some(project), asked.limit.unwrap_or(LISTED))?;
    let masker = context.new_masker();
    if asked.json {
        let rows = rows.iter().map(|row| session_rows::session_json(row, &masker));
        context.ui.print_json(&serde_json::Value::Array(rows.collect()));
    } else if rows.is_empty() {
        context.ui.warn(
                "no sessions in this project; --all-projects looks further, ctx store --import reads what agents did before",
            );
    } else {
        let lines: String = rows
            .iter()
            .map(|row| {
                let mut parts = vec![format_age(now.saturating_sub(row.last_at))];
                parts.extend(row.agent.clone());
                parts.extend(row.project.clone().filter(|project| asked.all_projects && !project.is_empty()));
                parts.extend(row.branch.clone());
                parts.push(format_count(row.entries, "entry"));
                parts.extend(session_rows::short_last_request(row, &masker).map(|words| format!("\"{words}\"")));
                format!("{} · {}\n", context.ui.colour_text(ColourMeaning::Strong, &row.name), parts.join(" · "))
            })
            .collect();
        context.ui.print_wrapped(&lines);
    }
    Ok(ExitStatus::OK)
}
