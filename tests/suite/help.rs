//! `ctx help`: one screen, in groups, in which a newcomer finds the command for each everyday task; and the old names.

use ctx::cli::definition;
use ctx::cli::overview::{SECOND_PAGE, first_page_rows, render_help_without_arguments};

use crate::harness::Home;

/// What a newcomer wants to do, the command for it, and words of its line in the help that say so.
const TASKS: [(&str, &str, &str); 10] = [
    ("run the tests and see only what failed", "run", "show what matters"),
    ("keep what a pipe prints", "store", "Keep a pipe"),
    ("see the rest of an output", "get", "by its id"),
    ("find an error message from yesterday", "search", "Find anything"),
    ("list what was run", "history", "was run"),
    ("see what a source file offers without reading it", "peek", "Outline"),
    ("connect my agent", "init", "agent"),
    ("find out why it does not work", "doctor", "Check"),
    ("compare this run with the one before", "diff", "Compare"),
    ("delete an output with a secret in it", "forget", "Delete"),
];

#[test]
fn help_fits_one_screen_and_has_a_command_for_each_everyday_task() {
    let home = Home::new();
    for words in [&["help"][..], &["--help"], &["-h"]] {
        let help = home.ctx(words);
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{words:?}");
        assert!(help.out.lines().count() <= 23, "{}", help.out.lines().count());
        assert!(help.out.lines().all(|line| line.chars().count() <= 80), "{}", help.out);
        for (task, command, words) in TASKS {
            let line = help.out.lines().find(|line| line.trim_start().starts_with(&format!("{command} ")));
            let line = line.unwrap_or_else(|| panic!("{task}: no line for {command}"));
            assert!(line.contains(words), "{task}: {line}");
        }
    }
    let more = home.ctx(["help", "more"]);
    assert!(more.out.contains("hub ") && !more.out.contains("history "), "{}", more.out);
}

/// A flag that the overview names is one of its command.
#[test]
fn the_overview_names_flags_that_are_there() {
    let root = definition();
    let mut verb = None;
    for (name, about) in first_page_rows() {
        verb = root.find_subcommand(name).or(verb);
        let command = verb.unwrap_or_else(|| panic!("{name}"));
        for word in about.split([' ', ',', ';', ':', ')', '=']).filter(|word| word.len() > 1 && word.starts_with('-')) {
            let known = |arg: &clap::Arg| match word.strip_prefix("--") {
                Some(long) => long.is_empty() || arg.get_long() == Some(long),
                None => arg.get_short().is_some_and(|short| word == format!("-{short}")),
            };
            assert!(command.get_arguments().any(known), "{}: {word}", command.get_name());
        }
    }
}

#[test]
fn every_visible_command_is_on_one_page() {
    let root = definition();
    let mut visible: Vec<&str> =
        root.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name).collect();
    let named = first_page_rows().map(|(name, _)| name).filter(|name| !name.is_empty());
    let mut grouped: Vec<&str> = named.chain(SECOND_PAGE).collect();
    visible.sort_unstable();
    grouped.sort_unstable();
    assert_eq!(visible, grouped);
    assert!(visible.len() <= 22, "{}", visible.len());
}

