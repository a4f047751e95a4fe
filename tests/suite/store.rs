//! `ctx store`: pipes and files.

use crate::harness::{CTX, Home, finish, skip};

#[test]
fn a_pipe_is_kept_with_what_is_known_of_it() {
    let home = Home::new();
    let done = home.pipe(["store", "--cmd", "npm test", "--exit", "1"], b"a\nb\n");
    assert!(done.headline().ends_with("] npm test · exit 1 · all 2 lines"), "{}", done.out);
    assert_eq!(done.code, 0);
    let bare = home.pipe(["store"], b"");
    assert!(bare.headline().ends_with("· no output"), "{}", bare.out);
}

#[test]
fn files_are_kept_each_on_its_own() {
    let home = Home::new();
    std::fs::write(home.work().join("a.log"), "one\n").unwrap();
    std::fs::write(home.work().join("b.log"), "two\n").unwrap();
    let done = home.ctx(["store", "a.log", "missing.log", "b.log"]);
    assert_eq!(done.code, 1);
    assert!(done.err.contains("missing.log"), "{}", done.err);
    assert_eq!(done.out.matches("[ctx:").count(), 2);
    assert_eq!(home.ctx(["get", "@"]).out, "two\n");
}

#[test]
fn tee_names_the_reference_on_stderr_only() {
    let home = Home::new();
    let script = format!("seq 1 1000 | {CTX} store --tee --cmd 'seq' | tail -2");
    let done = finish(&mut home.program("bash", ["-c", &script]));
    assert_eq!(done.out, "999\n1000\n");
    assert!(done.err.starts_with("ctx: [ctx:") && done.err.lines().count() == 1, "{}", done.err);
    assert_eq!(home.ctx(["get", &done.id(), "--tail", "1"]).out, "1000\n");
}

/// What `ctx help store` says about the status of a pipe, in the shells that it names.
#[test]
fn the_status_of_a_pipes_first_command_is_kept_as_the_help_says() {
    let home = Home::new();
    home.script("make", "#!/bin/sh\necho boom\nexit 3\n");
    for (shell, status) in [("bash", "$?"), ("zsh", "$?"), ("fish", "$status")] {
        let run = |script: &str| finish(&mut home.program("env", [shell, "-c", script]));
        if run("true").code != 0 {
            skip(&format!("no {shell} is installed"));
            continue;
        }
        let kept = run(&format!("./make > out 2>&1; {CTX} store out --cmd make --exit {status}"));
        assert!(kept.out.contains("] make · exit 3 · all 1 line"), "{shell}: {} {}", kept.out, kept.err);
        if shell != "fish" {
            let piped = run(&format!("set -o pipefail; ./make 2>&1 | {CTX} store --cmd make"));
            assert_eq!(piped.code, 3, "{shell}: {}", piped.err);
        }
    }
}

#[test]
fn tee_makes_room_at_once_when_its_reader_goes() {
    let home = Home::new();
    let script = format!("yes | {CTX} store --tee 2>/dev/null | head -1; echo ${{PIPESTATUS[*]}}");
    let done = finish(&mut home.program("bash", ["-c", &script]));
    // Both end as commands whose reader has left.
    assert_eq!(done.out, "y\n141 141 0\n");
    assert_eq!(home.ctx(["get", "@", "--head", "1"]).out, "y\n");
}

#[test]
fn the_store_is_private_under_any_umask() {
    use std::os::unix::fs::PermissionsExt;
    for umask in ["0", "022", "0777"] {
        let home = Home::new();
        let deep = home.path().join("a/b/ctx");
        let script = format!("umask {umask}; {CTX} run -- echo hi; {CTX} note x");
        let done = finish(home.program("bash", ["-c", &script]).env("CTX_HOME", &deep));
        assert_eq!((done.code, done.err.as_str()), (0, ""), "umask {umask}");
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode(&deep), 0o700, "umask {umask}");
        for file in std::fs::read_dir(&deep).unwrap().flatten() {
            assert_eq!(mode(&file.path()), 0o600, "umask {umask}: {:?}", file.path());
        }
    }
}

#[test]
fn a_store_of_a_newer_ctx_is_read_and_not_written() {
    let home = Home::new();
    let id = home.sh("echo kept").id();
    home.database().pragma_update(None, "user_version", 9999).unwrap();
    let read = home.ctx(["get", &id]);
    assert_eq!((read.code, read.out.as_str()), (0, "kept\n"));
    assert!(read.err.contains("newer ctx"), "{}", read.err);
    let run = home.sh("echo shown; exit 3");
    assert_eq!((run.code, run.out.as_str()), (3, "shown\n"));
    assert!(run.err.contains("newer ctx") && run.err.lines().count() == 1, "{}", run.err);
    assert_eq!(home.ctx(["note", "x"]).code, 125);
}

#[test]
fn equal_outputs_share_their_bytes() {
    let home = Home::new();
    for _ in 0..5 {
        home.sh("seq 1 50000");
    }
    let blobs: i64 = home.database().query_row("SELECT count(*) FROM blob", [], |row| row.get(0)).unwrap();
    assert_eq!(blobs, 1);
}

/// A store that somebody has prepared: nothing of theirs runs, and the command does.
#[test]
fn a_trigger_of_a_stranger_does_not_run() {
    let home = Home::new();
    home.sh("echo first");
    let db = home.database();
    db.execute_batch(
        "CREATE TABLE stolen(x);
         CREATE TRIGGER spy AFTER INSERT ON entry BEGIN INSERT INTO stolen VALUES (new.command); END;",
    )
    .unwrap();
    let done = home.sh("echo second; exit 3");
    assert!(done.code == 3 && done.out.contains("second") && done.err.contains("'spy'"), "{} {}", done.out, done.err);
    let stolen: i64 = db.query_row("SELECT count(*) FROM stolen", [], |row| row.get(0)).unwrap();
    assert_eq!(stolen, 0);
}

/// Numbers that ctx did not write: told in one line, without the text of a migration.
#[test]
fn a_store_with_a_strange_version_is_told_in_one_line() {
    let home = Home::new();
    home.sh("echo first");
    home.database().execute_batch("PRAGMA user_version = -1").unwrap();
    let done = home.sh("echo second; exit 3");
    assert!(done.code == 3 && done.out.contains("second"), "{} {}", done.out, done.err);
    assert!(done.err.lines().count() == 1 && !done.err.contains("CREATE"), "{}", done.err);
}
