//! The output of `ctx run`, and the environment of its child.

use crate::harness::{Home, finish};

#[test]
fn the_form_in_the_readme_works_as_written() {
    let home = Home::new();
    home.script("npm", "#!/bin/sh\necho \"argc $#\"; for word; do echo \"arg $word\"; done\n");
    let path = format!("{}:/usr/bin:/bin", home.work().display());
    let run = |args: &[&str]| finish(home.command(args).env("PATH", &path)).body().to_owned();
    assert_eq!(run(&["run", "--", "npm", "test", "--intent", "failures"]), "argc 1\narg test\n");
    assert_eq!(run(&["run", "--", "npm", "test", "--intent=failures"]), "argc 1\narg test\n");
    assert_eq!(run(&["run", "npm", "test", "--intent", "failures"]), "argc 1\narg test\n");
    assert_eq!(
        run(&["run", "--intent", "x", "--", "npm", "test", "--intent", "failures"]),
        "argc 3\narg test\narg --intent\narg failures\n"
    );
    assert_eq!(run(&["run", "--", "npm", "--intent", "x", "test"]), "argc 3\narg --intent\narg x\narg test\n");
}

#[test]
fn line_one_and_whole_short_output() {
    let home = Home::new();
    let done = home.sh("echo one; echo two >&2");
    assert!(done.headline().starts_with("[ctx:"), "{}", done.out);
    assert!(done.headline().ends_with("· all 2 lines"), "{}", done.out);
    assert!(done.headline().contains(" · ok · "), "{}", done.out);
    assert_eq!(done.body(), "one\ntwo\n");
    assert_eq!(done.err, "");
}

#[test]
fn long_output_is_counted_and_the_way_to_the_rest_is_named() {
    let home = Home::new();
    let done = home.sh("seq 1 20000; echo 'error: the disk is on fire'; seq 1 20000; exit 3");
    assert_eq!(done.code, 3);
    assert!(done.headline().contains("exit 3") && done.headline().contains(" of 40001 lines"), "{}", done.out);
    assert!(done.out.contains("error: the disk is on fire"), "{}", done.out);
    assert!(done.out.contains(&format!("more: ctx get {} --", done.id())), "{}", done.out);
    assert!(done.out.len() < 3000, "{}", done.out.len());
}

#[test]
fn the_child_sees_what_it_would_see_without_ctx() {
    let home = Home::new();
    let probe = "pwd; umask; ulimit -n; ulimit -c; cat; env | grep -v '^_=' | sort; \
                 grep -E '^(SigBlk|SigIgn|SigCgt)' /proc/self/status; ls -l /proc/self/fd | grep -c -- '->'; echo \"$0 $*\"";
    let args = ["-c", probe, "zero", "a b", "", "*"];
    let bare = finish(home.program("bash", args).stdin(std::process::Stdio::null()));
    let wrapped = home.ctx(["run", "--", "bash", "-c", probe, "zero", "a b", "", "*"]);
    assert_eq!(home.ctx(["get", &wrapped.id(), "--raw"]).out, bare.out);
}

#[test]
fn ignored_signals_and_umask_are_inherited() {
    let home = Home::new();
    let probe = "umask; grep -E '^(SigBlk|SigIgn)' /proc/self/status";
    for setup in ["umask 027; trap '' HUP", "trap '' PIPE INT", "trap '' CHLD TERM QUIT", "umask 0"] {
        let bare = finish(&mut home.program("bash", ["-c", &format!("{setup}; sh -c \"{probe}\"")]));
        let script = format!("{setup}; {} run -- sh -c \"{probe}\"", crate::harness::CTX);
        let wrapped = finish(&mut home.program("bash", ["-c", &script]));
        assert_eq!(wrapped.body(), bare.out, "{setup}");
    }
}

#[test]
fn stdin_is_the_childs_and_never_read() {
    let home = Home::new();
    let script =
        format!("(echo one; echo two) | ({} run -- sh -c 'read x; echo got $x' >/dev/null; cat)", crate::harness::CTX);
    assert_eq!(finish(&mut home.program("sh", ["-c", &script])).out, "two\n");
    let done = home.pipe(["run", "--", "cat"], b"through\n");
    assert_eq!(done.body(), "through\n");
}

