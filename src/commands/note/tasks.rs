//! Tasks that are open (`ctx note` alone), and the way to close one (`ctx note --done`).

use serde_json::json;

use crate::commands::HistoryScope;
use crate::session::classify;
use crate::ui::paint_brief;
use crate::{Context, Error, ExitStatus, Result};
use ctx_model::id::{EntryReference, ReferenceTarget};
use ctx_model::{EventCategory, StoredEvent, unix_time_ms};
use ctx_store::Store;

/// Marks tasks, bugs or errors as done. A number counts in the list of open tasks; no id begins with a digit.
pub(super) fn mark_tasks_done(context: &Context, references: &[EntryReference]) -> Result<ExitStatus> {
    let mut store = context.open_store()?;
    let now = unix_time_ms();
    let scope = context.current_command_scope();
    let listed = find_open_tasks_oldest_first(context, &store)?;
    let mut entries = Vec::new();
    for reference in references {
        let number = match &reference.target {
            ReferenceTarget::Prefix(digits) => digits.parse::<usize>().ok(),
            _ => None,
        };
        let Some(number) = number else {
            let named = reference_of_task_with_text(&listed, reference);
            entries.push(store.resolve_reference(named.as_ref().unwrap_or(reference), &scope)?);
            continue;
        };
        let task = number.checked_sub(1).and_then(|at| listed.get(at)).and_then(|task| task.reference.clone());
        let none = || Error::not_found(format_args!("no open task {number}")).with_hint("ctx note lists them");
        entries.push(store.resolve_reference(&task.ok_or_else(none)?.parse()?, &scope)?);
    }
    let masker = context.new_masker();
    for entry in &entries {
        if !store.close_event_of_entry(entry.row, now)? {
            return Err(Error::not_found(format_args!("{} is not an open task", entry.id.reference()))
                .with_hint("ctx note lists them"));
        }
        let name = masker.without_state().mask_line(&classify::shorten_to_line(entry.name(), 300)).into_owned();
        context.ui.print(&format!("done: {} {name}\n", entry.id.reference()));
    }
    Ok(ExitStatus::OK)
}

/// The one open task whose text somebody typed again.
fn reference_of_task_with_text(listed: &[StoredEvent], given: &EntryReference) -> Option<EntryReference> {
    let ReferenceTarget::Label(text) = &given.target else { return None };
    let mut same = listed.iter().filter(|task| task.text.eq_ignore_ascii_case(text));
    same.next().filter(|_| same.next().is_none())?.reference.as_ref()?.parse().ok()
}

/// The oldest first: a new task changes no number.
fn find_open_tasks_oldest_first(context: &Context, store: &Store) -> Result<Vec<StoredEvent>> {
    let here = HistoryScope::resolve_scope(context, store, None)?;
    let mut open = store.newest_events(&here.within, EventCategory::Task, true, 1000)?;
    open.extend(store.newest_events(&here.within, EventCategory::Bug, true, 1000)?);
    open.sort_by_key(|task| task.first_at);
    Ok(open)
}

pub(super) fn print_open_tasks(context: &Context, as_json: bool) -> Result<ExitStatus> {
    let open = find_open_tasks_oldest_first(context, &context.open_store()?)?;
    let masker = context.new_masker();
    let words = |text: &str| masker.without_state().mask_line(&classify::shorten_to_line(text, 300)).into_owned();
    if as_json {
        let rows = open.iter().zip(1..).map(|(task, number)| {
            json!({ "number": number, "ref": task.reference, "kind": task.category.name(), "text": words(&task.text), "session": task.session, "at_ms": task.at })
        });
        context.ui.print_json(&serde_json::Value::Array(rows.collect()));
    } else if open.is_empty() {
        context.ui.warn("no open tasks");
    } else {
        let lines: String = open
            .iter()
            .zip(1..)
            .map(|(task, number)| {
                let reference =
                    task.reference.as_ref().map_or_else(|| "[ctx:-]".to_owned(), |id| format!("[ctx:{id}]"));
                let text = if task.text.is_empty() { &task.key } else { &task.text };
                format!("{reference} {} {number} · {}\n", task.category.name(), words(text))
            })
            .collect();
        context.ui.print_wrapped(&context.ui.colour_page(&lines, paint_brief));
    }
    Ok(ExitStatus::OK)
}
