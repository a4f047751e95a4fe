//! Gemini CLI: what a tool answered can be added to, not replaced.

use super::{Agent, Answer, Call, Event, claude, first_text, quoted, text};
use crate::agents::transcripts::json::Json;

pub const EVENTS: &[(&str, Event)] = &[
    ("after-tool", Event::AfterTool),
    ("pre-compress", Event::BeforeCompact),
    ("session-start", Event::SessionStart),
    ("before-agent", Event::Prompt),
    ("after-agent", Event::Stop),
    ("session-end", Event::SessionEnd),
];

pub fn read(event: Event, value: Json<'_>) -> Call<'_> {
    let call = claude::read(Agent::Gemini, event, value);
    let failed = value.get("tool_response").and_then(|response| response.get("error")).filter(|error| !error.is_null());
    Call {
        reply: text(value, "prompt_response"),
        source: first_text(value, &["source", "trigger"]),
        error: failed.map(|error| text(error, "message").or_else(|| error.text()).unwrap_or_default()),
        // The event that ends a turn repeats the prompt that began it.
        prompt: call.prompt.clone().filter(|_| event == Event::Prompt),
        ..call
    }
}

pub fn answer(call: &Call<'_>, answer: &Answer) -> Option<String> {
    let (Event::SessionStart, Answer::Context { text }) = (call.event, answer) else { return None };
    Some(claude::specific(call.event, &format!("\"additionalContext\":{}", quoted(text))))
}
