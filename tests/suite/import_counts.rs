//! Counts prompts, tool results, failures and edits in transcripts with a reader of its own, and compares them with ctx's,
//! file by file. Nothing here uses ctx's readers.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::harness::{Home, say, skip};

const FOLDER: &str = "CTX_TRANSCRIPTS";

/// Prompts by the user, tool results, failures among them, changes of files.
type Counts = [u64; 4];

/// Beginnings of messages under the user's name that the user did not type. `ctx-agents` has a list of its own: this one
/// is kept apart on purpose, because a count that shared it would repeat its mistakes. It was written from reading the
/// transcripts; a new kind of notice goes into both.
const NOT_TYPED: &[&str] = &[
    "<local-command-",
    "<ide_",
    "<bash-",
    "<user-prompt-submit-hook>",
    "Caveat: ",
    "[Request interrupted",
    "<environment_context>",
    "<permissions",
    "<user_info>",
    "<turn_aborted>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<collaboration_mode>",
    "<skill>",
    "<skills_instructions>",
    "<subagent_notification>",
    "<recommended_plugins>",
    "<session_context>",
    "Stop hook feedback:",
    "Base directory for this skill:",
    "This session is being continued from a previous conversation",
    "Continue from where you left off.",
    "Summarize the task tool output above and",
    "<task-notification>",
    "<teammate-message",
    "<hook_prompt",
    "<agent-message",
    "<cross-session-message",
    "<channel",
    "<user_action>",
    "Review the code changes against the base branch",
    "Review the current code changes (staged",
    "Review the code changes introduced by commit",
    "Generate a file named AGENTS.md",
    "Please analyze this codebase and create",
    "You are performing a CONTEXT CHECKPOINT",
    "Your task is to create a detailed summary",
    "The following is the Codex agent history",
];

fn is_typed(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with("<command-") && text.contains("<command-name>") {
        let args = text.split_once("<command-args>").and_then(|(_, rest)| rest.split_once("</command-args>"));
        return args.is_some_and(|(args, _)| !args.trim().is_empty());
    }
    for name in ["system-reminder", "hook_context"] {
        if text.starts_with(&format!("<{name}>")) {
            return text.rsplit_once(&format!("</{name}>")).is_some_and(|(_, typed)| !typed.trim().is_empty());
        }
    }
    !text.is_empty() && !NOT_TYPED.iter().any(|notice| text.starts_with(notice))
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let texts = items.iter().map(|item| item.as_str().or(item["text"].as_str()).unwrap_or_default());
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Object(map) => {
            ["output", "content", "text"].iter().find_map(|name| map.get(*name)).map_or_else(String::new, text_of)
        }
        _ => String::new(),
    }
}

fn values(path: &Path) -> Vec<Value> {
    let bytes = std::fs::read(path).unwrap();
    let mut values = Vec::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        values.extend(serde_json::Deserializer::from_slice(line).into_iter::<Value>().map_while(Result::ok));
    }
    values
}

/// The call changes files by a tool that says so.
fn is_file_edit(name: &str, input: &Value) -> bool {
    const TOOLS: &[&str] = &[
        "edit",
        "write",
        "multiedit",
        "notebookedit",
        "apply_patch",
        "str_replace_editor",
        "create",
        "replace",
        "write_file",
    ];
    let parsed = input.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    let input = parsed.as_ref().unwrap_or(input);
    let command = match input.get("command").or_else(|| input.get("cmd")) {
        Some(Value::Array(words)) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            if words.first() == Some(&"apply_patch") {
                return true;
            }
            words.last().copied().unwrap_or_default().to_owned()
        }
        Some(Value::String(text)) => text.clone(),
        _ => String::new(),
    };
    let command = command.trim_start();
    let patches = command.starts_with("apply_patch") || command.starts_with("applypatch");
    TOOLS.contains(&name.to_lowercase().as_str()) || (patches && command.contains("*** Begin Patch"))
}

