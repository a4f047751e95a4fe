//! `ctx stats`: what was kept out of the context window, less all that it cost.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::{parse_age, resolve_project, time_before_now};
use crate::fold::bill;
use crate::fold::live::LiveFoldReport;
use crate::fold::{FoldHost, Transcript};
use crate::import::find;
use crate::prices::{self, TokenPrice};
use crate::stats::report::StatsReport;
use crate::stats::table::{StatsTable, TableCell, TableStyle, format_signed_size};
use crate::stats::work::ModelCosts;
use crate::stats::{self, BYTES_A_TOKEN, HOST_CAP, OutputSums, SOON_MS, StatsTally};
use crate::ui::{ColourMeaning, format_count, format_size};
use crate::{Context, ExitStatus, Result};
use ctx_model::unix_time_ms;
use ctx_store::{IMPORTED, OUTPUTS, OutputUsageRow, StatsScope};

/// Rows of each table where both are shown.
const COMMANDS: usize = 10;
const DAYS: usize = 14;
/// Sessions that --fold reads at most, the newest first.
const SESSIONS: usize = 40;

/// Show how much was kept out of context windows
#[derive(clap::Args)]
#[command(after_help = include_str!("help/stats.txt"))]
pub struct Args {
    #[command(flatten)]
    within: ScopeArgs,
    /// Print one table in full
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["retries", "missed"])]
    by: Option<GroupBy>,
    /// Commands run again, or fetched whole, within five minutes: a digest that may have hidden too much
    #[arg(long, conflicts_with = "missed")]
    retries: bool,
    /// Commands of imported history that ran without ctx, by what they would have saved
    #[arg(long)]
    missed: bool,
    /// What folding saved, and what the agents' recorded sessions would have cost folded (docs/fold.md)
    #[arg(long, conflicts_with_all = ["since", "by", "retries", "missed", "csv"])]
    fold: bool,
    /// Dollars a million tokens, if not those of the model used most: input,cache read,cache write,output
    #[arg(long, value_name = "PRICES", value_parser = TokenPrice::parse)]
    price: Option<TokenPrice>,
    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print one table as CSV (RFC 4180)
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum GroupBy {
    Command,
    Day,
}

/// What of the store is counted.
#[derive(clap::Args)]
pub struct ScopeArgs {
    /// Only this session, or the one named (--session=S)
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, conflicts_with_all = ["project", "all_projects"])]
    session: Option<Option<String>>,
    /// Only this project (the default), or the one at this path
    #[arg(short, long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "all_projects")]
    project: Option<String>,
    /// Everything in the store
    #[arg(long)]
    all_projects: bool,
    /// Only what was done since then (2h, 7d, yesterday, 2026-03-01)
    #[arg(long, value_name = "TIME", value_parser = parse_age)]
    since: Option<Duration>,
}

/// The same with its name and its time filled in.
pub struct ResolvedScope {
    /// `session`, `project` or `all`.
    span: &'static str,
    /// Of the session or the project.
    name: String,
    pub since: Option<i64>,
}

impl ScopeArgs {
    pub fn resolve_scope(&self, context: &Context) -> ResolvedScope {
        let now = unix_time_ms();
        let own_session = || context.current_command_scope().session;
        let (span, name) = match &self.session {
            Some(named) => ("session", named.clone().unwrap_or_else(own_session)),
            None => (
                if self.all_projects { "all" } else { "project" },
                resolve_project(context, self.project.as_deref().unwrap_or_default()),
            ),
        };
        ResolvedScope { span, name, since: time_before_now(now, self.since) }
    }
}

