//! Signals to ctx: forwarded, what came so far is stored, ctx ends by the same one.

use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};

use crate::harness::{Home, Random, done, eventually, finish, is_alive, with_signals};
use crate::processes::kill;

fn start(home: &Home, script: &str) -> Child {
    home.command(["run", "--", "sh", "-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn pid_in(home: &Home) -> String {
    let file = home.work().join("pid");
    eventually("the child runs", || std::fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n')));
    std::fs::read_to_string(&file).unwrap().trim().to_owned()
}

/// Ends a busy command at random moments with each signal.
pub fn random_moments(times: u64) {
    let home = Home::new();
    let mut random = Random(0xC0FFEE);
    for round in 0..times {
        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
            let _ = std::fs::remove_file(home.work().join("pid"));
            let child = start(&home, "echo $$ > pid; echo begun; i=0; while :; do echo line $i; i=$((i+1)); done");
            let pid = pid_in(&home);
            std::thread::sleep(std::time::Duration::from_micros(random.below(60_000)));
            kill(&child.id().to_string(), signal);
            let ended = done(child.wait_with_output().unwrap());
            assert_eq!(ended.signal, Some(signal), "round {round}: {} {}", ended.out, ended.err);
            eventually("no orphan", || !is_alive(&pid));
            let kept = home.ctx(["get", "@", "--head", "1"]);
            assert_eq!(kept.out, "begun\n", "round {round}, signal {signal}: {}", kept.err);
        }
    }
}

#[test]
fn partial_output_is_stored_and_nothing_is_orphaned() {
    random_moments(4);
}

#[test]
fn a_child_that_handles_the_signal_decides_its_status() {
    let home = Home::new();
    let child = start(&home, "trap 'echo bye; exit 7' TERM; echo $$ > pid; while :; do sleep 0.05; done");
    pid_in(&home);
    kill(&child.id().to_string(), libc::SIGTERM);
    let ended = done(child.wait_with_output().unwrap());
    assert_eq!(ended.code, 7);
    assert!(ended.out.ends_with("bye\n"), "{}", ended.out);
}

#[test]
fn a_second_signal_kills() {
    let home = Home::new();
    let child = start(&home, "trap '' TERM INT; echo $$ > pid; while :; do sleep 0.05; done");
    let pid = pid_in(&home);
    kill(&child.id().to_string(), libc::SIGTERM);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(is_alive(&pid));
    kill(&child.id().to_string(), libc::SIGINT);
    let ended = done(child.wait_with_output().unwrap());
    assert_eq!(ended.signal, Some(libc::SIGINT), "{} {}", ended.out, ended.err);
    assert!(!is_alive(&pid));
}

#[test]
fn the_whole_group_gets_it() {
    let home = Home::new();
    let child = start(&home, "sleep 60 & echo $! > pid; wait");
    let sleeper = pid_in(&home);
    kill(&child.id().to_string(), libc::SIGHUP);
    let ended = done(child.wait_with_output().unwrap());
    assert_eq!(ended.signal, Some(libc::SIGHUP));
    eventually("the grandchild is gone", || !is_alive(&sleeper));
}

/// As a shell does for `nohup … &`: a command that was started with a signal ignored keeps it ignored, and so does ctx.
#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    let home = Home::new();
    for signal in ["HUP", "INT", "QUIT"] {
        let script = format!("kill -{signal} $$; kill -{signal} $PPID; sleep 0.2; echo survived");
        let mut command = home.command(["run", "--", "sh", "-c", &script]);
        with_signals(&mut command, libc::SIG_IGN);
        let ended = finish(&mut command);
        assert_eq!((ended.code, ended.body()), (0, "survived\n"), "{signal}: {}", ended.err);
    }
}

/// The tests about signals pass in the background of a non-interactive shell as well.
#[test]
fn this_suite_can_be_started_with_signals_ignored() {
    let home = Home::new();
    let suite = std::env::current_exe().unwrap();
    let tests = ["exit_status::death_by_signal", "signals::the_whole_group_gets_it", "signals::a_second_signal_kills"];
    let mut command = home.program(suite.to_str().unwrap(), ["--exact"].into_iter().chain(tests));
    with_signals(&mut command, libc::SIG_IGN);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut waited = 0;
    while child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(100));
        waited += 1;
        if waited == 3000 {
            child.kill().unwrap();
        }
    }
    let ended = done(child.wait_with_output().unwrap());
    assert!(ended.out.contains("3 passed"), "{} {}", ended.out, ended.err);
}

/// A command on a terminal of its own, of which ctx leads the session, as `ssh -t host ctx run …` starts it.
fn on_a_terminal(home: &Home, script: &str) -> (Child, OwnedFd) {
    let (mut master, mut slave) = (0, 0);
    // SAFETY: the call fills both numbers, which nobody else owns yet.
    let (master, slave) = unsafe {
        let none = std::ptr::null_mut();
        assert_eq!(libc::openpty(&mut master, &mut slave, none, none.cast(), none.cast()), 0, "no pseudo-terminal");
        libc::fcntl(master, libc::F_SETFD, libc::FD_CLOEXEC);
        (OwnedFd::from_raw_fd(master), OwnedFd::from_raw_fd(slave))
    };
    let end = || slave.try_clone().unwrap();
    let mut command = home.command(["run", "--", "sh", "-c", script]);
    command.stdin(end()).stdout(end()).stderr(end());
    // SAFETY: both calls are async-signal-safe; stdin is the terminal already.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            libc::ioctl(0, libc::TIOCSCTTY as _, 0);
            Ok(())
        });
    }
    (command.spawn().expect("ctx starts"), master)
}

/// The kernel tells only the leader of the session: without ctx that is the command itself.
#[test]
fn a_command_ends_when_its_terminal_hangs_up_even_in_the_first_moments() {
    let script =
        "echo on > started; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep 0.25; done; echo on > done";
    for moment in [Some(0), Some(30), Some(100), Some(300), None] {
        let home = Home::new();
        let (mut child, terminal) = on_a_terminal(&home, script);
        match moment {
            Some(moment) => std::thread::sleep(std::time::Duration::from_millis(moment)),
            None => eventually("the command starts", || home.work().join("started").exists()),
        }
        drop(terminal);
        eventually("ctx ends", || child.try_wait().unwrap().is_some());
        let started = home.work().join("started").exists();
        assert!(!home.work().join("done").exists(), "{moment:?}: the command went on");
        let listed = home.ctx(["history", "--json"]).out;
        assert!(!listed.contains("\"running\""), "{moment:?}: {listed}");
        assert!(!started || listed.contains("SIGHUP"), "{moment:?}: {listed}");
    }
}
