//! Claude Code: one JSON object a line, each with its own uuid, session, time, directory and branch.

use std::borrow::Cow;

use crate::transcripts::{
    AuthorMarks, Body, LineFacts, LineReading, TokenUsage, ToolCall, ToolOutcome, is_declined_call_message,
    joined_text_blocks, parse_exit_code, parse_time,
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

#[derive(Default)]
struct TranscriptLine<'a> {
    kind: Cow<'a, str>,
    subtype: Cow<'a, str>,
    message: Option<Json<'a>>,
    content: Option<Json<'a>>,
    tool_use_result: Option<Json<'a>>,
    attachment: Option<Json<'a>>,
    title: Option<Json<'a>>,
    is_meta: bool,
    is_summary: bool,
    marks: AuthorMarks,
    request: Option<Json<'a>>,
    pull_request: (Option<i64>, Option<Json<'a>>),
    cleared: Option<Json<'a>>,
}

pub fn read_transcript_line<'a>(value: Json<'a>, mut reading: LineReading<'_, 'a>) {
    if let Some(lines) = value.get("loglines") {
        for (index, line) in lines.items().enumerate() {
            let numbered = LineReading { line: index as u64 + 1, state: &mut *reading.state, sink: &mut *reading.sink };
            read_transcript_line(line, numbered);
        }
        return;
    }
    let mut frame = LineFacts::default();
    let mut line = TranscriptLine::default();
    let (mut is_sidechain, mut agent) = (false, None);
    for (name, value) in value.fields() {
        match name {
            "type" => line.kind = value.as_text().unwrap_or_default(),
            "subtype" => line.subtype = value.as_text().unwrap_or_default(),
            "uuid" => frame.id = value.as_text(),
            "sessionId" => frame.session = value.as_text().or(frame.session),
            "session_id" => frame.session = frame.session.or_else(|| value.as_text()),
            "timestamp" => frame.at = parse_time(value),
            "cwd" => frame.cwd = value.as_text(),
            "gitBranch" => frame.branch = value.as_text().filter(|branch| !branch.is_empty()),
            "isSidechain" => is_sidechain = value.as_bool() == Some(true),
            "agentId" => agent = value.as_text(),
            "isMeta" => line.is_meta = value.as_bool() == Some(true),
            "isCompactSummary" => line.is_summary = value.as_bool() == Some(true),
            "message" => line.message = Some(value),
            "content" => line.content = Some(value),
            "toolUseResult" => line.tool_use_result = Some(value),
            "attachment" => line.attachment = Some(value),
            "aiTitle" | "customTitle" | "summary" | "title" => line.title = Some(value),
            "origin" => {
                let kind = value.str("kind").unwrap_or_default();
                line.marks = AuthorMarks { human: kind == "human", program: !matches!(&*kind, "" | "human" | "cli") };
            }
            "requestId" => line.request = Some(value),
            "microcompactMetadata" => line.cleared = value.get("compactedToolIds"),
            "prNumber" => line.pull_request.0 = value.as_integer(),
            "prUrl" => line.pull_request.1 = Some(value),
            _ => {}
        }
    }
    if is_sidechain || agent.is_some() {
        frame.sidechain = agent.or(Some(Cow::Borrowed("sidechain")));
    }
    if let Some(session) = frame.session.as_deref().filter(|session| *session != reading.state.session) {
        reading.state.session = session.to_owned();
    }
    if frame.cwd.is_some() {
        reading.state.cwd = frame.cwd.as_deref().map(str::to_owned);
        reading.state.branch = frame.branch.as_deref().map(str::to_owned);
    }
    match &*line.kind {
        "user" => message(&line, &frame, &mut reading),
        "assistant" => {
            spent(&line, &frame, &mut reading);
            message(&line, &frame, &mut reading);
        }
        "pr-link" => {
            if let (Some(number), Some(url)) = (line.pull_request.0, line.pull_request.1.and_then(Json::as_text)) {
                reading.emit(&frame, 0, Body::PullRequest { number, url: url.into_owned() });
            }
        }
        // A few versions wrote calls and results as lines of their own.
        "tool_use" | "tool_result" => part(value, &line, &frame, 0, &mut reading),
        "attachment" => attachment(&line, &frame, &mut reading),
        "ai-title" | "custom-title" => {
            if let Some(title) = line.title.and_then(Json::as_text) {
                reading.emit(&frame, 0, Body::Title(title));
            }
        }
        "system" if line.subtype == "compact_boundary" => reading.emit(&frame, 0, Body::Boundary),
        "system" if line.subtype == "microcompact_boundary" => {
            let calls = line.cleared.into_iter().flat_map(Json::items).filter_map(Json::as_text);
            reading.emit(&frame, 0, Body::Cleared(calls.map(Cow::into_owned).collect()));
        }
        "system" if line.subtype == "away_summary" => {
            if let Some(text) = line.content.and_then(Json::as_text) {
                reading.emit(&frame, 0, Body::Recap(text));
            }
        }
        _ => {}
    }
}

/// The tokens of an answer. Its lines repeat them, and only the last one has all of the output.
fn spent<'a>(line: &TranscriptLine<'a>, frame: &LineFacts<'a>, reading: &mut LineReading<'_, 'a>) {
    let Some(message) = line.message else { return };
    let (Some(usage), Some(id)) = (message.get("usage"), message.str("id")) else { return };
    let model = message.str("model").unwrap_or_default();
    // The host's own messages name no model.
    if model.is_empty() || model.starts_with('<') {
        return;
    }
    let request = line.request.and_then(Json::as_text).unwrap_or_default();
    let spent = TokenUsage::from_uncached_input(format!("{id}:{request}"), &model, usage);
    if !spent.is_empty() {
        reading.emit(frame, 9000, Body::Spent(spent));
    }
}

