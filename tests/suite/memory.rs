//! The memory of live work: notes of every kind, errors and their resolution, the brief, snapshots, the report.

use serde_json::{Value, json};

use crate::harness::Home;

#[test]
fn notes_of_every_kind_are_in_the_brief_until_they_are_done() {
    let home = Home::new();
    let decision = home.ctx(["note", "--decision", "tokens live for one hour"]);
    assert!(decision.out.contains("] decision · tokens live"), "{}", decision.out);
    let todo = home.ctx(["note", "--todo", "write the docs page"]);
    assert!(todo.out.contains("] task · write"), "{}", todo.out);
    let todo = todo.id();
    let bug = home.ctx(["note", "--bug", "logout leaves the cookie"]).id();
    home.ctx(["note", "the gateway bans after five attempts"]);
    let context = home.ctx(["context"]).out;
    let expected = format!(
        "errors (not known to be settled):\n- logout leaves the cookie [ctx:{bug}] now\ntasks (not known to be done):\n- write the docs page [ctx:{todo}] now\n\
         decisions:\n- note: tokens live for one hour [ctx:{}] now\nnotes:\n- the gateway bans after five attempts [ctx:",
        decision.id()
    );
    assert!(context.starts_with(&expected), "{context}");
    assert_eq!(home.ctx(["context"]).out, context, "the same call twice gives the same bytes");
    assert_eq!(
        home.ctx(["note"]).out,
        format!("[ctx:{todo}] task 1 · write the docs page\n[ctx:{bug}] bug 2 · logout leaves the cookie\n")
    );
    assert_eq!(
        home.ctx(["note", "--done", &todo, &bug]).out,
        format!("done: [ctx:{todo}] write the docs page\ndone: [ctx:{bug}] logout leaves the cookie\n")
    );
    assert_eq!(home.ctx(["note", "--done", &todo]).code, 1);
    let context = home.ctx(["context"]).out;
    assert!(!context.contains("docs page") && !context.contains("cookie"), "{context}");
    assert_eq!(home.ctx(["note", "--todo", "--bug", "x"]).code, 2);
}

#[test]
fn what_a_session_ended_with_is_kept_until_it_goes_on_or_is_forgotten() {
    let home = Home::new();
    let test = |exit: &str, totals: &str| {
        home.pipe(["store", "--cmd", "npm test", "--exit", exit], format!("x\nTests: {totals}\n").as_bytes()).id()
    };
    let kept = || -> i64 {
        home.database()
            .query_row("SELECT count(*) FROM standing WHERE text LIKE '%passed%'", [], |row| row.get(0))
            .unwrap()
    };
    test("0", "8 passed");
    test("1", "1 failed, 9 passed");
    let outcome = || home.ctx(["context", "--sections", "outcome"]).out;
    let first = outcome();
    assert!(first.contains("last npm test: Tests: 1 failed, 9 passed"), "{first}");
    assert_eq!((kept(), outcome()), (1, first));
    let last = test("0", "10 passed");
    assert!(outcome().contains("Tests: 10 passed") && !outcome().contains("failed"), "{}", outcome());
    home.ctx(["forget", &last]);
    assert_eq!(kept(), 0, "nothing that is forgotten stays");
    assert!(outcome().contains("1 failed, 9 passed"), "{}", outcome());
}

#[test]
fn the_later_of_two_contradicting_notes_is_shown() {
    let home = Home::new();
    home.ctx(["note", "--decision", "retries are capped at 3"]);
    let first = home.ctx(["note", "deploy from the main branch"]).id();
    home.ctx(["note", "--decision", "retries are capped at 4"]);
    home.ctx(["note", "--supersedes", &first, "nothing is deployed on Fridays"]);
    for output in [home.ctx(["context"]).out, home.ctx(["reflect"]).out] {
        assert!(output.contains("capped at 4") && !output.contains("capped at 3"), "{output}");
        assert!(output.contains("on Fridays") && !output.contains("main branch"), "{output}");
    }
}

