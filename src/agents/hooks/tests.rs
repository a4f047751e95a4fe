use super::*;

fn call<'a>(agent: Agent, event: Event, payload: &'a str) -> Call<'a> {
    read(agent, event, payload).expect("a payload")
}

#[test]
fn every_field_of_the_input_stays_as_it_is() {
    let payload = r#"{"tool_name":"Bash","tool_input":{"big": 123456789012345678901234567890, "command":"npm  test", "f":1.0e+2,
        "text":"\u00e9\ud83d\ude00","list":[ 1,2 ]}}"#;
    let call = call(Agent::ClaudeCode, Event::BeforeTool, payload);
    let written = answer(&call, &Answer::Rewrite { command: "ctx run -- npm  test".into(), allow: false });
    assert_eq!(
        written,
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"big":123456789012345678901234567890,"command":"ctx run -- npm  test","f":1.0e+2,"text":"\u00e9\ud83d\ude00","list":[ 1,2 ]}}}"#
    );
}

#[test]
fn a_rewritten_command_in_the_words_of_each_agent() {
    let claude_like = r#"{"session_id":"s","tool_name":"Bash","tool_input":{"command":"npm test","timeout":9}}"#;
    let rewrite = |agent: Agent, payload: &str, allow: bool| {
        answer(
            &call(agent, Event::BeforeTool, payload),
            &Answer::Rewrite { command: "ctx run -- npm test".into(), allow },
        )
    };
    let input = r#"{"command":"ctx run -- npm test","timeout":9}"#;
    let specific = |decision: &str| {
        format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse",{decision}"updatedInput":{input}}}}}"#)
    };
    let allow = r#""permissionDecision":"allow","#;
    assert_eq!(rewrite(Agent::ClaudeCode, claude_like, false), specific(""));
    assert_eq!(rewrite(Agent::ClaudeCode, claude_like, true), specific(allow));
    assert_eq!(rewrite(Agent::Codex, claude_like, false), "", "Codex takes no command without allow");
    assert_eq!(rewrite(Agent::Codex, claude_like, true), specific(allow));
    assert_eq!(rewrite(Agent::VsCode, claude_like, true), specific(""), "VS Code's approvals are its own");
    assert_eq!(
        rewrite(Agent::Gemini, claude_like, true),
        r#"{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"command":"ctx run -- npm test"}}}"#
    );
    assert_eq!(rewrite(Agent::Cursor, claude_like, true), format!(r#"{{"updated_input":{input}}}"#));
    let copilot = r#"{"toolName":"bash","toolArgs":"{\"command\":\"npm test\",\"timeout\":9}"}"#;
    assert_eq!(rewrite(Agent::Copilot, copilot, true), format!(r#"{{"modifiedArgs":{input}}}"#));
    let opencode = r#"{"tool":"bash","args":{"command":"npm test","timeout":9}}"#;
    assert_eq!(rewrite(Agent::OpenCode, opencode, true), format!(r#"{{"args":{input}}}"#));
}

#[test]
fn commands_that_are_not_waited_for_are_left_alone() {
    let command = |agent: Agent, tool: &str, input: &str| {
        let payload =
            format!(r#"{{"tool_name":"{tool}","tool_input":{input},"toolName":"{tool}","toolArgs":{input}}}"#);
        call(agent, Event::BeforeTool, &payload).command().map(Cow::into_owned)
    };
    let plain = r#"{"command":"npm test"}"#;
    assert_eq!(command(Agent::ClaudeCode, "Bash", plain).as_deref(), Some("npm test"));
    assert_eq!(command(Agent::ClaudeCode, "PowerShell", plain), None);
    assert_eq!(command(Agent::ClaudeCode, "Bash", r#"{"command":"npm run dev","run_in_background":true}"#), None);
    assert!(command(Agent::ClaudeCode, "Bash", r#"{"command":"x","run_in_background":false}"#).is_some());
    assert_eq!(command(Agent::VsCode, "run_in_terminal", r#"{"command":"x","isBackground":true}"#), None);
    assert_eq!(command(Agent::Copilot, "bash", r#"{"command":"x","mode":"async"}"#), None);
    assert!(command(Agent::Copilot, "bash", r#"{"command":"x","mode":"sync"}"#).is_some());
    assert_eq!(command(Agent::ClaudeCode, "Bash", r#"{"command":"echo \ud800"}"#), None, "half a character");
}

#[test]
fn session_names_for_shells() {
    for name in ["5e55-1", "ses_01ABC", "a.b"] {
        assert!(host::is_session(name), "{name}");
    }
    for name in ["", "-x", "..", "a b", "$(x)", "a'b", "a\nb", &"x".repeat(129)] {
        assert!(!host::is_session(name), "{name}");
    }
}
