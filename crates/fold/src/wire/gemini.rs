//! Gemini `generateContent`: parts in contents. Calls often have no id: then their number is one. A call with the
//! signature of a thought stays as it is.

use std::borrow::Cow;

use super::reader::{RequestReader, ResultText, TextPlace};
use crate::model::{ItemKind, MessageRole};
use ctx_text::json::Json;

pub(super) fn read_gemini_content<'a>(reader: &mut RequestReader<'a>, content: Json<'a>) -> Option<()> {
    let role = match content.text_field("role").as_deref() {
        Some("model") => MessageRole::Assistant,
        _ => MessageRole::User,
    };
    for part in content.get("parts")?.items() {
        if let Some(call) = part.get("functionCall") {
            let number = reader.conversation.items.iter().filter(|item| item.kind == ItemKind::Input).count();
            let args =
                call.get("args").map_or(("{}".into(), TextPlace::Fixed), |args| reader.read_object_arguments(args));
            let is_signed = ["thoughtSignature", "thought_signature"].iter().any(|name| part.get(name).is_some());
            reader.push_tool_input(call_id_or_number(call, number), call.text_field("name")?, args, is_signed);
        } else if let Some(response) = part.get("functionResponse") {
            let number = reader.conversation.items.iter().filter(|item| item.kind == ItemKind::Result).count();
            let found = read_response_text(reader, response.get("response"));
            let failed = response.get("response").is_some_and(|response| response.get("error").is_some());
            reader.push_tool_result(call_id_or_number(response, number), found, failed);
        } else if part.get("thought").and_then(Json::as_bool) == Some(true) {
            reader.push_thinking(part.raw());
        } else if let Some(text) = part.text_field("text") {
            reader.push_text(role, text);
        } else {
            reader.push_text(role, part.raw());
        }
    }
    Some(())
}

/// The call and its answer have the same number, if they have no id.
fn call_id_or_number<'a>(value: Json<'a>, number: usize) -> Cow<'a, str> {
    value.text_field("id").filter(|id| !id.is_empty()).unwrap_or_else(|| Cow::Owned(format!("call-{number}")))
}

/// The one text of an answer, whatever its field is called. An answer with more in it is not taken apart.
fn read_response_text<'a>(reader: &RequestReader<'a>, response: Option<Json<'a>>) -> ResultText<'a> {
    let Some(response) = response else { return ResultText::unchangeable("") };
    let mut texts = response.fields().filter_map(|(_, value)| Some((value.as_text()?, value)));
    match (texts.next(), texts.next(), response.fields().count()) {
        (Some((text, place)), None, 1) => {
            ResultText { text, media: 0, place: TextPlace::Texts(vec![reader.byte_range_of(place)]) }
        }
        _ => ResultText::unchangeable(response.raw()),
    }
}
