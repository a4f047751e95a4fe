//! What people type first, before they read a help text: each of these was typed by somebody who knew `ctx --help` only.

use crate::harness::{Home, reference};

#[test]
fn diff_alone_compares_the_last_two_runs_of_one_command() {
    let home = Home::new();
    let nothing = home.ctx(["diff"]);
    assert_eq!(nothing.code, 1);
    assert!(nothing.err.contains("no command of this project ran twice"), "{}", nothing.err);
    for text in ["one\n", "two\n"] {
        std::fs::write(home.work().join("said.txt"), text).unwrap();
        home.ctx(["run", "--", "cat", "said.txt"]);
    }
    home.ctx(["run", "--", "echo", "other"]);
    let alone = home.ctx(["diff"]);
    assert!(alone.out.contains("-one\n+two\n"), "{}{}", alone.out, alone.err);
    let id = reference(&home.ctx(["history", "cat", "said.txt"]).out).unwrap();
    assert_eq!(home.ctx(["diff", &id]).out, alone.out, "one reference is compared with the run before it");
    let other = reference(&home.ctx(["history", "echo"]).out).unwrap();
    assert_eq!(home.ctx(["diff", &other]).code, 1);
}

#[test]
fn a_flag_that_cannot_hold_is_refused_and_not_ignored() {
    let home = Home::new();
    home.ctx(["run", "--", "echo", "one"]);
    for flags in [["--until", "x"], ["--timeout", "1s"], ["--stream", "out"]] {
        let done = home.ctx(["get", "@", "--lines", "1:1", flags[0], flags[1]]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{flags:?}: {}", done.err);
        assert!(done.err.contains(flags[0]), "{}", done.err);
    }
}

#[test]
fn a_file_that_a_command_wrote_is_listed_as_the_command() {
    let home = Home::new();
    std::fs::write(home.work().join("out.txt"), "a.py:1: error: x\n").unwrap();
    let id = reference(&home.ctx(["store", "out.txt", "--cmd", "mypy ."]).out).unwrap();
    let listed = home.ctx(["history"]).out;
    assert!(listed.starts_with(&format!("[ctx:{id}] mypy . · ")), "{listed}");
}

#[test]
fn a_file_and_a_run_are_compared_only_when_asked_for() {
    let home = Home::new();
    std::fs::write(home.work().join("out.txt"), "one\n").unwrap();
    let file = reference(&home.ctx(["store", "out.txt"]).out).unwrap();
    let run = reference(&home.ctx(["run", "--", "echo", "two"]).out).unwrap();
    let refused = home.ctx(["diff", &file, &run]);
    assert!(refused.err.contains("not two runs of one thing"), "{}", refused.err);
    assert!(refused.err.contains("--text"), "{}", refused.err);
    assert!(home.ctx(["diff", &file, &run, "--text"]).out.contains("-one\n+two\n"));
}

#[test]
fn history_takes_words_without_quotes_and_lists_what_is_pinned() {
    let home = Home::new();
    home.ctx(["run", "--", "echo", "make", "test"]);
    home.ctx(["run", "--", "true"]);
    home.ctx(["note", "--pin", "the gateway bans after five"]);
    let found = home.ctx(["history", "make", "test"]).out;
    assert_eq!(found.lines().count(), 1, "{found}");
    let pinned = home.ctx(["history", "--pinned"]).out;
    assert_eq!(pinned.lines().count(), 1, "{pinned}");
    assert!(pinned.contains("the gateway bans after five"), "{pinned}");
}

#[test]
fn an_agent_answers_to_the_name_of_its_program() {
    let home = Home::new();
    let init = home.ctx(["init", "claude", "--dry-run"]);
    assert_eq!(init.code, 0, "{}", init.err);
    let unknown = home.ctx(["agent", "foo"]).err;
    for name in ["claude-code", "codex", "gemini", "opencode", "copilot"] {
        assert!(unknown.contains(name), "{unknown}");
    }
}

#[test]
fn a_line_of_a_shell_given_as_a_program_is_told_about_the_flag() {
    let home = Home::new();
    let done = home.ctx(["run", "ls | wc -l"]);
    assert_eq!(done.code, 127);
    assert!(done.err.contains("ctx run -c"), "{}", done.err);
    let done = home.ctx(["run", "no-such-program"]);
    assert!(!done.err.contains("ctx run -c"), "{}", done.err);
}

#[test]
fn stats_of_a_time_count_that_time_only() {
    let home = Home::new();
    home.ctx(["run", "--", "seq", "1", "9000"]);
    let count = |since: &str| {
        let done = home.ctx(["stats", "--since", since, "--json"]);
        let value: serde_json::Value = serde_json::from_str(&done.out).unwrap_or_else(|_| panic!("{}", done.err));
        value["outputs"].as_u64().unwrap_or_else(|| panic!("{value}"))
    };
    assert_eq!(count("7d"), 1);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert_eq!(count("1s"), 0);
}

#[test]
fn a_task_is_kept_by_either_word() {
    let home = Home::new();
    assert_eq!(home.ctx(["note", "--task", "write the docs page"]).code, 0);
    assert!(home.ctx(["note"]).out.contains("write the docs page"));
}

#[test]
fn words_that_people_try_mean_what_they_say() {
    let home = Home::new();
    home.ctx(["run", "--", "echo", "one"]);
    assert_eq!(home.ctx(["get", "last"]).out, home.ctx(["get", "@"]).out);
    for day in ["today", "yesterday"] {
        assert!(home.ctx(["history", "--since", day]).out.contains("echo one"), "{day}");
    }
    assert_eq!(home.ctx(["history", "--until", "yesterday"]).out, "");
    let task = reference(&home.ctx(["note", "--task", "write the docs page"]).out).unwrap();
    assert_eq!(home.ctx(["note", "--close", &task]).code, 0);
    assert!(!home.ctx(["note"]).out.contains("docs page"));
    assert_eq!(home.ctx(["init", "claude", "--undo", "--dry-run"]).code, 0);

    let none = home.ctx(["store", "--import", "claude"]);
    assert_eq!((none.code, none.err.contains("no transcripts found")), (1, true), "{}", none.err);
    std::fs::write(home.work().join("claude"), "no transcript\n").unwrap();
    let file = home.ctx(["store", "--import", "claude"]);
    assert!(file.err.contains("no transcript:"), "a file of this name comes first: {}", file.err);
}
