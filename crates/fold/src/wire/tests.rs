//! Each format rebuilt from random conversations: what is folded is changed and nothing else is.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

const FORMATS: [Format; 4] = [Format::Messages, Format::Responses, Format::Chat, Format::Gemini];

/// A turn of a conversation: words, and calls with their inputs and results.
#[derive(Clone, Debug)]
struct Turn {
    user: Option<String>,
    words: String,
    thinks: bool,
    calls: Vec<(String, String, Shape)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Text,
    Blocks,
    WithImage,
    Odd,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let shape = prop_oneof![Just(Shape::Text), Just(Shape::Blocks), Just(Shape::WithImage), Just(Shape::Odd)];
    let call = (any::<String>(), any::<String>(), shape);
    let turn =
        (proptest::option::of(any::<String>()), any::<String>(), any::<bool>(), proptest::collection::vec(call, 0..4));
    let turn = turn.prop_map(|(user, words, thinks, calls)| Turn { user, words, thinks, calls });
    proptest::collection::vec(turn, 0..6)
}

fn blocks(shape: Shape, text: &str, kind: &str, image: Value) -> Value {
    let block = json!({ "type": kind, "text": text });
    match shape {
        Shape::Text => json!(text),
        Shape::Blocks => json!([block, { "type": kind, "text": "more" }]),
        Shape::WithImage => json!([block, image]),
        Shape::Odd => json!([block, { "type": "tool_reference", "tool_name": "x" }]),
    }
}

/// The request.
fn request(format: Format, turns: &[Turn]) -> Value {
    let mut list = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        match format {
            Format::Messages => messages(&mut list, at, turn),
            Format::Responses => responses(&mut list, at, turn),
            Format::Chat => chat(&mut list, at, turn),
            Format::Gemini => gemini(&mut list, turn),
        }
    }
    json!({ "model": "m", "system": "be good", format.conversation_field(): list, "stream": true, "temperature": 1.0 })
}

fn args(input: &str) -> Value {
    json!({ "file_path": "a.rs", "content": input, "n": [1, { "deep": input }] })
}

fn messages(list: &mut Vec<Value>, at: usize, turn: &Turn) {
    let id = |call: usize| format!("call_{at}_{call}");
    list.extend(turn.user.as_ref().map(|user| json!({ "role": "user", "content": user })));
    let mut content = vec![json!({ "type": "text", "text": turn.words, "cache_control": { "type": "ephemeral" } })];
    if turn.thinks {
        content.insert(0, json!({ "type": "thinking", "thinking": turn.words, "signature": "c2ln" }));
    }
    for (call, (input, ..)) in turn.calls.iter().enumerate() {
        content.push(json!({ "type": "tool_use", "id": id(call), "name": "Write", "input": args(input) }));
    }
    list.push(json!({ "role": "assistant", "content": content }));
    let results = turn.calls.iter().enumerate().map(|(call, (_, output, shape))| {
        let image = json!({ "type": "image", "source": { "type": "base64", "data": "aWk=" } });
        json!({ "tool_use_id": id(call), "type": "tool_result", "content": blocks(*shape, output, "text", image), "is_error": call == 1 })
    });
    let results: Vec<Value> = results.collect();
    list.extend((!results.is_empty()).then(|| json!({ "role": "user", "content": results })));
}

fn responses(list: &mut Vec<Value>, at: usize, turn: &Turn) {
    let id = |call: usize| format!("call_{at}_{call}");
    list.extend(
        turn.user.as_ref().map(|user| json!({ "role": "user", "content": [{ "type": "input_text", "text": user }] })),
    );
    list.extend(
        turn.thinks.then(|| json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "eHh4" })),
    );
    list.push(
        json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": turn.words }] }),
    );
    for (call, (input, ..)) in turn.calls.iter().enumerate() {
        list.push(match call {
            0 => json!({ "type": "custom_tool_call", "call_id": id(call), "name": "apply_patch", "input": format!("*** {input}") }),
            _ => json!({ "type": "function_call", "id": "fc_1", "call_id": id(call), "name": "exec_command", "arguments": args(input).to_string() }),
        });
    }
    for (call, (_, output, shape)) in turn.calls.iter().enumerate() {
        let kind = if call == 0 { "custom_tool_call_output" } else { "function_call_output" };
        let image = json!({ "type": "input_image", "image_url": "data:image/png;base64,aWk=" });
        list.push(json!({ "type": kind, "call_id": id(call), "output": blocks(*shape, output, "input_text", image) }));
    }
}

fn chat(list: &mut Vec<Value>, at: usize, turn: &Turn) {
    let id = |call: usize| format!("call_{at}_{call}");
    list.extend(turn.user.as_ref().map(|user| json!({ "role": "user", "content": user })));
    let calls = turn.calls.iter().enumerate().map(|(call, (input, ..))| {
        json!({ "id": id(call), "type": "function", "function": { "name": "bash", "arguments": args(input).to_string() } })
    });
    let calls: Vec<Value> = calls.collect();
    list.push(match calls.is_empty() {
        true => json!({ "role": "assistant", "content": turn.words }),
        false => json!({ "role": "assistant", "content": null, "tool_calls": calls }),
    });
    for (call, (_, output, shape)) in turn.calls.iter().enumerate() {
        let image = json!({ "type": "image_url", "image_url": { "url": "data:" } });
        list.push(
            json!({ "role": "tool", "tool_call_id": id(call), "content": blocks(*shape, output, "text", image) }),
        );
    }
}

