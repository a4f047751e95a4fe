//! Gemini CLI: `BASH_ENV` in its `.env`; a hook can add to a tool's answer, not replace it. Its transcripts are one
//! JSON document for each conversation, or lines that change one.

use std::borrow::Cow;

use super::agent::Agent;
use super::claude_code;
use super::hooks::{HookAnswer, HookCall, HookEvent, first_nonempty_text_field};
use super::install::hooks::grouped_entry;
use super::install::{CtxBlockKind, FileEdit, jsonc};
use super::redirect;
use super::row::{
    AgentRow, DisabledHooksSwitch, HookFormat, InstructionFiles, SettingsFile, ShellOverride, TranscriptSource,
    read_text_file,
};
use super::transcripts::{
    AuthorMarks, ItemBody, LineFacts, LineReadingContext, TokenUsage, ToolCall, ToolOutcome, is_declined_call_message,
    joined_text_blocks, parse_exit_code, parse_time, text_of_any_result,
};
use ctx_text::json::Json;

pub const ROW: AgentRow = AgentRow {
    agent: Agent::Gemini,
    name: "gemini",
    programs: &["gemini"],
    project_dirs: &[".gemini"],
    homes: |homes| homes.gemini.iter().collect(),
    caution: None,
    settings: &[SettingsFile::json("settings.json", ".gemini/settings.json")],
    instructions: InstructionFiles { in_home: Some("GEMINI.md"), in_project: &["GEMINI.md"] },
    hooks: HookFormat {
        entry: |hook, command| grouped_entry(hook, command, hook.seconds * 1000),
        // A failure stands inside the answer.
        adapt: |value, call| {
            let error =
                value.get("tool_response").and_then(|response| response.get("error")).filter(|error| !error.is_null());
            let told =
                |error| first_nonempty_text_field(error, &["message"]).or_else(|| error.as_text()).unwrap_or_default();
            HookCall { error: error.map(told), ..call }
        },
        answer: render_hook_answer,
        nothing: "{}",
        replaces: |_, _| false,
        // It stands after the output, and only if it is not 0.
        exit: |text| Some(text.rfind("\nExit Code: ").and_then(|at| parse_exit_code(&text[at..])).unwrap_or(0)),
        compacts_often: true,
        shells_unnamed: true,
        switched_off: |places| {
            let file = places.settings_files(Agent::Gemini).pop()?.path;
            let said = jsonc::parse_jsonc(&read_text_file(&file)?).ok()?.to_json();
            let switches = ["/hooksConfig/enabled", "/hooks/enabled", "/tools/enableHooks"];
            let off = switches.into_iter().find(|path| said.pointer(path) == Some(&false.into()))?;
            Some(DisabledHooksSwitch {
                file,
                switch: format!("({})", off[1..].replace('/', ".")),
                todo: "set it to true",
            })
        },
        ..HookFormat::USUAL
    },
    seam: Some(ShellOverride {
        settings: |places| {
            let file = places.shell_folder()?.bash_env_file().to_string_lossy().into_owned();
            Some(FileEdit::Block(CtxBlockKind::Variables(vec![("BASH_ENV".to_owned(), file)])))
        },
        beside: Some(".env"),
        // Servers get its variables too; only its shell tool wraps a command.
        started: |origin| !origin.listens && unwrap_model_command(origin.script).is_some(),
        background: |homes, pid| {
            Some(homes.gemini.as_ref()?.join(format!("tmp/background-processes/background-{pid}.log")))
        },
        unwrap: unwrap_model_command,
        wrap: |command, _| {
            let ends = "\n)\n__code=$?\nexit $__code";
            format!(
                "shopt -u promptvars nullglob; _bgpids_file=/dev/null\n(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\n{command}{ends}"
            )
        },
        marks: |_| vec![("GEMINI_CLI", "1".to_owned())],
        // It reads the nearest of these files and no other.
        nearer: |cwd, settings| {
            let found = cwd.ancestors().flat_map(|dir| [dir.join(".gemini/.env"), dir.join(".env")]);
            found.take_while(|file| file != settings).find(|file| file.is_file())
        },
        ..ShellOverride::USUAL
    }),
    redirect: Some(redirect::GEMINI),
    transcript: Some(TranscriptSource {
        places: |homes| homes.gemini.iter().map(|home| home.join("tmp")).collect(),
        within: Some("chats"),
        recognises: is_transcript_line,
        last: false,
        read: read_transcript_line,
    }),
};

/// `shopt …; _bgpids_file=FILE\n(\n  trap '…' EXIT\nCMD\n)\n__code=$?\nexit $__code`
fn unwrap_model_command(script: &str) -> Option<Cow<'_, str>> {
    let body = script.strip_suffix("\n)\n__code=$?\nexit $__code")?;
    let (_, command) = body.split_once("\n(\n  trap ")?.1.split_once(" EXIT\n")?;
    Some(Cow::Borrowed(command))
}

fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    let (HookEvent::SessionStart, HookAnswer::Context { text }) = (call.event, answer) else { return None };
    Some(claude_code::render_added_context(call.event, text))
}

/// What Gemini CLI lets its model answer to the summary that stands for a compressed conversation.
const AFTER_SUMMARY: &str = "Got it. Thanks for the additional context!";

