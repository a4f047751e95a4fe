//! Agents without a reader of their own: the shapes that most of them share, read as far as they are understood.

use std::borrow::Cow;

use super::{
    AuthorMarks, ItemBody, LineFacts, LineReadingContext, TokenUsage, ToolOutcome, exit_code_of_any_result,
    parse_exit_code, parse_time, text_of_any_result,
};
use ctx_text::json::Json;

/// Lines that look like Claude Code's but hold their text elsewhere.
pub fn has_message_parts(value: Json<'_>) -> bool {
    value.get("message").is_some_and(|message| message.get("parts").is_some())
}

pub fn read_transcript_line<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    read_session_meta(value, reading);
    // One document that holds the whole conversation.
    if let Some(list) = ["messages", "history"].iter().find_map(|name| value.get(name)).filter(|list| list.is_array()) {
        for (index, message) in list.items().enumerate() {
            reading.line = index as u64 + 1;
            read_record(message, reading);
        }
        return;
    }
    read_record(value, reading);
}

fn read_session_meta(value: Json<'_>, reading: &mut LineReadingContext<'_, '_>) {
    let kind = value.text_field("type").unwrap_or_default();
    let named = ["sessionId", "session_id"].iter().find_map(|name| value.text_field(name));
    let begins = matches!(&*kind, "session" | "session_start" | "session.start");
    if let Some(session) = named.or_else(|| value.text_field("id").filter(|_| begins)) {
        reading.state.session = session.into_owned();
    }
    let config = value.get("model_config");
    if let Some(cwd) = value.text_field("cwd").or_else(|| config.and_then(|config| config.text_field("cwd"))) {
        reading.state.cwd = Some(cwd.into_owned());
    }
    if let Some(branch) = value.text_field("gitBranch") {
        reading.state.branch = Some(branch.into_owned());
    }
}

fn read_record<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let kind = value.text_field("type").unwrap_or_default();
    let id = value.text_field("uuid").or_else(|| value.text_field("id"));
    reading.facts = LineFacts {
        // Ids as short as `m1` are unique in their session at best.
        id: id.map(|id| Cow::Owned(format!("{}/{id}/{kind}", reading.state.session))),
        at: ["timestamp", "created_at", "ts", "time"].iter().find_map(|name| value.get(name)).and_then(parse_time),
        ..LineFacts::default()
    };
    let message = value.get("message").filter(|message| message.is_object()).unwrap_or(value);
    let role = message.text_field("role").or_else(|| value.text_field("role")).unwrap_or_else(|| kind.clone());
    match &*kind {
        "tool_call" | "function_call" => return emit_tool_call(value, 0, reading),
        "tool_result" | "function_result" | "function_call_output" if message.get("parts").is_none() => {
            return emit_tool_result(value, 0, reading);
        }
        "compaction" | "context.apply_compaction" | "compact" => {
            let text = value.text_field("summary").or_else(|| value.text_field("content"));
            return reading.emit_transcript_item(0, text.map_or(ItemBody::Boundary, ItemBody::Summary));
        }
        "context.append_loop_event" => {
            let Some(event) = value.get("event") else { return };
            return match &*event.text_field("type").unwrap_or_default() {
                "tool.call" => emit_tool_call(event, 0, reading),
                "tool.result" => emit_tool_result(event, 0, reading),
                _ => {}
            };
        }
        "LIST_DIRECTORY" | "VIEW_FILE" | "RUN_COMMAND" | "CODE_ACTION" | "SEARCH_WEB" | "GREP_SEARCH" => {
            return emit_tool_result(value, 0, reading);
        }
        _ => {}
    }
    if matches!(&*role, "tool" | "toolResult") {
        return emit_tool_result(message, 0, reading);
    }
    if let (Some(usage), Some(model)) = (message.get("usage"), message.text_field("model")) {
        let id = reading.facts.id.as_deref().map_or_else(|| format!("L{}", reading.line), str::to_owned);
        reading.emit_usage(TokenUsage::read(id, &model, usage));
    }
    read_message_blocks(message, &role, reading);
    let calls = value.get("tool_calls").or_else(|| message.get("tool_calls"));
    for (index, request) in calls.into_iter().flat_map(Json::items).enumerate() {
        emit_tool_call(request, 1000 + index, reading);
    }
}

