//! What a request says beside its conversation: its model, how long the provider keeps it in its cache, who else shortens
//! the conversation, and whether it asks for a summary of it.

use std::borrow::Cow;
use std::time::Duration;

use ctx_text::json::Json;

use super::Format;
use crate::model::{Conversation, ItemKind, MessageRole};

/// The request on its own terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoldingConditions<'a> {
    pub model: Cow<'a, str>,
    /// How long the provider keeps the conversation cached, if the request says so.
    pub lasts: Option<Duration>,
    /// Somebody else shortens this conversation.
    pub beside: Option<&'static str>,
    /// The conversation is to be summed up: its last chance to be read whole.
    pub asks_for_summary: bool,
}

/// Somebody who shortens the conversation besides us: the provider clears old results, sums up when the conversation gets
/// long, or has the conversation, so that the request holds only what is new.
const CLEARS: &str = "the provider clears old tool results (context_management)";
const COMPACTS: &str = "the provider compacts the conversation (context_management)";
const REMEMBERS: &str = "the provider keeps the conversation (previous_response_id)";

/// What hosts put in place of a tool result that they cleared themselves.
pub const CLEARED: [&str; 2] = ["[Old tool result content cleared]", "[Tool result cleared]"];

const FIVE_MINUTES: Duration = Duration::from_secs(5 * 60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) fn read_folding_conditions<'a>(
    format: Format,
    root: Json<'a>,
    list: Json<'a>,
    conversation: &Conversation<'_>,
) -> FoldingConditions<'a> {
    FoldingConditions {
        model: root.text_field("model").unwrap_or_default(),
        lasts: cache_lifetime(format, root, list),
        beside: find_other_shortener(format, root),
        asks_for_summary: asks_for_summary(conversation),
    }
}

fn is_field_set(root: Json<'_>, name: &str) -> bool {
    root.get(name).is_some_and(|value| !value.is_null())
}

fn find_other_shortener(format: Format, root: Json<'_>) -> Option<&'static str> {
    let managed = root.get("context_management");
    match format {
        // Claude Code always asks for `clear_thinking`, which keeps every result.
        Format::Messages => managed?.get("edits")?.items().find_map(|edit| match edit.text_field("type")? {
            kind if kind.starts_with("clear_tool_uses") => Some(CLEARS),
            kind if kind.starts_with("compact") => Some(COMPACTS),
            _ => None,
        }),
        Format::Responses if is_field_set(root, "previous_response_id") || is_field_set(root, "conversation") => {
            Some(REMEMBERS)
        }
        Format::Responses => {
            let compacts = |entry: Json<'_>| entry.text_field("type").is_some_and(|kind| kind.starts_with("compact"));
            managed.filter(|managed| managed.items().any(compacts)).map(|_| COMPACTS)
        }
        Format::Chat | Format::Gemini => None,
    }
}

/// The time by the last mark for the cache in the conversation, else by the last one before it.
fn cache_lifetime(format: Format, root: Json<'_>, list: Json<'_>) -> Option<Duration> {
    if format == Format::Responses || format == Format::Chat {
        return root.text_field("prompt_cache_retention").filter(|kept| kept == "24h").map(|_| DAY);
    }
    if format == Format::Gemini {
        return None;
    }
    let mark = find_last_cache_control(list.raw()).or_else(|| find_last_cache_control(root.raw()))?;
    Some(if mark.text_field("ttl").is_some_and(|ttl| ttl == "1h") { HOUR } else { FIVE_MINUTES })
}

/// The value of the last `"cache_control"` that is a field. Inside a text its quotes are escaped.
fn find_last_cache_control(text: &str) -> Option<Json<'_>> {
    const NAME: &str = "\"cache_control\"";
    let mut end = text.len();
    while let Some(at) = text[..end].rfind(NAME) {
        let value = text[at + NAME.len()..].trim_start().strip_prefix(':').map(str::trim_start);
        let is_quoted = text[..at].ends_with('\\');
        if let Some((value, _)) =
            value.filter(|_| !is_quoted).and_then(|value| ctx_text::json::parse_first_value(value).ok()?)
            && value.is_object()
        {
            return Some(value);
        }
        end = at;
    }
    None
}

