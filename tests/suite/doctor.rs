//! `ctx doctor`: each check says that it passes or what to do, and the command changes nothing.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::harness::{Done, Home, finish};

/// A home whose PATH has a `ctx` that is this script, and a shell.
fn with_ctx(script: &str) -> Home {
    let home = Home::new();
    let bin = home.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    std::fs::copy(home.script("fake", script), bin.join("ctx")).unwrap();
    std::fs::remove_file(home.work().join("fake")).unwrap();
    home
}

fn run(home: &Home, args: &[&str]) -> Done {
    let path = format!("{}:/usr/bin:/bin", home.path().join("bin").display());
    let mut command = home.command(args);
    command.env("PATH", path).env_remove("CLAUDE_CONFIG_DIR").env_remove("CODEX_HOME").env_remove("COPILOT_HOME");
    finish(&mut command)
}

/// Level and words of each line about an area.
fn checks(done: &Done, area: &str) -> Vec<(String, String)> {
    let report: Value =
        serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {} {}", done.out, done.err));
    let lines = report["checks"].as_array().unwrap().iter().filter(|line| line["area"] == area);
    lines.map(|line| (line["level"].as_str().unwrap().to_owned(), line["says"].as_str().unwrap().to_owned())).collect()
}

fn one(home: &Home, area: &str) -> (String, String) {
    let done = run(home, &["doctor", "--json"]);
    let mut found = checks(&done, area);
    assert_eq!(found.len(), 1, "{area}: {}", done.out);
    found.remove(0)
}

const SILENT: &str = "#!/bin/sh\ncat >/dev/null\n";
const POLITE: &str = "#!/bin/sh\ncat >/dev/null\necho '{}'\n";

#[test]
fn a_fresh_machine_is_fine() {
    let home = with_ctx(SILENT);
    let done = run(&home, &["doctor"]);
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.out.contains("ok   store: ") && done.out.contains("ok   search: FTS5"), "{}", done.out);
    assert!(
        done.out.lines().all(|line| ["ok   ", "warn ", "     -> "].iter().any(|start| line.starts_with(start))),
        "{}",
        done.out
    );
    assert!(!home.store().exists(), "looking made a store");
}

/// Every command would fail there: doctor does not say that the first one creates the store.
#[test]
fn a_store_that_cannot_be_created_is_a_failure() {
    let home = with_ctx(SILENT);
    std::fs::write(home.path().join("file"), "").unwrap();
    let mut doctor = home.command(["doctor"]);
    let done = finish(doctor.env("CTX_HOME", home.path().join("file/below/ctx")));
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.out.contains("cannot be created: ") && done.out.contains("file is not a directory"), "{}", done.out);
    let mut search = home.command(["search", "x"]);
    let done = finish(search.env("CTX_HOME", home.path().join("file/below/ctx")));
    assert!(done.err.ends_with("\n  set CTX_HOME to a directory of your own\n"), "{}", done.err);
}

/// ctx cannot stand beneath a plain `sh`, so commands there go on without it: doctor does not call that fine.
#[test]
fn a_shell_beneath_which_ctx_cannot_stand_is_named() {
    for (shell, warned) in [("/bin/sh", true), ("/bin/bash", false)] {
        let home = with_ctx(POLITE);
        run(&home, &["init", "codex", "--yes"]);
        let mut doctor = home.command(["doctor", "--json"]);
        doctor.env("PATH", format!("{}:/usr/bin:/bin", home.path().join("bin").display())).env("SHELL", shell);
        let found = checks(&finish(doctor.env_remove("CODEX_HOME")), "shell");
        let says = |level: &str, says: &str| level == "warn" && says.contains("codex: its commands run in /bin/sh");
        assert_eq!(found.iter().any(|(level, text)| says(level, text)), warned, "{shell}: {found:?}");
    }
}

