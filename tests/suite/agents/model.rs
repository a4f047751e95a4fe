//! A model that follows a script, on the loopback interface, in the wire formats that agents speak. It notes what each
//! request showed it of the results of its calls.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// What the model does next.
#[derive(Clone, Debug)]
pub enum Step {
    Shell(String),
    /// Several commands in one turn.
    Shells(Vec<String>),
    Say(String),
}

/// A call that was made and what came back for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub command: String,
    pub result: String,
}

#[derive(Default)]
struct State {
    steps: VecDeque<Step>,
    made: usize,
    /// The results in the newest request of the conversation, in order.
    exchanges: Vec<Exchange>,
}

pub struct Model {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

impl Model {
    /// Follows the steps, then says that it is done.
    pub fn start(steps: Vec<Step>) -> Model {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(State { steps: steps.into(), ..State::default() }));
        let shared = state.clone();
        // Ends with the test process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = shared.clone();
                std::thread::spawn(move || serve(stream, &state));
            }
        });
        Model { port, state }
    }

    pub fn exchanges(&self) -> Vec<Exchange> {
        self.state.lock().expect("the state").exchanges.clone()
    }
}

fn serve(stream: TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut out = stream.try_clone().ok()?;
    let mut input = BufReader::new(stream);
    loop {
        let mut line = String::new();
        input.read_line(&mut line).ok().filter(|got| *got > 0)?;
        let path = line.split(' ').nth(1)?.split('?').next()?.to_owned();
        let (mut length, mut chunked) = (0, false);
        loop {
            let mut header = String::new();
            input.read_line(&mut header).ok()?;
            let header = header.trim().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            chunked |= header.starts_with("transfer-encoding:") && header.contains("chunked");
        }
        let body = if chunked { chunks(&mut input)? } else { exactly(&mut input, length)? };
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        let reply = answer(&path, &body, state);
        let (kind, text) = match reply {
            Reply::Json(value) => ("application/json", value.to_string()),
            Reply::Events(events) => ("text/event-stream", events),
            Reply::Nothing => {
                write!(out, "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{{}}").ok()?;
                continue;
            }
        };
        write!(out, "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{text}", text.len()).ok()?;
    }
}

fn exactly(input: &mut impl Read, length: usize) -> Option<Vec<u8>> {
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(body)
}

fn chunks(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut size = String::new();
        input.read_line(&mut size).ok()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        body.extend(exactly(input, size)?);
        exactly(input, 2)?;
        if size == 0 {
            return Some(body);
        }
    }
}

enum Reply {
    Json(Value),
    Events(String),
    Nothing,
}

/// The shell as each agent calls it, with its arguments for a command.
const SHELLS: [(&str, &str); 5] = [
    ("Bash", "command"),
    ("exec_command", "cmd"),
    ("shell_command", "command"),
    ("run_shell_command", "command"),
    ("bash", "command"),
];

fn answer(path: &str, body: &Value, state: &Mutex<State>) -> Reply {
    let dialect = match path {
        _ if path.ends_with("/messages") => Dialect::Messages,
        _ if path.ends_with("/responses") => Dialect::Responses,
        _ if path.ends_with("/chat/completions") => Dialect::Chat,
        _ if path.to_ascii_lowercase().ends_with("generatecontent") => Dialect::Gemini,
        _ if path.contains("models") => return Reply::Json(json!({ "object": "list", "data": [], "models": [] })),
        _ => return Reply::Nothing,
    };
    let tools = dialect.tools(body);
    let shell = SHELLS.into_iter().find(|(name, _)| tools.iter().any(|tool| tool == name));
    // Titles, routers and the like have no shell: anything will do for an answer.
    let step = match shell {
        None => Step::Say("scripted".to_owned()),
        Some(_) => {
            let mut state = state.lock().expect("the state");
            state.exchanges = dialect.exchanges(body);
            state.made += 1;
            state.steps.pop_front().unwrap_or_else(|| Step::Say("All done.".to_owned()))
        }
    };
    let made = state.lock().expect("the state").made;
    let (name, field) = shell.unwrap_or_default();
    let calls: Vec<(String, Value)> = match &step {
        Step::Shell(command) => vec![(name.to_owned(), json!({ field: command, "description": "scripted" }))],
        Step::Shells(commands) => commands
            .iter()
            .map(|command| (name.to_owned(), json!({ field: command, "description": "scripted" })))
            .collect(),
        Step::Say(_) => Vec::new(),
    };
    let words = if let Step::Say(words) = step { words } else { String::new() };
    dialect.reply(body, path, &words, &calls, made)
}

#[derive(Clone, Copy)]
enum Dialect {
    Messages,
    Responses,
    Chat,
    Gemini,
}

fn items<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value[name].as_array().into_iter().flatten()
}

