//! `ctx forget --prune`: retention, now.

use serde_json::json;

use crate::context::Context;
use crate::error::Result;
use crate::exit_status::ExitStatus;
use crate::ui::{count, size};
use ctx_model::env::now_ms;
use ctx_store::Limits;

/// Delete old bytes; summaries, notes and pinned entries stay
#[derive(clap::Args)]
#[command(
    after_help = "Runs automatically once a day with the limits of ctx.toml (30 days, 2048 MB).\n\nExample:\n  ctx forget --prune --days 7"
)]
pub struct Args {
    /// Delete bytes older than this many days
    #[arg(long, value_name = "N")]
    days: Option<u32>,
    /// Delete the oldest bytes above this many stored megabytes
    #[arg(long, value_name = "N")]
    megabytes: Option<u64>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// `ctx forget --prune`.
    pub fn of(days: Option<u32>, megabytes: Option<u64>, json: bool) -> Args {
        Args { days, megabytes, json }
    }

    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let mut store = context.open_store()?;
        let retention = &context.config.retention;
        let megabytes = self.megabytes.unwrap_or(retention.megabytes);
        let limits = Limits {
            now: now_ms(),
            days: self.days.unwrap_or(retention.days),
            bytes: megabytes.saturating_mul(1 << 20),
            by_clock: true,
        };
        let pruned = store.prune(limits)?;
        let (entries, raw, stored) = store.totals()?;
        if self.json {
            context.ui.json(&json!({
                "pruned_entries": pruned.entries, "pruned_bytes": pruned.bytes,
                "entries": entries, "raw_bytes": raw, "stored_bytes": stored,
            }));
        } else {
            let kept = format!("{} kept, {} stored for {} raw", count(entries, "entry"), size(stored), size(raw));
            context.ui.out(&format!(
                "bytes of {} expired ({}); {kept}\n",
                count(pruned.entries, "entry"),
                size(pruned.bytes)
            ));
        }
        Ok(ExitStatus::OK)
    }
}