#[test]
fn an_error_is_open_until_its_command_passes_and_again_when_it_comes_back() {
    let home = Home::new();
    let script = home.script("check", "#!/bin/sh\ncat state\n[ ! -s state ]\n");
    let run = |text: &str| {
        std::fs::write(home.work().join("state"), text).unwrap();
        home.ctx(["run".as_ref(), "--".as_ref(), script.as_os_str()])
    };
    let open = || home.ctx(["context", "--sections", "errors"]).out;
    let failed = run("error: the disk is full\n").id();
    assert!(open().contains("the disk is full") && open().contains(&failed), "{}", open());
    assert!(home.ctx(["reflect"]).out.contains("## Errors (not known to be settled)\n- "));
    let passed = run("").id();
    assert_eq!(open(), "");
    let story = home.ctx(["reflect"]).out;
    assert!(
        !story.contains("not known") && story.contains(&format!(" → passed [ctx:{passed}] [ctx:{failed}] now")),
        "{story}"
    );
    assert!(story.contains(&format!("[ctx:{passed}]")), "{story}");
    let again = run("error: the disk is full\n").id();
    assert!(open().contains(&again), "{}", open());
    assert_eq!(home.ctx(["run", "--", "grep", "nothing", "check"]).code, 1);
    assert!(!open().contains("grep"), "what finds nothing did not fail");
}

#[test]
fn budgets_and_limits_hold() {
    let home = Home::new();
    let lines: String = (0..240)
        .map(|n| {
            format!(
                "{{\"ctx\":\"event\",\"category\":\"note\",\"key\":\"k{n}\",\"text\":\"note {n} on topic{n}: ünïcödé wörds about thing{n} and its neighbour{n}\",\"session\":\"s\",\"project\":\"{}\",\"at_ms\":{n},\"first_at_ms\":{n},\"count\":1}}\n",
                home.work().display()
            )
        })
        .collect();
    let file = home.path().join("notes.jsonl");
    std::fs::write(&file, lines).unwrap();
    home.ctx(["store".as_ref(), "--import".as_ref(), file.as_os_str()]);
    let compact = home.ctx(["context", "--limit", "8", "--compact"]).out;
    assert!(compact.len() <= 1151 && compact.matches("- note").count() == 8, "{} {compact}", compact.len());
    assert!(compact.ends_with("not shown: 232 notes (ctx reflect --project --full, ctx history)\n"), "{compact}");
    for bytes in ["64", "300", "1000", "2048", "100k"] {
        let limit: usize = bytes.replace('k', "000").parse::<usize>().unwrap().max(64);
        let text = home.ctx(["context", "--budget", bytes, "--limit", "200"]).out;
        assert!(text.len() <= limit.max(102_400 * usize::from(bytes == "100k")), "{bytes}: {}", text.len());
    }
    assert_eq!(home.ctx(["context", "--limit", "-1"]).out, "");
    assert!(home.ctx(["context", "--sections", "notes=-1"]).out.is_empty());
    assert_eq!(home.ctx(["context", "--sections", "notes=2"]).out.matches("- note").count(), 2);
    assert_eq!(home.ctx(["context", "--sections", "nonsense"]).code, 2);
    let value: Value = serde_json::from_str(&home.ctx(["context", "--json", "--limit", "3"]).out).unwrap();
    assert_eq!((value["notes"].as_array().unwrap().len(), value["not_shown"].as_u64()), (3, Some(237)));
}

#[test]
fn a_snapshot_and_what_came_after() {
    let home = Home::new();
    assert_eq!(home.ctx(["context", "--resume"]).code, 1);
    home.ctx(["note", "--decision", "tokens live for one hour"]);
    assert!(home.ctx(["context", "--save"]).out.starts_with("kept 2 lines"));
    let before = home.ctx(["context", "--resume"]).out;
    assert!(before.contains("tokens live") && before.contains("nothing since "), "{before}");
    home.ctx(["note", "--todo", "write the docs page"]);
    let after = home.ctx(["context", "--resume"]).out;
    let (kept, since) = after.split_once("since ").unwrap();
    assert!(
        kept.contains("tokens live") && since.contains("write the docs page") && !since.contains("tokens"),
        "{after}"
    );
}

#[test]
fn history_around_an_entry_by_kind_and_by_letters() {
    let home = Home::new();
    let ids: Vec<String> = (0..5).map(|n| home.ctx(["run", "--", "echo", &format!("number{n}")]).id()).collect();
    home.ctx(["note", "a note"]);
    let shown = |args: &[&str]| -> Vec<String> {
        let mut all = vec!["history"];
        all.extend(args);
        home.ctx(all).out.lines().map(|line| line.split(' ').nth(2).unwrap().to_owned()).collect()
    };
    assert_eq!(shown(&["--timeline", &ids[2], "--limit", "2"]), ["number1", "number2", "number3"]);
    assert_eq!(shown(&["--kind", "note"]), ["note"]);
    assert_eq!(shown(&["ecnum3"]), ["number3"]);
    assert_eq!(shown(&["--kind", "run", "--limit", "1"]), ["number4"]);
}

