//! `ctx get --wait` with real processes: their end, a match, the time that is over, and a ctx that was killed.

use serde_json::Value;

use crate::harness::{Home, eventually, finish};

/// Starts a script in the background, and waits until its entry is there.
fn start(home: &Home, label: &str, script: &str) -> std::process::Child {
    let mut command = home.command(["run", "--label", label, "--", "sh", "-c", script]);
    let child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    eventually("the entry is there", || home.ctx(["history", "--all-projects"]).out.contains("running"));
    child
}

#[test]
fn the_end_of_a_command_comes_with_its_digest() {
    let home = Home::new();
    let mut child = start(&home, "nightly", "sleep 1; echo all good; exit 0");
    let done = home.ctx(["get", "--wait", "nightly"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        done.out.starts_with("[ctx:") && done.out.contains(" · ok · ") && done.out.contains("all good"),
        "{}",
        done.out
    );
    child.wait().unwrap();
    let mut child = start(&home, "broken", "sleep 1; echo 'error: no disk'; exit 3");
    let done = home.ctx(["get", "--wait", "broken", "--json"]);
    let value: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!((done.code, value["status"].as_str(), value["running"].as_bool()), (1, Some("exit 3"), Some(false)));
    assert!(value["text"].as_str().unwrap().contains("error: no disk"), "{value}");
    child.wait().unwrap();
    assert_eq!(home.ctx(["get", "nightly"]).out, "all good\n", "a label is a reference");
    assert_eq!(home.ctx(["get", "--wait", "weekly"]).code, 1, "nothing has this label");
}

#[test]
fn a_match_ends_the_waiting_while_the_command_goes_on() {
    let home = Home::new();
    let mut child = start(&home, "server", "echo starting; sleep 0.5; echo listening on 8080; sleep 60");
    let done = home.ctx(["get", "--wait", "server", "--until", "listening on [0-9]+", "--timeout", "30s"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.starts_with("matched: listening on 8080\n[ctx:"), "{}", done.out);
    let done = home.ctx(["get", "--wait", "server", "--until", "never printed", "--timeout", "300ms"]);
    assert_eq!(done.code, 124);
    assert!(done.err.contains("still runs") && done.out.contains("listening on 8080"), "{} {}", done.out, done.err);
    // ctx is killed: the entry is not running any more, and nobody waits for ever.
    child.kill().unwrap();
    child.wait().unwrap();
    let done = home.ctx(["get", "--wait", "server", "--timeout", "20s"]);
    assert_eq!(done.code, 1, "{} {}", done.out, done.err);
    assert_eq!(home.ctx(["get", "--wait", "server", "--until", "never printed"]).code, 1, "it ended without a match");
    assert_eq!(finish(&mut home.command(["get", "--wait", "server", "--until", "("])).code, 2);
}

#[test]
fn waiting_takes_next_to_no_processor_time() {
    let home = Home::new();
    let mut child = start(&home, "long", "sleep 2");
    let ticks = || {
        // SAFETY: getrusage writes into the structure that it is given.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: as above.
        unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
        // Some of the fields are narrower on macOS.
        #[allow(clippy::unnecessary_cast)]
        let ms = |time: libc::timeval| time.tv_sec as i64 * 1000 + time.tv_usec as i64 / 1000;
        ms(usage.ru_utime) + ms(usage.ru_stime)
    };
    let before = ticks();
    assert_eq!(home.ctx(["get", "--wait", "long"]).code, 0);
    let spent = ticks() - before;
    child.wait().unwrap();
    let one = ticks();
    home.ctx(["history"]);
    let look = (ticks() - one).max(2);
    assert!(spent < 60 * look, "{spent} ms of processor time, one look takes {look}");
}
