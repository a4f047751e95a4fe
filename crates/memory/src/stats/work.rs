//! Questions about the work itself: what models took, which files were changed, which tools were called, what was slow.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::table::{StatsTable, TableCell, TableStyle};
use ctx_capture::prices::{TokenBill, TokenPrice, price_of_model};
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_store::{CallTotalsRow, FileUseRow, StatsScope, Store, TokenUsageRow};
use ctx_text::{collapse_name_to_line, cut_middle, format_count};

/// Rows of a table where it is not asked for in full.
pub const ROWS: usize = 20;
/// A command is cut to this in a table.
const NAME: usize = 70;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkTableKind {
    Cost,
    Files,
    Tools,
    Slow,
}

/// What a bill is split by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostSplit {
    Day,
    Project,
    Session,
    Model,
    Agent,
}

const SPLITS: [CostSplit; 5] =
    [CostSplit::Day, CostSplit::Project, CostSplit::Session, CostSplit::Model, CostSplit::Agent];

impl CostSplit {
    fn name(self) -> &'static str {
        match self {
            CostSplit::Day => "day",
            CostSplit::Project => "project",
            CostSplit::Session => "session",
            CostSplit::Model => "model",
            CostSplit::Agent => "agent",
        }
    }

    fn group_of_row(self, row: &TokenUsageRow) -> String {
        match self {
            CostSplit::Day => row.day.clone(),
            CostSplit::Project => row.project.clone().unwrap_or_else(|| "(none)".to_owned()),
            // What a sub-agent took belongs to the session that started it.
            CostSplit::Session => row.session.split('/').next().unwrap_or(&row.session).to_owned(),
            CostSplit::Model => row.model.clone(),
            CostSplit::Agent => row.agent.clone(),
        }
    }
}

/// The table that answers one of the other questions; all of it for programs.
pub fn build_work_table(
    store: &Store,
    span: StatsScope<'_>,
    since: Option<i64>,
    question: WorkTableKind,
    whole: bool,
    masker: &Masker,
) -> Result<StatsTable> {
    let most = if whole { u32::MAX } else { ROWS as u32 };
    Ok(match question {
        WorkTableKind::Files => {
            let row = |file: &FileUseRow| {
                let path = masker.without_state().mask_line(&file.path).into_owned();
                vec![
                    TableCell::Text(path),
                    TableCell::Number(file.changed),
                    TableCell::Number(file.read),
                    TableCell::Number(file.sessions),
                ]
            };
            let rows = store.file_uses(span, since, most)?.iter().map(row).collect();
            StatsTable { columns: vec!["file", "changed", "read", "sessions"], rows, drawn: Some("changed") }
        }
        WorkTableKind::Slow => {
            let rows = store.commands_by_total_time(span, since, most)?;
            call_totals_table(rows.iter().filter(|row| row.total_ms > 0), "command", "time", masker)
        }
        WorkTableKind::Tools | WorkTableKind::Cost => {
            call_totals_table(store.call_totals_by_tool(span, since)?.iter(), "tool", "calls", masker)
        }
    })
}

fn call_totals_table<'r>(
    rows: impl Iterator<Item = &'r CallTotalsRow>,
    name: &'static str,
    drawn: &'static str,
    masker: &Masker,
) -> StatsTable {
    let row = |call: &CallTotalsRow| {
        let line = masker.without_state().mask_line(&collapse_name_to_line(&call.name)).into_owned();
        vec![
            TableCell::Text(cut_middle(&line, NAME).into_owned()),
            TableCell::Number(call.calls),
            TableCell::Number(call.failed),
            TableCell::Bytes(call.bytes),
            TableCell::Time(call.total_ms),
            TableCell::Time(call.longest_ms),
        ]
    };
    let columns = vec![name, "calls", "failed", "bytes", "time", "longest"];
    StatsTable { columns, rows: rows.map(row).collect(), drawn: Some(drawn) }
}

/// What models took, and the prices for it.
pub struct ModelCosts<'p> {
    rows: Vec<TokenUsageRow>,
    prices: &'p BTreeMap<String, TokenPrice>,
    all: TokenBill,
}

