//! One harness: a temp home, no `CTX_*`, nothing of the machine's own configuration.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub const CTX: &str = env!("CARGO_BIN_EXE_ctx");

/// The ctx that is tested; `SUITE_BINARY` names another one, to see which tests an older ctx fails.
pub fn binary() -> String {
    std::env::var("SUITE_BINARY").unwrap_or_else(|_| CTX.to_owned())
}

pub struct Home {
    dir: TempDir,
}

/// The output of a finished ctx and how it ended.
pub struct Done {
    pub out: String,
    pub err: String,
    pub bytes: Vec<u8>,
    /// As a shell would put it: 128+N for a signal.
    pub code: i32,
    pub signal: Option<i32>,
}

impl Home {
    pub fn new() -> Home {
        let dir = tempfile::tempdir().expect("a temp dir");
        std::fs::create_dir(dir.path().join("work")).expect("a work dir");
        Home { dir }
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Leaves it where it is.
    pub fn leave(&mut self) {
        self.dir.disable_cleanup(true);
    }

    /// Where commands run.
    pub fn work(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    pub fn store(&self) -> PathBuf {
        self.dir.path().join("store")
    }

    /// `ctx` with these arguments, not yet started.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        self.program(&binary(), args)
    }

    /// Any program in the harness's environment.
    pub fn program<S: AsRef<OsStr>>(&self, program: &str, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.work()).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            let secret = ["TOKEN", "_KEY", "SECRET", "PASSWORD"].iter().any(|part| name.contains(part));
            if name.starts_with("CTX_") || name.starts_with("XDG_") || secret {
                command.env_remove(name);
            }
        }
        command.env("HOME", self.path()).env("CTX_HOME", self.store()).env_remove("NO_COLOR");
        // Tests may be run by an agent.
        for name in ["CLAUDECODE", "CLAUDE_PID", "CLAUDE_CODE_SESSION_ID", "GEMINI_CLI", "OPENCODE", "OPENCODE_PID"] {
            command.env_remove(name);
        }
        for name in ["CODEX_THREAD_ID", "CODEX_SESSION_ID", "COPILOT_AGENT_SESSION_ID", "BASH_ENV", "ZDOTDIR"] {
            command.env_remove(name);
        }
        with_signals(&mut command, libc::SIG_DFL);
        command
    }

    pub fn ctx<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Done {
        finish(&mut self.command(args))
    }

    /// `ctx run -- sh -c SCRIPT`.
    pub fn sh(&self, script: &str) -> Done {
        self.ctx(["run", "--", "sh", "-c", script])
    }

    pub fn pipe<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>, input: &[u8]) -> Done {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ctx starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        let writer = std::thread::spawn(move || {
            // A reader that stops early is part of some tests.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().expect("ctx ends");
        writer.join().expect("the writer ends");
        done(output)
    }

    /// An executable script in the work directory.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.work().join(name);
        std::fs::write(&path, text).expect("a script");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("an executable script");
        path
    }

    pub fn database(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.store().join("ctx.db")).expect("the store")
    }

    /// Makes the store one of an earlier version; `undo` reverts its next migration.
    pub fn back_to(&self, version: u32, undo: &str) {
        let db = self.database();
        let mut made =
            db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'outbox%'").unwrap();
        let names: Vec<String> = made.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        let triggers: String = names.iter().map(|name| format!("DROP TRIGGER {name};")).collect();
        let hub = "DROP TABLE folded; DROP TABLE fold_rule; DROP TABLE day_of_use; DROP INDEX entry_expires; DROP INDEX blob_unfinished; DROP INDEX indexed_blob_uncovered; DROP TABLE standing; DROP TABLE spent; ALTER TABLE entry DROP COLUMN failed; ALTER TABLE entry DROP COLUMN cut; \
            ALTER TABLE page DROP COLUMN private; DROP TABLE hub_project; DROP TABLE outbox; DROP TABLE hub_news; DROP TABLE hub_trust;";
        let number = format!("DELETE FROM migration WHERE number > {version}; PRAGMA user_version = {version};");
        db.execute_batch(&format!("{triggers}{hub}{undo};{number}PRAGMA wal_checkpoint(TRUNCATE)")).unwrap();
    }

    pub fn integrity(&self) -> String {
        self.database().query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("integrity_check runs")
    }
}