/// Words of the hosts' own requests for a summary.
const SUMMARIES: [&str; 7] = [
    // Claude Code, Copilot CLI.
    "Your task is to create a detailed summary of",
    "create a detailed summary of the conversation",
    // Codex.
    "CONTEXT CHECKPOINT COMPACTION",
    // Gemini CLI.
    "<state_snapshot>",
    // OpenCode.
    "Provide a detailed prompt for continuing our conversation",
    "anchored summary from the conversation",
    "Create a new anchored summary",
];

/// Whether the last words of the request, after everything that the model said, ask for a summary.
fn asks_for_summary(conversation: &Conversation<'_>) -> bool {
    let items = conversation.items.iter().rev().take_while(|item| item.role == MessageRole::User);
    let mut words = items.filter(|item| item.kind == ItemKind::Text);
    words.any(|item| SUMMARIES.iter().any(|sign| item.text.contains(sign)))
}

#[cfg(test)]
mod tests {
    use super::super::parse_request_body;
    use super::*;
    use serde_json::{Value, json};

    fn terms(format: Format, body: &Value) -> (Option<&'static str>, Option<u64>, bool) {
        let text = body.to_string();
        let request = parse_request_body(format, text.as_bytes()).expect("understood");
        let terms = &request.terms;
        (terms.beside, terms.lasts.map(|lasts| lasts.as_secs()), terms.asks_for_summary)
    }

    #[test]
    fn who_else_shortens_the_conversation() {
        let managed = |edit: &str| json!({ "messages": [], "context_management": { "edits": [{ "type": edit }] } });
        let beside = |format, body| terms(format, &body).0;
        assert_eq!(beside(Format::Messages, managed("clear_thinking_20251015")), None);
        assert_eq!(beside(Format::Messages, managed("clear_tool_uses_20250919")), Some(CLEARS));
        assert_eq!(beside(Format::Messages, managed("compact_20260112")), Some(COMPACTS));
        let with = |name: &str, value: Value| json!({ "input": [], name: value });
        assert_eq!(beside(Format::Responses, with("previous_response_id", json!("resp_1"))), Some(REMEMBERS));
        assert_eq!(beside(Format::Responses, with("previous_response_id", Value::Null)), None);
        let compaction = json!([{ "type": "compaction", "compact_threshold": 200_000 }]);
        assert_eq!(beside(Format::Responses, with("context_management", compaction)), Some(COMPACTS));
    }

    #[test]
    fn how_long_the_cache_lasts() {
        let mark = |ttl: &str| json!({ "type": "ephemeral", "ttl": ttl });
        let system = json!([{ "type": "text", "text": "s", "cache_control": mark("1h") }]);
        let message = |block: Value| json!([{ "role": "user", "content": [block] }]);
        let lasts = |body: Value| terms(Format::Messages, &body).1;
        let words = json!({ "type": "text", "text": "set \"cache_control\": {\"type\": \"ephemeral\", \"ttl\": \"1h\"} there" });
        assert_eq!(lasts(json!({ "messages": message(words.clone()) })), None, "words are no mark");
        assert_eq!(lasts(json!({ "system": system, "messages": message(words) })), Some(3600));
        let marked = json!({ "type": "text", "text": "x", "cache_control": { "type": "ephemeral" } });
        assert_eq!(
            lasts(json!({ "system": system, "messages": message(marked) })),
            Some(300),
            "the conversation's own"
        );
        let kept = json!({ "input": [], "prompt_cache_retention": "24h" });
        assert_eq!(terms(Format::Responses, &kept).1, Some(86400));
    }

    #[test]
    fn requests_for_a_summary() {
        let ask = "Your task is to create a detailed summary of the conversation so far.";
        let said = |last: &str| {
            json!({ "messages": [
                { "role": "user", "content": ask }, { "role": "assistant", "content": "no" }, { "role": "user", "content": last },
            ] })
        };
        assert!(terms(Format::Messages, &said(ask)).2);
        assert!(!terms(Format::Messages, &said("go on")).2, "only the last words count");
    }
}