fn gemini(list: &mut Vec<Value>, turn: &Turn) {
    list.extend(turn.user.as_ref().map(|user| json!({ "role": "user", "parts": [{ "text": user }] })));
    let mut parts = vec![json!({ "text": turn.words })];
    for (call, (input, ..)) in turn.calls.iter().enumerate() {
        let mut part = json!({ "functionCall": { "name": "write_file", "args": args(input) } });
        if turn.thinks && call == 0 {
            part["thoughtSignature"] = json!("c2ln");
        }
        parts.push(part);
    }
    list.push(json!({ "role": "model", "parts": parts }));
    let answers = turn.calls.iter().map(|(_, output, shape)| {
        let response = match shape {
            Shape::Odd => json!({ "output": output, "more": "x" }),
            _ => json!({ "output": output }),
        };
        json!({ "functionResponse": { "name": "write_file", "response": response } })
    });
    let answers: Vec<Value> = answers.collect();
    list.extend((!answers.is_empty()).then(|| json!({ "role": "user", "parts": answers })));
}

fn apply(body: &str, splices: &[Splice]) -> String {
    let mut text = String::new();
    let mut at = 0;
    for splice in splices {
        assert!(splice.range.start >= at, "in order");
        text.push_str(&body[at..splice.range.start]);
        text.push_str(&splice.text);
        at = splice.range.end;
    }
    text + &body[at..]
}

/// A text that fits the item: an input that was an object stays one.
fn stub(item: &ConversationItem<'_>, part: CallHalf) -> String {
    match part {
        CallHalf::Input if item.text.trim_start().starts_with('{') => {
            crate::input::shorten_input(&item.text, 20, "k7f2qa").unwrap_or_else(|| item.text.clone().into_owned())
        }
        _ => "[ctx:k7f2qa] folded \\ \"x\"\n\u{1}é".to_owned(),
    }
}

fn same_besides(format: Format, body: &str, which: &dyn Fn(usize) -> bool) -> Result<(), TestCaseError> {
    let before = parse_request_body(format, body.as_bytes()).expect("understood");
    let stubs: Vec<Option<String>> =
        before.conversation.items.iter().map(|item| item.call_half().map(|part| stub(item, part))).collect();
    let mut at = 0;
    let chosen: Vec<usize> = (0..stubs.len()).filter(|at| which(*at)).collect();
    let splices = before.splices_for_replacements(|item, part| {
        while before.conversation.items[at] != *item || item.call_half() != Some(part) {
            at += 1;
        }
        at += 1;
        stubs[at - 1].as_deref().filter(|_| chosen.contains(&(at - 1)))
    });
    let text = apply(body, &splices);
    let after = parse_request_body(format, text.as_bytes());
    prop_assert!(after.is_some(), "{text}");
    let after = after.unwrap();
    prop_assert_eq!(&before.conversation.calls, &after.conversation.calls);
    let last = before.conversation.calls.last().copied().unwrap_or(usize::MAX);
    for (at, (one, other)) in before.conversation.items.iter().zip(&after.conversation.items).enumerate() {
        prop_assert_eq!((&one.id, &one.tool, one.kind, one.role), (&other.id, &other.tool, other.kind, other.role));
        let may = one.call_half().is_some_and(|part| part == CallHalf::Result || at < last) && !one.pinned;
        match &stubs[at] {
            // A short block beside the folded one stays.
            Some(stub) if may && chosen.contains(&at) => prop_assert!(other.text.contains(stub.as_str()), "{other:?}"),
            _ => prop_assert_eq!(&one.text, &other.text),
        }
    }
    // Whoever reads JSON sees the same everywhere else.
    let (one, other): (Value, Value) = (serde_json::from_str(body).unwrap(), serde_json::from_str(&text).unwrap());
    for name in ["model", "system", "stream", "temperature"] {
        prop_assert_eq!(&one[name], &other[name]);
    }
    prop_assert_eq!(shape(one), shape(other));
    Ok(())
}

/// A value with every text left out: its fields, its lists and the number of its blocks.
fn shape(value: Value) -> Value {
    match value {
        Value::String(_) => Value::String(String::new()),
        Value::Array(items) => Value::Array(items.into_iter().map(shape).collect()),
        Value::Object(fields) => Value::Object(fields.into_iter().map(|(name, value)| (name, shape(value))).collect()),
        other => other,
    }
}

