//! Transcripts into the store: all of it, once, whatever the file looks like; and out again.
//! The transcripts are written here, in the shapes that the agents document.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::harness::{Done, Home, finish};

/// A conversation in the shape of Claude Code: a failing test, an edit, the test again, a compaction.
fn conversation() -> Vec<Value> {
    let line = |n: u32, kind: &str, more: Value| {
        let mut line = json!({
            "type": kind, "uuid": format!("u-{n}"), "sessionId": "5e55-1", "cwd": "/home/kim/shop", "gitBranch": "fix/login",
            "timestamp": format!("2026-03-02T09:{:02}:00.000Z", n), "isSidechain": false,
        });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    };
    let call = |n, id: &str, name: &str, input: Value| {
        line(
            n,
            "assistant",
            json!({ "message": { "content": [{ "type": "tool_use", "id": id, "name": name, "input": input }] } }),
        )
    };
    let result = |n, id: &str, text: &str, failed: bool| {
        line(
            n,
            "user",
            json!({ "message": { "content": [{ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed }] } }),
        )
    };
    vec![
        line(0, "user", json!({ "message": { "content": "Fix the login. Use argon2 for the hashes." } })),
        call(1, "t1", "Bash", json!({ "command": "npm test" })),
        result(2, "t1", "Exit code 1\nAssertionError: expected 200 to be 401\n    at src/auth.test.ts:42:18", true),
        call(
            3,
            "t2",
            "Edit",
            json!({ "file_path": "/home/kim/shop/src/auth.ts", "old_string": "return 200", "new_string": "return 401" }),
        ),
        result(4, "t2", "The file /home/kim/shop/src/auth.ts has been updated.", false),
        call(5, "t3", "Bash", json!({ "command": "npm test 2>&1 | tail -5" })),
        result(6, "t3", "Tests  120 passed (120)", false),
        call(7, "t4", "Bash", json!({ "command": "make deploy" })),
        result(8, "t4", "Exit code 2\nmake: *** No rule to make target 'deploy'.  Stop.", true),
        call(
            9,
            "t5",
            "TodoWrite",
            json!({ "todos": [{ "content": "write the docs page", "status": "pending" }, { "content": "fix login", "status": "completed" }] }),
        ),
        result(10, "t5", "Todos have been modified successfully", false),
        line(
            11,
            "user",
            json!({ "isCompactSummary": true, "message": { "content": "This session is being continued.\n\n1. Key decisions:\n   - sessions expire after one hour of silence\n" } }),
        ),
        line(12, "user", json!({ "message": { "content": "don't touch the schema" } })),
    ]
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn write(home: &Home, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = home.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path
}

fn import(home: &Home, path: &std::path::Path) -> Value {
    let done = home.ctx(["store".as_ref(), "--import".as_ref(), "--json".as_ref(), path.as_os_str()]);
    assert_eq!(done.code, 0, "{}", done.err);
    serde_json::from_str(&done.out).unwrap()
}

fn numbers(tally: &Value, names: &[&str]) -> Vec<u64> {
    names.iter().map(|name| tally[name].as_u64().unwrap_or_else(|| panic!("{name} in {tally}"))).collect()
}

/// Everything in the store in a fixed order, without random parts.
fn contents(home: &Home) -> Vec<String> {
    let mut lines: Vec<String> = home
        .ctx(["store", "--export", "--raw"])
        .out
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            line.as_object_mut().unwrap().retain(|name, _| name != "ref" && name != "closed_by");
            line.to_string()
        })
        .collect();
    lines.sort();
    lines
}

fn reference(home: &Home, name: &str) -> String {
    let rows: Value =
        serde_json::from_str(&home.ctx(["history", "--all-projects", "--limit", "99", "--json"]).out).unwrap();
    let row = rows.as_array().unwrap().iter().find(|row| row["name"].as_str().unwrap().starts_with(name));
    row.unwrap_or_else(|| panic!("{name} in {rows:#}"))["ref"].as_str().unwrap().to_owned()
}

