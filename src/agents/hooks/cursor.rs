//! Cursor: flat answers in snake_case. What is no valid JSON blocks the tool, so there is always an object.

use std::borrow::Cow;

use super::{Agent, Answer, Call, Event, claude, first_text, quoted, raw_or_inside};
use crate::agents::transcripts::json::Json;

pub const EVENTS: &[(&str, Event)] = &[
    ("post-tool-use", Event::AfterTool),
    ("post-tool-use-failure", Event::ToolFailed),
    ("pre-compact", Event::BeforeCompact),
    ("session-start", Event::SessionStart),
    ("before-submit-prompt", Event::Prompt),
    ("after-agent-response", Event::Stop),
    ("subagent-stop", Event::SubagentStop),
    ("session-end", Event::SessionEnd),
];

pub fn read(event: Event, value: Json<'_>) -> Call<'_> {
    let call = claude::read(Agent::Cursor, event, value);
    let root = value.get("workspace_roots").and_then(|roots| roots.items().next()).and_then(Json::text);
    // `MCP:search` names no server.
    let tool = match call.tool.strip_prefix("MCP:") {
        Some(name) => Cow::Owned(format!("mcp__mcp__{name}")),
        None => call.tool.clone(),
    };
    Call {
        session: first_text(value, &["conversation_id", "session_id"]),
        agent_id: first_text(value, &["subagent_id", "agent_id"]),
        cwd: call.cwd.clone().or(root),
        tool,
        input: raw_or_inside(value, "tool_input"),
        response: raw_or_inside(value, "tool_output").or_else(|| raw_or_inside(value, "result_json")),
        error: first_text(value, &["error_message", "error"]),
        duration_ms: value.get("duration").and_then(Json::integer),
        reply: first_text(value, &["text", "last_assistant_message"]),
        ..call
    }
}

pub fn answer(call: &Call<'_>, answer: &Answer) -> Option<String> {
    match (call.event, answer) {
        (Event::AfterTool, Answer::Replace { text }) if call.tool.starts_with("mcp__") => {
            let block = format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]}}", quoted(text));
            Some(format!("{{\"updated_mcp_tool_output\":{block}}}"))
        }
        (Event::SessionStart, Answer::Context { text }) => {
            let session = call.session.as_deref().filter(|session| super::host::is_session(session));
            let session = session.map(|session| format!("\"env\":{{\"CTX_SESSION\":{}}}", quoted(session)));
            let context = (!text.is_empty()).then(|| format!("\"additional_context\":{}", quoted(text)));
            let parts: Vec<String> = context.into_iter().chain(session).collect();
            Some(format!("{{{}}}", parts.join(",")))
        }
        _ => None,
    }
}
