//! `ctx usage`: what the work itself took: tokens and money, files, tools, commands.

use serde_json::{Map, Value};

use super::stats::{ResolvedScope, ScopeArgs, table_style};
use crate::stats::work::{self, CostSplit, ModelCosts, WorkTableKind};
use crate::{Context, Error, ExitStatus, Result};
use ctx_store::Store;

/// Rows of a table where all four are shown.
const ROWS: usize = 5;
/// Each question with its flag.
const QUESTIONS: [(WorkTableKind, &str); 4] = [
    (WorkTableKind::Cost, "cost"),
    (WorkTableKind::Files, "files"),
    (WorkTableKind::Tools, "tools"),
    (WorkTableKind::Slow, "slow"),
];

const SPLITS: [(&str, CostSplit); 5] = [
    ("day", CostSplit::Day),
    ("project", CostSplit::Project),
    ("session", CostSplit::Session),
    ("model", CostSplit::Model),
    ("agent", CostSplit::Agent),
];

/// Show tokens and money, files, tools and slow commands of the work
#[derive(clap::Args)]
#[command(after_help = include_str!("help/usage.txt"))]
pub struct Args {
    #[command(flatten)]
    within: ScopeArgs,
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
    #[arg(long, value_name = "WHAT", value_parser = SPLITS.map(|(name, _)| name))]
    by: Option<String>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print one table as CSV (RFC 4180)
    #[arg(long)]
    csv: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.by.is_some() && (self.files || self.tools || self.slow) {
            return Err(Error::usage("--by goes with --cost"));
        }
        let store = context.open_store()?;
        let within = self.within.resolve_scope(context);
        let asked = [self.cost || self.by.is_some(), self.files, self.tools, self.slow];
        let asked: Vec<_> =
            QUESTIONS.into_iter().zip(asked).filter(|(_, is)| *is).map(|(question, _)| question).collect();
        let ui = &context.ui;
        match asked.first() {
            Some((question, _)) => {
                let answer = self.answer_question(context, &store, &within, *question, work::ROWS)?;
                match answer.text {
                    _ if self.csv => ui.print(&answer.csv),
                    _ if self.json => ui.print_json(&answer.json),
                    Some(text) => ui.print_wrapped(&text),
                    None => warn_nothing_recorded(context),
                }
            }
            None if self.csv => {
                let hint = "ctx usage --cost, --files, --tools or --slow";
                return Err(Error::usage("--csv prints one table").with_hint(hint));
            }
            None => {
                let (mut pages, mut object) = (Vec::new(), Map::new());
                for (question, name) in QUESTIONS {
                    let answer = self.answer_question(context, &store, &within, question, ROWS)?;
                    pages.extend(answer.text.map(|text| format!("{text}more: ctx usage --{name}\n")));
                    object.insert(name.to_owned(), answer.json);
                }
                match self.json {
                    true => ui.print_json(&Value::Object(object)),
                    false if pages.is_empty() => warn_nothing_recorded(context),
                    false => ui.print_wrapped(&pages.join("\n")),
                }
            }
        }
        Ok(ExitStatus::OK)
    }

    fn answer_question(
        &self,
        context: &Context,
        store: &Store,
        within: &ResolvedScope,
        question: WorkTableKind,
        rows: usize,
    ) -> Result<RenderedAnswer> {
        let (span, since) = (within.stats_scope(), within.since);
        if question == WorkTableKind::Cost {
            let cost = ModelCosts::load_costs(store, span, since, &context.config.prices)?;
            let split = SPLITS.iter().find(|(name, _)| self.by.as_deref() == Some(name)).map(|(_, split)| *split);
            return Ok(RenderedAnswer {
                csv: cost.split_table(split.unwrap_or(CostSplit::Day)).csv(),
                json: cost.to_json(split),
                text: (!cost.is_empty()).then(|| cost.render_text(split, table_style(context))),
            });
        }
        let table = work::build_work_table(store, span, since, question, self.json || self.csv, &context.new_masker())?;
        Ok(RenderedAnswer {
            csv: table.csv(),
            json: table.to_json(),
            text: (!table.rows.is_empty()).then(|| table.render_text(table_style(context), rows)),
        })
    }
}

/// The answer to a question in its three forms; no text where there is nothing to tell.
struct RenderedAnswer {
    csv: String,
    json: Value,
    text: Option<String>,
}

fn warn_nothing_recorded(context: &Context) {
    context.ui.warn(
        "nothing of that kind is recorded here; --all-projects looks further, ctx store --import reads agents' transcripts",
    );
}