/// All text in a value.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text_of).collect::<Vec<_>>().join("\n"),
        Value::Object(fields) => match fields.get("text") {
            Some(text) => text_of(text),
            None => fields.values().map(text_of).collect::<Vec<_>>().join("\n"),
        },
        _ => String::new(),
    }
}

fn command_of(arguments: &Value) -> String {
    let parsed = arguments.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    let arguments = parsed.as_ref().unwrap_or(arguments);
    ["command", "cmd"].iter().find_map(|name| arguments[*name].as_str()).unwrap_or_default().to_owned()
}

impl Dialect {
    fn tools(self, body: &Value) -> Vec<String> {
        let name = |tool: &Value| tool["name"].as_str().map(str::to_owned);
        match self {
            Dialect::Messages | Dialect::Responses => items(body, "tools").filter_map(name).collect(),
            Dialect::Chat => items(body, "tools").filter_map(|tool| name(&tool["function"])).collect(),
            Dialect::Gemini => {
                items(body, "tools").flat_map(|tool| items(tool, "functionDeclarations")).filter_map(name).collect()
            }
        }
    }

    /// Calls and their results, as a request repeats them.
    fn exchanges(self, body: &Value) -> Vec<Exchange> {
        let mut calls: Vec<(String, String)> = Vec::new();
        let mut results: Vec<(String, String)> = Vec::new();
        let key = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match self {
            Dialect::Messages => {
                for block in items(body, "messages").flat_map(|message| items(message, "content")) {
                    match block["type"].as_str() {
                        Some("tool_use") => calls.push((key(&block["id"]), command_of(&block["input"]))),
                        Some("tool_result") => {
                            let failed = if block["is_error"] == true { "[error] " } else { "" };
                            results
                                .push((key(&block["tool_use_id"]), format!("{failed}{}", text_of(&block["content"]))));
                        }
                        _ => {}
                    }
                }
            }
            Dialect::Responses => {
                for item in items(body, "input") {
                    match item["type"].as_str() {
                        Some("function_call") => calls.push((key(&item["call_id"]), command_of(&item["arguments"]))),
                        Some("function_call_output") => results.push((key(&item["call_id"]), text_of(&item["output"]))),
                        _ => {}
                    }
                }
            }
            Dialect::Chat => {
                for message in items(body, "messages") {
                    for call in items(message, "tool_calls") {
                        calls.push((key(&call["id"]), command_of(&call["function"]["arguments"])));
                    }
                    if message["role"] == "tool" {
                        results.push((key(&message["tool_call_id"]), text_of(&message["content"])));
                    }
                }
            }
            Dialect::Gemini => {
                for part in items(body, "contents").flat_map(|content| items(content, "parts")) {
                    if !part["functionCall"].is_null() {
                        calls.push((calls.len().to_string(), command_of(&part["functionCall"]["args"])));
                    }
                    if !part["functionResponse"].is_null() {
                        let response = &part["functionResponse"]["response"];
                        results.push((results.len().to_string(), text_of(response)));
                    }
                }
            }
        }
        let command = |id: &str| calls.iter().find(|(call, _)| call == id).map(|(_, command)| command.clone());
        results.into_iter().map(|(id, result)| Exchange { command: command(&id).unwrap_or_default(), result }).collect()
    }