fn claude_code(values: &[Value]) -> Counts {
    let (mut prompts, mut seen) = (HashSet::new(), HashSet::new());
    let (mut calls, mut sent): (HashMap<String, (String, Value)>, HashSet<String>) = Default::default();
    let (mut failed, mut edits, mut waiting) = (0, 0, Vec::new());
    for (nth, line) in values.iter().enumerate() {
        // Typed while the agent was busy: without a text in the line that takes it, no copy of it follows.
        match line["operation"].as_str().filter(|_| line["type"] == "queue-operation") {
            Some("enqueue") => waiting.push(line["content"].as_str().unwrap_or_default().to_owned()),
            Some("popAll") => waiting.clear(),
            Some(operation @ ("remove" | "dequeue")) if !waiting.is_empty() => {
                let same = waiting.iter().position(|text| line["content"] == **text);
                let text = waiting.remove(same.unwrap_or(0));
                if operation == "remove" && line["content"].is_null() && is_typed(&text) {
                    prompts.insert((format!("line {nth}"), 0));
                }
            }
            _ => {}
        }
        let id = line["uuid"].as_str().unwrap_or_default().to_owned();
        let kind = line["type"].as_str().unwrap_or_default();
        let side = line["isSidechain"] == true || line.get("agentId").is_some_and(Value::is_string);
        let queued = &line["attachment"];
        if kind == "attachment" && queued["type"] == "queued_command" && !side {
            let text = queued["prompt"].as_str().unwrap_or_default();
            if is_typed(text) && !sent.contains(text.trim()) {
                prompts.insert((id.clone(), 0));
            }
        }
        let blocks = match (kind, &line["message"]["content"]) {
            ("user" | "assistant", Value::String(text)) => vec![serde_json::json!({ "type": "text", "text": text })],
            ("user" | "assistant", Value::Array(blocks)) => blocks.clone(),
            ("tool_use" | "tool_result", _) => vec![line.clone()],
            _ => continue,
        };
        for (at, block) in blocks.iter().enumerate() {
            match block["type"].as_str().unwrap_or_default() {
                "tool_use" | "server_tool_use" => {
                    let name = block["name"].as_str().unwrap_or_default().to_owned();
                    let texts = ["prompt", "message"].iter().filter_map(|name| block["input"][name].as_str());
                    sent.extend(texts.filter(|text| text.len() >= 60).map(|text| text.trim().to_owned()));
                    calls.insert(block["id"].as_str().unwrap_or_default().to_owned(), (name, block["input"].clone()));
                }
                "tool_result" => {
                    let call = block["tool_use_id"].as_str().unwrap_or_default().to_owned();
                    if !seen.insert((id.clone(), at, call.clone())) {
                        continue;
                    }
                    if block["is_error"] == true {
                        failed += 1;
                    } else if calls.get(&call).is_some_and(|(name, input)| is_file_edit(name, input)) {
                        edits += 1;
                    }
                }
                "text" if kind == "user" => {
                    let text = block["text"].as_str().unwrap_or_default();
                    let origin = line["origin"]["kind"].as_str().unwrap_or_default();
                    let by_host = line["isMeta"] == true || line["isCompactSummary"] == true;
                    let by_person = ["", "human", "cli"].contains(&origin) && !side && !by_host;
                    if by_person && is_typed(text) && !sent.contains(text.trim()) {
                        prompts.insert((id.clone(), at));
                    }
                }
                _ => {}
            }
        }
    }
    [prompts.len() as u64, seen.len() as u64, failed, edits]
}

/// The exit status that an answer names before the output.
fn exit_status(text: &str) -> Option<i64> {
    if text.starts_with("{\"") {
        return serde_json::from_str::<Value>(text).ok()?["metadata"]["exit_code"].as_i64();
    }
    let head: String = text.chars().take(400).collect();
    let before = match head.starts_with("failed in sandbox") {
        true => head.split(", stdout:").next()?.to_owned(),
        false => head.split_once("Output:")?.0.to_owned(),
    };
    let signs = ["Process exited with code ", "Exit code: ", "Exit code ", "exit code: "];
    signs.iter().find_map(|sign| {
        before.split_once(sign)?.1.split(|c: char| !c.is_ascii_digit() && c != '-').next()?.parse().ok()
    })
}

