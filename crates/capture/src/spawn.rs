//! Starts a child that cannot tell it is wrapped: same argv, environment, stdin, signals, limits; only stdout and
//! stderr are ours.

use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Instant;

use super::order::PipeWriteOrder;
use super::signals::{SignalHandlers, fork_with_signals_blocked};
use super::sys::{create_pipe, errno_location, open_pseudo_terminal};

/// Room in the pipe: fewer wake-ups, more throughput. The default stays where this is not allowed.
#[cfg(target_os = "linux")]
const PIPE_SIZE: i32 = 1 << 20;

/// The group that a child leads as ctx leads its own. The child itself notes it, before it becomes a program: whoever
/// shares ctx's memory knows it from then on.
pub static LED: AtomicI32 = AtomicI32::new(0);

/// The process group of a child, which decides who sends it signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessGroup {
    /// It leads one of its own: signals are passed on to all of it.
    Own,
    /// That of ctx, in the foreground of a terminal.
    Terminal,
    /// That of ctx, as if ctx were not there: whoever signals the group reaches the child.
    Host,
    /// It leads one of its own, or a session, as ctx leads its: then its `$$` is what it would be without ctx.
    AsCtx { session: bool },
}

pub struct Child {
    pub pid: libc::pid_t,
    pub group: ProcessGroup,
    /// stdout and stderr together, or stdout alone.
    pub out: OwnedFd,
    /// stderr, when kept apart.
    pub err: Option<OwnedFd>,
    /// Which of the two was written to first.
    pub order: Option<PipeWriteOrder>,
    /// The time it was started: on a busy machine it may be over before anybody looks.
    pub began: Instant,
}

/// Why a command could not be started, with the exit status a shell would give it.
#[derive(Debug)]
pub struct SpawnError {
    pub error: io::Error,
    pub code: u8,
}

impl From<io::Error> for SpawnError {
    fn from(error: io::Error) -> SpawnError {
        use ctx_model::error::code;
        let is_missing = error.raw_os_error() == Some(libc::ENOENT);
        SpawnError { error, code: if is_missing { code::NOT_FOUND } else { code::NOT_EXECUTABLE } }
    }
}

/// Starts `argv`. With `split`, stderr gets a pipe of its own. With a `screen` of so many columns and rows, the child
/// writes to a terminal of that size instead of a pipe, so that it prints as it would without ctx.
pub fn spawn_command(
    argv: &[OsString],
    split: bool,
    screen: Option<(usize, usize)>,
    signals: &SignalHandlers,
) -> Result<Child, SpawnError> {
    let program = ExecProgram::find_on_path(argv)?;
    let group = if is_in_terminal_foreground() { ProcessGroup::Terminal } else { ProcessGroup::Own };
    launch_child(program, group, split, screen, signals)
}

/// Starts `program` under the name that `argv` begins with, in the group that ctx itself was started in.
pub fn spawn_as_shell(
    program: &std::path::Path,
    argv: &[OsString],
    split: bool,
    signals: &SignalHandlers,
) -> Result<Child, SpawnError> {
    let program = ExecProgram::at_path(program, argv)?;
    launch_child(program, group_like_ctx(), split, None, signals)
}

/// Whether a child in ctx's place leads a group of its own.
pub fn will_child_lead_process_group() -> bool {
    group_like_ctx() != ProcessGroup::Host
}

/// The group for a child in ctx's place. One that could read a terminal stays in the foreground.
fn group_like_ctx() -> ProcessGroup {
    // SAFETY: plain queries about this process.
    let (me, group, session) = unsafe { (libc::getpid(), libc::getpgrp(), libc::getsid(0)) };
    match me == group && std::fs::File::open("/dev/tty").is_err() {
        true => ProcessGroup::AsCtx { session: me == session },
        false => ProcessGroup::Host,
    }
}

/// Becomes the command, if ctx cannot set itself up beside it; returns only when that fails.
pub fn exec_command_on_path(argv: &[OsString], signals: Option<&SignalHandlers>) -> SpawnError {
    super::signals::restore_initial_sigpipe_and_sigxfsz();
    if let Some(signals) = signals {
        // SAFETY: this process is about to be the command; nothing else waits for a signal.
        unsafe { signals.restore_in_child() };
    }
    let error = match ExecProgram::find_on_path(argv) {
        // SAFETY: as above.
        Ok(mut program) => io::Error::from_raw_os_error(unsafe { program.exec() }),
        Err(error) => error,
    };
    error.into()
}

