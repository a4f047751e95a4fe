//! Tasks that are open (`ctx note` alone), and the way to close one (`ctx note --done`).

use serde_json::json;

use crate::commands::Here;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::session::classify;
use crate::ui::{format_count, paint_brief};
use ctx_model::env::now_ms;
use ctx_model::id::Reference;
use ctx_model::{Category, Scope};

/// Marks tasks, bugs or errors as done.
pub(super) fn mark_done(context: &Context, references: &[Reference]) -> Result<ExitStatus> {
    let mut store = context.open_store()?;
    let now = now_ms();
    let scope = Scope::from_env(&context.env, now);
    let entries =
        references.iter().map(|reference| store.resolve(reference, &scope)).collect::<ctx_store::Result<Vec<_>>>()?;
    for entry in &entries {
        if !store.close_event_of_entry(entry.row, now)? {
            return Err(Error::absent(format_args!("{} is not an open task", entry.id.reference()))
                .with_hint("ctx note lists them"));
        }
    }
    context.ui.print(&format!("done: {}\n", format_count(entries.len() as u64, "task")));
    Ok(ExitStatus::OK)
}

pub(super) fn list_open_tasks(context: &Context, as_json: bool) -> Result<ExitStatus> {
    let store = context.open_store()?;
    let here = Here::of(context, &store, None)?;
    let mut open = store.newest_events(&here.within, Category::Task, true, 1000)?;
    open.extend(store.newest_events(&here.within, Category::Bug, true, 1000)?);
    let masker = context.new_masker();
    let words = |text: &str| masker.without_state().mask_line(&classify::shorten_to_line(text, 300)).into_owned();
    if as_json {
        let rows = open.iter().map(|task| {
            json!({ "ref": task.reference, "kind": task.category.name(), "text": words(&task.text), "session": task.session, "at_ms": task.at })
        });
        context.ui.json(&serde_json::Value::Array(rows.collect()));
    } else if open.is_empty() {
        context.ui.warn("no open tasks");
    } else {
        let lines: String = open
            .iter()
            .map(|task| {
                let reference =
                    task.reference.as_ref().map_or_else(|| "[ctx:-]".to_owned(), |id| format!("[ctx:{id}]"));
                let text = if task.text.is_empty() { &task.key } else { &task.text };
                format!("{reference} {} · {}\n", task.category.name(), words(text))
            })
            .collect();
        context.ui.print_wrapped(&context.ui.colour_page(&lines, paint_brief));
    }
    Ok(ExitStatus::OK)
}
