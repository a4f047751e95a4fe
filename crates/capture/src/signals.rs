//! Signals of ctx itself while a child runs: those the child must inherit ignored, and a pipe that reports arrivals.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicI32, Ordering};

use super::sys::{create_pipe, errno_location};

/// Passed on to the child.
const FORWARDED: [i32; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];
/// These too, if ctx runs in a shell's place: they are meant for the shell alone, which may have a trap for them.
const FOR_A_SHELL: &[i32] = &[
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGWINCH,
    libc::SIGALRM,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGIO,
    #[cfg(target_os = "linux")]
    libc::SIGPWR,
    #[cfg(target_os = "linux")]
    libc::SIGSTKFLT,
];

/// Whether a signal that ctx got in a shell's place is meant for the shell and all its jobs.
pub fn is_signal_for_whole_group(signal: i32) -> bool {
    !FOR_A_SHELL.contains(&signal)
}

static WRITE_END: AtomicI32 = AtomicI32::new(-1);
static SIGPIPE_AT_START: AtomicI32 = AtomicI32::new(0);
static SIGXFSZ_AT_START: AtomicI32 = AtomicI32::new(0);

/// Rust's runtime ignores SIGPIPE before `main`; the child must inherit the state that ctx was started with.
extern "C" fn save_initial_sigpipe_and_sigxfsz() {
    SIGPIPE_AT_START.store(i32::from(is_signal_ignored(libc::SIGPIPE)), Ordering::Relaxed);
    SIGXFSZ_AT_START.store(i32::from(is_signal_ignored(libc::SIGXFSZ)), Ordering::Relaxed);
}

/// Makes a file size limit (`ulimit -f`) a failed write like any other, not the end of ctx and of the output it holds.
/// The program calls this first; a library has no say in it.
pub fn ignore_file_size_signal() {
    // SAFETY: sets one disposition before anything else runs.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static BEFORE_MAIN: extern "C" fn() = save_initial_sigpipe_and_sigxfsz;

/// A signal that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalArrival {
    /// The child may have ended.
    Child,
    /// A signal to pass on. `from_terminal`: the whole foreground group has it already.
    Forward { signal: i32, from_terminal: bool },
}

extern "C" fn write_signal_to_pipe(signal: i32, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    // SAFETY: only async-signal-safe calls; the kernel hands a valid siginfo; errno is put back.
    unsafe {
        let saved = *errno_location();
        let from_kernel = !info.is_null() && (*info).si_code > 0;
        let message = [signal as u8, u8::from(from_kernel)];
        libc::write(WRITE_END.load(Ordering::Relaxed), message.as_ptr().cast(), 2);
        *errno_location() = saved;
    }
}

/// Handlers installed while a child runs.
pub struct SignalHandlers {
    read_end: OwnedFd,
    _write_end: OwnedFd,
    caught: Vec<i32>,
    /// The child must start with SIGCHLD ignored, as ctx did.
    chld_was_ignored: bool,
    /// The signal mask ctx was started with.
    mask: libc::sigset_t,
}

impl SignalHandlers {
    pub fn install() -> io::Result<SignalHandlers> {
        SignalHandlers::install_for_forwarded_and(&[])
    }

    /// For a child that ctx was started in place of.
    pub fn install_for_shell() -> io::Result<SignalHandlers> {
        SignalHandlers::install_for_forwarded_and(FOR_A_SHELL)
    }

