//! Savings: bytes kept out of the context window, bytes fetched again, and the digests they come from.

use serde_json::Value;

use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_memory::stats::report::StatsReport;
use ctx_memory::stats::{HOST_CAP, StatsTally};
use ctx_model::Result;
use ctx_store::{OUTPUTS, StatsScope};

/// The output of `ctx stats --json` and `ctx stats --retries --json` in one value.
pub fn savings_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    if pool.has_hub() {
        return Err(WebError::NotOnHub { what: "was shown", instead: "savings" }.into());
    }
    let project = pool.project_of(query);
    let key = project.as_deref().unwrap_or_default();
    pool.cached_or_computed_value(key, || {
        pool.with_local_store(|store| {
            let (span, name) = match project.as_deref() {
                Some(project) => (StatsScope::Project(project), "project"),
                None => (StatsScope::All, "all"),
            };
            let mut tally = StatsTally::default();
            store.for_each_finished_output(OUTPUTS, span, HOST_CAP, |output| tally.add_output(output))?;
            let besides = store.get_and_search_bytes_of_no_output(span, HOST_CAP, None)?;
            let figures =
                StatsReport { span: name, tally, besides, masker: &pool.context.new_masker(), input_price: None };
            let mut value = figures.stats_totals_json();
            value["commands"] = figures.commands_table(true).to_json();
            value["days"] = figures.days_table(true).to_json();
            value["kinds"] = figures.kinds_table(true).to_json();
            value["retries"] = figures.retries_json();
            if project.is_none() {
                let names: Vec<String> = store.projects()?.into_iter().map(|(name, _)| name).collect();
                let groups = figures.tally.sums_by_project(&names);
                value["projects"] = figures.sums_table("project", groups.clone(), true).to_json();
                // Whole, since the page leads there.
                for (row, (name, _)) in value["projects"].as_array_mut().into_iter().flatten().zip(groups) {
                    row["project"] = name.into();
                }
            }
            Ok(value)
        })
    })
}
