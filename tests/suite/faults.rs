//! Whatever fails in ctx, the command runs, its output is shown, its status is kept, one warning goes to stderr.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::{CTX, Done, Home, finish, say, skip};

const SCRIPT: &str = "seq 1 3000; echo oops >&2; exit 7";

fn whole() -> String {
    (1..=3000).map(|n| format!("{n}\n")).chain(["oops\n".to_owned()]).collect()
}

/// All output, own status, one line of warning.
fn assert_shown(done: &Done, what: &str) {
    assert_eq!(done.code, 7, "{what}: {}", done.err);
    assert!(done.out == whole(), "{what}: {} bytes shown; {}", done.out.len(), done.err);
    let warnings = done.err.lines().filter(|line| line.starts_with("ctx: ")).count();
    assert_eq!((warnings, done.err.contains("panicked")), (1, false), "{what}: {}", done.err);
}

fn run(home: &Home) -> Command {
    home.command(["run", "--", "sh", "-c", SCRIPT])
}

#[test]
fn no_home_at_all() {
    let home = Home::new();
    let done = finish(run(&home).env_remove("HOME").env_remove("CTX_HOME"));
    assert_shown(&done, "no home");
}

#[test]
fn a_home_that_cannot_be_one() {
    let home = Home::new();
    std::fs::write(home.path().join("file"), "").unwrap();
    for place in ["/dev/null/ctx", "/proc/ctx", &home.path().join("file").display().to_string()] {
        assert_shown(&finish(run(&home).env("CTX_HOME", place)), place);
    }
}

#[test]
fn garbage_in_the_database_is_moved_aside() {
    let home = Home::new();
    std::fs::create_dir(home.store()).unwrap();
    let garbage = b"this is no database at all".repeat(1000);
    std::fs::write(home.store().join("ctx.db"), &garbage).unwrap();
    let done = finish(&mut run(&home));
    assert_eq!(done.code, 7);
    assert!(done.err.contains("corrupt") && done.err.lines().count() == 1, "{}", done.err);
    assert!(home.ctx(["get", &done.id(), "--raw"]).out == whole());
    let aside = std::fs::read_dir(home.store())
        .unwrap()
        .flatten()
        .find(|file| file.file_name().to_string_lossy().contains(".corrupt-"));
    assert_eq!(std::fs::read(aside.expect("the garbage is kept").path()).unwrap(), garbage);
}

#[test]
fn damage_inside_the_database_does_not_cost_the_output() {
    let home = Home::new();
    for _ in 0..30 {
        home.sh("seq 1 200");
    }
    home.ctx(["forget", "--prune"]);
    let file = home.store().join("ctx.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 3;
    for byte in &mut bytes[middle..] {
        *byte ^= 0xa5;
    }
    for suffix in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(home.store().join(format!("ctx.db{suffix}")));
    }
    std::fs::write(&file, bytes).unwrap();
    let done = finish(&mut run(&home));
    assert_eq!(done.code, 7, "{}", done.err);
    assert!(!done.err.contains("panicked"), "{}", done.err);
    assert!(done.out == whole() || done.out.starts_with("[ctx:"), "{}", done.out.len());
    if done.out.starts_with("[ctx:") {
        assert!(home.ctx(["get", &done.id(), "--raw"]).out == whole());
    }
}

#[test]
fn a_locked_store_is_not_waited_for_for_ever() {
    let home = Home::new();
    home.sh("echo first");
    let db = home.database();
    db.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let done = finish(&mut run(&home));
    db.execute_batch("ROLLBACK").unwrap();
    assert_shown(&done, "locked");
}

/// A backup tool may keep the file in exclusive mode: then it cannot even be opened.
#[test]
fn a_store_held_in_exclusive_mode_is_not_waited_for_and_the_output_is_stored_later() {
    let home = Home::new();
    home.sh("echo first");
    let db = home.database();
    db.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE entry SET label = label; COMMIT")
        .unwrap();
    let done = finish(&mut run(&home));
    drop(db);
    assert_shown(&done, "held in exclusive mode");
    assert!(done.err.contains("the next run stores it"), "{}", done.err);
    assert!(home.ctx(["get", "@", "--raw"]).out == whole());
}

