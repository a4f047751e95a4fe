//! Whatever comes on stdin: the end is 0, stdout is nothing or an object, and nothing is decided or rewritten.

use ctx_agents::hooks::{self, Agent, HookAnswer, HookEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::schema::{fault, strangers};
use super::{filled, hook, hook_with, parsed, rows, schema_of};
use crate::harness::Home;

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
        Just(json!("npm test")),
        Just(json!("Bash")),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::hash_map(
                prop_oneof![
                    Just("command".to_owned()),
                    Just("tool_input".to_owned()),
                    Just("tool_response".to_owned()),
                    Just("content".to_owned()),
                    Just("text".to_owned()),
                    Just("type".to_owned()),
                    ".{0,8}"
                ],
                inner,
                0..5
            )
            .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// A payload of the tables with some of its fields changed or gone, or none of theirs at all.
fn payloads() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let count = rows().len();
    let changed = (0..count, prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(any_json())), 0..4));
    let changed = changed.prop_map(|(at, changes)| {
        let mut payload = rows().swap_remove(at).case["payload"].take();
        for (index, value) in changes {
            let Some(object) = payload.as_object_mut().filter(|object| !object.is_empty()) else { break };
            let name = object.keys().nth(index.index(object.len())).unwrap().clone();
            match value {
                Some(value) => object.insert(name, value),
                None => object.shift_remove(&name),
            };
        }
        (at, payload.to_string().into_bytes())
    });
    let other = (0..count, any_json()).prop_map(|(at, value)| (at, value.to_string().into_bytes()));
    let bytes = (0..count, prop::collection::vec(any::<u8>(), 0..200));
    prop_oneof![4 => changed, 1 => other, 1 => bytes]
}

fn mentions_allow(value: &Value) -> bool {
    let decides = |value: &Value| ["allow", "approve"].iter().any(|word| value == word);
    match value {
        Value::Object(fields) => fields.iter().any(|(name, field)| {
            // The input and output of the tool are not ours to judge.
            !["updatedToolOutput", "updatedMCPToolOutput"].contains(&name.as_str())
                && (decides(field) || mentions_allow(field))
        }),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_payload_ends_well((at, bytes) in payloads(), shift in 0usize..3) {
        let home = Home::new();
        let rows = rows();
        // Also a payload of one event at the hook of another.
        let row = &rows[(at + shift * 17) % rows.len()];
        let bytes = match serde_json::from_slice::<Value>(&bytes) {
            Ok(value) => filled(&value, &home).to_string().into_bytes(),
            Err(_) => bytes,
        };
        let done = hook_with(&home, &row.agent, &row.event, &bytes, &[]);
        prop_assert_eq!(done.code, 0, "{}: {}", &row.name, &done.err);
        prop_assert!(!done.err.contains("panicked"), "{}", &done.err);
        let answer = parsed(&row.name, &done.out);
        prop_assert!(!answer.as_ref().is_some_and(mentions_allow), "{}", &done.out);
        if row.agent == "cursor" {
            prop_assert!(!done.out.is_empty());
        }
        if let Some(answer) = &answer {
            // The answer is in the format of the agent that asked.
            let agent = Agent::from_name(&row.agent).unwrap();
            let payload = String::from_utf8(bytes).unwrap();
            let asked_by = hooks::parse_hook_call(agent, agent.parse_event_name(&row.event), &payload).unwrap().agent;
            let schema = schema_of(asked_by.name(), &row.event);
            prop_assert_eq!(fault(&schema, answer), None, "{}", &row.name);
            prop_assert!(strangers(&schema, answer).is_empty(), "{}: {}", &row.name, &done.out);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// No answer allows anything or changes what is run, in any agent's words.
    #[test]
    fn no_answer_decides((_, bytes) in payloads(), words in ".{0,60}", agent in 0usize..7, event in 0usize..8) {
        let Ok(payload) = String::from_utf8(bytes) else { return Ok(()) };
        let agent = Agent::ALL[agent];
        let event = [
            HookEvent::AfterTool, HookEvent::ToolFailed, HookEvent::BeforeCompact, HookEvent::SessionStart, HookEvent::Prompt,
            HookEvent::Stop, HookEvent::SubagentStop, HookEvent::SessionEnd,
        ][event];
        let Some(call) = hooks::parse_hook_call(agent, event, &payload) else { return Ok(()) };
        let answers = [
            HookAnswer::Nothing,
            HookAnswer::Replace { text: words.clone() },
            HookAnswer::Context { text: words },
        ];
        for answer in &answers {
            let out = hooks::render_hook_answer(&call, answer);
            let parsed = parsed("answer", &out);
            prop_assert!(!parsed.as_ref().is_some_and(mentions_allow), "{}", out);
            let inputs = ["\"updatedInput\":", "\"tool_input\":", "\"updated_input\":", "\"modifiedArgs\":", "\"args\":"];
            let keys = parsed.as_ref().map(|answer| answer.to_string()).unwrap_or_default();
            prop_assert!(!inputs.iter().any(|name| keys.starts_with(&format!("{{{name}"))), "{}", out);
        }
    }
}

/// Found by `any_payload_ends_well`: results of Codex's and of Claude Code's shape at Copilot's hook were answered in theirs.
#[test]
fn a_result_of_another_agents_shape_is_not_replaced() {
    let home = Home::new();
    let text = "a line of a very long result\n".repeat(1000);
    for result in [json!([{ "type": "text", "text": text }]), json!({ "stdout": text, "stderr": "" })] {
        let payload = json!({ "session_id": "s", "tool_input": {}, "tool_response": result });
        let done = hook(&home, "copilot", "post-tool-use", &payload);
        assert_eq!((done.code, done.out.contains("modifiedResult")), (0, false), "{}", done.out);
    }
}

#[test]
fn a_payload_of_many_megabytes_is_read() {
    let home = Home::new();
    let text = "a line of a very long result\n".repeat(400_000);
    let payload = json!({ "session_id": "s", "tool_name": "mcp__a__b", "tool_input": {}, "tool_use_id": "t", "tool_response": text });
    let done = hook(&home, "claude-code", "post-tool-use", &payload);
    assert_eq!(done.code, 0);
    assert!(done.out.contains("[ctx:") && done.out.len() < 4000, "{}", done.out.len());
}
