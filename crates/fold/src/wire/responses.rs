//! OpenAI Responses: a flat list of items. Reasoning is encrypted and stays.

use super::reader::RequestReader;
use crate::model::MessageRole;
use ctx_text::json::Json;

pub(crate) fn read_openai_response_item<'a>(reader: &mut RequestReader<'a>, item: Json<'a>) -> Option<()> {
    // A message may leave its type out.
    let kind = item.text_field("type").unwrap_or_else(|| "message".into());
    match &*kind {
        "message" => {
            let role = if item.text_field("role")? == "assistant" { MessageRole::Assistant } else { MessageRole::User };
            reader.push_content(role, item.get("content")?)?;
        }
        "reasoning" => reader.push_thinking(item.raw()),
        kind @ ("function_call" | "custom_tool_call") => {
            let field = if kind == "function_call" { "arguments" } else { "input" };
            let input = reader.read_string_arguments(item.get(field));
            reader.push_tool_input(item.text_field("call_id")?, item.text_field("name")?, input, false);
        }
        "function_call_output" | "custom_tool_call_output" => {
            let found = reader.find_result_text(item.get("output"));
            reader.push_tool_result(item.text_field("call_id")?, found, false);
        }
        kind if kind.contains("compaction") => reader.push_compaction_and_pin_all_items(item.raw()),
        // Searches, shells that the provider knows, compactions: whoever made them knows what must be in them.
        other => reader
            .push_text(if other.ends_with("_output") { MessageRole::User } else { MessageRole::Assistant }, item.raw()),
    }
    Some(())
}
