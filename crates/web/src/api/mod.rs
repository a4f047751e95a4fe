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
use ctx_model::env::now_ms;
use ctx_model::error::Result;

type Ask = fn(&StorePool<'_>, &Query) -> Result<Value>;
type Change = fn(&StorePool<'_>, &Value) -> Result<Value>;

const QUESTIONS: &[(&str, Ask)] = &[
    ("about", about),
    ("now", now::now),
    ("history", now::history),
    ("entry", entry::entry),
    ("lines", entry::lines),
    ("places", places::places),
    ("diff", entry::diff),
    ("command", command::command),
    ("search", search::search),
    ("sessions", session::sessions),
    ("session", session::session),
    ("savings", savings::savings),
    ("work", work::work),
    ("context", context::context),
    ("brief", brief::brief),
    ("board", board::board),
    ("find", find::find),
];

const CHANGES: &[(&str, Change)] = &[("pin", change::pin), ("note", change::note), ("forget", change::forget)];

/// Answers the question with this name.
pub fn answer(pool: &StorePool<'_>, name: &str, request: &Request) -> Response {
    let ui = &pool.context.ui;
    if request.method == Method::Post {
        let Some((_, change)) = CHANGES.iter().find(|(own, _)| *own == name) else {
            return Response::refused(404, "there is nothing of this name to change");
        };
        let Ok(asked) = serde_json::from_slice(&request.body) else {
            return Response::refused(400, "the body is not JSON");
        };
        return match change(pool, &asked) {
            Ok(value) => Response::data(ui, &value),
            Err(error) => Response::error(ui, &error),
        };
    }
    if name == "now" && now::is_unchanged(pool, &request.query) {
        return Response::unchanged();
    }
    match ask(pool, name, &request.query) {
        None => Response::refused(404, "unknown request"),
        Some(Ok(value)) => Response::data(ui, &value),
        Some(Err(error)) => Response::error(ui, &error),
    }
}

/// The answer to a question; none where there is no such question.
pub fn ask(pool: &StorePool<'_>, name: &str, query: &Query) -> Option<Result<Value>> {
    let (_, ask) = QUESTIONS.iter().find(|(own, _)| *own == name)?;
    Some(ask(pool, query))
}

/// Facts about the server: the version of ctx, the projects, where it was started.
fn about(pool: &StorePool<'_>, _: &Query) -> Result<Value> {
    let projects: Vec<Value> =
        pool.projects()?.into_iter().map(|(name, last)| json!({ "project": name, "last_at_ms": last })).collect();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"), "now_ms": now_ms(), "here": pool.here(), "hub": pool.has_hub(),
        "projects": projects,
    }))
}
