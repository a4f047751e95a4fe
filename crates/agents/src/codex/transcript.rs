//! Codex: `{timestamp, type, payload}` lines; each message stands twice: an item for the model, an event for the
//! screen.

use std::borrow::Cow;

use crate::transcripts::{
    AuthorMarks, CommandOutlivingItsCall, ItemBody, LineFacts, LineReadingContext, PendingOutput, ReaderState,
    TokenUsage, ToolCall, ToolCallAction, ToolOutcome, exit_code_of_any_result, joined_text_blocks, parse_exit_code,
    parse_time, push_dropping_oldest, text_of_any_result,
};
use crate::word_lists::phrases_in_list;
use ctx_text::json::Json;
use ctx_text::truncate_at_char_boundary;

/// Messages that wait for their echo in the other channel; it comes within a few lines.
const ECHOES: usize = 16;
/// At most this many calls are remembered after their answer: a command in the background ends later than that.
const ANSWERED: usize = 32;

pub fn is_transcript_line(value: Json<'_>) -> bool {
    value.get("payload").is_some_and(Json::is_object) && value.get("type").is_some()
        // Versions of 2025 wrote the items themselves, below a line about the session.
        || value.get("record_type").is_some()
        || (value.get("instructions").is_some() && value.get("timestamp").is_some() && value.get("id").is_some())
}

pub fn read_transcript_line<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let (mut kind, mut stamp, mut payload) = (Cow::Borrowed(""), None, None);
    for (name, value) in value.fields() {
        match name {
            "type" => kind = value.as_text().unwrap_or_default(),
            "timestamp" => stamp = Some(value),
            "payload" => payload = Some(value),
            _ => {}
        }
    }
    // Versions of 2025 wrote the items themselves, below a line about the session.
    let is_bare = payload.is_none();
    let payload = payload.unwrap_or(value);
    let part = if is_bare { kind.clone() } else { payload.text_field("type").unwrap_or_default() };
    if is_bare {
        kind = Cow::Borrowed(if part.is_empty() { "session_meta" } else { "response_item" });
    }
    // Half of such a file repeats for the screen what the model got; those lines are not needed.
    let echo = ["patch_apply_end", "task_complete", "exec_command_begin"];
    if kind == "event_msg" && echo.contains(&&*part) {
        return;
    }
    reading.facts = LineFacts {
        id: stamp.and_then(Json::as_text).map(|stamp| Cow::Owned(format!("{stamp}/{kind}/{part}"))),
        at: stamp.and_then(parse_time),
        ..LineFacts::default()
    };
    if let Some(call) = payload.text_field("call_id").or_else(|| payload.text_field("callId")) {
        reading.facts.id = Some(Cow::Owned(format!("{call}/{part}")));
    }
    match (&*kind, &*part) {
        // A bare line without a kind is about the session if it has its time and name.
        ("session_meta", _) if !is_bare || (reading.facts.at.is_some() && payload.get("id").is_some()) => {
            reading.state.last_at = reading.facts.at.or(reading.state.last_at);
            read_session_meta(payload, reading);
        }
        ("turn_context", _) => {
            if let Some(model) = payload.text_field("model") {
                reading.state.model = Some(model.into_owned());
            }
            update_working_directory(payload, reading);
        }
        ("event_msg", "token_count") => emit_token_usage(payload, reading),
        ("compacted", _) => emit_compaction(payload, reading),
        ("world_state", _) => {
            let rules = payload.get("state").and_then(|state| state.get("agents_md"));
            let rule = |rules: Json<'a>| Some(agents_file(&rules.text_field("directory")?, rules.text_field("text")));
            reading.emit_if_any(rules.and_then(rule));
        }
        ("event_msg", "user_message" | "agent_message") => {
            if let Some(text) = payload.text_field("message") {
                emit_message_once(text, part == "user_message", 'e', reading);
            }
        }
        // The answer that could not be given: a limit was reached, or the model cannot be had.
        ("event_msg", "error") => {
            let told = payload.text_field("message").filter(|text| !text.trim().is_empty());
            reading.emit_if_any(told.map(|text| ItemBody::Reply(Cow::Owned(format!("[error] {text}")))));
        }
        ("event_msg", "exec_command_end") => emit_command_output(payload, reading),
        ("event_msg", "thread_name_updated") => {
            reading.emit_if_any(payload.text_field("thread_name").map(ItemBody::Title));
        }
        ("response_item", "message") => read_message(payload, reading),
        ("response_item", _) => read_tool_call_or_result(payload, &part, reading),
        _ => {}
    }
}

