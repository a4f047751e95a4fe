//! Savings: bytes kept out of the context window, bytes fetched again, and the digests they come from.

use serde_json::Value;

use super::parameters::project;
use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_memory::stats::report::Figures;
use ctx_memory::stats::{HOST_CAP, Tally};
use ctx_model::error::Result;
use ctx_store::{OUTPUTS, Span};

/// The output of `ctx stats --json` and `ctx stats --retries --json` in one value.
pub fn savings(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    if pool.has_hub() {
        return Err(WebError::NotOnHub { what: "was shown", instead: "savings" }.into());
    }
    let project = project(pool, query);
    let key = project.as_deref().unwrap_or_default();
    pool.summed(key, || {
        pool.local(|store| {
            let (span, name) = match project.as_deref() {
                Some(project) => (Span::Project(project), "project"),
                None => (Span::All, "all"),
            };
            let mut tally = Tally::default();
            store.each_output(OUTPUTS, span, HOST_CAP, |output| tally.add(output))?;
            let besides = store.printed_besides(span, HOST_CAP, None)?;
            let figures = Figures { span: name, tally, besides, masker: &pool.context.masker() };
            let mut value = figures.json();
            value["commands"] = figures.commands(true).json();
            value["days"] = figures.days(true).json();
            value["kinds"] = figures.kinds(true).json();
            value["retries"] = figures.retries_json();
            Ok(value)
        })
    })
}
