//! Copilot CLI: no way to replace its shell is known. Its hooks use camelCase, arguments sometimes as JSON in a string;
//! an exit status other than 0 denies the tool.

use std::borrow::Cow;

use serde_json::json;

use super::agent::Agent;
use super::hooks::{HookAnswer, HookCall, HookEvent, quote_as_json, response};
use super::redirect;
use super::row::{AgentRow, HookFormat, InstructionFiles, SettingsFile, TranscriptSource};
use super::transcripts::{
    AuthorMarks, ItemBody, LineFacts, LineReadingContext, ToolCall, ToolOutcome, exit_code_of_any_result,
    is_declined_call_message, parse_exit_code, parse_time, text_of_any_result,
};
use ctx_text::json::Json;

pub const ROW: AgentRow = AgentRow {
    agent: Agent::Copilot,
    name: "copilot",
    programs: &["copilot"],
    project_dirs: &[".github/hooks"],
    homes: |homes| homes.copilot.iter().collect(),
    caution: None,
    settings: &[SettingsFile::json("hooks/ctx.json", ".github/hooks/ctx.json")],
    instructions: InstructionFiles { in_home: Some("copilot-instructions.md"), in_project: &["AGENTS.md"] },
    hooks: HookFormat {
        entry: |hook, command| json!({ "type": "command", "bash": command, "timeoutSec": hook.seconds }),
        version: Some(1),
        adapt: adapt_hook_call,
        answer: render_hook_answer,
        // The last line holds it.
        exit: |text| parse_exit_code(text.trim_end().lines().next_back().unwrap_or_default()),
        brief_later: true,
        ..HookFormat::USUAL
    },
    seam: None,
    redirect: Some(redirect::COPILOT),
    transcript: Some(TranscriptSource {
        places: |homes| homes.copilot.iter().map(|home| home.join("session-state")).collect(),
        within: None,
        recognises: is_transcript_line,
        last: false,
        read: read_transcript_line,
    }),
};

/// A result says in itself whether the tool failed.
fn adapt_hook_call<'a>(value: Json<'a>, call: HookCall<'a>) -> HookCall<'a> {
    match value.get("toolResult") {
        Some(result) if result.text_field("resultType").is_some_and(|kind| kind != "success") => {
            HookCall { response: None, error: result.text_field("textResultForLlm"), ..call }
        }
        _ => call,
    }
}

fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    // A result of another shape is not Copilot's, and Copilot takes none but its own.
    let is_own =
        |result: &Json<'_>| ["resultType", "textResultForLlm"].iter().all(|name| result.text_field(name).is_some());
    let replaced = |text: &str| {
        let response = call.tool_response().filter(is_own)?;
        Some(format!("\"modifiedResult\":{}", response::replace_response_text(response, text)?))
    };
    let told = |text: &str| format!("\"additionalContext\":{}", quote_as_json(text));
    let fields = match (call.event, answer) {
        (HookEvent::AfterTool, HookAnswer::Replace { text }) => replaced(text)?,
        (HookEvent::AfterTool, HookAnswer::ReplaceAndTell { text, context }) => match replaced(text) {
            Some(replaced) => format!("{replaced},{}", told(context)),
            None => told(context),
        },
        (HookEvent::SessionStart | HookEvent::AfterTool | HookEvent::Prompt, HookAnswer::Context { text }) => {
            told(text)
        }
        _ => return None,
    };
    Some(format!("{{{fields}}}"))
}

fn is_transcript_line(value: Json<'_>) -> bool {
    value.get("data").is_some_and(Json::is_object) && value.text_field("type").is_some_and(|kind| kind.contains('.'))
}

fn read_transcript_line<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let Some(data) = value.get("data") else { return };
    let kind = value.text_field("type").unwrap_or_default();
    reading.facts = LineFacts {
        id: value.text_field("id").map(|id| Cow::Owned(format!("{}/{id}", reading.state.session))),
        at: value.get("timestamp").and_then(parse_time),
        sidechain: data.text_field("parentToolCallId"),
        ..LineFacts::default()
    };
    match &*kind {
        "session.start" | "session.resume" => {
            if let Some(session) = data.text_field("sessionId") {
                reading.state.session = session.into_owned();
            }
            if let Some(context) = data.get("context") {
                reading.state.cwd = context.text_field("cwd").map(Cow::into_owned);
                reading.state.branch = context.text_field("branch").map(Cow::into_owned);
            }
        }
        "user.message" => {
            let text = data.text_field("content").unwrap_or_default();
            reading.emit_user_message(0, text, AuthorMarks::default());
        }
        "assistant.message" => {
            reading.emit_reply(0, data.text_field("content").unwrap_or_default());
            for (index, request) in data.get("toolRequests").into_iter().flat_map(Json::items).enumerate() {
                emit_tool_call(request, "name", index + 1, reading);
            }
        }
        "tool.execution_start" => emit_tool_call(data, "toolName", 0, reading),
        "tool.execution_complete" => {
            let mut named = Vec::new();
            let result = ["result", "error"].iter().find_map(|name| data.get(name).filter(|value| !value.is_null()));
            let text = result.map_or(Cow::Borrowed(""), |result| {
                // Before `loose_text`, because an empty content beside a detailed one is still the answer.
                result
                    .text_field("content")
                    .or_else(|| result.text_field("message"))
                    .unwrap_or_else(|| text_of_any_result(result, &mut named))
            });
            // `<shellId: 0 completed with exit code 1>` is the last line; newer versions say it beside the text as well.
            let last = text.trim_end().lines().next_back().unwrap_or_default();
            let told = last.rfind("with exit code ").and_then(|at| parse_exit_code(&last[at..]));
            let exit = data.get("shellExecution").and_then(exit_code_of_any_result).or(told);
            let failed = data.get("success").and_then(Json::as_bool).map(|success| !success);
            let code = data.get("error").and_then(|error| error.text_field("code"));
            let outcome = ToolOutcome {
                call: data.text_field("toolCallId").unwrap_or_default(),
                failed: failed.map(|failed| failed || exit.is_some_and(|code| code != 0)),
                declined: code.is_some_and(|code| ["denied", "rejected", "cancelled"].contains(&&*code))
                    || (failed == Some(true) && is_declined_call_message(&text)),
                text,
                exit,
                named,
                ..ToolOutcome::default()
            };
            reading.emit_transcript_item(0, ItemBody::Outcome(outcome));
        }
        "session.compaction_complete" => {
            let text = data.text_field("summaryContent").or_else(|| data.text_field("summary"));
            reading.emit_transcript_item(0, text.map_or(ItemBody::Boundary, ItemBody::Summary));
        }
        "session.truncation" => reading.emit_transcript_item(0, ItemBody::Boundary),
        _ => {}
    }
}

fn emit_tool_call<'a>(about: Json<'a>, name: &str, index: usize, reading: &mut LineReadingContext<'_, 'a>) {
    let (Some(id), Some(tool)) = (about.text_field("toolCallId"), about.text_field(name)) else { return };
    if let Some(input) = about.get("arguments") {
        reading.emit_transcript_item(index, ItemBody::Call(ToolCall::new(&id, &tool, input)));
    }
}
