//! `ctx sessions`: the conversations that are known, the last one first.

use super::project_at;
use crate::context::Context;
use crate::error::Result;
use crate::exit_status::ExitStatus;
use crate::hub::Wanted;
use crate::hub_connection::HubConnection;
use crate::session::listed;
use crate::ui::{ago, count};
use ctx_model::env::now_ms;

/// The newest entries of the hub, from which its sessions are listed.
const FROM_HUB: i64 = 10_000;

/// List sessions: age, agent, project, branch, entries, last request
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  ctx sessions\n  ctx sessions --all-projects --limit 50 --json")]
pub struct Args {
    /// At most this many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    limit: u32,
    /// Sessions of the project at this path (default: this one)
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with_all = ["all_projects", "hub"])]
    project: Option<String>,
    /// Sessions of all projects
    #[arg(long)]
    all_projects: bool,
    /// Sessions of this project on all machines, from the hub
    #[arg(long, conflicts_with = "all_projects")]
    hub: bool,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let mut store = context.open_store()?;
        if self.hub {
            let mut hub = HubConnection::open(context, &mut store)?;
            store = hub.entries(&Wanted { limit: FROM_HUB, ..Wanted::default() })?;
        }
        let now = now_ms();
        let project = project_at(context, self.project.as_deref().unwrap_or_default());
        let rows = store.sessions((!self.all_projects).then_some(&*project), self.limit)?;
        let masker = context.masker();
        if self.json {
            let rows = rows.iter().map(|row| listed::session_json(row, &masker));
            context.ui.json(&serde_json::Value::Array(rows.collect()));
        } else if rows.is_empty() {
            context.ui.warn(
                "no sessions in this project; --all-projects looks further, ctx import reads what agents did before",
            );
        } else {
            let lines: String = rows
                .iter()
                .map(|row| {
                    let mut parts = vec![ago(now.saturating_sub(row.last_at))];
                    parts.extend(row.agent.clone());
                    parts.extend(row.project.clone().filter(|project| self.all_projects && !project.is_empty()));
                    parts.extend(row.branch.clone());
                    parts.push(count(row.entries, "entry"));
                    parts.extend(listed::last_request(row, &masker).map(|words| format!("\"{words}\"")));
                    format!("{} · {}\n", row.name, parts.join(" · "))
                })
                .collect();
            context.ui.out(&lines);
        }
        Ok(ExitStatus::OK)
    }
}
