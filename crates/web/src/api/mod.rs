//! The questions that the page asks, each answered in the JSON that `--json` prints.

mod board;
mod brief;
mod change;
mod command;
mod context;
mod entry;
mod find;
mod now;
mod places;
mod savings;
mod search;
mod session;
mod work;

use serde_json::{Value, json};

use super::request::{Method, Query, Request};
use super::respond::Response;
use super::store_pool::StorePool;
use ctx_model::{Result, unix_time_ms};
use ctx_proxy::HttpRefusal;

type QueryHandler = fn(&StorePool<'_>, &Query) -> Result<Value>;
type ChangeHandler = fn(&StorePool<'_>, &Value) -> Result<Value>;

const QUESTIONS: &[(&str, QueryHandler)] = &[
    ("about", about_json),
    ("now", now::recent_entries_json),
    ("history", now::history_page_json),
    ("entry", entry::entry_json),
    ("lines", entry::entry_lines_json),
    ("places", places::summary_line_numbers_json),
    ("diff", entry::entries_diff_json),
    ("command", command::command_history_json),
    ("search", search::search_json),
    ("sessions", session::session_list_json),
    ("session", session::session_story_json),
    ("savings", savings::savings_json),
    ("work", work::work_stats_json),
    ("context", context::fold_context_json),
    ("brief", brief::brief_json),
    ("board", board::flaky_and_slow_commands_json),
    ("find", find::find_line_numbers_json),
];

const CHANGES: &[(&str, ChangeHandler)] =
    &[("pin", change::set_entry_pinned), ("note", change::write_note), ("forget", change::forget_entry)];

/// Answers the question with this name.
pub fn answer_api_request(
    pool: &StorePool<'_>,
    name: &str,
    request: &Request,
) -> std::result::Result<Response, HttpRefusal> {
    let answer = if request.method == Method::Post {
        let change = CHANGES.iter().find(|(own, _)| *own == name);
        let (_, change) = change.ok_or((404, "there is nothing of this name to change"))?;
        change(pool, &serde_json::from_slice(&request.body).map_err(|_| (400, "the body is not JSON"))?)
    } else if name == "now" && now::is_answer_unchanged(pool, &request.query) {
        return Ok(Response::not_modified_response());
    } else {
        answer_query_by_name(pool, name, &request.query).ok_or((404, "unknown request"))?
    };
    let ui = &pool.context.ui;
    Ok(match answer {
        Ok(value) => Response::json_response(ui, &value),
        Err(error) => Response::error_response(ui, &error),
    })
}

/// The answer to a question; none where there is no such question.
pub fn answer_query_by_name(pool: &StorePool<'_>, name: &str, query: &Query) -> Option<Result<Value>> {
    let (_, ask) = QUESTIONS.iter().find(|(own, _)| *own == name)?;
    Some(ask(pool, query))
}

/// Facts about the server: the version of ctx, the projects, where it was started.
fn about_json(pool: &StorePool<'_>, _: &Query) -> Result<Value> {
    let projects: Vec<Value> =
        pool.projects()?.into_iter().map(|(name, last)| json!({ "project": name, "last_at_ms": last })).collect();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"), "now_ms": unix_time_ms(), "here": pool.project_at_start(), "hub": pool.has_hub(),
        "projects": projects,
    }))
}
