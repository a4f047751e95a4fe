//! `ctx stats`: what was kept out of the context window, less all that it cost.

use serde_json::json;

use crate::context::{Context, Ending};
use crate::env::now_ms;
use crate::error::Result;
use crate::model::Scope;
use crate::secrets::Masker;
use crate::stats::table::{Bars, Cell, Table, signed_size};
use crate::stats::{self, BYTES_A_TOKEN, HOST_CAP, SOON_MS, Sums};
use crate::store::{IMPORTED, OUTPUTS, Output, Span, Store};
use crate::ui::{count, cut_middle, size};

/// Rows of each table where both are shown.
const COMMANDS: usize = 10;
const DAYS: usize = 14;

/// Show how much was saved, and what it cost
#[derive(clap::Args)]
#[command(
    after_help = "saved per output = min(raw, what the host shows) − printed − fetched later. Hosts cut long output themselves, each in its \
    own way (Claude Code shows 2.3 KB of a success above 30,000 bytes and 10 KB of a failure, Codex 10 KB of anything; an \
    unknown host 30,000 bytes), and what they cut is not counted as saved. What `get` and `search` printed later is a cost \
    (at most 30,000 bytes a call). A loss is shown as a negative number. Tokens are an estimate: 4 bytes each.\n\
    Notes and documents count as costs only, output passed on by --tee saves nothing.\n\n\
    Examples:\n  ctx stats\n  ctx stats --all --by command\n  ctx stats --session --retries\n  ctx stats --all --by day --csv"
)]
pub struct Args {
    /// Only this session, or the one named (--session=S)
    #[arg(long, value_name = "S", num_args = 0..=1, require_equals = true, conflicts_with_all = ["project", "all"])]
    session: Option<Option<String>>,
    /// Only this project (the default)
    #[arg(long, conflicts_with = "all")]
    project: bool,
    /// Everything in the store
    #[arg(long)]
    all: bool,
    /// Print one table in full
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["retries", "missed"])]
    by: Option<By>,
    /// Commands run again, or fetched whole, within five minutes: a digest that may have hidden too much
    #[arg(long, conflicts_with = "missed")]
    retries: bool,
    /// Commands of imported history that ran without ctx, by what they would have saved
    #[arg(long)]
    missed: bool,
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
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let store = context.open_store()?;
        let scope = Scope::of(&context.env, now_ms());
        let project = scope.project.to_string_lossy();
        let (span, span_name) = match (&self.session, self.all) {
            (Some(named), _) => (Span::Session(named.as_deref().unwrap_or(&scope.session)), "session"),
            (None, true) => (Span::All, "all"),
            (None, false) => (Span::Project(&project), "project"),
        };
        let page = Page { args: &self, context, span_name, bars: bars(context), masker: context.masker() };
        if self.retries {
            page.retries(&store.outputs(OUTPUTS, span, HOST_CAP)?);
        } else if self.missed {
            page.missed(&store.outputs(IMPORTED, span, HOST_CAP)?);
        } else {
            page.savings(&store, span)?;
        }
        Ok(Ending::OK)
    }
}

fn bars(context: &Context) -> Bars {
    if context.env.stdout_is_terminal && context.env.speaks_utf8() { Bars::Blocks } else { Bars::Ascii }
}

struct Page<'a> {
    args: &'a Args,
    context: &'a Context,
    span_name: &'static str,
    bars: Bars,
    masker: Masker,
}

