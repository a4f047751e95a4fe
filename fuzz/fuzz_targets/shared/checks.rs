//! Properties that must hold for any input at all, one function a target. Used by the targets of cargo-fuzz, by a test
//! that mutates the fixtures, and by `benches/fuzz.rs`, which does so for as long as one likes.

use ctx::capture::text::{Text, TextBuilder};
use ctx_agents::hooks::{self, HookAnswer};
use ctx_agents::install::{Agent, CtxBlockKind, FileEdit};
use ctx_agents::wrapping;
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus};
use ctx_secrets::Masker;

/// Commands whose readers are found by name; the others are found by their output.
pub const COMMANDS: &[&str] = &[
    "",
    "cargo test",
    "npm test",
    "npx vitest run",
    "pytest",
    "go test ./...",
    "make",
    "git diff",
    "git log",
    "mvn test",
    "eslint .",
    "tsc",
    "ls -R",
    "cat x.json",
    "grep -rn x .",
    "psql",
    "docker build .",
    "mypy .",
    "gcc a.c",
    "rspec",
    "phpunit",
    "prove",
    "curl -v x",
    "terraform plan",
    "ansible-playbook x",
    "kubectl get pods",
    "apt-get install x",
    "valgrind ./a",
    "ruff check",
    "pip install x",
];

/// The same clean text wherever the bytes are cut, nothing in it that acts on a terminal.
pub fn clean(cut: u16, bytes: &[u8]) {
    let whole = Text::from_bytes(bytes);
    let at = usize::from(cut).min(bytes.len());
    let mut builder = TextBuilder::default();
    builder.push(&bytes[..at]);
    builder.push(&bytes[at..]);
    let parts = builder.finish();
    assert!(whole.lines().eq(parts.lines()));
    assert_eq!(whole.raw_len(), bytes.len() as u64);
    for line in whole.lines() {
        assert!(line.chars().all(|c| c == '\t' || !c.is_control()));
    }
    // One raw line can draw several: never descending is what counts.
    assert!((1..whole.len()).all(|at| whole.raw_line_number(at - 1) <= whole.raw_line_number(at)));
}

/// A digest that is never larger than the output, valid and printable.
pub fn digest(command: &str, code: u8, bytes: &[u8]) {
    let argv = command.split_whitespace().map(str::to_owned).collect();
    let call = CommandAndStatus { argv, status: CommandEndStatus::Exit(i32::from(code % 3)) };
    let text = Text::from_bytes(bytes);
    let digest = ctx_digest::digest(&text, &call);
    let question = String::from_utf8_lossy(&bytes[..bytes.len().min(24)]).into_owned();
    let show = Budgets::default();
    for body in
        [ctx_digest::render(&digest, &text, &show), ctx_digest::lines_answering_query(&text, &digest, &question, &show)]
    {
        assert!(
            text.binary().is_some() || body.text.len() <= bytes.len() + 1,
            "{} of {}",
            body.text.len(),
            bytes.len()
        );
        assert!(body.text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()));
        assert!(body.shown <= text.total_lines());
    }
}

/// A script is read or refused.
pub fn shell(text: &str) {
    if let Ok(script) = ctx_shell::parse_script(text) {
        assert_eq!(script.text, text);
    }
}

/// An agent's wrapping of a command is removed or left: the command is a part of it, as far as quoting shows.
pub fn seam(text: &str) {
    if let Some(command) = wrapping::unwrap_command_of_any_agent(text) {
        assert!(command.len() <= text.len(), "{text}");
        shell(&command);
    }
}

/// The answer is empty, or one JSON object that decides nothing.
pub fn hook(agent: u8, event: u8, payload: &str) {
    let agent = hooks::Agent::ALL[usize::from(agent) % hooks::Agent::ALL.len()];
    let events = ctx_agents::install::hooks::agent_hooks(agent);
    if events.is_empty() {
        return;
    }
    let event = events[usize::from(event) % events.len()].means;
    let Some(call) = hooks::parse_hook_call(agent, event, payload) else { return };
    let replies = [
        HookAnswer::Nothing,
        HookAnswer::Replace { text: "[ctx:k7f2qa] x".into() },
        HookAnswer::Context { text: "a fact".into() },
    ];
    for reply in &replies {
        let out = hooks::render_hook_answer(&call, reply);
        // Halves of characters come through as they were written; only JavaScript reads them.
        if out.is_empty() || payload.contains("\\u") {
            continue;
        }
        let value: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
        let decision = value.pointer("/hookSpecificOutput/permissionDecision");
        assert!(value.is_object() && decision.is_none(), "{out}");
    }
}

