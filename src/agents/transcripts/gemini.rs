//! Gemini: records keyed by id, one a line, with `$set` for what changed; older versions wrote one document with `messages`.

use std::borrow::Cow;

use super::claude::spoken;
use super::json::Json;
use super::{Body, Call, Frame, Outcome, Reading, exit_code, joined, loose_text, time};

pub fn recognises(value: Json<'_>) -> bool {
    if value.get("projectHash").is_some() || value.get("$set").is_some() || value.get("$rewindTo").is_some() {
        return true;
    }
    value.str("type").is_some_and(|kind| kind == "gemini")
        || value.get("history").is_some_and(|history| history.items().any(|item| item.get("parts").is_some()))
}

pub fn read<'a>(value: Json<'a>, mut reading: Reading<'_, 'a>) {
    if let Some(session) = value.str("sessionId") {
        reading.state.session = session.into_owned();
    }
    let changed = value.get("$set").unwrap_or(value);
    for list in ["messages", "history"].iter().filter_map(|name| changed.get(name)) {
        for (index, message) in list.items().enumerate() {
            reading.line = index as u64 + 1;
            record(message, &mut reading);
        }
    }
    if value.get("type").is_some() || value.get("role").is_some() {
        record(value, &mut reading);
    }
}

fn record<'a>(value: Json<'a>, reading: &mut Reading<'_, 'a>) {
    let kind = value.str("type").or_else(|| value.str("role")).unwrap_or_default();
    let frame = Frame {
        id: value.str("id"),
        at: value.get("timestamp").or_else(|| value.get("ts")).and_then(time),
        ..Frame::default()
    };
    let content = value.get("content").or_else(|| value.get("parts"));
    let text = content.map_or(Cow::Borrowed(""), |content| joined(content, &mut Vec::new()));
    if !text.trim().is_empty() {
        match &*kind {
            "user" => {
                if let Some(text) = spoken(text) {
                    reading.emit(&frame, 0, Body::Prompt(text));
                }
            }
            "gemini" | "model" => reading.emit(&frame, 0, Body::Reply(text)),
            _ => {}
        }
    }
    for (index, call) in value.get("toolCalls").into_iter().flat_map(Json::items).enumerate() {
        tool(call, &frame, index + 1, reading);
    }
}

fn tool<'a>(call: Json<'a>, frame: &Frame<'a>, index: usize, reading: &mut Reading<'_, 'a>) {
    let id = call.str("id").unwrap_or_else(|| Cow::Owned(format!("L{}#{index}", reading.line)));
    let name = call.str("name").unwrap_or_default();
    let at = call.get("timestamp").and_then(time).or(frame.at);
    let frame = Frame {
        id: Some(Cow::Owned(format!("{}/{id}", frame.id.as_deref().unwrap_or_default()))),
        at,
        ..frame.clone()
    };
    if let Some(input) = call.get("args") {
        reading.emit(&frame, 0, Body::Call(Call::new(&id, &name, input)));
    }
    let status = call.str("status").unwrap_or_default();
    let mut named = Vec::new();
    let mut text: Option<Cow<'a, str>> = None;
    let result = call.get("result");
    let parts = result.into_iter().flat_map(Json::items).chain(result.filter(|result| result.is_object()));
    for part in parts {
        let response = part.get("functionResponse").and_then(|answer| answer.get("response"));
        let piece = match response {
            Some(response) => loose_text(response, &mut named),
            None => joined(part, &mut named),
        };
        text = Some(match text {
            None => piece,
            Some(before) => Cow::Owned(format!("{before}\n{piece}")),
        });
    }
    let text = text.or_else(|| result.and_then(Json::text)).or_else(|| call.str("resultDisplay"));
    // A call that still runs is written again when it has ended.
    let Some(text) = text else { return };
    let exit = name.contains("shell").then(|| exit_code_line(&text)).flatten();
    let outcome = Outcome {
        call: id,
        failed: exit.map(|code| code != 0).or((!status.is_empty()).then(|| status == "error")),
        refused: false,
        declined: status == "cancelled" || (status == "error" && super::is_declined(&text)),
        text,
        exit,
        named,
        ..Outcome::default()
    };
    reading.emit(&frame, 1, Body::Outcome(outcome));
}

/// `Exit Code: 1` stands behind the output.
fn exit_code_line(text: &str) -> Option<i32> {
    let at = text.rfind("Exit Code: ")?;
    exit_code(&text[at..])
}
