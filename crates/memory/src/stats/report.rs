//! The figures of `ctx stats`, as tables and as JSON, for printing and for the web page.

use serde_json::{Value, json};

use super::table::{StatsTable, TableCell};
use super::{BYTES_A_TOKEN, HOST_CAP, OutputSums, RetryCounts, SOON_MS, StatsTally};
use ctx_secrets::Masker;
use ctx_text::{collapse_name_to_line, cut_middle};

pub struct StatsReport<'a> {
    /// `session`, `project` or `all`.
    pub span: &'a str,
    pub tally: StatsTally,
    /// Bytes of gets and searches that belong to no output.
    pub besides: u64,
    pub masker: &'a Masker,
    /// Dollars for a million tokens of input, where the model is known.
    pub input_price: Option<f64>,
}

fn fraction_of(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

impl StatsReport<'_> {
    /// Sums of all outputs, less the bytes printed besides.
    pub fn total_sums_less_gets_and_searches(&self) -> OutputSums {
        let total = &self.tally.total;
        OutputSums { saved: total.saved - self.besides as i64, ..total.clone() }
    }

    /// What the tokens saved would have cost as input, once.
    pub fn dollars_saved(&self, sums: &OutputSums) -> Option<f64> {
        self.input_price.map(|price| sums.saved_tokens() as f64 / 1e6 * price)
    }

    pub fn commands_table(&self, for_programs: bool) -> StatsTable {
        self.sums_table("command", self.tally.sums_by_command(), for_programs)
    }

    pub fn days_table(&self, for_programs: bool) -> StatsTable {
        self.sums_table("day", self.tally.sums_by_day(), for_programs)
    }

    pub fn kinds_table(&self, for_programs: bool) -> StatsTable {
        self.sums_table("kind", self.tally.sums_by_kind(), for_programs)
    }

    /// The totals of `ctx stats --json`; the caller adds the tables.
    pub fn stats_totals_json(&self) -> Value {
        let sums = self.total_sums_less_gets_and_searches();
        let mut totals = json!({
            "span": self.span, "outputs": sums.outputs, "raw": sums.raw, "stored": sums.stored,
            "printed": sums.printed, "fetched": sums.fetched, "besides": self.besides, "saved": sums.saved,
            "tokens_estimate": sums.saved_tokens(), "bytes_a_token": BYTES_A_TOKEN, "host_cap": HOST_CAP,
        });
        if let Some(dollars) = self.dollars_saved(&sums) {
            totals["dollars"] = TableCell::Money(dollars).to_json();
        }
        totals
    }

    pub fn sums_table(&self, first: &'static str, groups: Vec<(String, OutputSums)>, for_programs: bool) -> StatsTable {
        let money = self.input_price.map(|_| "dollars");
        // For people, what matters most comes first: on a narrow screen columns go from the right.
        let columns: Vec<&str> = match for_programs {
            true => [first, "outputs", "raw", "stored", "printed", "fetched", "saved", "tokens_estimate"]
                .into_iter()
                .chain(money)
                .collect(),
            false => [first, "outputs", "saved", "tokens"]
                .into_iter()
                .chain(money)
                .chain(["raw", "printed", "fetched"])
                .collect(),
        };
        let row = |(name, sums): (String, OutputSums)| {
            let cell = |column: &&str| match *column {
                "outputs" => TableCell::Count(sums.outputs),
                "raw" => TableCell::Bytes(sums.raw as i64),
                "stored" => TableCell::Bytes(sums.stored as i64),
                "printed" => TableCell::Bytes(sums.printed as i64),
                "fetched" => TableCell::Bytes(sums.fetched as i64),
                "saved" => TableCell::Bytes(sums.saved),
                "dollars" => TableCell::Money(self.dollars_saved(&sums).unwrap_or_default()),
                "tokens" | "tokens_estimate" => TableCell::Number(sums.saved_tokens()),
                _ => TableCell::Text(self.printable_name(&name)),
            };
            columns.iter().map(cell).collect()
        };
        let rows = groups.into_iter().map(row).collect();
        StatsTable { columns, rows, drawn: Some("saved") }
    }

    /// Commands run again or fetched whole soon after, and the sums over all commands.
    pub fn retries_table(&self) -> (StatsTable, RetryCounts, f64) {
        let (groups, all) = self.tally.retried_commands();
        let rows = groups.iter().map(|group| {
            vec![
                TableCell::Text(self.printable_name(&group.command)),
                TableCell::Text(self.printable_name(&group.reader)),
                TableCell::Count(group.outputs),
                TableCell::Count(group.again),
                TableCell::Count(group.whole),
                TableCell::Count(group.either),
                TableCell::Share(fraction_of(group.either, group.outputs)),
            ]
        });
        let columns = vec!["command", "reader", "outputs", "run_again", "fetched_whole", "either", "share"];
        let table = StatsTable { columns, rows: rows.collect(), drawn: Some("either") };
        let of_all = fraction_of(all.either, all.outputs);
        (table, all, of_all)
    }

    /// The JSON of `ctx stats --retries --json`.
    pub fn retries_json(&self) -> Value {
        let (table, all, share) = self.retries_table();
        json!({
            "span": self.span, "within_seconds": SOON_MS / 1000, "outputs": all.outputs, "run_again": all.again,
            "fetched_whole": all.whole, "either": all.either, "share": TableCell::Share(share).to_json(), "groups": table.to_json(),
        })
    }

    /// A name from a command line, fit to be printed.
    pub fn printable_name(&self, name: &str) -> String {
        cut_middle(&self.masker.without_state().mask_line(&collapse_name_to_line(name)), 40).into_owned()
    }
}
