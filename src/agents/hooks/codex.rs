//! Codex: Claude Code's names, stricter. A key it does not know voids the answer.

use super::claude::specific;
use super::{Agent, Answer, Call, Event, claude, quoted, response, text};
use crate::agents::transcripts::json::Json;

pub const EVENTS: &[(&str, Event)] = &[
    ("post-tool-use", Event::AfterTool),
    ("pre-compact", Event::BeforeCompact),
    ("session-start", Event::SessionStart),
    ("user-prompt-submit", Event::Prompt),
    ("stop", Event::Stop),
    ("subagent-stop", Event::SubagentStop),
    ("session-end", Event::SessionEnd),
];

pub fn read(event: Event, value: Json<'_>) -> Call<'_> {
    let call = claude::read(Agent::Codex, event, value);
    let call_id = call.call_id.clone().or_else(|| text(value, "call_id"));
    Call { call_id, ..call }
}

pub fn answer(call: &Call<'_>, answer: &Answer) -> Option<String> {
    match (call.event, answer) {
        (Event::AfterTool, Answer::Replace { text }) => {
            // What cannot be found in the response is not replaced either.
            response::text(call.response()?)?;
            let why = quoted("the result is kept by ctx; its digest stands here");
            Some(format!("{{\"continue\":false,\"stopReason\":{why},\"reason\":{}}}", quoted(text)))
        }
        (Event::SessionStart, Answer::Context { text }) => {
            Some(specific(call.event, &format!("\"additionalContext\":{}", quoted(text))))
        }
        _ => None,
    }
}
