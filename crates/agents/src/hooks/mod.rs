//! The payloads that agents send to their hooks and the answers they accept: bytes in, bytes out, each agent in its own
//! file. Hooks observe: no answer changes a command or decides whether it may run.
//!
//! Nothing here touches the store or the world. A payload that makes no sense is not a call, and the answer to it
//! changes nothing.

pub mod host;
pub mod response;

pub use super::agent::Agent;
use std::borrow::Cow;

use ctx_text::json::{self, Json};

/// When a hook is called, whatever the agent calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum HookEvent {
    AfterTool,
    ToolFailed,
    BeforeCompact,
    SessionStart,
    Prompt,
    Stop,
    SubagentStop,
    SessionEnd,
    /// An event that ctx does nothing at.
    Other,
}

/// The call of a hook. Every part may be missing.
#[derive(Clone, Debug, PartialEq)]
pub struct HookCall<'a> {
    pub agent: Agent,
    pub event: HookEvent,
    pub session: Option<Cow<'a, str>>,
    /// The subagent that it happened in.
    pub agent_id: Option<Cow<'a, str>>,
    pub cwd: Option<Cow<'a, str>>,
    pub tool: Cow<'a, str>,
    /// The agent's own id of the tool call.
    pub call_id: Option<Cow<'a, str>>,
    /// The tool's input, as JSON.
    pub input: Option<Cow<'a, str>>,
    /// The tool's answer, as JSON.
    pub response: Option<Cow<'a, str>>,
    /// The exit code of a shell's command, if it stands beside the output.
    pub exit: Option<i64>,
    /// The error, if the tool failed.
    pub error: Option<Cow<'a, str>>,
    /// The user stopped it.
    pub interrupted: bool,
    pub duration_ms: Option<i64>,
    pub prompt: Option<Cow<'a, str>>,
    /// The agent's last message.
    pub reply: Option<Cow<'a, str>>,
    /// Why a session starts: startup, resume, clear, compact, …
    pub source: Option<Cow<'a, str>>,
    /// When the agent says it happened, as written.
    pub stamp: Option<&'a str>,
}

/// The answer to a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookAnswer {
    /// Changes nothing.
    Nothing,
    /// Replaces the tool's answer by another text.
    Replace { text: String },
    /// Replaces the tool's answer and adds text to the conversation.
    ReplaceAndTell { text: String, context: String },
    /// Adds text to the conversation, and the session's name for the commands in it.
    Context { text: String },
}

impl HookCall<'_> {
    pub fn tool_input(&self) -> Option<Json<'_>> {
        parse_tool_json(self.input.as_deref()?)
    }

    pub fn tool_response(&self) -> Option<Json<'_>> {
        parse_tool_json(self.response.as_deref()?)
    }
}

fn parse_tool_json(text: &str) -> Option<Json<'_>> {
    json::parse_first_value(text).ok().flatten().map(|(value, _)| value)
}

/// Reads the payload that an agent wrote to a hook's stdin. None if that is not a JSON object.
pub fn parse_hook_call<'a>(agent: Agent, event: HookEvent, payload: &'a str) -> Option<HookCall<'a>> {
    let (value, end) = json::parse_first_value(payload).ok().flatten()?;
    if !value.is_object() || !payload[end..].trim().is_empty() {
        return None;
    }
    // An agent that loads the settings of others sends its own payloads to their hooks, too.
    let borrower = |other: &Agent| {
        let hooks = &other.row().hooks;
        hooks.as_its_own && hooks.loads.contains(&agent) && (hooks.calls)(&host::CallerEnvironment::default(), value)
    };
    let speaker = Agent::ALL.into_iter().find(borrower).unwrap_or(agent);
    Some((speaker.row().hooks.adapt)(value, read_payload_fields(speaker, event, value)))
}

