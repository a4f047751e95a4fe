//! Cursor: no way to replace its shell is known. Its hooks are answered with a flat object in snake_case; an answer
//! that is not valid JSON blocks the tool, so there is always an object. Its transcripts have one of the usual shapes.

use std::borrow::Cow;

use serde_json::json;

use super::agent::Agent;
use super::claude_code;
use super::hooks::{Event, HookAnswer, HookCall, first_text, host, quoted, raw_or_inside};
use super::install::FileEdit;
use super::install::hooks::{Hook, hook, last};
use super::install::places::{Reach, Target};
use super::row::{Hooks, Row, nowhere_else};
use ctx_text::json::Json;

pub const ROW: Row = Row {
    agent: Agent::Cursor,
    name: "cursor",
    programs: &["cursor", "cursor-agent"],
    project_dirs: &[".cursor"],
    homes: |homes| homes.cursor.iter().collect(),
    caution: Some("the shape of Cursor's hooks is known from third-party notes only; ctx doctor tests ctx's side"),
    settings: |places| {
        let path = places.dir(&places.homes.cursor, ".cursor")?.join("hooks.json");
        Some(Target { agent: Agent::Cursor, path, kind: FileEdit::Settings(Agent::Cursor) })
    },
    elsewhere: nowhere_else,
    // Its instructions for all projects are in no file.
    instructions: |places| (places.reach == Reach::Project).then(|| places.project.join("AGENTS.md")),
    hooks: Hooks {
        events: EVENTS,
        entry: |hook, command| match hook.matcher {
            Some(matcher) => json!({ "command": command, "matcher": matcher, "timeout": hook.seconds }),
            None => json!({ "command": command, "timeout": hook.seconds }),
        },
        version: Some(1),
        read,
        answer,
        nothing: "{}",
        wants_an_answer: true,
        replaces: |tool, _| tool.starts_with("mcp__"),
        // A failure comes as another event.
        exit: |_| Some(0),
        trial: |event, dir| {
            json!({
                "conversation_id": "ctx-doctor", "hook_event_name": event, "cursor_version": "0",
                "workspace_roots": [dir], "cwd": dir, "tool_name": "Shell", "tool_output": "ctx-doctor",
                "tool_input": { "command": "echo ctx-doctor", "description": "a trial of ctx doctor" }, "prompt": "a trial",
            })
        },
        loads: &[Agent::ClaudeCode, Agent::Copilot],
        calls: |around, value| around.cursor || value.get("cursor_version").is_some(),
        folders: &[".cursor"],
        ..Hooks::USUAL
    },
    seam: None,
    redirect: None,
    transcript: None,
};

const EVENTS: &[Hook] = &[
    hook("postToolUse", "post-tool-use", Event::AfterTool),
    hook("postToolUseFailure", "post-tool-use-failure", Event::ToolFailed),
    hook("preCompact", "pre-compact", Event::BeforeCompact),
    hook("sessionStart", "session-start", Event::SessionStart),
    hook("beforeSubmitPrompt", "before-submit-prompt", Event::Prompt),
    hook("afterAgentResponse", "after-agent-response", Event::Stop),
    hook("subagentStop", "subagent-stop", Event::SubagentStop),
    last("sessionEnd", "session-end", Event::SessionEnd),
];

fn read(event: Event, value: Json<'_>) -> HookCall<'_> {
    let call = claude_code::read(Agent::Cursor, event, value);
    let root = value.get("workspace_roots").and_then(|roots| roots.items().next()).and_then(Json::text);
    // `MCP:search` names no server.
    let tool = match call.tool.strip_prefix("MCP:") {
        Some(name) => Cow::Owned(format!("mcp__mcp__{name}")),
        None => call.tool.clone(),
    };
    HookCall {
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

fn answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    match (call.event, answer) {
        (Event::AfterTool, HookAnswer::Replace { text }) if call.tool.starts_with("mcp__") => {
            let block = format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]}}", quoted(text));
            Some(format!("{{\"updated_mcp_tool_output\":{block}}}"))
        }
        (Event::SessionStart, HookAnswer::Context { text }) => {
            let session = call.session.as_deref().filter(|session| host::is_session(session));
            let session = session.map(|session| format!("\"env\":{{\"CTX_SESSION\":{}}}", quoted(session)));
            let context = (!text.is_empty()).then(|| format!("\"additional_context\":{}", quoted(text)));
            let parts: Vec<String> = context.into_iter().chain(session).collect();
            Some(format!("{{{}}}", parts.join(",")))
        }
        _ => None,
    }
}