fn read_session_meta(meta: Json<'_>, reading: &mut LineReadingContext<'_, '_>) {
    let id = meta.text_field("id").unwrap_or_default().into_owned();
    let forked = meta.text_field("forked_from_id").map(Cow::into_owned);
    match &reading.state.root {
        // A fork begins with a copy of the conversation that it left, and with the line about that one.
        Some(root) if !id.is_empty() && id != reading.state.session && id != *root => reading.state.root = Some(id),
        Some(_) => {}
        None => {
            if !id.is_empty() {
                reading.state.session = id.clone();
            }
            reading.state.root = Some(forked.unwrap_or(id));
            reading.state.by_program |= meta.get("source").is_some_and(|source| source.get("subagent").is_some());
        }
    }
    update_working_directory(meta, reading);
    if let Some(branch) = meta.get("git").and_then(|git| git.text_field("branch")) {
        reading.state.branch = Some(branch.into_owned());
    }
}

/// Tokens of the last answer. The running total makes a record unique, also in the copy that a fork begins with.
fn emit_token_usage<'a>(payload: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let Some(info) = payload.get("info").filter(|info| info.is_object()) else { return };
    let (Some(last), Some(total)) = (info.get("last_token_usage"), info.get("total_token_usage")) else { return };
    let total = total.get("total_tokens").and_then(Json::as_integer).unwrap_or(0);
    let root = reading.state.root.clone().unwrap_or_else(|| reading.state.session.clone());
    let model = reading.state.model.clone().unwrap_or_else(|| "gpt-5".to_owned());
    reading.emit_usage(TokenUsage::read(format!("{root}/{total}"), &model, last).subtract_cache_from_input());
}

fn update_working_directory(about: Json<'_>, reading: &mut LineReadingContext<'_, '_>) {
    if let Some(cwd) = about.text_field("cwd") {
        reading.state.cwd = Some(cwd.into_owned());
    }
}

fn emit_compaction<'a>(payload: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let own = payload.text_field("message").filter(|text| !text.trim().is_empty());
    // If the line holds no summary, it is the last message of the history that replaces the old one.
    let text = own.or_else(|| {
        let history = payload.get("replacement_history")?;
        let texts = history.items().filter_map(|item| {
            let text = joined_text_blocks(item.get("content")?, &mut Vec::new());
            text.starts_with("Another language model").then_some(text)
        });
        texts.last()
    });
    reading.emit_transcript_item(0, text.map_or(ItemBody::Boundary, ItemBody::Summary));
}

fn read_message<'a>(payload: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let Some(content) = payload.get("content") else { return };
    let role = payload.text_field("role").unwrap_or_default();
    if role == "assistant" {
        let text = joined_text_blocks(content, &mut Vec::new());
        return emit_message_once(text, false, 'r', reading);
    }
    if role != "user" {
        return;
    }
    for block in content.items() {
        let Some(text) = block.text_field("text").filter(|text| !is_image_tag(text)) else { continue };
        // Where no other line tells the directory, the introduction for the model does.
        if let Some((cwd, _)) = text.split_once("<cwd>").and_then(|(_, rest)| rest.split_once("</cwd>")) {
            reading.state.cwd.get_or_insert_with(|| cwd.to_owned());
        }
        if let Some(rest) = text.strip_prefix("# AGENTS.md instructions for ") {
            let dir = rest.lines().next().unwrap_or_default().trim().to_owned();
            reading.emit_transcript_item(0, agents_file(&dir, Some(text)));
        } else {
            emit_message_once(text, true, 'r', reading);
        }
    }
}

/// The rules of a directory.
fn agents_file<'a>(dir: &str, text: Option<Cow<'a, str>>) -> ItemBody<'a> {
    ItemBody::Rule { path: Cow::Owned(format!("{dir}/AGENTS.md")), text }
}

/// What stands around a picture: `<image name=[Image #1]>` and `</image>`, each in a block of its own.
fn is_image_tag(text: &str) -> bool {
    let text = text.trim();
    text == "</image>" || text.starts_with("<image") && text.ends_with('>') && !text.contains('\n')
}

