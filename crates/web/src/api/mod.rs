//! The questions that the page asks, each answered in the JSON that `--json` prints.

mod board;
mod brief;
mod change;
mod command;
mod context;
mod entry;
mod find;
mod now;
mod parameters;
mod places;
mod savings;
mod search;
mod session;
mod work;

use serde_json::{Value, json};

use super::request::{Method, Query, Request};
use super::respond::Response;
use super::store_pool::StorePool;
use ctx_model::env::unix_time_ms;
use ctx_model::error::Result;

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
    ("command", command::command_json),
    ("search", search::search_json),
    ("sessions", session::session_list_json),
    ("session", session::session_story_json),
    ("savings", savings::savings_json),
    ("work", work::work_stats_json),
    ("context", context::fold_context_json),
    ("brief", brief::brief_json),
    ("board", board::board_json),
    ("find", find::find_lines_json),
];

const CHANGES: &[(&str, ChangeHandler)] =
    &[("pin", change::pin_entry), ("note", change::write_note), ("forget", change::forget_entries)];

/// Answers the question with this name.
pub fn answer_api_request(pool: &StorePool<'_>, name: &str, request: &Request) -> Response {
    let ui = &pool.context.ui;
    if request.method == Method::Post {
        let Some((_, change)) = CHANGES.iter().find(|(own, _)| *own == name) else {
            return Response::refusal_response(404, "there is nothing of this name to change");
        };
        let Ok(asked) = serde_json::from_slice(&request.body) else {
            return Response::refusal_response(400, "the body is not JSON");
        };
        return match change(pool, &asked) {
            Ok(value) => Response::json_response(ui, &value),
            Err(error) => Response::error_response(ui, &error),
        };
    }
    if name == "now" && now::is_answer_unchanged(pool, &request.query) {
        return Response::not_modified_response();
    }
    match run_query(pool, name, &request.query) {
        None => Response::refusal_response(404, "unknown request"),
        Some(Ok(value)) => Response::json_response(ui, &value),
        Some(Err(error)) => Response::error_response(ui, &error),
    }
}

/// The answer to a question; none where there is no such question.
pub fn run_query(pool: &StorePool<'_>, name: &str, query: &Query) -> Option<Result<Value>> {
    let (_, ask) = QUESTIONS.iter().find(|(own, _)| *own == name)?;
    Some(ask(pool, query))
}

/// Facts about the server: the version of ctx, the projects, where it was started.
fn about_json(pool: &StorePool<'_>, _: &Query) -> Result<Value> {
    let projects: Vec<Value> =
        pool.projects()?.into_iter().map(|(name, last)| json!({ "project": name, "last_at_ms": last })).collect();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"), "now_ms": unix_time_ms(), "here": pool.start_project(), "hub": pool.has_hub(),
        "projects": projects,
    }))
}
