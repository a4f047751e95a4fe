//! Starting a child that cannot tell it is wrapped: same argv, environment, stdin, signals, limits; only stdout and stderr are ours.

use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use super::signals::Signals;
use super::sys::{errno_location, pipe};

/// Room in the pipe: fewer wake-ups, more throughput. The default stays where this is not allowed.
const PIPE_SIZE: i32 = 1 << 20;

pub struct Child {
    pub pid: libc::pid_t,
    /// The child leads a process group of its own.
    pub own_group: bool,
    /// stdout and stderr together, or stdout alone.
    pub out: OwnedFd,
    /// stderr, when kept apart.
    pub err: Option<OwnedFd>,
}

/// Why a command could not be started, with the exit status a shell would give it.
#[derive(Debug)]
pub struct NotStarted {
    pub error: io::Error,
    pub code: u8,
}

/// Starts `argv`. With `split`, stderr gets a pipe of its own.
pub fn spawn(argv: &[OsString], split: bool, signals: &Signals) -> Result<Child, NotStarted> {
    let failed = |error: io::Error| NotStarted { error, code: crate::error::code::FAILED };
    let (out, child_out) = pipe(false).map_err(failed)?;
    let (err, child_err) = match split {
        true => pipe(false).map(|(read, write)| (Some(read), Some(write))).map_err(failed)?,
        false => (None, None),
    };
    let (report, child_report) = pipe(false).map_err(failed)?;
    #[cfg(target_os = "linux")]
    for end in [Some(&out), err.as_ref()].into_iter().flatten() {
        // SAFETY: an advisory call on a descriptor we own.
        unsafe { libc::fcntl(end.as_raw_fd(), libc::F_SETPIPE_SZ, PIPE_SIZE) };
    }
    let program = Program::find(argv).map_err(|error| NotStarted { code: shell_code(&error), error })?;
    let own_group = !shares_terminal();
    let to_stdout = child_out.as_raw_fd();
    let to_stderr = child_err.as_ref().unwrap_or(&child_out).as_raw_fd();
    // SAFETY: between fork and exec the child makes only async-signal-safe calls on memory prepared above.
    // All signals are blocked around the fork, so that no handler of ours runs in the child.
    let pid = unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let parent = libc::getpid();
        let pid = libc::fork();
        if pid == 0 {
            if own_group {
                libc::setpgid(0, 0);
            }
            #[cfg(target_os = "linux")]
            {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                if libc::getppid() != parent {
                    // ctx was killed before the line above.
                    libc::_exit(137);
                }
            }
            signals.restore_in_child();
            if libc::dup2(to_stdout, 1) < 0 || libc::dup2(to_stderr, 2) < 0 {
                libc::_exit(125);
            }
            libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
            let error: i32 = program.exec();
            libc::write(child_report.as_raw_fd(), error.to_ne_bytes().as_ptr().cast(), 4);
            libc::_exit(127);
        }
        let error = io::Error::last_os_error();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        if pid < 0 {
            return Err(failed(error));
        }
        if own_group {
            // Also here: whoever comes first, the group exists before anybody signals it.
            libc::setpgid(pid, pid);
        }
        pid
    };
    drop((child_out, child_err, child_report));
    if let Some(error) = reported(&report) {
        // SAFETY: reaps the child we just made.
        unsafe { libc::waitpid(pid, std::ptr::null_mut(), 0) };
        return Err(NotStarted { code: shell_code(&error), error });
    }
    Ok(Child { pid, own_group, out, err })
}

/// The error number the child sent, none when it became the command.
fn reported(report: &OwnedFd) -> Option<io::Error> {
    let mut number = [0u8; 4];
    loop {
        // SAFETY: reads at most four bytes into `number`.
        match unsafe { libc::read(report.as_raw_fd(), number.as_mut_ptr().cast(), 4) } {
            4 => return Some(io::Error::from_raw_os_error(i32::from_ne_bytes(number))),
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            _ => return None,
        }
    }
}

fn shell_code(error: &io::Error) -> u8 {
    use crate::error::code;
    match error.raw_os_error() {
        Some(libc::ENOENT) => code::NOT_FOUND,
        _ => code::NOT_EXECUTABLE,
    }
}

