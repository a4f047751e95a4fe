//! Claude Code: one JSON object a line, each with its own uuid, session, time, directory and branch.

use std::borrow::Cow;

use crate::transcripts::{
    AuthorMarks, ItemBody, LineFacts, LineReadingContext, TokenUsage, ToolOutcome, is_declined_call_message,
    joined_text_blocks, parse_exit_code, parse_time, push_dropping_oldest,
};
use ctx_text::json::Json;

pub fn is_transcript_line(value: Json<'_>) -> bool {
    let Some(kind) = value.text_field("type") else { return value.get("loglines").is_some() };
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
struct ObjectFields<'a>(Vec<(&'a str, Json<'a>)>);

impl<'a> ObjectFields<'a> {
    fn from_object(value: Json<'a>) -> ObjectFields<'a> {
        ObjectFields(value.fields().collect())
    }

    /// The first of these that is there.
    fn first_value(&self, names: &[&str]) -> Option<Json<'a>> {
        names.iter().find_map(|name| self.0.iter().find(|(known, _)| known == name)).map(|(_, value)| *value)
    }

    fn first_text(&self, names: &[&str]) -> Option<Cow<'a, str>> {
        self.first_value(names).and_then(Json::as_text)
    }

    fn is_true(&self, name: &str) -> bool {
        self.first_value(&[name]).and_then(Json::as_bool) == Some(true)
    }
}

/// What a line says about the writer of its message.
fn author_marks_of_line(line: &ObjectFields<'_>) -> AuthorMarks {
    let kind = line.first_value(&["origin"]).and_then(|origin| origin.text_field("kind")).unwrap_or_default();
    AuthorMarks { human: kind == "human", program: !matches!(&*kind, "" | "human" | "cli") }
}

pub fn read_transcript_line<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    if let Some(lines) = value.get("loglines") {
        for (index, line) in lines.items().enumerate() {
            reading.line = index as u64 + 1;
            read_transcript_line(line, reading);
        }
        return;
    }
    let line = ObjectFields::from_object(value);
    let agent = line.first_text(&["agentId"]);
    reading.facts = LineFacts {
        id: line.first_text(&["uuid"]),
        session: line.first_text(&["sessionId", "session_id"]),
        at: line.first_value(&["timestamp"]).and_then(parse_time),
        cwd: line.first_text(&["cwd"]),
        branch: line.first_text(&["gitBranch"]).filter(|branch| !branch.is_empty()),
        sidechain: agent.or(line.is_true("isSidechain").then_some(Cow::Borrowed("sidechain"))),
    };
    if let Some(session) = reading.facts.session.as_deref().filter(|session| *session != reading.state.session) {
        reading.state.session = session.to_owned();
    }
    if reading.facts.cwd.is_some() {
        reading.state.cwd = reading.facts.cwd.as_deref().map(str::to_owned);
        reading.state.branch = reading.facts.branch.as_deref().map(str::to_owned);
    }
    let text = |names: &[&str]| line.first_text(names);
    let body = match (&*text(&["type"]).unwrap_or_default(), &*text(&["subtype"]).unwrap_or_default()) {
        ("user", _) => return read_message(&line, reading),
        ("assistant", _) => {
            emit_token_usage(&line, reading);
            return read_message(&line, reading);
        }
        // A few versions wrote calls and results as lines of their own.
        ("tool_use" | "tool_result", _) => return read_content_block(value, &line, 0, reading),
        ("attachment", _) => return read_attachment(&line, reading),
        ("queue-operation", _) => return read_queue_operation(&line, reading),
        ("pr-link", _) => {
            let number = line.first_value(&["prNumber"]).and_then(Json::as_integer);
            number.zip(text(&["prUrl"])).map(|(number, url)| ItemBody::PullRequest { number, url: url.into_owned() })
        }
        ("ai-title" | "custom-title", _) => text(&["aiTitle", "customTitle", "summary", "title"]).map(ItemBody::Title),
        ("system", "compact_boundary") => Some(ItemBody::Boundary),
        ("system", "microcompact_boundary") => {
            let cleared = line.first_value(&["microcompactMetadata"]).and_then(|about| about.get("compactedToolIds"));
            let calls = cleared.into_iter().flat_map(Json::items).filter_map(Json::as_text);
            Some(ItemBody::Cleared(calls.map(Cow::into_owned).collect()))
        }
        ("system", "away_summary") => text(&["content"]).map(ItemBody::Recap),
        _ => None,
    };
    reading.emit_if_any(body);
}

