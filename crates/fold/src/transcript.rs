//! Transcripts of Claude Code, Codex and pi, line by line, into the model. A line that is not understood adds nothing.

mod pi;

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use crate::model::{Conversation, Item, Role};

/// A conversation out of a transcript, and the tokens that the provider counted.
#[derive(Debug, Default)]
pub struct Transcript {
    pub conversation: Conversation<'static>,
    /// The tokens that the provider counted, one for each answer that has them.
    pub usage: Vec<Usage>,
    /// The model that answered last.
    pub model: Option<String>,
    /// The session's id, as the file gives it.
    pub session: Option<String>,
    /// The directory the session began in.
    pub cwd: Option<String>,
    pub format: Option<Format>,
    tools: HashMap<String, String>,
    last: Option<String>,
    counted: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    ClaudeCode,
    Codex,
    Pi,
}

/// Tokens of one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The answer's number.
    pub call: usize,
    /// Neither read from a cache nor written to one.
    pub input: u64,
    pub cache_read: u64,
    pub cache_write: u64,
    pub output: u64,
}

impl Transcript {
    pub fn read(text: &str) -> Transcript {
        let mut transcript = Transcript::default();
        let value = |line: &str| serde_json::from_str::<Value>(line).ok();
        if text.lines().next().and_then(value).is_some_and(|first| pi::is_pi_header(&first)) {
            let mut entries = text.lines().filter_map(value);
            entries.next().iter().for_each(|header| transcript.add_pi_entry(header));
            pi::entries_of_last_branch(entries.collect()).iter().for_each(|entry| transcript.add_pi_entry(entry));
            return transcript;
        }
        for line in text.lines() {
            transcript.line(line);
        }
        transcript
    }

    /// Adds the next line of the file.
    fn line(&mut self, line: &str) {
        if let Ok(value) = serde_json::from_str::<Value>(line)
            && value.is_object()
        {
            match value.get("payload") {
                Some(payload) if payload.is_object() => self.codex(&value, payload),
                _ => self.claude_code(&value),
            }
        }
    }

    fn push(&mut self, item: Item<'static>, answer: Option<&str>) {
        self.conversation.push(item, answer, &mut self.last);
    }

    fn claude_code(&mut self, value: &Value) {
        if value["isSidechain"] == Value::Bool(true) {
            return;
        }
        for (field, place) in [("sessionId", &mut self.session), ("cwd", &mut self.cwd)] {
            if place.is_none() {
                *place = value[field].as_str().map(str::to_owned);
            }
        }
        if value["isCompactSummary"] == Value::Bool(true) || value["subtype"] == "compact_boundary" {
            self.conversation.restarts.push(self.conversation.items.len());
        }
        let message = &value["message"];
        // Other kinds of rows may repeat a message, such as `api-request-blob`, which notes what a request sent.
        let is_said = value["type"].as_str().is_none_or(|kind| ["user", "assistant"].contains(&kind));
        if !message.is_object() || !is_said {
            return;
        }
        self.format.get_or_insert(Format::ClaudeCode);
        let role = role(&message["role"]);
        let answer = (role == Role::Assistant).then(|| message["id"].as_str()).flatten();
        match &message["content"] {
            Value::String(text) => self.push(Item::text_item(role, text.clone()), answer),
            Value::Array(blocks) => blocks.iter().for_each(|block| self.claude_block(block, role, answer)),
            _ => {}
        }
        if role == Role::Assistant && !self.conversation.calls.is_empty() {
            self.claude_usage(message, answer);
        }
    }

    fn claude_block(&mut self, block: &Value, role: Role, answer: Option<&str>) {
        let string = |name: &str| block[name].as_str().unwrap_or_default().to_owned();
        match block["type"].as_str().unwrap_or_default() {
            "text" => self.push(Item::text_item(role, string("text")), answer),
            "thinking" => self.push(Item { role, ..Item::thinking(string("thinking")) }, answer),
            "tool_use" => {
                self.tools.insert(string("id"), string("name"));
                let input = if block["input"].is_null() { "{}".to_owned() } else { block["input"].to_string() };
                self.push(Item { role, ..Item::tool_input_item(string("id"), string("name"), input) }, answer);
            }
            "tool_result" => {
                let id = string("tool_use_id");
                let tool = self.tools.get(&id).cloned().unwrap_or_default();
                let (text, media) = flat(&block["content"]);
                let failed = block["is_error"] == Value::Bool(true);
                let source = (media > 0).then(|| Cow::Owned(block["content"].to_string()));
                self.push(Item { role, media, source, failed, ..Item::tool_result_item(id, tool, text) }, answer);
            }
            _ => {}
        }
    }

    /// The same usage stands on every line of an answer; the last one is complete.
    fn claude_usage(&mut self, message: &Value, answer: Option<&str>) {
        let usage = &message["usage"];
        if !usage.is_object() {
            return;
        }
        let number = |name: &str| usage[name].as_u64().unwrap_or(0);
        let call = self.conversation.calls.len() - 1;
        let counted = Usage {
            call,
            input: number("input_tokens"),
            cache_read: number("cache_read_input_tokens"),
            cache_write: number("cache_creation_input_tokens"),
            output: number("output_tokens"),
        };
        if let Some(model) = message["model"].as_str().filter(|model| !model.starts_with('<')) {
            self.model = Some(model.to_owned());
        }
        let is_same = answer.is_some() && self.counted.as_deref() == answer;
        match self.usage.last_mut() {
            Some(last) if is_same || last.call == call => *last = counted,
            _ => self.usage.push(counted),
        }
        self.counted = answer.map(str::to_owned);
    }

