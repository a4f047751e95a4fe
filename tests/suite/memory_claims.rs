//! What a brief must not claim: each test is a short session in a shape that was once told untruly.

use serde_json::{Value, json};

use crate::harness::Home;

/// A session of Claude Code, written line by line, a minute each.
#[derive(Default)]
struct Session {
    text: String,
    lines: u32,
}

impl Session {
    fn line(mut self, who: &str, content: Value, more: Value) -> Session {
        self.lines += 1;
        let (hour, minute) = (9 + self.lines / 60, self.lines % 60);
        let mut line = json!({
            "type": who, "uuid": format!("u{}", self.lines), "sessionId": "claims-1", "cwd": "/home/kim/shop",
            "timestamp": format!("2026-03-02T{hour:02}:{minute:02}:00.000Z"),
            "message": { "role": who, "content": content },
        });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.text += &format!("{line}\n");
        self
    }

    fn asks(self, words: &str) -> Session {
        self.line("user", json!(words), json!({}))
    }

    fn says(self, words: &str) -> Session {
        self.line("assistant", json!([{ "type": "text", "text": words }]), json!({}))
    }

    /// A compaction's summary.
    fn summed_up(self, words: &str) -> Session {
        self.line("user", json!(words), json!({ "isCompactSummary": true }))
    }

    fn runs(self, command: &str, output: &str, failed: bool) -> Session {
        self.calls("Bash", json!({ "command": command }), output, failed)
    }

    fn calls(self, tool: &str, input: Value, output: &str, failed: bool) -> Session {
        let id = format!("c{}", self.lines);
        let call = json!([{ "type": "tool_use", "id": id, "name": tool, "input": input }]);
        let result = json!([{ "type": "tool_result", "tool_use_id": id, "is_error": failed, "content": output }]);
        self.line("assistant", call, json!({})).line("user", result, json!({}))
    }

    /// The answers of `reflect` and `context`.
    fn told(&self) -> [String; 2] {
        told(&self.text, "claims-1")
    }
}

fn told(text: &str, session: &str) -> [String; 2] {
    let home = Home::new();
    let file = home.path().join("claims.jsonl");
    std::fs::write(&file, text).unwrap();
    home.ctx(["store".as_ref(), "--import".as_ref(), file.as_os_str()]);
    ["reflect", "context"].map(|command| home.ctx([command, "--session", session]).out)
}

#[test]
fn tasks_of_a_turn_that_was_answered_are_no_open_tasks() {
    let todo =
        |state: &str| json!({ "todos": [{ "content": "Run the final review", "status": state, "activeForm": "x" }] });
    let summary = "Summary:\n\n7. Pending Tasks:\n   - Verify that both files are merged in the new pipeline\n";
    let answered = Session::default()
        .asks("add the pipeline and review it at the end")
        .calls("TodoWrite", todo("in_progress"), "ok", false)
        .summed_up(summary)
        .says("Both files are merged before any step runs. I did not open a pull request.")
        .asks("now rename the button");
    for text in answered.says("The button is called Save.").told() {
        assert!(!text.contains("final review") && !text.contains("both files are merged in"), "{text}");
    }
    // The list was taken up again: what is left of it is open.
    let two = |first: &str| {
        json!({ "todos": [{ "content": "Write the parser", "status": first, "activeForm": "x" },
            { "content": "Run the final review", "status": "pending", "activeForm": "x" }] })
    };
    let resumed = Session::default()
        .asks("add the pipeline and review it at the end")
        .calls("TodoWrite", two("pending"), "ok", false)
        .says("I wrote the plan and did not start.")
        .asks("start with the parser")
        .calls("TodoWrite", two("completed"), "ok", false)
        .says("The parser is written; the review is still to be done.");
    for text in resumed.told() {
        assert!(text.contains("Run the final review"), "{text}");
    }
}

