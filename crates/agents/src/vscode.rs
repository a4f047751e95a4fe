//! VS Code: no way to replace its shell is known. Its hooks have Claude Code's shape, with the session under
//! `sessionId`; a hook can add to a tool's answer, not replace it. It loads the settings of Claude Code and the files
//! of Copilot.

use super::agent::Agent;
use super::claude_code;
use super::hooks::{HookAnswer, HookCall, HookEvent};
use super::row::{AgentRow, HookFormat, InstructionFiles};
use ctx_text::json::Json;

pub const ROW: AgentRow = AgentRow {
    agent: Agent::VsCode,
    name: "vscode",
    programs: &["code", "code-insiders"],
    project_dirs: &[".vscode"],
    homes: |homes| homes.vscode.iter().collect(),
    caution: Some("hooks are a preview in VS Code; it ignores matchers, so ctx is asked about every tool"),
    // It reads the files of Copilot's hooks, and has no other place of its own.
    settings: &[],
    // Its instructions for all projects are in no file.
    instructions: InstructionFiles { in_home: None, in_project: &["AGENTS.md"] },
    hooks: HookFormat {
        answer: render_hook_answer,
        replaces: |_, _| false,
        loads: &[Agent::ClaudeCode, Agent::Copilot],
        as_its_own: true,
        calls: |_, value| is_vscode_payload(value),
        folders: &[".github/hooks", ".copilot/hooks"],
        ..HookFormat::USUAL
    },
    seam: None,
    redirect: None,
    transcript: None,
};

/// Claude Code sends `session_id`, Copilot `toolName`; only VS Code sends `sessionId` with the event's name.
fn is_vscode_payload(value: Json<'_>) -> bool {
    value.get("sessionId").is_some()
        && value.get("session_id").is_none()
        && (value.get("hookEventName").is_some() || value.get("hook_event_name").is_some())
}

fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    match (call.event, answer) {
        (HookEvent::SessionStart, HookAnswer::Context { .. }) => claude_code::render_hook_answer(call, answer),
        _ => None,
    }
}