#[test]
fn secrets_are_masked_in_everything_that_is_told() {
    let home = Home::new();
    home.ctx(["note", "--decision", "deploy with AKIAZ4QHW7XVB2MRTK5D"]);
    home.ctx(["note", "--todo", "rotate AKIAZ4QHW7XVB2MRTK5D"]);
    home.ctx(["run", "--", "sh", "-c", "echo error: AKIAZ4QHW7XVB2MRTK5D; exit 1"]);
    for args in [
        &["context"][..],
        &["reflect"],
        &["reflect", "--json"],
        &["note"],
        &["history", "--sessions"],
        &["context", "--json"],
    ] {
        let out = home.ctx(args).out;
        assert!(!out.is_empty() && !out.contains("AKIAZ4QHW7XVB2MRTK5D"), "{args:?} {out}");
    }
}

/// A line of a transcript of Claude Code.
fn line(at: u32, value: Value) -> String {
    let mut line = json!({ "sessionId": "dropped-1", "uuid": format!("u{at}"), "timestamp": format!("2026-03-02T09:{at:02}:00.000Z") });
    line.as_object_mut().unwrap().extend(value.as_object().unwrap().clone());
    format!("{line}\n")
}

fn called(at: u32, id: &str, command: &str, output: &str) -> String {
    let call = json!([{ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": command } }]);
    let result = json!([{ "type": "tool_result", "tool_use_id": id, "content": output }]);
    line(at, json!({ "type": "assistant", "message": { "role": "assistant", "content": call } }))
        + &line(at + 1, json!({ "type": "user", "message": { "role": "user", "content": result } }))
}

#[test]
fn what_a_compaction_and_a_microcompaction_dropped_is_listed_and_comes_back() {
    let home = Home::new();
    let outputs: Vec<String> = (0..4).map(|n| format!("row {n}\n").repeat(300) + "ünïcode\tend").collect();
    let mut text = line(0, json!({ "type": "user", "message": { "role": "user", "content": "look at all tables" } }));
    text += &called(1, "t0", "cat table0", &outputs[0]);
    text += &called(3, "t1", "cat table1", &outputs[1]);
    text += &line(5, json!({ "type": "system", "subtype": "compact_boundary", "content": "Conversation compacted" }));
    text += &called(6, "t2", "cat table2", &outputs[2]);
    text += &called(8, "t3", "cat table3", &outputs[3]);
    text += &line(
        10,
        json!({ "type": "system", "subtype": "microcompact_boundary", "microcompactMetadata": { "compactedToolIds": ["t2"] } }),
    );
    let file = home.path().join("dropped.jsonl");
    std::fs::write(&file, &text).unwrap();
    home.ctx(["store".as_ref(), "--import".as_ref(), file.as_os_str()]);
    let listed = home.ctx(["context", "--session", "dropped-1", "--dropped", "--json"]).out;
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let results: Vec<&Value> =
        listed["dropped"].as_array().unwrap().iter().filter(|one| one["kind"] == "result").collect();
    let by: Vec<&str> = results.iter().map(|one| one["by"].as_str().unwrap()).collect();
    assert_eq!(by, ["cleared", "compaction", "compaction"], "{listed}");
    for (one, output) in results.iter().zip([&outputs[2], &outputs[1], &outputs[0]]) {
        let raw = home.ctx(["get", one["ref"].as_str().unwrap(), "--raw"]).out;
        assert_eq!(&raw, output, "byte for byte");
    }
    let shown = home.ctx(["context", "--session", "dropped-1", "--dropped"]).out;
    assert!(shown.starts_with("dropped from dropped-1: 3 results ("), "{shown}");
    assert!(shown.contains("request · look at all tables") && !shown.contains("table3"), "{shown}");
    let short = home.ctx(["context", "--session", "dropped-1", "--dropped", "--budget", "200"]).out;
    assert!(short.len() < 260 && short.contains(" more: --budget 400"), "{short}");
}
