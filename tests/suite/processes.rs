//! Grandchildren, groups, timeouts, terminals.

use std::process::Stdio;

use crate::harness::{Home, eventually, is_alive, skip};

/// A grandchild that keeps the pipe open does not hold ctx: it returns while the grandchild lives.
pub fn background(times: usize) {
    let home = Home::new();
    for round in 0..times {
        for script in ["sleep 60 & echo $!", "setsid sleep 60 & echo $!; sleep 0.05"] {
            let done = home.sh(script);
            assert!(done.headline().contains(" · still open · "), "{}", done.out);
            let pid = done.body().trim().to_owned();
            assert!(is_alive(&pid), "round {round}: ctx waited for {pid}");
            kill(&pid, libc::SIGKILL);
        }
    }
}

pub fn kill(pid: &str, signal: i32) {
    // SAFETY: signals a process of this test.
    unsafe { libc::kill(pid.parse().expect("a pid"), signal) };
}

#[test]
fn a_grandchild_with_the_pipe_does_not_hold_ctx() {
    background(3);
}

#[test]
fn a_timeout_ends_the_whole_group_and_keeps_what_came() {
    let home = Home::new();
    let done = home.ctx(["run", "--timeout", "700ms", "--", "sh", "-c", "sleep 60 & echo $!; echo $$; wait"]);
    assert_eq!(done.code, 124);
    assert!(done.headline().contains(" · timed out · "), "{}", done.out);
    let pids: Vec<&str> = done.body().lines().collect();
    assert_eq!(pids.len(), 2, "{}", done.out);
    for pid in pids {
        eventually("the group is gone", || !is_alive(pid));
    }
    assert_eq!(home.ctx(["get", "@"]).out, done.body());
}

#[test]
fn a_timeout_kills_what_does_not_listen() {
    let home = Home::new();
    let done =
        home.ctx(["run", "--timeout", "300ms", "--", "sh", "-c", "trap '' TERM; echo $$; while :; do sleep 0.1; done"]);
    assert_eq!(done.code, 124);
    assert!(!is_alive(done.body().trim()));
}

#[test]
fn a_killed_ctx_takes_its_child_along() {
    let home = Home::new();
    let mut ctx =
        home.command(["run", "--", "sh", "-c", "echo $$ > pid; exec sleep 60"]).stdout(Stdio::null()).spawn().unwrap();
    let file = home.work().join("pid");
    eventually("the child runs", || std::fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n')));
    let pid = std::fs::read_to_string(&file).unwrap().trim().to_owned();
    assert!(is_alive(&pid));
    eventually("the entry has begun", || home.ctx(["history"]).out.contains(" · running · "));
    ctx.kill().unwrap();
    ctx.wait().unwrap();
    eventually("the child is gone", || !is_alive(&pid));
    assert!(home.ctx(["history"]).out.contains(" · interrupted · "));
}

/// On a terminal the child stays in the foreground group and may read from it.
#[test]
fn a_child_may_read_from_the_terminal() {
    let home = Home::new();
    let inner = format!("{} run -- sh -c 'read x; echo got $x'", crate::harness::CTX);
    let mut command = home.program("script", ["-qec", &inner, "/dev/null"]);
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
        return skip("script(1) is not installed");
    };
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"hello\n").unwrap();
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut out).unwrap();
    drop(stdin);
    child.wait().unwrap();
    assert!(out.contains("got hello"), "{out:?}");
}
