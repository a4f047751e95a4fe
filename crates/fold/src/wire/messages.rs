//! Anthropic Messages: blocks in messages; results are blocks of a user's message. Thinking is signed and stays.

use std::borrow::Cow;

use super::reader::{BlockTypes, RequestReader, TextPlace};
use crate::model::Role;
use ctx_text::json::Json;

pub(crate) const KINDS: BlockTypes = BlockTypes { text: &["text"], image: &["image"] };

pub(crate) fn read_message<'a>(reader: &mut RequestReader<'a>, message: Json<'a>) -> Option<()> {
    let role = match &*message.str("role")? {
        "assistant" => Role::Assistant,
        _ => Role::User,
    };
    let content = message.get("content")?;
    if let Some(text) = content.as_text() {
        reader.push_text(role, text);
        return Some(());
    }
    if !content.is_array() {
        return None;
    }
    for block in content.items() {
        match &*block.str("type")? {
            "text" => reader.push_text(role, block.str("text")?),
            "thinking" => reader.push_thinking(block.str("thinking").unwrap_or_default()),
            "redacted_thinking" => reader.push_thinking(block.raw()),
            "tool_use" => {
                let input = block.get("input")?;
                let place =
                    if input.is_object() { TextPlace::Object(reader.byte_range_of(input)) } else { TextPlace::Fixed };
                reader.push_tool_input(block.str("id")?, block.str("name")?, Cow::Borrowed(input.raw()), place, false);
            }
            "tool_result" => {
                let found = reader.find_result_text(block.get("content"), &KINDS);
                let failed = block.get("is_error").and_then(Json::as_bool) == Some(true);
                reader.push_tool_result(block.str("tool_use_id")?, found, failed);
            }
            "compaction" => reader.push_compaction(block.raw()),
            _ => reader.push_text(role, block.raw()),
        }
    }
    Some(())
}
