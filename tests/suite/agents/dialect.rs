//! The wire formats that agents speak with their models: which tools a request offers, which results it has, and how an
//! answer is written.

use serde_json::{Value, json};

use super::model::{Reply, Step};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Messages,
    Responses,
    Chat,
    Gemini,
}

/// The parts of a request that the tests look at.
#[derive(Default)]
pub struct Seen {
    /// The id of each call, the call and its result.
    pub results: Vec<(String, String, String)>,
    /// The first task.
    pub asked: String,
    /// The last message.
    pub last: String,
}

/// At most this many user messages come before a task: agents put their own before it.
const FIRST: usize = 4;

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

/// The command of a shell call, or the tool and its arguments.
fn call_of(name: &Value, arguments: &Value) -> String {
    let parsed = arguments.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    let arguments = parsed.as_ref().unwrap_or(arguments);
    let command = ["command", "cmd"].iter().find_map(|field| arguments[*field].as_str());
    command.map_or_else(|| format!("{} {arguments}", name.as_str().unwrap_or_default()), str::to_owned)
}

fn key(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl Dialect {
    pub fn tools(self, body: &Value) -> Vec<String> {
        let name = |tool: &Value| tool["name"].as_str().map(str::to_owned);
        match self {
            Dialect::Messages | Dialect::Responses => items(body, "tools").filter_map(name).collect(),
            Dialect::Chat => items(body, "tools").filter_map(|tool| name(&tool["function"])).collect(),
            Dialect::Gemini => {
                items(body, "tools").flat_map(|tool| items(tool, "functionDeclarations")).filter_map(name).collect()
            }
        }
    }

    /// The calls and their results that a request repeats.
    pub fn seen(self, body: &Value) -> Seen {
        let list = match self {
            Dialect::Messages | Dialect::Chat => "messages",
            Dialect::Responses => "input",
            Dialect::Gemini => "contents",
        };
        let mut calls: Vec<(String, String)> = Vec::new();
        let mut results: Vec<(String, String)> = Vec::new();
        // A conversation that Gemini CLI resumes has new ids: there only results after the last answer are new.
        let mut fresh = 0;
        for message in items(body, list) {
            if self == Dialect::Gemini && message["role"] == "model" {
                fresh = results.len();
            }
            match self {
                Dialect::Messages => {
                    for block in items(message, "content") {
                        match block["type"].as_str() {
                            Some("tool_use") => {
                                calls.push((key(&block["id"]), call_of(&block["name"], &block["input"])))
                            }
                            Some("tool_result") => {
                                let failed = if block["is_error"] == true { "[error] " } else { "" };
                                let text = format!("{failed}{}", text_of(&block["content"]));
                                results.push((key(&block["tool_use_id"]), text));
                            }
                            _ => {}
                        }
                    }
                }
                Dialect::Responses => match message["type"].as_str() {
                    Some("function_call") => {
                        calls.push((key(&message["call_id"]), call_of(&message["name"], &message["arguments"])));
                    }
                    Some("function_call_output") => {
                        results.push((key(&message["call_id"]), text_of(&message["output"])));
                    }
                    _ => {}
                },
                Dialect::Chat => {
                    for call in items(message, "tool_calls") {
                        let function = &call["function"];
                        calls.push((key(&call["id"]), call_of(&function["name"], &function["arguments"])));
                    }
                    if message["role"] == "tool" {
                        results.push((key(&message["tool_call_id"]), text_of(&message["content"])));
                    }
                }
                Dialect::Gemini => {
                    for part in items(message, "parts") {
                        let (call, response) = (&part["functionCall"], &part["functionResponse"]);
                        if !call.is_null() {
                            calls.push((key(&call["id"]), call_of(&call["name"], &call["args"])));
                        }
                        if !response.is_null() {
                            results.push((key(&response["id"]), text_of(&response["response"])));
                        }
                    }
                }
            }
        }
        // Gemini's calls need no id: there each result has the place of its call.
        let named = |at: usize, id: &str| {
            let by_id = calls.iter().find(|(call, _)| call == id && !id.is_empty());
            by_id.or(calls.get(at)).map(|(_, call)| call.clone()).unwrap_or_default()
        };
        let results = results.into_iter().enumerate().map(|(at, (id, text))| {
            let call = named(at, &id);
            (id, call, text)
        });
        let results = results.skip(fresh).collect();
        let said = |message: &&Value| message["role"] == "user";
        let words = |message: &Value| {
            text_of(if self == Dialect::Gemini { &message["parts"][0]["text"] } else { &message["content"] })
        };
        let asked = items(body, list).filter(said).take(FIRST).map(words).collect::<Vec<_>>().join("\n");
        Seen { results, asked, last: items(body, list).last().map(text_of).unwrap_or_default() }
    }

    pub fn reply(self, body: &Value, path: &str, step: &Step, calls: &[(&str, String, Value)], made: usize) -> Reply {
        match self {
            Dialect::Messages => messages(body, step, calls, made),
            Dialect::Responses => responses(step, calls, made),
            Dialect::Chat => chat(body, step, calls, made),
            Dialect::Gemini => gemini(body, path, step, calls, made),
        }
    }
}

fn id(made: usize, at: usize) -> String {
    format!("call_{made}_{at}")
}

fn tokens(step: &Step) -> u64 {
    step.tokens.max(1000)
}

fn messages(body: &Value, step: &Step, calls: &[(&str, String, Value)], made: usize) -> Reply {
    let usage = json!({ "input_tokens": tokens(step), "output_tokens": 20 });
    let mut blocks = Vec::new();
    if !step.words.is_empty() {
        blocks.push((json!({ "type": "text", "text": "" }), json!({ "type": "text_delta", "text": step.words })));
    }
    for (at, (_, name, args)) in calls.iter().enumerate() {
        let start = json!({ "type": "tool_use", "id": id(made, at), "name": name, "input": {} });
        blocks.push((start, json!({ "type": "input_json_delta", "partial_json": args.to_string() })));
    }
    let stop = if calls.is_empty() { "end_turn" } else { "tool_use" };
    let message = json!({
        "id": format!("msg_{made}"), "type": "message", "role": "assistant", "model": body["model"], "content": [],
        "stop_reason": null, "stop_sequence": null, "usage": usage,
    });
    if body["stream"] != true {
        let mut whole = message;
        whole["content"] = json!([{ "type": "text", "text": step.words }]);
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

fn responses(step: &Step, calls: &[(&str, String, Value)], made: usize) -> Reply {
    let mut output = Vec::new();
    if !step.words.is_empty() {
        output.push(json!({
            "type": "message", "id": format!("msg_{made}"), "role": "assistant", "status": "completed",
            "content": [{ "type": "output_text", "text": step.words, "annotations": [] }],
        }));
    }
    for (at, (namespace, name, args)) in calls.iter().enumerate() {
        let mut args = args.clone();
        args.as_object_mut().expect("an object").remove("description");
        let mut call = json!({
            "type": "function_call", "id": format!("fc_{made}_{at}"), "call_id": id(made, at), "name": name,
            "arguments": args.to_string(), "status": "completed",
        });
        if !namespace.is_empty() {
            call["namespace"] = json!(namespace);
        }
        output.push(call);
    }
    let read = tokens(step);
    let usage = json!({
        "input_tokens": read, "input_tokens_details": { "cached_tokens": 0 }, "output_tokens": 20,
        "output_tokens_details": { "reasoning_tokens": 0 }, "total_tokens": read + 20,
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

fn chat(body: &Value, step: &Step, calls: &[(&str, String, Value)], made: usize) -> Reply {
    let call = |(at, (_, name, args)): (usize, &(&str, String, Value))| {
        let function = json!({ "name": name, "arguments": args.to_string() });
        json!({ "index": at, "id": id(made, at), "type": "function", "function": function })
    };
    let list: Vec<Value> = calls.iter().enumerate().map(call).collect();
    let mut message = json!({ "role": "assistant", "content": step.words });
    if !list.is_empty() {
        message["tool_calls"] = json!(list);
    }
    let stop = if calls.is_empty() { "stop" } else { "tool_calls" };
    let read = tokens(step);
    let usage = json!({ "prompt_tokens": read, "completion_tokens": 20, "total_tokens": read + 20 });
    let base = |kind: &str, choices: Value| {
        let name = format!("chat_{made}");
        json!({ "id": name, "object": kind, "created": 1, "model": body["model"], "choices": choices, "usage": usage })
    };
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

fn gemini(body: &Value, path: &str, step: &Step, calls: &[(&str, String, Value)], made: usize) -> Reply {
    let kind = body["generationConfig"]["responseMimeType"].as_str();
    let mut parts: Vec<Value> = Vec::new();
    if kind.is_some_and(|kind| kind.contains("json")) {
        let text = json!({
            "reasoning": "scripted", "next_speaker": "user", "model_choice": "flash", "complexity_reasoning": "scripted",
            "complexity_score": 1,
        });
        parts.push(json!({ "text": text.to_string() }));
    } else if !step.words.is_empty() {
        parts.push(json!({ "text": step.words }));
    }
    for (at, (_, name, args)) in calls.iter().enumerate() {
        let call = json!({ "id": id(made, at), "name": name, "args": args });
        parts.push(json!({ "functionCall": call, "thoughtSignature": "c2NyaXB0" }));
    }
    let read = tokens(step);
    let usage = json!({ "promptTokenCount": read, "candidatesTokenCount": 20, "totalTokenCount": read + 20 });
    let content = json!({ "role": "model", "parts": parts });
    let whole = json!({
        "candidates": [{ "index": 0, "content": content, "finishReason": "STOP" }], "usageMetadata": usage,
        "responseId": format!("r{made}"), "modelVersion": "scripted",
    });
    if path.contains("stream") { Reply::Events(stream(&[whole], false)) } else { Reply::Json(whole) }
}

fn stream(events: &[Value], named: bool) -> String {
    let one = |event: &Value| {
        let name = event["type"].as_str().filter(|_| named).map(|name| format!("event: {name}\n")).unwrap_or_default();
        format!("{name}data: {event}\n\n")
    };
    events.iter().map(one).collect()
}
