//! OpenCode: its plugin is ctx's own, so the format is too. In:
//! `{event, sessionID, callID, tool, directory, args, output, exit, prompt, reply, parentID}`; out: `{output}` or
//! `{context}`, and `{}` for nothing. The plugin also gives `BASH_ENV` to its shells. Its transcripts are sessions,
//! messages and parts, in small files or in rows of a database.

use std::borrow::Cow;

use super::agent::Agent;
use super::hooks::{HookAnswer, HookCall, HookEvent, first_nonempty_text_field, quote_as_json};
use super::install::{CtxBlockKind, FileEdit};
use super::redirect;
use super::row::{AgentRow, HookFormat, InstructionFiles, SettingsFile, ShellOverride, TranscriptSource};
use super::transcripts::{
    AuthorMarks, ItemBody, LineFacts, LineReadingContext, MessageHeader, TokenUsage, ToolCall, ToolOutcome,
    exit_code_of_any_result, is_declined_call_message, parse_time,
};
use ctx_text::json::Json;

pub const ROW: AgentRow = AgentRow {
    agent: Agent::OpenCode,
    name: "opencode",
    programs: &["opencode"],
    project_dirs: &[".opencode"],
    homes: |homes| homes.opencode_config.iter().collect(),
    caution: None,
    settings: &[SettingsFile {
        in_home: "plugins/ctx.js",
        in_project: ".opencode/plugins/ctx.js",
        edit: |_| FileEdit::Block(CtxBlockKind::Script),
    }],
    instructions: InstructionFiles { in_home: Some("AGENTS.md"), in_project: &["AGENTS.md"] },
    hooks: HookFormat {
        adapt: adapt_hook_call,
        answer: render_hook_answer,
        nothing: "{}",
        replaces: |_, is_shell| !is_shell,
        ..HookFormat::USUAL
    },
    seam: Some(ShellOverride {
        // Its servers have its variables too; they listen, and do not lead a group.
        started: |origin| !origin.listens && origin.leads && origin.variable_holds_parent_pid(PID),
        shells: &["bash", "zsh"],
        marks: |pid| vec![("OPENCODE", "1".to_owned()), (PID, pid.to_string())],
        // The plugin finds the folder by itself, and commands come as they were written.
        ..ShellOverride::USUAL
    }),
    redirect: Some(redirect::OPENCODE),
    transcript: Some(TranscriptSource {
        places: |homes| {
            let home = homes.opencode.iter();
            home.flat_map(|home| [home.join("opencode.db"), home.join("storage")]).collect()
        },
        within: None,
        recognises: is_transcript_line,
        last: false,
        read: read_transcript_line,
    }),
};

/// The variable with the id of its process.
const PID: &str = "OPENCODE_PID";

/// A session with a parent is a subagent of it.
fn adapt_hook_call<'a>(value: Json<'a>, call: HookCall<'a>) -> HookCall<'a> {
    match first_nonempty_text_field(value, &["parentID", "parentId"]) {
        Some(parent) => HookCall { agent_id: call.session.clone(), session: Some(parent), ..call },
        None => call,
    }
}

fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    match (call.event, answer) {
        (HookEvent::AfterTool, HookAnswer::Replace { text }) => Some(format!("{{\"output\":{}}}", quote_as_json(text))),
        (HookEvent::SessionStart | HookEvent::BeforeCompact, HookAnswer::Context { text }) => {
            Some(format!("{{\"context\":{}}}", quote_as_json(text)))
        }
        _ => None,
    }
}

/// At most this many messages are remembered until their parts come.
const REMEMBERED: usize = 100_000;

fn is_transcript_line(value: Json<'_>) -> bool {
    is_message_part(value) || is_message(value) || is_session_record(value)
}

fn is_message_part(value: Json<'_>) -> bool {
    let tool = value.get("callID").is_some() && value.get("state").is_some();
    let id = value.text_field("id").is_some_and(|id| id.starts_with("prt") || id.starts_with("p_"));
    value.get("type").is_some() && (value.get("messageID").is_some() || tool || id)
}

fn is_message(value: Json<'_>) -> bool {
    value.get("sessionID").is_some() && value.get("role").is_some() && value.get("time").is_some()
}

fn is_session_record(value: Json<'_>) -> bool {
    value.get("directory").is_some() && (value.get("projectID").is_some() || value.get("slug").is_some())
}

fn read_transcript_line<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    if is_message_part(value) {
        read_message_part(value, reading);
    } else if is_message(value) {
        read_message(value, reading);
    } else if is_session_record(value) {
        read_session(value, reading);
    }
}

fn remember_message_header(reading: &mut LineReadingContext<'_, '_>, id: String, role: MessageHeader) {
    if reading.state.roles.len() >= REMEMBERED {
        reading.state.roles.retain(|id, _| id.starts_with("session:"));
    }
    reading.state.roles.insert(id, role);
}

