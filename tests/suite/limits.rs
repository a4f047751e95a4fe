//! Surroundings in which ctx cannot set itself up: the command runs all the same, is shown whole and keeps its status.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Stdio;

use crate::harness::{Done, Home, eventually, finish, is_alive, say};

const SCRIPT: &str = "seq 1 3000; exit 7";

/// Shown whole, or stored whole.
fn assert_kept_or_shown(home: &Home, done: &Done, what: &str) {
    let whole: String = (1..=3000).map(|n| format!("{n}\n")).collect();
    assert_eq!(done.code, 7, "{what}: {} {}", done.out.len(), done.err);
    assert!(!done.err.contains("panicked"), "{what}: {}", done.err);
    if done.out.starts_with("[ctx:") {
        assert!(home.ctx(["get", &done.id(), "--raw"]).out == whole, "{what}");
    } else {
        assert!(done.out == whole, "{what}: {} bytes shown; {}", done.out.len(), done.err);
    }
}

fn under(home: &Home, before: impl Fn() + Send + Sync + 'static) -> Done {
    let mut command = home.command(["run", "--", "sh", "-c", SCRIPT]);
    // SAFETY: the closures below make only system calls.
    unsafe {
        command.pre_exec(move || {
            before();
            Ok::<(), io::Error>(())
        })
    };
    finish(&mut command)
}

fn limit(what: libc::__rlimit_resource_t, to: u64) {
    let limit = libc::rlimit { rlim_cur: to, rlim_max: to };
    // SAFETY: sets a limit of the calling process.
    unsafe { libc::setrlimit(what, &limit) };
}

#[test]
fn few_descriptors() {
    let home = Home::new();
    home.sh("echo first");
    for most in 4..=14 {
        let done = under(&home, move || limit(libc::RLIMIT_NOFILE, most));
        assert_kept_or_shown(&home, &done, &format!("{most} descriptors"));
    }
    let whole: String = (1..=3000).map(|n| format!("{n}\n")).collect();
    std::fs::write(home.work().join("piped"), &whole).unwrap();
    for most in 4..=14 {
        let mut command = home.command(["store", "--cmd", "make"]);
        command.stdin(std::fs::File::open(home.work().join("piped")).unwrap());
        // SAFETY: as above.
        unsafe {
            command.pre_exec(move || {
                limit(libc::RLIMIT_NOFILE, most);
                Ok(())
            })
        };
        let done = finish(&mut command);
        assert!(!done.err.contains("panicked"), "{most} descriptors: {}", done.err);
        let kept = done.out.starts_with("[ctx:") && home.ctx(["get", &done.id(), "--raw"]).out == whole;
        assert!(kept || done.out == whole, "{most} descriptors: {} {}", done.out.len(), done.err);
    }
}

/// Where the loader can start ctx at all, the command is shown or stored whole.
#[test]
fn little_memory() {
    let home = Home::new();
    home.sh("echo first");
    let starts = |most: u64| {
        let mut command = home.command(["--version"]);
        // SAFETY: as above.
        unsafe {
            command.pre_exec(move || {
                limit(libc::RLIMIT_AS, most);
                Ok(())
            })
        };
        command.output().is_ok_and(|output| output.status.success())
    };
    let least = (16..1024).map(|mebibytes| mebibytes << 20).find(|&most| starts(most)).expect("a start");
    for more in [1, 2, 3, 4, 6, 8, 12, 16, 24] {
        let done = under(&home, move || limit(libc::RLIMIT_AS, least + (more << 20)));
        assert_kept_or_shown(&home, &done, &format!("{more} MiB more than a start takes"));
    }
}

#[test]
fn files_that_may_not_grow() {
    for most in [0u64, 1 << 10, 4 << 10, 64 << 10, 256 << 10] {
        let home = Home::new();
        let done = under(&home, move || limit(libc::RLIMIT_FSIZE, most));
        assert_kept_or_shown(&home, &done, &format!("files of {most} bytes"));
        // The command itself still meets the limit as it would without ctx.
        let mut command = home.command(["run", "--", "sh", "-c", "head -c 2000000 /dev/zero > big"]);
        // SAFETY: as above.
        unsafe {
            command.pre_exec(move || {
                limit(libc::RLIMIT_FSIZE, most);
                // The process that runs the tests may ignore it.
                libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
                Ok(())
            })
        };
        assert_eq!(finish(&mut command).code, 128 + libc::SIGXFSZ, "{most}");
    }
}