fn message<'a>(line: &TranscriptLine<'a>, frame: &LineFacts<'a>, reading: &mut LineReading<'_, 'a>) {
    let Some(content) = line.message.and_then(|message| message.get("content")).or(line.content) else { return };
    if let Some(text) = content.as_text() {
        return words(text, line, frame, 0, reading);
    }
    if line.is_summary {
        return words(joined_text_blocks(content, &mut Vec::new()), line, frame, 0, reading);
    }
    for (index, block) in content.items().enumerate() {
        part(block, line, frame, index, reading);
    }
}

/// One block of a message, its fields read in one pass: a result may be megabytes long.
#[derive(Default)]
struct Block<'a> {
    kind: Cow<'a, str>,
    text: Option<Json<'a>>,
    id: Option<Json<'a>>,
    name: Option<Json<'a>>,
    input: Option<Json<'a>>,
    output: Option<Json<'a>>,
    call: Option<Json<'a>>,
    is_error: Option<bool>,
}

impl<'a> Block<'a> {
    fn of(value: Json<'a>) -> Block<'a> {
        let mut block = Block::default();
        for (name, value) in value.fields() {
            match name {
                "type" => block.kind = value.as_text().unwrap_or_default(),
                "text" => block.text = Some(value),
                "id" => block.id = Some(value),
                "name" => block.name = Some(value),
                "input" | "tool_input" => block.input = Some(value),
                "content" | "tool_output" | "output" => block.output = Some(value),
                "tool_use_id" => block.call = Some(value),
                "is_error" | "isError" => block.is_error = value.as_bool(),
                _ => {}
            }
        }
        block
    }
}

fn part<'a>(
    value: Json<'a>,
    line: &TranscriptLine<'a>,
    frame: &LineFacts<'a>,
    index: usize,
    reading: &mut LineReading<'_, 'a>,
) {
    let block = Block::of(value);
    match &*block.kind {
        "text" => {
            if let Some(text) = block.text.and_then(Json::as_text) {
                words(text, line, frame, index, reading);
            }
        }
        "tool_use" | "server_tool_use" | "tool_call" => {
            let name = block.name.and_then(Json::as_text).unwrap_or_default();
            let id = match block.id.and_then(Json::as_text) {
                Some(id) => id.into_owned(),
                None => format!("L{}#{index}", reading.line),
            };
            if let Some(input) = block.input {
                reading.state.last_call = Some(id.clone());
                reading.note_prompts_in_input(input);
                reading.emit(frame, index, Body::Call(ToolCall::new(&id, &name, input)));
            }
        }
        "tool_result" | "tool-result" => result(&block, line, frame, index, reading),
        _ => {}
    }
}

fn words<'a>(
    text: Cow<'a, str>,
    line: &TranscriptLine<'a>,
    frame: &LineFacts<'a>,
    index: usize,
    reading: &mut LineReading<'_, 'a>,
) {
    if text.trim().is_empty() {
        return;
    }
    let from_user = line.kind == "user";
    if line.is_summary {
        reading.emit(frame, index, Body::Summary(text));
    } else if !from_user {
        reading.emit(frame, index, Body::Reply(text));
    } else if !line.is_meta {
        reading.emit_user_message(frame, index, text, line.marks);
    }
}

/// The program's notes beside a result; its own copy of the output is skipped.
#[derive(Default)]
struct Beside<'a> {
    persisted: Option<Cow<'a, str>>,
    streams: bool,
    /// The command was stopped, or goes on in the background.
    unended: bool,
}

impl<'a> Beside<'a> {
    fn of(value: Option<Json<'a>>) -> Beside<'a> {
        let mut beside = Beside::default();
        for (name, value) in value.into_iter().flat_map(Json::fields) {
            match name {
                "persistedOutputPath" => beside.persisted = value.as_text(),
                "stdout" => beside.streams = true,
                "backgroundTaskId" => beside.unended |= !value.is_null(),
                "interrupted" => beside.unended |= value.as_bool() == Some(true),
                _ => {}
            }
        }
        beside
    }
}

fn result<'a>(
    block: &Block<'a>,
    line: &TranscriptLine<'a>,
    frame: &LineFacts<'a>,
    index: usize,
    reading: &mut LineReading<'_, 'a>,
) {
    let mut named = Vec::new();
    let text = block.output.map_or(Cow::Borrowed(""), |output| match output.get("output").and_then(Json::as_text) {
        Some(text) => text,
        None => joined_text_blocks(output, &mut named),
    });
    let beside = Beside::of(line.tool_use_result);
    // An answer without the flag is a success, unless the command has not ended.
    let failed = match block.is_error {
        Some(true) => Some(true),
        _ if beside.unended => None,
        _ => Some(false),
    };
    let exit = match failed {
        Some(true) => parse_exit_code(&text),
        Some(false) if beside.streams => Some(0),
        _ => None,
    };
    let call = block.call.and_then(Json::as_text).or_else(|| reading.state.last_call.clone().map(Cow::Owned));
    let refused = failed == Some(true) && text.starts_with("The user doesn't want");
    let declined = failed == Some(true) && is_declined_call_message(&text);
    let persisted = beside.persisted.or_else(|| persisted_path(&text));
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

fn attachment<'a>(line: &TranscriptLine<'a>, frame: &LineFacts<'a>, reading: &mut LineReading<'_, 'a>) {
    let Some(about) = line.attachment else { return };
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
                reading.emit_user_message(frame, 0, text, line.marks);
            }
        }
        _ => {}
    }
}
