//! Sessions, and the story of one.

use serde_json::{Value, json};

use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_memory::session::reflect::{ReportQuery, work_report_json};
use ctx_memory::session::session_rows::session_json;
use ctx_model::{Result, unix_time_ms};
use ctx_store::SessionEventFilter;

const LIMIT: u32 = 100;
const MOST: u32 = 1_000;

/// The rows of `ctx history --sessions --json`.
pub fn session_list_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let project = pool.project_of(query);
    let limit = query.number_if_valid("limit").unwrap_or(LIMIT).clamp(1, MOST);
    pool.with_project_store(project.as_deref(), |store| {
        let mut rows = store.list_newest_sessions(project.as_deref(), limit + 1)?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let masker = pool.context.new_masker();
        let rows: Vec<Value> = rows.iter().map(|row| session_json(row, &masker)).collect();
        Ok(json!({ "sessions": rows, "more": more }))
    })
}

/// The output of `ctx reflect --json` for a session, and its row in `ctx history --sessions --json`.
pub fn session_story_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let name = query.required("name")?;
    let project = pool.project_of(query);
    pool.with_project_store(project.as_deref(), |store| {
        let Some(row) = store.find_session_by_name(name)? else {
            return Err(WebError::NoSession(name.to_owned()).into());
        };
        let within = SessionEventFilter { session: Some(name.to_owned()), ..SessionEventFilter::default() };
        let masker = pool.context.new_masker();
        let query = ReportQuery { within: &within, title: name, now: unix_time_ms(), is_whole: true };
        let mut value = work_report_json(store, &query, &masker)?;
        value["session"] = session_json(&row, &masker);
        Ok(value)
    })
}