/// A sub-agent's answer in Claude Code 2.1: its report, and a block of the host's with its id.
#[test]
fn a_result_of_several_blocks_keeps_them() {
    let report = "The parser keeps its state in `Lexer`.\n".repeat(60);
    let host =
        "agentId: a1b2c3 (use SendMessage with to: 'a1b2c3' to continue this agent)\n<usage>total_tokens: 9</usage>";
    let text = |text: &str| json!({ "type": "text", "text": text });
    let body = json!({ "messages": [
        { "role": "assistant", "content": [{ "type": "tool_use", "id": "t", "name": "Agent", "input": { "prompt": "look" } }] },
        { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "t", "content": [text(&report), text(&report[39..]), text(host)] }] },
    ] }).to_string();
    let request = parse_request_body(Format::Messages, body.as_bytes()).unwrap();
    let after: Value = serde_json::from_str(&apply(
        &body,
        &request.splices_for_replacements(|_, part| (part == CallHalf::Result).then_some("[ctx:k] Agent")),
    ))
    .unwrap();
    let content = &after["messages"][1]["content"][0]["content"];
    assert_eq!(content, &json!([text("[ctx:k] Agent"), text("…"), text(host)]));
}

proptest! {
    #[test]
    fn only_what_is_folded_changes(turns in turns(), pretty in any::<bool>(), mask in any::<u64>()) {
        for format in FORMATS {
            let value = request(format, &turns);
            let body = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
            same_besides(format, &body, &|at| mask >> (at % 64) & 1 == 1)?;
            same_besides(format, &body, &|_| false)?;
            same_besides(format, &body, &|_| true)?;
        }
    }

    #[test]
    fn any_bytes_are_read_or_left_alone(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for format in FORMATS {
            let _ = parse_request_body(format, &bytes);
        }
    }

    #[test]
    fn any_value_is_read_or_left_alone(turns in turns(), cuts in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..6)) {
        for format in FORMATS {
            let mut body = request(format, &turns).to_string().into_bytes();
            for (at, byte) in &cuts {
                let at = usize::from(*at) % body.len();
                body[at] = *byte;
            }
            if let Some(request) = parse_request_body(format, &body) {
                let splices = request.splices_for_replacements(|_, _| Some("{\"a\":\"stub\"}"));
                let text = apply(std::str::from_utf8(&body).unwrap(), &splices);
                prop_assert!(serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok(), "{text}");
            }
        }
    }
}

#[test]
fn formats_by_their_addresses() {
    for (target, format) in [
        ("/v1/messages?beta=true", Some(Format::Messages)),
        ("/v1/messages/count_tokens", Some(Format::Messages)),
        ("/backend-api/codex/responses", Some(Format::Responses)),
        ("/v1/chat/completions", Some(Format::Chat)),
        ("/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse", Some(Format::Gemini)),
        ("/v1/models", None),
        ("/v1/responses/resp_1/cancel", None),
        ("/v1/messages/batches", None),
    ] {
        assert_eq!(Format::from_request_target(target), format, "{target}");
    }
}

#[test]
fn signed_marked_and_new_things_stay() {
    let body = json!({ "contents": [
        { "role": "model", "parts": [
            { "functionCall": { "name": "w", "args": { "content": "long" } }, "thoughtSignature": "x" },
            { "functionCall": { "name": "w", "args": { "content": "long" } } } ] },
        { "role": "user", "parts": [{ "functionResponse": { "name": "w", "response": { "output": "a" } } }, { "functionResponse": { "name": "w", "response": { "error": "b" } } }] },
        { "role": "model", "parts": [{ "functionCall": { "name": "w", "args": { "content": "new" } } }] },
    ] }).to_string();
    let request = parse_request_body(Format::Gemini, body.as_bytes()).unwrap();
    let splices = request.splices_for_replacements(|_, _| Some("{}"));
    let text = apply(&body, &splices);
    let value: Value = serde_json::from_str(&text).unwrap();
    let part = |content: usize, part: usize| value["contents"][content]["parts"][part].clone();
    assert_eq!(part(0, 0)["functionCall"]["args"], json!({ "content": "long" }), "signed");
    assert_eq!(part(0, 1)["functionCall"]["args"], json!({}), "old");
    assert_eq!(part(1, 0)["functionResponse"]["response"], json!({ "output": "{}" }));
    assert!(request.conversation.items[3].failed && !request.conversation.items[2].failed);
    assert_eq!(part(2, 0)["functionCall"]["args"], json!({ "content": "new" }), "just said");
    assert!(parse_request_body(Format::Messages, br#"{"messages":[],"messages":[]}"#).is_none(), "twice");
    assert!(
        parse_request_body(Format::Messages, br#"{"messages":[]} x"#).is_none()
            && parse_request_body(Format::Responses, br#"{"input":"hi"}"#).is_none()
    );
}

#[test]
fn ids_that_are_used_again_are_others() {
    let call = json!({ "role": "assistant", "content": "", "tool_calls": [{ "id": "call_0", "function": { "name": "a", "arguments": "{}" } }] });
    let result = json!({ "role": "tool", "tool_call_id": "call_0", "content": "x" });
    let body = json!({ "messages": [call, result, call, result] }).to_string();
    let request = parse_request_body(Format::Chat, body.as_bytes()).unwrap();
    let ids: Vec<&str> =
        request.conversation.items.iter().filter(|item| item.call_half().is_some()).map(|item| &*item.id).collect();
    assert_eq!(ids, ["call_0", "call_0", "call_0#2", "call_0#2"]);
}
