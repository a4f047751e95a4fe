//! Beside somebody else who shortens a conversation: the proxy steps back, says so, and leads back to what is gone.

use serde_json::{Value, json};

use super::folds::{conversation, output};
use super::*;
use crate::harness::Home;

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
const CLEARED: &str = "[Old tool result content cleared]";

/// Sends a conversation call by call; what the provider got last.
fn grow(proxy: &Proxy, provider: &Provider, calls: usize, change: impl Fn(&mut Value)) -> String {
    for calls in 1..=calls {
        let mut body = conversation(calls);
        change(&mut body);
        post(proxy.port, &proxy.target("/v1/messages"), "", body.to_string().as_bytes());
    }
    String::from_utf8(provider.last().body).unwrap()
}

#[test]
fn a_provider_that_clears_or_compacts_is_left_to_it() {
    let (home, provider) = (Home::new(), Provider::saying(OK));
    for edit in ["clear_tool_uses_20250919", "compact_20260112"] {
        let proxy = Proxy::start(&home, &provider.base());
        let managed = |body: &mut Value| body["context_management"] = json!({ "edits": [{ "type": edit }] });
        let mut whole = conversation(50);
        managed(&mut whole);
        assert_eq!(grow(&proxy, &provider, 50, managed), whole.to_string(), "{edit}");
    }
    let proxy = Proxy::start(&home, &provider.base());
    let thinking =
        |body: &mut Value| body["context_management"] = json!({ "edits": [{ "type": "clear_thinking_20251015" }] });
    assert!(grow(&proxy, &provider, 50, thinking).contains("[ctx:"), "Claude Code always asks for this one");
}

#[test]
fn a_request_for_a_summary_is_whole() {
    let (home, provider) = (Home::new(), Provider::saying(OK));
    let proxy = Proxy::start(&home, &provider.base());
    let folded = grow(&proxy, &provider, 50, |_| {});
    assert!(folded.contains("[ctx:"));
    let mut asked = conversation(50);
    let words = "Your task is to create a detailed summary of the conversation so far, paying close attention.";
    asked["messages"].as_array_mut().unwrap().push(json!({ "role": "user", "content": words }));
    post(proxy.port, &proxy.target("/v1/messages"), "", asked.to_string().as_bytes());
    assert_eq!(String::from_utf8(provider.last().body).unwrap(), asked.to_string());
    // The conversation goes on as if it had not been asked.
    post(proxy.port, &proxy.target("/v1/messages"), "", conversation(50).to_string().as_bytes());
    assert_eq!(String::from_utf8(provider.last().body).unwrap(), folded);
}

/// Claude Code and OpenCode clear old results by themselves: the bytes that passed here are still to be had.
#[test]
fn what_the_agent_cleared_leads_to_its_bytes() {
    let (home, provider) = (Home::new(), Provider::saying(OK));
    let proxy = Proxy::start(&home, &provider.base());
    grow(&proxy, &provider, 12, |_| {});
    let mut cleared = conversation(13);
    for n in 0..4 {
        cleared["messages"][2 * n + 2]["content"][0]["content"] = json!(CLEARED);
    }
    let mut sent: Value = Value::Null;
    for _ in 0..2 {
        post(proxy.port, &proxy.target("/v1/messages"), "", cleared.to_string().as_bytes());
        let got: Value = serde_json::from_slice(&provider.last().body).unwrap();
        assert!(sent.is_null() || sent == got, "the same words each time");
        sent = got;
    }
    for n in 0..4 {
        let text = sent["messages"][2 * n + 2]["content"][0]["content"].as_str().unwrap();
        let id = text.strip_prefix("[ctx:").and_then(|rest| rest.split(']').next()).unwrap_or_else(|| panic!("{text}"));
        assert!(text.contains("cleared by the agent"), "{text}");
        assert_eq!(home.ctx(["get", id, "--raw"]).out, output(n), "{id}");
    }
    // Where the bytes were never seen, the agent's own words stay.
    let fresh = Proxy::start(&home, &provider.base());
    post(fresh.port, &fresh.target("/v1/messages"), "", cleared.to_string().as_bytes());
    assert!(String::from_utf8(provider.last().body).unwrap().contains(CLEARED));
}

/// Another program that shortens results on their way: nothing more is folded beside it.
#[test]
fn another_pruner_is_left_to_it() {
    let (home, provider) = (Home::new(), Provider::saying(OK));
    let proxy = Proxy::start(&home, &provider.base());
    let pruned = |body: &mut Value| {
        let messages = body["messages"].as_array_mut().unwrap();
        let many = messages.len().saturating_sub(20);
        for message in &mut messages[..many] {
            if message["role"] == "user" && message["content"].is_array() {
                message["content"][0]["content"] = json!("[Output removed to save context]");
            }
        }
    };
    let got = grow(&proxy, &provider, 60, pruned);
    let mut whole = conversation(60);
    pruned(&mut whole);
    let folds = got.matches("[ctx:").count();
    assert!(folds < 10, "{folds} folds beside another pruner");
    assert!(got.matches("[Output removed to save context]").count() >= 40, "its own words stay");
}

#[test]
fn what_the_provider_remembers_is_not_touched() {
    let (home, provider) = (Home::new(), Provider::saying(OK));
    let proxy = Proxy::start(&home, &provider.base());
    let item = |n: usize| {
        [
            json!({ "type": "function_call", "call_id": format!("c{n}"), "name": "exec_command", "arguments": json!({ "cmd": format!("make {n}") }).to_string() }),
            json!({ "type": "function_call_output", "call_id": format!("c{n}"), "output": output(n) }),
        ]
    };
    for calls in 1..=40 {
        let input: Vec<Value> = (0..calls).flat_map(item).collect();
        let body = json!({ "model": "gpt-5.1", "previous_response_id": "resp_1", "input": input }).to_string();
        post(proxy.port, &proxy.target("/v1/responses"), "", body.as_bytes());
        assert_eq!(String::from_utf8(provider.last().body).unwrap(), body);
    }
    // Behind a summary of the provider's own, what it summed up stays as it is.
    let mut input: Vec<Value> = (0..20).flat_map(item).collect();
    input.push(json!({ "type": "compaction", "encrypted_content": "eHh4" }));
    let head = input.clone();
    for calls in 1..=40 {
        let input: Vec<Value> = head.iter().cloned().chain((20..20 + calls).flat_map(item)).collect();
        let body = json!({ "model": "gpt-5.1", "input": input }).to_string();
        post(proxy.port, &proxy.target("/v1/responses"), "", body.as_bytes());
    }
    let got: Value = serde_json::from_slice(&provider.last().body).unwrap();
    assert_eq!(&got["input"].as_array().unwrap()[..head.len()], &head[..]);
    assert!(got.to_string().contains("[ctx:"), "what came after it is folded");
}
