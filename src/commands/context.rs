//! `ctx context`: the brief for a new or compacted conversation.

mod dropped;

use serde_json::json;

use super::{HistoryScope, commands_that_show_more, parse_byte_size, print_json_or_text};
use crate::session::brief::{BriefFormat, BriefOptions, BriefSection, render_brief};
use crate::session::gather::{self, BriefQuery, SECTIONS, SectionLimits};
use crate::session::reflect::format_utc_minute;
use crate::ui::{format_count, paint_brief};
use crate::{Context, Error, ExitStatus, Result};
use ctx_model::unix_time_ms;
use ctx_store::{SavedBrief, SessionEventFilter, Store};

/// The default budgets in bytes: of a brief, of one that is stored, and of what happened since.
const BUDGET: usize = 10_240;
const SAVED: usize = 2048;
const SINCE: usize = 1024;

/// Print what a new conversation needs: goal, errors, decisions
#[derive(clap::Args)]
#[command(after_help = include_str!("help/context.txt"))]
pub struct Args {
    /// At most this many lines a section
    #[arg(short = 'n', long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    limit: i64,
    /// Titles only, without references
    #[arg(long)]
    compact: bool,
    /// At most this many bytes (default: 10240; with --save 2048, with --resume 1024 of what happened since)
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size)]
    budget: Option<usize>,
    /// Which sections, each with its own limit where wanted (files=20)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    sections: Vec<String>,
    /// Only this session, not the whole project
    #[arg(long, value_name = "S")]
    session: Option<String>,
    /// Store the brief as it is now, for after the conversation has been compacted
    #[arg(long, conflicts_with_all = ["resume", "limit", "compact", "sections"])]
    save: bool,
    /// Print the brief that --save stored last, and what happened since
    #[arg(long, conflicts_with_all = ["limit", "compact", "sections"])]
    resume: bool,
    /// List what the conversation held and holds no longer (compacted, cleared), each with its reference
    #[arg(long, conflicts_with_all = ["save", "resume", "limit", "compact", "sections"])]
    dropped: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.dropped {
            return dropped::print_dropped_items(context, self.session.as_deref(), self.budget, self.json);
        }
        let limits = SectionLimits {
            each: self.limit,
            named: self.sections.iter().map(|name| parse_section_limit(name)).collect::<Result<_>>()?,
        };
        let mut store = context.open_store()?;
        let here = HistoryScope::resolve_scope(context, &store, self.session.as_deref())?;
        if self.resume {
            return self.print_saved_brief_and_news(context, &store, &here);
        }
        let now = unix_time_ms();
        let query = BriefQuery {
            within: &here.within,
            limits: &limits,
            here: here.directory.as_deref(),
            now,
            by_session: false,
        };
        let sections = gather::gather_sections(&store, &query, &context.new_masker())?;
        let format = if self.json && !self.save { BriefFormat::Json } else { BriefFormat::Text };
        let text = self.render_brief_text(&sections, format, if self.save { SAVED } else { BUDGET }, now);
        if self.save {
            return self.save_brief(
                context,
                &mut store,
                &here,
                SavedBrief { at: now, session: here.within.session.clone(), text },
            );
        }
        if text.is_empty() {
            context.ui.warn("nothing is recorded here yet; ctx store --import reads earlier agent sessions");
        }
        let text = if format == BriefFormat::Text { context.ui.colour_page(&text, paint_brief) } else { text };
        context.ui.print_wrapped(&text);
        Ok(ExitStatus::OK)
    }

    fn render_brief_text(&self, sections: &[BriefSection], format: BriefFormat, max_bytes: usize, now: i64) -> String {
        let more = commands_that_show_more(self.session.as_deref());
        let max_bytes = self.budget.unwrap_or(max_bytes);
        render_brief(sections, BriefOptions { format, max_bytes, compact: self.compact, now, more: &more })
    }

    /// Keeps the brief for after the conversation has been compacted.
    fn save_brief(
        &self,
        context: &Context,
        store: &mut Store,
        here: &HistoryScope,
        snapshot: SavedBrief,
    ) -> Result<ExitStatus> {
        store.save_brief(&snapshot, &here.project)?;
        let (lines, bytes) = (snapshot.text.lines().count() as u64, snapshot.text.len());
        let json = json!({ "at_ms": snapshot.at, "bytes": bytes, "lines": lines });
        let text = format!("kept {} ({bytes} bytes); ctx context --resume prints them\n", format_count(lines, "line"));
        print_json_or_text(context, self.json, &json, &text)
    }

    /// Prints the last snapshot and what happened since.
    fn print_saved_brief_and_news(&self, context: &Context, store: &Store, here: &HistoryScope) -> Result<ExitStatus> {
        let Some(last) = store.last_saved_brief(here.within.session.as_deref(), &here.project)? else {
            return Err(
                Error::not_found("no snapshot in this project").with_hint("ctx context prints the brief as it is now")
            );
        };
        let since = SessionEventFilter { since: Some(last.at + 1), ..here.within.clone() };
        let now = unix_time_ms();
        let query =
            BriefQuery { within: &since, limits: &SectionLimits::default(), here: None, now, by_session: false };
        let sections = gather::gather_sections(store, &query, &context.new_masker())?;
        let news = self.render_brief_text(&sections, BriefFormat::Text, SINCE, now);
        if self.json {
            context.ui.print_json(&json!({ "at_ms": last.at, "snapshot": last.text, "since": news }));
            return Ok(ExitStatus::OK);
        }
        let since = match news.is_empty() {
            true => format!("nothing since {}\n", format_utc_minute(last.at)),
            false => format!("since {}:\n{news}", format_utc_minute(last.at)),
        };
        context.ui.print_wrapped(&context.ui.colour_page(&format!("{}{since}", last.text), paint_brief));
        Ok(ExitStatus::OK)
    }
}

/// `files`, `files=20`, `runs=-1`.
fn parse_section_limit(text: &str) -> Result<(String, i64)> {
    let (name, limit) = text.split_once('=').unwrap_or((text, "0"));
    let known = SECTIONS.iter().any(|section| section.name == name);
    match limit.parse() {
        Ok(limit) if known => Ok((name.to_owned(), limit)),
        _ => {
            let names: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
            Err(Error::usage(format_args!("unknown section '{text}'"))
                .with_hint(format_args!("use one of {}, or NAME=LIMIT", names.join(", "))))
        }
    }
}