    fn reply(self, body: &Value, path: &str, words: &str, calls: &[(String, Value)], made: usize) -> Reply {
        let id = |at: usize| format!("call_{made}_{at}");
        match self {
            Dialect::Messages => {
                let usage = json!({ "input_tokens": 1000, "output_tokens": 20 });
                let mut blocks = Vec::new();
                if !words.is_empty() {
                    blocks
                        .push((json!({ "type": "text", "text": "" }), json!({ "type": "text_delta", "text": words })));
                }
                for (at, (name, args)) in calls.iter().enumerate() {
                    let start = json!({ "type": "tool_use", "id": id(at), "name": name, "input": {} });
                    blocks.push((start, json!({ "type": "input_json_delta", "partial_json": args.to_string() })));
                }
                let stop = if calls.is_empty() { "end_turn" } else { "tool_use" };
                let message = json!({
                    "id": format!("msg_{made}"), "type": "message", "role": "assistant", "model": body["model"], "content": [],
                    "stop_reason": null, "stop_sequence": null, "usage": usage,
                });
                if body["stream"] != true {
                    let mut whole = message;
                    whole["content"] = json!([{ "type": "text", "text": words }]);
                    whole["stop_reason"] = json!("end_turn");
                    return Reply::Json(whole);
                }
                let mut events = vec![json!({ "type": "message_start", "message": message })];
                for (at, (start, delta)) in blocks.into_iter().enumerate() {
                    events.push(json!({ "type": "content_block_start", "index": at, "content_block": start }));
                    events.push(json!({ "type": "content_block_delta", "index": at, "delta": delta }));
                    events.push(json!({ "type": "content_block_stop", "index": at }));
                }
                let delta = json!({ "stop_reason": stop, "stop_sequence": null });
                events.push(json!({ "type": "message_delta", "delta": delta, "usage": usage }));
                events.push(json!({ "type": "message_stop" }));
                Reply::Events(stream(&events, true))
            }
            Dialect::Responses => {
                let mut output = Vec::new();
                if !words.is_empty() {
                    output.push(json!({
                        "type": "message", "id": format!("msg_{made}"), "role": "assistant", "status": "completed",
                        "content": [{ "type": "output_text", "text": words, "annotations": [] }],
                    }));
                }
                for (at, (name, args)) in calls.iter().enumerate() {
                    let mut args = args.clone();
                    args.as_object_mut().expect("an object").remove("description");
                    output.push(json!({
                        "type": "function_call", "id": format!("fc_{made}_{at}"), "call_id": id(at), "name": name,
                        "arguments": args.to_string(), "status": "completed",
                    }));
                }
                let usage = json!({
                    "input_tokens": 1000, "input_tokens_details": { "cached_tokens": 0 }, "output_tokens": 20,
                    "output_tokens_details": { "reasoning_tokens": 0 }, "total_tokens": 1020,
                });
                let open = json!({ "id": format!("resp_{made}"), "object": "response", "status": "in_progress", "output": [] });
                let mut events = vec![json!({ "type": "response.created", "response": open })];
                for (at, item) in output.iter().enumerate() {
                    events.push(json!({ "type": "response.output_item.added", "output_index": at, "item": item }));
                    events.push(json!({ "type": "response.output_item.done", "output_index": at, "item": item }));
                }
                let closed = json!({
                    "id": format!("resp_{made}"), "object": "response", "status": "completed", "output": output, "usage": usage,
                });
                events.push(json!({ "type": "response.completed", "response": closed }));
                Reply::Events(stream(&events, true))
            }
            Dialect::Chat => {
                let list: Vec<Value> = calls
                    .iter()
                    .enumerate()
                    .map(|(at, (name, args))| {
                        let function = json!({ "name": name, "arguments": args.to_string() });
                        json!({ "index": at, "id": id(at), "type": "function", "function": function })
                    })
                    .collect();
                let mut message = json!({ "role": "assistant", "content": words });
                if !list.is_empty() {
                    message["tool_calls"] = json!(list);
                }
                let stop = if calls.is_empty() { "stop" } else { "tool_calls" };
                let usage = json!({ "prompt_tokens": 1000, "completion_tokens": 20, "total_tokens": 1020 });
                let base = |kind: &str, choices: Value| json!({ "id": format!("chat_{made}"), "object": kind, "created": 1, "model": body["model"], "choices": choices, "usage": usage });
                if body["stream"] != true {
                    let choices = json!([{ "index": 0, "message": message, "finish_reason": stop }]);
                    return Reply::Json(base("chat.completion", choices));
                }
                let chunk = "chat.completion.chunk";
                let events = [
                    base(chunk, json!([{ "index": 0, "delta": message, "finish_reason": null }])),
                    base(chunk, json!([{ "index": 0, "delta": {}, "finish_reason": stop }])),
                ];
                Reply::Events(format!("{}data: [DONE]\n\n", stream(&events, false)))
            }
            Dialect::Gemini => {
                let asks_for_json =
                    body["generationConfig"]["responseMimeType"].as_str().is_some_and(|kind| kind.contains("json"));
                let mut parts: Vec<Value> = Vec::new();
                if asks_for_json {
                    let text = json!({
                        "reasoning": "scripted", "next_speaker": "user", "model_choice": "flash", "complexity_reasoning": "scripted",
                        "complexity_score": 1,
                    });
                    parts.push(json!({ "text": text.to_string() }));
                } else if !words.is_empty() {
                    parts.push(json!({ "text": words }));
                }
                for (name, args) in calls {
                    parts.push(
                        json!({ "functionCall": { "name": name, "args": args }, "thoughtSignature": "c2NyaXB0" }),
                    );
                }
                let usage = json!({ "promptTokenCount": 1000, "candidatesTokenCount": 20, "totalTokenCount": 1020 });
                let content = json!({ "role": "model", "parts": parts });
                let whole = json!({
                    "candidates": [{ "index": 0, "content": content, "finishReason": "STOP" }], "usageMetadata": usage,
                    "responseId": format!("r{made}"), "modelVersion": "scripted",
                });
                if path.contains("stream") { Reply::Events(stream(&[whole], false)) } else { Reply::Json(whole) }
            }
        }
    }
}

fn stream(events: &[Value], named: bool) -> String {
    let one = |event: &Value| {
        let name = event["type"].as_str().filter(|_| named).map(|name| format!("event: {name}\n")).unwrap_or_default();
        format!("{name}data: {event}\n\n")
    };
    events.iter().map(one).collect()
}