#[test]
fn the_last_plan_is_told_with_its_fate() {
    let line = |n: u32, kind: &str, content: Value| {
        json!({
            "type": kind, "uuid": format!("p-{n}"), "sessionId": "5e55-2", "cwd": "/home/kim/shop", "isSidechain": false,
            "timestamp": format!("2026-03-02T09:{n:02}:00.000Z"), "message": { "content": content },
        })
    };
    let plan = |n, id: &str, text: &str| {
        let input = json!({ "plan": text });
        line(n, "assistant", json!([{ "type": "tool_use", "id": id, "name": "ExitPlanMode", "input": input }]))
    };
    let answer = |n, id: &str, text: &str, failed: bool| {
        let result = json!([{ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": failed }]);
        line(n, "user", result)
    };
    let refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to \
                   proceed, the user said:\nno new table please";
    let lines = [
        line(0, "user", json!("plan how sessions are kept across a restart of the server")),
        plan(1, "t1", "# Sessions in a table\n\nWrite each session into a new table `session_row`.\n"),
        answer(2, "t1", refusal, true),
        plan(3, "t2", "# Sessions in the cache\n\nWrite each session into `cache.db` when the server stops.\n"),
        answer(4, "t2", "User has approved your plan. You can now start coding.", false),
    ];
    let home = Home::new();
    import(&home, &write(&home, "s.jsonl", text(&lines)));
    let told = home.ctx(["context", "--session", "5e55-2"]).out;
    assert!(told.contains("plan agreed: Sessions in the cache: Write each session into cache.db when"), "{told}");
    assert!(told.contains("no new table please (refusing the plan)") && !told.contains("session_row"), "{told}");
    let refused = home.ctx(["search", "--all-projects", "session_row"]).out;
    assert!(refused.contains("plan refused: Sessions in a table"), "{refused}");
    let whole = home.ctx(["get", &reference(&home, "plan refused"), "--raw"]).out;
    assert_eq!(whole, "# Sessions in a table\n\nWrite each session into a new table `session_row`.\n");
}

#[test]
fn a_conversation_becomes_entries_and_events() {
    let home = Home::new();
    let path = write(&home, "s.jsonl", text(&conversation()));
    let tally = import(&home, &path);
    let names = ["files", "lines", "bad_lines", "tool_results", "prompts", "compact_summaries", "entries", "skipped"];
    assert_eq!(numbers(&tally, &names), [1, 13, 0, 5, 2, 1, 9, 0]);
    assert!(tally["seconds"].is_f64() && tally["raw_bytes"].as_u64() == Some(text(&conversation()).len() as u64));
    let failing = reference(&home, "npm test");
    let raw = home.ctx(["get", &reference(&home, "make deploy"), "--raw"]).out;
    assert_eq!(raw, "Exit code 2\nmake: *** No rule to make target 'deploy'.  Stop.");
    assert_eq!(home.ctx(["get", &reference(&home, "edit src/auth.ts"), "--raw"]).out, "-return 200\n+return 401\n");
    let shown = home.ctx(["get", &failing, "--json"]).out;
    assert!(shown.contains("\"kind\":\"import\""), "{shown}");
    let again = import(&home, &path);
    assert_eq!(numbers(&again, &["files", "entries", "events"]), [0, 0, 0]);
    let copy = write(&home, "copy/s.jsonl", text(&conversation()));
    assert_eq!(numbers(&import(&home, &copy), &["entries", "events", "skipped"]), [0, 0, 8]);
    let sessions = home.ctx(["history", "--sessions", "--all-projects"]).out;
    assert!(
        sessions.starts_with("5e55-1 · ")
            && sessions.contains("claude-code · /home/kim/shop · fix/login · 9 entries · \"don't touch"),
        "{sessions}"
    );
}

#[test]
fn a_file_that_grows_adds_what_is_new() {
    let home = Home::new();
    let lines = conversation();
    let whole = text(&lines);
    let other = Home::new();
    import(&other, &write(&other, "s.jsonl", &whole));
    let expected = contents(&other);
    let mut cuts: Vec<usize> = (0..12).map(|n| whole.len() * n / 12 + n).collect();
    // Between a call and its result, and right behind a line that has no end yet.
    cuts.push(whole.match_indices('\n').nth(1).unwrap().0);
    for cut in cuts {
        let home = Home::new();
        let path = write(&home, "s.jsonl", &whole[..cut]);
        let torn = import(&home, &path)["bad_lines"].as_u64().unwrap();
        assert_eq!(torn > 0, cut > 0 && serde_json::from_str::<Value>(whole[..cut].lines().last().unwrap()).is_err());
        write(&home, "s.jsonl", &whole);
        assert_eq!(import(&home, &path)["bad_lines"], 0);
        assert_eq!(
            contents(&home),
            expected
                .iter()
                .map(|line| line.replace(&*other.path().to_string_lossy(), &home.path().to_string_lossy()))
                .collect::<Vec<_>>(),
            "cut at {cut}"
        );
    }
    // Another file under the same name is read from its beginning.
    let path = write(&home, "s.jsonl", text(&lines[..4]));
    import(&home, &path);
    let mut replaced = conversation();
    for (n, line) in replaced.iter_mut().enumerate() {
        line["uuid"] = json!(format!("other-{n}"));
        line["sessionId"] = json!("5e55-2");
    }
    write(&home, "s.jsonl", text(&replaced));
    assert_eq!(import(&home, &path)["prompts"], 2);
}

#[test]
fn lines_that_are_no_json_are_counted_and_skipped() {
    let home = Home::new();
    let good = |n: u32| {
        json!({ "type": "user", "uuid": format!("g{n}"), "sessionId": "s", "timestamp": "2026-03-02T09:00:00.000Z",
                "message": { "content": format!("good line number {n}") } })
        .to_string()
    };
    let mut bytes = Vec::new();
    let mut push = |part: &[u8]| {
        bytes.extend_from_slice(part);
        bytes.push(b'\n');
    };
    push(good(1).as_bytes());
    push(b"not json at all");
    push(&[&good(2).into_bytes()[..], good(3).as_bytes()].concat());
    push(b"");
    push("[".repeat(100_000).as_bytes());
    push(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)).as_bytes());
    push(b"{\"type\":\"user\",\"nul\":\"\0\"}");
    push(b"{\"type\":\"user\",\"bytes\":\"\xff\xfe\"}");
    push(b"17");
    let long = json!({ "type": "user", "uuid": "long", "sessionId": "s", "timestamp": "2026-03-02T09:00:00.000Z", "message": { "content": [
        { "type": "tool_result", "tool_use_id": "x", "content": "x".repeat(13_000_000) },
        { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "A".repeat(100_000) } },
    ] } });
    push(long.to_string().as_bytes());
    bytes.extend(good(4).as_bytes());
    let path = write(&home, "odd.jsonl", &bytes);
    let done = home.ctx(["store".as_ref(), "--import".as_ref(), "--json".as_ref(), path.as_os_str()]);
    let tally: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(numbers(&tally, &["lines", "bad_lines", "prompts", "tool_results", "entries"]), [11, 5, 4, 1, 5]);
    let lines: Vec<u64> = tally["bad"].as_array().unwrap().iter().map(|bad| bad["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [2, 5, 6, 7, 8]);
    assert!(done.err.contains("odd.jsonl:8 is not UTF-8 (skipped)"), "{}", done.err);
    assert_eq!(home.ctx(["get", &reference(&home, "tool result"), "--raw"]).bytes.len(), 13_000_000);
}

#[test]
fn half_a_character_is_no_reason_to_lose_the_line() {
    let home = Home::new();
    let line = r#"{"type":"user","uuid":"u","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"cut \ud83d here"}]}}"#;
    let tally = import(&home, &write(&home, "s.jsonl", line));
    assert_eq!(numbers(&tally, &["bad_lines", "entries"]), [0, 1]);
    assert_eq!(home.ctx(["get", &reference(&home, "tool result"), "--raw"]).out, "cut \u{fffd} here");
}

#[test]
fn side_conversations_stay_apart() {
    let home = Home::new();
    let mut lines = conversation();
    lines.truncate(1);
    let mut side = conversation();
    for (n, line) in side.iter_mut().enumerate() {
        line["uuid"] = json!(format!("side-{n}"));
        line["isSidechain"] = json!(true);
        line["agentId"] = json!("a17");
    }
    import(&home, &write(&home, "s.jsonl", text(&lines)));
    import(&home, &write(&home, "s/subagents/agent-a17.jsonl", text(&side)));
    let rows: Value =
        serde_json::from_str(&home.ctx(["history", "--sessions", "--all-projects", "--json"]).out).unwrap();
    let found: Vec<(&str, u64, Option<&str>)> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["session"].as_str().unwrap(), row["entries"].as_u64().unwrap(), row["parent"].as_str()))
        .collect();
    assert_eq!(found, [("5e55-1/a17", 9, Some("5e55-1")), ("5e55-1", 1, None)]);
}

