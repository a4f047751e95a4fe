//! OpenAI Chat Completions: calls in the model's message, each result a message of its own.

use super::reader::RequestReader;
use crate::model::MessageRole;
use ctx_text::json::Json;

pub(super) fn read_message<'a>(reader: &mut RequestReader<'a>, message: Json<'a>) -> Option<()> {
    let role = message.text_field("role")?;
    let content = message.get("content").filter(|content| !content.is_null());
    if role == "tool" {
        let found = reader.find_result_text(content);
        reader.push_tool_result(message.text_field("tool_call_id")?, found, false);
        return Some(());
    }
    let role = if role == "assistant" { MessageRole::Assistant } else { MessageRole::User };
    if let Some(content) = content {
        reader.push_content(role, content)?;
    }
    for name in ["reasoning_content", "reasoning_details", "reasoning"] {
        if let Some(thinking) = message.get(name).filter(|thinking| !thinking.is_null()) {
            reader.push_thinking(thinking.raw());
        }
    }
    for call in message.get("tool_calls").into_iter().flat_map(Json::items) {
        let function = call.get("function")?;
        let input = reader.read_string_arguments(function.get("arguments"));
        // What a gateway adds to a call, such as a signature of the thought behind it, may be about the call.
        let is_signed = call.fields().any(|(name, _)| !["id", "type", "function", "index"].contains(&name));
        reader.push_tool_input(call.text_field("id")?, function.text_field("name")?, input, is_signed);
    }
    Some(())
}
