//! VS Code: Claude Code's shape, the session under `sessionId`; a tool's answer can be added to, not replaced.

use super::{Agent, Answer, Call, Event, claude};
use crate::agents::transcripts::json::Json;

/// Claude Code says `session_id`, Copilot `toolName`; only VS Code says both this and that.
pub fn speaks(value: Json<'_>) -> bool {
    value.get("sessionId").is_some()
        && value.get("session_id").is_none()
        && (value.get("hookEventName").is_some() || value.get("hook_event_name").is_some())
}

pub fn read(event: Event, value: Json<'_>) -> Call<'_> {
    claude::read(Agent::VsCode, event, value)
}

pub fn answer(call: &Call<'_>, answer: &Answer) -> Option<String> {
    match (call.event, answer) {
        (Event::SessionStart, Answer::Context { .. }) => claude::answer(call, answer),
        _ => None,
    }
}
