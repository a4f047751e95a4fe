//! The picker on a real pseudo-terminal: what is typed, what is printed, and the terminal as it was afterwards.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};

use crate::harness::{Home, eventually};

const LEAVE: &str = "\x1b[?1049l";

pub struct Pty {
    master: File,
    /// Kept open, to look at the mode after the program has ended.
    slave: OwnedFd,
    screen: Arc<Mutex<Vec<u8>>>,
    child: Child,
    before: Vec<u8>,
}

fn mode(fd: &OwnedFd) -> Vec<u8> {
    // SAFETY: the call fills the struct, which is plain data.
    unsafe {
        let mut mode: libc::termios = std::mem::zeroed();
        assert_eq!(libc::tcgetattr(fd.as_raw_fd(), &mut mode), 0);
        let flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag];
        let mut bytes: Vec<u8> = flags.iter().flat_map(|flag| flag.to_le_bytes()).collect();
        bytes.extend(mode.c_cc.iter());
        bytes
    }
}

impl Pty {
    pub fn start(mut command: Command, columns: u16, rows: u16) -> Pty {
        let size = libc::winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let (mut master, mut slave) = (0, 0);
        // SAFETY: the call fills both numbers, which nobody else owns yet.
        let (master, slave) = unsafe {
            let made = libc::openpty(&mut master, &mut slave, std::ptr::null_mut(), std::ptr::null(), &size);
            assert_eq!(made, 0, "no pseudo-terminal");
            libc::fcntl(master, libc::F_SETFD, libc::FD_CLOEXEC);
            (File::from_raw_fd(master), OwnedFd::from_raw_fd(slave))
        };
        let before = mode(&slave);
        let end = || slave.try_clone().unwrap();
        command.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end());
        // SAFETY: both calls are async-signal-safe; stdin is the terminal already.
        unsafe {
            command.pre_exec(|| {
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY as _, 0);
                Ok(())
            });
        }
        let child = command.spawn().expect("ctx starts");
        drop(command);
        let screen = Arc::new(Mutex::new(Vec::new()));
        let (sink, mut source) = (Arc::clone(&screen), master.try_clone().unwrap());
        std::thread::spawn(move || {
            let mut block = [0u8; 4096];
            while let Ok(got) = source.read(&mut block) {
                sink.lock().unwrap().extend_from_slice(&block[..got]);
            }
        });
        Pty { master, slave, screen, child, before }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.screen.lock().unwrap()).into_owned()
    }

    pub fn shows(&self, what: &str) {
        eventually(what, || self.text().contains(what));
    }

    pub fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    pub fn status(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// The text printed after the picker had gone, and how the program ended.
    fn end(mut self) -> (String, ExitStatus) {
        let status = self.child.wait().unwrap();
        assert_eq!(mode(&self.slave), self.before, "the terminal's mode is not what it was");
        // Text that is still on its way comes before this.
        // SAFETY: writes a literal to a descriptor that is open.
        unsafe { libc::write(self.slave.as_raw_fd(), c"<END>".as_ptr().cast(), 5) };
        self.shows("<END>");
        let text = self.text();
        let (_, after) = text.rsplit_once(LEAVE).expect("the other screen was left");
        (after.trim_end_matches("<END>").replace("\r\n", "\n"), status)
    }
}

fn three(home: &Home) -> Vec<String> {
    ["seq 5 8", "echo blueberry pie", "seq 1 3"].map(|script| home.sh(script).id()).into()
}