#[test]
fn help_of_a_command_is_its_own() {
    let home = Home::new();
    for words in [&["help", "get"][..], &["help", "file", "edit"], &["help", "hub", "share"], &["help", "mcp", "call"]]
    {
        let help = home.ctx(words);
        let flag = home.ctx(words[1..].iter().chain([&"--help"]));
        assert_eq!((help.code, &help.out), (0, &flag.out), "{words:?}");
        assert!(help.out.contains(&format!("Usage: ctx {}", words[1..].join(" "))), "{}", help.out);
    }
    let unknown = home.ctx(["help", "serch"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("did you mean ctx search?"), "{}", unknown.err);
}

#[test]
fn ctx_alone_is_five_lines() {
    let home = Home::new();
    let alone = home.ctx::<&str>([]);
    assert_eq!((alone.code, alone.out.as_str(), alone.err.as_str()), (0, render_help_without_arguments().as_str(), ""));
    assert_eq!(alone.out.lines().count(), 5);
    assert!(alone.out.lines().all(|line| line.chars().count() <= 80), "{}", alone.out);
    for command in ["ctx init", "ctx run -- CMD", "ctx web", "ctx help"] {
        assert!(alone.out.contains(command), "{command}");
    }
}

/// Commands that print data have `--json`; these print none, or something else that programs read.
const WITHOUT_JSON: [&str; 6] = ["agent", "file", "hub", "init", "mcp", "web"];

#[test]
fn one_name_for_one_idea() {
    let root = definition();
    for command in root.get_subcommands().filter(|command| !command.is_hide_set()) {
        let longs: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
        let has = |flag: &str| longs.contains(&flag);
        let name = command.get_name();
        assert_eq!(has("json"), !WITHOUT_JSON.contains(&name), "{name}: --json");
        for old in ["max-bytes", "max-size-bytes", "count", "num", "all-project"] {
            assert!(!has(old), "{name} has --{old}");
        }
        for arg in command.get_arguments() {
            let short = arg.get_short();
            match arg.get_long() {
                Some("limit") => assert_eq!(short, Some('n'), "{name} --limit"),
                Some("project") if name != "init" => assert_eq!(short, Some('p'), "{name} --project"),
                Some("until") if name != "get" => assert!(has("since"), "{name}"),
                _ => {}
            }
        }
    }
}

#[test]
fn a_verb_has_one_spelling() {
    let home = Home::new();
    std::fs::write(home.work().join("a.txt"), "one\ntwo\n").unwrap();
    std::fs::write(home.work().join("b.log"), "error: it failed\nfine\n").unwrap();
    home.sh("echo kept");
    let ok = |words: &[&str]| {
        let done = home.ctx(words);
        assert_eq!(done.code, 0, "{words:?}: {}", done.err);
        done.out
    };
    for gone in ["read", "edit", "write", "undo", "status", "snapshot", "resume", "tools", "call", "prune", "digest"] {
        assert_eq!(home.ctx([gone]).code, 2, "{gone}");
    }
    assert!(ok(&["file", "read", "a.txt"]).contains("one\ntwo\n"));
    assert!(ok(&["file", "edit", "a.txt", "--old", "two", "--new", "three"]).contains("a.txt"));
    assert!(ok(&["file", "undo"]).contains("restored"));
    assert!(ok(&["file", "write", "new.txt", "--text", "x"]).contains("new.txt"));
    assert!(ok(&["file", "status"]).contains("new.txt"));

    let explained = ok(&["store", "b.log", "--cmd", "make", "--exit", "2", "--explain"]);
    assert!(explained.contains("read by "), "{explained}");
    let run = home.ctx(["run", "--explain", "--", "cat", "b.log"]).out;
    assert!(run.contains("read by ") && run.contains("error: it failed"), "{run}");

    ok(&["note", "--decision", "tokens live an hour"]);
    assert!(ok(&["context", "--save"]).contains("ctx context --resume"));
    assert!(ok(&["context", "--resume"]).contains("tokens live an hour"));
    let task = home.ctx(["note", "--todo", "write the docs"]).id();
    assert_eq!(ok(&["note"]), format!("[ctx:{task}] task 1 · write the docs\n"));
    assert_eq!(ok(&["note", "--done", &task]), format!("done: [ctx:{task}] write the docs\n"));
    assert!(ok(&["history", "--sessions"]).contains(" entries"));
    assert!(ok(&["store", "."]).contains("documents"));
    let exported = home.ctx(["store", "--export", "--raw"]).out;
    std::fs::write(home.work().join("all.jsonl"), exported).unwrap();
    for (old, new) in [
        (&["sessions"][..], "ctx sessions means: ctx history --sessions"),
        (&["index", "a.txt"], "ctx index means: ctx store --document"),
        (&["todo"], "ctx todo means: ctx note --todo"),
        (&["import", "--json", "all.jsonl"], "ctx import means: ctx store --import"),
        (&["export", "--session", "s", "--format", "md"], "ctx export means: ctx store --export"),
        (&["wait", "@", "--timeout", "5s"], "ctx wait means: ctx get --wait"),
    ] {
        let done = home.ctx(old);
        assert_eq!(done.err.lines().next(), Some(&*format!("ctx: {new}")));
        assert!(done.code == 0 || old.contains(&"--session"), "{old:?}: {}", done.err);
    }
    assert!(home.ctx(["batch"]).err.contains("this may be meant: ctx run --batch"));
    assert!(home.ctx(["stats", "--slow"]).err.contains("ctx usage --slow"));
    assert!(ok(&["mcp", "tools", "--format", "openai"]).contains("\"parameters\""));
    assert!(ok(&["mcp", "call", "context", "{}"]).contains("tokens live an hour"));
    assert!(ok(&["forget", "--prune", "--until", "7d", "--json"]).contains("pruned_entries"));
    let nothing = home.ctx(["forget", "--all-projects", "--yes", "--json"]);
    assert!(nothing.out.contains("\"forgotten\""), "{} {}", nothing.out, nothing.err);
    assert_eq!(home.ctx(["forget", "--all-projects", "--yes"]).code, 1);
}