/// The tokens of an answer. Its lines repeat them, and only the last one has all of the output.
fn emit_token_usage<'a>(line: &ObjectFields<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let Some(message) = line.first_value(&["message"]) else { return };
    let (Some(usage), Some(id)) = (message.get("usage"), message.text_field("id")) else { return };
    let model = message.text_field("model").unwrap_or_default();
    // The host's own messages name no model.
    if model.is_empty() || model.starts_with('<') {
        return;
    }
    let request = line.first_text(&["requestId"]).unwrap_or_default();
    reading.emit_usage(TokenUsage::read(format!("{id}:{request}"), &model, usage));
}

fn read_message<'a>(line: &ObjectFields<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let inside = line.first_value(&["message"]).and_then(|message| message.get("content"));
    let Some(content) = inside.or_else(|| line.first_value(&["content"])) else { return };
    if let Some(text) = content.as_text() {
        return emit_message_text(text, line, 0, reading);
    }
    if line.is_true("isCompactSummary") {
        return emit_message_text(joined_text_blocks(content, &mut Vec::new()), line, 0, reading);
    }
    for (index, block) in content.items().enumerate() {
        read_content_block(block, line, index, reading);
    }
}

fn read_content_block<'a>(
    value: Json<'a>,
    line: &ObjectFields<'a>,
    index: usize,
    reading: &mut LineReadingContext<'_, 'a>,
) {
    let block = ObjectFields::from_object(value);
    match &*block.first_text(&["type"]).unwrap_or_default() {
        "text" => {
            if let Some(text) = block.first_text(&["text"]) {
                emit_message_text(text, line, index, reading);
            }
        }
        "tool_use" | "server_tool_use" | "tool_call" => {
            let name = block.first_text(&["name"]).unwrap_or_default();
            if let Some(input) = block.first_value(&["input", "tool_input"]) {
                reading.emit_call(index, block.first_text(&["id"]), &name, input);
            }
        }
        "tool_result" | "tool-result" => emit_tool_result(&block, line, index, reading),
        _ => {}
    }
}

fn emit_message_text<'a>(
    text: Cow<'a, str>,
    line: &ObjectFields<'a>,
    index: usize,
    reading: &mut LineReadingContext<'_, 'a>,
) {
    if text.trim().is_empty() {
        return;
    }
    let from_user = line.first_text(&["type"]).as_deref() == Some("user");
    if line.is_true("isCompactSummary") {
        reading.emit_transcript_item(index, ItemBody::Summary(text));
    } else if !from_user {
        reading.emit_transcript_item(index, ItemBody::Reply(text));
    } else if !line.is_true("isMeta") {
        reading.emit_user_message(index, text, author_marks_of_line(line));
    }
}

