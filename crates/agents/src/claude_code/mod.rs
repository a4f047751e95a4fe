//! Claude Code: `CLAUDE_CODE_SHELL` names its shell; its hooks are answered with `hookSpecificOutput` under the event's
//! own name. Silence changes nothing and exit 2 would block.

pub mod plugin;
pub mod transcript;

use std::borrow::Cow;

use serde_json::json;

use super::agent::Agent;
use super::hooks::{Event, HookAnswer, HookCall, first_text, quoted, response, text};
use super::install::hooks::{Hook, about, group, hook, last};
use super::install::places::{Places, Reach, Target};
use super::install::seam::CLAUDE_SHELL;
use super::install::{FileEdit, Seam};
use super::origin::Origin;
use super::redirect;
use super::row::{Hooks, Reads, Row, SeamRow, Transcript, nowhere_else};
use super::wrapping::word;
use ctx_text::json::Json;

pub const ROW: Row = Row {
    agent: Agent::ClaudeCode,
    name: "claude-code",
    programs: &["claude"],
    project_dirs: &[".claude"],
    homes: |homes| homes.claude.iter().collect(),
    caution: None,
    settings: |places| {
        let path = places.dir(&places.homes.claude, ".claude")?.join("settings.json");
        let kind = FileEdit::Settings(Agent::ClaudeCode).and(places.seam(Agent::ClaudeCode));
        Some(Target { agent: Agent::ClaudeCode, path, kind })
    },
    elsewhere: nowhere_else,
    instructions: |places| match places.reach {
        Reach::User => Some(places.homes.claude.as_ref()?.join("CLAUDE.md")),
        Reach::Project => {
            let (inner, outer) = (places.project.join(".claude/CLAUDE.md"), places.project.join("CLAUDE.md"));
            Some(if inner.exists() && !outer.exists() { inner } else { outer })
        }
    },
    hooks: Hooks {
        events: EVENTS,
        entry: |hook, command| group(hook, json!({ "type": "command", "command": command, "timeout": hook.seconds })),
        read: |event, value| read(Agent::ClaudeCode, event, value),
        answer,
        replaces: |_, is_shell| !is_shell,
        // A failure comes as another event.
        exit: |_| Some(0),
        trial: |event, dir| trial(event, dir, "Bash"),
        // It runs equal commands once, so only the instructions are doubled.
        twice: "it runs equal hooks once, but reads the instructions twice",
        ..Hooks::USUAL
    },
    seam: Some(SeamRow {
        settings: |places: &Places<'_>| {
            let shell = if places.options.zsh { "zsh" } else { "bash" };
            let link = places.folder().map(|folder| folder.link(shell).to_string_lossy().into_owned());
            Some(Seam::Claude { shell: link, allow: places.options.allow })
        },
        beside: |_| None,
        started,
        // It reads a file, which can be written again.
        reads: Reads::AtEnd,
        background: |_, _| None,
        shells: &[],
        login_shell: false,
        unwrap,
        wrap: |command, cwd| {
            let cwd = cwd.display();
            format!("source /dev/null 2>/dev/null || true && eval '{command}' < /dev/null && pwd -P >| {cwd}")
        },
        marks: |pid| vec![("CLAUDECODE", "1".to_owned()), (SESSION, "ctx-doctor".to_owned()), (PID, pid.to_string())],
        nearer: |_, _| None,
        start: |command, folder, options, _| {
            command.env(CLAUDE_SHELL, folder.link(if options.zsh { "zsh" } else { "bash" }));
        },
    }),
    redirect: Some(redirect::CLAUDE_CODE),
    transcript: Some(Transcript {
        places: |homes| homes.claude.iter().map(|home| home.join("projects")).collect(),
        within: None,
        recognises: transcript::recognises,
        last: true,
        read: transcript::read,
    }),
};

/// Tools whose results are large or tell of files, tasks and commands. Glob, Grep and the like are frequent and tell of
/// none: a process for each is not worth it.
const TOOLS: &str = "Bash|Read|Edit|MultiEdit|Write|NotebookEdit|WebFetch|WebSearch|Task|Agent|TodoWrite|TaskCreate|TaskUpdate|ExitPlanMode|AskUserQuestion|Skill|mcp__.*";

const EVENTS: &[Hook] = &[
    about("PostToolUse", "post-tool-use", Event::AfterTool, TOOLS),
    about("PostToolUseFailure", "post-tool-use-failure", Event::ToolFailed, "Bash|Edit|MultiEdit|Write|mcp__.*"),
    hook("PreCompact", "pre-compact", Event::BeforeCompact),
    hook("SessionStart", "session-start", Event::SessionStart),
    hook("UserPromptSubmit", "user-prompt-submit", Event::Prompt),
    hook("Stop", "stop", Event::Stop),
    hook("SubagentStop", "subagent-stop", Event::SubagentStop),
    last("SessionEnd", "session-end", Event::SessionEnd),
];

/// Variables that it sets for its shells: the conversation and its own process.
const SESSION: &str = "CLAUDE_CODE_SESSION_ID";
const PID: &str = "CLAUDE_PID";

/// Hooks get the same variables; only its shell tool wraps a command. Older versions do not name their process.
fn started(origin: &Origin<'_>) -> bool {
    let by_parent = if origin.is_set(PID) { origin.names_parent(PID) } else { origin.is_marked(SESSION) };
    by_parent && unwrap(origin.script).is_some()
}

/// `source SNAPSHOT … && eval 'CMD' < /dev/null && pwd -P >| FILE`; a single word is not quoted.
fn unwrap(script: &str) -> Option<Cow<'_, str>> {
    let ends = |rest: &str| rest.contains("&& pwd -P >|");
    if !ends(script) {
        return None;
    }
    script.match_indices("eval ").find_map(|(at, found)| {
        let before = script[..at].trim_end();
        let (word, rest) = word(&script[at + found.len()..])?;
        (before.is_empty() || before.ends_with("&&") || before.ends_with(';')).then_some(())?;
        ends(rest).then_some(word)
    })
}

/// Its payload at an event; the agents that follow its format send much the same.
pub fn trial(event: &str, dir: &str, shell: &str) -> serde_json::Value {
    json!({
        "session_id": "ctx-doctor", "cwd": dir, "hook_event_name": event, "transcript_path": "",
        "tool_name": shell, "tool_use_id": "ctx-doctor-1",
        "tool_input": { "command": "echo ctx-doctor", "description": "a trial of ctx doctor" },
        "source": "startup", "trigger": "auto", "reason": "other", "prompt": "a trial",
        "tool_response": { "stdout": "ctx-doctor\n", "stderr": "", "interrupted": false, "isImage": false },
    })
}

/// Reads its payload; those of the agents that follow its format are much the same.
pub fn read(agent: Agent, event: Event, value: Json<'_>) -> HookCall<'_> {
    let raw = |name: &str| value.get(name).filter(|field| !field.is_null()).map(|field| field.raw().into());
    HookCall {
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
        ..HookCall::new(agent, event)
    }
}

pub fn answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    let body = match (call.event, answer) {
        (Event::AfterTool, HookAnswer::Replace { text }) => {
            let output = response::with_text(call.response()?, text)?;
            let key = if call.tool.starts_with("mcp__") { "updatedMCPToolOutput" } else { "updatedToolOutput" };
            format!("\"{key}\":{output}")
        }
        (Event::SessionStart | Event::Prompt, HookAnswer::Context { text }) => {
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
