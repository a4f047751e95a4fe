//! Transcripts of Claude Code and Codex. A line holds a message in the form in which it was sent, so the readers of
//! requests read it. A line that is not understood adds nothing.

use std::borrow::Cow;
use std::ops::Range;

use ctx_text::json::{self, Json};

use crate::model::{CallHalf, Conversation, ConversationItem};
use crate::usage::AnswerTokenCounts;
use crate::wire::{RequestReader, Splice, json_quote, messages, responses};

/// A conversation out of a transcript, and the tokens that the provider counted.
#[derive(Debug, Default)]
pub struct Transcript<'a> {
    reader: RequestReader<'a>,
    /// The tokens that the provider counted, one for each answer that has them, by the answer's number.
    pub usage: Vec<(usize, AnswerTokenCounts)>,
    /// The model that answered last.
    pub model: Option<String>,
    /// The session's id, as the file gives it.
    pub session: Option<String>,
    /// The directory the session began in.
    pub cwd: Option<String>,
    pub format: Option<SessionFileFormat>,
    /// The places where the file names its session.
    names: Vec<Json<'a>>,
    /// Lines that note what a request of this session sent (Claude Code 2.1.326).
    request_records: Vec<Range<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionFileFormat {
    ClaudeCode,
    Codex,
}

impl<'a> Transcript<'a> {
    pub fn from_file_text(text: &'a str) -> Transcript<'a> {
        let mut transcript = Transcript { reader: RequestReader::new(text), ..Transcript::default() };
        let value = |line: &'a str| json::parse_first_value(line).ok().flatten().map(|(value, _)| value);
        for value in text.lines().filter_map(value).filter(|value| value.is_object()) {
            match value.get("payload") {
                Some(payload) if payload.is_object() => transcript.add_codex_line(value, payload),
                _ => transcript.add_claude_line(value),
            }
        }
        transcript
    }

    pub fn conversation(&self) -> &Conversation<'a> {
        &self.reader.conversation
    }

    fn add_claude_line(&mut self, value: Json<'a>) {
        let kind = value.text_field("type");
        if kind.as_deref().is_some_and(|kind| kind.starts_with("api-request")) {
            self.request_records.push(self.reader.byte_range_of(value));
            return;
        }
        self.names.extend(["sessionId", "session_id"].iter().filter_map(|name| value.get(name)));
        let is_on = |name: &str| value.get(name).and_then(Json::as_bool) == Some(true);
        if is_on("isSidechain") {
            return;
        }
        for (field, place) in [("sessionId", &mut self.session), ("cwd", &mut self.cwd)] {
            if place.is_none() {
                *place = value.text_field(field).map(Cow::into_owned);
            }
        }
        if is_on("isCompactSummary") || value.text_field("subtype").as_deref() == Some("compact_boundary") {
            self.record_compaction();
        }
        // Other kinds of rows may repeat a message.
        let is_said = kind.is_none_or(|kind| ["user", "assistant"].contains(&&*kind));
        let Some(message) = value.get("message").filter(|message| message.is_object() && is_said) else { return };
        self.format.get_or_insert(SessionFileFormat::ClaudeCode);
        self.reader.message = message.text_field("id");
        messages::read_message(&mut self.reader, message);
        if message.text_field("role").as_deref() == Some("assistant") {
            let model = message.text_field("model").filter(|model| !model.starts_with('<'));
            self.record_answer_usage(message.get("usage"), model);
        }
    }

    fn add_codex_line(&mut self, value: Json<'a>, payload: Json<'a>) {
        const READ: &[&str] =
            &["message", "function_call", "custom_tool_call", "function_call_output", "custom_tool_call_output"];
        self.format.get_or_insert(SessionFileFormat::Codex);
        let (kind, part) =
            (value.text_field("type").unwrap_or_default(), payload.text_field("type").unwrap_or_default());
        match (&*kind, &*part) {
            ("compacted", _) => self.record_compaction(),
            ("session_meta", _) => {
                self.names.extend(["id", "session_id"].iter().filter_map(|name| payload.get(name)));
                self.session = payload.text_field("id").map(Cow::into_owned);
                self.cwd = payload.text_field("cwd").map(Cow::into_owned);
            }
            ("turn_context", _) => self.model = payload.text_field("model").map(Cow::into_owned).or(self.model.take()),
            ("event_msg", "token_count") => {
                self.record_answer_usage(payload.get("info").and_then(|info| info.get("last_token_usage")), None);
            }
            ("response_item", part) if READ.contains(&part) => {
                responses::read_openai_response_item(&mut self.reader, payload);
            }
            _ => {}
        }
    }