fn is_transcript_line(value: Json<'_>) -> bool {
    if value.get("projectHash").is_some() || value.get("$set").is_some() || value.get("$rewindTo").is_some() {
        return true;
    }
    value.text_field("type").is_some_and(|kind| kind == "gemini")
        || value.get("history").is_some_and(|history| history.items().any(|item| item.get("parts").is_some()))
}

fn read_transcript_line<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    if let Some(session) = value.text_field("sessionId") {
        // A sub-agent's file stands in a folder that has the name of the conversation.
        match value.text_field("kind").as_deref() {
            Some("subagent") => reading.state.side = Some(session.into_owned()),
            _ => reading.state.session = session.into_owned(),
        }
    }
    let changed = value.get("$set").unwrap_or(value);
    for list in ["messages", "history"].iter().filter_map(|name| changed.get(name)) {
        let mut messages = list.items().enumerate().peekable();
        while let Some((index, message)) = messages.next() {
            reading.line = index as u64 + 1;
            if messages.peek().is_some_and(|(_, next)| message_text(*next) == AFTER_SUMMARY) {
                reading.facts = line_facts(message);
                reading.emit_transcript_item(0, ItemBody::Summary(message_text(message)));
                messages.next();
                continue;
            }
            read_message(message, reading);
        }
    }
    if value.get("type").is_some() || value.get("role").is_some() {
        read_message(value, reading);
    }
}

fn line_facts<'a>(message: Json<'a>) -> LineFacts<'a> {
    LineFacts {
        id: message.text_field("id"),
        at: message.get("timestamp").or_else(|| message.get("ts")).and_then(parse_time),
        ..LineFacts::default()
    }
}

fn message_text<'a>(message: Json<'a>) -> Cow<'a, str> {
    let content = message.get("content").or_else(|| message.get("parts"));
    content.map_or(Cow::Borrowed(""), |content| joined_text_blocks(content, &mut Vec::new()))
}

fn read_message<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let kind = value.text_field("type").or_else(|| value.text_field("role")).unwrap_or_default();
    reading.facts = line_facts(value);
    let text = message_text(value);
    match &*kind {
        "user" => reading.emit_user_message(0, text, AuthorMarks::default()),
        "gemini" | "model" => reading.emit_reply(0, text),
        _ => {}
    }
    if let (Some(usage), Some(id)) = (value.get("tokens"), value.text_field("id")) {
        let model = value.text_field("model").unwrap_or(Cow::Borrowed("gemini"));
        let mut spent = TokenUsage::read(id.into_owned(), &model, usage).subtract_cache_from_input();
        spent.output += usage.get("thoughts").and_then(Json::as_integer).unwrap_or(0).max(0);
        reading.emit_usage(spent);
    }
    let of_message = reading.facts.clone();
    for (index, call) in value.get("toolCalls").into_iter().flat_map(Json::items).enumerate() {
        emit_tool_call_and_result(call, &of_message, index + 1, reading);
    }
}

fn emit_tool_call_and_result<'a>(
    call: Json<'a>,
    message: &LineFacts<'a>,
    index: usize,
    reading: &mut LineReadingContext<'_, 'a>,
) {
    let id = call.text_field("id").unwrap_or_else(|| Cow::Owned(format!("L{}#{index}", reading.line)));
    let is_known = call.get("id").is_some() && message.id.is_some();
    let name = call.text_field("name").unwrap_or_default();
    reading.facts.id = Some(Cow::Owned(format!("{}/{id}", message.id.as_deref().unwrap_or_default())));
    reading.facts.at = call.get("timestamp").and_then(parse_time).or(message.at);
    if let Some(input) = call.get("args") {
        reading.emit_transcript_item(0, ItemBody::Call(ToolCall::new(&id, &name, input)));
    }
    let status = call.text_field("status").unwrap_or_default();
    // It is written again when it has ended.
    if ["validating", "scheduled", "executing", "awaiting_approval"].contains(&&*status) {
        return;
    }
    let mut named = Vec::new();
    let mut text: Option<Cow<'a, str>> = None;
    let result = call.get("result");
    let parts = || result.into_iter().flat_map(Json::items).chain(result.filter(|result| result.is_object()));
    let of = |part: Json<'a>| part.get("functionResponse").and_then(|answer| answer.text_field("id"));
    // When it is written again, it has the results of all calls that were made with it.
    let has_own = parts().any(|part| of(part).is_some_and(|of| of == id));
    for part in parts().filter(|part| !has_own || of(*part).is_none_or(|of| of == id)) {
        let piece = match part.get("functionResponse").and_then(|answer| answer.get("response")) {
            Some(response) => text_of_any_result(response, &mut named),
            None => joined_text_blocks(part, &mut named),
        };
        text = Some(match text {
            None => piece,
            Some(before) => Cow::Owned(format!("{before}\n{piece}")),
        });
    }
    let text = text.or_else(|| result.and_then(Json::as_text)).or_else(|| call.text_field("resultDisplay"));
    let Some(text) = text else { return };
    // It stands after the output.
    let told = text.rfind("Exit Code: ").filter(|_| name.contains("shell"));
    let exit = told.and_then(|at| parse_exit_code(&text[at..]));
    let outcome = ToolOutcome {
        call: id,
        failed: exit.map(|code| code != 0).or((!status.is_empty()).then(|| status == "error")),
        declined: status == "cancelled" || (status == "error" && is_declined_call_message(&text)),
        text,
        exit,
        named,
        once: is_known,
        ..ToolOutcome::default()
    };
    reading.emit_transcript_item(1, ItemBody::Outcome(outcome));
}
