//! Commands that run long or in the background: everything goes on as it comes, byte for byte, and nothing twice.

use std::fs::File;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::Stdio;

use super::{Seam, kill, until};
use crate::harness::{eventually, finish};

/// What Claude Code's shell tool hands to its shell.
fn claudes(command: &str) -> String {
    format!("source /dev/null 2>/dev/null || true && eval '{command}' < /dev/null && pwd -P >| cwd")
}

impl Seam {
    /// A shell as Claude Code starts it, with both streams in one file.
    fn claudes(&self, command: &str, file: &std::path::Path) -> std::process::Command {
        let file = File::create(file).unwrap();
        let mut shell = self.command(&claudes(command));
        shell.env_remove("CODEX_THREAD_ID").env("CLAUDECODE", "1").env("CLAUDE_CODE_SESSION_ID", "abc-1");
        shell.env("CLAUDE_PID", std::process::id().to_string());
        shell.stdout(file.try_clone().unwrap()).stderr(file);
        shell
    }
}

#[test]
fn a_command_that_runs_long_is_passed_on_as_it_comes() {
    let seam = Seam::new();
    let script = "echo starting; echo 'Error: connect ECONNREFUSED' >&2; sleep 3; seq 1 3000; printf 'name? '; read x; echo done";
    let mut command = seam.command(script);
    let (mut reader, writer) = std::io::pipe().unwrap();
    command.stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut heard = vec![0; 64];
    let got = reader.read(&mut heard).unwrap();
    assert!(child.try_wait().unwrap().is_none(), "it still runs");
    let mut text = String::from_utf8_lossy(&heard[..got]).into_owned();
    reader.read_to_string(&mut text).unwrap();
    child.wait().unwrap();
    let numbers: String = (1..=3000).map(|n| format!("{n}\n")).collect();
    assert_eq!(text, format!("starting\nError: connect ECONNREFUSED\n{numbers}name? done\n"));
    assert_eq!(finish(seam.home.command(["get", "@", "--raw"]).env("CODEX_THREAD_ID", "thread-1")).out, text);
}

#[test]
fn the_first_lines_of_a_server_are_there_at_once() {
    let seam = Seam::new();
    let mut command = seam.command("echo listening on 8080; sleep 300");
    let mut child = command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut heard = [0; 64];
    let got = child.stdout.as_mut().unwrap().read(&mut heard).unwrap();
    assert_eq!(&heard[..got], b"listening on 8080\n");
    assert!(child.try_wait().unwrap().is_none());
    kill(-(child.id() as i32), libc::SIGTERM);
    child.wait().unwrap();
}

#[test]
fn a_file_that_is_tailed_has_no_hole() {
    let seam = Seam::new();
    let out = seam.home.path().join("out");
    let server = "echo Local: http://localhost:5173/; i=0; while [ $i -lt 40 ]; do sleep 0.1; i=$((i+1)); echo \"GET /page/$i 200 and some more text to make it long enough for a digest\"; done";
    let mut child = seam.claudes(server, &out).process_group(0).spawn().unwrap();
    let mut seen = until("its first line is there", &out, |text| text.contains("localhost:5173"));
    while child.try_wait().unwrap().is_none() {
        let now = std::fs::read_to_string(&out).unwrap();
        assert!(now.starts_with(&seen), "it was changed:\n{seen}\n---\n{now}");
        seen = now;
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    let all = std::fs::read_to_string(&out).unwrap();
    assert!(all.starts_with(&seen) && all.lines().count() == 41, "{all}");
}

#[test]
fn a_report_that_nobody_has_read_yet_becomes_a_digest() {
    let seam = Seam::new();
    let out = seam.home.path().join("out");
    let test = "for i in $(seq 1 400); do echo \"ok $i - module $i behaves as it should\"; done; sleep 2.4; echo not ok 401 - cart adds tax; exit 1";
    assert_eq!(seam.claudes(test, &out).status().unwrap().code(), Some(1));
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.starts_with("[ctx:") && text.contains("not ok 401") && text.len() < 3000, "{text}");
    let raw = seam.home.ctx(["get", &crate::harness::reference(&text).unwrap(), "--raw"]);
    assert_eq!(raw.out.lines().count(), 401);
}

