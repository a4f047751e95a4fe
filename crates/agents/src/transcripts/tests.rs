//! Each reader on lines as its agent writes them.

use super::*;

fn items(format: TranscriptFormat, text: &'static str) -> Vec<TranscriptItem<'static>> {
    let mut state = ReaderState { session: "file".into(), ..ReaderState::default() };
    let mut seen = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (value, _) = json::parse_first_value(line).unwrap().unwrap();
        read_transcript_value(format, value, index as u64 + 1, &mut state, &mut |item| seen.push(item));
    }
    seen
}

fn shown(items: &[TranscriptItem<'_>]) -> Vec<String> {
    let one = |item: &TranscriptItem<'_>| match &item.body {
        ItemBody::Prompt(text) => format!("prompt {text}"),
        ItemBody::Brief(text) => format!("brief {text}"),
        ItemBody::Report { name, text } => format!("report {name}: {text}"),
        ItemBody::Recap(text) => format!("recap {text}"),
        ItemBody::PullRequest { number, url } => format!("pull request {number} {url}"),
        ItemBody::Spent(spent) => format!(
            "spent {} {} {}+{}+{} {}",
            spent.id, spent.model, spent.input, spent.cache_read, spent.cache_write, spent.output
        ),
        ItemBody::Reply(text) => format!("reply {text}"),
        ItemBody::Summary(text) => format!("summary {text}"),
        ItemBody::Call(call) => format!("call {} {}", call.id, call.display_title()),
        ItemBody::Printed(call) => {
            format!("printed {} {:?}", call.id, call.printed.as_ref().map(|printed| &*printed.text))
        }
        ItemBody::Outcome(outcome) => {
            format!("outcome {} {:?} {:?} {:?}", outcome.call, outcome.text, outcome.exit, outcome.failed)
        }
        ItemBody::Title(title) => format!("title {title}"),
        ItemBody::Rule { path, .. } => format!("rule {path}"),
        ItemBody::Boundary => "boundary".into(),
        ItemBody::Cleared(calls) => format!("cleared {}", calls.join(" ")),
        ItemBody::Entry(_) | ItemBody::Event(_) => "own".into(),
    };
    items.iter().map(one).collect()
}

#[test]
fn claude_code() {
    let found = items(
        TranscriptFormat::Of(Agent::ClaudeCode),
        r##"{"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-03-02T09:00:00.000Z","cwd":"/shop","gitBranch":"fix","message":{"role":"user","content":"fix the login"}}
{"type":"user","uuid":"u2","sessionId":"s1","isMeta":true,"message":{"role":"user","content":"Caveat: not typed"}}
{"type":"user","uuid":"u3","sessionId":"s1","message":{"content":"<command-message>x</command-message>\n<command-name>/review</command-name>\n<command-args>the diff</command-args>"}}
{"type":"assistant","uuid":"a1","sessionId":"s1","message":{"id":"m","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Running the tests."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"npm test"}}]}}
{"type":"user","uuid":"u4","sessionId":"s1","toolUseResult":"Error: Exit code 1\nboom","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 1\nboom"}]}}
{"type":"user","uuid":"u5","sessionId":"s1","isSidechain":true,"agentId":"a9","toolUseResult":{"stdout":"ok","stderr":"","interrupted":false},"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"one"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}},{"type":"text","text":"two"}]}]}}
{"type":"user","uuid":"u6","sessionId":"s1","isCompactSummary":true,"message":{"content":"This session is being continued."}}
{"type":"system","uuid":"b1","sessionId":"s1","subtype":"microcompact_boundary","content":"Context microcompacted","microcompactMetadata":{"trigger":"auto","compactedToolIds":["t1","t2"]}}
{"type":"user","uuid":"u7","sessionId":"s1","message":{"content":"<command-message>deploy</command-message>\n<command-name>/deploy</command-name>"}}
{"type":"user","uuid":"u8","sessionId":"s1","message":{"content":"<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>"}}
{"type":"custom-title","sessionId":"s1","customTitle":"Login"}
{"type":"something-new","x":1}"##,
    );
    assert_eq!(
        shown(&found),
        [
            "prompt fix the login",
            "prompt /review the diff",
            "reply Running the tests.",
            "call t1 npm test",
            "outcome t1 \"Exit code 1\\nboom\" Some(1) Some(true)",
            "outcome t2 \"one\\ntwo\" Some(0) Some(false)",
            "summary This session is being continued.",
            "cleared t1 t2",
            "prompt /deploy",
            "title Login",
        ]
    );
    let first = &found[0];
    assert_eq!((&*first.id, &*first.session, first.at), ("u1", "s1", Some(1_772_442_000_000)));
    assert_eq!((first.cwd.as_deref(), first.branch.as_deref()), (Some("/shop"), Some("fix")));
    assert_eq!(found[5].sidechain.as_deref(), Some("a9"));
    let ItemBody::Outcome(outcome) = &found[5].body else { panic!("an outcome") };
    assert_eq!(outcome.named, ["image/png (4 bytes as base64)"]);
}

