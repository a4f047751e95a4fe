//! Questions about the work itself: what models took, files, tools, slow commands.

use serde_json::{Value, json};

use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_memory::stats::work::{ModelCosts, WorkTableKind, build_work_table};
use ctx_model::{Error, Result};
use ctx_store::StatsScope;

/// The output of `ctx stats --json` with `--cost`, `--files`, `--tools` and `--slow` in one value; of the tables, the
/// first rows.
pub fn work_stats_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    if pool.has_hub() {
        return Err(WebError::NotOnHub { what: "models took", instead: "work" }.into());
    }
    let project = pool.project_of(query);
    pool.with_local_store(|store| {
        let span = project.as_deref().map_or(StatsScope::All, StatsScope::Project);
        let masker = pool.context.new_masker();
        let rows =
            |question| Ok::<Value, Error>(build_work_table(store, span, None, question, false, &masker)?.to_json());
        Ok(json!({
            "cost": ModelCosts::load_costs(store, span, None, &pool.context.config.prices)?.to_json(None),
            "files": rows(WorkTableKind::Files)?,
            "tools": rows(WorkTableKind::Tools)?,
            "slow": rows(WorkTableKind::Slow)?,
        }))
    })
}
