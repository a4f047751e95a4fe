//! `ctx context --save`: keeps the brief as it is now, for after the conversation has been compacted.

use serde_json::json;

use crate::commands::{Here, more_of, parse_bytes};
use crate::context::Context;
use crate::error::Result;
use crate::exit_status::ExitStatus;
use crate::session::brief::{BriefOptions, Format, render};
use crate::session::gather::{self, Limits};
use crate::ui::count;
use ctx_model::env::now_ms;
use ctx_store::Snapshot;

/// The default budget in bytes.
const BUDGET: usize = 2048;

/// Store the brief as it is now; ctx context --resume prints it
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ctx context --save --session 0a1b2c3d")]
pub struct Args {
    /// Only this session, not the whole project
    #[arg(long, value_name = "S")]
    session: Option<String>,
    /// At most this many bytes
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    budget: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// `ctx context --save`.
    pub fn of(session: Option<String>, budget: Option<usize>, json: bool) -> Args {
        Args { session, budget, json }
    }

    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let mut store = context.open_store()?;
        let here = Here::of(context, &store, self.session.as_deref())?;
        let masker = context.masker();
        let now = now_ms();
        let sections =
            gather::sections(&store, &here.within, &Limits::default(), here.directory.as_deref(), &masker, now)?;
        let more = more_of(self.session.as_deref());
        let options = BriefOptions {
            format: Format::Text,
            max_bytes: self.budget.unwrap_or(BUDGET),
            compact: false,
            now,
            more: &more,
        };
        let text = render(&sections, options);
        let snapshot = Snapshot { at: now, session: here.within.session.clone(), text };
        store.keep_snapshot(&snapshot, &here.project)?;
        let lines = snapshot.text.lines().count() as u64;
        if self.json {
            context.ui.json(&json!({ "at_ms": snapshot.at, "bytes": snapshot.text.len(), "lines": lines }));
        } else {
            context.ui.out(&format!(
                "kept {} ({} bytes); ctx context --resume prints them\n",
                count(lines, "line"),
                snapshot.text.len()
            ));
        }
        Ok(ExitStatus::OK)
    }
}
