//! `ctx stats`: what was kept out of the context window, less all that it cost.

mod fold;
mod view;

use std::time::Duration;

use super::{moment, parse_duration, project_at};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::prices::TokenPrice;
use crate::stats::report::StatsReport;
use crate::stats::table::BarStyle;
use crate::stats::work::{self, CostSplit, ModelCost, WorkQuestion};
use crate::stats::{self, HOST_CAP, StatsTally};
use ctx_model::Scope;
use ctx_model::env::now_ms;
use ctx_store::{IMPORTED, OUTPUTS, StatsOutput, StatsScope, Store};
use view::StatsView;

/// Show how much was saved, and what it cost
#[derive(clap::Args)]
#[command(
    after_help = "saved per output = min(raw, what the host shows) − printed − fetched later. Hosts cut long output themselves, each in its \
    own way (Claude Code shows 2.3 KB of a success above 30,000 bytes and 10 KB of a failure, Codex 10 KB of anything; an \
    unknown host 30,000 bytes), and what they cut is not counted as saved. What `get` and `search` printed later is a cost \
    (at most 30,000 bytes a call). A loss is shown as a negative number. Tokens are an estimate: 4 bytes each.\n\
    Notes and documents count as costs only, output passed on by --tee saves nothing.\n\n\
    Examples:\n  ctx stats\n  ctx stats --all-projects --by command\n  ctx stats --session --retries\n  ctx stats --all-projects --by day --csv\n  ctx stats --all-projects --cost --by model\n  ctx stats --slow\n  ctx stats --fold"
)]
pub struct Args {
    /// Only this session, or the one named (--session=S)
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, conflicts_with_all = ["project", "all_projects"])]
    session: Option<Option<String>>,
    /// Only this project (the default), or the one at this path
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "all_projects")]
    project: Option<String>,
    /// Everything in the store
    #[arg(long)]
    all_projects: bool,
    /// Only what was run and fetched since then (30m, 2h, 7d)
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with_all = ["fold", "cost", "files", "tools", "slow"])]
    since: Option<Duration>,
    /// Print one table in full
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["retries", "missed"])]
    by: Option<By>,
    /// Commands run again, or fetched whole, within five minutes: a digest that may have hidden too much
    #[arg(long, conflicts_with = "missed")]
    retries: bool,
    /// Commands of imported history that ran without ctx, by what they would have saved
    #[arg(long)]
    missed: bool,
    /// What folding saved, and what the agents' recorded sessions would have cost folded (docs/fold.md)
    #[arg(long, conflicts_with_all = ["by", "retries", "missed", "csv"])]
    fold: bool,
    /// Dollars a million tokens for --fold: input,cache read,cache write,output
    #[arg(long, value_name = "PRICES", requires = "fold", value_parser = TokenPrice::parse)]
    price: Option<TokenPrice>,
    /// Tokens and money that models took, from imported transcripts
    #[arg(long, conflicts_with_all = ["retries", "missed"])]
    cost: bool,
    /// Files by how often they were changed and read
    #[arg(long, conflicts_with_all = ["retries", "missed", "cost"])]
    files: bool,
    /// Tools by how often they were called
    #[arg(long, conflicts_with_all = ["retries", "missed", "cost", "files"])]
    tools: bool,
    /// Commands by the time they took
    #[arg(long, conflicts_with_all = ["retries", "missed", "cost", "files", "tools"])]
    slow: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print one table as CSV (RFC 4180)
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Command,
    Day,
    /// Only with --cost, like those below
    Project,
    Session,
    Model,
    Agent,
}

