//! Questions about the work itself: what models took, files, tools, slow commands.

use serde_json::{Value, json};

use super::parameters::project;
use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_memory::stats::work::{Cost, Question, table};
use ctx_model::error::{Error, Result};
use ctx_store::Span;

/// The output of `ctx stats --json` with `--cost`, `--files`, `--tools` and `--slow` in one value; of the tables, the
/// first rows.
pub fn work(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    if pool.has_hub() {
        return Err(WebError::NotOnHub { what: "models took", instead: "work" }.into());
    }
    let project = project(pool, query);
    pool.local(|store| {
        let span = project.as_deref().map_or(Span::All, Span::Project);
        let masker = pool.context.masker();
        let rows = |question| Ok::<Value, Error>(table(store, span, question, false, &masker)?.json());
        Ok(json!({
            "cost": Cost::of(store, span, &pool.context.config.prices)?.json(None),
            "files": rows(Question::Files)?,
            "tools": rows(Question::Tools)?,
            "slow": rows(Question::Slow)?,
        }))
    })
}