#[test]
fn claude_code_beside_the_conversation() {
    let found = items(
        TranscriptFormat::Of(Agent::ClaudeCode),
        r##"{"type":"user","uuid":"u1","sessionId":"s1","origin":{"kind":"human"},"message":{"role":"user","content":"fix it"}}
{"type":"assistant","uuid":"a1","sessionId":"s1","requestId":"r","message":{"id":"m","model":"claude-sonnet-4-6","usage":{"input_tokens":3,"cache_read_input_tokens":20,"cache_creation_input_tokens":4,"output_tokens":9},"content":[{"type":"tool_use","id":"t1","name":"Agent","input":{"prompt":"You look for every place where the login is checked, and report them."}}]}}
{"type":"user","uuid":"u2","sessionId":"s1","origin":{"kind":"human"},"message":{"content":"You look for every place where the login is checked, and report them."}}
{"type":"user","uuid":"u3","sessionId":"s1","origin":{"kind":"task-notification"},"message":{"content":"<task-notification><summary>Agent \"Look\" finished</summary><result>Two places.</result></task-notification>"}}
{"type":"user","uuid":"u4","sessionId":"s1","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"oops\n\nCommand exited with code 2"}]}}
{"type":"system","subtype":"away_summary","uuid":"y1","sessionId":"s1","content":"Login fixed; tests next."}
{"type":"pr-link","sessionId":"s1","prNumber":7,"prUrl":"https://github.com/a/b/pull/7"}"##,
    );
    assert_eq!(
        shown(&found),
        [
            "prompt fix it",
            "spent m:r claude-sonnet-4-6 3+20+4 9",
            "call t1 Agent You look for every place where the login is checked, and report them.",
            "brief You look for every place where the login is checked, and report them.",
            "report Look: Two places.",
            "outcome t1 \"oops\\n\\nCommand exited with code 2\" Some(2) Some(true)",
            "recap Login fixed; tests next.",
            "pull request 7 https://github.com/a/b/pull/7",
        ]
    );
}

#[test]
fn what_was_typed_in_the_middle_of_a_turn_is_a_prompt_once() {
    let found = items(
        TranscriptFormat::Of(Agent::ClaudeCode),
        r##"{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"fix it"}}
{"type":"queue-operation","operation":"enqueue","sessionId":"s1","content":"and the tests, too"}
{"type":"queue-operation","operation":"enqueue","sessionId":"s1","content":"to be edited"}
{"type":"queue-operation","operation":"remove","sessionId":"s1"}
{"type":"queue-operation","operation":"popAll","sessionId":"s1","content":"to be edited"}
{"type":"queue-operation","operation":"enqueue","sessionId":"s1","content":"next one"}
{"type":"queue-operation","operation":"dequeue","sessionId":"s1"}
{"type":"user","uuid":"u2","sessionId":"s1","message":{"role":"user","content":"next one"}}
{"type":"queue-operation","operation":"enqueue","sessionId":"s1","content":"with a copy"}
{"type":"queue-operation","operation":"remove","sessionId":"s1","content":"with a copy"}
{"type":"attachment","uuid":"t1","sessionId":"s1","attachment":{"type":"queued_command","prompt":"with a copy","origin":{"kind":"human"}}}"##,
    );
    assert_eq!(shown(&found), ["prompt fix it", "prompt and the tests, too", "prompt next one", "prompt with a copy"]);
}

#[test]
fn codex_of_2025_wrote_its_items_bare() {
    let found = items(
        TranscriptFormat::Of(Agent::Codex),
        r##"{"id":"c9","timestamp":"2025-09-10T02:47:38.812Z","instructions":null,"git":{"branch":"main"}}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>\n  <cwd>/log</cwd>\n</environment_context>"}]}
{"type":"message","role":"user","content":[{"type":"input_text","text":"write a viewer"}]}
{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls\"]}","call_id":"k1"}
{"type":"function_call_output","call_id":"k1","output":"failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 2, stdout: , stderr: no"}
{"type":"function_call_output","call_id":"k2","output":"error: Failed to find expected lines in a.rs"}"##,
    );
    assert_eq!(
        shown(&found),
        [
            "prompt write a viewer",
            "call k1 ls",
            "outcome k1 \"failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 2, stdout: , stderr: no\" Some(2) Some(true)",
            "outcome k2 \"error: Failed to find expected lines in a.rs\" None Some(true)",
        ]
    );
    assert!(found.iter().all(|item| item.session == "c9" && item.cwd.as_deref() == Some("/log")));
}

#[test]
fn a_fork_of_codex_repeats_no_message_under_another_name() {
    let thread = r##"{"timestamp":"2026-03-02T09:00:00.000Z","type":"session_meta","payload":{"id":"p1","cwd":"/shop"}}
{"timestamp":"2026-03-02T09:00:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"Continue"}}
{"timestamp":"2026-03-02T09:01:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"Continue"}}
{"timestamp":"2026-03-02T09:01:02.000Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"total_tokens":50},"last_token_usage":{"input_tokens":30,"cached_input_tokens":10,"output_tokens":5}}}}"##;
    let fork = r##"{"timestamp":"2026-03-03T09:00:00.000Z","type":"session_meta","payload":{"id":"f1","forked_from_id":"p1","cwd":"/shop"}}
{"timestamp":"2026-03-03T09:00:00.000Z","type":"session_meta","payload":{"id":"p1","cwd":"/shop"}}
{"timestamp":"2026-03-03T09:00:00.001Z","type":"event_msg","payload":{"type":"user_message","message":"Continue"}}
{"timestamp":"2026-03-03T09:00:00.002Z","type":"event_msg","payload":{"type":"user_message","message":"Continue"}}
{"timestamp":"2026-03-03T09:00:00.003Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"total_tokens":50},"last_token_usage":{"input_tokens":30,"cached_input_tokens":10,"output_tokens":5}}}}
{"timestamp":"2026-03-03T09:05:00.000Z","type":"event_msg","payload":{"type":"user_message","message":"And now this"}}"##;
    let (thread, fork) =
        (items(TranscriptFormat::Of(Agent::Codex), thread), items(TranscriptFormat::Of(Agent::Codex), fork));
    let ids = |items: &[TranscriptItem<'_>]| items.iter().map(|item| item.id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(&thread)[..2], ids(&fork)[..2]);
    assert_ne!(ids(&thread)[0], ids(&thread)[1]);
    assert_eq!(shown(&thread)[2], "spent p1/50 gpt-5 20+10+0 5");
    assert_eq!(shown(&thread)[2], shown(&fork)[2]);
    assert_eq!((shown(&fork)[3].as_str(), &*fork[3].session), ("prompt And now this", "f1"));
}

#[test]
fn codex() {
    let found = items(
        TranscriptFormat::Of(Agent::Codex),
        r##"{"timestamp":"2026-03-02T09:00:00.000Z","type":"session_meta","payload":{"id":"c1","cwd":"/shop","git":{"branch":"main"}}}
{"timestamp":"2026-03-02T09:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]}}
{"timestamp":"2026-03-02T09:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Continue"}]}}
{"timestamp":"2026-03-02T09:00:01.100Z","type":"event_msg","payload":{"type":"user_message","message":"Continue"}}
{"timestamp":"2026-03-02T09:00:02.000Z","type":"event_msg","payload":{"type":"agent_message","message":"On it."}}
{"timestamp":"2026-03-02T09:00:02.001Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"On it."}]}}
{"timestamp":"2026-03-02T09:00:03.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"make\",\"workdir\":\"/shop\"}","call_id":"k1"}}
{"timestamp":"2026-03-02T09:00:04.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"k1","output":"Chunk ID: 1\nWall time: 0.5 seconds\nProcess exited with code 2\nOutput:\nmake: *** no rule, exit code 7"}}
{"timestamp":"2026-03-02T09:00:05.000Z","type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","call_id":"k2","input":"*** Begin Patch\n*** Update File: a.rs\n@@\n-x\n+y\n*** End Patch"}}
{"timestamp":"2026-03-02T09:00:06.000Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"k2","output":"{\"output\":\"Success\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.1}}"}}
{"timestamp":"2026-03-02T09:00:07.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls | wc -l\"]}","call_id":"k3"}}
{"timestamp":"2026-03-02T09:00:08.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"k3","output":[{"type":"input_text","text":"a"},{"type":"input_text","text":"b"}]}}
{"timestamp":"2026-03-02T09:00:09.000Z","type":"event_msg","payload":{"type":"user_message","message":"Continue"}}
{"timestamp":"2026-03-02T09:00:10.000Z","type":"compacted","payload":{"message":"What we did so far."}}"##,
    );
    assert_eq!(
        shown(&found),
        [
            "prompt Continue",
            "reply On it.",
            "call k1 make",
            "outcome k1 \"Chunk ID: 1\\nWall time: 0.5 seconds\\nProcess exited with code 2\\nOutput:\\nmake: *** no rule, exit code 7\" Some(2) Some(true)",
            "call k2 apply_patch a.rs",
            "outcome k2 \"{\\\"output\\\":\\\"Success\\\",\\\"metadata\\\":{\\\"exit_code\\\":0,\\\"duration_seconds\\\":0.1}}\" Some(0) Some(false)",
            "call k3 ls | wc -l",
            "outcome k3 \"a\\nb\" None None",
            "prompt Continue",
            "summary What we did so far.",
        ]
    );
    assert!(found.iter().all(|item| item.session == "c1" && item.cwd.as_deref() == Some("/shop")));
}

#[test]
fn gemini() {
    let lines = items(
        TranscriptFormat::Of(Agent::Gemini),
        r##"{"sessionId":"g1","projectHash":"00","startTime":"2026-03-02T09:00:00.000Z"}
{"id":"1","timestamp":"2026-03-02T09:00:01.000Z","type":"user","content":[{"text":"list files"}]}
{"$set":{"lastUpdated":"2026-03-02T09:00:01.000Z"}}
{"id":"2","timestamp":"2026-03-02T09:00:02.000Z","type":"gemini","content":"","toolCalls":[{"id":"r1","name":"run_shell_command","args":{"command":"ls /nope"},"status":"success","result":[{"functionResponse":{"response":{"output":"Command: ls /nope\nOutput: ls: no\nExit Code: 2\nSignal: 0"}}}]}]}
{"id":"3","timestamp":"2026-03-02T09:00:03.000Z","type":"gemini","content":"There is none."}"##,
    );
    let expected = [
        "prompt list files",
        "call r1 ls /nope",
        "outcome r1 \"Command: ls /nope\\nOutput: ls: no\\nExit Code: 2\\nSignal: 0\" Some(2) Some(true)",
        "reply There is none.",
    ];
    assert_eq!(shown(&lines), expected);
    let document = items(
        TranscriptFormat::Of(Agent::Gemini),
        r#"{"sessionId":"g2","messages":[{"id":"1","type":"user","content":"hello"},{"id":"2","type":"gemini","content":"hi"}]}"#,
    );
    assert_eq!(shown(&document), ["prompt hello", "reply hi"]);
    assert_eq!(document[0].session, "g2");
    // A compressed conversation begins again with a summary, which is nobody's request.
    let compressed = items(
        TranscriptFormat::Of(Agent::Gemini),
        r#"{"$set":{"messages":[{"id":"1","type":"user","content":[{"text":"<state_snapshot>one test fails"}]},{"id":"2","type":"gemini","content":[{"text":"Got it. Thanks for the additional context!"}]},{"id":"3","type":"user","content":[{"text":"go on"}]}]}}"#,
    );
    assert_eq!(shown(&compressed), ["summary <state_snapshot>one test fails", "prompt go on"]);
    // The file's folder says whose it is, not its lines.
    let side = items(
        TranscriptFormat::Of(Agent::Gemini),
        r#"{"sessionId":"sub","projectHash":"00","kind":"subagent"}
{"id":"1","type":"user","content":[{"text":"look around"}]}"#,
    );
    assert_eq!((&*side[0].session, side[0].sidechain.as_deref()), ("file", Some("sub")));
}

#[test]
fn copilot_and_opencode() {
    let copilot = items(
        TranscriptFormat::Of(Agent::Copilot),
        r##"{"type":"session.start","data":{"sessionId":"p1","context":{"cwd":"/shop","branch":"main"}},"id":"e1","timestamp":"2026-03-02T09:00:00.000Z"}
{"type":"user.message","data":{"content":"list"},"id":"e2","timestamp":"2026-03-02T09:00:01.000Z"}
{"type":"assistant.message","data":{"content":"","toolRequests":[{"toolCallId":"c1","name":"bash","arguments":"{\"command\":\"ls\"}"}]},"id":"e3"}
{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":true,"result":{"content":"a\n","detailedContent":null}},"id":"e4"}"##,
    );
    assert_eq!(shown(&copilot), ["prompt list", "call c1 ls", "outcome c1 \"a\\n\" None Some(false)"]);
    assert_eq!(copilot[2].cwd.as_deref(), Some("/shop"));
    let opencode = items(
        TranscriptFormat::Of(Agent::OpenCode),
        r##"{"id":"ses_1","projectID":"p","directory":"/shop","title":"Listing","time":{"created":1730000000000}}
{"id":"msg_1","sessionID":"ses_1","role":"user","time":{"created":1730000001000}}
{"id":"prt_1","sessionID":"ses_1","messageID":"msg_1","type":"text","text":"list"}
{"id":"msg_2","sessionID":"ses_1","role":"assistant","time":{"created":1730000002000}}
{"id":"prt_2","sessionID":"ses_1","messageID":"msg_2","type":"tool","callID":"c","tool":"bash","state":{"status":"completed","input":{"command":"ls"},"output":"a\n","metadata":{"exit":0},"time":{"start":1730000002000,"end":1730000002500}}}
{"id":"prt_3","sessionID":"ses_1","messageID":"msg_2","type":"text","text":"one file"}"##,
    );
    assert_eq!(
        shown(&opencode),
        ["title Listing", "prompt list", "call c ls", "outcome c \"a\\n\" Some(0) Some(false)", "reply one file"]
    );
    assert!(opencode.iter().all(|item| item.cwd.as_deref() == Some("/shop") && item.session == "ses_1"));
}

#[test]
fn shapes_of_other_agents() {
    let found = items(
        TranscriptFormat::Other,
        r##"{"role":"user","message":{"content":[{"type":"text","text":"what is here?"}]}}
{"role":"assistant","message":{"content":[{"type":"text","text":"Looking."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
{"role":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"a"}]}]}}
{"type":"tool_call","toolCallId":"c1","toolName":"Shell","parameters":{"command":"false"}}
{"type":"tool_result","toolCallId":"c1","value":{"stdout":"no\n","exitCode":1}}
{"uuid":"q1","type":"tool_result","message":{"role":"user","parts":[{"functionResponse":{"id":"f1","name":"read_file","response":{"output":"text"}}}]}}
{"type":"message","id":"m3","message":{"role":"toolResult","toolCallId":"o1","content":"M file1","isError":false}}
{"type":"compaction","summary":"so far"}"##,
    );
    assert_eq!(
        shown(&found),
        [
            "prompt what is here?",
            "reply Looking.",
            "call t1 ls",
            "outcome t1 \"a\" None None",
            "call c1 false",
            "outcome c1 \"no\\n\" Some(1) Some(true)",
            "outcome f1 \"text\" None None",
            "outcome o1 \"M file1\" None Some(false)",
            "summary so far",
        ]
    );
}

#[test]
fn formats_are_told_apart() {
    let of = |text: &str| TranscriptFormat::detect_format(json::parse_first_value(text).unwrap().unwrap().0);
    assert_eq!(of(r#"{"type":"session_meta","payload":{}}"#), Some(TranscriptFormat::Of(Agent::Codex)));
    assert_eq!(
        of(r#"{"type":"user","sessionId":"s","message":{"content":"x"}}"#),
        Some(TranscriptFormat::Of(Agent::ClaudeCode))
    );
    assert_eq!(of(r#"{"sessionId":"s","projectHash":"x"}"#), Some(TranscriptFormat::Of(Agent::Gemini)));
    assert_eq!(of(r#"{"type":"session.start","data":{}}"#), Some(TranscriptFormat::Of(Agent::Copilot)));
    assert_eq!(of(r#"{"id":"prt_1","messageID":"m","type":"text"}"#), Some(TranscriptFormat::Of(Agent::OpenCode)));
    assert_eq!(of(r#"{"ctx":"export"}"#), Some(TranscriptFormat::Own));
    assert_eq!(of(r#"{"role":"user","message":{"content":[]}}"#), None);
    assert_eq!(of("17"), None);
}

/// One line of each format, to be torn and mixed.
const SEEDS: &[&str] = &[
    r#"{"type":"user","uuid":"u","sessionId":"s","isSidechain":true,"toolUseResult":{"stdout":"","persistedOutputPath":"/x"},"message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"Exit code 1\nboom \ud83d"}]}}"#,
    r#"{"type":"assistant","uuid":"a","sessionId":"s","message":{"content":[{"type":"tool_use","id":"t","name":"Edit","input":{"file_path":"/a","edits":[{"old_string":"x","new_string":"y"}]}}]}}"#,
    r#"{"timestamp":"2026-03-02T09:00:00.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"k","output":"Wall time: 0.5 seconds\nProcess exited with code 2\nOutput:\nx"}}"#,
    r#"{"timestamp":"2026-03-02T09:00:00.000Z","type":"event_msg","payload":{"type":"user_message","message":"go on"}}"#,
    r#"{"timestamp":"2026-03-02T09:00:00.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go on"}]}}"#,
    r#"{"timestamp":1,"type":"compacted","payload":{"message":"","replacement_history":[{"content":[{"text":"Another language model said"}]}]}}"#,
    r#"{"id":"2","type":"gemini","content":"","toolCalls":[{"id":"r","name":"run_shell_command","args":{"command":["bash","-lc","ls"]},"status":"error","result":[{"functionResponse":{"response":{"output":"Exit Code: 2"}}}]}]}"#,
    r#"{"id":"prt_2","sessionID":"s","messageID":"m","type":"tool","callID":"c","tool":"bash","state":{"status":"error","input":{"command":"ls"},"error":"no","metadata":{"exit":1},"time":{"start":1,"end":2}}}"#,
    r#"{"id":"m","sessionID":"s","role":"user","time":{"created":1730000001000},"path":{"cwd":"/x"}}"#,
    r#"{"type":"tool.execution_complete","data":{"toolCallId":"c","success":false,"result":{"content":"exited with exit code 3"}},"id":"e"}"#,
    r#"{"type":"message","id":"m3","message":{"role":"toolResult","toolCallId":"o","content":[{"type":"text","text":"M"}],"isError":false}}"#,
    r#"{"ctx":"entry","ref":"abcdef","kind":"run","started_at_ms":1,"hex":"ff0"}"#,
];

mod torn {
    use super::super::lines::{LineReadResult, ReadPosition, TranscriptLines};
    use super::*;
    use proptest::prelude::*;

    fn shown(
        format: TranscriptFormat,
        bytes: &[u8],
        from: ReadPosition,
        state: &mut ReaderState,
    ) -> (Vec<String>, u64, ReadPosition) {
        let (mut seen, mut bad) = (Vec::new(), 0);
        let mut lines = TranscriptLines::new(&bytes[from.offset as usize..], from);
        while lines
            .read_next_line(&mut |step| match step {
                LineReadResult::Value { value, line } => {
                    read_transcript_value(format, value, line, state, &mut |item| seen.push(format!("{item:?}")))
                }
                LineReadResult::Bad { .. } => bad += 1,
                LineReadResult::Unfinished { .. } => {}
            })
            .unwrap()
        {}
        (seen, bad, lines.position())
    }

    /// Seeds one after the other, with pieces taken out, put elsewhere, or turned into other bytes.
    fn transcript() -> impl Strategy<Value = Vec<u8>> {
        let lines = proptest::collection::vec((0..SEEDS.len(), any::<bool>()), 1..6);
        let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u8..5, any::<u8>());
        (lines, proptest::collection::vec(change, 0..6)).prop_map(|(lines, changes)| {
            let mut bytes = Vec::new();
            for (seed, end) in lines {
                bytes.extend(SEEDS[seed].as_bytes());
                bytes.extend(end.then_some(b'\n'));
            }
            for (from, to, kind, byte) in changes {
                let (mut a, mut b) = (from.index(bytes.len() + 1), to.index(bytes.len() + 1));
                if b < a {
                    std::mem::swap(&mut a, &mut b);
                }
                b = b.min(a + 40);
                match kind {
                    0 => drop(bytes.drain(a..b)),
                    1 => bytes.extend_from_within(a..b),
                    2 => bytes.insert(a, byte),
                    3 => bytes.insert(a, b"\"\\{}[],:\n"[usize::from(byte) % 9]),
                    _ if a < bytes.len() => bytes[a] = byte,
                    _ => {}
                }
            }
            bytes
        })
    }

    proptest! {
        #[test]
        fn any_bytes_cut_anywhere_give_the_same_items(bytes in transcript(), cut in any::<prop::sample::Index>(), format in 0usize..7) {
            let format = TranscriptFormat::all_formats().nth(format).expect("a format");
            let fresh = || ReaderState { session: "file".into(), ..ReaderState::default() };
            let (whole, bad, end) = shown(format, &bytes, ReadPosition::default(), &mut fresh());
            let mut state = fresh();
            let at = cut.index(bytes.len() + 1);
            let (mut parts, bad_before, position) = shown(format, &bytes[..at], ReadPosition::default(), &mut state);
            // The reader's state goes through the store between two imports.
            let mut restored: ReaderState = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
            restored.roles = state.roles;
            let (rest, bad_after, last) = shown(format, &bytes, position, &mut restored);
            parts.extend(rest);
            prop_assert_eq!((parts, bad_before + bad_after, last), (whole, bad, end));
            if let Some(value) = std::str::from_utf8(&bytes).ok().and_then(|text| json::parse_first_value(text).ok().flatten()) {
                let _ = TranscriptFormat::detect_format(value.0);
            }
        }
    }
}