    /// The host compacted the conversation here.
    fn record_compaction(&mut self) {
        let conversation = &mut self.reader.conversation;
        conversation.restarts.push(conversation.items.len());
    }

    /// The usage of an answer stands on several lines; the last one is complete.
    fn record_answer_usage(&mut self, counted: Option<Json<'a>>, model: Option<Cow<'a, str>>) {
        let answers = self.reader.conversation.calls.len();
        let (Some(counted), Some(call)) = (counted.filter(|counted| counted.is_object()), answers.checked_sub(1))
        else {
            return;
        };
        self.model = model.map(Cow::into_owned).or(self.model.take());
        self.usage.pop_if(|(of, _)| *of == call);
        self.usage.push((call, AnswerTokenCounts::from_json(counted)));
    }

    /// The changes to the file that make it another session's, with these texts in the place of items. It has sent nothing
    /// yet: what notes its requests goes.
    pub fn splices_for_session_copy<'t>(
        &self,
        session: &str,
        mut text: impl FnMut(&ConversationItem<'_>, CallHalf) -> Option<&'t str>,
    ) -> Vec<Splice> {
        let items = self.reader.conversation.items.iter().zip(&self.reader.places);
        let mut splices: Vec<Splice> = Vec::new();
        for (item, place) in items.filter(|(item, _)| !item.pinned) {
            let folded = item.call_half().and_then(|part| text(item, part));
            splices.extend(folded.into_iter().flat_map(|text| place.splices_for_text(text)));
        }
        let is_own = |name: &&Json<'_>| name.as_text().is_some_and(|name| Some(&*name) == self.session.as_deref());
        let name = |name: &Json<'a>| Splice { range: self.reader.byte_range_of(*name), text: json_quote(session) };
        splices.extend(self.names.iter().filter(is_own).map(name));
        // With the end of its line.
        let end = |line: &Range<usize>| (line.end + 1).min(self.reader.body.len());
        let gone = |line: &Range<usize>| Splice { range: line.start..end(line), text: String::new() };
        splices.extend(self.request_records.iter().map(gone));
        splices.sort_by_key(|splice| splice.range.start);
        splices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(item: &ConversationItem<'_>, part: CallHalf) -> Option<&'static str> {
        match (&*item.id, part) {
            ("t1", CallHalf::Input) => Some(r#"{"file_path":"a.rs","content":"[ctx:k] 9 lines"}"#),
            ("t1", CallHalf::Result) => Some("[ctx:r] result"),
            ("c1", CallHalf::Input) => Some("[ctx:p] patch"),
            ("c1", CallHalf::Result) => Some("[ctx:o] output"),
            _ => None,
        }
    }

    fn copied(text: &str) -> String {
        let mut copy = text.to_owned();
        for splice in Transcript::from_file_text(text).splices_for_session_copy("new", folded).iter().rev() {
            copy.replace_range(splice.range.clone(), &splice.text);
        }
        copy
    }

    #[test]
    fn a_copy_keeps_every_other_byte() {
        let claude = r#"{"type":"assistant","sessionId":"s","message":{"role":"assistant","id":"m","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"a.rs","content":"long"}}]}}
{"type":"api-request-blob","sessionId":"s","hash":"h"}
{"type":"user","sessionId":"other","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":[{"type":"text","text":"x"}]}]}}
{"type": "summary",  "leafUuid": "u"}
no json
"#;
        let expected = r#"{"type":"assistant","sessionId":"new","message":{"role":"assistant","id":"m","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"a.rs","content":"[ctx:k] 9 lines"}}]}}
{"type":"user","sessionId":"other","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":[{"type":"text","text":"[ctx:r] result"}]}]}}
{"type": "summary",  "leafUuid": "u"}
no json
"#;
        assert_eq!(copied(claude), expected);
        let codex = r#"{"type":"session_meta","payload":{"id":"s","cwd":"/x"}}
{"type":"response_item","payload":{"type":"custom_tool_call","call_id":"c1","name":"apply_patch","input":"*** Begin"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"x"}]}}
"#;
        let expected = r#"{"type":"session_meta","payload":{"id":"new","cwd":"/x"}}
{"type":"response_item","payload":{"type":"custom_tool_call","call_id":"c1","name":"apply_patch","input":"[ctx:p] patch"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"[ctx:o] output"}]}}
"#;
        assert_eq!(copied(codex), expected);
    }

    proptest::proptest! {
        #[test]
        fn any_text_survives(text in "\\PC{0,200}") {
            proptest::prop_assert_eq!(copied(&text), text);
        }
    }
}
