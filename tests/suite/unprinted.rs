//! Nothing is said that is not so: every command that cannot print what it has to say ends with a status and a line, and
//! every command that cannot keep what it should, too.

use std::fs::File;
use std::io::{Seek, Write};
use std::os::fd::FromRawFd;
use std::process::{Command, Stdio};

use crate::harness::{Done, Home, finish, say};

/// A command, its arguments separated by blanks with ID for an entry, what it reads, and what it is for.
struct Case(&'static str, &'static str, Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Answers out of what is kept.
    Reads,
    /// Keeps something, and fails where it cannot.
    Keeps,
    /// Passes something on in any case: the status is not ctx's.
    Passes,
}
use Kind::{Keeps, Passes, Reads};

const CASES: &[Case] = &[
    Case("run -- echo hello", "", Passes),
    Case("run --json -- echo hello", "", Passes),
    Case("run --no-store -- seq 500", "", Passes),
    Case("run -- seq 3000", "", Passes),
    Case("run --batch", "run: echo one\n", Passes),
    Case("store --cmd make", "error: it broke\n", Passes),
    Case("store --json", "error: it broke\n", Passes),
    Case("store --tee", "error: it broke\n", Passes),
    Case("store notes.md", "", Keeps),
    Case("get ID", "", Reads),
    Case("get ID --raw", "", Reads),
    Case("get ID --all", "", Reads),
    Case("get ID --lines 1:2", "", Reads),
    Case("get ID --tail 1", "", Reads),
    Case("get ID --grep error", "", Reads),
    Case("get ID --json", "", Reads),
    Case("get ID --findings", "", Reads),
    // The first search after something new writes the index.
    Case("search broke --again", "", Reads),
    Case("search broke --json", "", Reads),
    Case("search --grep b.oke", "", Reads),
    Case("store --document notes.md", "", Keeps),
    Case("diff ID ID", "", Reads),
    Case("history", "", Reads),
    Case("history --json", "", Reads),
    Case("file read notes.md", "", Reads),
    Case("peek code.rs", "", Reads),
    Case("file edit notes.md --old one --new two", "", Keeps),
    Case("file write new.txt", "text\n", Keeps),
    Case("note remember_this", "", Keeps),
    Case("note --json", "", Reads),
    Case("history --sessions", "", Reads),
    Case("context", "", Reads),
    Case("reflect", "", Reads),
    Case("store --import export.jsonl", "", Keeps),
    Case("store --export", "", Reads),
    Case("store --export --raw", "", Reads),
    Case("store --export --format md", "", Reads),
    Case("hub status", "", Reads),
    Case("hub share", "", Keeps),
    Case("stats", "", Reads),
    Case("stats --json", "", Reads),
    Case("usage", "", Reads),
    Case("mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n", Reads),
    Case("init --dry-run claude-code", "", Reads),
    Case("doctor", "", Reads),
    Case("completions --references", "", Reads),
    Case("--help", "", Reads),
    Case("run --help", "", Reads),
    Case("--version", "", Reads),
    Case("forget --prune --until 0d", "", Keeps),
    Case("forget ID --yes", "", Keeps),
];

/// A home with something of everything in it.
fn furnished() -> (Home, String) {
    let home = Home::new();
    std::fs::write(home.work().join("notes.md"), "# notes\n\nnumber one\n").unwrap();
    std::fs::write(home.work().join("code.rs"), "/// Adds.\npub fn add() {}\n").unwrap();
    home.ctx(["run", "--label", "fails", "--", "sh", "-c", "echo src/a.c:1:2: error: it broke; exit 1"]);
    home.ctx(["note", "--decision", "retries are capped"]);
    home.ctx(["note", "--task", "write more tests"]);
    home.ctx(["file", "read", "notes.md"]);
    let exported = home.ctx(["store", "--export"]).out;
    std::fs::write(home.work().join("export.jsonl"), exported).unwrap();
    home.ctx(["context", "--save"]);
    let id = home.ctx(["run", "--", "sh", "-c", "seq 1 40; echo src/b.c:1:2: error: it broke again"]).id();
    (home, id)
}

