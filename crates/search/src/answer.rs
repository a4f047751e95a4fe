//! Search answers as JSON, with the source of each hit; and merging two answers into one list.

use serde_json::{Value, json};

use super::SearchAnswer;
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind};

/// The store's kinds for a kind named by the user.
pub fn entry_kinds_named(name: &str) -> &'static [&'static str] {
    match name {
        "run" => &["run", "store"],
        "note" => &["note"],
        "doc" => &["doc"],
        "file" => &["file"],
        _ => &["import"],
    }
}

/// Where a hit comes from, in the words a person would use for it.
pub fn describe_source(entry: &Entry, masker: &Masker) -> String {
    let name = match entry.kind {
        EntryKind::Doc | EntryKind::File => entry.title.as_deref().or(entry.label.as_deref()),
        _ => entry.command.as_deref().or(entry.title.as_deref()).or(entry.label.as_deref()),
    };
    masker.without_state().mask_line(&ctx_text::collapse_name_to_line(name.unwrap_or(entry.kind.name()))).into_owned()
}

/// Local hits and those of the hub in one list.
pub fn merge_local_and_hub_hits(mut own: SearchAnswer, hub: SearchAnswer, offset: usize, limit: usize) -> SearchAnswer {
    own.hits.extend(hub.hits);
    own.hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| b.entry.started_at.cmp(&a.entry.started_at)));
    own.hits.drain(..offset.min(own.hits.len()));
    let cut = own.hits.len().saturating_sub(limit);
    own.hits.truncate(limit);
    own.more = (own.more.0 + hub.more.0 + cut, own.more.1 + hub.more.1, own.more.2 || hub.more.2);
    for pair in hub.corrected {
        if !own.corrected.contains(&pair) {
            own.corrected.push(pair);
        }
    }
    own.unknown.retain(|word| hub.unknown.contains(word));
    own.nearest.extend(hub.nearest);
    own.tried.push("the hub");
    own
}

/// The JSON that `ctx search --json` prints for one question.
pub fn answer_json(query: &str, answer: &SearchAnswer, masker: &Masker) -> Value {
    let hits: Vec<Value> = answer
        .hits
        .iter()
        .map(|hit| {
            json!({
                "ref": hit.entry.id.as_str(),
                "kind": hit.entry.kind.name(),
                "source": describe_source(&hit.entry, masker),
                "start": hit.lines.0,
                "end": hit.lines.1,
                "score": (hit.score * 1e4).round() / 1e4,
                "layer": hit.layer,
                "snippet": hit.snippet.join("\n"),
                "title": hit.title(),
                "older": hit.older,
                "superseded_by": hit.entry.superseded_by.as_ref().map(|id| id.as_str()),
            })
        })
        .collect();
    let corrected: serde_json::Map<String, Value> =
        answer.corrected.iter().map(|(from, to)| (from.clone(), Value::from(to.clone()))).collect();
    json!({
        "query": masker.without_state().mask_line(query),
        "hits": hits,
        "corrected": corrected,
        "more": answer.more.0,
        "unknown": answer.unknown,
        "tried": answer.tried,
    })
}