fn read_message_blocks<'a>(message: Json<'a>, role: &str, reading: &mut LineReadingContext<'_, 'a>) {
    let content = ["content", "parts", "text", "message"].iter().find_map(|name| message.get(name));
    let Some(content) = content else { return };
    if let Some(text) = content.as_text() {
        return emit_message(text, role, 0, reading);
    }
    for (index, block) in content.items().enumerate() {
        let kind = block.text_field("type").unwrap_or_default();
        if let Some(request) = block.get("functionCall") {
            emit_tool_call(request, index, reading);
        } else if let Some(answer) = block.get("functionResponse") {
            emit_tool_result(answer, index, reading);
        } else {
            match &*kind {
                "tool_use" | "toolCall" | "tool_call" => emit_tool_call(block, index, reading),
                "tool_result" | "tool-result" => emit_tool_result(block, index, reading),
                "thinking" | "reasoning" => {}
                _ if block.get("thought").and_then(Json::as_bool) == Some(true) => {}
                _ => {
                    if let Some(text) = block.text_field("text") {
                        emit_message(text, role, index, reading);
                    }
                }
            }
        }
    }
}

fn emit_message<'a>(text: Cow<'a, str>, role: &str, index: usize, reading: &mut LineReadingContext<'_, 'a>) {
    match role {
        "user" | "USER_INPUT" | "human" => reading.emit_user_message(index, text, AuthorMarks::default()),
        "assistant" | "model" | "PLANNER_RESPONSE" => reading.emit_reply(index, text),
        _ => {}
    }
}

const CALL_IDS: &[&str] = &["tool_use_id", "toolCallId", "tool_call_id", "call_id", "id"];

fn emit_tool_call<'a>(value: Json<'a>, index: usize, reading: &mut LineReadingContext<'_, 'a>) {
    let function = value.get("function").unwrap_or(value);
    let name = ["name", "toolName", "tool"]
        .iter()
        .find_map(|field| function.text_field(field).or_else(|| value.text_field(field)));
    let input = ["input", "arguments", "args", "parameters"]
        .iter()
        .find_map(|field| value.get(field).or_else(|| function.get(field)));
    let (Some(name), Some(input)) = (name, input) else { return };
    let id = CALL_IDS.iter().find_map(|field| value.text_field(field));
    reading.emit_call(index, id, &name, input);
}

fn emit_tool_result<'a>(value: Json<'a>, index: usize, reading: &mut LineReadingContext<'_, 'a>) {
    let fields = ["content", "value", "result", "response", "output", "tool_output"];
    let Some(output) = fields.iter().find_map(|field| value.get(field)) else { return };
    let mut named = Vec::new();
    let text = text_of_any_result(output, &mut named);
    let id = CALL_IDS.iter().find_map(|field| value.text_field(field));
    let flag =
        |value: Json<'_>| ["is_error", "isError"].iter().find_map(|name| value.get(name).and_then(Json::as_bool));
    let failed = flag(value).or_else(|| flag(output));
    let exit = exit_code_of_any_result(output)
        .or_else(|| failed.filter(|failed| *failed).and_then(|_| parse_exit_code(&text)));
    let outcome = ToolOutcome {
        call: id.or_else(|| reading.state.last_call.clone().map(Cow::Owned)).unwrap_or_default(),
        failed: failed.or(exit.map(|code| code != 0)),
        text,
        exit,
        named,
        ..ToolOutcome::default()
    };
    reading.emit_transcript_item(index, ItemBody::Outcome(outcome));
}
