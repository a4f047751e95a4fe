//! The figures of `ctx stats`, as tables and as JSON, for printing and for the web page.

use serde_json::{Value, json};

use super::table::{Cell, Table};
use super::{BYTES_A_TOKEN, HOST_CAP, Retried, SOON_MS, Sums, Tally};
use ctx_secrets::Masker;
use ctx_text::{cut_middle, one_line};

pub struct Figures<'a> {
    /// `session`, `project` or `all`.
    pub span: &'a str,
    pub tally: Tally,
    /// Bytes of gets and searches that belong to no output.
    pub besides: u64,
    pub masker: &'a Masker,
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

impl Figures<'_> {
    /// Sums of all outputs, less the bytes printed besides.
    pub fn sums(&self) -> Sums {
        let total = &self.tally.total;
        Sums { saved: total.saved - self.besides as i64, ..total.clone() }
    }

    pub fn commands(&self, for_programs: bool) -> Table {
        self.sums_table("command", self.tally.by_command(), for_programs)
    }

    pub fn days(&self, for_programs: bool) -> Table {
        self.sums_table("day", self.tally.by_day(), for_programs)
    }

    pub fn kinds(&self, for_programs: bool) -> Table {
        self.sums_table("kind", self.tally.by_kind(), for_programs)
    }

    /// The totals of `ctx stats --json`; the caller adds the tables.
    pub fn json(&self) -> Value {
        let sums = self.sums();
        json!({
            "span": self.span, "outputs": sums.outputs, "raw": sums.raw, "stored": sums.stored,
            "printed": sums.printed, "fetched": sums.fetched, "besides": self.besides, "saved": sums.saved,
            "tokens_estimate": sums.tokens(), "bytes_a_token": BYTES_A_TOKEN, "host_cap": HOST_CAP,
        })
    }

    pub fn sums_table(&self, first: &'static str, groups: Vec<(String, Sums)>, for_programs: bool) -> Table {
        let mut columns = vec![first, "outputs", "raw", "stored", "printed", "fetched", "saved"];
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

    /// Commands run again or fetched whole soon after, and the sums over all commands.
    pub fn retries(&self) -> (Table, Retried, f64) {
        let (groups, all) = self.tally.retries();
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
        let of_all = share(all.either, all.outputs);
        (table, all, of_all)
    }

    /// The JSON of `ctx stats --retries --json`.
    pub fn retries_json(&self) -> Value {
        let (table, all, share) = self.retries();
        json!({
            "span": self.span, "within_seconds": SOON_MS / 1000, "outputs": all.outputs, "run_again": all.again,
            "fetched_whole": all.whole, "either": all.either, "share": Cell::Share(share).json(), "groups": table.json(),
        })
    }

    /// A name from a command line, fit to be printed.
    pub fn shown(&self, name: &str) -> String {
        cut_middle(&self.masker.fresh().line(&one_line(name)), 40).into_owned()
    }
}