#[test]
fn a_failed_total_that_a_later_run_settled_is_not_where_it_stands() {
    let session = Session::default()
        .asks("add a repository for profiles")
        .runs(
            "dart analyze test/profiles/",
            "Exit code 3\nAnalyzing profiles...\n\n  error - data/repository_test.dart:328:24 - The argument type 'DateTime' can't be assigned. - argument_type_not_assignable\n\n7 issues found.",
            true,
        )
        .calls("Edit", json!({ "file_path": "/home/kim/shop/test/profiles/data/repository_test.dart", "old_string": "a", "new_string": "b" }), "ok", false)
        .runs("dart analyze test/profiles/data/", "Analyzing data...\nNo issues found!", false)
        .runs("flutter test test/profiles/data/repository_test.dart", "00:01 +0: loading\n00:06 +17: All tests passed!", false)
        .says("The repository is there.");
    for text in session.told() {
        assert!(!text.contains("7 issues found"), "{text}");
        assert!(text.contains("+17: All tests passed!"), "{text}");
    }
}

#[test]
fn an_answer_before_a_compaction_is_an_answer() {
    let session = Session::default()
        .asks("commit but do not push")
        .runs("git commit -m 'keep sessions'", "[main 065b754] keep sessions", false)
        .says("Committed locally as 065b754, and nothing was pushed to the server.")
        .summed_up("[Session Goal]\n- keep sessions\n\n1. I am not sure. How do I think through this decision? Recreate and warn.\n\n[assistant]\n* read \"src/config.py\" (#233)\n* bash \"rg -n encrypted docs\" (#231)")
        .asks("now write the page about sessions")
        .says("The page is written.");
    for text in session.told() {
        assert!(text.contains("Committed locally as 065b754") && !text.contains("no answer at the end"), "{text}");
        assert!(
            !text.contains("rg -n encrypted") && !text.contains("src/config.py"),
            "what a summary lists is no decision: {text}"
        );
    }
}

#[test]
fn a_summary_is_told_where_what_it_sums_up_is_not_there() {
    let summary = "Primary request and intent: keep the sessions of the shop for one hour, as the owner asked.";
    let later = |session: Session| session.asks("now write the page about sessions").says("The page is written.");
    for text in later(Session::default().summed_up(summary)).told() {
        assert!(text.contains("by the model, when the conversation was compacted"), "{text}");
    }
    let whole = Session::default().asks("keep the sessions for one hour").says("They are kept.").summed_up(summary);
    for text in later(whole).told() {
        assert!(!text.contains("Primary request"), "{text}");
    }
}

#[test]
fn words_before_the_next_message_are_not_its_answer() {
    let session = Session::default()
        .asks("remove the old schema from the packages")
        .says("I am removing it now.")
        .runs("rg -n schema packages", "packages/a.ts:1: schema", false)
        .asks("also stop the two idle workers")
        .says("I stop them first.")
        .runs("tmux kill-session -t 1", "", false)
        .says("The grader package still exposes the schema, so it goes there too.")
        .runs("rg -n schema packages", "packages/b.ts:1: schema", false)
        .asks("and what became of the new package")
        .says("It is planned and not begun. Both workers were stopped.");
    for text in session.told() {
        assert!(!text.contains("grader package"), "{text}");
        assert!(text.contains("Both workers were stopped"), "{text}");
    }
    let unanswered = session.asks("then write the guide for the new package").runs("ls docs", "a.md", false);
    let brief = &unanswered.told()[1];
    assert!(brief.contains("said: It is planned") && !brief.contains("no answer at the end"), "{brief}");
}

#[test]
fn what_a_program_adds_to_a_command_is_not_the_users_decision() {
    let session = Session::default()
        .asks("add the cleanup of sessions")
        .says("The cleanup is there.")
        .asks("/skill:simplify\n\n<!-- cleanup-enforcer -->\n\nCleanup after the change.\n\nUse the repository state as the source of truth. Never widen the change.")
        .says("Nothing to simplify.");
    for text in session.told() {
        assert!(!text.contains("user: Use the repository") && !text.contains("user: Never widen"), "{text}");
    }
}

