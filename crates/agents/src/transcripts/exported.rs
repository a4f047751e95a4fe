//! The format of `ctx store --export`: a line for each entry and each event, complete enough to be restored elsewhere.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ItemBody, LineFacts, LineReadingContext};
use ctx_text::json::Json;

/// The line that begins an export.
pub const HEADER: &str = "export";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportedEntry {
    /// The kind of this line, `entry`.
    pub ctx: String,
    #[serde(rename = "ref")]
    pub reference: String,
    pub kind: String,
    pub agent: Option<String>,
    pub role: Option<String>,
    pub command: Option<String>,
    pub argv: Vec<String>,
    pub label: Option<String>,
    pub title: Option<String>,
    pub cwd: Option<String>,
    pub project: Option<String>,
    pub branch: Option<String>,
    pub session: Option<String>,
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    pub timed_out: bool,
    pub started_at_ms: i64,
    pub duration_ms: Option<i64>,
    pub pinned: bool,
    pub summary: Option<String>,
    /// The bytes, where they are a text …
    pub text: Option<String>,
    /// … and where they are not.
    pub hex: Option<String>,
}

impl ExportedEntry {
    /// The object of its line, without what says nothing.
    pub fn to_json(&self) -> Value {
        let mut line = serde_json::to_value(self).unwrap_or_default();
        let says_nothing = |value: &Value| match value {
            Value::Null | Value::Bool(false) => true,
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        line.as_object_mut().into_iter().for_each(|fields| fields.retain(|_, value| !says_nothing(value)));
        line
    }

    pub fn set_output_bytes(&mut self, bytes: Vec<u8>) {
        match String::from_utf8(bytes) {
            Ok(text) => self.text = Some(text),
            Err(error) => self.hex = Some(error.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()),
        }
    }

    pub fn output_bytes(&self) -> Cow<'_, [u8]> {
        if let Some(text) = &self.text {
            return Cow::Borrowed(text.as_bytes());
        }
        let hex = self.hex.as_deref().unwrap_or_default().as_bytes();
        let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
        Cow::Owned(hex.chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportedEvent {
    /// The kind of this line, `event`.
    pub ctx: String,
    pub category: String,
    pub key: String,
    pub text: String,
    pub session: String,
    pub project: Option<String>,
    pub branch: Option<String>,
    pub at_ms: i64,
    pub first_at_ms: i64,
    pub count: u64,
    pub closed_at_ms: Option<i64>,
    /// The reference of the entry that closed it.
    pub closed_by: Option<String>,
    #[serde(rename = "ref")]
    pub reference: Option<String>,
}

pub fn is_export_line(value: Json<'_>) -> bool {
    value.text_field("ctx").is_some_and(|kind| [HEADER, "entry", "event"].contains(&&*kind))
}

pub fn read_export_line<'a>(value: Json<'a>, reading: &mut LineReadingContext<'_, 'a>) {
    let body = match &*value.text_field("ctx").unwrap_or_default() {
        "entry" => serde_json::from_str(value.raw()).ok().map(|entry| ItemBody::Entry(Box::new(entry))),
        "event" => serde_json::from_str(value.raw()).ok().map(|event| ItemBody::Event(Box::new(event))),
        _ => None,
    };
    let Some(body) = body else { return };
    let (session, at, id) = match &body {
        ItemBody::Entry(entry) => (entry.session.clone(), entry.started_at_ms, entry.reference.clone()),
        ItemBody::Event(event) => {
            (Some(event.session.clone()), event.at_ms, format!("{}/{}", event.category, event.key))
        }
        _ => return,
    };
    reading.facts =
        LineFacts { id: Some(Cow::Owned(id)), session: session.map(Cow::Owned), at: Some(at), ..LineFacts::default() };
    reading.emit_transcript_item(0, body);
}