impl Page<'_> {
    fn savings(&self, store: &Store, span: Span<'_>) -> Result<()> {
        let outputs = store.outputs(OUTPUTS, span, HOST_CAP)?;
        let besides = store.printed_besides(span, HOST_CAP)?;
        let mut sums = stats::total(&outputs);
        sums.saved -= besides as i64;
        let commands = self.sums_table("command", stats::by_command(&outputs));
        let days = self.sums_table("day", stats::by_day(&outputs));
        let ui = &self.context.ui;
        if self.args.csv {
            ui.out(&if self.args.by == Some(By::Day) { days } else { commands }.csv());
        } else if self.args.json {
            let mut object = json!({
                "span": self.span_name, "outputs": sums.outputs, "raw": sums.raw, "stored": sums.stored,
                "printed": sums.printed, "fetched": sums.fetched, "besides": besides, "saved": sums.saved,
                "tokens_estimate": sums.tokens(), "bytes_a_token": BYTES_A_TOKEN, "host_cap": HOST_CAP,
            });
            if self.args.by != Some(By::Day) {
                object["commands"] = commands.json();
            }
            if self.args.by != Some(By::Command) {
                object["days"] = days.json();
            }
            ui.json(&object);
        } else if outputs.is_empty() && besides == 0 {
            self.nothing("nothing has gone through ctx");
        } else {
            let tables = match self.args.by {
                Some(By::Command) => commands.text(self.bars, usize::MAX),
                Some(By::Day) => days.text(self.bars, usize::MAX),
                None => format!(
                    "{}{}\n{}{}",
                    commands.text(self.bars, COMMANDS),
                    left_out(&commands, COMMANDS, "command"),
                    last_rows(&days, DAYS).text(self.bars, DAYS),
                    left_out(&days, DAYS, "day"),
                ),
            };
            ui.out(&format!("{}\n{tables}", self.totals(&sums, besides)));
        }
        Ok(())
    }

    fn totals(&self, sums: &Sums, besides: u64) -> String {
        let mut text = format!(
            "{}: {} · raw {} · stored {} · printed {} · fetched later {}\n",
            self.where_it_is(),
            count(sums.outputs, "output"),
            size(sums.raw),
            size(sums.stored),
            size(sums.printed),
            size(sums.fetched),
        );
        if besides > 0 {
            text.push_str(&format!("besides: {} of gets and searches that belong to no output\n", size(besides)));
        }
        let less = if besides > 0 { " − besides" } else { "" };
        text.push_str(&format!(
            "saved {} · about {} tokens (estimate: {BYTES_A_TOKEN} bytes each)\n\
             saved per output = min(raw, what the host shows) − printed − fetched later{less}; an unknown host shows {HOST_CAP} bytes\n",
            signed_size(sums.saved),
            sums.tokens(),
        ));
        text
    }

    fn sums_table(&self, first: &'static str, groups: Vec<(String, Sums)>) -> Table {
        let mut columns = vec![first, "outputs", "raw", "stored", "printed", "fetched", "saved"];
        let for_programs = self.args.csv || self.args.json;
        if for_programs {
            columns.push("tokens_estimate");
        }
        let row = |(name, sums): (String, Sums)| {
            let bytes = [sums.raw, sums.stored, sums.printed, sums.fetched].map(|bytes| Cell::Bytes(bytes as i64));
            let mut row = vec![Cell::Text(self.shown(&name)), Cell::Count(sums.outputs)];
            row.extend(bytes);
            row.push(Cell::Bytes(sums.saved));
            row.extend(for_programs.then(|| Cell::Number(sums.tokens())));
            row
        };
        Table { columns, rows: groups.into_iter().map(row).collect(), drawn: Some("saved") }
    }

    fn retries(&self, outputs: &[Output]) {
        let (groups, all) = stats::retries(outputs);
        let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 / of as f64 };
        let rows = groups.iter().map(|group| {
            vec![
                Cell::Text(self.shown(&group.command)),
                Cell::Text(self.shown(&group.reader)),
                Cell::Count(group.outputs),
                Cell::Count(group.again),
                Cell::Count(group.whole),
                Cell::Count(group.either),
                Cell::Share(share(group.either, group.outputs)),
            ]
        });
        let columns = vec!["command", "reader", "outputs", "run_again", "fetched_whole", "either", "share"];
        let table = Table { columns, rows: rows.collect(), drawn: Some("either") };
        let ui = &self.context.ui;
        if self.args.csv {
            ui.out(&table.csv());
        } else if self.args.json {
            ui.json(&json!({
                "span": self.span_name, "within_seconds": SOON_MS / 1000, "outputs": all.outputs, "run_again": all.again,
                "fetched_whole": all.whole, "either": all.either, "share": Cell::Share(share(all.either, all.outputs)).json(), "groups": table.json(),
            }));
        } else if groups.is_empty() {
            self.nothing("no command was run again or fetched whole within five minutes");
        } else {
            ui.out(&format!(
                "{}: {} of {} ({:.0} %) run again or fetched whole within {} minutes\n\n{}",
                self.where_it_is(),
                all.either,
                count(all.outputs, "output"),
                share(all.either, all.outputs) * 100.0,
                SOON_MS / 60_000,
                table.text(self.bars, usize::MAX),
            ));
        }
    }

    fn missed(&self, imported: &[Output]) {
        let groups = stats::missed(imported);
        let (mut outputs, mut raw, mut saved) = (0, 0, 0);
        for (_, sums) in &groups {
            outputs += sums.outputs;
            raw += sums.raw;
            saved += sums.saved;
        }
        let row = |(name, sums): &(String, Sums)| {
            vec![
                Cell::Text(self.shown(name)),
                Cell::Count(sums.outputs),
                Cell::Bytes(sums.raw as i64),
                Cell::Bytes(sums.printed as i64),
                Cell::Bytes(sums.saved),
            ]
        };
        let columns = vec!["command", "outputs", "raw", "would_print", "would_save"];
        let table = Table { columns, rows: groups.iter().map(row).collect(), drawn: Some("would_save") };
        let ui = &self.context.ui;
        if self.args.csv {
            ui.out(&table.csv());
        } else if self.args.json {
            ui.json(&json!({
                "span": self.span_name, "outputs": outputs, "raw": raw, "would_save": saved,
                "tokens_estimate": stats::tokens(saved), "host_cap": HOST_CAP, "commands": table.json(),
            }));
        } else if groups.is_empty() {
            self.nothing("no imported history of commands that ran without ctx");
        } else {
            ui.out(&format!(
                "{}: {} ran without ctx · raw {} · would have saved {} · about {} tokens (estimate: {BYTES_A_TOKEN} bytes each)\n\
                 would save per output = min(raw, what the host shows) − the summary\n\n{}",
                self.where_it_is(),
                count(outputs, "command"),
                size(raw),
                signed_size(saved),
                stats::tokens(saved),
                table.text(self.bars, usize::MAX),
            ));
        }
    }

    fn where_it_is(&self) -> &'static str {
        match self.span_name {
            "session" => "this session",
            "project" => "this project",
            _ => "all projects",
        }
    }

    fn nothing(&self, what: &str) {
        let further = if self.span_name == "all" { "" } else { "; --all looks further" };
        let place = if self.span_name == "all" { "the store" } else { self.where_it_is() };
        self.context.ui.warn(format_args!("{what} in {place}{further}"));
    }

    /// A name from a command line, fit to be printed.
    fn shown(&self, name: &str) -> String {
        let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        cut_middle(&self.masker.fresh().line(&name), 40).into_owned()
    }
}

fn last_rows(table: &Table, most: usize) -> Table {
    let from = table.rows.len().saturating_sub(most);
    Table { columns: table.columns.clone(), rows: table.rows[from..].to_vec(), drawn: table.drawn }
}

fn left_out(table: &Table, shown: usize, noun: &str) -> String {
    match table.rows.len().saturating_sub(shown) {
        0 => String::new(),
        more => format!("{} not shown: --by {noun}\n", count(more as u64, &format!("more {noun}"))),
    }
}
