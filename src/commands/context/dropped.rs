//! `ctx context --dropped`: what the conversation held and holds no longer, by kind and size, each with its reference.

use serde_json::json;

use super::super::HistoryScope;
use super::super::store::import_running_session;
use crate::session::brief::short_age;
use crate::session::dropped::{self, DroppedItem};
use crate::ui::{cut_middle, format_count, format_size, paint_brief};
use crate::{Context, Error, ExitStatus, Result};
use ctx_model::unix_time_ms;
use ctx_store::Store;

/// Sessions among which the newest one is looked for.
const NEWEST: usize = 8;

pub fn print_dropped_items(
    context: &Context,
    session: Option<&str>,
    budget: Option<usize>,
    as_json: bool,
) -> Result<ExitStatus> {
    let mut store = context.open_store()?;
    let here = HistoryScope::resolve_scope(context, &store, session)?;
    let session = match here.within.session.clone() {
        Some(session) => Some(session),
        None => current_or_newest_session(context, &store, &here.project)?,
    };
    let session = session.ok_or_else(|| Error::not_found("nothing recorded in this project yet"))?;
    if let Some(row) = store.find_session_by_name(&session)?
        && let Err(error) = import_running_session(context, &mut store, &row)
    {
        context.ui.warn(format_args!("the transcript could not be read, so something may be missing: {error}"));
    }
    let dropped = dropped::find_dropped_items(&store, &session)?;
    if dropped.is_empty() {
        return Err(Error::not_found(format_args!("nothing was dropped from {session}"))
            .with_hint("what an agent compacts or clears is listed here; ctx store --import reads its transcript"));
    }
    let masker = context.new_masker();
    let name = |one: &DroppedItem| {
        masker.without_state().mask_line(&one.name.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
    };
    if as_json {
        let rows: Vec<_> = dropped
                .iter()
                .map(|one| {
                    json!({ "ref": one.reference, "kind": one.kind, "bytes": one.bytes, "at_ms": one.at, "by": one.by, "name": name(one) })
                })
                .collect();
        context.ui.print_json(&json!({ "session": session, "dropped": rows }));
        return Ok(ExitStatus::OK);
    }
    let now = unix_time_ms();
    let mut text = format!("dropped from {session}: {}\n", format_kind_sums(&dropped));
    let most = budget.unwrap_or(usize::MAX);
    for (at, one) in dropped.iter().enumerate() {
        let (name, age) = (name(one), short_age(now.saturating_sub(one.at)));
        let (name, size) = (cut_middle(&name, 90), format_size(one.bytes));
        let line = format!("[ctx:{}] {} · {name} · {size} · {age}\n", one.reference, one.kind);
        if text.len() + line.len() > most {
            text.push_str(&format!("… {} more: --budget {}\n", dropped.len() - at, 2 * most));
            break;
        }
        text.push_str(&line);
    }
    context.ui.print_wrapped(&context.ui.colour_page(&text, paint_brief));
    Ok(ExitStatus::OK)
}

/// `34 results (210 KB), 12 replies (9 KB)`.
fn format_kind_sums(dropped: &[DroppedItem]) -> String {
    let part = |(kind, number, bytes): (&str, u64, u64)| {
        let named =
            if kind == "reply" && number != 1 { format!("{number} replies") } else { format_count(number, kind) };
        format!("{named} ({})", format_size(bytes))
    };
    dropped::sum_dropped_by_kind(dropped).into_iter().map(part).collect::<Vec<_>>().join(", ")
}

/// The conversation that asks, where it is known; else the project's newest.
fn current_or_newest_session(context: &Context, store: &Store, project: &str) -> Result<Option<String>> {
    let own = context.current_command_scope().session;
    if store.sessions_with_prefix(&own)?.contains(&own) {
        return Ok(Some(own));
    }
    Ok(store.newest_main_session(project, NEWEST)?)
}