/// Gives a program this disposition for the signals that a background job of a non-interactive shell, or `nohup`,
/// ignores. An ignored signal stays ignored in all children, so without this the tests depend on who starts them.
pub fn with_signals(command: &mut Command, disposition: libc::sighandler_t) {
    use std::os::unix::process::CommandExt;
    // SAFETY: signal() is async-signal-safe and is called between fork and exec.
    unsafe {
        command.pre_exec(move || {
            for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT] {
                libc::signal(signal, disposition);
            }
            Ok(())
        });
    }
}

pub fn finish(command: &mut Command) -> Done {
    // A program that was just copied may still be open for writing in a child that another test forks at this moment.
    for _ in 0..100 {
        match command.output() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            output => return done(output.expect("the program starts")),
        }
    }
    panic!("the program stays busy");
}

pub fn done(output: Output) -> Done {
    use std::os::unix::process::ExitStatusExt;
    let signal = output.status.signal();
    Done {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        bytes: output.stdout,
        code: output.status.code().unwrap_or_else(|| 128 + signal.unwrap_or(0)),
        signal,
    }
}

impl Done {
    /// The id in line 1.
    pub fn id(&self) -> String {
        reference(&self.out)
            .or_else(|| reference(&self.err))
            .unwrap_or_else(|| panic!("no reference in {:?} {:?}", self.out, self.err))
    }

    pub fn headline(&self) -> &str {
        self.out.lines().next().unwrap_or_default()
    }

    /// The text after line 1.
    pub fn body(&self) -> &str {
        self.out.split_once('\n').map_or("", |(_, body)| body)
    }
}

pub fn reference(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("[ctx:")?;
    rest.split_once(']').map(|(id, _)| id.to_owned())
}

/// Numbers that look random and are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::with_capacity(len + 8);
        while bytes.len() < len {
            bytes.extend_from_slice(&self.next().to_le_bytes());
        }
        bytes.truncate(len);
        bytes
    }
}

/// Prints a line for the reader of the tests' output.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Notes that something needed is not installed. Where `CTX_TEST_ALL=1`, as in `.ci/run`, that is a failure: a test that
/// is always skipped tests nothing.
pub fn skip(why: &str) {
    assert!(std::env::var_os("CTX_TEST_ALL").is_none_or(|all| all != "1"), "skipped with CTX_TEST_ALL=1: {why}");
    say(&format!("skipped: {why}"));
}

pub fn is_alive(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    state.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

/// Waits for something that is about to happen, with a limit only a broken program reaches.
pub fn eventually(what: &str, mut happened: impl FnMut() -> bool) {
    for _ in 0..12_000 {
        if happened() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("never happened: {what}");
}

/// Whether a server on this machine says a word to our own user (`own`) or to another one (`other`; only root can be that).
pub fn is_answered(address: &str, port: u16, who: &str, target: &str) -> bool {
    let script = "import socket,sys,os\n\
        if sys.argv[3] == 'other': os.setgid(65534); os.setuid(65534)\n\
        family = socket.AF_INET6 if ':' in sys.argv[1] else socket.AF_INET\n\
        s = socket.socket(family); s.settimeout(60); s.connect((sys.argv[1], int(sys.argv[2])))\n\
        s.sendall(b'GET %s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nConnection: close\\r\\n\\r\\n' % (sys.argv[4].encode(), sys.argv[2].encode()))\n\
        try: print(len(s.recv(1000)) > 0)\n\
        except ConnectionError: print(False)\n";
    let done = Command::new("python3").args(["-c", script, address, &port.to_string(), who, target]).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).trim() == "True"
}