#[test]
fn blocked_signals() {
    let home = Home::new();
    for only_child in [true, false] {
        let done = under(&home, move || {
            // SAFETY: sets the mask of a process that is about to be ctx.
            unsafe {
                let mut set: libc::sigset_t = std::mem::zeroed();
                libc::sigfillset(&mut set);
                if only_child {
                    libc::sigemptyset(&mut set);
                    libc::sigaddset(&mut set, libc::SIGCHLD);
                }
                libc::sigprocmask(libc::SIG_SETMASK, &set, std::ptr::null_mut());
            }
        });
        assert_kept_or_shown(&home, &done, "signals blocked");
    }
}

/// The limit counts processes of a user, and root has none.
#[test]
fn no_thread_and_no_process_to_be_had() {
    if !crate::faults::is_root() {
        return say("skipped: only root can start ctx as somebody who has no other process");
    }
    let home = Home::new();
    for most in 1..=4 {
        let store = home.path().join(format!("store-{most}"));
        let mut command = crate::faults::as_somebody(&home, 54_000 + most as u32, "seq 1 300000; exit 7");
        command.env("CTX_HOME", store);
        // SAFETY: as above.
        unsafe {
            command.pre_exec(move || {
                limit(libc::RLIMIT_NPROC, most);
                Ok(())
            })
        };
        let done = finish(&mut command);
        let whole: String = (1..=300_000).map(|n| format!("{n}\n")).collect();
        // With room for one process its own `seq` cannot be started; then it ends as it would without ctx.
        assert!(!done.err.contains("panicked"), "{most}: {}", done.err);
        if most > 2 {
            assert_eq!(done.code, 7, "{most}: {}", done.err);
            assert!(done.out.starts_with("[ctx:") || done.out == whole, "{most}: {}", done.err);
        } else {
            assert_ne!(done.code, 125, "{most}: {}", done.err);
        }
    }
}

/// Somebody holds the lock and does nothing: the output is shown, and the next run stores it.
#[test]
fn a_lock_held_elsewhere_only_delays_the_storing() {
    let home = Home::new();
    home.sh("echo first");
    let db = home.database();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let shown = home.sh(SCRIPT);
    assert_kept_or_shown(&home, &shown, "locked");
    assert!(!shown.out.starts_with("[ctx:") && shown.err.contains("the next run stores it"), "{}", shown.err);
    let piped = home.pipe(["store", "--cmd", "make", "--exit", "2"], b"through a pipe\n");
    assert!(
        piped.out == "through a pipe\n" && piped.err.contains("the next run stores it"),
        "{} {}",
        piped.out,
        piped.err
    );
    // Nor does a reader wait for outputs that it cannot store.
    let read = home.ctx(["history", "--limit", "1"]);
    assert!(read.code == 0 && read.out.contains("echo first"), "{} {}", read.out, read.err);
    db.execute_batch("ROLLBACK").unwrap();
    home.sh("echo free again");
    let rows: Vec<(String, Option<i32>, i64)> = db
        .prepare("SELECT command, exit_code, raw_len FROM entry WHERE state = 'done' ORDER BY started_at")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let names: Vec<&str> = rows.iter().map(|row| row.0.as_str()).collect();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(rows[1].0.contains("seq 1 3000") && rows[1].1 == Some(7) && rows[1].2 == 13893, "{rows:?}");
    assert_eq!((rows[2].0.as_str(), rows[2].1), ("make", Some(2)), "{rows:?}");
    assert!(home.ctx(["search", "through a pipe"]).out.contains("through a pipe"));
    assert!(!home.store().join("spool").exists());
}