fn read_session<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let Some(id) = value.text_field("id") else { return };
    let cwd = value.text_field("directory").map(Cow::into_owned);
    remember_message_header(
        reading,
        format!("session:{id}"),
        MessageHeader { cwd: cwd.clone(), session: id.to_string(), ..MessageHeader::default() },
    );
    reading.facts = LineFacts {
        id: Some(Cow::Owned(format!("{id}/title"))),
        session: Some(id),
        at: value.get("time").and_then(|times| times.get("created")).and_then(parse_time),
        cwd: cwd.map(Cow::Owned),
        ..LineFacts::default()
    };
    reading.emit_if_any(value.text_field("title").map(ItemBody::Title));
}

fn read_message<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let (Some(id), Some(session)) = (value.text_field("id"), value.text_field("sessionID")) else { return };
    let of_session = reading.state.roles.get(&format!("session:{session}")).and_then(|role| role.cwd.clone());
    let path = value.get("path");
    let cwd = path.and_then(|path| path.text_field("cwd").or_else(|| path.as_text())).map(Cow::into_owned);
    let role = MessageHeader {
        user: value.text_field("role").is_some_and(|role| role == "user"),
        session: session.into_owned(),
        at: value.get("time").and_then(|times| times.get("created")).and_then(parse_time),
        cwd: cwd.or(of_session),
        summary: value.get("summary").and_then(Json::as_bool) == Some(true),
    };
    if let (Some(usage), Some(model)) = (value.get("tokens"), value.text_field("modelID")) {
        let cached = |name: &str| usage.get("cache").and_then(|cache| cache.get(name)).and_then(Json::as_integer);
        let mut spent = TokenUsage::read(id.to_string(), &model, usage);
        spent.output += usage.get("reasoning").and_then(Json::as_integer).unwrap_or(0).max(0);
        spent.cache_read = cached("read").unwrap_or(0).max(0);
        spent.cache_write = cached("write").unwrap_or(0).max(0);
        reading.facts = LineFacts {
            id: Some(Cow::Owned(format!("{id}/spent"))),
            session: Some(Cow::Owned(role.session.clone())),
            at: role.at,
            cwd: role.cwd.clone().map(Cow::Owned),
            ..LineFacts::default()
        };
        reading.emit_usage(spent);
    }
    remember_message_header(reading, id.into_owned(), role);
}

fn read_message_part<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let role = value.text_field("messageID").and_then(|id| reading.state.roles.get(&*id).cloned()).unwrap_or_default();
    let state = value.get("state");
    let times = state.and_then(|state| state.get("time")).or_else(|| value.get("time"));
    let begun = times.and_then(|times| times.get("start")).and_then(parse_time);
    let session =
        value.text_field("sessionID").or_else(|| (!role.session.is_empty()).then(|| Cow::Owned(role.session.clone())));
    reading.facts = LineFacts {
        id: value.text_field("id"),
        session,
        at: begun.or(role.at),
        cwd: role.cwd.clone().map(Cow::Owned),
        ..LineFacts::default()
    };
    match &*value.text_field("type").unwrap_or_default() {
        "text" => {
            let Some(text) = value.text_field("text").filter(|text| !text.trim().is_empty()) else { return };
            let synthetic = value.get("synthetic").and_then(Json::as_bool) == Some(true);
            let body = match (role.summary, role.user) {
                (true, _) => ItemBody::Summary(text),
                (_, false) => ItemBody::Reply(text),
                (_, true) if synthetic => return,
                (_, true) => return reading.emit_user_message(0, text, AuthorMarks::default()),
            };
            reading.emit_transcript_item(0, body);
        }
        "tool" => {
            if let Some(state) = state {
                emit_tool_call_and_result(value, state, reading);
            }
        }
        "compaction" => reading.emit_transcript_item(0, ItemBody::Boundary),
        _ => {}
    }
}

fn emit_tool_call_and_result<'a>(value: Json<'a>, state: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let id = value.text_field("callID").or_else(|| value.text_field("id")).unwrap_or_default();
    let name = value.text_field("tool").unwrap_or_default();
    if let Some(input) = state.get("input") {
        reading.emit_transcript_item(0, ItemBody::Call(ToolCall::new(&id, &name, input)));
    }
    let status = state.text_field("status").unwrap_or_default();
    let Some(text) = state.text_field("output").or_else(|| state.text_field("error")) else { return };
    let exit = state.get("metadata").and_then(exit_code_of_any_result);
    let times = state.get("time");
    let moment = |name: &str| times.and_then(|times| times.get(name)).and_then(parse_time);
    let outcome = ToolOutcome {
        call: id,
        failed: exit.map(|code| code != 0).or(Some(status == "error")),
        declined: status == "error" && is_declined_call_message(&text),
        text,
        exit,
        duration_ms: moment("start").zip(moment("end")).map(|(start, end)| end - start),
        ..ToolOutcome::default()
    };
    let cleared = moment("compacted").map(|_| outcome.call.to_string());
    reading.emit_transcript_item(1, ItemBody::Outcome(outcome));
    if let Some(call) = cleared {
        reading.emit_transcript_item(2, ItemBody::Cleared(vec![call]));
    }
}
