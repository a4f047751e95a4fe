//! Hooks remember the same events that an import of the transcript finds later, and nothing counts twice.

use serde_json::{Value, json};

use super::{filled, hook, hook_with, parsed};
use crate::harness::{Home, reference};

fn told(home: &Home, event: &str, more: Value) -> String {
    let mut payload = filled(&json!({ "session_id": "5e55-1", "cwd": "$CWD" }), home);
    payload.as_object_mut().unwrap().extend(filled(&more, home).as_object().unwrap().clone());
    let done = hook(home, "claude-code", event, &payload);
    assert_eq!(done.code, 0);
    done.out
}

fn events(home: &Home) -> Vec<(String, String, i64, bool)> {
    let db = home.database();
    let mut select =
        db.prepare("SELECT category, text, count, entry_id IS NOT NULL FROM event ORDER BY category, text").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// The transcript of the events that `live` reports.
fn transcript(home: &Home) -> std::path::PathBuf {
    let line = |n: u32, kind: &str, content: Value| {
        filled(
            &json!({
                "type": kind, "uuid": format!("u-{n}"), "sessionId": "5e55-1", "cwd": "$CWD",
                "timestamp": format!("2026-03-02T09:{n:02}:00.000Z"), "message": { "content": content },
            }),
            home,
        )
        .to_string()
    };
    let call = |n, id: &str, name: &str, input: Value| {
        line(n, "assistant", json!([{ "type": "tool_use", "id": id, "name": name, "input": input }]))
    };
    let result = |n, id: &str, text: &str, failed: bool| {
        line(n, "user", json!([{ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed }]))
    };
    let lines = [
        line(0, "user", json!("Fix the login. Use argon2 for the hashes.")),
        call(1, "t1", "Bash", json!({ "command": "npm test" })),
        result(2, "t1", "Exit code 1\nAssertionError: expected 200 to be 401", true),
        call(3, "t2", "Edit", json!({ "file_path": "$CWD/src/auth.ts", "old_string": "200", "new_string": "401" })),
        result(4, "t2", "The file has been updated.", false),
        call(5, "t3", "Bash", json!({ "command": "git commit -m 'fix login'" })),
        result(6, "t3", "[main 1a2b3c4] fix login", false),
        call(7, "t4", "AskUserQuestion", json!({ "questions": [{ "question": "Which hash?" }] })),
        result(8, "t4", "User has answered: \"Which hash?\"=\"argon2\"", false),
        line(9, "assistant", json!([{ "type": "text", "text": "Done. I decided to keep the queue." }])),
    ];
    let path = home.path().join("5e55-1.jsonl");
    std::fs::write(&path, lines.join("\n")).unwrap();
    path
}

fn live(home: &Home) {
    told(home, "user-prompt-submit", json!({ "prompt": "Fix the login. Use argon2 for the hashes." }));
    told(
        home,
        "post-tool-use-failure",
        json!({ "tool_name": "Bash", "tool_use_id": "t1", "tool_input": { "command": "npm test" }, "error": "Exit code 1\nAssertionError: expected 200 to be 401" }),
    );
    told(
        home,
        "post-tool-use",
        json!({ "tool_name": "Edit", "tool_use_id": "t2", "tool_input": { "file_path": "$CWD/src/auth.ts", "old_string": "200", "new_string": "401" }, "tool_response": {} }),
    );
    told(
        home,
        "post-tool-use",
        json!({ "tool_name": "Bash", "tool_use_id": "t3", "tool_input": { "command": "git commit -m 'fix login'" }, "tool_response": { "stdout": "[main 1a2b3c4] fix login" } }),
    );
    told(
        home,
        "post-tool-use",
        json!({ "tool_name": "AskUserQuestion", "tool_use_id": "t4", "tool_input": { "questions": [{ "question": "Which hash?" }] }, "tool_response": "User has answered: \"Which hash?\"=\"argon2\"" }),
    );
    told(home, "stop", json!({ "last_assistant_message": "Done. I decided to keep the queue." }));
}

#[test]
fn live_and_imported_are_the_same_and_count_once() {
    let (both, imported) = (Home::new(), Home::new());
    live(&both);
    let told: Vec<(String, String)> = events(&both).into_iter().map(|(category, text, ..)| (category, text)).collect();
    for home in [&both, &imported] {
        let path = transcript(home);
        let done = home.ctx(["store", "--import", path.to_str().unwrap()]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    let after = events(&both);
    assert_eq!(after.iter().map(|(category, text, ..)| (category.clone(), text.clone())).collect::<Vec<_>>(), told);
    assert_eq!(after, events(&imported), "the import alone finds the same, each with its entry");
    assert!(after.len() >= 6, "{after:?}");
    let entries =
        |home: &Home| -> i64 { home.database().query_row("SELECT count(*) FROM entry", [], |row| row.get(0)).unwrap() };
    assert_eq!(entries(&both), entries(&imported), "prompts and replies are there once");
    let again = both.ctx(["store", "--import", transcript(&both).to_str().unwrap()]);
    assert_eq!((again.code, events(&both)), (0, after));
}

#[test]
fn a_result_that_was_replaced_is_there_whole() {
    let home = Home::new();
    let tool = json!({ "tool_name": "mcp__playwright__browser_snapshot", "tool_use_id": "t1", "tool_input": { "depth": 3 }, "tool_response": "$LARGE" });
    let answer = parsed("snapshot", &told(&home, "post-tool-use", tool.clone())).unwrap();
    let text = answer["hookSpecificOutput"]["updatedMCPToolOutput"].as_str().unwrap().to_owned();
    assert!(text.len() < 4400, "{}", text.len());
    let id = reference(&text).unwrap();
    let raw = home.ctx(["get", &id, "--raw"]);
    assert_eq!(Value::from(raw.out), filled(&tool["tool_response"], &home));
    assert!(home.ctx(["history"]).out.contains("mcp__playwright__browser_snapshot {\"depth\":3}"));
    // Its transcript holds our report; that is no result of its own.
    let line = |kind: &str, n: u32, content: Value| {
        filled(&json!({ "type": kind, "uuid": format!("u{n}"), "sessionId": "5e55-1", "cwd": "$CWD", "timestamp": "2026-03-02T09:00:00Z", "message": { "content": [content] } }), &home).to_string()
    };
    let lines = [
        line(
            "assistant",
            1,
            json!({ "type": "tool_use", "id": "t1", "name": "mcp__playwright__browser_snapshot", "input": {} }),
        ),
        line("user", 2, json!({ "type": "tool_result", "tool_use_id": "t1", "content": text })),
    ];
    let path = home.path().join("5e55-1.jsonl");
    std::fs::write(&path, lines.join("\n")).unwrap();
    home.ctx(["store", "--import", path.to_str().unwrap()]);
    let entries: i64 = home.database().query_row("SELECT count(*) FROM entry", [], |row| row.get(0)).unwrap();
    assert_eq!((entries, events(&home).len()), (1, 1));
}

#[test]
fn an_error_ends_when_its_command_succeeds() {
    let home = Home::new();
    let bash = |event: &str, id: &str, more: Value| {
        let mut tool = json!({ "tool_name": "Bash", "tool_use_id": id, "tool_input": { "command": "npm test" } });
        tool.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        told(&home, event, tool);
    };
    bash("post-tool-use-failure", "t1", json!({ "error": "Exit code 1\nboom" }));
    assert!(home.ctx(["context"]).out.contains("npm test: boom"));
    bash("post-tool-use", "t2", json!({ "tool_response": { "stdout": "ok" } }));
    assert!(!home.ctx(["context"]).out.contains("npm test: boom"));
}

#[test]
fn the_brief_is_short_and_says_what_happened() {
    let home = Home::new();
    for n in 0..60 {
        told(
            &home,
            "user-prompt-submit",
            json!({ "prompt": format!("Use variant number {n} of the cache. {}", "word ".repeat(60)) }),
        );
    }
    let context = |source: &str| {
        let out = told(&home, "session-start", json!({ "source": source }));
        let answer = parsed("start", &out).unwrap();
        answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
    };
    assert_eq!(told(&home, "session-start", json!({ "source": "resume" })), "", "its brief is in the conversation");
    for source in ["startup", "compact", "clear"] {
        let text = context(source);
        assert!(text.len() <= 2048 && text.contains("variant number 59"), "{source}: {} {text}", text.len());
    }
    told(&home, "pre-compact", json!({ "trigger": "auto" }));
    told(&home, "stop", json!({ "last_assistant_message": "I decided to write a new one." }));
    told(&home, "user-prompt-submit", json!({ "prompt": "drop the old cache" }));
    let text = context("compact");
    assert!(text.len() <= 2048, "{}", text.len());
    assert!(
        text.contains("variant number 59") && text.contains("\nsince 20") && text.contains("drop the old cache"),
        "{text}"
    );
    let decided = text.split("decisions:").skip(1).map(|rest| rest.split("\nfiles:").next().unwrap_or(rest));
    for lines in decided {
        let lines: Vec<&str> = lines.lines().skip(1).take_while(|line| line.starts_with("- ")).collect();
        assert!(!lines.iter().any(|line| line.contains("write a new one")), "an agent's word is no decision: {text}");
    }
}

#[test]
fn the_models_own_decision_reaches_the_next_session_as_its_word() {
    let home = Home::new();
    told(&home, "user-prompt-submit", json!({ "prompt": "Use sqlite for the job queue." }));
    told(
        &home,
        "stop",
        json!({ "last_assistant_message": "All tests pass.\n\n**Decision:** retry a failed upload three times.\n\nDecision: use postgres for the job queue." }),
    );
    let next = filled(&json!({ "session_id": "5e55-2", "cwd": "$CWD", "source": "startup" }), &home);
    let answer = parsed("start", &hook(&home, "claude-code", "session-start", &next).out).unwrap();
    let hooked = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned();
    for text in [hooked, home.ctx(["context"]).out, home.ctx(["reflect", "--project"]).out] {
        assert!(text.contains("retry a failed upload three times"), "{text}");
        assert!(text.contains("use postgres for the job queue"), "{text}");
        assert!(text.contains("Use sqlite for the job queue"), "the model overtakes no decision of the user: {text}");
    }
}

#[test]
fn a_decision_in_the_middle_of_an_imported_session_is_the_models_word() {
    let home = Home::new();
    let line = |n: u32, kind: &str, content: Value| {
        filled(
            &json!({
                "type": kind, "uuid": format!("u-{n}"), "sessionId": "5e55-3", "cwd": "$CWD",
                "timestamp": format!("2026-03-02T09:{n:02}:00.000Z"), "message": { "content": content },
            }),
            &home,
        )
        .to_string()
    };
    let said = |n, text: &str| line(n, "assistant", json!([{ "type": "text", "text": text }]));
    let lines = [
        line(0, "user", json!("Make uploads reliable")),
        said(1, "Decision: uploads go through the spool folder.\n\nNow the code."),
        said(2, "All done."),
    ];
    let path = home.path().join("5e55-3.jsonl");
    std::fs::write(&path, lines.join("\n")).unwrap();
    assert_eq!(home.ctx(["store", "--import", path.to_str().unwrap()]).code, 0);
    let context = home.ctx(["context"]).out;
    assert!(context.contains("uploads go through the spool folder"), "{context}");
}

#[test]
fn the_session_is_named_once_for_the_shells() {
    let home = Home::new();
    let file = home.path().join("env.sh");
    std::fs::write(&file, "export A=1").unwrap();
    let start = |session: &str| {
        let payload = json!({ "session_id": session, "source": "startup" });
        let variables = [("CLAUDE_ENV_FILE", file.to_str().unwrap())];
        let done = hook_with(&home, "claude-code", "session-start", payload.to_string().as_bytes(), &variables);
        assert_eq!(done.code, 0);
        std::fs::read_to_string(&file).unwrap()
    };
    let once = "export A=1\nexport CTX_SESSION='s-1'\n";
    assert_eq!([start("s-1"), start("s-1")], [once, once]);
    assert_eq!(start("x'; touch pwned; '"), once);
    assert_eq!(start("s-2"), format!("{once}export CTX_SESSION='s-2'\n"));
}

#[test]
fn messages_of_programs_are_no_requests() {
    let home = Home::new();
    told(&home, "user-prompt-submit", json!({ "prompt": "<task-notification>a task has ended</task-notification>" }));
    assert!(!home.store().exists());
    told(&home, "user-prompt-submit", json!({ "prompt": "Fix the login page" }));
    assert_eq!(home.ctx(["context", "--sections", "request"]).out.lines().count(), 2);
}

#[test]
fn subagents_are_kept_apart() {
    let home = Home::new();
    told(
        &home,
        "post-tool-use",
        json!({ "agent_id": "a7", "tool_name": "Edit", "tool_use_id": "t2", "tool_input": { "file_path": "$CWD/src/x.ts", "old_string": "1", "new_string": "2" }, "tool_response": {} }),
    );
    told(&home, "subagent-stop", json!({ "agent_id": "a7", "last_assistant_message": "I chose the second index." }));
    let db = home.database();
    let session = |category: &str| -> String {
        db.query_row("SELECT session FROM event WHERE category = ?1", [category], |row| row.get(0)).unwrap()
    };
    assert_eq!(session("edit"), "5e55-1/a7");
    let said: String = db.query_row("SELECT session FROM entry WHERE role = 'reply'", [], |row| row.get(0)).unwrap();
    assert_eq!(said, "5e55-1/a7");
    let parent: String =
        db.query_row("SELECT parent FROM session WHERE name = '5e55-1/a7'", [], |row| row.get(0)).unwrap();
    assert_eq!(parent, "5e55-1");
}

/// The transcript of some shell calls that happen now: id, command, result, whether it failed.
fn shell_transcript(home: &Home, calls: &[(&str, &str, &str, bool)]) -> std::path::PathBuf {
    let mut lines = Vec::new();
    for (id, command, text, failed) in calls {
        let line = |kind: &str, content: Value| {
            let now = jiff::Timestamp::now().to_string();
            filled(
                &json!({ "type": kind, "uuid": format!("{kind}-{id}"), "sessionId": "5e55-1", "cwd": "$CWD", "timestamp": now, "message": { "content": [content] } }),
                home,
            )
            .to_string()
        };
        let input = json!({ "command": command });
        lines.push(line("assistant", json!({ "type": "tool_use", "id": id, "name": "Bash", "input": input })));
        let result = json!({ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed });
        lines.push(line("user", result));
    }
    let path = home.path().join("5e55-1.jsonl");
    std::fs::write(&path, lines.join("\n")).unwrap();
    path
}

fn entries(home: &Home) -> Vec<(String, String, String)> {
    let db = home.database();
    let mut select = db.prepare("SELECT kind, coalesce(command, title, ''), session FROM entry ORDER BY id").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// A run as the shell's seam records it, in a session of its own choosing.
fn recorded(home: &Home, session: &str, line: &str) -> crate::harness::Done {
    crate::harness::finish(home.command(["run", "-c", line]).env("CTX_SESSION", session))
}

#[test]
fn a_run_through_ctx_is_found_once() {
    let line = "echo boom; exit 3";
    // A shell that is not told the conversation has a session by its project and the day.
    let unnamed = "work@none-2026-11-16";
    for (session, hooked) in [("5e55-1", true), ("5e55-1", false), (unnamed, true), (unnamed, false)] {
        let home = Home::new();
        let done = recorded(&home, session, line);
        if hooked {
            let tool = json!({ "tool_name": "Bash", "tool_use_id": "t1", "tool_input": { "command": line }, "error": "Exit code 3\nboom" });
            assert_eq!(told(&home, "post-tool-use-failure", tool), "");
        }
        let path = shell_transcript(&home, &[("t1", line, "Exit code 3\nboom", true)]);
        let import = home.ctx(["store", "--import", path.to_str().unwrap()]);
        assert_eq!(import.code, 0, "{}", import.err);
        let run = ("run".to_owned(), line.to_owned(), "5e55-1".to_owned());
        assert_eq!(entries(&home), [run], "{session} {hooked}: {}", done.out);
        let errors: Vec<_> = events(&home).into_iter().filter(|(category, ..)| category == "error").collect();
        assert!(matches!(&errors[..], [(_, _, 1, true)]), "{session} {hooked}: {errors:?}");
    }
}

#[test]
fn a_run_of_another_conversation_stays_there() {
    let home = Home::new();
    let line = "echo boom; exit 3";
    recorded(&home, "another", line);
    let path = shell_transcript(&home, &[("t1", line, "Exit code 3\nboom", true)]);
    home.ctx(["store", "--import", path.to_str().unwrap()]);
    let row = |kind: &str, session: &str| (kind.to_owned(), line.to_owned(), session.to_owned());
    assert_eq!(entries(&home), [row("run", "another"), row("import", "5e55-1")]);
}

/// What Copilot CLI reports of a command; its calls have no id.
fn copilots(home: &Home, session: &str, stamp: i64, command: &str, output: &str) -> Value {
    let payload = filled(
        &json!({
            "sessionId": session, "timestamp": stamp, "cwd": "$CWD", "toolName": "bash",
            "toolArgs": json!({ "command": command }).to_string(),
            "toolResult": { "resultType": "success", "textResultForLlm": format!("{output}<shellId: 0 completed with exit code 0>") },
        }),
        home,
    );
    parsed("copilot", &hook(home, "copilot", "post-tool-use", &payload).out).unwrap_or(Value::Null)
}

#[test]
fn every_result_that_copilot_shows_is_in_the_store_and_stays_in_its_session() {
    let home = Home::new();
    let mut stored = Vec::new();
    for run in 0..8 {
        let session = ["p-1", "p-2"][run / 4];
        // The same command again and again, with an output of its own each time.
        let output: String = (0..400).map(|n| format!("ok {n} - test number {n} of run {run}\n")).collect();
        let answer = copilots(&home, session, 1_794_729_600_000 + run as i64 * 1000, "npm test", &output);
        let text = answer["modifiedResult"]["textResultForLlm"].as_str().expect("a digest").to_owned();
        stored.push((reference(&text).unwrap(), output, session));
    }
    for (id, output, session) in &stored {
        let raw = home.ctx(["get", id, "--raw"]);
        assert!(raw.code == 0 && raw.out.starts_with(output), "{id}: {}", raw.err);
        let found: String =
            home.database().query_row("SELECT session FROM entry WHERE ref = ?1", [id], |row| row.get(0)).unwrap();
        assert_eq!(found, *session, "{id}");
    }
}

#[test]
fn copilot_is_told_its_brief_once_after_a_compaction() {
    let home = Home::new();
    let payload = |more: Value| {
        let mut payload =
            filled(&json!({ "sessionId": "p-1", "timestamp": 1_794_729_600_000i64, "cwd": "$CWD" }), &home);
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        payload
    };
    let prompt = |text: &str| hook(&home, "copilot", "user-prompt-submitted", &payload(json!({ "prompt": text }))).out;
    assert_eq!(prompt("Use argon2 for the hashes, never bcrypt."), "");
    assert_eq!(copilots(&home, "p-1", 1, "ls", "a.txt\n"), Value::Null);
    assert_eq!(hook(&home, "copilot", "pre-compact", &payload(json!({ "trigger": "auto" }))).out, "");
    let answer = copilots(&home, "p-1", 2, "ls", "a.txt\n");
    let brief = answer["additionalContext"].as_str().expect("a brief").to_owned();
    assert!(brief.contains("argon2") && brief.len() <= 2048, "{brief}");
    assert_eq!(copilots(&home, "p-1", 3, "ls", "a.txt\n"), Value::Null, "told once");
    // Another conversation was not compacted; a second compaction is told again, with a replaced result as well.
    assert_eq!(copilots(&home, "p-2", 4, "ls", "a.txt\n"), Value::Null);
    hook(&home, "copilot", "pre-compact", &payload(json!({ "trigger": "manual" })));
    let long: String = (0..400).map(|n| format!("ok {n} - test number {n}\n")).collect();
    let answer = copilots(&home, "p-1", 5, "npm test", &long);
    assert!(answer["modifiedResult"].is_object() && answer["additionalContext"].is_string(), "{answer}");
    hook(&home, "copilot", "pre-compact", &payload(json!({ "trigger": "manual" })));
    assert!(prompt("And now the tests.").contains("argon2"));
}

/// Stands for Gemini CLI: it starts hooks and shells, and tells its shells no name.
const GEMINI: &str = r#"
import json, os, subprocess, sys
ctx, session, work, read_first = sys.argv[1:5]
def hook(event, **more):
    payload = json.dumps({"session_id": session, "cwd": work, **more})
    subprocess.run(["sh", "-c", f"{ctx} hook gemini {event}"], input=payload, text=True, stdout=subprocess.DEVNULL, check=True)
def shell(command):
    script = f"shopt -u promptvars; _bgpids_file=/dev/null\n(\n  trap : EXIT\n{command}\n)\n__code=$?\nexit $__code"
    env = {**os.environ, "GEMINI_CLI": "1", "SHLVL": "1", "BASH_ENV": read_first}
    done = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env, cwd=work)
    return done.stdout + done.stderr
hook("session-start", source="startup")
command = f"echo the words of {session}; exit 3"
shell(command)
hook("after-tool", tool_name="run_shell_command", tool_input={"command": command}, tool_response={"llmContent": f"Output: the words of {session}\nExit Code: 3"})
print(shell(f"{ctx} get @"), end="")
"#;

#[test]
fn the_newest_entry_in_gemini_is_that_of_its_own_conversation() {
    let home = Home::new();
    let folder = crate::seam::shells(&home);
    let work = home.work();
    std::fs::create_dir_all(&work).unwrap();
    for session in ["gem-1", "gem-2"] {
        // Not in its own environment: python3 itself may be started by a script of bash, which takes the variable out.
        let read_first = folder.join("bash-env.sh");
        let (work, read_first) = (work.to_str().unwrap(), read_first.to_str().unwrap());
        let mut gemini = home.program("python3", ["-c", GEMINI, crate::harness::CTX, session, work, read_first]);
        for name in ["CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID", "OPENCODE_PID", "CLAUDE_PID"] {
            gemini.env_remove(name);
        }
        let done = crate::harness::finish(&mut gemini);
        assert!(done.out.contains(&format!("the words of {session}")), "{}{}", done.out, done.err);
    }
    let sessions: Vec<String> = entries(&home).into_iter().map(|(_, _, session)| session).collect();
    assert_eq!(sessions, ["gem-1", "gem-2"], "recorded once, in the conversation");
    // Another program's shell is in neither.
    let mut other = home.command(["get", "@"]);
    assert_ne!(crate::harness::finish(other.env("GEMINI_CLI", "1")).code, 0);
}

#[test]
fn equal_runs_are_found_each_once_and_no_run_is_invented() {
    let home = Home::new();
    let line = "echo the same again";
    recorded(&home, "5e55-1", line);
    recorded(&home, "5e55-1", line);
    let result = "the same again";
    let calls = [("t1", line, result, false), ("t2", line, result, false), ("t3", line, result, false)];
    home.ctx(["store", "--import", shell_transcript(&home, &calls).to_str().unwrap()]);
    let kinds: Vec<String> = entries(&home).into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, ["run", "run", "import"], "the third one did not pass through ctx");
    // The same command with another output, run by somebody else, is another run.
    let home = Home::new();
    recorded(&home, "somebody", "echo short");
    let long = "a line that the other run did not print\n".repeat(40);
    home.ctx(["store", "--import", shell_transcript(&home, &[("t1", "echo short", &long, false)]).to_str().unwrap()]);
    assert_eq!(entries(&home).len(), 2);
}

#[test]
fn a_prefixed_command_and_a_remark_are_known_again() {
    let home = Home::new();
    let prefixed = home.ctx(["run", "--", "seq", "1", "3"]);
    recorded(&home, "5e55-1", "echo remarked");
    let calls = [
        ("t1", "cd . && ctx run -- seq 1 3", prefixed.out.as_str(), false),
        ("t2", "echo remarked # ctx: what it says", "remarked", false),
    ];
    home.ctx(["store", "--import", shell_transcript(&home, &calls).to_str().unwrap()]);
    let found = entries(&home);
    assert!(found.len() == 2 && found.iter().all(|(kind, ..)| kind == "run"), "{found:?}");
}

/// Gemini CLI leaves out a shell that a line calls, quotes around all of the rest included.
#[test]
fn a_line_without_the_shell_that_it_calls_is_known_again() {
    let home = Home::new();
    let lines = [
        ("bash -c 'echo inner; exit 2'; echo $?", "'echo inner; exit 2'; echo $?"),
        ("/bin/sh -c  'echo one'", "echo one"),
        ("bash -lc \"echo \\\"two\\\"\"", "echo \"two\""),
    ];
    let outputs = lines.map(|(_, ran)| recorded(&home, "work@none-2026-11-16", ran).out);
    let calls: Vec<_> = ["t1", "t2", "t3"]
        .into_iter()
        .zip(&lines)
        .zip(&outputs)
        .map(|((id, (line, _)), out)| (id, *line, out.split_once('\n').unwrap().1, false))
        .collect();
    home.ctx(["store", "--import", shell_transcript(&home, &calls).to_str().unwrap()]);
    let found = entries(&home);
    assert!(found.len() == 3 && found.iter().all(|(kind, ..)| kind == "run"), "{found:?}");
}

#[test]
fn refused_and_cancelled_calls_are_no_errors() {
    let home = Home::new();
    let calls = [
        ("t1", "rm -rf x", "Permission to use Bash with command rm -rf x has been denied.", true),
        (
            "t2",
            "npm test && ls",
            "This Bash command contains multiple operations. The following part requires approval: ls",
            true,
        ),
        ("t3", "ls $x", "A variable in this command can't be checked before it runs", true),
        ("t4", "ls", "<tool_use_error>Sibling tool call errored</tool_use_error>", true),
        ("t5", "make", "Exit code 2\nmake: *** No targets.", true),
    ];
    home.ctx(["store", "--import", shell_transcript(&home, &calls).to_str().unwrap()]);
    let errors: Vec<String> =
        events(&home).into_iter().filter(|(category, ..)| category == "error").map(|(_, text, ..)| text).collect();
    assert_eq!(errors, ["make: No targets."]);
}

#[test]
fn an_error_is_named_once_in_the_brief() {
    let home = Home::new();
    home.script("check", "#!/bin/sh\necho 'error: the cart is empty'\nexit 1\n");
    for session in ["s-1", "s-2", "s-3"] {
        recorded(&home, session, "./check");
        recorded(&home, session, "./check --again");
    }
    let out = told(&home, "session-start", json!({ "source": "startup" }));
    assert_eq!(out.matches("the cart is empty").count(), 1, "{out}");
}

#[test]
fn a_snapshot_before_every_request_is_one_snapshot() {
    let home = Home::new();
    let gemini = |event: &str, more: Value| {
        let mut payload = filled(&json!({ "session_id": "g-1", "cwd": "$CWD" }), &home);
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let done = hook(&home, "gemini", event, &payload);
        assert_eq!((done.code, done.out.as_str()), (0, "{}"), "{event}");
    };
    gemini("before-agent", json!({ "prompt": "Fix the login page" }));
    for _ in 0..5 {
        gemini("pre-compress", json!({ "trigger": "auto" }));
    }
    let snapshots: i64 = home.database().query_row("SELECT count(*) FROM snapshot", [], |row| row.get(0)).unwrap();
    assert_eq!(snapshots, 1);
}