fn emit_tool_result<'a>(
    block: &ObjectFields<'a>,
    line: &ObjectFields<'a>,
    index: usize,
    reading: &mut LineReadingContext<'_, 'a>,
) {
    let mut named = Vec::new();
    let output = block.first_value(&["content", "tool_output", "output"]);
    let text = output.map_or(Cow::Borrowed(""), |output| match output.get("output").and_then(Json::as_text) {
        Some(text) => text,
        None => joined_text_blocks(output, &mut named),
    });
    // The program's notes beside a result; its own copy of the output is skipped.
    let beside = line.first_value(&["toolUseResult"]).map_or(ObjectFields(Vec::new()), ObjectFields::from_object);
    let goes_on = beside.first_value(&["backgroundTaskId"]).is_some_and(|task| !task.is_null());
    let is_unended = goes_on || beside.is_true("interrupted");
    // An answer without the flag is a success where failures are told, unless the command has not ended.
    let flag = block.first_value(&["is_error", "isError"]).and_then(Json::as_bool);
    let last_line = text.trim_end().lines().next_back().unwrap_or_default().to_lowercase();
    let told_by_text = last_line.contains("exit code ") || last_line.contains("exit status ");
    reading.state.tells_failures |= flag.is_some() || !beside.0.is_empty() || told_by_text;
    let failed = match flag {
        Some(true) => Some(true),
        _ if is_unended || !reading.state.tells_failures => None,
        _ => Some(false),
    };
    let exit = match failed {
        Some(true) => parse_exit_code(&text),
        Some(false) if beside.first_value(&["stdout"]).is_some() => Some(0),
        _ => None,
    };
    let call = block.first_text(&["tool_use_id"]).or_else(|| reading.state.last_call.clone().map(Cow::Owned));
    let refused = failed == Some(true) && text.starts_with("The user doesn't want");
    let declined = failed == Some(true) && is_declined_call_message(&text);
    let persisted = beside.first_text(&["persistedOutputPath"]).or_else(|| find_persisted_path(&text));
    let call = call.unwrap_or_default();
    let outcome =
        ToolOutcome { call, text, failed, exit, persisted, named, refused, declined, ..ToolOutcome::default() };
    reading.emit_transcript_item(index, ItemBody::Outcome(outcome));
}

/// The file named in `<persisted-output> … saved to: PATH`.
fn find_persisted_path(text: &str) -> Option<Cow<'static, str>> {
    let (_, rest) = text.split_once("<persisted-output>")?;
    let (_, path) = rest.split_once("saved to: ").or_else(|| rest.split_once("saved to "))?;
    Some(Cow::Owned(path.lines().next()?.trim().to_owned()))
}

/// Messages that are remembered until the agent takes them.
const QUEUED: usize = 40;

/// What the user typed while the agent was busy. One that is taken in the middle of a turn comes as an attachment, and in
/// older versions, whose lines of removal hold no text, nowhere else.
fn read_queue_operation<'a>(line: &ObjectFields<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let text = line.first_text(&["content"]);
    let queued = &mut reading.state.queued;
    match &*line.first_text(&["operation"]).unwrap_or_default() {
        "enqueue" => push_dropping_oldest(queued, QUEUED, text.unwrap_or_default().into_owned()),
        // Taken back to be edited: it comes as what it became.
        "popAll" => queued.clear(),
        operation @ ("remove" | "dequeue") if !queued.is_empty() => {
            let same = text.as_ref().and_then(|text| queued.iter().position(|queued| queued == text));
            let taken = queued.remove(same.unwrap_or(0));
            if operation == "remove" && text.is_none() {
                reading.emit_user_message(0, Cow::Owned(taken), author_marks_of_line(line));
            }
        }
        _ => {}
    }
}

fn read_attachment<'a>(line: &ObjectFields<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let Some(about) = line.first_value(&["attachment"]) else { return };
    match &*about.text_field("type").unwrap_or_default() {
        "nested_memory" => {
            let text =
                about.get("content").and_then(|content| content.text_field("content").or_else(|| content.as_text()));
            reading.emit_if_any(about.text_field("path").map(|path| ItemBody::Rule { path, text }));
        }
        // Typed while the agent was busy; it does not come again as a message.
        "queued_command" => {
            if let Some(text) = about.text_field("prompt") {
                reading.emit_user_message(0, text, author_marks_of_line(line));
            }
        }
        _ => {}
    }
}