fn command(home: &Home, id: &str, case: &Case) -> Command {
    let mut command = home.command(case.0.split(' ').map(|word| if word == "ID" { id } else { word }));
    feed(&mut command, case);
    command
}

/// Gives a command what it reads.
fn feed(command: &mut Command, case: &Case) {
    if !case.1.is_empty() {
        let mut input = tempfile::tempfile().unwrap();
        input.write_all(case.1.as_bytes()).unwrap();
        input.rewind().unwrap();
        command.stdin(input);
    }
}

/// With stdout where nothing can be written.
fn to(command: &mut Command, stdout: File) -> Done {
    let mut done = finish_to(command, Stdio::from(stdout));
    done.err = done.err.trim_end().to_owned();
    done
}

fn finish_to(command: &mut Command, stdout: Stdio) -> Done {
    let output = command.stdout(stdout).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    crate::harness::done(output)
}

fn closed_pipe() -> File {
    let mut ends = [0; 2];
    // SAFETY: two descriptors are written to `ends`, each of which gets one owner.
    unsafe {
        assert_eq!(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC), 0);
        drop(File::from_raw_fd(ends[0]));
        File::from_raw_fd(ends[1])
    }
}

fn unprinted(what: &str, stdout: impl Fn() -> File, code: i32, line: &str) {
    let mut wrong = Vec::new();
    let (home, id) = furnished();
    for case in CASES {
        let done = to(&mut command(&home, &id, case), stdout());
        let told = done.err.lines().filter(|err| err.contains(line)).count();
        // Its own line says whose reader left.
        let told = told + usize::from(case.0 == "store --tee" && done.err.contains("reader left after"));
        // A doctor who found something says so by its own status.
        let code = if case.0 == "doctor" { done.code } else { code };
        if done.code != code || told != 1 || done.err.lines().count() > 2 {
            wrong.push(format!("{}: status {}, {:?}", case.0, done.code, done.err));
        }
    }
    assert!(wrong.is_empty(), "{what}: {} of {}\n{}", wrong.len(), CASES.len(), wrong.join("\n"));
}

#[test]
fn a_full_disk_behind_every_command() {
    unprinted(
        "full disk",
        || File::options().write(true).open("/dev/full").unwrap(),
        125,
        "cannot write to stdout: No space left on device",
    );
}

#[test]
fn a_closed_pipe_behind_every_command() {
    unprinted("closed pipe", closed_pipe, 141, "the reader of stdout has left");
}

/// A command's own failure stays its status.
#[test]
fn a_failing_command_keeps_its_status() {
    let home = Home::new();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let done = to(&mut home.command(["run", "--", "sh", "-c", "echo x; exit 7"]), full);
    assert!(done.code == 7 && done.err.contains("cannot write to stdout"), "{} {}", done.code, done.err);
    assert_eq!(home.ctx(["get", "@", "--raw"]).out, "x\n");
}

/// What a full disk behind us does not take is kept all the same.
#[test]
fn a_tee_before_a_full_disk_keeps_everything() {
    let home = Home::new();
    let script = format!("seq 1 100000 | {} store --tee > /dev/full", crate::harness::binary());
    let done = finish(&mut home.program("sh", ["-c", &script]));
    assert!(done.code == 125 && done.err.contains("cannot write to stdout"), "{} {}", done.code, done.err);
    assert!(!done.err.contains("reader left"), "{}", done.err);
    let kept = home.ctx(["get", "@", "--tail", "1"]);
    assert_eq!(kept.out, "100000\n", "{}", kept.err);
}