impl ResolvedScope {
    pub fn stats_scope(&self) -> StatsScope<'_> {
        match self.span {
            "session" => StatsScope::Session(&self.name),
            "project" => StatsScope::Project(&self.name),
            _ => StatsScope::All,
        }
    }
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if self.fold {
            return self.print_fold_stats(context);
        }
        let store = context.open_store()?;
        let named = self.within.resolve_scope(context);
        let (span, since) = (named.stats_scope(), named.since);
        let masker = context.new_masker();
        let mut tally = StatsTally::default();
        let kinds = if self.missed { IMPORTED } else { OUTPUTS };
        store.for_each_finished_output(kinds, span, HOST_CAP, |output: &OutputUsageRow| {
            let is_recent = since.is_none_or(|since| output.started_at >= since);
            if is_recent && (!self.missed || stats::did_run_without_ctx(output)) {
                tally.add_output(output);
            }
        })?;
        let besides = if self.missed { 0 } else { store.get_and_search_bytes_of_no_output(span, HOST_CAP, since)? };
        let costs = ModelCosts::load_costs(&store, span, since, &context.config.prices)?;
        let model = costs.most_used_model().map(|(model, price)| (format!("as input of {model}"), price));
        let price = self.price.map(|price| ("at --price".to_owned(), price)).or(model);
        let input_price = price.as_ref().map(|(_, price)| price.input);
        let figures = StatsReport { span: named.span, tally, besides, masker: &masker, input_price };
        let priced = price.map(|(name, _)| name);
        let view = StatsView { args: &self, context, figures, priced, style: table_style(context) };
        view.print_answer(match (self.retries, self.missed) {
            (true, _) => view.retries_answer(),
            (_, true) => view.missed_savings_answer(),
            _ => view.savings_answer(),
        });
        Ok(ExitStatus::OK)
    }

    /// What the newest of the agents' own transcripts of this project cost, and would have cost folded.
    fn compute_transcript_bills(
        &self,
        context: &Context,
        price: &dyn Fn(&str) -> Option<TokenPrice>,
    ) -> Vec<bill::SessionBill> {
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let named = self.within.session.as_ref().and_then(|session| session.as_deref());
        let project = context.current_command_scope().project;
        let mut files: Vec<_> = find::find_all_transcripts(&context.env.agent_homes())
            .into_iter()
            .map(|file| file.path)
            .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
            .filter(|path| !path.components().any(|part| part.as_os_str() == "subagents"))
            .filter_map(|path| Some((std::fs::metadata(&path).ok()?.modified().ok()?, path)))
            .collect();
        files.sort();
        let bills = files.into_iter().rev().filter_map(|(_, path)| {
            let text = String::from_utf8_lossy(&std::fs::read(&path).ok()?).into_owned();
            let transcript = Transcript::from_file_text(&text);
            let is_here = transcript.cwd.as_ref().is_some_and(|cwd| Path::new(cwd).starts_with(&project));
            let is_wanted = match named {
                Some(named) => transcript.session.as_deref() == Some(named),
                None => self.within.all_projects || is_here,
            };
            if !is_wanted || transcript.usage.is_empty() {
                return None;
            }
            let name = transcript.session.clone().unwrap_or_else(|| path.display().to_string());
            bill::compute_transcript_bill(name, &transcript, price, &mut FoldHost::new(&masker, &readers))
        });
        bills.take(if self.within.session.is_some() { 1 } else { SESSIONS }).collect()
    }

    /// What went through the proxy, then what recorded sessions would have cost.
    fn print_fold_stats(&self, context: &Context) -> Result<ExitStatus> {
        let price = |model: &str| self.price.or_else(|| prices::price_of_model(model, &context.config.prices));
        let sessions = self.compute_transcript_bills(context, &price);
        let (store, named) = (context.open_store()?, self.within.resolve_scope(context));
        let (sums, rules) =
            (store.fold_totals_by_session(named.stats_scope())?, store.fold_rule_counts(named.stats_scope())?);
        let live = LiveFoldReport::from_sums(sums, rules, &price);
        if self.json {
            context.ui.print_json(
                &json!({ "prices": prices::price_list_date(), "live": live.to_json(), "sessions": sessions }),
            );
            return Ok(ExitStatus::OK);
        }
        if !live.is_empty() {
            context.ui.print_wrapped(&format!("{}\n", live.render_page()));
        }
        if !sessions.is_empty() {
            context.ui.print_wrapped(&bill::render_bill_page(&sessions, self.price.is_some()));
        } else if live.is_empty() {
            context.ui.warn(
                "no transcript of Claude Code or Codex with token counts belongs to this project; --all-projects looks further",
            );
        }
        Ok(ExitStatus::OK)
    }
}

pub fn table_style(context: &Context) -> TableStyle {
    let blocks = context.env.stdout_is_terminal && context.env.supports_utf8();
    TableStyle { blocks, colour: context.env.colour, columns: context.ui.screen_width_columns() }
}

struct StatsView<'a> {
    args: &'a Args,
    context: &'a Context,
    figures: StatsReport<'a>,
    /// Where the price of a token is from.
    priced: Option<String>,
    style: TableStyle,
}

/// The answer to a question in its three forms.
struct StatsAnswer {
    table: StatsTable,
    json: Value,
    /// What people read, or what there is nothing of.
    text: std::result::Result<String, &'static str>,
}