/// The hint and the path of an error survive the way up, each once.
#[test]
fn a_database_of_another_program_is_named_once_with_its_hint() {
    let home = Home::new();
    std::fs::create_dir_all(home.store()).unwrap();
    let file = home.store().join("ctx.db");
    rusqlite::Connection::open(&file).unwrap().execute_batch("CREATE TABLE theirs(x)").unwrap();
    let done = home.ctx(["history"]);
    assert_eq!(done.code, 125);
    assert_eq!(done.err.matches("ctx.db").count(), 1, "{}", done.err);
    assert!(done.err.contains("set CTX_HOME to another directory"), "{}", done.err);
}

pub fn is_root() -> bool {
    // SAFETY: no preconditions.
    unsafe { libc::geteuid() == 0 }
}

/// Somebody without rights, and a ctx they may execute.
fn as_nobody(home: &Home) -> Command {
    as_somebody(home, 65534, SCRIPT)
}

pub fn as_somebody(home: &Home, user: u32, script: &str) -> Command {
    let open = |path: &Path| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    open(home.path());
    open(&home.work());
    let binary = home.path().join("ctx");
    if !binary.exists() {
        std::fs::copy(CTX, &binary).unwrap();
        open(&binary);
    }
    let mut command = home.program(binary.to_str().unwrap(), ["run", "--", "sh", "-c", script]);
    if is_root() {
        command.uid(user).gid(user);
    }
    command
}

#[test]
fn a_directory_without_write_permission() {
    let home = Home::new();
    std::fs::create_dir(home.store()).unwrap();
    std::fs::set_permissions(home.store(), std::fs::Permissions::from_mode(0o500)).unwrap();
    if is_root() {
        std::os::unix::fs::chown(home.store(), Some(65534), Some(65534)).unwrap();
    }
    assert_shown(&finish(&mut as_nobody(&home)), "read-only directory");
}

#[test]
fn a_database_without_write_permission() {
    let home = Home::new();
    home.sh("echo first");
    home.ctx(["forget", "--prune"]);
    if is_root() {
        for file in std::fs::read_dir(home.store()).unwrap().flatten() {
            std::os::unix::fs::chown(file.path(), Some(65534), Some(65534)).unwrap();
        }
        std::os::unix::fs::chown(home.store(), Some(65534), Some(65534)).unwrap();
    }
    for file in std::fs::read_dir(home.store()).unwrap().flatten() {
        std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(0o400)).unwrap();
    }
    std::fs::set_permissions(home.store(), std::fs::Permissions::from_mode(0o500)).unwrap();
    assert_shown(&finish(&mut as_nobody(&home)), "read-only database");
    std::fs::set_permissions(home.store(), std::fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_directory_of_somebody_else() {
    if !is_root() {
        // Nothing is missing that could be installed.
        return say("skipped: only root can give a directory away");
    }
    let home = Home::new();
    std::fs::create_dir(home.store()).unwrap();
    std::os::unix::fs::chown(home.store(), Some(12345), Some(12345)).unwrap();
    let done = finish(&mut run(&home));
    assert_shown(&done, "foreign owner");
    assert!(done.err.contains("belongs to user 12345"), "{}", done.err);
}

#[test]
fn a_store_behind_a_symlink() {
    let home = Home::new();
    let real = home.path().join("real");
    std::fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, home.store()).unwrap();
    assert_shown(&finish(&mut run(&home)), "symlink");
    assert_eq!(std::fs::read_dir(&real).unwrap().count(), 0);
}

/// A library that makes the nth write below a directory, and every later one, fail as on a full disk.
pub fn full_disk_library(dir: &Path) -> Option<PathBuf> {
    preloaded(dir, include_str!("full_disk.c"))
}

