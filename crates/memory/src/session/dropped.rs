//! What was in a conversation and is no longer: everything before its last compaction, and the results that the host cleared.
//! All of it is in the store.

use ctx_model::EventCategory;
use ctx_model::error::Result;
use ctx_store::{SessionEventFilter, SessionStep, Store};

/// Events with such keys stand for results that a host cleared by itself.
pub const CLEARED: &str = "cleared:";
/// Events that are looked at.
const MANY: u32 = 5000;

/// One thing that the model does not see any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedItem {
    /// `result`, `change`, `reply`, `request`.
    pub kind: &'static str,
    pub reference: String,
    pub name: String,
    pub bytes: u64,
    pub at: i64,
    /// `compaction` or `cleared`.
    pub by: &'static str,
}

/// What a session lost, the newest first.
pub fn find_dropped_items(store: &Store, session: &str) -> Result<Vec<DroppedItem>> {
    let within = SessionEventFilter { session: Some(session.to_owned()), ..SessionEventFilter::default() };
    let compacted = store.newest_events(&within, EventCategory::Summary, false, 1)?.first().map(|event| event.at);
    let cleared: Vec<String> = store
        .newest_events(&within, EventCategory::Data, false, MANY)?
        .into_iter()
        .filter(|event| event.key.starts_with(CLEARED))
        .filter_map(|event| event.reference)
        .collect();
    let steps = store.session_steps(session, &SessionEventFilter::default())?;
    let mut dropped: Vec<DroppedItem> = steps
        .iter()
        .filter_map(|step| {
            let by = match compacted.is_some_and(|at| step.at < at) {
                true => "compaction",
                false if cleared.contains(&step.reference) => "cleared",
                false => return None,
            };
            let kind = kind_of_dropped_step(step)?;
            let name = step.command.clone().or_else(|| step.title.clone()).unwrap_or_default();
            Some(DroppedItem { kind, reference: step.reference.clone(), name, bytes: step.bytes, at: step.at, by })
        })
        .collect();
    dropped.reverse();
    Ok(dropped)
}

fn kind_of_dropped_step(step: &SessionStep) -> Option<&'static str> {
    match step.role.as_deref() {
        None | Some("result") => Some("result"),
        Some("edit") => Some("change"),
        Some("reply" | "report" | "recap" | "plan") => Some("reply"),
        Some("prompt" | "brief") => Some("request"),
        _ => None,
    }
}

/// How much there is of each kind: its name, number and bytes, the largest first.
pub fn sum_dropped_by_kind(dropped: &[DroppedItem]) -> Vec<(&'static str, u64, u64)> {
    let mut sums: Vec<(&'static str, u64, u64)> = Vec::new();
    for one in dropped {
        match sums.iter_mut().find(|(kind, ..)| *kind == one.kind) {
            Some((_, count, bytes)) => (*count, *bytes) = (*count + 1, *bytes + one.bytes),
            None => sums.push((one.kind, 1, one.bytes)),
        }
    }
    sums.sort_by_key(|(_, _, bytes)| std::cmp::Reverse(*bytes));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_by_kind() {
        let one = |kind, bytes| DroppedItem {
            kind,
            reference: "k7f2qa".into(),
            name: String::new(),
            bytes,
            at: 0,
            by: "compaction",
        };
        let dropped = [one("reply", 5), one("result", 9), one("result", 1)];
        assert_eq!(sum_dropped_by_kind(&dropped), [("result", 2, 10), ("reply", 1, 5)]);
        assert!(sum_dropped_by_kind(&[]).is_empty());
    }
}
