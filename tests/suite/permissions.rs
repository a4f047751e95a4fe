//! Deny rules of the agent's settings, enforced where the agent cannot look: inside of what ctx runs.

use crate::harness::{Home, finish};

fn with_rules(deny: &[&str]) -> Home {
    let home = Home::new();
    std::fs::create_dir_all(home.work().join(".claude")).unwrap();
    let settings = serde_json::json!({ "permissions": { "deny": deny, "allow": ["Bash(*)"] } });
    std::fs::write(home.work().join(".claude/settings.json"), settings.to_string()).unwrap();
    std::fs::write(home.work().join(".env"), "KEY=1\n").unwrap();
    std::fs::write(home.work().join("keep"), "").unwrap();
    home
}

#[test]
fn a_denied_command_is_not_run() {
    let home = with_rules(&["Bash(rm *)", "Read(./.env)"]);
    for argv in [
        &["rm", "keep"][..],
        &["/bin/rm", "keep"],
        &["env", "X=1", "rm", "keep"],
        &["sh", "-c", "true && rm keep"],
        &["bash", "-c", "x=$(rm keep)"],
        &["cat", ".env"],
        &["sh", "-c", "head -1 < .env"],
    ] {
        let mut args = vec!["run", "--"];
        args.extend(argv);
        let done = home.ctx(&args);
        assert_eq!((done.code, done.out.as_str()), (1, ""), "{argv:?}");
        assert!(done.err.contains("is denied by ") && done.err.contains("settings.json"), "{}", done.err);
    }
    assert_eq!(home.ctx(["run", "-c", "rm keep"]).code, 1);
    assert!(home.work().join("keep").exists());
    for args in
        [&["file", "read", ".env"][..], &["peek", ".env"], &["file", "edit", ".env", "--old", "KEY", "--new", "x"]]
    {
        let done = home.ctx(args);
        assert!(done.code != 0 && !done.out.contains("KEY"), "{args:?} {} {}", done.out, done.err);
    }
    assert_eq!(home.ctx(["run", "--", "echo", "rm", "keep"]).code, 0);
}

#[test]
fn batches_scripts_and_pages_keep_to_the_rules_as_well() {
    let home = with_rules(&["Bash(rm *)", "Read(./.env)", "WebFetch(domain:blocked.example)"]);
    for step in ["run: rm keep", "run: sh -c 'rm keep'", "peek: .env"] {
        let done = home.ctx(["run", "--batch", "--steps", step]);
        assert_eq!(done.code, 1, "{step} {} {}", done.out, done.err);
        assert!(format!("{}{}", done.out, done.err).contains("is denied by "), "{step} {} {}", done.out, done.err);
    }
    for args in [
        &["run", "--lang", "bash", "-e", "rm keep"][..],
        &["run", "--with", ".env", "--", "true"],
        &["fetch", "https://blocked.example/page"],
        &["fetch", "https://docs.blocked.example/page"],
    ] {
        let done = home.ctx(args);
        assert!(done.code == 1 && done.err.contains("is denied by "), "{args:?} {} {}", done.code, done.err);
    }
    assert!(home.work().join("keep").exists());
}

#[test]
fn comments_and_trailing_commas_loosen_nothing() {
    let home = with_rules(&[]);
    let settings = "\u{feff}{\n  // mine\n  \"permissions\": { \"deny\": [\"Bash(rm *)\", /* more */ ], },\n}\n";
    std::fs::write(home.work().join(".claude/settings.json"), settings).unwrap();
    let done = home.ctx(["run", "--", "rm", "keep"]);
    assert_eq!((done.code, home.work().join("keep").exists()), (1, true), "{}", done.err);
    assert!(done.err.contains("is denied by Bash(rm *)"), "{}", done.err);
}

#[test]
fn settings_that_cannot_be_read_stop_no_command() {
    let home = with_rules(&["Bash(rm *)"]);
    std::fs::write(home.work().join(".claude/settings.local.json"), "{ broken").unwrap();
    let done = home.ctx(["run", "--", "echo", "hi"]);
    assert_eq!(done.code, 0);
    assert!(done.out.contains("hi") && done.err.contains("settings.local.json"), "{} {}", done.out, done.err);
    assert_eq!(home.ctx(["run", "--", "rm", "keep"]).code, 1, "the other settings still count");
}

