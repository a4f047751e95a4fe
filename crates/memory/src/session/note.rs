//! A note is kept: its text as an entry, and what it says as an event of the session.

use super::classify;
use ctx_capture::session_events;
use ctx_model::env::Env;
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_model::{EventCategory, EventsOfFinishedEntry, Scope};
use ctx_store::{BlobWriter, EntryKind, EntryOutcome, NewEntry, Store};
use ctx_text::cut_middle;

pub struct NewNote<'a> {
    pub text: &'a str,
    /// The first line where it has none of its own.
    pub title: Option<String>,
    pub pin: bool,
    pub label: Option<String>,
    /// The row of the entry that it replaces.
    pub supersedes: Option<i64>,
    pub category: EventCategory,
}

/// Keeps it; its reference and its title.
pub fn store_note(store: &mut Store, env: &Env, scope: &Scope, at: i64, new: NewNote<'_>) -> Result<(EntryId, String)> {
    let first_line = new.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let title = new.title.unwrap_or_else(|| cut_middle(first_line, 100).into_owned());
    let words = classify::shorten_to_line(&title, 300);
    let (row, id) = store.begin_entry(&NewEntry {
        title: Some(title.clone()),
        pinned: new.pin,
        label: new.label,
        supersedes: new.supersedes,
        ..NewEntry::in_working_directory(env, EntryKind::Note, scope.clone(), at)
    })?;
    let event = session_events::new_session_event(scope, new.category, id.as_str().to_owned(), words, at);
    let feed = EventsOfFinishedEntry { events: vec![event], resolved: None };
    store.finish_entry(
        row,
        BlobWriter::new(row),
        new.text.as_bytes(),
        &EntryOutcome { feed, ..EntryOutcome::default() },
    )?;
    if let Some(superseded) = new.supersedes {
        store.close_event_of_entry(superseded, at)?;
    }
    Ok((id, title))
}