impl<'p> ModelCosts<'p> {
    pub fn load_costs(
        store: &Store,
        span: StatsScope<'_>,
        since: Option<i64>,
        prices: &'p BTreeMap<String, TokenPrice>,
    ) -> Result<ModelCosts<'p>> {
        let rows = store.tokens_spent(span, since)?;
        let mut all = TokenBill::default();
        rows.iter().for_each(|row| all.add_usage(row, prices));
        Ok(ModelCosts { rows, prices, all })
    }

    /// The model that answered most of those whose price is known.
    pub fn most_used_model(&self) -> Option<(&str, TokenPrice)> {
        let mut answers: BTreeMap<&str, i64> = BTreeMap::new();
        self.rows.iter().for_each(|row| *answers.entry(&row.model).or_default() += row.answers);
        let mut models: Vec<(&str, i64)> = answers.into_iter().collect();
        models.sort_by_key(|(_, count)| -count);
        models.into_iter().find_map(|(model, _)| Some((model, price_of_model(model, self.prices)?)))
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The bill by one thing; days in their order, else the dearest first.
    pub fn split_table(&self, split: CostSplit) -> StatsTable {
        let mut bills: BTreeMap<String, TokenBill> = BTreeMap::new();
        for row in &self.rows {
            bills.entry(split.group_of_row(row)).or_default().add_usage(row, self.prices);
        }
        let mut bills: Vec<(String, TokenBill)> = bills.into_iter().collect();
        if split != CostSplit::Day {
            bills.sort_by(|a, b| b.1.dollars.total_cmp(&a.1.dollars).then_with(|| b.1.output.cmp(&a.1.output)));
        }
        let line = |(name, bill): &(String, TokenBill)| {
            vec![
                TableCell::Text(name.clone()),
                TableCell::Number(bill.answers),
                TableCell::Number(bill.input),
                TableCell::Number(bill.cache_read),
                TableCell::Number(bill.cache_write),
                TableCell::Number(bill.output),
                TableCell::Money(bill.dollars),
                TableCell::Money(bill.saved),
            ]
        };
        let mut columns = vec![split.name()];
        columns.extend(["answers", "input", "cache_read", "cache_write", "output", "dollars", "cache_saved"]);
        StatsTable { columns, rows: bills.iter().map(line).collect(), drawn: Some("dollars") }
    }

    pub fn to_json(&self, wanted: Option<CostSplit>) -> Value {
        let all = &self.all;
        let round = |dollars: f64| (dollars * 1e6).round() / 1e6;
        let mut object = json!({
            "answers": all.answers, "input": all.input, "cache_read": all.cache_read, "cache_write": all.cache_write,
            "output": all.output, "dollars": round(all.dollars), "cache_saved_dollars": round(all.saved),
            "answers_without_a_price": all.unpriced,
        });
        for split in SPLITS.into_iter().filter(|split| wanted.is_none_or(|wanted| wanted == *split)) {
            object[format!("{}s", split.name())] = self.split_table(split).to_json();
        }
        object
    }

    pub fn render_text(&self, wanted: Option<CostSplit>, style: TableStyle) -> String {
        let all = &self.all;
        let mut text = format!(
            "{}: input {} · cache read {} · cache write {} · output {} tokens\n${:.2} at list prices; the cache saved ${:.2}\n",
            format_count(all.answers.max(0) as u64, "answer"),
            all.input,
            all.cache_read,
            all.cache_write,
            all.output,
            all.dollars,
            all.saved,
        );
        if all.unpriced > 0 {
            let without = format_count(all.unpriced.max(0) as u64, "answer");
            text.push_str(&format!(
                "{without} of models without a known price are not in it: set [prices.\"MODEL\"] in ctx.toml\n"
            ));
        }
        for split in wanted.map_or(vec![CostSplit::Model, CostSplit::Day], |split| vec![split]) {
            let mut table = self.split_table(split);
            if wanted.is_none() && split == CostSplit::Day {
                let from = table.rows.len().saturating_sub(ROWS);
                table.rows.drain(..from);
            }
            text.push('\n');
            text.push_str(&table.render_text(style, if wanted.is_some() { usize::MAX } else { ROWS }));
        }
        text
    }
}