    fn codex(&mut self, value: &Value, payload: &Value) {
        self.format.get_or_insert(Format::Codex);
        let kind = value["type"].as_str().unwrap_or_default();
        let part = payload["type"].as_str().unwrap_or_default();
        match (kind, part) {
            ("compacted", _) => self.conversation.restarts.push(self.conversation.items.len()),
            ("session_meta", _) => {
                self.session = payload["id"].as_str().map(str::to_owned);
                self.cwd = payload["cwd"].as_str().map(str::to_owned);
            }
            ("turn_context", _) => {
                self.model = payload["model"].as_str().map(str::to_owned).or(self.model.take());
            }
            ("event_msg", "token_count") => self.codex_usage(&payload["info"]["last_token_usage"]),
            ("response_item", "message") => {
                let role = role(&payload["role"]);
                let text = flat(&payload["content"]).0;
                self.push(Item::text_item(role, text), None);
            }
            ("response_item", "function_call" | "custom_tool_call" | "local_shell_call") => {
                let input = ["arguments", "input", "action"].iter().map(|name| &payload[*name]);
                let input = input.into_iter().find(|value| !value.is_null() && value.as_str() != Some(""));
                let input = input.map_or(Cow::Borrowed(""), |input| match input {
                    Value::String(text) => Cow::Borrowed(text.as_str()),
                    other => Cow::Owned(other.to_string()),
                });
                let id = payload["call_id"].as_str().unwrap_or_default().to_owned();
                let tool = payload["name"].as_str().unwrap_or(part).to_owned();
                self.tools.insert(id.clone(), tool.clone());
                self.push(Item::tool_input_item(id, tool, input.into_owned()), None);
            }
            ("response_item", "function_call_output" | "custom_tool_call_output") => {
                let id = payload["call_id"].as_str().unwrap_or_default().to_owned();
                let tool = self.tools.get(&id).cloned().unwrap_or_default();
                let (text, media) = output(&payload["output"]);
                let failed = failed_in_codex(&text);
                let source = (media > 0).then(|| Cow::Owned(payload["output"].to_string()));
                self.push(Item { media, source, failed, ..Item::tool_result_item(id, tool, text) }, None);
            }
            _ => {}
        }
    }

    fn codex_usage(&mut self, usage: &Value) {
        let number = |name: &str| usage[name].as_u64().unwrap_or(0);
        let Some(call) = self.conversation.calls.len().checked_sub(1) else { return };
        if !usage.is_object() {
            return;
        }
        let cached = number("cached_input_tokens");
        let counted = Usage {
            call,
            input: number("input_tokens").saturating_sub(cached),
            cache_read: cached,
            cache_write: 0,
            output: number("output_tokens"),
        };
        // The count is written again when only the limits changed.
        match self.usage.last_mut() {
            Some(last) if last.call == call => *last = counted,
            _ => self.usage.push(counted),
        }
    }
}

fn role(value: &Value) -> Role {
    if value == "assistant" { Role::Assistant } else { Role::User }
}

/// The text of a string or of text blocks, and the bytes of everything else that they carry.
fn flat(content: &Value) -> (String, usize) {
    match content {
        Value::String(text) => (text.clone(), 0),
        Value::Array(blocks) => {
            let mut text = String::new();
            let mut media = 0;
            for block in blocks {
                match block["text"].as_str() {
                    Some(part) => text.push_str(part),
                    None => media += media_in(block),
                }
            }
            (text, media)
        }
        _ => (String::new(), 0),
    }
}

/// The long strings of a block that is not text: an image as base64, or as an address.
fn media_in(block: &Value) -> usize {
    match block {
        Value::String(data) if data.len() > 256 => data.len(),
        Value::Array(items) => items.iter().map(media_in).sum(),
        Value::Object(fields) => fields.values().map(media_in).sum(),
        _ => 0,
    }
}

/// The output of a tool of Codex: a string, an object with its content, or blocks.
fn output(value: &Value) -> (String, usize) {
    match value {
        Value::Null => (String::new(), 0),
        Value::Object(_) if value["content"].is_string() => flat(&value["content"]),
        Value::String(_) | Value::Array(_) => flat(value),
        other => (other.to_string(), 0),
    }
}

/// `Process exited with code 1`, `Exit code: 1`, `"exit_code":1` in the first lines.
fn failed_in_codex(text: &str) -> bool {
    let mut end = text.len().min(400);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    ["exited with code ", "Exit code: ", "\"exit_code\":"].iter().any(|sign| {
        head.find(sign).is_some_and(|at| {
            let digits = head[at + sign.len()..].trim_start();
            digits.starts_with(|digit: char| digit.is_ascii_digit() || digit == '-') && !digits.starts_with('0')
        })
    })
}