#[test]
fn a_run_is_told_once_and_never_as_well_where_its_totals_failed() {
    let session = Session::default()
        .asks("redesign the form")
        .runs("npm test -- form.test.ts", " Test Files  2 failed (2)\nError: Transform failed with 1 error:", false)
        .runs("npm test", " Test Files  1 failed | 229 passed (230)\n      Tests  3 failed | 2828 passed (2831)", false)
        .runs("npm test -- form.test.tsx", " Test Files  2 passed (2)\n      Tests  4 passed (4)", false)
        .runs("npm run build 2>&1 | head -5", "Error: the cache is missing", false)
        .says("The form is redesigned.");
    for text in session.told() {
        assert!(text.contains("earlier npm test: Test Files 1 failed | 229 passed (230)"), "{text}");
        assert!(text.contains("last npm test -- form.test.tsx: Test Files 2 passed (2)"), "{text}");
        assert!(!text.contains("· ok") && !text.contains("last npm test:"), "{text}");
    }
}

#[test]
fn an_error_of_one_command_in_a_chain_is_settled_by_the_same_check_in_any_chain() {
    let files = (0..12).map(|n| format!("src/services/module_number_{n}.py")).collect::<Vec<_>>().join(" ");
    let session = Session::default()
        .asks("add the reconciler")
        .runs(
            &format!("cd /home/kim/shop && python -m black --check {files}; python -m mypy {files}"),
            "would reformat src/services/module_number_1.py\nsrc/main.py:4: error: Argument 1 has incompatible type\n\nCommand exited with code 1",
            true,
        )
        .runs(&format!("python -m black --check {files} && echo ok"), "All done!", false)
        .runs(&format!("pytest -q && python -m mypy {files} src/main.py"), "9 passed in 1s\nSuccess", false)
        .says("The reconciler is there.");
    for text in session.told() {
        assert!(!text.contains("not known to be"), "{text}");
    }
}

#[test]
fn a_run_of_several_tests_is_not_the_run_of_one_and_another_environment_is_another_run() {
    let long = "tests/test_main.py::test_that_the_hosted_startup_builds_and_closes_the_managed_runtime_with_all_parts";
    let session = Session::default()
        .asks("add the startup")
        .runs(
            &format!("python -m pytest -q {long}"),
            "ModuleNotFoundError: no module shop\n1 error\n\nCommand exited with code 4",
            true,
        )
        .runs(
            &format!("PYTHONPATH=src python -m pytest -q {long} tests/test_main.py::two"),
            "2 failed in 1s\n\nCommand exited with code 1",
            true,
        )
        .runs(&format!("PYTHONPATH=src python -m pytest -q {long}"), "1 passed in 1s", false)
        .runs(
            "black . && PYTHONPATH=src python -m pytest -q tests/test_main.py tests/test_b.py && bun run lint",
            "20 passed in 1s",
            false,
        )
        .says("The startup is there.");
    for text in session.told() {
        assert!(
            !text.contains("not known to be") && !text.contains("1 passed") && !text.contains("last black"),
            "{text}"
        );
        assert!(
            text.contains("last PYTHONPATH=src python -m pytest -q tests/test_main.py tests/test_b.py: 20 passed"),
            "{text}"
        );
        assert!(text.contains("bun run lint"), "{text}");
    }
}

#[test]
fn a_draft_that_was_sent_too_early_is_told_once_and_whole() {
    let draft = "instead of the warning print something like: another session is running";
    let session = Session::default()
        .asks("show a warning at the start")
        .says("The warning is shown.")
        .asks(draft)
        .asks(&format!("{draft}, and how to end it"))
        .says("It is printed.");
    for text in session.told() {
        assert_eq!(text.matches("instead of the warning").count(), 1, "{text}");
        assert!(text.contains("and how to end it") && !text.contains("no answer"), "{text}");
    }
}

