//! Copilot CLI: camelCase, arguments sometimes as JSON in a string; an exit that is not 0 denies the tool.

use super::{Agent, Answer, Call, Event, claude, first_text, quoted, raw_or_inside, response, text};
use crate::agents::transcripts::json::Json;

pub const EVENTS: &[(&str, Event)] = &[
    ("post-tool-use", Event::AfterTool),
    ("post-tool-use-failure", Event::ToolFailed),
    ("pre-compact", Event::BeforeCompact),
    ("session-start", Event::SessionStart),
    ("user-prompt-submitted", Event::Prompt),
    ("agent-stop", Event::Stop),
    ("subagent-stop", Event::SubagentStop),
    ("session-end", Event::SessionEnd),
];

pub fn read(event: Event, value: Json<'_>) -> Call<'_> {
    let result = value.get("toolResult");
    let failed = result.is_some_and(|result| result.str("resultType").is_some_and(|kind| kind != "success"));
    Call {
        session: first_text(value, &["sessionId", "session_id"]),
        tool: first_text(value, &["toolName", "tool_name"]).unwrap_or_default(),
        call_id: first_text(value, &["toolCallId", "tool_use_id"]),
        input: raw_or_inside(value, "toolArgs"),
        response: result.filter(|result| !result.is_null() && !failed).map(|result| result.raw().into()),
        error: match result.filter(|_| failed) {
            Some(result) => result.str("textResultForLlm"),
            None => text(value, "error"),
        },
        ..claude::read(Agent::Copilot, event, value)
    }
}

pub fn answer(call: &Call<'_>, answer: &Answer) -> Option<String> {
    match (call.event, answer) {
        (Event::AfterTool, Answer::Replace { text }) => {
            Some(format!("{{\"modifiedResult\":{}}}", response::with_text(call.response()?, text)?))
        }
        (Event::SessionStart, Answer::Context { text }) => Some(format!("{{\"additionalContext\":{}}}", quoted(text))),
        _ => None,
    }
}
