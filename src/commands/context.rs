//! `ctx context`: the brief for a new or compacted conversation.

mod dropped;
mod resume;
mod snapshot;

use super::{Here, more_of, parse_bytes};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::session::brief::{BriefOptions, Format, render};
use crate::session::gather::{self, Limits, SECTIONS};
use ctx_model::env::now_ms;

/// The default budget in bytes.
const BUDGET: usize = 3072;

/// Print the brief: goal, last requests, state, errors, decisions, files
#[derive(clap::Args)]
#[command(
    after_help = "Sections: goal, request, earlier, outcome, errors, tasks, decisions, solved, files, notes, elsewhere, git, rules, runs. Limits: 0 = default, N = at most N lines, -1 = omit.\n\n\
    Examples:\n  ctx context\n  ctx context --limit 8 --compact\n  ctx context --sections request,errors,files=20\n  ctx context --sections runs=-1 --format xml\n  ctx context --save\n  ctx context --resume\n  ctx context --dropped"
)]
pub struct Args {
    /// At most this many lines a section
    #[arg(short = 'n', long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    limit: i64,
    /// Titles only, without references
    #[arg(long)]
    compact: bool,
    /// At most this many bytes (default: 3072; with --save 2048, with --resume 1024 of what happened since)
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    budget: Option<usize>,
    /// Which sections, each with its own limit where wanted (files=20)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    sections: Vec<String>,
    /// Only this session, not the whole project
    #[arg(long, value_name = "S")]
    session: Option<String>,
    /// Store the brief as it is now, for after the conversation has been compacted
    #[arg(long, conflicts_with_all = ["resume", "limit", "compact", "sections", "format"])]
    save: bool,
    /// Print the brief that --save stored last, and what happened since
    #[arg(long, conflicts_with_all = ["limit", "compact", "sections", "format"])]
    resume: bool,
    /// List what the conversation held and holds no longer (compacted, cleared), each with its reference
    #[arg(long, conflicts_with_all = ["save", "resume", "limit", "compact", "sections", "format"])]
    dropped: bool,
    /// text, xml or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ["text", "xml", "json"])]
    format: String,
    /// The same as --format json
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.dropped {
            return dropped::Args { session: self.session, budget: self.budget, json: self.json }.run(context);
        }
        if self.save {
            return snapshot::Args::of(self.session, self.budget, self.json).run(context);
        }
        if self.resume {
            return resume::Args::of(self.session, self.budget, self.json).run(context);
        }
        let limits = Limits {
            each: self.limit,
            named: self.sections.iter().map(|name| parse_section(name)).collect::<Result<_>>()?,
        };
        let store = context.open_store()?;
        let here = Here::of(context, &store, self.session.as_deref())?;
        let now = now_ms();
        let sections =
            gather::sections(&store, &here.within, &limits, here.directory.as_deref(), &context.masker(), now)?;
        let format = match (self.json, &*self.format) {
            (true, _) | (_, "json") => Format::Json,
            (_, "xml") => Format::Xml,
            _ => Format::Text,
        };
        let more = more_of(self.session.as_deref());
        let options =
            BriefOptions { format, max_bytes: self.budget.unwrap_or(BUDGET), compact: self.compact, now, more: &more };
        let text = render(&sections, options);
        if text.is_empty() {
            context.ui.warn("nothing is recorded here yet; ctx import reads earlier agent sessions");
        }
        context.ui.out(&text);
        Ok(ExitStatus::OK)
    }
}

/// `files`, `files=20`, `runs=-1`.
fn parse_section(text: &str) -> Result<(String, i64)> {
    let (name, limit) = text.split_once('=').unwrap_or((text, "0"));
    let known = SECTIONS.iter().any(|(section, ..)| *section == name);
    match limit.parse() {
        Ok(limit) if known => Ok((name.to_owned(), limit)),
        _ => {
            let names: Vec<&str> = SECTIONS.iter().map(|(name, ..)| *name).collect();
            Err(Error::usage(format_args!("unknown section '{text}'"))
                .hint(format_args!("use one of {}, or NAME=LIMIT", names.join(", "))))
        }
    }
}
