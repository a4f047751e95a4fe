//! Payload in, answer out, for each agent and event; the answers against the schemas of what each agent accepts.

use serde_json::{Value, json};

use super::schema::{fault, strangers};
use super::{Row, filled, hook, hook_with, parsed, rows, schema_of};
use crate::harness::Home;

/// Digests and briefs by their kind: other tests check their words.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) if text.starts_with("[ctx:") => json!("$DIGEST"),
        Value::String(text) if text.starts_with("From ") || text.starts_with("request:") => json!("$BRIEF"),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, field)| (name.clone(), plain(field))).collect())
        }
        other => other.clone(),
    }
}

fn remembered(home: &Home) -> Vec<Value> {
    if !home.store().join("ctx.db").exists() {
        return Vec::new();
    }
    let db = home.database();
    let mut select = db.prepare("SELECT category, text FROM event WHERE category <> 'intent' ORDER BY id").unwrap();
    let rows = select.query_map([], |row| Ok(json!([row.get::<_, String>(0)?, row.get::<_, String>(1)?]))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn every_payload_has_its_answer() {
    let rows = rows();
    // Most of the time a row waits for a process.
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = rows.chunks(rows.len().div_ceil(4)).collect();
        let threads: Vec<_> = parts
            .into_iter()
            .map(|part| scope.spawn(move || part.iter().flat_map(wrong_in).collect::<Vec<String>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let holds = |sign: &str| rows.iter().filter(|row| row.case["answer"].to_string().contains(sign)).count();
    assert!(holds("$DIGEST") >= 12 && holds("$BRIEF") >= 7, "rows are missing");
}

/// Differences from the row.
fn wrong_in(row: &Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let home = Home::new();
    for before in row.case["before"].as_array().into_iter().flatten() {
        hook(&home, &row.agent, before[0].as_str().unwrap(), &filled(&before[1], &home));
    }
    if let Some(settings) = row.case.get("settings") {
        std::fs::create_dir_all(home.path().join(".claude")).unwrap();
        std::fs::write(home.path().join(".claude/settings.json"), settings.to_string()).unwrap();
    }
    let done = hook(&home, &row.agent, &row.event, &filled(&row.case["payload"], &home));
    if (done.code, done.err.as_str()) != (0, "") {
        wrong.push(format!("{}: ends with {} and {}", row.name, done.code, done.err));
    }
    let answer = parsed(&row.name, &done.out);
    let expected = filled(&row.case["answer"], &home);
    if answer.as_ref().map_or(Value::Null, plain) != expected {
        wrong.push(format!("{}: {} instead of {expected}", row.name, done.out));
    }
    // Silence is no answer where the agent wants an object.
    if ["cursor", "gemini", "opencode"].contains(&row.agent.as_str()) && done.out.is_empty() {
        wrong.push(format!("{}: nothing on stdout", row.name));
    }
    if let Some(answer) = &answer {
        let schema = schema_of(&row.agent, &row.event);
        wrong.extend(fault(&schema, answer).map(|fault| format!("{}: {fault}", row.name)));
        wrong.extend(strangers(&schema, answer).into_iter().map(|name| format!("{}: key {name}", row.name)));
    }
    if let Some(wanted) = row.case.get("remembered") {
        let remembered = Value::from(remembered(&home));
        if remembered != filled(wanted, &home) {
            wrong.push(format!("{}: remembered {remembered}", row.name));
        }
    }
    let log = std::fs::read_to_string(home.store().join("hook-errors.log")).unwrap_or_default();
    if !log.is_empty() {
        wrong.push(format!("{}: {log}", row.name));
    }
    wrong
}

#[test]
fn every_agent_and_event_is_in_the_tables() {
    let rows = rows();
    for agent in ctx_agents::hooks::Agent::ALL {
        for event in ctx_agents::install::hooks::agent_hooks(agent).iter().map(|hook| hook.name) {
            if agent.name() == "vscode" && ["post-tool-use-failure", "session-end"].contains(&event) {
                continue;
            }
            assert!(rows.iter().any(|row| row.agent == agent.name() && row.event == event), "{} {event}", agent.name());
            schema_of(agent.name(), event);
        }
    }
}

#[test]
fn schemas_find_what_is_wrong() {
    let schema = schema_of("codex", "post-tool-use");
    let good = json!({ "continue": false, "stopReason": "why", "reason": "the digest" });
    assert_eq!(fault(&schema, &good), None);
    for (path, bad) in [("continue", json!(true)), ("stopReason", json!(1)), ("reason", json!(""))] {
        let mut answer = good.clone();
        answer[path] = bad;
        assert!(fault(&schema, &answer).is_some(), "{answer}");
    }
    let mut stranger = good.clone();
    stranger["extra"] = json!(1);
    assert_eq!(strangers(&schema, &stranger), ["extra"]);
}

/// Older settings still call ctx before a tool: nothing is said, nothing is written, whatever the rules are.
#[test]
fn a_hook_before_a_tool_changes_nothing() {
    let home = Home::new();
    std::fs::create_dir(home.path().join(".claude")).unwrap();
    let settings = r#"{"permissions":{"allow":["Bash"],"deny":["Bash(rm *)"]}}"#;
    std::fs::write(home.path().join(".claude/settings.json"), settings).unwrap();
    for (agent, event, nothing) in [
        ("claude-code", "pre-tool-use", ""),
        ("codex", "pre-tool-use", ""),
        ("copilot", "pre-tool-use", ""),
        ("vscode", "pre-tool-use", ""),
        ("cursor", "pre-tool-use", "{}"),
        ("gemini", "before-tool", "{}"),
        ("opencode", "tool-execute-before", "{}"),
    ] {
        for command in ["npm test", "rm -rf x", "npm test 2>&1 | tail -5"] {
            let input = json!({ "command": command });
            let payload = json!({
                "session_id": "s", "tool_name": "Bash", "tool_input": input, "toolName": "bash", "toolArgs": input,
                "tool": "bash", "args": input,
            });
            let done = hook(&home, agent, event, &payload);
            assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, nothing, ""), "{agent} {command}");
        }
    }
    assert!(!home.store().exists());
}

#[test]
fn an_unreadable_payload_changes_nothing_and_is_noted() {
    for (agent, nothing) in [
        ("claude-code", ""),
        ("codex", ""),
        ("copilot", ""),
        ("vscode", ""),
        ("cursor", "{}"),
        ("gemini", "{}"),
        ("opencode", "{}"),
    ] {
        let home = Home::new();
        for bytes in [&b"{\"tool_name\":"[..], b"\xff\xfe", b"", b"[1]", b"{} {}", b"null"] {
            let done = home.pipe(["hook", agent, "session-start"], bytes);
            assert_eq!((done.code, done.out.as_str()), (0, nothing), "{agent}: {bytes:?}");
        }
        let log = std::fs::read_to_string(home.store().join("hook-errors.log")).unwrap();
        assert_eq!(log.lines().count(), 6, "{log}");
        assert!(log.lines().all(|line| line.contains(&format!(" {agent} session-start: "))), "{log}");
    }
    let home = Home::new();
    for words in [
        vec!["hook"],
        vec!["hook", "nobody", "x"],
        vec!["hook", "--bad", "-x"],
        vec!["hook", "claude-code"],
        vec!["hook", "claude-code", "new-event", "more"],
    ] {
        assert_eq!(home.pipe(&words, b"{}").code, 0, "{words:?}");
    }
}

#[test]
fn the_log_stays_short() {
    let home = Home::new();
    home.pipe(["hook", "codex", "stop"], b"x");
    let file = home.store().join("hook-errors.log");
    let line = std::fs::read_to_string(&file).unwrap();
    assert!(line.contains("codex stop: stdin is not a JSON object"), "{line}");
    std::fs::write(&file, line.repeat(1000)).unwrap();
    home.pipe(["hook", "codex", "stop"], b"x");
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 50);
}

#[test]
fn a_store_that_fails_costs_the_agent_nothing() {
    let home = Home::new();
    std::fs::create_dir(home.store()).unwrap();
    std::fs::create_dir(home.store().join("ctx.db")).unwrap();
    let payload = filled(
        &json!({ "session_id": "s", "tool_name": "mcp__a__b", "tool_input": {}, "tool_response": "$LARGE", "tool_use_id": "t" }),
        &home,
    );
    let done = hook(&home, "claude-code", "post-tool-use", &payload);
    assert_eq!((done.code, done.out.as_str()), (0, ""));
    let log = std::fs::read_to_string(home.store().join("hook-errors.log")).unwrap();
    assert!(log.contains("ctx.db"), "{log}");
}

#[test]
fn a_store_that_is_busy_is_not_waited_for_long() {
    let home = Home::new();
    let prompt = json!({ "session_id": "s", "prompt": "Fix the login page" });
    hook(&home, "claude-code", "user-prompt-submit", &prompt);
    let db = home.database();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let payload = json!({ "session_id": "s", "prompt": "And the logout page" });
    let done = hook(&home, "claude-code", "user-prompt-submit", &payload);
    assert_eq!((done.code, done.out.as_str()), (0, ""));
    let log = std::fs::read_to_string(home.store().join("hook-errors.log")).unwrap();
    assert!(log.contains("locked"), "{log}");
}

#[test]
fn ctx_off_leaves_everything_alone() {
    let home = Home::new();
    let payload = filled(
        &json!({ "session_id": "s", "tool_name": "mcp__a__b", "tool_input": {}, "tool_response": "$LARGE", "tool_use_id": "t" }),
        &home,
    );
    let done = hook_with(&home, "claude-code", "post-tool-use", payload.to_string().as_bytes(), &[("CTX_OFF", "1")]);
    assert_eq!((done.code, done.out.as_str(), home.store().exists()), (0, "", false));
}

#[test]
fn an_agent_that_keeps_stdin_open_is_answered() {
    let home = Home::new();
    let mut child = home
        .command(["hook", "cursor", "session-start"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, br#"{"conversation_id":"c-9"}"#).unwrap();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), r#"{"env":{"CTX_SESSION":"c-9"}}"#);
}

#[test]
fn two_hosts_of_one_settings_file_do_the_work_once() {
    let home = Home::new();
    let cursor = home.work().join(".cursor");
    std::fs::create_dir(&cursor).unwrap();
    let payload = filled(
        &json!({ "session_id": "s", "cwd": "$CWD", "cursor_version": "2", "prompt": "Fix the login page" }),
        &home,
    );
    let prompts = |home: &Home| remembered(home).len();
    std::fs::write(cursor.join("hooks.json"), r#"{"version":1,"hooks":{"stop":[{"command":"ctx hook cursor stop"}]}}"#)
        .unwrap();
    assert_eq!(hook(&home, "claude-code", "user-prompt-submit", &payload).out, "");
    assert_eq!(prompts(&home), 0, "Cursor's own hook does it");
    std::fs::remove_file(cursor.join("hooks.json")).unwrap();
    hook(&home, "claude-code", "user-prompt-submit", &payload);
    assert_eq!(prompts(&home), 1, "Cursor has no hook of its own");

    let vscode = json!({ "sessionId": "v", "hookEventName": "UserPromptSubmit", "prompt": "Fix the logout page" });
    let hooks = home.path().join(".copilot/hooks");
    std::fs::create_dir_all(&hooks).unwrap();
    let file = r#"{"hooks":{"userPromptSubmitted":[{"bash":"ctx hook copilot user-prompt-submitted"}]}}"#;
    std::fs::write(hooks.join("ctx.json"), file).unwrap();
    hook(&home, "claude-code", "user-prompt-submit", &vscode);
    assert_eq!(prompts(&home), 1, "VS Code loads Copilot's hooks too");
    hook(&home, "copilot", "user-prompt-submitted", &vscode);
    assert_eq!(prompts(&home), 2, "and one of the two has to do it");

    let tool = filled(
        &json!({ "session_id": "s", "cwd": "$CWD", "tool_name": "mcp__a__b", "tool_input": {}, "tool_response": "$LARGE", "tool_use_id": "t" }),
        &home,
    );
    assert!(hook(&home, "claude-code", "post-tool-use", &tool).out.contains("[ctx:"));
    assert_eq!(hook(&home, "codex", "post-tool-use", &tool).out, "", "the same call again");
}
