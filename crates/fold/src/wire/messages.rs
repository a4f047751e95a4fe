//! Anthropic Messages: blocks in messages; results are blocks of a user's message. Thinking is signed and stays.

use std::borrow::Cow;

use super::reader::{Kinds, Place, RequestReader};
use crate::model::Role;
use ctx_text::json::Json;

const KINDS: Kinds = Kinds { text: &["text"], image: &["image"] };

pub(super) fn message<'a>(reader: &mut RequestReader<'a>, message: Json<'a>) -> Option<()> {
    let role = match &*message.str("role")? {
        "assistant" => Role::Assistant,
        _ => Role::User,
    };
    let content = message.get("content")?;
    if let Some(text) = content.as_text() {
        reader.words(role, text);
        return Some(());
    }
    if !content.is_array() {
        return None;
    }
    for block in content.items() {
        match &*block.str("type")? {
            "text" => reader.words(role, block.str("text")?),
            "thinking" => reader.thinking(block.str("thinking").unwrap_or_default()),
            "redacted_thinking" => reader.thinking(block.raw()),
            "tool_use" => {
                let input = block.get("input")?;
                let place = if input.is_object() { Place::Object(reader.range(input)) } else { Place::Fixed };
                reader.input(block.str("id")?, block.str("name")?, Cow::Borrowed(input.raw()), place, false);
            }
            "tool_result" => {
                let found = reader.found(block.get("content"), &KINDS);
                let failed = block.get("is_error").and_then(Json::as_bool) == Some(true);
                reader.result(block.str("tool_use_id")?, found, failed);
            }
            "compaction" => reader.compaction(block.raw()),
            _ => reader.words(role, block.raw()),
        }
    }
    Some(())
}
