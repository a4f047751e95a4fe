//! What commands print on a terminal of 100 columns, escapes visible, and in a pipe. `CTX_UPDATE=1` writes the files in
//! `tests/suite/looks`: look at them.

use std::path::Path;

use regex::Regex;

use crate::harness::{Home, finish};
use crate::picker::Pty;

/// The name of the file, and the words of the command line; `@` and `@-1` are the newest entries.
const COMMANDS: [(&str, &[&str]); 30] = [
    ("ctx", &[]),
    ("help", &["help"]),
    ("help-store", &["help", "store"]),
    ("unknown-command", &["serch", "x"]),
    ("run-ok", &["run", "--", "printf", "a\\nb\\n"]),
    ("run-colours", &["run", "--", "./colours"]),
    ("run-budget", &["run", "--budget", "4k", "--", "./colours"]),
    ("store", &["store", "build.log", "--cmd", "make", "--exit", "2"]),
    ("get", &["get", "@"]),
    ("get-findings", &["get", "@", "--findings"]),
    ("get-grep", &["get", "@", "--grep", "TS[0-9]+"]),
    ("get-json", &["get", "@", "--lines", "1:1", "--json"]),
    ("search", &["search", "asignable", "numbers"]),
    ("search-grep", &["search", "--grep", "TS[0-9]+"]),
    ("search-nothing", &["search", "zyxwvut"]),
    ("history", &["history", "-n", "4"]),
    ("history-failed", &["history", "--failed"]),
    ("sessions", &["history", "--sessions"]),
    ("note", &["note", "--decision", "retries are capped at 3"]),
    ("todo", &["note"]),
    ("context", &["context"]),
    ("reflect", &["reflect"]),
    ("diff-findings", &["diff", "@-1", "@"]),
    ("diff-texts", &["diff", "@-1", "@"]),
    ("stats", &["stats"]),
    ("peek", &["peek", "lib.rs"]),
    ("file-read", &["file", "read", "lib.rs"]),
    ("file-edit", &["file", "edit", "lib.rs", "--old", "n * 2", "--new", "n * 3"]),
    ("usage", &["usage", "--tools"]),
    ("forget", &["forget", "@"]),
];

const LOG: &str = "types/order.ts(2,31): error TS2322: Type 'string' is not assignable to type 'number'.\n\
    types/order.ts(3,49): error TS18048: 'order.note' is possibly 'undefined'.\n";

fn scene() -> Home {
    let home = Home::new();
    std::fs::create_dir(home.work().join(".git")).unwrap();
    home.script(
        "colours",
        "#!/bin/sh\nif [ -t 1 ]; then printf '\\033[31mred\\033[0m\\n'; else echo red; fi\nexit 1\n",
    );
    std::fs::write(home.work().join("build.log"), LOG).unwrap();
    std::fs::write(
        home.work().join("lib.rs"),
        "//! A library.\n\n/// Twice.\npub fn twice(n: u32) -> u32 {\n    n * 2\n}\n",
    )
    .unwrap();
    home
}

/// What the command needs before it, run in a pipe.
fn prepare(home: &Home, name: &str) {
    match name {
        "todo" => drop(home.ctx(["note", "--todo", "write the docs page"])),
        "diff-findings" => {
            home.pipe(["store", "--cmd", "make", "--exit", "2"], LOG.as_bytes());
            let fixed = LOG.lines().next().unwrap().to_owned() + "\n";
            home.pipe(["store", "--cmd", "make", "--exit", "2"], fixed.as_bytes());
        }
        "diff-texts" => {
            home.sh("echo one; echo the days are 30; echo three");
            home.sh("echo one; echo the days are 90; echo three");
        }
        _ => {}
    }
    // The index is up to date, so that no progress is drawn.
    home.ctx(["search", "--json", "warm"]);
}

