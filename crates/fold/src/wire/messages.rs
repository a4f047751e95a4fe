//! Anthropic Messages: blocks in messages; results are blocks of a user's message. Thinking is signed and stays.

use super::reader::RequestReader;
use crate::model::MessageRole;
use ctx_text::json::Json;

pub(crate) fn read_message<'a>(reader: &mut RequestReader<'a>, message: Json<'a>) -> Option<()> {
    let role = match &*message.text_field("role")? {
        "assistant" => MessageRole::Assistant,
        _ => MessageRole::User,
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
        match &*block.text_field("type")? {
            "text" => reader.push_text(role, block.text_field("text")?),
            "thinking" => reader.push_thinking(block.text_field("thinking").unwrap_or_default()),
            "redacted_thinking" => reader.push_thinking(block.raw()),
            "tool_use" => {
                let input = reader.read_object_arguments(block.get("input")?);
                reader.push_tool_input(block.text_field("id")?, block.text_field("name")?, input, false);
            }
            "tool_result" => {
                let found = reader.find_result_text(block.get("content"));
                let failed = block.get("is_error").and_then(Json::as_bool) == Some(true);
                reader.push_tool_result(block.text_field("tool_use_id")?, found, failed);
            }
            "compaction" => reader.push_compaction_and_pin_all_items(block.raw()),
            _ => reader.push_text(role, block.raw()),
        }
    }
    Some(())
}
