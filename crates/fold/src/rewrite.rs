//! A line of a transcript with its folds in it. Lines without a fold keep their bytes.

use std::borrow::Cow;

use serde_json::Value;

use crate::model::CallHalf;

/// The text in place of this half of a tool call, if it is folded.
pub type Folded<'f> = dyn Fn(&str, CallHalf) -> Option<&'f str> + 'f;

/// Whether a line notes what a request of this session sent (Claude Code 2.1.326). A copy has sent nothing yet, and the
/// hashes in these lines are of texts that it does not hold.
pub fn is_request_record(line: &str) -> bool {
    let is_named =
        ["\"api-request\"", "\"api-request-blob\"", "\"api-request-shape\""].iter().any(|kind| line.contains(kind));
    is_named
        && serde_json::from_str::<Value>(line)
            .is_ok_and(|value| value["type"].as_str().is_some_and(|kind| kind.starts_with("api-request")))
}

/// The line with its folds, under another session's id if one is given (the old one, the new one).
pub fn rewrite_line<'l>(line: &'l str, folded: &Folded<'_>, session: Option<(&str, &str)>) -> Cow<'l, str> {
    let Ok(mut value) = serde_json::from_str::<Value>(line) else { return Cow::Borrowed(line) };
    let mut is_changed = session.is_some_and(|(old, new)| rename(&mut value, old, new));
    is_changed |= match value.get("payload") {
        Some(payload) if payload.is_object() => codex(&mut value["payload"], folded),
        _ if value["isSidechain"] == Value::Bool(true) => false,
        _ => claude_code(&mut value, folded),
    };
    if is_changed { Cow::Owned(value.to_string()) } else { Cow::Borrowed(line) }
}

/// The fields that hold the session's id.
fn rename(value: &mut Value, old: &str, new: &str) -> bool {
    let mut is_changed = false;
    let mut set = |field: Option<&mut Value>| {
        if let Some(field) = field.filter(|field| field.as_str() == Some(old)) {
            *field = Value::String(new.to_owned());
            is_changed = true;
        }
    };
    for name in ["sessionId", "session_id"] {
        set(value.get_mut(name));
    }
    if value["type"] == "session_meta" {
        for name in ["id", "session_id"] {
            set(value.get_mut("payload").and_then(|payload| payload.get_mut(name)));
        }
    }
    is_changed
}

fn claude_code(value: &mut Value, folded: &Folded<'_>) -> bool {
    let Some(Value::Array(blocks)) = value.get_mut("message").and_then(|message| message.get_mut("content")) else {
        return false;
    };
    let mut is_changed = false;
    for block in blocks {
        let (id, part, field) = match block["type"].as_str() {
            Some("tool_use") => ("id", CallHalf::Input, "input"),
            Some("tool_result") => ("tool_use_id", CallHalf::Result, "content"),
            _ => continue,
        };
        let Some(text) = block[id].as_str().and_then(|id| folded(id, part)) else { continue };
        block[field] = match part {
            CallHalf::Input => object_or_text(text),
            CallHalf::Result => match std::mem::take(&mut block[field]) {
                Value::Array(blocks) => in_blocks(blocks, text),
                _ => Value::String(text.to_owned()),
            },
        };
        is_changed = true;
    }
    is_changed
}

/// A list of blocks of text keeps its blocks, as in a request.
fn in_blocks(mut blocks: Vec<Value>, text: &str) -> Value {
    let lengths: Vec<usize> = blocks.iter().map(|block| block["text"].as_str().map_or(0, str::len)).collect();
    for (block, new) in blocks.iter_mut().zip(crate::wire::split_over_blocks(&lengths, text)) {
        if let (Some(place), Some(new)) = (block.get_mut("text"), new) {
            *place = Value::String(new.to_owned());
        }
    }
    Value::Array(blocks)
}

fn codex(payload: &mut Value, folded: &Folded<'_>) -> bool {
    let part = match payload["type"].as_str() {
        Some("function_call" | "custom_tool_call" | "local_shell_call") => CallHalf::Input,
        Some("function_call_output" | "custom_tool_call_output") => CallHalf::Result,
        _ => return false,
    };
    let Some(text) = payload["call_id"].as_str().and_then(|id| folded(id, part)) else { return false };
    let fields: &[&str] = if part == CallHalf::Input { &["arguments", "input", "action"] } else { &["output"] };
    let is_set =
        |field: &&&str| payload.get(**field).is_some_and(|value| !value.is_null() && value.as_str() != Some(""));
    let Some(field) = fields.iter().find(is_set) else { return false };
    let place = &mut payload[*field];
    *place = match place {
        Value::Array(blocks) => in_blocks(std::mem::take(blocks), text),
        Value::Object(_) if part == CallHalf::Input => object_or_text(text),
        Value::Object(fields) => {
            fields.insert("content".to_owned(), Value::String(text.to_owned()));
            return true;
        }
        _ => Value::String(text.to_owned()),
    };
    true
}

/// An input that was an object stays one.
fn object_or_text(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() => value,
        _ => Value::String(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn folded(id: &str, part: CallHalf) -> Option<&'static str> {
        match (id, part) {
            ("t1", CallHalf::Input) => Some(r#"{"file_path":"a.rs","content":"[ctx:k] 9 lines"}"#),
            ("t1", CallHalf::Result) => Some("[ctx:r] result"),
            ("c1", CallHalf::Input) => Some("[ctx:p] patch"),
            ("c1", CallHalf::Result) => Some("[ctx:o] output"),
            _ => None,
        }
    }

    #[test]
    fn both_formats_keep_their_shape() {
        let cases = [
            (
                r#"{"type":"assistant","sessionId":"s","message":{"role":"assistant","id":"m","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"a.rs","content":"long"}}]}}"#,
                r#"{"type":"assistant","sessionId":"new","message":{"role":"assistant","id":"m","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"a.rs","content":"[ctx:k] 9 lines"}}]}}"#,
            ),
            (
                r#"{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":[{"type":"text","text":"x"}]}]}}"#,
                r#"{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":[{"type":"text","text":"[ctx:r] result"}]}]}}"#,
            ),
            (
                r#"{"type":"response_item","payload":{"type":"custom_tool_call","call_id":"c1","name":"apply_patch","input":"*** Begin"}}"#,
                r#"{"type":"response_item","payload":{"type":"custom_tool_call","call_id":"c1","name":"apply_patch","input":"[ctx:p] patch"}}"#,
            ),
            (
                r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"x"}]}}"#,
                r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"[ctx:o] output"}]}}"#,
            ),
            (
                r#"{"type":"session_meta","payload":{"id":"s","cwd":"/x"}}"#,
                r#"{"type":"session_meta","payload":{"id":"new","cwd":"/x"}}"#,
            ),
            (r#"{"type": "summary",  "leafUuid": "u"}"#, r#"{"type": "summary",  "leafUuid": "u"}"#),
            ("no json", "no json"),
        ];
        for (before, after) in cases {
            assert_eq!(rewrite_line(before, &folded, Some(("s", "new"))), after);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_line_survives(text in "\\PC{0,200}") {
            let _ = rewrite_line(&text, &folded, Some(("s", "new")));
        }

        #[test]
        fn without_folds_a_line_keeps_its_bytes(id in "[a-z]{1,3}", text in "\\PC{0,60}") {
            let value = json!({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":id,"content":text}]}});
            let before = value.to_string();
            let after = rewrite_line(&before, &|_, _| None, None);
            proptest::prop_assert_eq!(&*after, &*before);
        }
    }
}
