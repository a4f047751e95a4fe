//! A session decided request by request, as a proxy does, and the same session replayed as a transcript: the folds are the
//! same.

use proptest::prelude::*;
use serde_json::{Value, json};

use ctx_fold::transcript::Transcript;
use ctx_fold::wire::{Format, parse_request_body};
use ctx_fold::{ConversationItem, EngineHost, FoldEngine, FoldOptions, ItemSummary, ToolAct, pieces};

/// Reads by path, runs by command, and keeps everything under its length and its beginning.
struct TestHost;

impl EngineHost for TestHost {
    fn classify_tool_call(&self, tool: &str, input: &str) -> ToolAct {
        let input: Value = serde_json::from_str(input).unwrap_or_default();
        let text = |name: &str| input[name].as_str().unwrap_or_default().to_owned();
        match tool {
            "Read" => ToolAct::Read { path: text("path"), lines: None },
            "Write" => ToolAct::Change { paths: vec![text("path")], whole: true },
            _ => ToolAct::Run { command: text("command"), folder: None },
        }
    }

    fn store_item(&mut self, item: &ConversationItem<'_>, _: &ToolAct) -> Option<String> {
        Some(format!("kept{}", item.id))
    }

    fn summarize_item(&self, item: &ConversationItem<'_>, _: &ToolAct) -> ItemSummary {
        ItemSummary {
            title: item.tool.clone().into_owned(),
            lines: pieces::split_into_stub_candidates(&item.text, &|_| 0),
        }
    }

    fn digest_output(&self, item: &ConversationItem<'_>, _: &ToolAct, reference: &str) -> Option<String> {
        item.text.contains("digested").then(|| format!("[ctx:{reference}] {}", item.text.lines().next().unwrap_or("")))
    }
}

/// A call: its tool, which file or command, how much it gives, whether it fails.
type ToolCallStep = (usize, u8, usize, bool);

fn tool_call_message(n: usize, &(tool, which, size, _): &ToolCallStep) -> Value {
    let name = ["Read", "Write", "Bash"][tool];
    let long = "let total_sum = cart_items.len();\n".repeat(size / 40);
    let input = match tool {
        0 => json!({ "path": format!("src/file_{which}.rs") }),
        1 => json!({ "path": format!("src/file_{which}.rs"), "content": long }),
        _ => json!({ "command": format!("make part_{which}") }),
    };
    let words = json!({ "type": "text", "text": format!("Step {n}.") });
    json!([words, { "type": "tool_use", "id": format!("toolu_{n}"), "name": name, "input": input }])
}

fn tool_result_message(n: usize, &(tool, which, size, failed): &ToolCallStep) -> Value {
    let line = |k: usize| format!("{k}: module_{which}/name_{} at call {}\n", k * 7, if tool == 2 { n } else { 0 });
    let mut text: String = (0..size / 35).map(line).collect();
    if n % 5 == 4 {
        text.insert_str(0, "digested\n");
    }
    json!([{ "type": "tool_result", "tool_use_id": format!("toolu_{n}"), "content": text, "is_error": failed }])
}

/// The folds of a session whose requests are decided one by one, and those of its replay.
fn live_and_replayed_folds(steps: &[ToolCallStep]) -> (FoldEngine, FoldEngine) {
    let mut messages = vec![json!({ "role": "user", "content": "Please look." })];
    let options = FoldOptions::default();
    let mut live = FoldEngine::new(options.clone());
    for n in 0..=steps.len() {
        let body = json!({ "messages": messages }).to_string();
        live.decide_folds(
            &parse_request_body(Format::Messages, body.as_bytes()).expect("a request").conversation,
            &mut TestHost,
        );
        if let Some(step) = steps.get(n) {
            messages.push(json!({ "role": "assistant", "content": tool_call_message(n, step) }));
            messages.push(json!({ "role": "user", "content": tool_result_message(n, step) }));
        }
    }
    let line = |(at, message): (usize, &Value)| {
        let mut message = message.clone();
        message["id"] = json!(format!("msg_{at}"));
        json!({ "type": message["role"], "sessionId": "s", "message": message }).to_string()
    };
    let text: Vec<String> = messages.iter().enumerate().map(line).collect();
    let mut replay = FoldEngine::new(options);
    replay.decide_folds(Transcript::from_file_text(&text.join("\n")).conversation(), &mut TestHost);
    (live, replay)
}

/// Without folds the property below would hold of nothing.
#[test]
fn a_long_session_is_folded_alike() {
    let steps: Vec<ToolCallStep> = (0..60).map(|n| (2 * (n % 2), (n % 6) as u8, 8000, false)).collect();
    let (live, replay) = live_and_replayed_folds(&steps);
    assert!(!live.all_folds().is_empty());
    assert_eq!(live.all_folds(), replay.all_folds());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn requests_and_a_replay_give_the_same_folds(
        steps in proptest::collection::vec((0..3usize, 0..6u8, 0..9000usize, prop::bool::weighted(0.1)), 20..70)
    ) {
        let (live, replay) = live_and_replayed_folds(&steps);
        prop_assert_eq!(live.all_folds(), replay.all_folds());
    }
}
