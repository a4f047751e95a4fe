//! Copilot: `{type, data, id, timestamp}` events.

use std::borrow::Cow;

use super::claude::spoken;
use super::json::Json;
use super::{Body, Call, Frame, Outcome, Reading, loose_exit, loose_text, time};

pub fn recognises(value: Json<'_>) -> bool {
    value.get("data").is_some_and(Json::is_object) && value.str("type").is_some_and(|kind| kind.contains('.'))
}

pub fn read<'a>(value: Json<'a>, mut reading: Reading<'_, 'a>) {
    let Some(data) = value.get("data") else { return };
    let kind = value.str("type").unwrap_or_default();
    let frame = Frame {
        id: value.str("id").map(|id| Cow::Owned(format!("{}/{id}", reading.state.session))),
        at: value.get("timestamp").and_then(time),
        sidechain: data.str("parentToolCallId"),
        ..Frame::default()
    };
    match &*kind {
        "session.start" | "session.resume" => {
            if let Some(session) = data.str("sessionId") {
                reading.state.session = session.into_owned();
            }
            if let Some(context) = data.get("context") {
                reading.state.cwd = context.str("cwd").map(Cow::into_owned);
                reading.state.branch = context.str("branch").map(Cow::into_owned);
            }
        }
        "user.message" => {
            if let Some(text) = data.str("content").and_then(spoken).filter(|text| !text.trim().is_empty()) {
                reading.emit(&frame, 0, Body::Prompt(text));
            }
        }
        "assistant.message" => {
            if let Some(text) = data.str("content").filter(|text| !text.trim().is_empty()) {
                reading.emit(&frame, 0, Body::Reply(text));
            }
            for (index, request) in data.get("toolRequests").into_iter().flat_map(Json::items).enumerate() {
                call(request, "name", &frame, index + 1, &mut reading);
            }
        }
        "tool.execution_start" => call(data, "toolName", &frame, 0, &mut reading),
        "tool.execution_complete" => {
            let mut named = Vec::new();
            let result = ["result", "error"].iter().find_map(|name| data.get(name).filter(|value| !value.is_null()));
            let text = result.map_or(Cow::Borrowed(""), |result| {
                // Before `loose_text`, because an empty content beside a detailed one is still the answer.
                result
                    .str("content")
                    .or_else(|| result.str("message"))
                    .unwrap_or_else(|| loose_text(result, &mut named))
            });
            // `<shellId: 0 completed with exit code 1>` is the last line; newer versions say it beside the text as well.
            let last = text.trim_end().lines().next_back().unwrap_or_default();
            let told = last.rfind("with exit code ").and_then(|at| super::exit_code(&last[at..]));
            let exit = data.get("shellExecution").and_then(loose_exit).or(told);
            let failed = data.get("success").and_then(Json::boolean).map(|success| !success);
            let code = data.get("error").and_then(|error| error.str("code"));
            let outcome = Outcome {
                call: data.str("toolCallId").unwrap_or_default(),
                failed: failed.map(|failed| failed || exit.is_some_and(|code| code != 0)),
                declined: code.is_some_and(|code| ["denied", "rejected", "cancelled"].contains(&&*code))
                    || (failed == Some(true) && super::is_declined(&text)),
                text,
                exit,
                named,
                ..Outcome::default()
            };
            reading.emit(&frame, 0, Body::Outcome(outcome));
        }
        "session.compaction_complete" => {
            let text = data.str("summaryContent").or_else(|| data.str("summary"));
            reading.emit(&frame, 0, text.map_or(Body::Boundary, Body::Summary));
        }
        "session.truncation" => reading.emit(&frame, 0, Body::Boundary),
        _ => {}
    }
}

fn call<'a>(about: Json<'a>, name: &str, frame: &Frame<'a>, index: usize, reading: &mut Reading<'_, 'a>) {
    let (Some(id), Some(tool)) = (about.str("toolCallId"), about.str(name)) else { return };
    if let Some(input) = about.get("arguments") {
        reading.emit(frame, index, Body::Call(Call::new(&id, &tool, input)));
    }
}
