//! An entry as lists give it: its name, masked and on one line, and the JSON of a row.

use serde_json::{Value, json};

use super::EntryFacts;
use ctx_secrets::Masker;
use ctx_store::Entry;
use ctx_text::collapse_name_to_line;

/// The entry's name on one line, masked.
pub fn masked_entry_name(entry: &Entry, masker: &Masker) -> String {
    masker.without_state().mask_line(&collapse_name_to_line(entry.name())).into_owned()
}

/// A row of `ctx history --json`.
pub fn history_row_json(entry: &Entry, masker: &Masker) -> Value {
    EntryFacts::from_entry(entry, &masked_entry_name(entry, masker)).to_json_with(json!({
        "started_at_ms": entry.started_at,
        "label": entry.label,
        "project": entry.project,
        "branch": entry.branch,
        "session": entry.session,
        "agent": entry.agent,
        "role": entry.role,
        "pinned": entry.pinned,
        "expired": entry.expired,
        "superseded_by": entry.superseded_by.as_ref().map(|id| id.as_str()),
    }))
}
