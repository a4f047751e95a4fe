//! Claude Code: one JSON object a line, each with its own uuid, session, time, directory and branch.

use std::borrow::Cow;

use crate::transcripts::{
    AuthorMarks, Body, LineFacts, LineReading, TokenUsage, ToolOutcome, is_declined_call_message, joined_text_blocks,
    parse_exit_code, parse_time,
};
use ctx_text::json::Json;

pub fn is_transcript_line(value: Json<'_>) -> bool {
    let Some(kind) = value.str("type") else { return value.get("loglines").is_some() };
    let session = value.get("sessionId").is_some() || value.get("session_id").is_some();
    match &*kind {
        "user" | "assistant" => {
            let message = value.get("message");
            let placed = ["uuid", "parentUuid", "timestamp"].iter().any(|name| value.get(name).is_some());
            message.is_some_and(|message| message.get("content").is_some()) && (session || placed)
        }
        "summary" => value.get("leafUuid").is_some(),
        "file-history-snapshot"
        | "file-history-delta"
        | "queue-operation"
        | "permission-mode"
        | "last-prompt"
        | "ai-title"
        | "custom-title"
        | "attachment"
        | "progress" => true,
        "system" => session && value.get("parentUuid").is_some(),
        _ => false,
    }
}

/// The fields of an object, found in one pass: a result may be megabytes long.
struct Fields<'a>(Vec<(&'a str, Json<'a>)>);

impl<'a> Fields<'a> {
    fn of(value: Json<'a>) -> Fields<'a> {
        Fields(value.fields().collect())
    }

    /// The first of these that is there.
    fn get(&self, names: &[&str]) -> Option<Json<'a>> {
        names.iter().find_map(|name| self.0.iter().find(|(known, _)| known == name)).map(|(_, value)| *value)
    }

    fn text(&self, names: &[&str]) -> Option<Cow<'a, str>> {
        self.get(names).and_then(Json::as_text)
    }

    fn is_on(&self, name: &str) -> bool {
        self.get(&[name]).and_then(Json::as_bool) == Some(true)
    }
}

/// What a line says about the writer of its message.
fn marks(line: &Fields<'_>) -> AuthorMarks {
    let kind = line.get(&["origin"]).and_then(|origin| origin.str("kind")).unwrap_or_default();
    AuthorMarks { human: kind == "human", program: !matches!(&*kind, "" | "human" | "cli") }
}

pub fn read_transcript_line<'a>(value: Json<'a>, mut reading: LineReading<'_, 'a>) {
    if let Some(lines) = value.get("loglines") {
        for (index, line) in lines.items().enumerate() {
            let numbered = LineReading { line: index as u64 + 1, state: &mut *reading.state, sink: &mut *reading.sink };
            read_transcript_line(line, numbered);
        }
        return;
    }
    let line = Fields::of(value);
    let agent = line.text(&["agentId"]);
    let frame = LineFacts {
        id: line.text(&["uuid"]),
        session: line.text(&["sessionId", "session_id"]),
        at: line.get(&["timestamp"]).and_then(parse_time),
        cwd: line.text(&["cwd"]),
        branch: line.text(&["gitBranch"]).filter(|branch| !branch.is_empty()),
        sidechain: agent.or(line.is_on("isSidechain").then_some(Cow::Borrowed("sidechain"))),
    };
    if let Some(session) = frame.session.as_deref().filter(|session| *session != reading.state.session) {
        reading.state.session = session.to_owned();
    }
    if frame.cwd.is_some() {
        reading.state.cwd = frame.cwd.as_deref().map(str::to_owned);
        reading.state.branch = frame.branch.as_deref().map(str::to_owned);
    }
    let text = |names: &[&str]| line.text(names);
    let body = match (&*text(&["type"]).unwrap_or_default(), &*text(&["subtype"]).unwrap_or_default()) {
        ("user", _) => return message(&line, &frame, &mut reading),
        ("assistant", _) => {
            spent(&line, &frame, &mut reading);
            return message(&line, &frame, &mut reading);
        }
        // A few versions wrote calls and results as lines of their own.
        ("tool_use" | "tool_result", _) => return part(value, &line, &frame, 0, &mut reading),
        ("attachment", _) => return attachment(&line, &frame, &mut reading),
        ("pr-link", _) => {
            let number = line.get(&["prNumber"]).and_then(Json::as_integer);
            number.zip(text(&["prUrl"])).map(|(number, url)| Body::PullRequest { number, url: url.into_owned() })
        }
        ("ai-title" | "custom-title", _) => text(&["aiTitle", "customTitle", "summary", "title"]).map(Body::Title),
        ("system", "compact_boundary") => Some(Body::Boundary),
        ("system", "microcompact_boundary") => {
            let cleared = line.get(&["microcompactMetadata"]).and_then(|about| about.get("compactedToolIds"));
            let calls = cleared.into_iter().flat_map(Json::items).filter_map(Json::as_text);
            Some(Body::Cleared(calls.map(Cow::into_owned).collect()))
        }
        ("system", "away_summary") => text(&["content"]).map(Body::Recap),
        _ => None,
    };
    if let Some(body) = body {
        reading.emit(&frame, 0, body);
    }
}