/// `--tee | head` is remembered as what it is, wherever it is shown.
#[test]
fn what_its_reader_cut_is_remembered_as_cut() {
    let home = Home::new();
    let script = format!("yes | {} store --tee --cmd yes | head -2", crate::harness::binary());
    let done = finish(&mut home.program("bash", ["-c", &script]));
    assert_eq!(done.out, "y\ny\n");
    let listed = home.ctx(["history"]).out;
    assert!(listed.contains("reader left after "), "{listed}");
    let rows: serde_json::Value = serde_json::from_str(&home.ctx(["history", "--json"]).out).unwrap();
    assert!(rows[0]["cut"].as_str().unwrap().starts_with("reader left after "), "{rows}");
    let got: serde_json::Value = serde_json::from_str(&home.ctx(["get", "@", "--head", "1", "--json"]).out).unwrap();
    assert!(got["cut"].as_str().unwrap().starts_with("reader left after "), "{got}");
    let got = home.ctx(["get", "@", "--head", "1"]);
    assert!(
        got.out.starts_with("y\n") && got.err.contains("is a part of what was printed: reader left after"),
        "{}",
        got.err
    );
    // What was not cut says nothing of it.
    home.pipe(["store", "--tee"], b"x\n");
    let rows: serde_json::Value = serde_json::from_str(&home.ctx(["history", "--json"]).out).unwrap();
    assert!(rows[0]["cut"].is_null(), "{rows}");
}

/// A user who may read everything and write nothing.
const NOBODY: u32 = 65_534;

/// Below a home that cannot be written to: what only reads answers, what passes something on passes it on with a line, and
/// what has to keep something fails with one.
#[test]
fn a_home_that_is_read_only() {
    home_that_is_read_only(false);
}

/// Neither whose process this is nor where its program lies can be looked up then.
#[test]
fn a_home_that_is_read_only_where_proc_is_closed() {
    let closed =
        Command::new("unshare").args(["-m", "sh", "-c", CLOSED, "sh", "test", "-r", "/proc/self/exe"]).output();
    match closed {
        Ok(tried) if tried.status.code() == Some(1) && tried.stderr.is_empty() => home_that_is_read_only(true),
        _ => say("skipped: no file system can be mounted here"),
    }
}

/// Runs its arguments as somebody to whom `/proc` is closed.
const CLOSED: &str =
    "mount -t tmpfs -o mode=0700 none /proc && exec setpriv --reuid 65534 --regid 65534 --clear-groups -- \"$@\"";

fn home_that_is_read_only(proc_is_closed: bool) {
    use std::os::unix::process::CommandExt;
    // SAFETY: geteuid has no preconditions.
    if unsafe { libc::geteuid() } != 0 {
        return say("skipped: only root can start a program as somebody who owns nothing here");
    }
    let mut wrong = Vec::new();
    let (home, id) = furnished();
    let path = home.path().to_str().unwrap();
    assert_eq!(finish(&mut home.program("chown", ["-R", &format!("{NOBODY}:{NOBODY}"), path])).code, 0);
    assert_eq!(finish(&mut home.program("chmod", ["-R", "a-w", path])).code, 0);
    for case in CASES {
        let mut command = command(&home, &id, case);
        let done = match proc_is_closed {
            true => {
                let mut inside = inside(CLOSED, &command);
                feed(&mut inside, case);
                finish(&mut inside)
            }
            false => finish(command.uid(NOBODY).gid(NOBODY)),
        };
        let fits = match case.2 {
            Reads => (done.code == 0 || case.0 == "doctor") && !done.out.is_empty(),
            Keeps => done.code != 0 && !done.err.is_empty(),
            Passes => {
                // A batch has the line of each step in its page.
                let told = !done.err.is_empty() || done.out.contains("readonly database") || done.out.contains("ctx: ");
                done.code == 0 && !done.out.is_empty() && (told || case.0.contains("--no-store"))
            }
        };
        if !fits || done.err.lines().count() > 3 {
            wrong.push(format!(
                "{}: status {}, out {:?}, err {:?}",
                case.0,
                done.code,
                done.out.lines().next(),
                done.err
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), CASES.len(), wrong.join("\n"));
}

/// The same command in a mount namespace of its own, started by a script.
fn inside(script: &str, command: &Command) -> Command {
    let mut inside = Command::new("unshare");
    inside.args(["-m", "sh", "-c", script, "sh"]).arg(command.get_program()).args(command.get_args());
    inside.current_dir(command.get_current_dir().expect("a directory")).stdin(Stdio::null());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => inside.env(name, value),
            None => inside.env_remove(name),
        };
    }
    inside
}