impl By {
    fn split(self) -> Option<CostSplit> {
        match self {
            By::Command => None,
            By::Day => Some(CostSplit::Day),
            By::Project => Some(CostSplit::Project),
            By::Session => Some(CostSplit::Session),
            By::Model => Some(CostSplit::Model),
            By::Agent => Some(CostSplit::Agent),
        }
    }
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.fold {
            return self.print_folded(context);
        }
        let store = context.open_store()?;
        let (session, project) = self.session_and_project(context);
        let span = self.span(&session, &project);
        let span_name = match span {
            StatsScope::Session(_) => "session",
            StatsScope::All => "all",
            StatsScope::Project(_) => "project",
        };
        if let Some(question) = self.question() {
            let split = self.by.and_then(By::split);
            if self.by.is_some() && (question != WorkQuestion::Cost || split.is_none()) {
                return Err(Error::usage("--by goes with --cost as day, project, session, model or agent"));
            }
            return self.answer(context, &store, span, question, split);
        }
        if self.by.is_some_and(|by| !matches!(by, By::Command | By::Day)) {
            return Err(Error::usage("--by project, session, model and agent go with --cost"));
        }
        let masker = context.new_masker();
        let mut tally = StatsTally::default();
        let since = moment(now_ms(), self.since);
        let is_recent = |output: &StatsOutput| since.is_none_or(|since| output.started_at >= since);
        let besides = if self.missed {
            store.for_each_output(IMPORTED, span, HOST_CAP, |output| {
                if is_recent(output) && stats::ran_without_ctx(output) {
                    tally.add(output);
                }
            })?;
            0
        } else {
            store.for_each_output(OUTPUTS, span, HOST_CAP, |output| {
                if is_recent(output) {
                    tally.add(output);
                }
            })?;
            store.bytes_printed_without_output(span, HOST_CAP, since)?
        };
        let figures = StatsReport { span: span_name, tally, besides, masker: &masker };
        let page = StatsView { args: &self, context, figures, bars: bars(context) };
        if self.retries {
            page.print_retries();
        } else if self.missed {
            page.print_missed();
        } else {
            page.print_savings();
        }
        Ok(ExitStatus::OK)
    }
}

impl Args {
    /// The session and the project that were named, or those of this call.
    fn session_and_project(&self, context: &Context) -> (String, String) {
        let named = self.session.clone().flatten();
        let session = named.unwrap_or_else(|| Scope::from_env(&context.env, now_ms()).session);
        (session, project_at(context, self.project.as_deref().unwrap_or_default()))
    }

    /// What the figures are about.
    fn span<'a>(&self, session: &'a str, project: &'a str) -> StatsScope<'a> {
        match (&self.session, self.all_projects) {
            (Some(_), _) => StatsScope::Session(session),
            (None, true) => StatsScope::All,
            (None, false) => StatsScope::Project(project),
        }
    }

    /// Answers a question about the work itself.
    fn answer(
        &self,
        context: &Context,
        store: &Store,
        span: StatsScope<'_>,
        question: WorkQuestion,
        split: Option<CostSplit>,
    ) -> Result<ExitStatus> {
        let (ui, bars) = (&context.ui, bars(context));
        let nothing =
            "nothing of that kind is recorded here; --all-projects looks further, ctx import reads agents' transcripts";
        if question == WorkQuestion::Cost {
            let cost = ModelCost::load_costs(store, span, &context.config.prices)?;
            if self.csv {
                ui.print(&cost.split_table(split.unwrap_or(CostSplit::Day)).csv());
            } else if self.json {
                ui.json(&cost.to_json(split));
            } else if cost.is_empty() {
                ui.warn(nothing);
            } else {
                ui.print(&cost.render_text(split, bars));
            }
            return Ok(ExitStatus::OK);
        }
        let table = work::build_work_table(store, span, question, self.json || self.csv, &context.new_masker())?;
        if self.csv {
            ui.print(&table.csv());
        } else if self.json {
            ui.json(&table.to_json());
        } else if table.rows.is_empty() {
            ui.warn(nothing);
        } else {
            ui.print(&table.render_text(bars, work::ROWS));
        }
        Ok(ExitStatus::OK)
    }

    fn question(&self) -> Option<WorkQuestion> {
        let asked = [
            (self.cost, WorkQuestion::Cost),
            (self.files, WorkQuestion::Files),
            (self.tools, WorkQuestion::Tools),
            (self.slow, WorkQuestion::Slow),
        ];
        asked.into_iter().find(|(is, _)| *is).map(|(_, question)| question)
    }
}

fn bars(context: &Context) -> BarStyle {
    if context.env.stdout_is_terminal && context.env.supports_utf8() { BarStyle::Blocks } else { BarStyle::Ascii }
}