/// Codex runs commands in login shells: what keeps ctx out of them is named, with the part of the profile that does it.
#[test]
fn a_profile_that_keeps_ctx_out_is_named() {
    let many: String = (0..3000).map(|n| format!("f{n}() {{ echo {n}; }}\n")).collect();
    for (profile, why) in [
        ("echo welcome\ngreet() { echo hello; }\nplain=1\n", None),
        ("first() { :; }\nhere() { echo \"$BASH_SOURCE\"; }\n", Some("the profile's function here uses BASH_SOURCE")),
        ("trap 'echo failed' ERR\n", Some("the profile sets a trap for DEBUG, ERR or RETURN")),
        ("export BASH_ENV=/opt/env.sh\n", Some("the profile sets BASH_ENV to /opt/env.sh")),
        (many.as_str(), Some("the profile's functions take ")),
        ("beside() { coproc cat; }\n", Some("the command ran, but not through ctx")),
    ] {
        let home = with_ctx(POLITE);
        std::fs::write(home.path().join(".bash_profile"), profile).unwrap();
        run(&home, &["init", "codex", "--yes"]);
        let mut doctor = home.command(["doctor", "--json"]);
        doctor.env("PATH", format!("{}:/usr/bin:/bin", home.path().join("bin").display())).env("SHELL", "/bin/bash");
        let found = checks(&finish(doctor.env_remove("CODEX_HOME")), "shell");
        let start = "codex: its commands run in login shells, and ctx stays out of them: ";
        let said: Vec<&str> = found.iter().filter_map(|(_, says)| says.strip_prefix(start)).collect();
        match why {
            Some(why) => assert!(said.len() == 1 && said[0].starts_with(why), "{found:?}"),
            None => assert!(said.is_empty(), "{found:?}"),
        }
    }
}

#[test]
fn every_hook_is_tried_out() {
    for (script, level, words) in [
        (POLITE, "ok", "8 hooks, all answer"),
        (SILENT, "ok", "8 hooks, all answer"),
        (
            "#!/bin/sh\ncat >/dev/null\necho 'ctx: hello'\n",
            "fail",
            "8 of 8 hooks do not answer: PostToolUse: no JSON object: ctx: hello",
        ),
        (
            "#!/bin/sh\nif [ \"$3\" = stop ]; then echo broken >&2; exit 9; fi\n",
            "fail",
            "1 of 8 hooks do not answer: Stop: exit status: 9: broken",
        ),
    ] {
        let home = with_ctx(script);
        run(&home, &["init", "claude-code", "--yes"]);
        let (found, says) = one(&home, "hooks");
        assert_eq!(found, level, "{says}");
        assert!(says.contains(words), "{says}");
        assert_eq!(run(&home, &["doctor"]).code, i32::from(level == "fail"));
    }
}

#[test]
fn a_failure_that_the_agent_would_not_see_is_seen_here() {
    let home = with_ctx("#!/bin/sh\nexit 1\n");
    run(&home, &["init", "gemini", "copilot", "cursor", "opencode", "vscode", "--yes"]);
    let found = checks(&run(&home, &["doctor", "--json"]), "hooks");
    assert_eq!(found.iter().filter(|(level, _)| level == "fail").count(), 4, "{found:?}");
    let home = with_ctx(SILENT);
    run(&home, &["init", "cursor", "--yes"]);
    assert!(one(&home, "hooks").1.contains("an empty answer, where JSON is needed"));
}

#[test]
fn older_hooks_and_blocks_are_told() {
    let home = with_ctx(POLITE);
    run(&home, &["init", "claude-code", "--yes"]);
    for name in ["settings.json", "CLAUDE.md"] {
        let file = home.path().join(".claude").join(name);
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace("\"timeout\": 1\n", "\"timeout\": 2\n").replace("in a local store", "kept"))
            .unwrap();
    }
    let (level, says) = one(&home, "hooks");
    assert!(level == "warn" && says.contains("another version"), "{says}");
    let (level, says) = one(&home, "instructions");
    assert!(level == "warn" && says.contains("edited by hand"), "{says}");
}

#[test]
fn a_broken_store_is_told_and_left_as_it_is() {
    let home = with_ctx(POLITE);
    run(&home, &["run", "--", "seq", "10"]);
    let (level, says) = one(&home, "store");
    assert!(level == "ok" && says.contains("quick_check ok"), "{says}");
    assert_eq!(one(&home, "mode").0, "ok");
    let file = home.store().join("ctx.db");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let (level, says) = one(&home, "mode");
    assert!(level == "warn" && says.contains("mode 644"), "{says}");
    let garbage = b"no database".repeat(1000);
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(home.store().join(format!("ctx.db{end}")));
    }
    std::fs::write(&file, &garbage).unwrap();
    let (level, says) = one(&home, "store");
    assert!(level == "fail" && says.contains("not a database"), "{says}");
    assert_eq!(std::fs::read(&file).unwrap(), garbage);
}

