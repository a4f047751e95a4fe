use super::*;

fn call<'a>(agent: Agent, event: HookEvent, payload: &'a str) -> HookCall<'a> {
    parse_hook_call(agent, event, payload).expect("a payload")
}

#[test]
fn every_field_of_a_result_stays_as_it_is() {
    let payload = r#"{"tool_name":"mcp__a__b","tool_response":{"big": 123456789012345678901234567890, "content":"long  text", "f":1.0e+2,
        "text":"\u00e9\ud83d\ude00","list":[ 1,2 ]}}"#;
    let call = call(Agent::ClaudeCode, HookEvent::AfterTool, payload);
    let written = render_hook_answer(&call, &HookAnswer::Replace { text: "[ctx:k7f2qa] short".into() });
    assert_eq!(
        written,
        r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedMCPToolOutput":{"big":123456789012345678901234567890,"content":"[ctx:k7f2qa] short","f":1.0e+2,"text":"\u00e9\ud83d\ude00","list":[ 1,2 ]}}}"#
    );
}

#[test]
fn ctx_has_no_event_before_a_tool() {
    for agent in Agent::ALL {
        for name in ["pre-tool-use", "before-tool", "tool-execute-before", "permission-request"] {
            assert_eq!(agent.parse_event_name(name), HookEvent::Other, "{} {name}", agent.name());
        }
    }
}

#[test]
fn session_names_for_shells() {
    for name in ["5e55-1", "ses_01ABC", "a.b"] {
        assert!(host::is_safe_session_name(name), "{name}");
    }
    for name in ["", "-x", "..", "a b", "$(x)", "a'b", "a\nb", &"x".repeat(129)] {
        assert!(!host::is_safe_session_name(name), "{name}");
    }
}