#[test]
fn typed_in_part_and_printed_as_get_prints_it() {
    let home = Home::new();
    let ids = three(&home);
    for verb in ["history", "get"] {
        let mut pty = Pty::start(home.command([verb]), 100, 30);
        pty.shows("3/3");
        pty.press("blubr");
        pty.shows("1/3");
        pty.press("\r");
        let (printed, status) = pty.end();
        assert_eq!((printed.as_str(), status.code()), ("blueberry pie\n", Some(0)), "{verb}");
    }
    let fetched: i64 = home
        .database()
        .query_row(
            "SELECT count(*) FROM usage_entry s JOIN entry e ON e.id = s.entry_id WHERE e.ref = ?1 AND bytes = 14",
            [&ids[1]],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(fetched, 2, "what is drawn is not printed, what is printed is noted");
}

#[test]
fn arrows_move_and_flags_of_get_apply() {
    let home = Home::new();
    three(&home);
    let mut pty = Pty::start(home.command(["get", "--tail", "1"]), 100, 30);
    pty.shows("3/3");
    pty.press("\x1b[B\x1bOB\x10\x0e\r");
    assert_eq!(pty.end().0, "8\n");
    let mut pty = Pty::start(home.command(["history"]), 100, 30);
    pty.shows("3/3");
    // All in one piece, as a fast typist or a script sends it.
    pty.press("zzz\x15seq\x1b[A\r");
    assert_eq!(pty.end().0, "1\n2\n3\n");
}

#[test]
fn the_preview_is_of_the_selected_one_and_masked() {
    let home = Home::new();
    home.sh("echo first words of it");
    let secret = format!("ghp_{}", "a1B2c3D4e5".repeat(4).split_at(36).0);
    home.ctx(["note", "--title", "a title", &format!("noted words\nand {secret}\n")]);
    let mut pty = Pty::start(home.command(["history"]), 100, 30);
    pty.shows("noted words");
    pty.shows("[masked:");
    pty.press("\x1b[B");
    pty.shows("first words of it\x1b[K");
    assert!(!pty.text().contains(&secret));
    pty.press("\x1b");
    assert_eq!(pty.end().1.code(), Some(130));
}

#[test]
fn whoever_leaves_finds_the_terminal_as_it_was() {
    let home = Home::new();
    three(&home);
    for keys in ["\x1b", "\x03", "abc\x1b"] {
        let mut pty = Pty::start(home.command(["history"]), 80, 24);
        pty.shows("3/3");
        assert_ne!(mode(&pty.slave), pty.before, "raw mode");
        pty.press(keys);
        let (printed, status) = pty.end();
        assert_eq!((printed.as_str(), status.code()), ("", Some(130)), "{keys:?}");
    }
}

#[test]
fn signals_put_the_terminal_back_too() {
    let home = Home::new();
    three(&home);
    for signal in [libc::SIGTERM, libc::SIGHUP, libc::SIGINT] {
        let pty = Pty::start(home.command(["get"]), 80, 24);
        pty.shows("3/3");
        // SAFETY: the child is ours and not yet waited for.
        unsafe { libc::kill(pty.child.id() as i32, signal) };
        assert_eq!(pty.end().1.signal(), Some(signal));
    }
}

#[test]
fn another_size_is_drawn_anew() {
    let home = Home::new();
    three(&home);
    let mut pty = Pty::start(home.command(["history"]), 60, 30);
    pty.shows(&"─".repeat(59));
    let size = libc::winsize { ws_row: 20, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: the call reads the struct.
    unsafe { libc::ioctl(pty.master.as_raw_fd(), libc::TIOCSWINSZ as _, &size) };
    pty.shows(&"─".repeat(89));
    pty.press("\x03");
    assert_eq!(pty.end().1.code(), Some(130));
}

#[test]
fn no_picker_in_a_pipe_on_a_dumb_terminal_or_with_arguments() {
    let home = Home::new();
    let ids = three(&home);
    let listed = home.ctx(["history"]);
    assert_eq!(listed.out.lines().count(), 3);
    let missing = home.ctx(["get"]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("ctx get needs a reference"), "{}", missing.err);

    for (args, term) in [(&["history"][..], "dumb"), (&["history", "--limit", "9"], "xterm")] {
        let mut command = home.program("env", [&[&format!("TERM={term}"), crate::harness::CTX], args].concat());
        command.env_remove("NO_COLOR");
        let mut pty = Pty::start(command, 80, 24);
        let status = pty.child.wait().unwrap();
        assert_eq!(status.code(), Some(0));
        pty.shows(&ids[0]);
        assert!(!pty.text().contains(LEAVE));
    }
}

#[test]
fn nothing_to_pick_from_is_said() {
    let home = Home::new();
    for (verb, code, said) in [("history", 0, "nothing matches"), ("get", 1, "no entries yet")] {
        let mut pty = Pty::start(home.command([verb]), 80, 24);
        assert_eq!(pty.child.wait().unwrap().code(), Some(code));
        pty.shows(said);
    }
}
