//! Sessions of pi: entries that form a tree. Only the branch that the session ended on was sent last.

use std::collections::HashMap;

use serde_json::Value;

use super::{Format, Transcript, Usage, flat};
use crate::model::{Item, Role};

/// Whether this is the first line of a session of pi.
pub(super) fn is_pi_header(value: &Value) -> bool {
    value["type"] == "session" && value["id"].is_string() && value["cwd"].is_string()
}

/// The entries from the root to the last one, in their order. Older versions have no ids: then all of them.
pub(super) fn entries_of_last_branch(entries: Vec<Value>) -> Vec<Value> {
    let id = |entry: &Value| entry["id"].as_str().map(str::to_owned);
    let places: HashMap<String, usize> =
        entries.iter().enumerate().filter_map(|(at, entry)| Some((id(entry)?, at))).collect();
    let parent = |at: usize| entries[at]["parentId"].as_str().and_then(|parent| places.get(parent)).copied();
    if !entries.iter().any(|entry| entry.get("parentId").is_some()) {
        return entries;
    }
    let mut is_sent = vec![false; entries.len()];
    let mut next = entries.iter().rposition(|entry| entry.get("parentId").is_some());
    while let Some(at) = next.filter(|&at| !is_sent[at]) {
        is_sent[at] = true;
        next = parent(at);
    }
    entries.into_iter().zip(is_sent).filter_map(|(entry, is_sent)| is_sent.then_some(entry)).collect()
}

impl Transcript {
    pub(super) fn add_pi_entry(&mut self, entry: &Value) {
        let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        match entry["type"].as_str().unwrap_or_default() {
            "session" => {
                self.format.get_or_insert(Format::Pi);
                self.session = Some(text("id"));
                self.cwd = Some(text("cwd"));
            }
            "model_change" => self.model = Some(text("modelId")),
            "compaction" => {
                self.conversation.restarts.push(self.conversation.items.len());
                self.push(Item::text_item(Role::User, text("summary")), None);
            }
            "branch_summary" => self.push(Item::text_item(Role::User, text("summary")), None),
            "custom_message" => self.push(Item::text_item(Role::User, flat(&entry["content"]).0), None),
            "message" => self.pi_message(&entry["message"], entry["id"].as_str()),
            _ => {}
        }
    }

    fn pi_message(&mut self, message: &Value, id: Option<&str>) {
        let text = |name: &str| message[name].as_str().unwrap_or_default().to_owned();
        match message["role"].as_str().unwrap_or_default() {
            "user" | "custom" => self.push(Item::text_item(Role::User, flat(&message["content"]).0), None),
            "bashExecution" if message["excludeFromContext"] != Value::Bool(true) => {
                let words = format!("Ran `{}`\n{}", text("command"), text("output"));
                self.push(Item::text_item(Role::User, words), None);
            }
            "toolResult" => {
                let (id, tool) = (text("toolCallId"), text("toolName"));
                let (shown, media) = flat(&message["content"]);
                let failed = message["isError"] == Value::Bool(true);
                let source = (media > 0).then(|| message["content"].to_string().into());
                self.push(Item { media, source, failed, ..Item::tool_result_item(id, tool, shown) }, None);
            }
            "assistant" => {
                for block in message["content"].as_array().into_iter().flatten() {
                    self.pi_block(block, id);
                }
                self.pi_usage(message);
            }
            _ => {}
        }
    }

    fn pi_block(&mut self, block: &Value, answer: Option<&str>) {
        let text = |name: &str| block[name].as_str().unwrap_or_default().to_owned();
        match block["type"].as_str().unwrap_or_default() {
            "text" => self.push(Item::text_item(Role::Assistant, text("text")), answer),
            "thinking" => self.push(Item::thinking(text("thinking")), answer),
            "toolCall" => {
                let input = if block["arguments"].is_null() { "{}".to_owned() } else { block["arguments"].to_string() };
                self.push(Item::tool_input_item(text("id"), text("name"), input), answer);
            }
            _ => {}
        }
    }

    fn pi_usage(&mut self, message: &Value) {
        let usage = &message["usage"];
        let Some(call) = self.conversation.calls.len().checked_sub(1).filter(|_| usage.is_object()) else { return };
        let number = |name: &str| usage[name].as_u64().unwrap_or(0);
        self.model = message["model"].as_str().map(str::to_owned).or(self.model.take());
        self.usage.push(Usage {
            call,
            input: number("input"),
            cache_read: number("cacheRead"),
            cache_write: number("cacheWrite"),
            output: number("output"),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::transcript::{Format, Transcript};

    #[test]
    fn the_branch_that_the_session_ended_on() {
        let text = r#"{"type":"session","version":3,"id":"s1","timestamp":"2026-01-01T00:00:00Z","cwd":"/work"}
{"type":"model_change","id":"00","parentId":null,"provider":"anthropic","modelId":"claude-sonnet-4-5"}
{"type":"message","id":"01","parentId":"00","message":{"role":"user","content":"look"}}
{"type":"message","id":"02","parentId":"01","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"ls"}}],"model":"m","usage":{"input":5,"output":2,"cacheRead":7,"cacheWrite":3}}}
{"type":"message","id":"03","parentId":"02","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"a.rs"}],"isError":false}}
{"type":"message","id":"04","parentId":"03","message":{"role":"assistant","content":[{"type":"text","text":"abandoned"}]}}
{"type":"message","id":"05","parentId":"03","message":{"role":"user","content":[{"type":"text","text":"no, this way"}]}}
{"type":"label","id":"06","parentId":"05","targetId":"01","label":"x"}"#;
        let transcript = Transcript::read(text);
        assert_eq!((transcript.format, transcript.session.as_deref()), (Some(Format::Pi), Some("s1")));
        let items: Vec<(&str, &str)> =
            transcript.conversation.items.iter().map(|item| (&*item.tool, &*item.text)).collect();
        let expected =
            [("", "look"), ("", "hm"), ("bash", r#"{"command":"ls"}"#), ("bash", "a.rs"), ("", "no, this way")];
        assert_eq!(items, expected);
        assert_eq!(transcript.conversation.calls, [1]);
        let usage = transcript.usage[0];
        assert_eq!((usage.input, usage.cache_read, usage.cache_write, usage.output), (5, 7, 3, 2));
        assert_eq!(transcript.model.as_deref(), Some("m"));
    }

    #[test]
    fn a_circle_ends() {
        let text = r#"{"type":"session","id":"s1","cwd":"/work"}
{"type":"message","id":"01","parentId":"02","message":{"role":"user","content":"one"}}
{"type":"message","id":"02","parentId":"01","message":{"role":"user","content":"two"}}"#;
        assert_eq!(Transcript::read(text).conversation.items.len(), 2);
    }
}