pub fn preloaded(dir: &Path, code: &str) -> Option<PathBuf> {
    let source = dir.join("fault.c");
    let library = dir.join("fault.so");
    std::fs::write(&source, code).ok()?;
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(&source).arg("-ldl").status();
    built.is_ok_and(|status| status.success()).then_some(library)
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn where_nothing_can_be_waited_for_everything_is_read() {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = preloaded(tools.path(), include_str!("no_room.c")) else {
        return skip("no C compiler");
    };
    for fault in [("NO_POLL", "1"), ("BAD_READS", "2"), ("BAD_WRITES", "9")] {
        let home = Home::new();
        let faulty = |words: &[&str]| {
            let mut command = home.command(words);
            command.env("LD_PRELOAD", &library).env(fault.0, fault.1);
            command
        };
        for words in [&["run", "--", "sh", "-c", SCRIPT][..], &["run", "--split", "--", "sh", "-c", SCRIPT]] {
            let done = finish(&mut faulty(words));
            assert_eq!((done.code, done.err.as_str()), (7, ""), "{fault:?} {words:?}");
            // Which of two streams was written to first cannot be told where one of them was not read in its turn.
            assert!(sorted(&home.ctx(["get", &done.id(), "--raw"]).out) == sorted(&whole()), "{fault:?} {words:?}");
        }
        let script = format!("seq 1 3000 | {CTX} store --cmd x");
        let mut piped = home.program("sh", ["-c", &script]);
        let done = finish(piped.env("LD_PRELOAD", &library).env(fault.0, fault.1));
        assert_eq!(done.code, 0, "{fault:?}: {}", done.err);
        assert_eq!(home.ctx(["get", &done.id(), "--raw"]).out.lines().count(), 3000, "{fault:?}");
    }
    // A pipe that is never read again: what is missing is told, and the command's end is its own.
    let home = Home::new();
    let done =
        finish(home.command(["run", "--", "sh", "-c", "exit 7"]).env("LD_PRELOAD", &library).env("BAD_READS", "999"));
    assert_eq!(done.code, 7, "{}", done.err);
    assert!(done.err.contains("the rest of it is missing") && done.err.lines().count() == 1, "{}", done.err);
}

/// Writes fail from the nth on, for n = 1, 2, 3 … until none does.
pub fn full_disk_at_every_write(script: &str, expected: &str, fresh: bool) {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = full_disk_library(tools.path()) else { return skip("no C compiler") };
    let mut clean = false;
    let mut n = 0;
    while n < 100_000 && !clean {
        // Each of the first writes, then ever wider steps: a large output makes thousands.
        n += 1 + n / 30;
        let home = Home::new();
        if !fresh {
            home.sh("echo before");
        }
        let done = finish(
            home.command(["run", "--", "sh", "-c", script])
                .env("LD_PRELOAD", &library)
                .env("FULL_DISK_BELOW", home.store())
                .env("FULL_DISK_AT", n.to_string())
                .env("FULL_DISK_HIT", home.path().join("hit")),
        );
        assert_eq!(done.code, 7, "write {n}: {}", done.err);
        assert!(!done.err.contains("panicked"), "write {n}: {}", done.err);
        if done.out.starts_with("[ctx:") {
            assert!(home.ctx(["get", &done.id(), "--raw"]).out == expected, "write {n}: acknowledged but not kept");
        } else {
            assert!(
                done.out == expected,
                "write {n}: {} of {} bytes shown; {}",
                done.out.len(),
                expected.len(),
                done.err
            );
            assert_eq!(done.err.lines().filter(|line| line.starts_with("ctx: ")).count(), 1, "write {n}: {}", done.err);
        }
        if !fresh {
            assert_eq!(home.integrity(), "ok", "write {n}");
        }
        clean = !home.path().join("hit").exists();
    }
    assert!(clean, "the fault was still hit after {n} writes");
}

#[test]
fn a_disk_that_is_full_from_the_nth_write_on() {
    full_disk_at_every_write(SCRIPT, &whole(), false);
}

#[test]
fn a_disk_that_is_full_while_the_store_is_made() {
    full_disk_at_every_write(SCRIPT, &whole(), true);
}

/// Slow output is committed while it runs, so the disk fills in the middle of the command.
#[test]
fn a_disk_that_fills_while_the_command_runs() {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = full_disk_library(tools.path()) else { return skip("no C compiler") };
    let script = "for i in 1 2 3 4 5 6; do seq 1 500; sleep 0.15; done; exit 7";
    let expected: String = (0..6).flat_map(|_| (1..=500).map(|n| format!("{n}\n"))).collect();
    for n in [12, 18, 24, 30, 36, 42] {
        let home = Home::new();
        home.sh("echo before");
        let done = finish(
            home.command(["run", "--", "sh", "-c", script])
                .env("LD_PRELOAD", &library)
                .env("FULL_DISK_BELOW", home.store())
                .env("FULL_DISK_AT", n.to_string()),
        );
        assert_eq!(done.code, 7, "write {n}: {}", done.err);
        if done.out.starts_with("[ctx:") {
            assert!(home.ctx(["get", &done.id(), "--raw"]).out == expected, "write {n}");
        } else {
            assert!(done.out == expected, "write {n}: {} of {} bytes; {}", done.out.len(), expected.len(), done.err);
        }
    }
}