    fn install_for_forwarded_and(more: &[i32]) -> io::Result<SignalHandlers> {
        let (read_end, write_end) = create_pipe(true)?;
        WRITE_END.store(write_end.as_raw_fd(), Ordering::Relaxed);
        let mut caught = Vec::new();
        for signal in FORWARDED.into_iter().chain(more.iter().copied()) {
            // Ignored by ctx's caller (nohup, a background job): it stays ignored, in ctx and in the child, as in every
            // shell. A command must not die of a signal that its caller shielded it from.
            if !is_signal_ignored(signal) {
                install_handler(signal)?;
                caught.push(signal);
            }
        }
        let chld_was_ignored = is_signal_ignored(libc::SIGCHLD);
        install_handler(libc::SIGCHLD)?;
        // Blocked by whoever started us, the child's end would never be heard of. The child gets the mask as it was.
        // SAFETY: fills one set, unblocks one signal and asks for the mask as it was.
        let mask = unsafe {
            let mut mask: libc::sigset_t = std::mem::zeroed();
            let mut child: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut child);
            libc::sigaddset(&mut child, libc::SIGCHLD);
            libc::pthread_sigmask(libc::SIG_UNBLOCK, &child, &mut mask);
            mask
        };
        Ok(SignalHandlers { read_end, _write_end: write_end, caught, chld_was_ignored, mask })
    }

    pub fn wake_descriptor(&self) -> RawFd {
        self.read_end.as_raw_fd()
    }

    pub fn take_arrived_signals(&self) -> Vec<SignalArrival> {
        let mut buffer = [0u8; 64];
        // SAFETY: reads into `buffer`, at most its length.
        let got = unsafe { libc::read(self.wake_descriptor(), buffer.as_mut_ptr().cast(), buffer.len()) };
        let Ok(got) = usize::try_from(got) else {
            let nothing =
                matches!(io::Error::last_os_error().kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted);
            // The arrived signals cannot be known any more; whether the child ended can be checked.
            return if nothing { Vec::new() } else { vec![SignalArrival::Child] };
        };
        buffer[..got]
            .chunks_exact(2)
            .map(|pair| match i32::from(pair[0]) {
                libc::SIGCHLD => SignalArrival::Child,
                signal => {
                    // A terminal that hangs up tells the leader of its session alone.
                    let alone = signal == libc::SIGHUP && is_session_leader();
                    // The kernel sends others for a timer or a file of this process alone.
                    let of_terminals = [libc::SIGINT, libc::SIGQUIT, libc::SIGHUP, libc::SIGWINCH].contains(&signal);
                    SignalArrival::Forward { signal, from_terminal: pair[1] == 1 && of_terminals && !alone }
                }
            })
            .collect()
    }

    /// In the child, between fork and exec: dispositions as they were when ctx started. Async-signal-safe.
    ///
    /// # Safety
    /// Only to be called in a freshly forked child.
    pub unsafe fn restore_in_child(&self) {
        // SAFETY: signal() is async-signal-safe.
        unsafe {
            for &signal in &self.caught {
                libc::signal(signal, libc::SIG_DFL);
            }
            libc::signal(libc::SIGCHLD, if self.chld_was_ignored { libc::SIG_IGN } else { libc::SIG_DFL });
            restore_initial_sigpipe_and_sigxfsz();
            libc::pthread_sigmask(libc::SIG_SETMASK, &self.mask, std::ptr::null_mut());
        }
    }
}

fn is_session_leader() -> bool {
    // SAFETY: two plain queries.
    unsafe { libc::getsid(0) == libc::getpid() }
}

fn is_signal_ignored(signal: i32) -> bool {
    // SAFETY: a plain query into a zeroed struct.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
    }
}

fn install_handler(signal: i32) -> io::Result<()> {
    // SAFETY: the handler only makes async-signal-safe calls.
    let result = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = write_signal_to_pipe as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART | libc::SA_NOCLDSTOP;
        libc::sigaction(signal, &action, std::ptr::null_mut())
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Dispositions as they were when ctx was started, for a program that this process becomes. Async-signal-safe.
pub fn restore_initial_sigpipe_and_sigxfsz() {
    for (signal, was) in [(libc::SIGPIPE, &SIGPIPE_AT_START), (libc::SIGXFSZ, &SIGXFSZ_AT_START)] {
        let ignored = was.load(Ordering::Relaxed) == 1;
        // SAFETY: sets one disposition.
        unsafe { libc::signal(signal, if ignored { libc::SIG_IGN } else { libc::SIG_DFL }) };
    }
}

/// Ends this process as `signal` would have, without leaving a core dump of ctx.
pub fn die_by_signal(signal: i32) -> ! {
    // SAFETY: resets one disposition, unblocks one signal and raises it.
    unsafe {
        let limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &limit);
        libc::signal(signal, libc::SIG_DFL);
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &set, std::ptr::null_mut());
        libc::raise(signal);
        libc::_exit(128 + signal)
    }
}

/// Makes a process in which all signals are blocked: ctx's handlers must not run there.
///
/// # Safety
/// The child may make only async-signal-safe calls.
pub unsafe fn fork_with_signals_blocked(make: impl FnOnce() -> libc::pid_t) -> libc::pid_t {
    // SAFETY: sets the mask, and sets it again in the parent.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let pid = make();
        if pid != 0 {
            libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        }
        pid
    }
}
