//! The pages of `ctx stats`: savings, commands that were run again, commands that ran without ctx.

use serde_json::json;

use super::{Args, By};
use crate::context::Context;
use crate::stats::report::StatsReport;
use crate::stats::table::{BarStyle, Cell, Table, format_signed_size};
use crate::stats::{self, BYTES_A_TOKEN, HOST_CAP, OutputSums, SOON_MS};
use crate::ui::{format_count, format_size, render_sparkline};

/// Rows of each table where both are shown.
const COMMANDS: usize = 10;
const DAYS: usize = 14;
/// Days that are drawn on a terminal.
const DRAWN_DAYS: i64 = 42;

/// The figures of one call, and how they are printed.
pub(super) struct StatsView<'a> {
    pub args: &'a Args,
    pub context: &'a Context,
    pub figures: StatsReport<'a>,
    pub bars: BarStyle,
}

impl StatsView<'_> {
    pub(super) fn print_savings(&self) {
        let for_programs = self.args.csv || self.args.json;
        let (commands, days) = (self.figures.commands_table(for_programs), self.figures.days_table(for_programs));
        let (sums, besides) = (self.figures.total_sums(), self.figures.besides);
        let ui = &self.context.ui;
        if self.args.csv {
            ui.print(&if self.args.by == Some(By::Day) { days } else { commands }.csv());
        } else if self.args.json {
            let mut object = self.figures.totals_json();
            if self.args.by != Some(By::Day) {
                object["commands"] = commands.to_json();
            }
            if self.args.by != Some(By::Command) {
                object["days"] = days.to_json();
            }
            ui.json(&object);
        } else if sums.outputs == 0 && besides == 0 {
            self.nothing("nothing has gone through ctx");
        } else {
            let tables = match self.args.by {
                Some(By::Command) => commands.render_text(self.bars, usize::MAX),
                Some(By::Day) => days.render_text(self.bars, usize::MAX),
                Some(_) | None => format!(
                    "{}{}\n{}{}",
                    commands.render_text(self.bars, COMMANDS),
                    left_out(&commands, COMMANDS, "command"),
                    last_rows(&days, DAYS).render_text(self.bars, DAYS),
                    left_out(&days, DAYS, "day"),
                ),
            };
            let days = self.drawn_days().filter(|_| self.bars == BarStyle::Blocks).unwrap_or_default();
            ui.print(&format!("{}{days}\n{tables}", self.totals(&sums, besides)));
        }
    }

    fn totals(&self, sums: &OutputSums, besides: u64) -> String {
        let mut text = format!(
            "{}: {} · raw {} · stored {} · printed {} · fetched later {}\n",
            self.where_it_is(),
            format_count(sums.outputs, "output"),
            format_size(sums.raw),
            format_size(sums.stored),
            format_size(sums.printed),
            format_size(sums.fetched),
        );
        if besides > 0 {
            text.push_str(&format!(
                "besides: {} of gets and searches that belong to no output\n",
                format_size(besides)
            ));
        }
        let less = if besides > 0 { " − besides" } else { "" };
        text.push_str(&format!(
            "saved {} · about {} tokens (estimate: {BYTES_A_TOKEN} bytes each)\n\
             saved per output = min(raw, what the host shows) − printed − fetched later{less}; an unknown host shows {HOST_CAP} bytes\n",
            format_signed_size(sums.saved),
            sums.saved_tokens(),
        ));
        text
    }

    /// The last weeks at a glance, for somebody who looks on.
    fn drawn_days(&self) -> Option<String> {
        let days = self.figures.tally.by_day();
        let saved = |date: jiff::civil::Date| {
            let name = date.to_string();
            let found = days.iter().find(|(day, _)| *day == name);
            found.map_or(0, |(_, sums)| u64::try_from(sums.saved).unwrap_or(0))
        };
        let last: jiff::civil::Date = days.last()?.0.parse().ok()?;
        let dates = (0..DRAWN_DAYS).rev().filter_map(|back| last.checked_sub(jiff::Span::new().days(back)).ok());
        let figures: Vec<u64> = dates.map(saved).collect();
        let most = figures.iter().copied().max().filter(|most| *most > 0)?;
        Some(format!(
            "saved by day, {DRAWN_DAYS} days to {last}: {}  most {}\n",
            render_sparkline(&figures),
            format_size(most)
        ))
    }

    pub(super) fn print_retries(&self) {
        let (table, all, share) = self.figures.retries_table();
        let ui = &self.context.ui;
        if self.args.csv {
            ui.print(&table.csv());
        } else if self.args.json {
            ui.json(&self.figures.retries_json());
        } else if table.rows.is_empty() {
            self.nothing("no command was run again or fetched whole within five minutes");
        } else {
            ui.print(&format!(
                "{}: {} of {} ({:.0} %) run again or fetched whole within {} minutes\n\n{}",
                self.where_it_is(),
                all.either,
                format_count(all.outputs, "output"),
                share * 100.0,
                SOON_MS / 60_000,
                table.render_text(self.bars, usize::MAX),
            ));
        }
    }

    pub(super) fn print_missed(&self) {
        let groups = self.figures.tally.by_command();
        let OutputSums { outputs, raw, saved, .. } = self.figures.tally.total;
        let row = |(name, sums): &(String, OutputSums)| {
            vec![
                Cell::Text(self.figures.printable_name(name)),
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
            ui.print(&table.csv());
        } else if self.args.json {
            ui.json(&json!({
                "span": self.figures.span, "outputs": outputs, "raw": raw, "would_save": saved,
                "tokens_estimate": stats::estimate_tokens(saved), "host_cap": HOST_CAP, "commands": table.to_json(),
            }));
        } else if groups.is_empty() {
            self.nothing("no imported history of commands that ran without ctx");
        } else {
            ui.print(&format!(
                "{}: {} ran without ctx · raw {} · would have saved {} · about {} tokens (estimate: {BYTES_A_TOKEN} bytes each)\n\
                 would save per output = min(raw, what the host shows) − the summary\n\n{}",
                self.where_it_is(),
                format_count(outputs, "command"),
                format_size(raw),
                format_signed_size(saved),
                stats::estimate_tokens(saved),
                table.render_text(self.bars, usize::MAX),
            ));
        }
    }

    fn where_it_is(&self) -> &'static str {
        match self.figures.span {
            "session" => "this session",
            "project" => "this project",
            _ => "all projects",
        }
    }

    fn nothing(&self, what: &str) {
        let further = if self.figures.span == "all" { "" } else { "; --all-projects looks further" };
        let place = if self.figures.span == "all" { "the store" } else { self.where_it_is() };
        self.context.ui.warn(format_args!("{what} in {place}{further}"));
    }
}

fn last_rows(table: &Table, most: usize) -> Table {
    let from = table.rows.len().saturating_sub(most);
    Table { columns: table.columns.clone(), rows: table.rows[from..].to_vec(), drawn: table.drawn }
}

fn left_out(table: &Table, shown: usize, noun: &str) -> String {
    match table.rows.len().saturating_sub(shown) {
        0 => String::new(),
        more => format!("{} not shown: --by {noun}\n", format_count(more as u64, &format!("more {noun}"))),
    }
}