#[test]
fn failures_of_ctx_itself_are_remembered() {
    let home = with_ctx(POLITE);
    std::fs::create_dir(home.store()).unwrap();
    rusqlite::Connection::open(home.store().join("ctx.db")).unwrap().execute_batch("CREATE TABLE theirs(x)").unwrap();
    assert_eq!(one(&home, "errors").0, "ok");
    let failed = run(&home, &["history"]);
    assert_eq!(failed.code, 125, "{}", failed.err);
    // A missing entry is no failure of ctx.
    assert_eq!(run(&Home::new(), &["get", "zzzzzz"]).code, 1);
    let (level, says) = one(&home, "errors");
    assert!(level == "warn" && says.contains("database of another program"), "{says}");
    // Errors noted by hooks count too, as long as they are recent.
    let home = with_ctx(POLITE);
    std::fs::create_dir(home.store()).unwrap();
    let log = home.store().join("hook-errors.log");
    std::fs::write(&log, "2020-01-02T03:04:05Z claude-code stop: long ago\n").unwrap();
    assert_eq!(one(&home, "errors").0, "ok");
    std::fs::write(&log, "2020-01-02T03:04:05Z codex stop: long ago\n9999-01-02T03:04:05Z codex stop: just now\n")
        .unwrap();
    let (level, says) = one(&home, "errors");
    assert!(level == "warn" && says.contains("codex stop: just now") && !says.contains("long ago"), "{says}");
}

#[test]
fn settings_in_the_way_are_named() {
    let rows: &[(&str, &str, &str)] = &[
        ("{\"disableAllHooks\": true}", "fail", "\"disableAllHooks\" is on"),
        (
            "{\"permissions\": {\"deny\": [\"Bash(ctx:*)\", \"Bash(rm:*)\"]}}",
            "warn",
            "the deny rule Bash(ctx:*) hits ctx itself",
        ),
        (
            "{\"permissions\": {\"allow\": [\"Bash(ctx run:*)\", \"Bash(ctx get:*)\"]}}",
            "warn",
            "the allow rule Bash(ctx run:*) lets every command run",
        ),
        (
            "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"squeeze hook\"}]}]}}",
            "warn",
            "another hook on Bash: squeeze hook",
        ),
        (
            "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Edit\", \"hooks\": [{\"type\": \"command\", \"command\": \"fmt\"}]}]}}",
            "ok",
            "no conflicts",
        ),
        ("{\"enabledPlugins\": {\"ctx@ctx\": true}}", "warn", "here and in its plugin"),
    ];
    for (settings, level, words) in rows {
        let home = with_ctx(POLITE);
        std::fs::create_dir(home.path().join(".claude")).unwrap();
        std::fs::write(home.path().join(".claude/settings.json"), settings).unwrap();
        run(&home, &["init", "claude-code", "--yes"]);
        let (found, says) = one(&home, "settings");
        assert!(found == *level && says.contains(words), "{found} {says}");
    }
    let home = with_ctx(POLITE);
    run(&home, &["init", "claude-code", "codex", "--yes"]);
    run(&home, &["init", "claude-code", "--project", "--yes"]);
    std::fs::write(home.path().join(".codex/config.toml"), "[features]\nhooks = false\n").unwrap();
    let found = checks(&run(&home, &["doctor", "--json"]), "settings");
    assert!(
        found
            .iter()
            .any(|(level, says)| level == "warn"
                && says.contains("runs equal hooks once, but reads the instructions twice")),
        "{found:?}"
    );
    assert!(
        found.iter().any(|(level, says)| level == "fail" && says.contains("switched off under [features]")),
        "{found:?}"
    );
}

#[test]
fn a_ctx_that_hooks_would_not_find_is_told() {
    let home = with_ctx(POLITE);
    let (level, says) = one(&home, "path");
    assert!(level == "warn" && says.contains("hooks run "), "{says}");
    std::fs::remove_file(home.path().join("bin/ctx")).unwrap();
    assert_eq!(one(&home, "path").0, "fail");
    std::os::unix::fs::symlink(crate::harness::CTX, home.path().join("bin/ctx")).unwrap();
    assert_eq!(one(&home, "path").0, "ok");
}