/// Emits a message, unless it is the echo of one in the other channel.
fn emit_message_once<'a>(text: Cow<'a, str>, by_user: bool, channel: char, reading: &mut LineReadingContext<'_, 'a>) {
    if text.trim().is_empty() {
        return;
    }
    let hash = blake3::hash(text.trim().as_bytes()).to_hex();
    let name = |channel: char| format!("{channel}{}{}", if by_user { 'u' } else { 'a' }, &hash[..16]);
    let echoes = &mut reading.state.echoes;
    let other = name(if channel == 'e' { 'r' } else { 'e' });
    if let Some(at) = echoes.iter().position(|echo| *echo == other) {
        echoes.remove(at);
        return;
    }
    push_dropping_oldest(echoes, ECHOES, name(channel));
    // Both channels must give the same item, whichever came first, and so must a copy in a fork: it is the same text
    // for the same time in a conversation that began as the same one.
    let root = reading.state.root.clone().unwrap_or_else(|| reading.state.session.clone());
    let times = reading.state.said.entry(hash[..12].to_owned()).or_insert(0);
    *times += 1;
    let id = Some(Cow::Owned(format!("said/{root}/{hash}/{times}")));
    let id_of_line = std::mem::replace(&mut reading.facts.id, id);
    match by_user {
        true => reading.emit_user_message(0, text, AuthorMarks::default()),
        false => reading.emit_transcript_item(0, ItemBody::Reply(text)),
    }
    reading.facts.id = id_of_line;
}

/// The end of a command. The model's own answer mostly follows and holds the same text; without it, this is all.
fn emit_command_output<'a>(payload: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let Some(id) = payload.text_field("call_id").filter(|id| !reading.state.answered.iter().any(|known| known == id))
    else {
        return;
    };
    let text = ["aggregated_output", "formatted_output", "stdout", "stderr"]
        .iter()
        .find_map(|name| payload.text_field(name).filter(|text| !text.is_empty()))
        .unwrap_or_default();
    let time = |name: &str| payload.get("duration")?.get(name)?.as_integer();
    let printed = PendingOutput {
        text: text.into_owned(),
        exit: exit_code_of_any_result(payload),
        duration_ms: time("secs").map(|secs| secs.saturating_mul(1000) + time("nanos").unwrap_or(0) / 1_000_000),
        at: reading.facts.at,
        stored: None,
    };
    let call = ToolCall { printed: Some(printed), ..ToolCall::new(&id, "exec_command", payload) };
    reading.emit_transcript_item(0, ItemBody::Printed(call));
}

fn read_tool_call_or_result<'a>(payload: Json<'a>, part: &str, reading: &mut LineReadingContext<'_, 'a>) {
    match part {
        "function_call" | "custom_tool_call" | "local_shell_call" | "tool_call" => {
            let function = payload.get("function");
            let name = payload.text_field("name").or_else(|| function.and_then(|function| function.text_field("name")));
            let name = name.unwrap_or(Cow::Borrowed(if part == "local_shell_call" { "local_shell" } else { "tool" }));
            let input = ["arguments", "input", "action"].iter().find_map(|field| payload.get(field));
            let server = payload.text_field("namespace").filter(|name| name.starts_with("mcp__"));
            let name = server.map_or(name.clone(), |server| Cow::Owned(format!("{server}__{name}")));
            if let Some(input) = input {
                let id = payload.text_field("call_id").or_else(|| payload.text_field("id"));
                if let Some(id) = &id {
                    remember_command(reading.state, id, &name, input);
                }
                reading.emit_call(0, id, &name, input);
            }
        }
        "function_call_output" | "custom_tool_call_output" | "tool_result" => {
            let Some(output) = payload.get("output").or_else(|| payload.get("result")) else { return };
            let mut named = Vec::new();
            let text = text_of_any_result(output, &mut named);
            let (exit, duration_ms) = parse_exit_and_duration(&text);
            let exit = exit.or_else(|| exit_code_of_any_result(output));
            let call = payload.text_field("call_id").or_else(|| reading.state.last_call.clone().map(Cow::Owned));
            if let Some(call) = &call {
                push_dropping_oldest(&mut reading.state.answered, ANSWERED, call.as_ref().to_owned());
            }
            if let Some(waited) =
                call.as_ref().and_then(|call| follow_command_to_its_end(reading.state, call, &text, exit))
            {
                reading.emit_transcript_item(1, ItemBody::Call(waited));
            }
            let failed = output.get("success").and_then(Json::as_bool).map(|success| !success);
            // Else the program's own words for a call that did not do what it was to do.
            let told = || phrases_in_list("failures of Codex").any(|sign| text.starts_with(sign)).then_some(true);
            let failed = failed.or_else(told);
            let outcome = ToolOutcome {
                call: call.unwrap_or_default(),
                failed: exit.map(|code| code != 0).or(failed),
                refused: text.starts_with("exec command rejected by user"),
                declined: exit.is_none() && crate::transcripts::is_declined_call_message(&text),
                text,
                exit,
                duration_ms,
                named,
                ..ToolOutcome::default()
            };
            reading.emit_transcript_item(0, ItemBody::Outcome(outcome));
        }
        _ => {}
    }
}