/// Becomes `program`; returns only when that fails.
pub fn exec_program_at_path(program: &std::path::Path, argv: &[OsString]) -> io::Error {
    super::signals::restore_initial_sigpipe_and_sigxfsz();
    match ExecProgram::at_path(program, argv) {
        // SAFETY: nothing was started yet that would have to outlive this.
        Ok(mut program) => io::Error::from_raw_os_error(unsafe { program.exec() }),
        Err(error) => error,
    }
}

fn launch_child(
    program: ExecProgram,
    group: ProcessGroup,
    split: bool,
    screen: Option<(usize, usize)>,
    signals: &SignalHandlers,
) -> Result<Child, SpawnError> {
    let failed = |error: io::Error| SpawnError { error, code: ctx_model::error::code::FAILED };
    // Where no terminal is to be had, a pipe serves as well.
    let terminal = screen.and_then(|screen| open_pseudo_terminal(screen).ok());
    let (out, child_out) = terminal.map_or_else(|| create_pipe(false), Ok).map_err(failed)?;
    let (err, child_err) = match split {
        true => create_pipe(false).map(|(read, write)| (Some(read), Some(write))).map_err(failed)?,
        false => (None, None),
    };
    #[cfg(target_os = "linux")]
    for end in [Some(&out), err.as_ref()].into_iter().flatten() {
        // SAFETY: an advisory call on a descriptor we own.
        unsafe { libc::fcntl(end.as_raw_fd(), libc::F_SETPIPE_SZ, PIPE_SIZE) };
    }
    // Before the first byte: data that is already there has no order.
    let order = err.as_ref().and_then(|err| PipeWriteOrder::watch_pipes([&out, err]));
    let mut launch = ChildLaunch {
        program,
        signals,
        group,
        stdout: child_out.as_raw_fd(),
        stderr: child_err.as_ref().unwrap_or(&child_out).as_raw_fd(),
        #[cfg(target_os = "linux")]
        // SAFETY: getpid has no preconditions.
        parent: unsafe { libc::getpid() },
        error: 0,
    };
    let began = Instant::now();
    // SAFETY: between its birth and exec the child makes only async-signal-safe calls on memory prepared above.
    let pid = unsafe { fork_with_signals_blocked(|| clone_or_fork_child(&mut launch)) };
    if pid < 0 {
        return Err(failed(io::Error::last_os_error()));
    }
    drop((child_out, child_err));
    if launch.error != 0 {
        // SAFETY: reaps the child we just made.
        unsafe { libc::waitpid(pid, std::ptr::null_mut(), 0) };
        return Err(io::Error::from_raw_os_error(launch.error).into());
    }
    Ok(Child { pid, group, out, err, order, began })
}

/// Everything the child needs to become the command.
struct ChildLaunch<'a> {
    program: ExecProgram,
    signals: &'a SignalHandlers,
    group: ProcessGroup,
    stdout: RawFd,
    stderr: RawFd,
    #[cfg(target_os = "linux")]
    parent: libc::pid_t,
    /// Why the command could not be executed.
    error: i32,
}

impl ChildLaunch<'_> {
    /// Becomes the command; returns only when that fails, with `error` set. Async-signal-safe.
    unsafe fn become_command(&mut self) {
        // SAFETY: plain system calls; the caller is a fresh child.
        unsafe {
            match self.group {
                ProcessGroup::AsCtx { session: true } => {
                    libc::setsid();
                }
                ProcessGroup::Own | ProcessGroup::AsCtx { .. } => {
                    libc::setpgid(0, 0);
                }
                ProcessGroup::Terminal | ProcessGroup::Host => {}
            }
            if let ProcessGroup::AsCtx { .. } = self.group {
                LED.store(libc::getpid(), Ordering::Relaxed);
            }
            #[cfg(target_os = "linux")]
            {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                if libc::getppid() != self.parent {
                    // ctx was killed before the line above.
                    libc::_exit(137);
                }
            }
            if libc::dup2(self.stdout, 1) < 0 || libc::dup2(self.stderr, 2) < 0 {
                self.error = *errno_location();
                return;
            }
            // Last: blocked signals may arrive from here on.
            self.signals.restore_in_child();
            self.error = self.program.exec();
        }
    }
}