#[test]
fn output_that_a_host_takes_at_the_end_is_one_digest_however_long_it_took() {
    let seam = Seam::new();
    let script = "for i in $(seq 1 400); do echo \"ok $i - module $i behaves as it should\"; done; sleep 2.4; \
                  echo 'not ok 401 - cart adds tax'; echo '# tests 401'; exit 1";
    let mut command = seam.command(script);
    command.env_remove("CODEX_THREAD_ID").env("OPENCODE_PID", std::process::id().to_string()).process_group(0);
    let done = finish(&mut command);
    assert_eq!(done.code, 1);
    assert!(done.out.starts_with("[ctx:") && done.out.contains("not ok 401 - cart adds tax"), "{}", done.out);
    assert!(done.out.len() < 4000, "{}", done.out);
}

#[test]
fn a_command_in_the_background_of_gemini_is_live() {
    let seam = Seam::new();
    let script = "shopt -u promptvars; _bgpids_file=/dev/null\n(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\nfor i in $(seq 1 900); do echo \"line $i of a server that prints a lot\"; done; sleep 300\n)\n__code=$?\nexit $__code";
    let mut command = seam.by_env(script);
    command.env_remove("CODEX_THREAD_ID").env("GEMINI_CLI", "1").process_group(0);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let log = seam.home.path().join(format!(".gemini/tmp/background-processes/background-{}.log", child.id()));
    std::fs::create_dir_all(log.parent().unwrap()).unwrap();
    File::create(log).unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.contains("line 900 of") {
        let got = child.stdout.as_mut().unwrap().read(&mut buffer).unwrap();
        assert!(got > 0, "{text}");
        text.push_str(std::str::from_utf8(&buffer[..got]).unwrap());
    }
    let expected: String = (1..=900).map(|i| format!("line {i} of a server that prints a lot\n")).collect();
    assert_eq!(text, expected);
    kill(-(child.id() as i32), libc::SIGTERM);
    child.wait().unwrap();
    eventually("it is kept", || seam.kept().len() == 1);
}

/// Runs a command that writes to both streams, and reads both as hosts with an event loop do; true if stdout came first.
fn comes_in_order(seam: &Seam, with_ctx: bool) -> bool {
    let mut command = seam.by_env("echo o; sleep 0.05; echo e >&2");
    command.env_remove("CODEX_THREAD_ID").env("OPENCODE_PID", std::process::id().to_string()).process_group(0);
    if !with_ctx {
        command.env_remove("BASH_ENV");
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    use std::os::fd::AsRawFd;
    let mut order = Vec::new();
    let mut open = [true, true];
    while open[0] || open[1] {
        let fds = [out.as_raw_fd(), err.as_raw_fd()];
        let mut set =
            [0, 1].map(|at| libc::pollfd { fd: if open[at] { fds[at] } else { -1 }, events: libc::POLLIN, revents: 0 });
        // SAFETY: the pointer and length describe `set`.
        unsafe { libc::poll(set.as_mut_ptr(), 2, -1) };
        // The one that a loop may look at first.
        for at in [1, 0] {
            let mut byte = [0; 64];
            if set[at].revents != 0 {
                let got = if at == 0 { out.read(&mut byte) } else { err.read(&mut byte) }.unwrap();
                open[at] = got > 0;
                order.extend((got > 0).then_some(at));
            }
        }
    }
    child.wait().unwrap();
    order == [0, 1]
}

/// The order is not wrong more often than without ctx: on a busy machine a reader may sleep longer than the command.
fn compare_orders(runs: usize) {
    let seam = Seam::new();
    // In turn, so that both meet the same load.
    let wrong = |with_ctx: bool| usize::from(!comes_in_order(&seam, with_ctx));
    let (mut with, mut without) = (0, 0);
    for _ in 0..runs {
        with += wrong(true);
        without += wrong(false);
    }
    crate::harness::say(&format!("wrong order: {with} of {runs} with ctx, {without} without"));
    assert!(with <= without, "{with} of {runs} with ctx, {without} without");
}

#[test]
fn what_was_written_first_arrives_first() {
    compare_orders(10);
}

#[test]
#[ignore = "half a minute: cargo test --test suite arrives_first -- --ignored"]
fn what_was_written_first_arrives_first_300_times() {
    compare_orders(300);
}
