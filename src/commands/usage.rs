//! `ctx usage`: what the work itself took: tokens and money, files, tools, commands.

use std::time::Duration;

use serde_json::{Map, Value};

use super::stats::{Within, table_style};
use super::{moment, parse_age};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::stats::work::{self, CostSplit, ModelCosts, WorkQuestion};
use ctx_model::env::now_ms;
use ctx_store::{StatsScope, Store};

/// Rows of a table where all four are shown.
const ROWS: usize = 5;
/// Each question with its flag.
const QUESTIONS: [(WorkQuestion, &str); 4] = [
    (WorkQuestion::Cost, "cost"),
    (WorkQuestion::Files, "files"),
    (WorkQuestion::Tools, "tools"),
    (WorkQuestion::Slow, "slow"),
];

/// Show tokens and money, files, tools and slow commands of the work
#[derive(clap::Args)]
#[command(after_help = "Tokens and money come from agents' own transcripts: ctx store --import reads them.\n\n\
    Examples:\n  ctx usage\n  ctx usage --slow\n  ctx usage --all-projects --cost --by model\n  ctx usage --files --csv")]
pub struct Args {
    #[command(flatten)]
    within: Within,
    /// Only what was done since then (2h, 7d, yesterday, 2026-03-01)
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    since: Option<Duration>,
    /// Tokens and money that models took, from imported transcripts
    #[arg(long)]
    cost: bool,
    /// Files by how often they were changed and read
    #[arg(long, conflicts_with = "cost")]
    files: bool,
    /// Tools by how often they were called
    #[arg(long, conflicts_with_all = ["cost", "files"])]
    tools: bool,
    /// Commands by the time they took
    #[arg(long, conflicts_with_all = ["cost", "files", "tools"])]
    slow: bool,
    /// Tokens and money by day, project, session, model or agent
    #[arg(long, value_enum, value_name = "WHAT")]
    by: Option<By>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print one table as CSV (RFC 4180)
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Day,
    Project,
    Session,
    Model,
    Agent,
}

impl From<By> for CostSplit {
    fn from(by: By) -> CostSplit {
        match by {
            By::Day => CostSplit::Day,
            By::Project => CostSplit::Project,
            By::Session => CostSplit::Session,
            By::Model => CostSplit::Model,
            By::Agent => CostSplit::Agent,
        }
    }
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.by.is_some() && (self.files || self.tools || self.slow) {
            return Err(Error::usage("--by goes with --cost"));
        }
        let store = context.open_store()?;
        let span = self.within.resolve_span(context);
        let asked = [self.cost || self.by.is_some(), self.files, self.tools, self.slow];
        let asked: Vec<_> =
            QUESTIONS.into_iter().zip(asked).filter(|(_, is)| *is).map(|(question, _)| question).collect();
        let ui = &context.ui;
        match asked.first() {
            Some((question, _)) => match self.answer(context, &store, span.stats_scope(), *question, work::ROWS)? {
                Answer::Text(text) if self.csv => ui.print(&text),
                Answer::Text(text) => ui.print_wrapped(&text),
                Answer::Json(value) => ui.json(&value),
                Answer::Nothing => nothing(context),
            },
            None if self.csv => {
                return Err(
                    Error::usage("--csv prints one table").with_hint("ctx usage --cost, --files, --tools or --slow")
                );
            }
            None => {
                let (mut pages, mut object) = (Vec::new(), Map::new());
                for (question, name) in QUESTIONS {
                    match self.answer(context, &store, span.stats_scope(), question, ROWS)? {
                        Answer::Text(text) => pages.push(format!("{text}more: ctx usage --{name}\n")),
                        Answer::Json(value) => drop(object.insert(name.to_owned(), value)),
                        Answer::Nothing => {}
                    }
                }
                match self.json {
                    true => ui.json(&Value::Object(object)),
                    false if pages.is_empty() => nothing(context),
                    false => ui.print_wrapped(&pages.join("\n")),
                }
            }
        }
        Ok(ExitStatus::OK)
    }

    fn answer(
        &self,
        context: &Context,
        store: &Store,
        span: StatsScope<'_>,
        question: WorkQuestion,
        rows: usize,
    ) -> Result<Answer> {
        let since = moment(now_ms(), self.since);
        if question == WorkQuestion::Cost {
            let cost = ModelCosts::load_costs(store, span, since, &context.config.prices)?;
            let split = self.by.map(CostSplit::from);
            return Ok(if self.csv {
                Answer::Text(cost.split_table(split.unwrap_or(CostSplit::Day)).csv())
            } else if self.json {
                Answer::Json(cost.to_json(split))
            } else if cost.is_empty() {
                Answer::Nothing
            } else {
                Answer::Text(cost.render_text(split, table_style(context)))
            });
        }
        let table = work::build_work_table(store, span, since, question, self.json || self.csv, &context.new_masker())?;
        Ok(if self.csv {
            Answer::Text(table.csv())
        } else if self.json {
            Answer::Json(table.to_json())
        } else if table.rows.is_empty() {
            Answer::Nothing
        } else {
            Answer::Text(table.render_text(table_style(context), rows))
        })
    }
}

enum Answer {
    Text(String),
    Json(Value),
    Nothing,
}

fn nothing(context: &Context) {
    context.ui.warn(
        "nothing of that kind is recorded here; --all-projects looks further, ctx store --import reads agents' transcripts",
    );
}