/// Settings are refused, or are with ctx and then without again, byte for byte.
pub fn settings(choice: u8, text: &str) {
    let agent = Agent::ALL[usize::from(choice) % Agent::ALL.len()];
    // OpenCode has no settings with hooks.
    let agent = if agent == Agent::OpenCode { Agent::Codex } else { agent };
    let instructions = FileEdit::Block(CtxBlockKind::Instructions { seam: choice & 128 == 0 });
    for kind in [FileEdit::Settings(agent), FileEdit::Tables, instructions] {
        // Settings that have something of ctx already are renewed, not added to.
        if kind.is_installed(text) != Ok(false) {
            let _ = kind.remove(text, None);
            continue;
        }
        if let Ok(with) = kind.install(Some(text)) {
            assert_eq!(kind.is_current(&with), Ok(true), "{with}");
            assert_eq!(kind.remove(&with, Some(text)).as_deref(), Ok(text), "{with}");
        }
    }
}

/// Masked text stays masked, keeps its lines, and the quick check before masking tells the truth.
pub fn mask(text: &str) {
    let masker = Masker::new(vec!["correct-horse-battery".into()]);
    let masked = masker.without_state().mask_text(text).into_owned();
    assert_eq!(masked.lines().count(), text.lines().count());
    if !masker.may_hold_secret(text) {
        assert_eq!(masked, text);
    }
    assert!(!masked.contains("correct-horse-battery"));
}

/// A request of each wire format with this text in it, then with bytes of it changed: what is folded is changed and the rest
/// is not, and what is not understood is left alone.
pub fn wire(changes: u64, text: &str) {
    use ctx_fold::wire::{Format, parse_request_body};
    let formats = [
        (Format::Messages, wire_messages as fn(&str) -> serde_json::Value),
        (Format::Responses, wire_responses),
        (Format::Chat, wire_chat),
        (Format::Gemini, wire_gemini),
    ];
    for (format, request) in formats {
        let whole = request(text).to_string().into_bytes();
        assert!(
            parse_request_body(format, &whole).is_some_and(|request| request.conversation.items.len() >= 3),
            "{format:?}"
        );
        let mut changed = whole.clone();
        for at in 0..(changes % 5) as u32 {
            let place = (changes.rotate_left(at * 13) as usize) % changed.len();
            changed[place] = (changes >> (at * 8)) as u8;
        }
        for body in [whole, changed] {
            let Some(request) = parse_request_body(format, &body) else { continue };
            assert!(request.splices_for_replacements(|_, _| None).is_empty());
            let splices =
                request.splices_for_replacements(|_, _| Some("{\"path\":\"a\",\"content\":\"[ctx:k7f2qa] stub\"}"));
            let (mut folded, mut at) = (Vec::new(), 0);
            for splice in &splices {
                assert!(at <= splice.range.start && splice.range.start <= splice.range.end);
                folded.extend_from_slice(&body[at..splice.range.start]);
                folded.extend_from_slice(splice.text.as_bytes());
                at = splice.range.end;
            }
            folded.extend_from_slice(&body[at..]);
            let again = parse_request_body(format, &folded).expect("a folded request is a request");
            let ids = |request: &ctx_fold::wire::Request<'_>| {
                request.conversation.items.iter().map(|item| (item.kind, item.id.to_string())).collect::<Vec<_>>()
            };
            assert_eq!(ids(&request), ids(&again));
        }
    }
}

fn wire_messages(text: &str) -> serde_json::Value {
    serde_json::json!({ "messages": [
        { "role": "assistant", "content": [{ "type": "tool_use", "id": "t1", "name": "Write", "input": { "path": "a", "content": text } }] },
        { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "t1", "content": text }] },
        { "role": "assistant", "content": [{ "type": "text", "text": text }] },
    ] })
}

fn wire_responses(text: &str) -> serde_json::Value {
    let arguments = serde_json::json!({ "cmd": text }).to_string();
    serde_json::json!({ "input": [
        { "type": "function_call", "call_id": "c1", "name": "exec_command", "arguments": arguments },
        { "type": "function_call_output", "call_id": "c1", "output": [{ "type": "input_text", "text": text }] },
        { "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": text }] },
    ] })
}

fn wire_chat(text: &str) -> serde_json::Value {
    let arguments = serde_json::json!({ "command": text }).to_string();
    serde_json::json!({ "messages": [
        { "role": "assistant", "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "bash", "arguments": arguments } }] },
        { "role": "tool", "tool_call_id": "c1", "content": text },
        { "role": "assistant", "content": text },
    ] })
}

fn wire_gemini(text: &str) -> serde_json::Value {
    serde_json::json!({ "contents": [
        { "role": "model", "parts": [{ "functionCall": { "name": "write_file", "args": { "content": text } } }] },
        { "role": "user", "parts": [{ "functionResponse": { "name": "write_file", "response": { "output": text } } }] },
        { "role": "model", "parts": [{ "text": text }] },
    ] })
}