impl StatsView<'_> {
    fn print_answer(&self, answer: StatsAnswer) {
        let ui = &self.context.ui;
        match answer.text {
            _ if self.args.csv => ui.print(&answer.table.csv()),
            _ if self.args.json => ui.print_json(&answer.json),
            Ok(text) => ui.print_wrapped(&text),
            Err(nothing) if self.figures.span == "all" => ui.warn(format_args!("{nothing} in the store")),
            Err(nothing) => {
                ui.warn(format_args!("{nothing} in {}; --all-projects looks further", self.scope_phrase()));
            }
        }
    }

    fn savings_answer(&self) -> StatsAnswer {
        let for_programs = self.args.csv || self.args.json;
        let (commands, days) = (self.figures.commands_table(for_programs), self.figures.days_table(for_programs));
        let (sums, besides) = (self.figures.total_sums_less_gets_and_searches(), self.figures.besides);
        let mut json = self.figures.stats_totals_json();
        if self.args.by != Some(GroupBy::Day) {
            json["commands"] = commands.to_json();
        }
        if self.args.by != Some(GroupBy::Command) {
            json["days"] = days.to_json();
        }
        let tables = match self.args.by {
            Some(GroupBy::Command) => commands.render_text(self.style, usize::MAX),
            Some(GroupBy::Day) => days.render_text(self.style, usize::MAX),
            None => {
                let rows = days.rows[days.rows.len().saturating_sub(DAYS)..].to_vec();
                let last = StatsTable { columns: days.columns.clone(), rows, drawn: days.drawn };
                let first = commands.render_text(self.style, COMMANDS);
                let first = first + &omitted_rows_line(&commands, COMMANDS, "command");
                format!("{first}\n{}{}", last.render_text(self.style, DAYS), omitted_rows_line(&days, DAYS, "day"))
            }
        };
        let text = match sums.outputs == 0 && besides == 0 {
            true => Err("nothing has gone through ctx"),
            false => Ok(format!("{}\n{tables}", self.render_totals(&sums, besides))),
        };
        StatsAnswer { table: if self.args.by == Some(GroupBy::Day) { days } else { commands }, json, text }
    }

    fn render_totals(&self, sums: &OutputSums, besides: u64) -> String {
        let (scope, outputs) = (self.scope_phrase(), format_count(sums.outputs, "output"));
        let [raw, stored, printed, fetched, beside] =
            [sums.raw, sums.stored, sums.printed, sums.fetched, besides].map(format_size);
        let mut text =
            format!("{scope}: {outputs} · raw {raw} · stored {stored} · printed {printed} · fetched later {fetched}\n");
        if besides > 0 {
            text.push_str(&format!("besides: {beside} of gets and searches that belong to no output\n"));
        }
        let less = if besides > 0 { " − besides" } else { "" };
        let ui = &self.context.ui;
        let tone = if sums.saved < 0 { ColourMeaning::Bad } else { ColourMeaning::Good };
        let saved = ui.colour_text(tone, &format!("saved {}", format_signed_size(sums.saved)));
        let rule = format!(
            "saved per output = min(raw, what the host shows) − printed − fetched later{less}; an unknown host shows {HOST_CAP} bytes"
        );
        let money = match (&self.priced, self.figures.dollars_saved(sums)) {
            (Some(priced), Some(dollars)) => format!(", ${dollars:.2} {priced}"),
            _ => "; in money: --price 3,0.3,3.75,15, or ctx store --import for the model".to_owned(),
        };
        text.push_str(&format!(
            "{saved} · about {} tokens (estimate: {BYTES_A_TOKEN} bytes each){money}\n{}\n",
            sums.saved_tokens(),
            ui.colour_text(ColourMeaning::Faint, &rule),
        ));
        text
    }

    fn retries_answer(&self) -> StatsAnswer {
        let (table, all, share) = self.figures.retries_table();
        let text = match table.rows.is_empty() {
            true => Err("no command was run again or fetched whole within five minutes"),
            false => Ok(format!(
                "{}: {} of {} ({:.0} %) run again or fetched whole within {} minutes\n\n{}",
                self.scope_phrase(),
                all.either,
                format_count(all.outputs, "output"),
                share * 100.0,
                SOON_MS / 60_000,
                table.render_text(self.style, usize::MAX),
            )),
        };
        StatsAnswer { table, json: self.figures.retries_json(), text }
    }

    fn missed_savings_answer(&self) -> StatsAnswer {
        let OutputSums { outputs, raw, saved, .. } = self.figures.tally.total;
        let row = |(name, sums): (String, OutputSums)| {
            vec![
                TableCell::Text(self.figures.printable_name(&name)),
                TableCell::Count(sums.outputs),
                TableCell::Bytes(sums.raw as i64),
                TableCell::Bytes(sums.printed as i64),
                TableCell::Bytes(sums.saved),
            ]
        };
        let columns = vec!["command", "outputs", "raw", "would_print", "would_save"];
        let rows = self.figures.tally.sums_by_command().into_iter().map(row).collect();
        let table = StatsTable { columns, rows, drawn: Some("would_save") };
        let json = json!({
            "span": self.figures.span, "outputs": outputs, "raw": raw, "would_save": saved,
            "tokens_estimate": stats::estimate_tokens(saved), "host_cap": HOST_CAP, "commands": table.to_json(),
        });
        let text = match table.rows.is_empty() {
            true => Err("no imported history of commands that ran without ctx"),
            false => Ok(format!(
                "{}: {} ran without ctx · raw {} · would have saved {} · about {} tokens (estimate: {BYTES_A_TOKEN} bytes each)\n\
                 would save per output = min(raw, what the host shows) − the summary\n\n{}",
                self.scope_phrase(),
                format_count(outputs, "command"),
                format_size(raw),
                format_signed_size(saved),
                stats::estimate_tokens(saved),
                table.render_text(self.style, usize::MAX),
            )),
        };
        StatsAnswer { table, json, text }
    }

    fn scope_phrase(&self) -> &'static str {
        match self.figures.span {
            "session" => "this session",
            "project" => "this project",
            _ => "all projects",
        }
    }
}

fn omitted_rows_line(table: &StatsTable, shown: usize, noun: &str) -> String {
    match table.rows.len().saturating_sub(shown) {
        0 => String::new(),
        more => format!("{} not shown: --by {noun}\n", format_count(more as u64, &format!("more {noun}"))),
    }
}