/// Commands that are remembered until they end.
const BEGUN: usize = 64;
/// What the first answer to a command says that goes on.
const RUNNING: &str = "Process running with session ID ";
/// The call that begins such a command, and the one that waits for it.
const RUNS: &str = "exec_command";
const WAITS: &str = "write_stdin";

/// Remembers the command of a call; a call that only waits for a command has the command of its session.
fn remember_command(state: &mut ReaderState, call: &str, name: &str, input: Json<'_>) {
    let begun = match name {
        WAITS => {
            let arguments = input.as_text().unwrap_or(Cow::Borrowed(input.raw()));
            let Some((_, rest)) = arguments.split_once("\"session_id\":") else { return };
            let session = rest.trim_start().split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            let known = state.begun.iter().rev().find(|begun| begun.id == session);
            let Some(known) = known.cloned() else { return };
            CommandOutlivingItsCall { id: format!("{WAITS} {call}"), ..known }
        }
        RUNS => match ToolCall::new(call, name, input).action {
            ToolCallAction::Shell { command, cwd } => CommandOutlivingItsCall { id: call.to_owned(), command, cwd },
            _ => return,
        },
        _ => return,
    };
    push_dropping_oldest(&mut state.begun, BEGUN, begun);
}

/// Follows a command from its call to its session; the call with the command itself, where this answer is its end after
/// others waited for it.
fn follow_command_to_its_end(state: &mut ReaderState, call: &str, text: &str, exit: Option<i32>) -> Option<ToolCall> {
    let waits = format!("{WAITS} {call}");
    let at = state.begun.iter().rposition(|begun| begun.id == call || begun.id == waits)?;
    let CommandOutlivingItsCall { id, command, cwd } = state.begun.remove(at);
    let session =
        truncate_at_char_boundary(text, 400).split_once(RUNNING).and_then(|(_, rest)| rest.split(['\n', ' ']).next());
    if let Some(session) = session.filter(|_| id == call) {
        state.begun.push(CommandOutlivingItsCall { id: session.to_owned(), command, cwd });
        return None;
    }
    let is_end = id == waits && exit.is_some();
    is_end.then(|| ToolCall::with_action(call, RUNS, ToolCallAction::Shell { command, cwd }))
}

/// Exit code and time: from the head before `Output:`, or from the metadata of an answer written as JSON.
fn parse_exit_and_duration(text: &str) -> (Option<i32>, Option<i64>) {
    if text.starts_with("{\"") {
        let Ok(Some((value, _))) = ctx_text::json::parse_first_value(text) else { return (None, None) };
        let Some(metadata) = value.get("metadata") else { return (None, None) };
        let seconds = metadata.get("duration_seconds").and_then(|time| time.raw().parse::<f64>().ok());
        return (exit_code_of_any_result(metadata), seconds.map(|seconds| (seconds * 1e3) as i64));
    }
    let head = truncate_at_char_boundary(text, 400);
    if head.starts_with("failed in sandbox") {
        let before_output = head.split(", stdout:").next().unwrap_or_default();
        return (parse_exit_code(before_output), None);
    }
    let Some((head, _)) = head.split_once("Output:\n").or_else(|| head.split_once("\nOutput:")) else {
        return (None, None);
    };
    let seconds = head.split_once("Wall time: ").and_then(|(_, rest)| rest.split(' ').next()?.parse::<f64>().ok());
    (parse_exit_code(head), seconds.map(|seconds| (seconds * 1e3) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_around_a_picture_are_no_words() {
        assert!(is_image_tag("<image name=[Image #1]>") && is_image_tag("</image>"));
        assert!(!is_image_tag("<image> is an element\nof HTML>") && !is_image_tag("[Image #1] align it"));
    }
}