#[test]
fn who_says_why_he_refuses_a_call_asks_for_something_else() {
    let refused = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file \
        edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nwhat would the id be in \
        these cases?";
    let edit = json!({ "file_path": "/home/kim/shop/src/state.go", "old_string": "a", "new_string": "b" });
    let session = Session::default()
        .asks("validate the id of the session")
        .calls("Edit", edit, refused, true)
        .says("It would be a random one, because the old one cannot be trusted.");
    for text in session.told() {
        let asked = text.find("- (refusing Edit state.go) what would the id be").unwrap_or_else(|| panic!("{text}"));
        assert!(text[asked..].contains("said: It would be a random one"), "{text}");
        assert!(!text.contains("no answer"), "{text}");
    }
}

#[test]
fn what_a_program_says_of_an_agent_that_ended_is_no_request() {
    let ended = "<agent-notification>\n<agent-id>a1</agent-id>\n<status>completed</status>\n<summary>Agent \"Review\" \
        completed.</summary>\nRead the output file to retrieve the full result.\n</agent-notification>";
    let session = Session::default()
        .asks("/workflows:review https://example.com/pull/2")
        .asks(ended)
        .says("The review found two bugs: the hash is cut, and the list has a race.");
    for text in session.told() {
        assert!(text.contains("/workflows:review https://example.com/pull/2"), "{text}");
        assert!(text.contains("two bugs") && !text.contains("notification"), "{text}");
    }
}

#[test]
fn a_file_is_told_once_and_by_its_path_in_the_project() {
    let edit =
        |path: &str| json!({ "file_path": format!("/home/kim/shop/{path}"), "old_string": "a", "new_string": "b" });
    let session = Session::default()
        .asks("show the score")
        .calls(
            "Write",
            json!({ "file_path": "/home/kim/shop/frontend/src/ui/ScoreCard.tsx", "content": "x" }),
            "ok",
            false,
        )
        .calls("Edit", edit("frontend/src/ui/scoreCard.tsx"), "ok", false)
        .calls("Edit", edit("src/ui/score.ts"), "ok", false)
        .says("The score is shown.");
    let [report, brief] = session.told();
    assert!(report.contains("2 files changed"), "{report}");
    for text in [report, brief] {
        assert!(
            text.contains("src/ui/score.ts, frontend/src/ui/scoreCard.tsx") && !text.contains("ScoreCard"),
            "{text}"
        );
        let before_changes = text.to_lowercase();
        let before_changes = before_changes.split("changes (").next().unwrap();
        assert_eq!(before_changes.matches("scorecard.tsx").count(), 1, "{text}");
        assert!(text.contains("no test, lint or build was seen to run"), "{text}");
    }
}

/// Hosts whose transcripts were converted give no flag: the text tells.
#[test]
fn a_call_that_failed_by_its_own_words_has_failed() {
    let failed = " ELIFECYCLE  Command failed with exit code 2.\n";
    let result = |session: Session, id: u32, text: &str| {
        session.line(
            "user",
            json!([{ "type": "tool_result", "tool_use_id": format!("f{id}"), "content": text }]),
            json!({}),
        )
    };
    let call = |session: Session, id: u32, tool: &str, input: Value| {
        let call = json!([{ "type": "tool_use", "id": format!("f{id}"), "name": tool, "input": input }]);
        session.line("assistant", call, json!({}))
    };
    let compile = json!({ "command": "pnpm compile 2>&1" });
    let mut session = call(Session::default().asks("move the commands"), 1, "bash", compile.clone());
    session = result(
        session,
        1,
        &format!("> tsc --noEmit\n\nsrc/a.ts(18,4): error TS2835: Relative import paths need extensions.\n{failed}"),
    );
    session = session.says("The dynamic import caused the error: I use a static import instead.");
    session = result(call(session, 2, "bash", compile), 2, "> tsc --noEmit\n");
    for id in 3..5 {
        session = call(session, id, "websearch", json!({ "query": format!("sandbox {id}"), "type": "deep" }));
        session =
            result(session, id, "MCP error -32602: Input validation error: Invalid arguments for tool web_search");
    }
    session = result(call(session, 6, "bash", json!({ "command": "cat build.log" })), 6, failed);
    let [report, brief] = session.says("All commands are moved.").told();
    assert!(report.contains("5 calls (3 commands), 3 failed"), "{report}");
    for text in [report, brief] {
        assert!(
            text.contains("Relative import paths need extensions") && text.contains("static import instead"),
            "{text}"
        );
        assert!(!text.contains("not known to be"), "{text}");
    }
}

