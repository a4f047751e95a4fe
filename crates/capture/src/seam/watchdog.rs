//! The shell leads a process group of its own, as it would without ctx, so that `kill -- -$$` and `kill 0` mean what they
//! say. A host that signals ctx's group must reach that one too: ctx passes signals on, and where it cannot (it was
//! killed, or it has ended and jobs go on) two small processes do.

use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::atomic::Ordering;

use super::members::is_group_alive;
use crate::signals::fork_with_signals_blocked;
use crate::spawn::LED;
use crate::sys;

/// Time between two looks whether the shell's group still lives.
const LONGEST_WAIT_MS: u32 = 400;

/// Jobs that got a signal are looked at this often before they count as living.
const DYING: usize = 10;

/// Kills the shell's group as soon as ctx is gone without having dismissed it.
pub struct Watchdog {
    pid: libc::pid_t,
    /// The other end is the watchdog's. It is open in ctx only.
    line: OwnedFd,
    relieved: bool,
}

impl Watchdog {
    /// A process in a group or session of its own, which no signal to ctx's group reaches. It watches over the group that
    /// the shell notes. None if there is no room for it.
    pub fn start() -> Option<Watchdog> {
        let (heard, line) = sys::create_pipe(false).ok()?;
        // SAFETY: the child makes only async-signal-safe calls and never returns.
        let pid = unsafe { fork_with_signals_blocked(|| start_watchdog_process(heard.as_raw_fd())) };
        // Before the shell starts: on a busy machine the watchdog itself may come to it only after ctx was killed.
        if pid > 0 {
            // SAFETY: a plain system call; it fails if the watchdog has a session already.
            unsafe { libc::setpgid(pid, pid) };
        }
        (pid > 0).then_some(Watchdog { pid, line, relieved: false })
    }

    /// The shell has ended: its watchdog may go, unless jobs of its group go on.
    pub fn dismiss_unless_group_lives(&mut self, group: libc::pid_t) {
        if !is_group_alive(group) {
            send_dismissal(self.line.as_raw_fd());
            self.relieved = true;
        }
    }

