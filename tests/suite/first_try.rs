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
    for flags in [["--until", "x"], ["--timeout", "1s"]] {
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
    home.pipe(["store", "--cmd", "tox", "--exit", "3"], b"the wheel is broken\n");
    let found = home.ctx(["search", "wheel"]).out;
    assert!(found.contains(" tox · exit 3 · "), "a search says how it ended, as the list does: {found}");
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

#[test]
fn a_question_that_begins_like_a_flag_is_a_question() {
    let home = Home::new();
    home.ctx(["run", "--", "echo", "the --agent path is ignored by the check"]);
    let found = home.ctx(["search", "--agent path ignored", "--json"]);
    assert_eq!(found.code, 0, "{}", found.err);
    assert!(found.out.contains("--agent path is ignored"), "{}", found.out);
    assert_eq!(home.ctx(["search", "--agnet"]).code, 2, "one word is a flag");
}

#[test]
fn other_words_for_a_flag_are_understood_and_said_plainly() {
    let home = Home::new();
    home.ctx(["run", "--label", "nightly", "--", "sh", "-c", "echo fine; echo 'a.c:1:2: error: E0308'; exit 1"]);
    for (tried, plain) in [
        (&["search", "--regex", "E[0-9]{4}"][..], &["search", "--grep", "E[0-9]{4}"][..]),
        (&["get", "@", "--failures"], &["get", "@", "--findings"]),
        (&["get", "--last"], &["get", "@"]),
        (&["get", "@", "--full"], &["get", "@", "--all"]),
        (&["get", "--end", "1"], &["get", "@", "--tail", "1"]),
        (&["history", "--errors", "--last", "5"], &["history", "--failed", "--limit", "5"]),
        (&["stats", "--days", "30", "--format", "json"], &["stats", "--since", "30d", "--json"]),
        (&["note", "--tasks"], &["note"]),
        (&["history", "--tag", "nightly"], &["history", "nightly"]),
        (&["history", "--exit", "1"], &["history", "exit", "1"]),
        (&["history", "--success"], &["history", "exit 0"]),
    ] {
        let (meant, done) = (home.ctx(plain), home.ctx(tried));
        assert_eq!((done.code, &done.out), (meant.code, &meant.out), "{tried:?}: {}", done.err);
        assert!(done.err.starts_with(&format!("ctx: ctx {} --", tried[0])), "{tried:?}: {}", done.err);
        assert!(done.err.contains(&format!(" means: ctx {}", plain[0])), "{tried:?}: {}", done.err);
    }
    for found in [&["nightly"][..], &["exit", "1"], &["--since", "2020-02-29"], &["--since", "2 weeks ago"]] {
        assert_eq!(home.ctx([&["history"], found].concat()).out.lines().count(), 1, "{found:?}");
    }
    assert_eq!(home.ctx(["history", "exit", "2"]).out, "");
    let id = reference(&home.ctx(["history"]).out).unwrap();
    let told = home.ctx(["forget", "--older-than", "30d"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("ctx forget --until 30d"), "{}", told.err);
    assert_eq!(home.ctx(["get", &id]).code, 0, "nothing is deleted by a guess");
}

#[test]
fn a_task_is_closed_by_its_number_in_the_list() {
    let home = Home::new();
    for text in ["first thing", "second thing"] {
        home.ctx(["note", "--todo", text]);
    }
    assert!(home.ctx(["note", "--todo"]).out.contains("task 2 · second thing"));
    let done = home.ctx(["note", "--done", "1"]);
    assert!(done.out.starts_with("done: ") && done.out.ends_with(" first thing\n"), "{}{}", done.out, done.err);
    assert!(home.ctx(["note"]).out.contains("task 1 · second thing"));
    let none = home.ctx(["note", "--done", "7"]);
    assert_eq!((none.code, none.err.contains("no open task 7")), (1, true), "{}", none.err);
}

#[test]
fn a_stored_output_is_pinned_by_its_reference() {
    let home = Home::new();
    let id = reference(&home.ctx(["run", "--", "echo", "kept"]).out).unwrap();
    home.ctx(["run", "--label", "nightly", "--", "echo", "also kept"]);
    for (words, id) in [(&["note", "--pin", &id][..], Some(&id)), (&["note", "nightly", "--keep"], None)] {
        let done = home.ctx(words);
        assert!(done.code == 0 && done.out.contains("] pinned · echo "), "{words:?}: {}{}", done.out, done.err);
        assert!(id.is_none_or(|id| done.out.contains(id.as_str())), "{}", done.out);
    }
    assert_eq!(home.ctx(["history", "--pinned"]).out.lines().count(), 2);
    assert_eq!(home.ctx(["history"]).out.lines().count(), 2, "no note was written");
    let named = home.ctx(["note", &id, "--name", "good"]);
    assert_eq!(named.out, format!("[ctx:{id}] label good · echo kept\n"), "{}", named.err);
    assert_eq!(home.ctx(["get", "good"]).out, "kept\n");
    assert!(home.ctx(["history", "--label", "good"]).out.contains("echo kept"));
    assert!(home.ctx(["search", "kept", "--in", "good"]).out.contains(&id));
    assert!(home.ctx(["note", "--pin", "nightlies are slow"]).out.contains("] note · "), "a text is a text");
}

#[test]
fn a_command_is_got_by_its_words_and_compared_with_what_has_a_name() {
    let home = Home::new();
    std::fs::write(home.work().join("said.txt"), "one\n").unwrap();
    home.ctx(["run", "--label", "baseline", "--", "cat", "said.txt"]);
    std::fs::write(home.work().join("said.txt"), "two\n").unwrap();
    home.ctx(["run", "--", "cat", "said.txt"]);
    home.ctx(["run", "--", "echo", "other"]);
    for words in ["cat said.txt", "cat"] {
        let got = home.ctx(["get", words]);
        assert_eq!((got.code, got.out.as_str()), (0, "two\n"), "{words}: {}", got.err);
        assert!(got.err.contains("is the newest run of"), "{}", got.err);
    }
    assert_eq!(home.ctx(["get", "dog said.txt"]).code, 1);
    assert!(home.ctx(["diff", "baseline"]).out.contains("-one\n+two\n"));
    // A name that could be the beginning of an id.
    home.ctx(["run", "--label", "base", "--", "cat", "said.txt"]);
    std::fs::write(home.work().join("said.txt"), "three\n").unwrap();
    home.ctx(["run", "--", "cat", "said.txt"]);
    assert!(home.ctx(["diff", "base"]).out.contains("-two\n+three\n"));
    let found = home.ctx(["search", "two", "--cmd", "cat"]);
    assert_eq!(found.code, 0, "words without a star are found in a command: {}", found.out);
}

#[test]
fn a_note_is_kept_with_the_output_that_proves_it() {
    let home = Home::new();
    let id = reference(&home.ctx(["run", "--", "echo", "tick"]).out).unwrap();
    let noted = home.ctx(["note", "the clock makes it flaky", "--pin", &id]);
    let note = reference(&noted.out).unwrap();
    assert_eq!(home.ctx(["get", &note]).out, format!("the clock makes it flaky [ctx:{id}]\n"), "{}", noted.err);
    assert_eq!(home.ctx(["history", "--pinned"]).out.lines().count(), 2);
    assert_eq!(home.ctx(["note", "x", "--pin", "zzzzzz"]).code, 1);
    assert!(home.ctx(["note", "--decision", "--pin", "tokens live an hour"]).out.contains("] decision · tokens live"));
    assert!(home.ctx(["note", "without", "any", "quotes", "--label", "plain"]).out.contains("without any quotes"));
    assert!(home.ctx(["get", "plain"]).out.contains("without any quotes"));
    for words in [["note", "--pin"], ["note", "--decision"], ["note", "--label=x"]] {
        let missing = home.ctx(words);
        assert_eq!(missing.code, 2, "{words:?}");
        assert!(missing.err.contains("ctx note REF --label NAME, ctx note REF --pin\n"), "{}", missing.err);
    }
}

#[test]
fn each_stream_is_printed_alone() {
    let home = Home::new();
    let line = "echo one; echo wrong >&2; echo two; echo WORSE >&2";
    let id = reference(&home.ctx(["run", "--split", "-c", line]).out).unwrap();
    for (flags, wanted) in [
        (&["--stderr"][..], "wrong\nWORSE\n"),
        (&["--stdout"], "one\ntwo\n"),
        (&["--stderr", "--raw"], "wrong\nWORSE\n"),
        (&["--stderr", "--tail", "1"], "WORSE\n"),
        (&["--stderr", "--grep", "worse", "-i"], "2:WORSE\n"),
        (&["--stdout", "--lines", "2:2"], "two\n"),
    ] {
        let got = home.ctx([&["get", id.as_str()], flags].concat());
        assert_eq!(got.out, wanted, "{flags:?}: {}", got.err);
    }
    home.ctx(["run", "--", "echo", "a b"]);
    let refused = home.ctx(["get", "@", "--stderr"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("ctx run --split -- echo 'a b'"), "{}", refused.err);
}

#[test]
fn a_search_shows_lines_around_and_takes_capitals_as_they_come() {
    let home = Home::new();
    home.ctx(["run", "-c", "seq 1 20; echo 'Connection refused'; seq 22 40"]);
    let found = home.ctx(["search", "--grep", "connection REFUSED", "-i", "-C", "2"]).out;
    assert!(found.ends_with("\n19-19\n20-20\n21:Connection refused\n22-22\n23-23\n"), "{found}");
    assert_eq!(home.ctx(["search", "--grep", "connection REFUSED"]).code, 1);
    let found = home.ctx(["search", "connection refused", "-i", "-C", "1"]).out;
    assert!(found.contains("20\nConnection refused\n22\n"), "{found}");
    let found = home.ctx(["search", "--grep", "^2[02]$", "-C", "1"]).out;
    assert!(found.ends_with("\n19-19\n20:20\n21-Connection refused\n22:22\n23-23\n"), "{found}");
}

#[test]
fn what_would_be_deleted_is_seen_first() {
    let home = Home::new();
    for text in ["one", "two"] {
        home.ctx(["run", "--", "echo", text]);
    }
    let seen = home.ctx(["forget", "--since", "1d", "--dry-run"]);
    assert_eq!(seen.code, 0, "{}", seen.err);
    assert_eq!(seen.out.matches("would forget [ctx:").count(), 2, "{}", seen.out);
    assert!(seen.out.contains("nothing was deleted: 2 entries, ") && seen.out.ends_with(" B stored\n"), "{}", seen.out);
    let value: serde_json::Value = serde_json::from_str(&home.ctx(["forget", "@", "--dry-run", "--json"]).out).unwrap();
    assert!(value["stored_bytes"].as_u64().unwrap() > 0, "{value}");
    assert_eq!(home.ctx(["history"]).out.lines().count(), 2);
}

#[test]
fn tokens_and_money_stand_beside_each_command() {
    let home = Home::new();
    home.ctx(["run", "--", "seq", "1", "9000"]);
    let plain = home.ctx(["stats", "--since", "7d", "--by", "command"]).out;
    assert!(plain.contains("command  outputs    saved  tokens") && !plain.contains("dollars"), "{plain}");
    assert!(plain.contains("--price"), "{plain}");
    let priced = home.ctx(["stats", "--by", "command", "--price", "3,0.3,3.75,15"]).out;
    assert!(priced.contains("tokens  dollars") && priced.contains("$0.0"), "{priced}");
    let all = home.ctx(["usage", "--slow", "--since", "7d"]);
    assert!(all.out.contains("seq") || all.err.contains("nothing of that kind"), "{}{}", all.out, all.err);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert!(!home.ctx(["usage", "--since", "1s", "--tools"]).out.contains("shell"));
    assert!(home.ctx(["usage", "--since", "1d", "--tools"]).out.contains("shell"));
}

#[test]
fn words_of_other_programs_are_understood_or_told_the_line() {
    let home = Home::new();
    for text in ["one", "two"] {
        std::fs::write(home.work().join("said.txt"), format!("{text}\n")).unwrap();
        home.ctx(["run", "--", "cat", "said.txt"]);
    }
    for (tried, plain) in [
        (&["log", "-1"][..], &["history", "--limit", "1"][..]),
        (&["show", "HEAD"], &["get", "@"]),
        (&["logs", "-f", "@~1"], &["get", "--follow", "@-1"]),
        (&["get", "@{1}"], &["get", "@-1"]),
        (&["cat", "HEAD", "-1"], &["get", "@", "--tail", "1"]),
        (&["diff", "@~1..@"], &["diff", "@-1", "@"]),
        (&["compare"], &["diff"]),
        (&["grep", "two", "-A", "1"], &["search", "two", "-C", "1", "--again"]),
        (&["info"], &["doctor"]),
        (&["version"], &["--version"]),
        (&["history", "--session"], &["history"]),
        (&["history", "--since", "last week", "-r"], &[]),
    ] {
        let done = home.ctx(tried);
        if plain.is_empty() {
            assert!(done.code == 2 && done.err.contains("ctx history | tac"), "{tried:?}: {}", done.err);
            continue;
        }
        let meant = home.ctx(plain);
        assert_eq!((done.code, &done.out), (meant.code, &meant.out), "{tried:?}: {}", done.err);
    }
    home.ctx(["run", "--", "seq", "1", "30"]);
    for (words, wanted) in [
        (&["@", "--lines", "10,12"][..], "10\n11\n12\n"),
        (&["@", "--lines", "10..12"], "10\n11\n12\n"),
        (&["@", "--lines", "10-12"], "10\n11\n12\n"),
        (&["@:10-12"], "10\n11\n12\n"),
        (&["@", "-2"], "29\n30\n"),
    ] {
        assert_eq!(home.ctx([&["get"], words].concat()).out, wanted, "{words:?}");
    }
    assert!(home.pipe(["store", "-"], b"through a pipe\n").out.contains("through a pipe"));
    home.ctx(["todo", "add", "write the docs page"]);
    assert!(home.ctx(["todo", "list"]).out.contains("task 1 · write the docs page"));
    assert!(home.ctx(["note", "done", "1"]).out.starts_with("done: "));
    assert!(home.ctx(["note", "done", "with", "the", "login"]).out.contains("] note · done with the login"));
    home.ctx(["pin", "@"]);
    assert_eq!(home.ctx(["history", "--pinned"]).out.lines().count(), 1);
    home.ctx(["note", "--unpin", "@"]);
    assert_eq!(home.ctx(["history", "--pinned"]).out, "");
}

#[test]
fn what_deletes_runs_or_sets_up_is_told_and_never_guessed() {
    let home = Home::new();
    let id = reference(&home.ctx(["run", "--", "echo", "kept"]).out).unwrap();
    for (tried, line) in [
        (&["rm", id.as_str()][..], format!("ctx forget {id}")),
        (&["forget", "last"], "ctx forget @".to_owned()),
        (&["forget", "HEAD"], "ctx forget @".to_owned()),
        (&["prune"], "ctx forget --prune".to_owned()),
        (&["uninstall"], "ctx init --uninstall".to_owned()),
        (&["exec", "touch", "made"], "ctx run touch made".to_owned()),
        (&["run", "--cwd", "/tmp", "--", "touch", "made"], "cd DIR && ctx run -- CMD".to_owned()),
        (&["tag", "good", "@"], "ctx note REF --label NAME".to_owned()),
        (&["tail", "@"], "ctx get REF --tail 20".to_owned()),
        (&["-3"], "ctx help lists the commands".to_owned()),
        (&["get", "@", "--delete"], "ctx forget REF".to_owned()),
    ] {
        let done = home.ctx(tried);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{tried:?}: {}", done.err);
        assert!(done.err.contains(&line), "{tried:?}: {}", done.err);
    }
    assert!(!home.work().join("made").exists());
    assert_eq!(home.ctx(["get", &id]).out, "kept\n");
}

#[test]
fn an_output_is_named_where_people_name_it() {
    let home = Home::new();
    for text in ["one\n", "two\n"] {
        std::fs::write(home.work().join("said.txt"), text).unwrap();
        home.ctx(["run", "--", "cat", "said.txt"]);
    }
    let id = reference(&home.ctx(["history", "cat", "said.txt"]).out).unwrap();
    home.ctx(["run", "--", "echo", "other"]);
    for words in [&["diff", "cat said.txt"][..], &["diff", "--cmd", "cat said.txt"]] {
        let done = home.ctx(words);
        assert!(done.out.contains("-one\n+two\n"), "{words:?}: {}{}", done.out, done.err);
    }
    let note = home.ctx(["note", &id, "passes on retry"]).out;
    assert!(note.ends_with(&format!(" note · passes on retry [ctx:{id}]\n")), "{note}");
    for words in ["last", "latest", "newest", "previous"] {
        let note = home.ctx(["note", words, "run", "was", "slow"]).out;
        assert!(note.ends_with(&format!(" note · {words} run was slow\n")), "no word of a text is lost: {note}");
    }
    home.ctx(["note", &id, "--pin"]);
    assert!(home.ctx(["history", "--pinned"]).out.contains(&id));
    home.ctx(["note", &id, "--unpin"]);
    assert!(!home.ctx(["history", "--pinned"]).out.contains(&format!("[ctx:{id}]")));
    let refused = home.ctx(["forget", "cat said.txt"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.err.contains(&format!("ctx forget {id}")), "{}", refused.err);
    assert_eq!(home.ctx(["get", &id]).code, 0, "what is deleted must be named");
}

#[test]
fn the_last_change_is_taken_back_only_of_the_file_that_is_named() {
    let home = Home::new();
    for file in ["a.txt", "b.txt"] {
        std::fs::write(home.work().join(file), "old\n").unwrap();
        home.ctx(["file", "edit", file, "--old", "old", "--new", "new"]);
    }
    let refused = home.ctx(["file", "undo", "a.txt"]);
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("b.txt"), "{}", refused.err);
    assert_eq!(home.ctx(["file", "undo", "b.txt"]).code, 0);
    assert_eq!(std::fs::read_to_string(home.work().join("b.txt")).unwrap(), "old\n");
    assert_eq!(home.ctx(["file", "undo", "a.txt"]).code, 0);
}

#[test]
fn a_task_is_closed_by_its_text() {
    let home = Home::new();
    home.ctx(["note", "--todo", "fix the flaky login test"]);
    let done = home.ctx(["note", "--done", "Fix the flaky login test"]);
    assert!(
        done.out.starts_with("done: ") && done.out.contains("fix the flaky login test"),
        "{}{}",
        done.out,
        done.err
    );
    assert_eq!(home.ctx(["note", "--done", "what nobody wrote down"]).code, 1);
}