#[test]
fn streams_can_be_kept_apart() {
    let home = Home::new();
    let done =
        home.ctx(["run", "--split", "--", "sh", "-c", "echo out; sleep 0.2; echo bad >&2; sleep 0.2; printf end"]);
    assert_eq!(done.body(), "out\nerr| bad\nend\n");
    let id = done.id();
    assert_eq!(home.ctx(["get", &id, "--raw", "--stderr"]).out, "bad\n");
    assert_eq!(home.ctx(["get", &id, "--raw", "--stdout"]).out, "out\nend");
    assert_eq!(home.ctx(["get", &id]).out, "out\nerr| bad\nend\n");
    let merged = home.sh("echo one").id();
    let refused = home.ctx(["get", &merged, "--raw", "--stderr"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("--split"), "{}", refused.err);
}

#[test]
fn json_is_one_object() {
    let home = Home::new();
    let done = home.ctx(["run", "--json", "--", "sh", "-c", "echo hi; exit 4"]);
    let value: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!((value["exit_code"].as_i64(), value["text"].as_str(), done.code), (Some(4), Some("hi\n"), 4));
}

/// An entry has the same fields wherever it is given as JSON.
#[test]
fn json_has_one_shape() {
    use serde_json::Value;
    use std::collections::BTreeSet;
    let home = Home::new();
    let keys = |value: &Value| -> BTreeSet<String> { value.as_object().expect("an object").keys().cloned().collect() };
    let json = |out: &str| -> Value { serde_json::from_str(out).expect(out) };
    let run = json(&home.ctx(["run", "--json", "--", "sh", "-c", "echo hi; exit 4"]).out);
    let stored = json(&home.pipe(["store", "--json", "--cmd", "make", "--exit", "4"], b"hi\n").out);
    let steps = r#"[{"run": "echo hi; exit 4"}]"#;
    let batch = json(&home.ctx(["run", "--batch", "--json", "--steps", steps]).out)["parts"][0]["result"].clone();
    assert_eq!(keys(&run), keys(&stored));
    assert_eq!(keys(&run), keys(&batch));
    let id = run["ref"].as_str().unwrap();
    let got = json(&home.ctx(["get", id, "--json"]).out);
    let listed = json(&home.ctx(["history", "--json"]).out);
    let listed = listed.as_array().unwrap().iter().find(|row| row["ref"] == run["ref"]).unwrap().clone();
    let shared = [
        "ref",
        "kind",
        "name",
        "status",
        "exit_code",
        "signal",
        "timed_out",
        "duration_ms",
        "still_open",
        "bytes",
        "lines",
    ];
    for (value, where_from) in [(&run, "run"), (&got, "get"), (&listed, "history")] {
        for key in shared {
            assert_eq!(value.get(key), run.get(key), "{key} of {where_from}: {value}");
        }
    }
    let of_texts = ["shown_lines", "text"];
    assert!(of_texts.iter().all(|key| got.get(key) == run.get(key)), "{got}");
}

#[test]
fn a_shell_text_is_run_by_sh() {
    let home = Home::new();
    let done = home.ctx(["run", "-c", "echo a && (exit 6)"]);
    assert_eq!((done.code, done.body()), (6, "a\n"));
    assert!(done.headline().contains("echo a && (exit 6)"), "{}", done.out);
}

#[test]
fn nothing_is_stored_on_request() {
    let home = Home::new();
    let done = home.ctx(["run", "--no-store", "--", "seq", "1", "9000"]);
    assert!(done.headline().starts_with("[ctx:-] ") && done.out.contains("not stored"), "{}", done.out);
    assert!(!home.store().exists());
}

#[test]
fn a_silent_command_that_is_over_at_once_waits_beside_the_store() {
    let home = Home::new();
    home.sh("echo the store is there");
    let waiting = || std::fs::read_dir(home.store().join("spool")).map_or(0, Iterator::count);
    let mut done = home.ctx(["run", "--json", "--", "test", "-e", "nowhere"]);
    assert_eq!((done.code, waiting()), (1, 0), "JSON is composed of what the store knows: {}", done.out);
    // On a busy machine the store is open before the command ends.
    crate::harness::eventually("one waits", || {
        done = home.ctx(["run", "--", "test", "-e", "nowhere"]);
        waiting() == 1
    });
    assert_eq!(done.code, 1);
    assert!(done.out.contains("] test -e nowhere · exit 1 · ") && done.out.ends_with(" · no output\n"), "{}", done.out);
    assert_eq!(home.ctx(["get", &done.id()]).code, 0);
    assert_eq!(waiting(), 0, "a reader stores what waits");
    let listed = home.ctx(["history"]).out;
    assert_eq!(listed.matches(&format!("[ctx:{}] test -e nowhere · exit 1", done.id())).count(), 1, "{listed}");
}

#[test]
fn a_closed_stdout_does_not_stop_the_capture() {
    let home = Home::new();
    let script = format!("{} run -- sh -c 'seq 1 200000; exit 9' | true; echo ${{PIPESTATUS[0]}}", crate::harness::CTX);
    let done = finish(&mut home.program("bash", ["-c", &script]));
    assert_eq!(done.out, "9\n", "{}", done.err);
    assert_eq!(home.ctx(["get", "@", "--tail", "1"]).out, "200000\n");
}

#[test]
fn a_long_run_is_announced_and_readable_while_it_runs() {
    let home = Home::new();
    let mut child = home
        .command(["run", "--", "sh", "-c", "echo ready on port 3000; sleep 12; echo done"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("ctx starts");
    crate::harness::eventually("the first line is stored", || {
        home.store().exists() && home.ctx(["get", "@", "--tail", "5"]).out == "ready on port 3000\n"
    });
    assert!(home.ctx(["history"]).out.contains(" · running · "));
    let follow =
        home.command(["get", "@", "--follow"]).stdout(std::process::Stdio::piped()).spawn().expect("ctx get starts");
    let mut first = String::new();
    let mut reader = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    std::io::BufRead::read_line(&mut reader, &mut first).expect("a line");
    assert!(first.contains("] running sh -c"), "{first}");
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut reader, &mut rest).expect("the rest");
    assert!(rest.contains(" · ok · ") && rest.ends_with("ready on port 3000\ndone\n"), "{rest}");
    child.wait().expect("ctx ends");
    let followed = follow.wait_with_output().expect("ctx get ends");
    assert_eq!(String::from_utf8_lossy(&followed.stdout), "ready on port 3000\ndone\n");
}

#[test]
fn printed_text_carries_nothing_that_acts_on_a_terminal() {
    let home = Home::new();
    let done = home.sh(r"printf '\033[31mred\033[0m \033]0;t\007x\n10%%\r100%%\n\302\205\342\200\256y\n'");
    assert_eq!(done.body(), "red x\n100%\ny\n");
    assert_eq!(
        home.ctx(["get", &done.id(), "--raw"]).bytes,
        b"\x1b[31mred\x1b[0m \x1b]0;t\x07x\n10%\r100%\n\xc2\x85\xe2\x80\xaey\n"
    );
}