    /// ctx is about to end. Where jobs of the shell's group go on, a process stays in ctx's group for them. `killed`: a signal
    /// ended the shell, and may be about to end its jobs as well.
    pub fn dismiss_or_fork_signal_relay(watchdog: Option<Watchdog>, group: libc::pid_t, killed: bool) {
        for _ in 0..if killed { DYING } else { 0 } {
            if !is_group_alive(group) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        if watchdog.as_ref().is_some_and(|watchdog| watchdog.relieved) || !is_group_alive(group) {
            if let Some(watchdog) = watchdog {
                watchdog.dismiss();
            }
            return;
        }
        let Some(watchdog) = watchdog.or_else(Watchdog::start) else { return };
        // SAFETY: as above.
        match unsafe { fork_with_signals_blocked(|| libc::fork()) } {
            // SAFETY: in the child.
            0 => unsafe { relay_signals_to_group(group, watchdog.line.as_raw_fd()) },
            pid if pid > 0 => {}
            _ => watchdog.dismiss(),
        }
    }

    pub fn dismiss(self) {
        if !self.relieved {
            send_dismissal(self.line.as_raw_fd());
        }
        // SAFETY: waits for a process that was started above and is about to end.
        unsafe { libc::waitpid(self.pid, std::ptr::null_mut(), 0) };
    }
}

/// Starts the watchdog. It shares ctx's memory: copying the page tables, and every page that ctx writes to afterwards, would
/// cost more than all else here. It has a stack of its own and touches nothing else.
#[cfg(target_os = "linux")]
fn start_watchdog_process(heard: libc::c_int) -> libc::pid_t {
    extern "C" fn run_watchdog(heard: *mut libc::c_void) -> libc::c_int {
        // SAFETY: this is a fresh child.
        unsafe { kill_group_when_ctx_ends(heard as libc::c_int) }
    }
    let stack: &'static mut [u128] = Box::leak(vec![0u128; 1024].into_boxed_slice());
    // SAFETY: the stack is never freed; the argument is a number.
    unsafe {
        let top = stack.as_mut_ptr().add(stack.len()).cast();
        libc::clone(run_watchdog, top, libc::CLONE_VM | libc::SIGCHLD, heard as usize as *mut libc::c_void)
    }
}

#[cfg(not(target_os = "linux"))]
fn start_watchdog_process(heard: libc::c_int) -> libc::pid_t {
    // SAFETY: the child makes only async-signal-safe calls and never returns.
    unsafe {
        match libc::fork() {
            0 => kill_group_when_ctx_ends(heard),
            pid => pid,
        }
    }
}

fn send_dismissal(line: libc::c_int) {
    // SAFETY: writes one byte.
    unsafe { libc::write(line, b"x".as_ptr().cast(), 1) };
}

/// Waits until ctx says that all is well, or is gone. Async-signal-safe.
///
/// # Safety
/// Only in a fresh child.
unsafe fn kill_group_when_ctx_ends(heard: libc::c_int) -> ! {
    // SAFETY: plain system calls on this process.
    unsafe {
        libc::setsid();
        libc::dup2(heard, 0);
        close_descriptors_from(1);
        let mut byte = 0u8;
        loop {
            match libc::read(0, std::ptr::from_mut(&mut byte).cast(), 1) {
                0 => {
                    let group = LED.load(Ordering::Relaxed);
                    if group > 1 {
                        libc::kill(-group, libc::SIGKILL);
                    }
                    libc::_exit(0);
                }
                1 => libc::_exit(0),
                _ => {}
            }
        }
    }
}

/// Stays in ctx's group as long as the other one lives, and passes signals on to it. Async-signal-safe.
///
/// # Safety
/// Only in a freshly forked child.
unsafe fn relay_signals_to_group(group: libc::pid_t, line: libc::c_int) -> ! {
    // SAFETY: plain system calls on this process.
    unsafe {
        libc::dup2(line, 0);
        close_descriptors_from(1);
        let mut all: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        // A group that was told to end is mostly gone in a moment.
        let mut wait_ms = 1;
        while is_group_alive(group) {
            let signal = wait_for_signal(&all, wait_ms);
            wait_ms = (wait_ms * 2).min(LONGEST_WAIT_MS);
            if signal > 0 && signal != libc::SIGCHLD {
                libc::kill(-group, signal);
            }
        }
        send_dismissal(0);
        libc::_exit(0)
    }
}

/// The signal that comes within some time, or 0 or less.
///
/// # Safety
/// All signals must be blocked.
#[cfg(target_os = "linux")]
unsafe fn wait_for_signal(all: &libc::sigset_t, wait_ms: u32) -> libc::c_int {
    let time = libc::timespec { tv_sec: 0, tv_nsec: libc::c_long::from(wait_ms as i32) * 1_000_000 };
    // SAFETY: both pointers are valid; no information is asked for.
    unsafe { libc::sigtimedwait(all, std::ptr::null_mut(), &time) }
}

/// The same by asking which signals wait.
///
/// # Safety
/// All signals must be blocked.
#[cfg(not(target_os = "linux"))]
unsafe fn wait_for_signal(all: &libc::sigset_t, wait_ms: u32) -> libc::c_int {
    // SAFETY: fills a set and takes one of the signals in it.
    unsafe {
        let mut waiting: libc::sigset_t = std::mem::zeroed();
        libc::sigpending(&mut waiting);
        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGQUIT, libc::SIGUSR1, libc::SIGUSR2] {
            if libc::sigismember(&waiting, signal) == 1 {
                let mut got = 0;
                libc::sigwait(all, &mut got);
                return got;
            }
        }
        libc::usleep(wait_ms * 1000);
        0
    }
}

/// Closes every descriptor from this number on. Async-signal-safe.
///
/// # Safety
/// Nothing may use these descriptors afterwards.
unsafe fn close_descriptors_from(first: libc::c_int) {
    // SAFETY: as the caller promises.
    unsafe {
        #[cfg(target_os = "linux")]
        if libc::syscall(libc::SYS_close_range, first, libc::c_int::MAX, 0) == 0 {
            return;
        }
        for fd in first..1024 {
            libc::close(fd);
        }
    }
}
