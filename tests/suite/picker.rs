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

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.screen.lock().unwrap()).into_owned()
    }

    pub fn shows(&self, what: &str) {
        eventually(what, || self.text().contains(what));
    }

    /// Waits until the shell reads keys itself. Before that the terminal reads them, and keeps ctrl-r for itself.
    fn reads_keys(&self) {
        eventually("the shell reads keys", || {
            // SAFETY: the call fills the struct, which is plain data.
            unsafe {
                let mut mode: libc::termios = std::mem::zeroed();
                assert_eq!(libc::tcgetattr(self.slave.as_raw_fd(), &mut mode), 0);
                mode.c_lflag & libc::ICANON == 0
            }
        });
    }

    /// What was drawn since a picker was left for the last time.
    fn since_left(&self) -> String {
        let text = self.text();
        text.rsplit_once(LEAVE).map_or(String::new(), |(_, after)| after.to_string())
    }

    pub fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).unwrap();
    }

    pub fn status(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Everything that was written to the terminal, and how the program ended.
    pub fn all(mut self) -> (String, ExitStatus) {
        let status = self.child.wait().unwrap();
        // SAFETY: writes a literal to a descriptor that is open.
        unsafe { libc::write(self.slave.as_raw_fd(), c"<END>".as_ptr().cast(), 5) };
        self.shows("<END>");
        (self.text().trim_end_matches("<END>").replace("\r\n", "\n"), status)
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

#[test]
fn a_reference_is_copied_and_the_picker_stays() {
    let home = Home::new();
    let ids = three(&home);
    let mut pty = Pty::start(home.command(["history"]), 100, 30);
    pty.shows("3/3");
    pty.shows("^y copy");
    pty.press("blubr\x19");
    pty.shows(&format!("copied [ctx:{}]", ids[1]));
    pty.shows("\x1b]52;c;");
    pty.press("\x1b");
    assert_eq!(pty.end().1.code(), Some(130));
}

#[test]
fn an_entry_is_forgotten_after_a_yes_only() {
    let home = Home::new();
    let ids = three(&home);
    let kept = || -> i64 { home.database().query_row("SELECT count(*) FROM entry", [], |row| row.get(0)).unwrap() };
    let mut pty = Pty::start(home.command(["history"]), 100, 30);
    pty.shows("3/3");
    pty.press("blubr");
    pty.shows("1/3");
    pty.press("\x18");
    pty.shows(&format!("forget [ctx:{}] for good? y/N", ids[1]));
    pty.press("n");
    pty.shows("nothing was forgotten");
    assert_eq!(kept(), 3);
    pty.press("\x18");
    pty.press("y");
    pty.shows(&format!("forgot [ctx:{}]", ids[1]));
    pty.shows("0/2");
    assert_eq!(kept(), 2);
    pty.press("\x15");
    pty.shows("2/2");
    pty.press("\x03");
    assert_eq!(pty.end().1.code(), Some(130));
    assert_eq!(home.ctx(["get", &ids[1]]).code, 1);
}

#[test]
fn a_command_is_run_again_and_a_note_is_not() {
    let home = Home::new();
    three(&home);
    home.ctx(["note", "a note about walnuts"]);
    let mut pty = Pty::start(home.command(["history"]), 100, 30);
    pty.shows("4/4");
    pty.press("walnuts");
    pty.shows("1/4");
    pty.press("\x12");
    pty.shows("only a command can be run again");
    pty.press("\x15blubr");
    pty.shows("1/4");
    pty.press("\x12");
    let (printed, status) = pty.end();
    assert_eq!(status.code(), Some(0));
    assert!(printed.starts_with("blueberry pie\n") && printed.contains("identical to"), "{printed}");
    let runs: i64 = home
        .database()
        .query_row("SELECT count(*) FROM entry WHERE kind = 'run' AND command LIKE '%blueberry%'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(runs, 2);
}

#[test]
fn an_entry_is_opened_in_the_pager() {
    let home = Home::new();
    three(&home);
    let mut command = home.command(["history"]);
    command.env("PAGER", "sed 's/^/PAGED /'");
    let mut pty = Pty::start(command, 100, 30);
    pty.shows("3/3");
    pty.press("blubr\x0f");
    assert_eq!(pty.end().0, "PAGED blueberry pie\n");
}

/// A shell with the key binding and a prompt that takes its time, as prompts do; None where it is not installed.
fn shell_with_keys(home: &Home, shell: &str) -> Option<Command> {
    if !Command::new(shell).args(["-c", "exit"]).status().is_ok_and(|status| status.success()) {
        crate::harness::skip(&format!("no {shell}"));
        return None;
    }
    let keys = home.ctx(["init", shell, "--dry-run", "--keys=ctrl-r"]).out;
    let bin = std::path::Path::new(crate::harness::CTX).parent().unwrap().display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let rc = home.path().join(if shell == "zsh" { ".zshrc" } else { "rc" });
    let ready = match shell {
        "bash" => "PS1='ready> '; PROMPT_COMMAND='sleep .2'\n",
        "zsh" => "PROMPT='ready> '; precmd() { sleep .2 }\n",
        _ => "function fish_prompt; sleep .2; printf 'ready> '; end\nset -g fish_greeting\n",
    };
    std::fs::write(&rc, format!("{ready}{keys}")).unwrap();
    let rc = rc.display().to_string();
    let args: Vec<String> = match shell {
        "bash" => vec!["--noprofile".into(), "--rcfile".into(), rc, "-i".into()],
        "zsh" => vec!["-i".into()],
        _ => vec!["--no-config".into(), "-i".into(), "-C".into(), format!("source {rc}")],
    };
    let mut command = home.program(shell, args);
    command.env("PATH", path).env("ZDOTDIR", home.path()).env("HISTFILE", "/dev/null").env_remove("ENV");
    Some(command)
}

#[test]
fn the_key_of_each_shell_opens_the_picker_and_fills_the_line() {
    for shell in ["bash", "zsh", "fish"] {
        let home = Home::new();
        let ids = three(&home);
        let Some(command) = shell_with_keys(&home, shell) else { continue };
        let mut pty = Pty::start(command, 100, 30);
        pty.shows("ready> ");
        pty.reads_keys();
        pty.press("\x1br");
        pty.shows("3/3");
        pty.press("blubr");
        pty.shows("1/3");
        pty.press("\r");
        // The line is filled, not run.
        eventually(&format!("{shell} fills its line"), || pty.since_left().contains(&ids[1]));
        pty.press(" > picked\r");
        eventually(&format!("{shell} runs the line"), || {
            std::fs::read_to_string(home.work().join("picked")).is_ok_and(|text| text == "blueberry pie\n")
        });
        pty.press("exit\r");
        pty.status();
    }
}

#[test]
fn ctrl_r_picks_among_the_commands_of_ctx_and_of_the_shell() {
    for shell in ["bash", "zsh", "fish"] {
        let home = Home::new();
        three(&home);
        let Some(command) = shell_with_keys(&home, shell) else { continue };
        let mut pty = Pty::start(command, 100, 30);
        pty.shows("ready> ");
        pty.reads_keys();
        pty.press("echo from-the-shell > typed\r");
        eventually(&format!("{shell} runs what is typed"), || home.work().join("typed").exists());
        pty.reads_keys();
        pty.press("\x12");
        pty.shows("this project");
        pty.press("fromtheshell");
        pty.shows("1/");
        pty.press("\r");
        eventually(&format!("{shell} fills its line"), || pty.since_left().contains("echo from-the-shell > typed"));
        pty.press(" && touch again\r");
        eventually(&format!("{shell} runs it"), || home.work().join("again").exists());
        pty.reads_keys();
        pty.press("\x12");
        eventually(&format!("{shell} opens the picker again"), || pty.since_left().contains("this project"));
        pty.press("blubr\r");
        eventually(&format!("{shell} fills its line with what ran through ctx"), || {
            pty.since_left().contains("echo blueberry pie")
        });
        eventually(&format!("{shell} ends"), || {
            pty.press("\x15exit\r");
            pty.child.try_wait().is_ok_and(|ended| ended.is_some())
        });
    }
}

#[test]
fn each_command_is_there_once_with_its_status_until_every_run_is_wanted() {
    let home = Home::new();
    for _ in 0..3 {
        home.ctx(["run", "--", "sh", "-c", "echo lemons; exit 3"]);
    }
    home.ctx(["run", "--", "echo", "limes"]);
    let mut command = home.command(["history"]);
    command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let mut pty = Pty::start(command, 100, 30);
    pty.shows("2/2 this project");
    pty.shows("\x1b[31mexit 3   \x1b[39m");
    pty.shows("\x1b[32mok       \x1b[39m");
    pty.shows(" x3 | lemons");
    pty.press("lemons");
    pty.shows("1/2 this project");
    pty.press("\x14");
    pty.shows("1/2 all projects");
    pty.press("\x14");
    pty.shows("3/4 every run here");
    pty.press("\x14\x1b");
    assert_eq!(pty.end().1.code(), Some(130));

    let mut plain = home.command(["history"]);
    plain.env("NO_COLOR", "1");
    let mut pty = Pty::start(plain, 40, 24);
    pty.shows("exit 3    sh -c");
    assert!(!pty.text().contains("\x1b[31m") && !pty.text().contains("\x1b[32m"), "{}", pty.text());
    pty.press("\x1b");
    pty.end();
}

#[test]
fn completions_are_installed_where_each_shell_looks() {
    for (shell, file) in [
        ("bash", ".local/share/bash-completion/completions/ctx"),
        ("zsh", ".local/share/zsh/site-functions/_ctx"),
        ("fish", ".config/fish/completions/ctx.fish"),
    ] {
        let home = Home::new();
        let done = home.ctx(["init", shell]);
        assert_eq!(done.code, 0, "{}", done.err);
        let path = home.path().join(file);
        assert!(done.out.contains(&format!("wrote {}", path.display())), "{}", done.out);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), home.ctx(["init", shell, "--dry-run"]).out);
        assert!(home.ctx(["init", shell]).out.contains("is up to date"));
        let keys = home.ctx(["init", shell, "--keys"]);
        assert!(keys.code == 0 && keys.out.contains("wrote "), "{} {}", keys.out, keys.err);
        let gone = home.ctx(["init", shell, "--uninstall"]);
        assert_eq!((gone.out.matches("removed ").count(), path.exists()), (2, false), "{} {}", gone.out, gone.err);
    }
    let home = Home::new();
    assert_eq!(home.ctx(["init", "elvish"]).code, 2);
    assert_eq!(home.ctx(["init", "elvish", "--dry-run"]).code, 0);
    assert_eq!(home.ctx(["init", "--keys"]).code, 2);
    assert_eq!(home.ctx(["init", "zsh", "codex"]).code, 2);
}
