//! ctx loses the processor again and again, for longer than any pause that it waits for itself, as on a busy machine:
//! every byte of the command is stored, in one entry.

use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::harness::{Home, binary, finish};
use crate::seam::as_agent;

/// Lines of the longest output: about a megabyte.
const LINES: usize = 120_000;

#[derive(Clone, Copy, Debug)]
enum Way {
    Merged,
    Split,
    Seam,
    SeamSplit,
}

fn command(home: &Home, way: Way, script: &str) -> Command {
    let mut command = match way {
        Way::Merged => home.command(["run", "-c", script]),
        Way::Split => home.command(["run", "--split", "-c", script]),
        Way::Seam | Way::SeamSplit => {
            let bash = home.path().join("bash");
            let _ = symlink(binary(), &bash);
            home.program(bash.to_str().unwrap(), ["-c", script])
        }
    };
    if let Way::Seam | Way::SeamSplit = way {
        as_agent(&mut command);
    }
    command
}

/// Runs a command while ctx gets a few milliseconds at a time. Its exit status.
fn starved(command: &mut Command, together: bool, seed: usize) -> Option<i32> {
    // Two pipes, or one file for both: ctx has as many pipes to read.
    if together {
        let file = tempfile::tempfile().unwrap();
        command.stdout(file.try_clone().unwrap()).stderr(file);
    } else {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    let mut ctx = command.spawn().unwrap();
    let (out, err) = (ctx.stdout.take(), ctx.stderr.take());
    let (pid, over) = (libc::pid_t::try_from(ctx.id()).unwrap(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| out.map(|mut pipe| std::io::copy(&mut pipe, &mut std::io::sink())));
        scope.spawn(|| err.map(|mut pipe| std::io::copy(&mut pipe, &mut std::io::sink())));
        scope.spawn(|| {
            let pause = |ms: usize| std::thread::sleep(Duration::from_millis(ms as u64));
            pause(5 + seed * 7 % 45);
            for round in 0.. {
                // SAFETY: signals a child of this test that is reaped only after `over` is set, with the lock of the scope.
                unsafe { libc::kill(pid, libc::SIGSTOP) };
                pause(130);
                // SAFETY: as above.
                unsafe { libc::kill(pid, libc::SIGCONT) };
                if over.load(Ordering::Relaxed) || round == 60 {
                    break;
                }
                pause([1, 3, 6][(seed + round) % 3]);
            }
        });
        // The process is not reaped here: its number stays its own as long as the thread signals it.
        // SAFETY: fills a struct about our own child.
        unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            libc::waitid(libc::P_PID, ctx.id(), &mut info, libc::WEXITED | libc::WNOWAIT);
        }
        over.store(true, Ordering::Relaxed);
    });
    ctx.wait().unwrap().code()
}

/// `parts`: the outputs are this part of the longest one, in turns.
fn every_byte_is_there(rounds: usize, ways: &[Way], parts: &[usize]) {
    let home = Home::new();
    home.ctx(["note", "the store exists"]);
    let mut lost = Vec::new();
    for round in 0..rounds {
        for &way in ways {
            let lines = LINES / parts[round % parts.len()];
            let script = format!("seq -f '{way:?}{round} %.0f' 1 {lines}; exit 3");
            let want: String = (1..=lines).map(|line| format!("{way:?}{round} {line}\n")).collect();
            let together = !matches!(way, Way::SeamSplit);
            let status = starved(&mut command(&home, way, &script), together, round);
            let mut get = home.command(["get", "@", "--raw"]);
            if let Way::Seam | Way::SeamSplit = way {
                as_agent(&mut get);
            }
            let kept = finish(&mut get).out;
            let db = home.database();
            let entries: i64 =
                db.query_row("SELECT count(*) FROM entry WHERE command = ?1", [&script], |row| row.get(0)).unwrap();
            if kept != want || entries != 1 || status != Some(3) {
                let (got, all) = (kept.len(), want.len());
                lost.push(format!("{way:?} {round}: {got} of {all} bytes, {entries} entries, status {status:?}"));
            }
        }
    }
    assert!(lost.is_empty(), "{} of {}:\n{}", lost.len(), rounds * ways.len(), lost.join("\n"));
}

#[test]
fn nothing_is_lost_while_ctx_is_stopped() {
    every_byte_is_there(4, &[Way::Merged, Way::Split, Way::Seam, Way::SeamSplit], &[1, 3, 6]);
}

#[test]
#[ignore = "an hour: 500 runs of each way"]
fn nothing_is_lost_in_500_runs_each() {
    let runs = std::env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(500);
    every_byte_is_there(runs, &[Way::Split, Way::Seam, Way::SeamSplit], &[1]);
}

/// The shell does not wait for a filter that it writes to in this way; the filter's output is the command's all the same.
#[test]
fn a_filter_that_outlives_the_shell_is_read_to_its_end() {
    let home = Home::new();
    for split in [&[][..], &["--split"]] {
        let args = ["run"].into_iter().chain(split.iter().copied()).chain(["--", "bash", "-c", "seq 1 60000 > >(cat)"]);
        let mut command = home.command(args);
        starved(&mut command, true, 1);
        let want: String = (1..=60_000).map(|line| format!("{line}\n")).collect();
        assert!(home.ctx(["get", "@", "--raw"]).out == want, "split: {split:?}");
    }
}
