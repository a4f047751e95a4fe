//! Cursor: no way to replace its shell is known. Its hooks are answered with a flat object in snake_case; an answer
//! that is not valid JSON blocks the tool, so there is always an object. Its transcripts have one of the usual shapes.

use std::borrow::Cow;

use serde_json::json;

use super::agent::Agent;
use super::hooks::{HookAnswer, HookCall, HookEvent, host, quote_as_json};
use super::row::{AgentRow, HookFormat, InstructionFiles, SettingsFile};
use ctx_text::json::Json;

pub const ROW: AgentRow = AgentRow {
    agent: Agent::Cursor,
    name: "cursor",
    programs: &["cursor", "cursor-agent"],
    project_dirs: &[".cursor"],
    homes: |homes| homes.cursor.iter().collect(),
    caution: Some("the shape of Cursor's hooks is known from third-party notes only; ctx doctor tests ctx's side"),
    settings: &[SettingsFile::json("hooks.json", ".cursor/hooks.json")],
    // Its instructions for all projects are in no file.
    instructions: InstructionFiles { in_home: None, in_project: &["AGENTS.md"] },
    hooks: HookFormat {
        entry: |hook, command| match hook.matcher {
            Some(matcher) => json!({ "command": command, "matcher": matcher, "timeout": hook.seconds }),
            None => json!({ "command": command, "timeout": hook.seconds }),
        },
        version: Some(1),
        adapt: adapt_hook_call,
        answer: render_hook_answer,
        nothing: "{}",
        wants_an_answer: true,
        replaces: |tool, _| tool.starts_with("mcp__"),
        // A failure comes as another event.
        exit: |_| Some(0),
        loads: &[Agent::ClaudeCode, Agent::Copilot],
        calls: |around, value| around.cursor || value.get("cursor_version").is_some(),
        folders: &[".cursor"],
        ..HookFormat::USUAL
    },
    seam: None,
    redirect: None,
    transcript: None,
};

fn adapt_hook_call<'a>(value: Json<'a>, call: HookCall<'a>) -> HookCall<'a> {
    let root = value.get("workspace_roots").and_then(|roots| roots.items().next()).and_then(Json::as_text);
    // `MCP:search` names no server.
    let tool = match call.tool.strip_prefix("MCP:") {
        Some(name) => Cow::Owned(format!("mcp__mcp__{name}")),
        None => call.tool.clone(),
    };
    HookCall { cwd: call.cwd.clone().or(root), tool, ..call }
}

fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    match (call.event, answer) {
        (HookEvent::AfterTool, HookAnswer::Replace { text }) if call.tool.starts_with("mcp__") => {
            let block = format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]}}", quote_as_json(text));
            Some(format!("{{\"updated_mcp_tool_output\":{block}}}"))
        }
        (HookEvent::SessionStart, HookAnswer::Context { text }) => {
            let session = call.session.as_deref().filter(|session| host::is_safe_session_name(session));
            let session = session.map(|session| format!("\"env\":{{\"CTX_SESSION\":{}}}", quote_as_json(session)));
            let context = (!text.is_empty()).then(|| format!("\"additional_context\":{}", quote_as_json(text)));
            let parts: Vec<String> = context.into_iter().chain(session).collect();
            Some(format!("{{{}}}", parts.join(",")))
        }
        _ => None,
    }
}
