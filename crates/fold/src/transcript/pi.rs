//! Sessions of pi: entries that form a tree. Only the branch that the session ended on was sent last.

use std::borrow::Cow;
use std::collections::HashMap;

use ctx_text::json::Json;

use super::{Format, Transcript};
use crate::model::Role;
use crate::wire::{TextPlace, messages};

/// Whether this is the first line of a session of pi.
pub(super) fn is_pi_header(value: Json<'_>) -> bool {
    let is_text = |name: &str| value.str(name).is_some();
    value.str("type").as_deref() == Some("session") && is_text("id") && is_text("cwd")
}

/// The entries from the root to the last one, in their order. Older versions have no ids: then all of them.
fn entries_of_last_branch(entries: Vec<Json<'_>>) -> Vec<Json<'_>> {
    let places: HashMap<Cow<'_, str>, usize> =
        entries.iter().enumerate().filter_map(|(at, entry)| Some((entry.str("id")?, at))).collect();
    let mut next = entries.iter().rposition(|entry| entry.get("parentId").is_some());
    if next.is_none() {
        return entries;
    }
    let mut is_sent = vec![false; entries.len()];
    while let Some(at) = next.filter(|&at| !is_sent[at]) {
        is_sent[at] = true;
        next = entries[at].str("parentId").and_then(|parent| places.get(&parent)).copied();
    }
    entries.into_iter().zip(is_sent).filter_map(|(entry, is_sent)| is_sent.then_some(entry)).collect()
}

impl<'a> Transcript<'a> {
    /// All entries of a file, its header first.
    pub(super) fn add_pi_entries(&mut self, mut entries: Vec<Json<'a>>) {
        let header = entries.remove(0);
        self.format = Some(Format::Pi);
        self.session = header.str("id").map(Cow::into_owned);
        self.cwd = header.str("cwd").map(Cow::into_owned);
        for entry in entries_of_last_branch(entries) {
            self.add_pi_entry(entry);
        }
    }

    fn add_pi_entry(&mut self, entry: Json<'a>) {
        match &*entry.str("type").unwrap_or_default() {
            "model_change" => self.model = entry.str("modelId").map(Cow::into_owned),
            kind @ ("compaction" | "branch_summary") => {
                if kind == "compaction" {
                    self.record_compaction();
                }
                self.reader.push_text(Role::User, entry.str("summary").unwrap_or_default());
            }
            "custom_message" => self.add_pi_text(entry),
            "message" => {
                self.reader.message = entry.str("id");
                if let Some(message) = entry.get("message") {
                    self.add_pi_message(message);
                }
            }
            _ => {}
        }
    }

    fn add_pi_text(&mut self, message: Json<'a>) {
        let words = self.reader.find_result_text(message.get("content"), &messages::KINDS).text;
        self.reader.push_text(Role::User, words);
    }

    fn add_pi_message(&mut self, message: Json<'a>) {
        let text = |name: &str| message.str(name).unwrap_or_default();
        let is_on = |name: &str| message.get(name).and_then(Json::as_bool) == Some(true);
        match &*text("role") {
            "user" | "custom" => self.add_pi_text(message),
            "bashExecution" if !is_on("excludeFromContext") => {
                self.reader.push_text(Role::User, format!("Ran `{}`\n{}", text("command"), text("output")));
            }
            "toolResult" => {
                let found = self.reader.find_result_text(message.get("content"), &messages::KINDS);
                self.reader.push_tool_result(text("toolCallId"), found, is_on("isError"));
            }
            "assistant" => {
                for block in message.get("content").into_iter().flat_map(Json::items) {
                    self.add_pi_block(block);
                }
                self.add_usage(message.get("usage"), message.str("model"));
            }
            _ => {}
        }
    }

    fn add_pi_block(&mut self, block: Json<'a>) {
        let text = |name: &str| block.str(name).unwrap_or_default();
        match &*text("type") {
            "text" => self.reader.push_text(Role::Assistant, text("text")),
            "thinking" => self.reader.push_thinking(text("thinking")),
            "toolCall" => {
                let input = block.get("arguments").filter(|input| input.is_object());
                let place = input.map_or(TextPlace::Fixed, |input| TextPlace::Object(self.reader.byte_range_of(input)));
                let input = input.map_or("{}", Json::raw);
                self.reader.push_tool_input(text("id"), text("name"), input.into(), place, false);
            }
            _ => {}
        }
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
            transcript.conversation().items.iter().map(|item| (&*item.tool, &*item.text)).collect();
        let expected =
            [("", "look"), ("", "hm"), ("bash", r#"{"command":"ls"}"#), ("bash", "a.rs"), ("", "no, this way")];
        assert_eq!(items, expected);
        assert_eq!(transcript.conversation().calls, [1]);
        let (_, usage) = transcript.usage[0];
        assert_eq!((usage.input, usage.cache_read, usage.cache_write, usage.output), (5, 7, 3, 2));
        assert_eq!(transcript.model.as_deref(), Some("m"));
    }

    #[test]
    fn a_circle_ends() {
        let text = r#"{"type":"session","id":"s1","cwd":"/work"}
{"type":"message","id":"01","parentId":"02","message":{"role":"user","content":"one"}}
{"type":"message","id":"02","parentId":"01","message":{"role":"user","content":"two"}}"#;
        assert_eq!(Transcript::read(text).conversation().items.len(), 2);
    }
}