#[test]
fn what_a_short_answer_accepts_is_a_decision() {
    let session = Session::default()
        .asks("plan the dashboard")
        .says("### Selected starter: the minimal template\n\n**Rationale:** every other starter ships a blog.\n\nWhat would you like to do?\n\n**[P]** Party mode\n**[C]** Continue — save it")
        .asks("c")
        .says("Is a cache of 24 points enough for the chart?")
        .asks("yes")
        .says("The plan is written.")
        .asks("commit")
        .runs("git commit -m 'Add the plan'", "[main 1a2b3c4] Add the plan", false)
        .says("Done. Committed.");
    for text in session.told() {
        assert!(text.contains("agreed: Selected starter: the minimal template Rationale: every other"), "{text}");
        assert!(text.contains("agreed: Is a cache of 24 points enough for the chart?"), "{text}");
        assert!(!text.contains("short replies") && !text.contains("- commit ["), "{text}");
        assert!(text.contains("The plan is written."), "{text}");
    }
}

#[test]
fn commits_are_on_the_branch_that_they_were_made_on() {
    let session = Session::default()
        .asks("merge it")
        .runs("git commit -m 'add the option'", "[feat/option 3903bfa] add the option\n 1 file changed", false)
        .runs("git push", "To github.com:kim/shop\n   1..2  feat/option -> feat/option", false)
        .runs("git checkout main && git pull", "Switched to branch 'main'\nUpdating 1..2", false)
        .says("It is merged, and main is checked out.");
    for text in session.told() {
        assert!(text.contains("committed on feat/option, pushed: 3903bfa add the option"), "{text}");
    }
}