/// The same text in every run: references by their order, times, sizes, paths.
fn stable(text: &str, home: &Home, name: &str) -> String {
    let mut text = text.replace('\x1b', "^[").replace('\r', "^M").replace('\x07', "^G");
    for path in [home.path().canonicalize().unwrap(), home.path().to_owned()] {
        text = text.replace(&path.display().to_string(), "/home");
    }
    let references = Regex::new(r"\[ctx:([a-z0-9]{6,})\]").unwrap();
    let mut known: Vec<String> = Vec::new();
    for found in references.captures_iter(&text.clone()) {
        if !known.contains(&found[1].to_owned()) {
            known.push(found[1].to_owned());
            text = text.replace(&found[1], &format!("id{:04}", known.len()));
        }
    }
    for (pattern, put) in [
        (r"\d{4}-\d\d-\d\d", "DATE"),
        (r"\b\d\d:\d\d(:\d\d)?\b", "TIME"),
        (r"\b\d+(\.\d+)?(ms|s)\b", "1ms"),
        (r"\b(now|1ms ago|\d+m ago)\b", "now"),
        (r#""(ref|at_ms|started_at_ms)":"?[a-z0-9]+"?"#, r#""$1":0"#),
        (r#""duration_ms":\d+"#, r#""duration_ms":1"#),
    ] {
        text = Regex::new(pattern).unwrap().replace_all(&text, put).into_owned();
    }
    if name == "stats" || name == "usage" {
        text = Regex::new(r"\d+(\.\d+)?").unwrap().replace_all(&text, "N").into_owned();
        text = Regex::new(r"[█▏▎▍▌▋▊▉▁▂▃▄▅▆▇]+").unwrap().replace_all(&text, "BAR").into_owned();
        text = Regex::new(r" +").unwrap().replace_all(&text, " ").into_owned();
        text = Regex::new(r"\b(B|KB|MB)\b").unwrap().replace_all(&text, "B").into_owned();
    }
    text
}

fn in_a_pipe(home: &Home, words: &[&str]) -> String {
    let done = home.ctx(words);
    let err: String = done.err.lines().map(|line| format!("stderr: {line}\n")).collect();
    format!("{}{err}exit {}\n", done.out, done.code)
}

fn on_a_terminal(home: &Home, words: &[&str]) -> String {
    let mut command = home.command(words);
    command.env("PAGER", "cat").env("LC_ALL", "C.UTF-8").env_remove("CLICOLOR");
    for name in ["TERM_PROGRAM", "VTE_VERSION", "KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "CI"] {
        command.env_remove(name);
    }
    let (text, status) = Pty::start(command, 100, 40).all();
    format!("{text}exit {}\n", status.code().unwrap_or(-1))
}

#[test]
fn commands_look_as_recorded_on_a_terminal_and_in_a_pipe() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/looks");
    let update = std::env::var_os("CTX_UPDATE").is_some();
    if update {
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
    }
    let (piped, seen) = (scene(), scene());
    let mut wrong = Vec::new();
    for (name, words) in COMMANDS {
        prepare(&piped, name);
        prepare(&seen, name);
        let pipe = stable(&in_a_pipe(&piped, words), &piped, name);
        let terminal = stable(&on_a_terminal(&seen, words), &seen, name);
        assert!(!pipe.contains("^["), "{name} prints escapes into a pipe: {pipe}");
        let both = format!("$ ctx {}\n--- in a pipe\n{pipe}--- on a terminal\n{terminal}", words.join(" "));
        let file = dir.join(format!("{name}.txt"));
        if update {
            std::fs::write(&file, &both).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        if kept != both {
            wrong.push(format!("{name}:\n{both}\nrecorded:\n{kept}"));
        }
    }
    assert!(wrong.is_empty(), "CTX_UPDATE=1 cargo test terminal records them anew\n{}", wrong.join("\n"));
}

#[test]
fn lists_fit_the_terminal() {
    let home = scene();
    home.sh(&format!("echo {}", "long ".repeat(60)));
    let colours = Regex::new("\x1b\\[[0-9;]*m").unwrap();
    for columns in [60, 100, 200] {
        let mut command = home.command(["history", "-n", "5"]);
        command.env("PAGER", "cat");
        let (text, _) = Pty::start(command, columns, 40).all();
        let plain = colours.replace_all(&text, "").into_owned();
        let widest = plain.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns.into() && widest + 20 > columns.min(160).into(), "{columns}: {widest}\n{plain}");
    }
}

/// Every list and table, with what each line of its body must still say.
const TABLES: [(&[&str], &str); 24] = [
    (&["history", "-n", "50"], "(now|ago)"),
    (&["history", "--failed"], "exit [12] · (now|[0-9]+s ago)"),
    (&["history", "--all-projects", "-n", "50"], ""),
    (&["history", "--sessions", "--all-projects"], ""),
    (&["stats"], ""),
    (&["stats", "--by", "command"], ""),
    (&["stats", "--by", "day"], ""),
    (&["stats", "--retries"], ""),
    (&["stats", "--missed"], ""),
    (&["stats", "--fold"], ""),
    (&["usage"], ""),
    (&["usage", "--cost", "--by", "session"], ""),
    (&["usage", "--files"], ""),
    (&["usage", "--tools"], ""),
    (&["usage", "--slow"], ""),
    (&["doctor"], ""),
    (&["note"], ""),
    (&["context"], ""),
    (&["reflect"], ""),
    (&["reflect", "--project", "--full"], ""),
    (&["file", "status"], ""),
    (&["hub", "status"], ""),
    (&["help"], ""),
    (&["help", "more"], ""),
];

#[test]
fn every_table_fits_forty_columns() {
    let home = scene();
    let mut lines = crate::fold::claude_code(&home);
    let call = &mut lines[1]["message"]["content"][0];
    (call["name"], call["input"]) = ("Bash".into(), serde_json::json!({ "command": "npm run test -- --verbose" }));
    let transcript = crate::fold::write(&home, &lines);
    home.ctx(["store", "--import", transcript.to_str().unwrap()]);
    for _ in 0..3 {
        home.ctx(["run", "--", "./colours"]);
    }
    home.sh(&format!("echo {}", "long ".repeat(60)));
    home.sh("sleep 0.2; echo 日本語日本語日本語日本語日本語日本語日本語 🚀");
    home.ctx(["run", "--label", "nightly", "--", "seq", "1", "50000"]);
    home.pipe(["store", "--cmd", "make", "--exit", "2"], LOG.as_bytes());
    home.ctx(["note", "--todo", "write the page about tables that are wider than the screen of a telephone"]);
    home.ctx(["note", "--decision", "retries are capped at 3"]);
    home.ctx(["file", "read", "lib.rs"]);
    home.ctx(["search", "--json", "warm"]);
    let colours = Regex::new("\x1b\\[[0-9;]*m").unwrap();
    for (words, kept) in TABLES {
        let piped = home.ctx(words).out;
        let mut command = home.command(words);
        command.env("PAGER", "cat").env("LC_ALL", "C.UTF-8");
        let (text, _) = Pty::start(command, 40, 40).all();
        let plain = colours.replace_all(&text, "").into_owned();
        assert!(!piped.is_empty() && !plain.is_empty(), "{words:?} prints nothing");
        for line in plain.lines() {
            assert!(unicode_width::UnicodeWidthStr::width(line) <= 40, "{words:?} is wider: {line}\n{plain}");
            assert!(Regex::new(kept).unwrap().is_match(line), "{words:?} lost {kept}: {line}\n{plain}");
        }
        // An agent's program on a terminal gets the lines as a pipe does.
        if words[0] == "usage" || words[0] == "note" {
            let mut agent = home.command(words);
            agent.env("PAGER", "cat").env("LC_ALL", "C.UTF-8").env("CLAUDECODE", "1").env("NO_COLOR", "1");
            let (told, _) = Pty::start(agent, 40, 40).all();
            assert_eq!(told.lines().count(), piped.lines().count(), "{words:?}\n{told}\n{piped}");
        }
    }
    // The columns that matter are there, and what went is named.
    let mut command = home.command(["stats", "--by", "command"]);
    command.env("PAGER", "cat").env("NO_COLOR", "1");
    let (text, _) = Pty::start(command, 40, 40).all();
    assert!(text.contains("command") && text.contains(" saved  tokens\n") && text.contains("not shown: "), "{text}");
}

#[test]
fn a_person_gets_full_answers_however_often_the_question_comes() {
    let home = scene();
    home.ctx(["store", "build.log", "--cmd", "make", "--exit", "2"]);
    for round in 0..10 {
        let text = on_a_terminal(&home, &["search", "assignable"]);
        assert!(
            text.contains("is not") && !text.contains("the same 1 hit") && !text.contains("shortened"),
            "{round}: {text}"
        );
    }
    // An agent's program may have a terminal, too: its variables say so.
    let mut agent = home.command(["search", "assignable"]);
    agent.env("PAGER", "cat").env("CLAUDECODE", "1");
    let (text, _) = Pty::start(agent, 100, 40).all();
    assert!(text.contains("the same 1 hit"), "{text}");
}

#[test]
fn colours_are_a_choice() {
    let home = scene();
    home.sh("exit 3");
    let history = |env: &[(&str, &str)], words: &[&str]| {
        let mut command = home.command([&["history", "-n", "1"][..], words].concat());
        command.env("PAGER", "cat").envs(env.iter().copied());
        Pty::start(command, 100, 40).all().0
    };
    assert!(history(&[], &[]).contains("\x1b[31mexit 3\x1b[0m"));
    for (env, words) in [(&[("NO_COLOR", "1")][..], &[][..]), (&[("CLICOLOR", "0")], &[]), (&[], &["--color", "never"])]
    {
        assert!(!history(env, words).contains('\x1b'), "{env:?} {words:?}");
    }
    let piped = home.ctx(["history", "-n", "1", "--color", "always"]);
    assert!(piped.out.contains("\x1b[31mexit 3"), "{}", piped.out);
    assert!(!home.ctx(["history", "-n", "1"]).out.contains('\x1b'));
}

#[test]
fn a_page_longer_than_the_screen_goes_through_the_pager() {
    let home = scene();
    home.sh("seq 1 60");
    let get = |rows: u16| {
        let mut command = home.command(["get", "@"]);
        command.env("PAGER", "sed 's/^/PAGED /'");
        Pty::start(command, 100, rows).all().0
    };
    assert!(get(20).starts_with("PAGED 1\nPAGED 2\n"), "{}", get(20));
    assert!(get(80).starts_with("1\n2\n"));
    let mut none = home.command(["get", "@"]);
    none.env("PAGER", "no-such-pager-here");
    assert!(Pty::start(none, 100, 20).all().0.contains("\n60\n"), "a pager that cannot be started loses nothing");
}

#[test]
fn what_a_person_runs_is_live_in_its_colours_and_stored_as_it_came() {
    let home = scene();
    let (text, status) = Pty::start(home.command(["run", "--", "./colours"]), 100, 40).all();
    assert!(text.starts_with("\x1b[31mred\x1b[0m\n"), "{text:?}");
    assert_eq!((status.code(), text.matches("red").count()), (Some(1), 1), "{text:?}");
    assert!(text.contains("exit 1"), "{text:?}");
    assert_eq!(home.ctx(["get", "@", "--raw"]).out, "\x1b[31mred\x1b[0m\n");
    assert_eq!(home.ctx(["get", "@"]).out, "red\n");
    // Live: the first line is there while the command waits for its input.
    let mut pty = Pty::start(
        home.command(["run", "--", "sh", "-c", "echo first; printf 'go on? '; read x; echo got $x"]),
        100,
        40,
    );
    pty.shows("first\r\n");
    pty.shows("go on? ");
    pty.press("yes\r");
    let (text, status) = pty.all();
    assert!(text.contains("got yes\n") && status.success(), "{text}");
    // Everything was on the screen, so line 1 does not name a part.
    let (text, _) = Pty::start(home.command(["run", "--", "seq", "1", "5000"]), 100, 40).all();
    assert!(text.contains("\n4999\n5000\n") && text.contains(" · all 5000 lines"), "{}", &text[text.len() - 200..]);
    // A secret is masked on the screen as everywhere.
    let secret = format!("ghp_{}", "a1B2c3D4e5".repeat(4).split_at(36).0);
    let (text, _) = Pty::start(home.command(["run", "--", "echo", &secret]), 100, 40).all();
    assert!(text.contains("[masked:") && !text.contains(&secret), "{text}");
}

#[test]
fn files_are_links_where_the_terminal_knows_them() {
    let home = scene();
    home.sh("echo lib.rs:4: it is there");
    let mut command = home.command(["search", "there"]);
    command.env("PAGER", "cat").env("TERM_PROGRAM", "WezTerm");
    let (text, _) = Pty::start(command, 100, 40).all();
    assert!(text.contains("\x1b]8;;file://") && text.contains("/lib.rs\x1b\\lib.rs\x1b]8;;\x1b\\:4"), "{text:?}");
    let plain = finish(home.command(["search", "--again", "there"]).env("TERM_PROGRAM", "WezTerm"));
    assert!(!plain.out.contains('\x1b'));
}