/// The fields of a payload, which agents give different names.
fn read_payload_fields<'a>(agent: Agent, event: HookEvent, value: Json<'a>) -> HookCall<'a> {
    let text = |names: &[&str]| first_nonempty_text_field(value, names);
    let number = |names: &[&str]| names.iter().find_map(|name| value.get(name)).and_then(Json::as_integer);
    let raw = |names: &[&str]| {
        let found = names.iter().find_map(|name| value.get(name).filter(|field| !field.is_null()));
        found.map(|field| Cow::Borrowed(field.raw()))
    };
    let embedded = |names: &[&str]| names.iter().find_map(|name| json_or_embedded_json(value, name));
    HookCall {
        agent,
        event,
        session: text(&["conversation_id", "session_id", "sessionId", "sessionID"]),
        agent_id: text(&["agent_id", "subagent_id"]),
        cwd: text(&["cwd", "directory"]),
        tool: text(&["tool_name", "toolName", "tool"]).unwrap_or_default(),
        call_id: text(&["tool_use_id", "call_id", "toolCallId", "callID"]),
        input: embedded(&["tool_input", "toolArgs", "args"]),
        response: raw(&["tool_response", "toolResult", "output"]).or_else(|| embedded(&["tool_output", "result_json"])),
        exit: number(&["exit"]),
        error: text(&["error_message", "error"]),
        interrupted: value.get("is_interrupt").and_then(Json::as_bool) == Some(true),
        duration_ms: number(&["duration_ms", "duration"]),
        prompt: text(&["prompt"]),
        reply: text(&["last_assistant_message", "prompt_response", "reply", "text"]),
        source: text(&["source", "trigger"]),
        stamp: value.get("timestamp").map(Json::raw),
    }
}

/// The text for stdout: an object the agent accepts, or nothing at all.
pub fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> String {
    let hooks = &call.agent.row().hooks;
    let silent = matches!(answer, HookAnswer::Context { text } if text.is_empty()) && !hooks.wants_an_answer;
    let written = if silent { None } else { (hooks.answer)(call, answer) };
    written.unwrap_or_else(|| hooks.nothing.to_owned())
}

/// The answer that changes nothing.
pub fn no_change_hook_answer(agent: Agent) -> &'static str {
    agent.row().hooks.nothing
}

/// The first of these fields that is a text and not empty.
pub fn first_nonempty_text_field<'a>(value: Json<'a>, names: &[&str]) -> Option<Cow<'a, str>> {
    names.iter().find_map(|name| value.text_field(name).filter(|text| !text.is_empty()))
}

/// A field as JSON: an object as it stands, or the JSON inside a string.
pub fn json_or_embedded_json<'a>(value: Json<'a>, name: &str) -> Option<Cow<'a, str>> {
    let field = value.get(name).filter(|field| !field.is_null())?;
    match field.as_text() {
        Some(inside) if parse_tool_json(&inside).is_some_and(|inside| inside.is_object() || inside.is_array()) => {
            Some(inside)
        }
        _ => Some(Cow::Borrowed(field.raw())),
    }
}

/// What an agent sends at an event, for a trial in this directory: the fields of Claude Code, which are read from all.
pub fn sample_payload(event: &str, dir: &str) -> serde_json::Value {
    serde_json::json!({
        "session_id": "ctx-doctor", "cwd": dir, "hook_event_name": event, "transcript_path": "",
        "tool_name": "Bash", "tool_use_id": "ctx-doctor-1",
        "tool_input": { "command": "echo ctx-doctor", "description": "a trial of ctx doctor" },
        "source": "startup", "trigger": "auto", "reason": "other", "prompt": "a trial",
        "tool_response": { "stdout": "ctx-doctor\n", "stderr": "", "interrupted": false, "isImage": false },
    })
}

/// A text as a JSON string.
pub fn quote_as_json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// An object with one field changed or added and all others as they are, byte for byte.
pub fn set_json_field(object: Json<'_>, name: &str, value: &str) -> String {
    let mut out = String::with_capacity(object.raw().len() + value.len());
    let mut changed = false;
    for (key, old) in object.fields() {
        out.push(if out.is_empty() { '{' } else { ',' });
        let new = if key == name { value } else { old.raw() };
        changed |= key == name;
        out.push_str(&format!("\"{key}\":{new}"));
    }
    if !changed {
        out.push(if out.is_empty() { '{' } else { ',' });
        out.push_str(&format!("\"{name}\":{value}"));
    }
    out.push('}');
    out
}

#[cfg(test)]
mod tests;
