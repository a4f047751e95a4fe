//! `ctx context --resume`: the last snapshot, and what happened since.

use serde_json::json;

use crate::commands::{Here, more_of, parse_bytes};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::session::brief::{BriefOptions, Format, render};
use crate::session::gather::{self, Limits};
use crate::session::reflect::moment;
use ctx_model::env::now_ms;
use ctx_store::Within;

/// The default budget in bytes.
const BUDGET: usize = 1024;

/// Print the last snapshot and what happened since
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ctx context --resume")]
pub struct Args {
    /// The snapshot of this session
    #[arg(long, value_name = "S")]
    session: Option<String>,
    /// At most this many bytes of what happened since
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    budget: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    /// `ctx context --resume`.
    pub fn of(session: Option<String>, budget: Option<usize>, json: bool) -> Args {
        Args { session, budget, json }
    }

    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let store = context.open_store()?;
        let here = Here::of(context, &store, self.session.as_deref())?;
        let Some(last) = store.last_snapshot(here.within.session.as_deref(), &here.project)? else {
            return Err(Error::absent("no snapshot in this project").hint("ctx context prints the brief as it is now"));
        };
        let since = Within { since: Some(last.at + 1), ..here.within };
        let now = now_ms();
        let sections = gather::sections(&store, &since, &Limits::default(), None, &context.masker(), now)?;
        let more = more_of(self.session.as_deref());
        let options = BriefOptions {
            format: Format::Text,
            max_bytes: self.budget.unwrap_or(BUDGET),
            compact: false,
            now,
            more: &more,
        };
        let news = render(&sections, options);
        if self.json {
            context.ui.json(&json!({ "at_ms": last.at, "snapshot": last.text, "since": news }));
            return Ok(ExitStatus::OK);
        }
        context.ui.out(&last.text);
        if news.is_empty() {
            context.ui.out(&format!("nothing since {}\n", moment(last.at)));
        } else {
            context.ui.out(&format!("since {}:\n{news}", moment(last.at)));
        }
        Ok(ExitStatus::OK)
    }
}