#[test]
fn outputs_beside_the_transcript_are_read_and_no_others() {
    let home = Home::new();
    let secret = write(&home, "elsewhere/secret.txt", "not yours");
    write(&home, "p/5e55-1/tool-results/big.txt", "the whole output\n".repeat(9));
    let line = |n: u32, path: &str| {
        json!({ "type": "user", "uuid": format!("p{n}"), "sessionId": "5e55-1", "toolUseResult": { "stdout": "", "persistedOutputPath": path },
                "message": { "content": [{ "type": "tool_result", "tool_use_id": "t", "content": format!("preview {n}") }] } })
    };
    let lines = [
        line(1, "/home/kim/.claude/p/5e55-1/tool-results/big.txt"),
        line(2, &secret.to_string_lossy()),
        line(3, "../../../elsewhere/secret.txt"),
    ];
    let tally = import(&home, &write(&home, "p/5e55-1.jsonl", text(&lines)));
    assert_eq!(numbers(&tally, &["tool_results", "entries"]), [3, 4]);
    let all = contents(&home).join("\n");
    assert!(all.contains(&"the whole output\\n".repeat(9)) && all.contains("preview 1") && !all.contains("not yours"));
}

/// Gemini CLI gives a call one time, that of asking for it, and on a busy machine its shell starts seconds later; or it notes
/// seconds later that the call runs.
#[test]
fn a_run_is_found_once_however_busy_the_machine_was() {
    let printed: String = (1..=2000).map(|n| format!("{n}\n")).collect();
    let call = |id: &str, command: &str, second: u32, ended: bool| {
        let mut call = json!({
            "id": id, "name": "run_shell_command", "args": { "command": command }, "status": "executing",
            "timestamp": format!("2026-03-02T09:00:{second:02}.000Z"),
        });
        if ended {
            call["status"] = json!("success");
            call["result"] = json!([{ "functionResponse": { "id": id, "response": { "output": printed } } }]);
        }
        let at = "2026-03-02T09:00:00.000Z";
        json!({ "id": format!("m{id}"), "timestamp": at, "type": "gemini", "content": "", "toolCalls": [call] })
    };
    for noted in [
        vec![call("1", "seq 1 2000", 0, true)],
        vec![call("1", "seq 1 2000", 11, false), call("1", "seq 1 2000", 12, true)],
    ] {
        let home = Home::new();
        assert_eq!(home.ctx(["run", "--", "seq", "1", "2000"]).code, 0);
        let began = 1_772_442_005_000i64;
        assert_eq!(home.database().execute("UPDATE entry SET started_at = ?1", [began]).unwrap(), 1);
        let messages: Vec<Value> = noted.into_iter().chain([call("2", "seq 1 2000 | cat", 14, true)]).collect();
        let session = json!({ "sessionId": "gem-1", "projectHash": "0", "messages": messages });
        write(&home, ".gemini/tmp/work/.project_root", home.work().to_str().unwrap());
        let file = write(&home, ".gemini/tmp/work/chats/session-1.json", session.to_string());
        import(&home, &file);
        let count = |command: &str| -> i64 {
            let query = "SELECT count(*) FROM entry WHERE command = ?1";
            home.database().query_row(query, [command], |row| row.get(0)).unwrap()
        };
        assert_eq!((count("seq 1 2000"), count("seq 1 2000 | cat")), (1, 1), "{messages:?}");
    }
}

