//! The text inside a tool's answer of any shape, and the same answer with another text in its place.

use std::borrow::Cow;

use super::{quote_as_json, set_json_field};
use crate::word_lists::phrases_in_list;
use ctx_text::json::Json;

/// Fields that hold the text of a tool's answer: a shell's, a web page's, Copilot's and others'.
const FIELDS: &[&str] = &["stdout", "result", "textResultForLlm", "output", "llmContent"];

/// The text of a tool's answer; none where its shape is not known, it failed, or it is not text.
pub fn response_text(response: Json<'_>) -> Option<Cow<'_, str>> {
    let place = if response.is_object() { response.get(text_field_name(response)?)? } else { response };
    if place.is_array() { join_text_blocks(place) } else { place.as_text() }
}

/// The field of an answer that holds its text; none where that must stay as it is.
fn text_field_name(response: Json<'_>) -> Option<&'static str> {
    if must_stay_unchanged(response) {
        return None;
    }
    let is_text = |name: &&&str| response.text_field(name).is_some();
    response.get("content").map(|_| "content").or_else(|| FIELDS.iter().find(is_text).copied())
}

/// True for a text that the agent has already cut.
pub fn is_truncated_by_agent(text: &str) -> bool {
    let start = text.trim_start();
    phrases_in_list("cut texts").any(|head| start.starts_with(head))
        || phrases_in_list("cut places").any(|mark| text.contains(mark))
}

/// The same answer with this text instead, in the shape it came in; none where `response_text` finds none.
pub fn replace_response_text(response: Json<'_>, new: &str) -> Option<String> {
    response_text(response)?;
    let replaced =
        |place: Json<'_>| if place.is_array() { replace_text_blocks(place, new) } else { quote_as_json(new) };
    if !response.is_object() {
        return Some(replaced(response));
    }
    let name = text_field_name(response)?;
    Some(set_json_field(response, name, &replaced(response.get(name)?)))
}

/// Failed, already cut by the agent, still running, or a picture: to be left as it is.
fn must_stay_unchanged(response: Json<'_>) -> bool {
    const SIGNS: &[&str] =
        &["isError", "is_error", "interrupted", "isImage", "persistedOutputPath", "backgroundTaskId"];
    let told = |value: Json<'_>| !value.is_null() && value.as_bool() != Some(false) && value.raw() != "\"\"";
    SIGNS.iter().any(|name| response.get(name).is_some_and(told))
        || response.text_field("resultType").is_some_and(|kind| kind != "success")
}

fn block_text(block: Json<'_>) -> Option<Cow<'_, str>> {
    (block.text_field("type")? == "text").then(|| block.text_field("text"))?
}

/// The text blocks of an array, joined by line ends.
fn join_text_blocks(array: Json<'_>) -> Option<Cow<'_, str>> {
    let mut texts = array.items().filter_map(block_text);
    let first = texts.next()?;
    let rest: Vec<Cow<'_, str>> = texts.collect();
    if rest.is_empty() {
        return Some(first);
    }
    Some(Cow::Owned(std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n")))
}

/// The first text block with the new text, the other ones gone, pictures and the rest where they were.
fn replace_text_blocks(array: Json<'_>, new: &str) -> String {
    let mut placed = false;
    let mut kept = Vec::new();
    for block in array.items() {
        match block_text(block) {
            None => kept.push(Cow::Borrowed(block.raw())),
            Some(_) if placed => {}
            Some(_) => {
                kept.push(Cow::Owned(set_json_field(block, "text", &quote_as_json(new))));
                placed = true;
            }
        }
    }
    format!("[{}]", kept.join(","))
}
