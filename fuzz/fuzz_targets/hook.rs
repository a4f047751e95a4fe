//! Any payload at any hook: read without a panic, answered with nothing or with one JSON object, and never with a leave
//! that was not given.
#![no_main]

use ctx::agents::hooks::{Agent, HookAnswer, answer, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &str)| {
    let (agent, event, payload) = input;
    let agent = Agent::ALL[usize::from(agent) % Agent::ALL.len()];
    let events = agent.events();
    let (_, event) = events[usize::from(event) % events.len()];
    let Some(call) = read(agent, event, payload) else { return };
    let replies = [
        HookAnswer::Nothing,
        HookAnswer::Replace { text: "[ctx:k7f2qa] x".into() },
        HookAnswer::Context { text: "a fact".into() },
    ];
    for reply in &replies {
        let out = answer(&call, reply);
        if out.is_empty() {
            continue;
        }
        // Halves of characters come through as they were written; only JavaScript reads them.
        if !payload.contains("\\u") {
            let value: serde_json::Value = serde_json::from_str(&out).expect("one JSON value");
            let decision = value.pointer("/hookSpecificOutput/permissionDecision");
            assert!(value.is_object() && decision.is_none(), "{out}");
        }
    }
});
