//! A session as one row of a list: its last request in a few words, and its JSON.

use serde_json::{Value, json};

use super::classify;
use ctx_secrets::Masker;
use ctx_store::SessionRow;

/// Its last request, in a few words, masked.
pub fn short_last_request(row: &SessionRow, masker: &Masker) -> Option<String> {
    let words = row.last_request.as_deref().or(row.title.as_deref());
    words.map(|words| masker.without_state().mask_line(&classify::shorten_to_line(words, 90)).into_owned())
}

/// A row of `ctx history --sessions --json`.
pub fn session_json(row: &SessionRow, masker: &Masker) -> Value {
    json!({
        "session": row.name, "agent": row.agent, "project": row.project, "branch": row.branch, "title": row.title,
        "parent": row.parent, "entries": row.entries, "first_at_ms": row.first_at, "last_at_ms": row.last_at,
        "last_request": short_last_request(row, masker),
    })
}