/// The lock is taken while the command runs: its entry is the same afterwards, with all bytes.
#[test]
fn a_lock_taken_on_the_way() {
    let home = Home::new();
    home.sh("echo first");
    let script = "seq 1 3000; : > begun; while [ ! -e go ]; do sleep 0.02; done; echo end; exit 7";
    let child =
        home.command(["run", "--", "sh", "-c", script]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    eventually("the command runs", || home.work().join("begun").exists());
    let db = home.database();
    let stored = || -> i64 {
        db.query_row(
            "SELECT count(*) FROM entry e JOIN chunk c ON c.id >> 24 = e.blob_id WHERE e.state = 'running'",
            [],
            |row| row.get(0),
        )
        .unwrap()
    };
    eventually("the first bytes are stored", || stored() > 0);
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    std::fs::write(home.work().join("go"), "").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the next run stores it"), "{said}");
    db.execute_batch("ROLLBACK").unwrap();
    let whole: String = (1..=3000).map(|n| format!("{n}\n")).chain(["end\n".to_owned()]).collect();
    assert_eq!(output.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&output.stdout) == whole, "{}", String::from_utf8_lossy(&output.stderr));
    home.sh("echo free again");
    let (count, code, len): (i64, i32, i64) = db
        .query_row(
            "SELECT count(*), max(exit_code), max(raw_len) FROM entry WHERE command LIKE '%begun%' AND state = 'done'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .unwrap();
    assert_eq!((count, code, len), (1, 7, whole.len() as i64));
}

#[test]
fn a_search_answers_while_another_process_holds_the_store() {
    let home = Home::new();
    home.sh("echo zebra crossing");
    assert_eq!(home.ctx(["search", "zebra"]).code, 0);
    home.sh("echo giraffe");
    let db = home.database();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let done = home.ctx(["search", "crossing"]);
    assert!(done.code == 0 && done.out.contains("zebra crossing"), "{}{}", done.out, done.err);
    assert!(done.err.contains("the newest outputs are not searched"), "{}", done.err);
    db.execute_batch("ROLLBACK").unwrap();
    assert_eq!(home.ctx(["search", "giraffe"]).code, 0);
}

#[test]
fn a_timeout_reaches_what_has_left_the_group() {
    let home = Home::new();
    let script = "setsid sh -c 'echo $$ > pid; exec sleep 60' < /dev/null > /dev/null 2>&1 & sleep 60";
    let done = home.ctx(["run", "--timeout", "700ms", "--", "sh", "-c", script]);
    assert_eq!(done.code, 124, "{}", done.err);
    let pid = std::fs::read_to_string(home.work().join("pid")).unwrap();
    eventually("it is gone", || !is_alive(pid.trim()));
}

/// If the reader after the pipe leaves early, the stored part is not reported as the whole output.
#[test]
fn a_reader_that_leaves_is_told_of() {
    let home = Home::new();
    let script = format!("yes | {} store --tee --cmd yes 2> said | head -n 1", crate::harness::CTX);
    let done = finish(&mut home.program("bash", ["-o", "pipefail", "-c", &script]));
    assert_eq!(done.out, "y\n");
    // The producer got its SIGPIPE, as without ctx.
    assert_eq!(done.code, 141, "{}", done.err);
    let said = std::fs::read_to_string(home.work().join("said")).unwrap();
    assert!(said.contains("reader left after ") && !said.contains(" all "), "{said}");
}

/// Temporary files of a killed command are removed by the next change there; files still held stay.
#[test]
fn temporary_files_of_the_killed_are_swept() {
    use std::os::fd::AsRawFd;
    let home = Home::new();
    let mut gone = std::process::Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    // A file names its process. One of a process that ended is swept, one that is held or of a process that runs is not,
    // unless it is old; a name that is not of ctx stays.
    let (dead, alive) = (gone.id(), std::process::id());
    let names = [
        format!(".ctx-abc234-{alive}.tmp"),
        format!(".ctx-hxkd22-{dead}.tmp"),
        format!(".ctx-fresh2-{alive}.tmp"),
        ".ctx-notes.tmp".to_owned(),
        format!(".ctx-dead22-{dead}.tmp"),
    ];
    let made = names.each_ref().map(|name| std::fs::File::create(home.work().join(name)).unwrap());
    for file in [&made[0], &made[1], &made[3]] {
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(3600)).unwrap();
    }
    // SAFETY: a lock on a file of this test.
    assert_eq!(unsafe { libc::flock(made[1].as_raw_fd(), libc::LOCK_EX) }, 0);
    assert_eq!(home.ctx(["file", "write", "a.txt", "--text", "new"]).code, 0);
    let left = names.map(|name| home.work().join(name).exists());
    assert_eq!(left, [false, true, true, true, false]);
}