#[test]
fn a_command_that_is_waited_for_ends_with_its_last_poll() {
    let call = |at: u32, id: &str, name: &str, input: Value| {
        json!({ "timestamp": format!("2026-03-02T09:{at:02}:00.000Z"), "type": "response_item",
            "payload": { "type": "function_call", "name": name, "call_id": id, "arguments": input.to_string() } })
    };
    let output = |at: u32, id: &str, head: &str, text: &str| {
        json!({ "timestamp": format!("2026-03-02T09:{at:02}:30.000Z"), "type": "response_item",
            "payload": { "type": "function_call_output", "call_id": id,
                "output": format!("Chunk ID: 1\nWall time: 1.0 seconds\n{head}\nOutput:\n{text}") } })
    };
    let said = |at: u32, role: &str, text: &str| {
        json!({ "timestamp": format!("2026-03-02T09:{at:02}:00.000Z"), "type": "response_item",
            "payload": { "type": "message", "role": role, "content": [{ "type": "input_text", "text": text }] } })
    };
    let run = json!({ "cmd": "bun run typecheck" });
    let wait = json!({ "session_id": 15748, "chars": "" });
    let lines = [
        json!({ "timestamp": "2026-03-02T09:00:00.000Z", "type": "session_meta", "payload": { "id": "polled-1", "cwd": "/home/kim/shop" } }),
        said(1, "user", "make the types strict"),
        call(2, "c1", "exec_command", run.clone()),
        output(2, "c1", "Process exited with code 127", "tsc: command not found"),
        call(3, "c2", "exec_command", run),
        output(3, "c2", "Process running with session ID 15748", "core: done"),
        call(4, "c3", "write_stdin", wait.clone()),
        output(4, "c3", "Process running with session ID 15748", "cli: building"),
        call(5, "c4", "write_stdin", wait),
        output(5, "c4", "Process exited with code 0", "412 pass, 0 fail"),
        said(6, "assistant", "The types are strict."),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    for text in told(&text, "polled-1") {
        assert!(!text.contains("Not known to be done") && !text.contains("not known to be settled"), "{text}");
        assert!(text.contains("last bun run typecheck: 412 pass, 0 fail"), "{text}");
    }
}

#[test]
fn a_status_that_a_transcript_does_not_record_is_not_told_as_passed() {
    let result = |id: &str, text: &str, flag: Value| {
        let mut block = json!({ "type": "tool_result", "tool_use_id": id, "content": text });
        block.as_object_mut().unwrap().extend(flag.as_object().unwrap().clone());
        json!([block])
    };
    let call = |id: &str, command: &str| json!([{ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": command } }]);
    let session = |flag: Value| {
        Session::default()
            .asks("look for known holes in the packages")
            .line("assistant", call("c1", "cat package.json"), json!({}))
            .line("user", result("c1", "{}", flag.clone()), json!({}))
            .line("assistant", call("c2", "pnpm audit --audit-level high"), json!({}))
            .line("user", result("c2", "3 vulnerabilities found", flag), json!({}))
            .says("The audit was read.")
    };
    for text in session(json!({})).told() {
        assert!(text.contains("pnpm audit") && !text.contains("passed"), "{text}");
    }
    for text in session(json!({ "is_error": false })).told() {
        assert!(text.contains("pnpm audit --audit-level high · passed"), "{text}");
    }
}

#[test]
fn a_request_without_an_answer_says_so() {
    let session = Session::default().asks("add a button").says("The button is there.").asks("make the button round");
    for text in session.told() {
        let (_, last) = text.split_once("make the button round").unwrap();
        assert!(last.contains("(no answer yet)"), "{text}");
    }
}

#[test]
fn what_a_request_tells_is_no_decision_beside_it() {
    let session = Session::default()
        .asks("add a button to the page")
        .says("The button is there.")
        .asks("Never use the name of the current user. Take it from the commit.")
        .runs("git commit -qm 'Take the name from the commit'", "", false)
        .runs("git log --oneline -1", "4f5ab12 Take the name from the commit", false)
        .says("The name comes from the commit now.");
    for text in session.told() {
        assert_eq!(text.matches("Never use the name").count(), 1, "{text}");
    }
}

#[test]
fn what_was_found_on_the_way_stands_with_its_request() {
    let session = Session::default()
        .asks("the list stays empty, mend it")
        .says("The list is empty because `fetch_all` hard-codes an empty summary in the live path.")
        .runs("cat src/fetch.rs", "fn fetch_all() {}", false)
        .says("Adding the missing field to `fetch_all` now.")
        .runs("cargo test", "test result: ok. 4 passed; 0 failed", false)
        .says("The list is filled: every checkpoint that was fetched is read whole, and its summary is merged over all of its sessions, the oldest first.");
    for text in session.told() {
        let found = text.lines().find(|line| line.contains("found on the way")).unwrap_or_else(|| panic!("{text}"));
        assert!(found.contains("hard-codes an empty summary") && !found.contains("Adding the missing"), "{text}");
    }
}

#[test]
fn a_task_left_open_in_a_list_that_was_ticked_off_later_is_open() {
    let create =
        |at: u32, subject: &str| (json!({ "subject": subject }), format!("Task #{at} created successfully: {subject}"));
    let done = |at: &str| json!({ "taskId": at, "status": "completed" });
    let session = |ticks_after: bool| {
        let mut session = Session::default().asks("make the branches independent of each other");
        for (input, result) in [create(1, "Add the worktree id to options"), create(2, "Remove the conflict check")] {
            session = session.calls("TaskCreate", input, &result, false);
        }
        let command = json!({ "command": "git commit -m 'add worktree id to options and remove conflict check'" });
        session = session.calls("Bash", command, "[main 1111111] add worktree id", false);
        if ticks_after {
            session = session.calls("TaskUpdate", done("1"), "Updated task #1 status", false);
        }
        session
    };
    for text in session(true).told() {
        assert!(text.contains("Remove the conflict check") && !text.contains("- Add the worktree id"), "{text}");
    }
    for text in session(false).told() {
        assert!(!text.contains("not known to be done"), "the commit names both: {text}");
    }
}
