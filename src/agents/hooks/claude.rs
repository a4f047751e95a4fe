//! Claude Code: `hookSpecificOutput` under the event's own name; silence changes nothing, exit 2 would block.

use super::{Agent, Answer, Call, Event, first_text, quoted, response, text};
use crate::agents::transcripts::json::Json;

pub const EVENTS: &[(&str, Event)] = &[
    ("post-tool-use", Event::AfterTool),
    ("post-tool-use-failure", Event::ToolFailed),
    ("pre-compact", Event::BeforeCompact),
    ("session-start", Event::SessionStart),
    ("user-prompt-submit", Event::Prompt),
    ("stop", Event::Stop),
    ("subagent-stop", Event::SubagentStop),
    ("session-end", Event::SessionEnd),
];

pub fn read(agent: Agent, event: Event, value: Json<'_>) -> Call<'_> {
    let raw = |name: &str| value.get(name).filter(|field| !field.is_null()).map(|field| field.raw().into());
    Call {
        session: first_text(value, &["session_id", "sessionId"]),
        agent_id: text(value, "agent_id"),
        cwd: text(value, "cwd"),
        tool: text(value, "tool_name").unwrap_or_default(),
        call_id: text(value, "tool_use_id"),
        input: raw("tool_input"),
        response: raw("tool_response"),
        error: text(value, "error"),
        interrupted: value.get("is_interrupt").and_then(Json::boolean) == Some(true),
        duration_ms: value.get("duration_ms").and_then(Json::integer),
        prompt: text(value, "prompt"),
        reply: text(value, "last_assistant_message"),
        source: text(value, "source"),
        stamp: value.get("timestamp").map(Json::raw),
        ..Call::new(agent, event)
    }
}

pub fn answer(call: &Call<'_>, answer: &Answer) -> Option<String> {
    let body = match (call.event, answer) {
        (Event::AfterTool, Answer::Replace { text }) => {
            let output = response::with_text(call.response()?, text)?;
            let key = if call.tool.starts_with("mcp__") { "updatedMCPToolOutput" } else { "updatedToolOutput" };
            format!("\"{key}\":{output}")
        }
        (Event::SessionStart | Event::Prompt, Answer::Context { text }) => {
            format!("\"additionalContext\":{}", quoted(text))
        }
        _ => return None,
    };
    Some(specific(call.event, &body))
}

/// `{"hookSpecificOutput":{"hookEventName":…,…}}`
pub fn specific(event: Event, body: &str) -> String {
    let name = match event {
        Event::AfterTool => "PostToolUse",
        Event::ToolFailed => "PostToolUseFailure",
        Event::BeforeCompact => "PreCompact",
        Event::SessionStart => "SessionStart",
        Event::Prompt => "UserPromptSubmit",
        Event::Stop => "Stop",
        Event::SubagentStop => "SubagentStop",
        Event::SessionEnd | Event::Other => "SessionEnd",
    };
    format!("{{\"hookSpecificOutput\":{{\"hookEventName\":\"{name}\",{body}}}}}")
}