/// True in the foreground of a terminal: a child in another group would be stopped as soon as it reads from
/// the terminal (a password prompt does so even when stdin is none), and ctrl-C would not reach it.
fn shares_terminal() -> bool {
    // SAFETY: plain system calls; the descriptor is closed again.
    unsafe {
        let terminal = libc::open(c"/dev/tty".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC | libc::O_NOCTTY);
        if terminal < 0 {
            return libc::isatty(0) == 1;
        }
        let foreground = libc::tcgetpgrp(terminal);
        libc::close(terminal);
        foreground == libc::getpgrp() || libc::isatty(0) == 1
    }
}

/// What to execute, prepared before the fork: afterwards nothing may allocate.
struct Program {
    /// Paths to try, in the order of `PATH`.
    candidates: Vec<CString>,
    _words: Vec<CString>,
    argv: Vec<*const libc::c_char>,
    /// `/bin/sh`, a slot for the script's path, the arguments.
    shell_argv: Vec<*const libc::c_char>,
}

impl Program {
    fn find(argv: &[OsString]) -> io::Result<Program> {
        let invalid = |_| io::Error::from_raw_os_error(libc::EINVAL);
        let words: Vec<CString> =
            argv.iter().map(|word| CString::new(word.as_bytes())).collect::<Result<_, _>>().map_err(invalid)?;
        let name =
            argv.first().filter(|name| !name.is_empty()).ok_or_else(|| io::Error::from_raw_os_error(libc::ENOENT))?;
        let candidates = if name.as_bytes().contains(&b'/') {
            vec![words[0].clone()]
        } else {
            let path = std::env::var_os("PATH").unwrap_or_else(|| OsString::from("/usr/local/bin:/usr/bin:/bin"));
            let candidate = |dir: &[u8]| {
                let dir = if dir.is_empty() { b"." } else { dir };
                CString::new([dir, b"/", name.as_bytes()].concat())
            };
            // A directory of that name is no command: shells look further.
            let is_dir = |path: &CString| std::path::Path::new(OsStr::from_bytes(path.as_bytes())).is_dir();
            let all: Vec<CString> = path
                .as_bytes()
                .split(|&byte| byte == b':')
                .map(candidate)
                .collect::<Result<_, _>>()
                .map_err(invalid)?;
            all.into_iter().filter(|path| !is_dir(path)).collect()
        };
        let end = std::ptr::null();
        let argv: Vec<_> = words.iter().map(|word| word.as_ptr()).chain([end]).collect();
        let shell_argv = [c"/bin/sh".as_ptr(), end].into_iter().chain(argv[1..].iter().copied()).collect();
        Ok(Program { candidates, _words: words, argv, shell_argv })
    }

    /// Becomes the program, or returns the error number. Async-signal-safe.
    unsafe fn exec(mut self: Program) -> i32 {
        let mut failure = libc::ENOENT;
        for candidate in &self.candidates {
            // SAFETY: all pointers lead to C strings that live in `self`; both arrays end in null.
            let error = unsafe {
                libc::execv(candidate.as_ptr(), self.argv.as_ptr());
                *errno_location()
            };
            match error {
                libc::ENOENT | libc::ENOTDIR if self.candidates.len() > 1 => continue,
                libc::EACCES if self.candidates.len() > 1 => failure = libc::EACCES,
                libc::ENOEXEC => {
                    // SAFETY: as above.
                    unsafe {
                        if looks_like_text(candidate.as_ptr()) {
                            self.shell_argv[1] = candidate.as_ptr();
                            libc::execv(c"/bin/sh".as_ptr(), self.shell_argv.as_ptr());
                        }
                    }
                    return libc::ENOEXEC;
                }
                other => return other,
            }
        }
        failure
    }
}

/// A script without `#!`, as opposed to a program for another machine. Async-signal-safe.
unsafe fn looks_like_text(path: *const libc::c_char) -> bool {
    let mut start = [0u8; 128];
    // SAFETY: opens, reads into `start`, closes.
    let got = unsafe {
        let file = libc::open(path, libc::O_RDONLY | libc::O_CLOEXEC);
        if file < 0 {
            return false;
        }
        let got = libc::read(file, start.as_mut_ptr().cast(), start.len());
        libc::close(file);
        got
    };
    let first_line = start[..usize::try_from(got).unwrap_or(0)].split(|&byte| byte == b'\n').next().unwrap_or_default();
    !first_line.contains(&0)
}