#[test]
fn unclear_commands_and_ask_rules_are_refused() {
    let home = with_rules(&["Bash(rm *)"]);
    for line in [
        "for t in rm; do $t keep; done",
        "t=rm; $t keep",
        "printf 'rm keep' > s; sh s",
        "python3 -c 'import os; os.system(\"rm keep\")'",
    ] {
        let done = home.ctx(["run", "-c", line]);
        assert_eq!((done.code, done.out.as_str()), (1, ""), "{line}");
        assert!(
            done.err.contains("is refused because of Bash(rm *) in ") && done.err.contains("without ctx"),
            "{}",
            done.err
        );
        let done = home.pipe(["run", "--batch"], format!("run: {line}\n").as_bytes());
        assert_eq!(done.code, 1, "{line} {}", done.out);
    }
    assert_eq!(home.ctx(["run", "--lang", "python", "-e", "import os; os.system('rm keep')"]).code, 1);
    assert!(home.work().join("keep").exists());
    for line in ["make -n || true", "echo a | tr a b && ls", "x=$(ls); echo \"$x\""] {
        assert_eq!(home.ctx(["run", "-c", line]).code, 0, "{line}");
    }
    let settings = serde_json::json!({ "permissions": { "ask": ["Bash(git push *)", "Read(./.env)"] } });
    std::fs::write(home.work().join(".claude/settings.json"), settings.to_string()).unwrap();
    for args in [&["run", "--", "git", "push"][..], &["run", "--", "cat", ".env"], &["file", "read", ".env"]] {
        let done = home.ctx(args);
        assert_eq!(done.code, 1, "{args:?}");
        assert!(
            done.err.contains("is to be asked for, by ") && done.err.contains("run it without ctx"),
            "{}",
            done.err
        );
    }
    assert_eq!(home.ctx(["run", "--", "git", "--version"]).code, 0);
}

#[test]
fn a_denied_file_is_not_taken_in_either() {
    let home = with_rules(&["Read(./.env)"]);
    std::fs::write(home.work().join("notes.md"), "# Notes\n").unwrap();
    for args in [
        &["store", ".env"][..],
        &["store", ".env", "--explain"],
        &["store", "--document", ".env"],
        &["store", "--import", ".env"],
        &["peek", ".env"],
    ] {
        let done = home.ctx(args);
        assert!(done.code == 1 && done.err.contains("is denied by Read(./.env)"), "{args:?} {} {}", done.out, done.err);
    }
    let done = home.ctx(["store", "."]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!home.ctx(["search", "KEY"]).out.contains("KEY=1"));
}

#[test]
fn a_rule_that_is_no_list_is_told() {
    let home = with_rules(&[]);
    std::fs::write(home.work().join(".claude/settings.json"), r#"{"permissions":{"deny":"Bash(rm *)"}}"#).unwrap();
    let done = home.ctx(["run", "--", "echo", "hi"]);
    assert!(
        done.code == 0 && done.err.contains("permissions.deny: a list of texts is needed"),
        "{} {}",
        done.code,
        done.err
    );
    assert_eq!(home.ctx(["run", "--", "rm", "keep"]).code, 1, "it is still what somebody meant to forbid");
}

#[test]
fn an_agent_peeks_and_reads_inside_the_project_only() {
    let home = Home::new();
    std::fs::write(home.work().join("mine.py"), "def f():\n    return 1\n").unwrap();
    std::fs::write(home.path().join("private.py"), "def secret():\n    return 2\n").unwrap();
    std::os::unix::fs::symlink(home.path().join("private.py"), home.work().join("link.py")).unwrap();
    let run = |args: &[&str], agent: bool| {
        let mut command = home.command(args);
        command.env_remove("CODEX_THREAD_ID").env_remove("CLAUDECODE");
        finish(if agent { command.env("CLAUDECODE", "1") } else { &mut command })
    };
    for verb in [&["peek"][..], &["file", "read"]] {
        let run = |file: &str, agent: bool| run(&[verb, &[file]].concat(), agent);
        assert_eq!(run("mine.py", true).code, 0);
        for outside in ["/etc/passwd", "../private.py", "link.py"] {
            let done = run(outside, true);
            assert!(
                done.code != 0 && done.err.contains("outside the project"),
                "{verb:?} {outside}: {}{}",
                done.out,
                done.err
            );
        }
        assert!(!run("../private.py", false).err.contains("outside the project"));
    }
}
