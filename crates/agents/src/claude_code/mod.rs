//! Claude Code: `CLAUDE_CODE_SHELL` names its shell; its hooks are answered with `hookSpecificOutput` under the event's
//! own name. Silence changes nothing and exit 2 would block.

pub mod plugin;
pub mod transcript;

use std::borrow::Cow;

use super::agent::Agent;
use super::hooks::{HookAnswer, HookCall, HookEvent, quote_as_json, response};
use super::install::hooks::{agent_hooks, grouped_entry};
use super::install::places::InstallPlaces;
use super::install::{CLAUDE_SHELL, FileEdit};
use super::origin::ShellOrigin;
use super::redirect;
use super::row::{AgentRow, HookFormat, InstructionFiles, SettingsFile, ShellOverride, TranscriptSource};
use super::wrapping::split_first_word;

pub const ROW: AgentRow = AgentRow {
    agent: Agent::ClaudeCode,
    name: "claude-code",
    programs: &["claude"],
    project_dirs: &[".claude"],
    homes: |homes| homes.claude.iter().collect(),
    caution: None,
    settings: &[SettingsFile::json("settings.json", ".claude/settings.json")],
    instructions: InstructionFiles { in_home: Some("CLAUDE.md"), in_project: &["CLAUDE.md", ".claude/CLAUDE.md"] },
    hooks: HookFormat {
        entry: |hook, command| grouped_entry(hook, command, hook.seconds),
        answer: render_hook_answer,
        replaces: |_, is_shell| !is_shell,
        // A failure comes as another event.
        exit: |_| Some(0),
        // It runs equal commands once, so only the instructions are doubled.
        twice: "it runs equal hooks once, but reads the instructions twice",
        ..HookFormat::USUAL
    },
    seam: Some(ShellOverride {
        settings: |places: &InstallPlaces<'_>| {
            let shell = if places.options.zsh { "zsh" } else { "bash" };
            let link = places.shell_folder().map(|folder| folder.shell_link(shell).to_string_lossy().into_owned());
            Some(FileEdit::ClaudeShell { shell: link, allow: places.options.allow })
        },
        started: is_started_by_agent,
        unwrap: unwrap_model_command,
        wrap: |command, cwd| {
            let cwd = cwd.display();
            format!("source /dev/null 2>/dev/null || true && eval '{command}' < /dev/null && pwd -P >| {cwd}")
        },
        marks: |pid| vec![("CLAUDECODE", "1".to_owned()), (SESSION, "ctx-doctor".to_owned()), (PID, pid.to_string())],
        start: |command, folder, options, _| {
            command.env(CLAUDE_SHELL, folder.shell_link(if options.zsh { "zsh" } else { "bash" }));
        },
        ..ShellOverride::USUAL
    }),
    redirect: Some(redirect::CLAUDE_CODE),
    transcript: Some(TranscriptSource {
        places: |homes| homes.claude.iter().map(|home| home.join("projects")).collect(),
        within: None,
        recognises: transcript::is_transcript_line,
        last: true,
        read: transcript::read_transcript_line,
    }),
};

/// Variables that it sets for its shells: the conversation and its own process.
const SESSION: &str = "CLAUDE_CODE_SESSION_ID";
const PID: &str = "CLAUDE_PID";

/// Hooks get the same variables; only its shell tool wraps a command. Older versions do not name their process.
fn is_started_by_agent(origin: &ShellOrigin<'_>) -> bool {
    let by_parent = if origin.is_variable_set(PID) {
        origin.variable_holds_parent_pid(PID)
    } else {
        origin.is_variable_set_by_parent(SESSION)
    };
    by_parent && unwrap_model_command(origin.script).is_some()
}

/// `source SNAPSHOT … && eval 'CMD' < /dev/null && pwd -P >| FILE`; a single word is not quoted.
fn unwrap_model_command(script: &str) -> Option<Cow<'_, str>> {
    let ends = |rest: &str| rest.contains("&& pwd -P >|");
    if !ends(script) {
        return None;
    }
    script.match_indices("eval ").find_map(|(at, found)| {
        let before = script[..at].trim_end();
        let (word, rest) = split_first_word(&script[at + found.len()..])?;
        (before.is_empty() || before.ends_with("&&") || before.ends_with(';')).then_some(())?;
        ends(rest).then_some(word)
    })
}

pub fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    let body = match (call.event, answer) {
        (HookEvent::AfterTool, HookAnswer::Replace { text }) => {
            let output = response::replace_response_text(call.tool_response()?, text)?;
            let key = if call.tool.starts_with("mcp__") { "updatedMCPToolOutput" } else { "updatedToolOutput" };
            format!("\"{key}\":{output}")
        }
        (HookEvent::SessionStart | HookEvent::Prompt, HookAnswer::Context { text }) => {
            return Some(render_added_context(call.event, text));
        }
        _ => return None,
    };
    Some(render_hook_specific_output(call.event, &body))
}

/// The answer that adds a text to the conversation.
pub fn render_added_context(event: HookEvent, text: &str) -> String {
    render_hook_specific_output(event, &format!("\"additionalContext\":{}", quote_as_json(text)))
}

/// `{"hookSpecificOutput":{"hookEventName":…,…}}`
fn render_hook_specific_output(event: HookEvent, body: &str) -> String {
    let name =
        agent_hooks(Agent::ClaudeCode).iter().find(|hook| hook.means == event).map_or("SessionEnd", |hook| hook.event);
    format!("{{\"hookSpecificOutput\":{{\"hookEventName\":\"{name}\",{body}}}}}")
}