/// When its history changes, Gemini CLI writes all messages again. Every call of a turn then has the results of all of them,
/// and a long one is cut.
#[test]
fn a_result_that_is_written_again_is_found_once() {
    let part = |id: &str, text: &str| json!({ "functionResponse": { "id": id, "response": { "output": text } } });
    let call = |id: &str, status: &str, result: Value| {
        let args = json!({ "command": format!("make {id}") });
        let at = "2026-03-02T09:00:05.000Z";
        json!({ "id": id, "name": "run_shell_command", "args": args, "status": status, "timestamp": at, "result": result })
    };
    let message = |calls: Vec<Value>| {
        let at = "2026-03-02T09:00:00.000Z";
        json!({ "id": "5b1c", "timestamp": at, "type": "gemini", "content": "", "toolCalls": calls })
    };
    let mut running = call("one", "executing", Value::Null);
    running["resultDisplay"] = json!("made o");
    let (one, two) = (part("one", "made one"), part("two", "made two"));
    let all = json!([one, two]);
    let cut = json!([part("one", "<masked>"), part("two", "<masked>")]);
    let lines = [
        json!({ "sessionId": "gem-1", "projectHash": "0" }),
        message(vec![running]),
        message(vec![call("one", "success", json!([one])), call("two", "success", json!([two]))]),
        json!({ "$set": { "messages": [message(vec![call("one", "success", all.clone()), call("two", "success", all)])] } }),
        json!({ "$set": { "messages": [message(vec![call("one", "success", cut.clone()), call("two", "success", cut)])] } }),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let home = Home::new();
    write(&home, ".gemini/tmp/work/.project_root", home.work().to_str().unwrap());
    let file = write(&home, ".gemini/tmp/work/chats/session-1.jsonl", text);
    import(&home, &file);
    let db = home.database();
    let mut rows = db.prepare("SELECT command, ref FROM entry WHERE command IS NOT NULL ORDER BY command").unwrap();
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let found: Vec<(String, String)> = rows.map(Result::unwrap).collect();
    let found: Vec<_> = found.iter().map(|(name, id)| (name.as_str(), home.ctx(["get", id, "--raw"]).out)).collect();
    assert_eq!(found, [("make one", "made one".to_owned()), ("make two", "made two".to_owned())]);
}

#[test]
fn every_agent_on_the_machine_is_found() {
    let home = Home::new();
    write(&home, ".claude/projects/-home-kim-shop/5e55-1.jsonl", text(&conversation()));
    write(
        &home,
        ".codex/sessions/2026/03/02/rollout-1.jsonl",
        r#"{"timestamp":"2026-03-02T09:00:00.000Z","type":"session_meta","payload":{"id":"c0de-1","cwd":"/home/kim/api"}}
{"timestamp":"2026-03-02T09:00:01.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"go test ./...\"}","call_id":"k1"}}
{"timestamp":"2026-03-02T09:00:02.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"k1","output":"Process exited with code 0\nOutput:\nok"}}
"#,
    );
    write(
        &home,
        ".gemini/tmp/shop/chats/session-1.json",
        r#"{"sessionId":"gem-1","messages":[{"id":"1","timestamp":"2026-03-02T09:00:00.000Z","type":"user","content":"hello"}]}"#,
    );
    write(&home, ".gemini/tmp/shop/.project_root", "/home/kim/shop\n");
    let storage = ".local/share/opencode/storage";
    write(
        &home,
        &format!("{storage}/session/p/ses_1.json"),
        r#"{"id":"ses_1","projectID":"p","directory":"/home/kim/web","title":"T","time":{"created":1772442000000}}"#,
    );
    write(
        &home,
        &format!("{storage}/message/ses_1/msg_1.json"),
        r#"{"id":"msg_1","sessionID":"ses_1","role":"user","time":{"created":1772442000000}}"#,
    );
    write(
        &home,
        &format!("{storage}/part/msg_1/prt_1.json"),
        r#"{"id":"prt_1","sessionID":"ses_1","messageID":"msg_1","type":"text","text":"hello there"}"#,
    );
    write(
        &home,
        ".copilot/session-state/cop-1/events.jsonl",
        r#"{"type":"session.start","data":{"sessionId":"cop-1"},"id":"1","timestamp":"2026-03-02T09:00:00.000Z"}
{"type":"user.message","data":{"content":"hi"},"id":"2","timestamp":"2026-03-02T09:00:00.000Z"}
"#,
    );
    let everywhere = |args: &[&str]| -> Done {
        let mut command = home.command(args);
        command.env_remove("CLAUDE_CONFIG_DIR").env_remove("CODEX_HOME");
        finish(&mut command)
    };
    let counted: Value = serde_json::from_str(&everywhere(&["store", "--import", "--dry-run", "--json"]).out).unwrap();
    assert_eq!(numbers(&counted, &["files", "tool_results", "prompts", "entries"]), [7, 6, 5, 13]);
    assert_eq!(home.ctx(["history", "--all-projects", "--json"]).out, "[]\n", "a dry run writes nothing");
    let only: Value =
        serde_json::from_str(&everywhere(&["store", "--import", "--agent", "codex", "--json"]).out).unwrap();
    assert_eq!(numbers(&only, &["files", "entries"]), [1, 1]);
    let tally: Value = serde_json::from_str(&everywhere(&["store", "--import", "--json"]).out).unwrap();
    assert_eq!(numbers(&tally, &["files", "entries"]), [6, 12]);
    let sessions = home.ctx(["history", "--sessions", "--all-projects"]).out;
    for part in [
        "c0de-1 · ",
        "codex · /home/kim/api",
        "gem-1 · ",
        "gemini · /home/kim/shop",
        "ses_1 · ",
        "opencode · /home/kim/web",
        "cop-1 · ",
    ] {
        assert!(sessions.contains(part), "{part} in {sessions}");
    }
    assert_eq!(
        numbers(
            &serde_json::from_str(&everywhere(&["store", "--import", "--json"]).out).unwrap(),
            &["files", "entries"]
        ),
        [0, 0]
    );
}

#[test]
fn an_export_comes_back_the_same() {
    let home = Home::new();
    import(&home, &write(&home, "s.jsonl", text(&conversation())));
    home.sh("printf 'bytes \\377\\n'; exit 3");
    home.ctx(["note", "--decision", "the key is AKIAZ4QHW7XVB2MRTK5D"]);
    let exported = home.ctx(["store", "--export", "--raw"]).out;
    let other = Home::new();
    let tally = import(&other, &write(&other, "export.jsonl", &exported));
    assert_eq!(tally["entries"], 11);
    assert_eq!(other.ctx(["store", "--export", "--raw"]).out.lines().count(), exported.lines().count());
    assert_eq!(contents(&other), contents(&home));
    let failing = reference(&home, "npm test");
    assert_eq!(
        home.ctx(["get", &failing, "--raw"]).bytes,
        other.ctx(["get", &failing, "--raw"]).bytes,
        "under the same reference"
    );
    assert_eq!(import(&home, &write(&home, "export.jsonl", &exported))["entries"], 0, "at home it adds nothing");
    assert!(
        exported.contains("AKIAZ4QHW7XVB2MRTK5D")
            && !home.ctx(["store", "--export"]).out.contains("AKIAZ4QHW7XVB2MRTK5D")
    );
    let markdown = home.ctx(["store", "--export", "--session", "5e55", "--format", "md"]).out;
    assert!(
        markdown.contains("] make deploy\n2026-03-02T09:08:00Z · result · exit 2\n\n```\nExit code 2\n"),
        "{markdown}"
    );
}

#[test]
fn a_forgotten_entry_does_not_come_back() {
    let home = Home::new();
    let path = write(&home, "s.jsonl", text(&conversation()));
    import(&home, &path);
    let gone = reference(&home, "make deploy");
    assert_eq!(home.ctx(["forget", &gone]).code, 0);
    std::fs::write(home.path().join("again.jsonl"), text(&conversation())).unwrap();
    assert_eq!(import(&home, &home.path().join("again.jsonl"))["entries"], 0);
    let context = home.ctx(["context", "--session", "5e55-1"]).out;
    assert!(!context.contains("make deploy") && !context.contains("No rule"), "{context}");
}

#[test]
fn a_path_that_is_not_there_is_said_so() {
    let home = Home::new();
    let done = home.ctx(["store", "--import", "/no/such/file.jsonl"]);
    assert_eq!((done.code, done.err.contains("/no/such/file.jsonl: no such file")), (1, true), "{}", done.err);
    let mut nothing = home.command(["store", "--import"]);
    nothing.env_remove("CLAUDE_CONFIG_DIR").env_remove("CODEX_HOME");
    assert_eq!(finish(&mut nothing).code, 1);
}

#[test]
fn the_brief_and_the_report_of_an_imported_session() {
    let home = Home::new();
    import(&home, &write(&home, "s.jsonl", text(&conversation())));
    let context = home.ctx(["context", "--session", "5e55", "--budget", "2048"]).out;
    assert!(context.len() <= 2048);
    for part in [
        "request:\n- ",
        "- user: don't touch the schema [ctx:",
        "errors (not known to be settled):\n- make deploy: No rule to make target 'deploy'",
        "tasks (not known to be done):\n- write the docs page [ctx:",
        "Use argon2 for the hashes. [ctx:",
        "essions expire after one hour of silence",
        "- edited, no commit seen: src/auth.ts\n",
    ] {
        assert!(context.contains(part), "{part} in {context}");
    }
    assert!(!context.contains("fix login"), "{context}");
    let story = home.ctx(["reflect", "--session", "5e55"]).out;
    assert!(story.len() <= 4096);
    for part in [
        "# 5e55-1\n2026-03-02 09:00 to 2026-03-02 09:12 (12m): 5 calls (3 commands), 2 failed; 1 file changed\n",
        "## Outcome\n- branch fix/login\n- in /home/kim/shop\n- edited, no commit seen: src/auth.ts\n- last npm test: Tests 120 passed (120) [ctx:",
        "## Errors (not known to be settled)\n- make deploy: No rule",
        "## Tasks (not known to be done)\n- write the docs page",
        "→ passed [ctx:",
    ] {
        assert!(story.contains(part), "{part} in {story}");
    }
    let value: Value = serde_json::from_str(&home.ctx(["reflect", "--session", "5e55", "--json"]).out).unwrap();
    assert_eq!(
        (value["open_errors"].as_array().unwrap().len(), value["resolved_errors"].as_array().unwrap().len()),
        (1, 1)
    );
}

#[test]
fn imported_messages_failures_and_changes_are_found() {
    let home = Home::new();
    import(&home, &write(&home, "s.jsonl", text(&conversation())));
    let first = |query: &str| -> Value {
        let done = home.ctx(["search", "--json", query]);
        let answer: Value = serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{query}: {}", done.err));
        answer["hits"][0].clone()
    };
    for (query, name, words) in [
        (
            "how long until sessions expire",
            "This session is being continued.",
            "sessions expire after one hour of silence",
        ),
        ("no rule to make target", "make deploy", "make: *** No rule to make target 'deploy'.  Stop."),
        ("AssertionError expected 401", "npm test", "AssertionError: expected 200 to be 401"),
        ("auth.ts return 401", "edit src/auth.ts", "+return 401"),
        ("don't touch the schema", "don't touch the schema", "don't touch the schema"),
    ] {
        let hit = first(query);
        assert!(hit["source"].as_str().is_some_and(|found| found.starts_with(name)), "{query}: {hit}");
        assert!(hit["snippet"].as_str().is_some_and(|snippet| snippet.contains(words)), "{query}: {hit}");
    }
    let story = home.ctx(["reflect", "--session", "5e55"]).out;
    for part in [
        "Use argon2 for the hashes. [ctx:",
        "essions expire after one hour of silence",
        "## Errors (not known to be settled)\n- make deploy: No rule to make target 'deploy'",
    ] {
        assert!(story.contains(part), "{part} in {story}");
    }
    let whole = home.ctx(["reflect", "--session", "5e55", "--full"]).out;
    assert!(!whole.contains("## Summary"), "the conversation itself is there: {whole}");
    let open = story.split("## Solved").next().unwrap();
    assert!(story.contains("## Solved") && !open.contains("- npm test"), "it passed later: {story}");
}

#[test]
fn output_without_an_answer_is_kept() {
    let mut minute = 0;
    let mut line = |kind: &str, payload: Value| {
        minute += 1;
        json!({ "timestamp": format!("2026-03-02T09:{minute:02}:00.000Z"), "type": kind, "payload": payload })
    };
    let asked = |id: &str, command: &str| {
        let arguments = json!({ "cmd": command }).to_string();
        json!({ "type": "function_call", "name": "exec_command", "arguments": arguments, "call_id": id })
    };
    let ended = |id: &str, command: &str, output: &str, code: i32| {
        json!({ "type": "exec_command_end", "call_id": id, "command": ["/bin/sh", "-lc", command], "cwd": "/home/kim/api",
                "stdout": "", "stderr": "", "aggregated_output": output, "exit_code": code, "duration": { "secs": 2, "nanos": 5_000_000 } })
    };
    let answered = |id: &str, output: &str| {
        let output = format!("Process exited with code 0\nOutput:\n{output}");
        json!({ "type": "function_call_output", "call_id": id, "output": output })
    };
    let long = "one line of many\n".repeat(40);
    let lines = [
        line("session_meta", json!({ "id": "c0de-2", "cwd": "/home/kim/api" })),
        line("response_item", asked("k1", "go vet ./...")),
        line("event_msg", ended("k1", "go vet ./...", "vet is happy\n", 0)),
        line("response_item", answered("k1", "vet is happy\n")),
        line("response_item", asked("k2", "go test ./...")),
        line("event_msg", ended("k2", "go test ./...", "--- FAIL: TestLogin\n", 3)),
        line("response_item", asked("k3", "go list ./...")),
        line("event_msg", ended("k3", "go list ./...", &long, 0)),
        line("response_item", answered("k3", "one line of many\n… cut …\n")),
        line("response_item", asked("k4", "go run .")),
        line("response_item", answered("k4", "listening\n")),
        line("event_msg", ended("k4", "go run .", "listening\nstopped\n", 0)),
        line("event_msg", ended("k5", "git status --short", "?? notes.txt\n", 0)),
    ];
    let whole = text(&lines);
    let home = Home::new();
    let path = write(&home, "rollout.jsonl", &whole);
    let tally = import(&home, &path);
    assert_eq!(numbers(&tally, &["tool_results", "entries", "skipped"]), [5, 6, 0]);
    assert_eq!(numbers(&import(&home, &write(&home, "copy/rollout.jsonl", &whole)), &["entries", "skipped"]), [0, 5]);
    let failing: Value = serde_json::from_str(&home.ctx(["get", &reference(&home, "go test"), "--json"]).out).unwrap();
    assert_eq!(home.ctx(["get", &reference(&home, "go test"), "--raw"]).out, "--- FAIL: TestLogin\n");
    assert_eq!(failing["status"], "exit 3", "{failing}");
    assert_eq!(home.ctx(["get", &reference(&home, "git status"), "--raw"]).out, "?? notes.txt\n");
    let expected = contents(&home);
    let outputs = |words: &str| expected.iter().filter(|line| line.contains(words)).count();
    assert_eq!((outputs("vet is happy"), outputs("one line of many"), outputs("listening")), (1, 2, 1));
    assert_eq!(outputs("\"duration_ms\":2005"), 3);
    for cut in 0..lines.len() {
        let home = Home::new();
        let path = write(&home, "rollout.jsonl", text(&lines[..cut]));
        import(&home, &path);
        home.ctx(["search", "listening"]);
        write(&home, "rollout.jsonl", &whole);
        import(&home, &path);
        assert_eq!(contents(&home), expected, "cut after line {cut}");
        assert_eq!(home.ctx(["search", "TestLogin"]).code, 0);
    }
}

#[test]
fn since_leaves_out_the_older_lines_of_a_file_until_they_are_asked_for() {
    let now = this_second();
    let mut lines = conversation();
    for (n, line) in lines.iter_mut().enumerate() {
        // Up to the result of `make deploy` two days ago, the rest within the last hour.
        let age = if n <= 8 { 2 * 24 * 60 - n as i64 } else { 30 - n as i64 };
        line["timestamp"] = json!((now - jiff::SignedDuration::from_mins(age)).to_string());
    }
    let home = Home::new();
    let path = write(&home, "s.jsonl", text(&lines));
    let since = |args: &[&str]| -> Value {
        let mut all = vec!["store", "--import", "--json", "--since", "1d"];
        all.extend(args);
        all.push(path.to_str().unwrap());
        serde_json::from_str(&home.ctx(all).out).unwrap()
    };
    let names = ["lines", "prompts", "tool_results", "compact_summaries", "entries"];
    assert_eq!(numbers(&since(&["--dry-run"]), &names), [13, 1, 1, 1, 3]);
    assert_eq!(numbers(&since(&[]), &names), [13, 1, 1, 1, 3]);
    assert_eq!(numbers(&since(&[]), &["entries", "skipped"]), [0, 3], "again it adds nothing");
    assert_eq!(numbers(&import(&home, &path), &["entries", "skipped"]), [6, 3], "whole it adds the rest");
    assert_eq!(numbers(&import(&home, &path), &["files", "entries"]), [0, 0]);
    let other = Home::new();
    import(&other, &write(&other, "s.jsonl", text(&lines)));
    assert_eq!(contents(&home), contents(&other));
}

/// Now, to the second: agents write no more.
fn this_second() -> jiff::Timestamp {
    jiff::Timestamp::from_second(jiff::Timestamp::now().as_second()).unwrap()
}

#[test]
fn retention_counts_from_the_day_of_the_import() {
    let home = Home::new();
    import(&home, &write(&home, "s.jsonl", text(&conversation())));
    let pruned: Value = serde_json::from_str(&home.ctx(["forget", "--prune", "--json"]).out).unwrap();
    assert_eq!(pruned["pruned_entries"], 0);
    home.database().execute("UPDATE entry SET stored_at = stored_at - 40 * 86400000", []).unwrap();
    let pruned: Value = serde_json::from_str(&home.ctx(["forget", "--prune", "--json"]).out).unwrap();
    assert_eq!(pruned["pruned_entries"], 9);
}

#[test]
fn a_dry_run_tells_what_the_import_then_does() {
    let home = Home::new();
    let first = write(&home, "a/one.jsonl", text(&conversation()));
    let mut more = conversation();
    for line in &mut more {
        // The same conversation in another file, and a part that is new.
        line["uuid"] = Value::from(format!("{}-again", line["uuid"].as_str().unwrap_or("x")));
    }
    let second = write(&home, "a/two.jsonl", text(&more));
    let third = write(&home, "a/three.jsonl", text(&conversation()));
    let tell = |args: &[&str], path: &std::path::Path| -> Value {
        let mut all = vec!["store", "--import", "--json"];
        all.extend(args);
        let mut told: Value =
            serde_json::from_str(&home.ctx(all.into_iter().map(std::ffi::OsStr::new).chain([path.as_os_str()])).out)
                .unwrap();
        for name in ["seconds", "dry_run"] {
            told.as_object_mut().unwrap().remove(name);
        }
        told
    };
    for path in [&first, &second, &third, &first] {
        let dry = tell(&["--dry-run"], path);
        assert_eq!(dry, tell(&["--dry-run"], path), "a dry run leaves nothing behind");
        assert_eq!(dry, tell(&[], path), "{}", path.display());
    }
    let left = std::fs::read_dir(home.store()).unwrap().flatten();
    assert!(left.into_iter().all(|file| !file.file_name().to_string_lossy().starts_with("scratch")));
}

#[test]
fn a_file_that_is_no_transcript_is_refused_and_a_known_one_is_named_so() {
    let home = Home::new();
    std::fs::write(home.work().join("README.md"), "# Title\n\nSome words.\nMore of them.\n").unwrap();
    let done = home.ctx(["store", "--import", "README.md"]);
    assert_eq!((done.code, done.out.as_str()), (1, ""), "{}", done.err);
    assert!(done.err.starts_with("ctx: no transcript: 3 of "), "{}", done.err);
    let lines: String = conversation().iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(home.work().join("talk.jsonl"), lines).unwrap();
    assert!(home.ctx(["store", "--import", "talk.jsonl"]).out.starts_with("files "));
    assert_eq!(home.ctx(["store", "--import", "talk.jsonl"]).out, "nothing new in 1 file\n");
}
