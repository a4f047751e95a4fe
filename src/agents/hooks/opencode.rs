//! OpenCode: its plugin is ours, so the words are too. In: `{event, sessionID, callID, tool, directory, args, output,
//! exit, prompt, reply, parentID}`; out: `{output}` or `{context}`, and `{}` for nothing.

use super::{Agent, Answer, Call, Event, first_text, quoted, text};
use crate::agents::transcripts::json::Json;

pub const EVENTS: &[(&str, Event)] = &[
    ("tool-execute-after", Event::AfterTool),
    ("session-compacting", Event::BeforeCompact),
    ("session-start", Event::SessionStart),
    ("chat-message", Event::Prompt),
    ("session-idle", Event::Stop),
    ("session-end", Event::SessionEnd),
];

pub fn read(event: Event, value: Json<'_>) -> Call<'_> {
    let raw = |name: &str| value.get(name).filter(|field| !field.is_null()).map(|field| field.raw().into());
    let session = first_text(value, &["sessionID", "sessionId", "session_id"]);
    // A session with a parent is a subagent of it.
    let parent = first_text(value, &["parentID", "parentId"]);
    Call {
        agent_id: parent.is_some().then(|| session.clone()).flatten(),
        session: parent.or(session),
        cwd: first_text(value, &["directory", "cwd"]),
        tool: text(value, "tool").unwrap_or_default(),
        call_id: first_text(value, &["callID", "callId"]),
        input: raw("args"),
        response: raw("output"),
        exit: value.get("exit").and_then(Json::integer),
        error: text(value, "error"),
        prompt: text(value, "prompt"),
        reply: text(value, "reply"),
        source: text(value, "source"),
        ..Call::new(Agent::OpenCode, event)
    }
}

pub fn answer(call: &Call<'_>, answer: &Answer) -> Option<String> {
    match (call.event, answer) {
        (Event::AfterTool, Answer::Replace { text }) => Some(format!("{{\"output\":{}}}", quoted(text))),
        (Event::SessionStart | Event::BeforeCompact, Answer::Context { text }) => {
            Some(format!("{{\"context\":{}}}", quoted(text)))
        }
        _ => None,
    }
}