/// The tokens of an answer. Its lines repeat them, and only the last one has all of the output.
fn spent<'a>(line: &Fields<'a>, frame: &LineFacts<'a>, reading: &mut LineReading<'_, 'a>) {
    let Some(message) = line.get(&["message"]) else { return };
    let (Some(usage), Some(id)) = (message.get("usage"), message.str("id")) else { return };
    let model = message.str("model").unwrap_or_default();
    // The host's own messages name no model.
    if model.is_empty() || model.starts_with('<') {
        return;
    }
    let request = line.text(&["requestId"]).unwrap_or_default();
    reading.emit_usage(frame, TokenUsage::from_uncached_input(format!("{id}:{request}"), &model, usage));
}

fn message<'a>(line: &Fields<'a>, frame: &LineFacts<'a>, reading: &mut LineReading<'_, 'a>) {
    let inside = line.get(&["message"]).and_then(|message| message.get("content"));
    let Some(content) = inside.or_else(|| line.get(&["content"])) else { return };
    if let Some(text) = content.as_text() {
        return words(text, line, frame, 0, reading);
    }
    if line.is_on("isCompactSummary") {
        return words(joined_text_blocks(content, &mut Vec::new()), line, frame, 0, reading);
    }
    for (index, block) in content.items().enumerate() {
        part(block, line, frame, index, reading);
    }
}

fn part<'a>(
    value: Json<'a>,
    line: &Fields<'a>,
    frame: &LineFacts<'a>,
    index: usize,
    reading: &mut LineReading<'_, 'a>,
) {
    let block = Fields::of(value);
    match &*block.text(&["type"]).unwrap_or_default() {
        "text" => {
            if let Some(text) = block.text(&["text"]) {
                words(text, line, frame, index, reading);
            }
        }
        "tool_use" | "server_tool_use" | "tool_call" => {
            let name = block.text(&["name"]).unwrap_or_default();
            if let Some(input) = block.get(&["input", "tool_input"]) {
                reading.emit_call(frame, index, block.text(&["id"]), &name, input);
            }
        }
        "tool_result" | "tool-result" => result(&block, line, frame, index, reading),
        _ => {}
    }
}

fn words<'a>(
    text: Cow<'a, str>,
    line: &Fields<'a>,
    frame: &LineFacts<'a>,
    index: usize,
    reading: &mut LineReading<'_, 'a>,
) {
    if text.trim().is_empty() {
        return;
    }
    let from_user = line.text(&["type"]).as_deref() == Some("user");
    if line.is_on("isCompactSummary") {
        reading.emit(frame, index, Body::Summary(text));
    } else if !from_user {
        reading.emit(frame, index, Body::Reply(text));
    } else if !line.is_on("isMeta") {
        reading.emit_user_message(frame, index, text, marks(line));
    }
}

fn result<'a>(
    block: &Fields<'a>,
    line: &Fields<'a>,
    frame: &LineFacts<'a>,
    index: usize,
    reading: &mut LineReading<'_, 'a>,
) {
    let mut named = Vec::new();
    let output = block.get(&["content", "tool_output", "output"]);
    let text = output.map_or(Cow::Borrowed(""), |output| match output.get("output").and_then(Json::as_text) {
        Some(text) => text,
        None => joined_text_blocks(output, &mut named),
    });
    // The program's notes beside a result; its own copy of the output is skipped.
    let beside = line.get(&["toolUseResult"]).map_or(Fields(Vec::new()), Fields::of);
    let goes_on = beside.get(&["backgroundTaskId"]).is_some_and(|task| !task.is_null());
    let is_unended = goes_on || beside.is_on("interrupted");
    // An answer without the flag is a success, unless the command has not ended.
    let failed = match block.get(&["is_error", "isError"]).and_then(Json::as_bool) {
        Some(true) => Some(true),
        _ if is_unended => None,
        _ => Some(false),
    };
    let exit = match failed {
        Some(true) => parse_exit_code(&text),
        Some(false) if beside.get(&["stdout"]).is_some() => Some(0),
        _ => None,
    };
    let call = block.text(&["tool_use_id"]).or_else(|| reading.state.last_call.clone().map(Cow::Owned));
    let refused = failed == Some(true) && text.starts_with("The user doesn't want");
    let declined = failed == Some(true) && is_declined_call_message(&text);
    let persisted = beside.text(&["persistedOutputPath"]).or_else(|| persisted_path(&text));
    let call = call.unwrap_or_default();
    let outcome =
        ToolOutcome { call, text, failed, exit, persisted, named, refused, declined, ..ToolOutcome::default() };
    reading.emit(frame, index, Body::Outcome(outcome));
}

/// The file named in `<persisted-output> … saved to: PATH`.
fn persisted_path(text: &str) -> Option<Cow<'static, str>> {
    let (_, rest) = text.split_once("<persisted-output>")?;
    let (_, path) = rest.split_once("saved to: ").or_else(|| rest.split_once("saved to "))?;
    Some(Cow::Owned(path.lines().next()?.trim().to_owned()))
}

fn attachment<'a>(line: &Fields<'a>, frame: &LineFacts<'a>, reading: &mut LineReading<'_, 'a>) {
    let Some(about) = line.get(&["attachment"]) else { return };
    match &*about.str("type").unwrap_or_default() {
        "nested_memory" => {
            let text = about.get("content").and_then(|content| content.str("content").or_else(|| content.as_text()));
            if let Some(path) = about.str("path") {
                reading.emit(frame, 0, Body::Rule { path, text });
            }
        }
        // Typed while the agent was busy; it does not come again as a message.
        "queued_command" => {
            if let Some(text) = about.str("prompt") {
                reading.emit_user_message(frame, 0, text, marks(line));
            }
        }
        _ => {}
    }
}
