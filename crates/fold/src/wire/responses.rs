//! OpenAI Responses: a flat list of items. Reasoning is encrypted and stays.

use super::reader::{BlockTypes, RequestReader};
use crate::model::Role;
use ctx_text::json::Json;

const KINDS: BlockTypes = BlockTypes { text: &["input_text", "output_text"], image: &["input_image"] };

pub(super) fn read_item<'a>(reader: &mut RequestReader<'a>, item: Json<'a>) -> Option<()> {
    // A message may leave its type out.
    let kind = item.str("type").unwrap_or_else(|| "message".into());
    match &*kind {
        "message" => {
            let role = if item.str("role")? == "assistant" { Role::Assistant } else { Role::User };
            let content = item.get("content")?;
            match content.as_text() {
                Some(text) => reader.push_words(role, text),
                None if content.is_array() => {
                    for block in content.items() {
                        reader.push_words(role, block.str("text").unwrap_or(block.raw().into()));
                    }
                }
                None => return None,
            }
        }
        "reasoning" => reader.push_thinking(item.raw()),
        "function_call" => {
            let (text, place) = reader.arguments(item.get("arguments"));
            reader.push_tool_input(item.str("call_id")?, item.str("name")?, text, place, false);
        }
        "custom_tool_call" => {
            let (text, place) = reader.arguments(item.get("input"));
            reader.push_tool_input(item.str("call_id")?, item.str("name")?, text, place, false);
        }
        "function_call_output" | "custom_tool_call_output" => {
            let found = reader.find_result_text(item.get("output"), &KINDS);
            reader.push_tool_result(item.str("call_id")?, found, false);
        }
        kind if kind.contains("compaction") => reader.push_compaction(item.raw()),
        // Searches, shells that the provider knows, compactions: whoever made them knows what must be in them.
        other => reader.push_words(if other.ends_with("_output") { Role::User } else { Role::Assistant }, item.raw()),
    }
    Some(())
}