/// Makes the child. It shares our memory until it has become the command, and we wait until then: copying the page
/// tables for a fork would cost more than all else here. Returns its pid, or -1.
#[cfg(target_os = "linux")]
unsafe fn clone_or_fork_child(launch: &mut ChildLaunch<'_>) -> libc::pid_t {
    extern "C" fn run_in_child(launch: *mut libc::c_void) -> libc::c_int {
        // SAFETY: the pointer is the `ChildLaunch` of the parent, which waits and does not touch it.
        unsafe {
            (*launch.cast::<ChildLaunch<'_>>()).become_command();
            libc::_exit(127)
        }
    }
    let mut stack = vec![0u128; 4096];
    // SAFETY: the stack outlives the child's use of it: CLONE_VFORK holds us until exec or exit.
    unsafe {
        let top = stack.as_mut_ptr().add(stack.len()).cast();
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        libc::clone(run_in_child, top, flags, std::ptr::from_mut(launch).cast())
    }
}

/// Makes the child by a fork; the reason of a failure comes back through a pipe.
#[cfg(not(target_os = "linux"))]
unsafe fn clone_or_fork_child(launch: &mut ChildLaunch<'_>) -> libc::pid_t {
    let Ok((report, child_report)) = create_pipe(false) else { return -1 };
    // SAFETY: between fork and exec only async-signal-safe calls are made.
    unsafe {
        let pid = libc::fork();
        if pid == 0 {
            launch.become_command();
            libc::write(child_report.as_raw_fd(), launch.error.to_ne_bytes().as_ptr().cast(), 4);
            libc::_exit(127);
        }
        drop(child_report);
        let mut number = [0u8; 4];
        if pid > 0 && libc::read(report.as_raw_fd(), number.as_mut_ptr().cast(), 4) == 4 {
            launch.error = i32::from_ne_bytes(number);
        }
        pid
    }
}

/// True in the foreground of a terminal: a child in another group would be stopped as soon as it reads from
/// the terminal (a password prompt does so even when stdin is none), and ctrl-C would not reach it.
fn is_in_terminal_foreground() -> bool {
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

/// The program to execute, prepared before the fork: afterwards nothing may allocate.
struct ExecProgram {
    /// Paths to try, in the order of `PATH`.
    candidates: Vec<CString>,
    _words: Vec<CString>,
    argv: Vec<*const libc::c_char>,
    /// `/bin/sh`, a slot for the script's path, the arguments.
    shell_argv: Vec<*const libc::c_char>,
}

fn c_string(bytes: impl Into<Vec<u8>>) -> io::Result<CString> {
    CString::new(bytes).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}

fn c_strings(words: &[OsString]) -> io::Result<Vec<CString>> {
    words.iter().map(|word| c_string(word.as_bytes())).collect()
}

impl ExecProgram {
    fn find_on_path(argv: &[OsString]) -> io::Result<ExecProgram> {
        let words = c_strings(argv)?;
        let name =
            argv.first().filter(|name| !name.is_empty()).ok_or_else(|| io::Error::from_raw_os_error(libc::ENOENT))?;
        let candidates = if name.as_bytes().contains(&b'/') {
            vec![words[0].clone()]
        } else {
            let path = std::env::var_os("PATH").unwrap_or_else(|| OsString::from("/usr/local/bin:/usr/bin:/bin"));
            let candidate = |dir: &[u8]| {
                let dir = if dir.is_empty() { b"." } else { dir };
                c_string([dir, b"/", name.as_bytes()].concat())
            };
            let mut there = Vec::new();
            for dir in path.as_bytes().split(|&byte| byte == b':') {
                let candidate = candidate(dir)?;
                // A directory of that name is not a command: shells look further.
                let file = std::fs::metadata(OsStr::from_bytes(candidate.as_bytes()));
                if file.is_ok_and(|file| !file.is_dir()) {
                    // SAFETY: a plain query about a C string.
                    let executable = unsafe { libc::access(candidate.as_ptr(), libc::X_OK) } == 0;
                    there.push(candidate);
                    if executable {
                        break;
                    }
                }
            }
            there
        };
        Ok(ExecProgram::with_candidates(candidates, words))
    }

    /// The program in this file, under the name in `argv[0]`.
    fn at_path(path: &std::path::Path, argv: &[OsString]) -> io::Result<ExecProgram> {
        Ok(ExecProgram::with_candidates(vec![c_string(path.as_os_str().as_bytes())?], c_strings(argv)?))
    }

    fn with_candidates(candidates: Vec<CString>, words: Vec<CString>) -> ExecProgram {
        let end = std::ptr::null();
        let argv: Vec<_> = words.iter().map(|word| word.as_ptr()).chain([end]).collect();
        let shell_argv = [c"/bin/sh".as_ptr(), end].into_iter().chain(argv[1..].iter().copied()).collect();
        ExecProgram { candidates, _words: words, argv, shell_argv }
    }

    /// Becomes the program, or returns the error number. Async-signal-safe.
    unsafe fn exec(&mut self) -> i32 {
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
                        if is_text_script(candidate.as_ptr()) {
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
unsafe fn is_text_script(path: *const libc::c_char) -> bool {
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
