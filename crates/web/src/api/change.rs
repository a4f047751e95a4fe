//! All that the page may change: keep an entry for good, write a note, forget an entry.

use serde_json::{Value, json};

use crate::error::WebError;
use crate::store_pool::StorePool;
use ctx_memory::session::note::{self, NewNote};
use ctx_model::id::EntryReference;
use ctx_model::{CommandEndStatus, EventCategory, Result, Scope, unix_time_ms};
use ctx_store::{Entry, Store};

fn required_text_field<'w>(asked: &'w Value, name: &'static str) -> Result<&'w str> {
    let given = asked[name].as_str().filter(|text| !text.trim().is_empty());
    Ok(given.ok_or(WebError::MissingField(name))?)
}

/// The entry that is meant, by its whole reference: a change is not a place for a guess.
fn find_entry_to_change(pool: &StorePool<'_>, store: &Store, asked: &Value) -> Result<Entry> {
    let name = required_text_field(asked, "ref")?;
    let reference: EntryReference = name.parse()?;
    if reference.remote_origin_and_id().is_some() {
        return Err(WebError::OtherMachine(name.to_owned()).into());
    }
    let entry = store.resolve_reference(&reference, &pool.scope_at_start())?;
    match entry.id.as_str() == name {
        true => Ok(entry),
        false => Err(WebError::NotWhole(name.to_owned()).into()),
    }
}

pub fn set_entry_pinned(pool: &StorePool<'_>, asked: &Value) -> Result<Value> {
    let pinned = asked["pinned"].as_bool().ok_or(WebError::MissingField("pinned"))?;
    pool.with_local_store(|store| {
        let entry = find_entry_to_change(pool, store, asked)?;
        store.set_pinned(entry.row, pinned)?;
        Ok(json!({ "ref": entry.id.as_str(), "pinned": pinned }))
    })
}

/// Writes a note in the project that the page shows; about an entry, it says which.
pub fn write_note(pool: &StorePool<'_>, asked: &Value) -> Result<Value> {
    let words = required_text_field(asked, "text")?;
    let now = unix_time_ms();
    pool.with_local_store(|store| {
        let mut scope = pool.scope_at_start();
        let mut text = words.to_owned();
        if asked["ref"].is_string() {
            let entry = find_entry_to_change(pool, store, asked)?;
            text = format!("{words}\n\nabout {}\n", entry.id.reference());
            // Beside what it is about.
            if let (Some(project), Some(session)) = (&entry.project, &entry.session) {
                scope = Scope { project: project.into(), branch: entry.branch.clone(), session: session.clone() };
            }
        }
        let new = NewNote {
            text: &text,
            title: None,
            label: None,
            pin: false,
            supersedes: None,
            category: EventCategory::Note,
        };
        let (id, title) = note::store_note(store, &pool.context.env, &scope, now, new)?;
        Ok(json!({ "ref": id.as_str(), "title": title }))
    })
}

/// Deletes an entry and its bytes; asked for with its reference twice, by somebody who was shown what goes.
pub fn forget_entry(pool: &StorePool<'_>, asked: &Value) -> Result<Value> {
    if required_text_field(asked, "ref")? != required_text_field(asked, "confirm")? {
        return Err(WebError::NotConfirmed.into());
    }
    pool.with_local_store(|store| {
        let entry = find_entry_to_change(pool, store, asked)?;
        if entry.status == CommandEndStatus::Running {
            return Err(WebError::Running(entry.id.reference()).into());
        }
        store.forget_entries(&[entry.row])?;
        Ok(json!({ "ref": entry.id.as_str(), "forgotten": true }))
    })
}