fn codex(values: &[Value]) -> Counts {
    const FAILED: &[&str] = &[
        "failed in sandbox",
        "error: Failed to",
        "error: invalid",
        "apply_patch verification failed",
        "exec_command failed",
        "execution error",
        "failed to parse function arguments",
        "write_stdin failed",
        "Error: ",
        "err: ",
    ];
    let mut echoes: VecDeque<(char, String)> = VecDeque::new();
    let mut calls: HashMap<String, (String, Value)> = HashMap::new();
    let mut seen = HashSet::new();
    let (mut prompts, mut failed, mut edits, mut subagent) = (0, 0, 0, None);
    for line in values {
        let bare = !line["payload"].is_object();
        let item = if bare { line } else { &line["payload"] };
        let channel = if bare { "response_item" } else { line["type"].as_str().unwrap_or_default() };
        if channel == "session_meta" {
            subagent.get_or_insert(item["source"]["subagent"].is_object());
            continue;
        }
        let mut said = |text: &str, channel: char| {
            let (own, other) = ((channel, text.trim().to_owned()), if channel == 'r' { 'e' } else { 'r' });
            if text.trim().is_empty() || text.starts_with("# AGENTS.md instructions for ") {
                return;
            }
            if let Some(at) = echoes.iter().position(|echo| *echo == (other, own.1.clone())) {
                echoes.remove(at);
                return;
            }
            if echoes.len() == 16 {
                echoes.pop_front();
            }
            echoes.push_back(own);
            prompts += u64::from(is_typed(text) && subagent != Some(true));
        };
        match (channel, item["type"].as_str().unwrap_or_default()) {
            ("event_msg", "user_message") => said(item["message"].as_str().unwrap_or_default(), 'e'),
            ("response_item", "message") if item["role"] == "user" => {
                for block in item["content"].as_array().into_iter().flatten() {
                    said(block["text"].as_str().unwrap_or_default(), 'r');
                }
            }
            ("response_item", "function_call" | "custom_tool_call" | "local_shell_call") => {
                let input = ["arguments", "input", "action"].iter().find_map(|name| item.get(*name)).cloned();
                let name = item["name"].as_str().unwrap_or_default().to_owned();
                calls
                    .insert(item["call_id"].as_str().unwrap_or_default().to_owned(), (name, input.unwrap_or_default()));
            }
            ("response_item", "function_call_output" | "custom_tool_call_output") => {
                let (call, text) = (item["call_id"].as_str().unwrap_or_default().to_owned(), text_of(&item["output"]));
                if !seen.insert((call.clone(), item["type"].to_string(), text.clone())) {
                    continue;
                }
                let status = exit_status(&text);
                let says_so = status.is_none()
                    && (item["output"]["success"] == false || FAILED.iter().any(|sign| text.starts_with(sign)));
                if status.is_some_and(|status| status != 0) || says_so {
                    failed += 1;
                } else if calls.get(&call).is_some_and(|(name, input)| is_file_edit(name, input)) {
                    edits += 1;
                }
            }
            _ => {}
        }
    }
    [prompts, seen.len() as u64, failed, edits]
}

/// The reader for a file, by its first lines; none for other agents' formats.
fn reader(values: &[Value]) -> Option<fn(&[Value]) -> Counts> {
    values.iter().take(60).find_map(|value| -> Option<fn(&[Value]) -> Counts> {
        let items = value["payload"].is_object() && value["type"].is_string();
        let bare = value.get("record_type").is_some()
            || ["instructions", "timestamp", "id"].iter().all(|name| value.get(*name).is_some());
        if items || bare {
            return Some(codex);
        }
        let message = value["message"].get("content").is_some() && value["message"].get("parts").is_none();
        let placed = ["sessionId", "uuid", "timestamp"].iter().any(|name| value.get(*name).is_some());
        let speaks = ["user", "assistant"].contains(&value["type"].as_str().unwrap_or_default());
        (speaks && message && placed).then_some(claude_code as fn(&[Value]) -> Counts)
    })
}

fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "jsonl") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Fixtures of other projects in which a tool's lines or ids were made up: two readers may differ on what they are.
const MADE_UP: &[&str] = &["codex/schema_drift.jsonl", "codex/small.jsonl"];

#[test]
#[ignore = "needs a folder of recorded sessions: CTX_TRANSCRIPTS=DIR"]
fn an_independent_count_of_every_file_is_the_same() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return skip("CTX_TRANSCRIPTS names no folder of transcripts");
    };
    let (mut compared, mut other, mut differ) = (0, 0, Vec::new());
    for file in transcripts(&folder) {
        let values = values(&file);
        if MADE_UP.iter().any(|name| file.ends_with(name)) {
            continue;
        }
        let Some(count) = reader(&values) else {
            other += 1;
            continue;
        };
        let counted = count(&values);
        let told: Value = serde_json::from_str(
            &Home::new().ctx(["store".as_ref(), "--import".as_ref(), "--json".as_ref(), file.as_os_str()]).out,
        )
        .unwrap();
        let of = |name: &str| told[name].as_u64().unwrap();
        let told = [of("prompts"), of("tool_results"), of("failed_results"), of("edits")];
        compared += 1;
        if counted != told {
            differ.push(format!("{}: counted {counted:?}, ctx {told:?}", file.display()));
        }
    }
    say(&format!("{compared} files compared, {other} of other formats"));
    assert!(compared > 0 && differ.is_empty(), "{}", differ.join("\n"));
}
