//! The few system calls that differ between platforms.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::{Command, Stdio};

/// Where this thread's error number lives. Async-signal-safe.
pub fn errno_location() -> *mut libc::c_int {
    // SAFETY: both calls only return a valid pointer.
    #[cfg(target_os = "linux")]
    return unsafe { libc::__errno_location() };
    #[cfg(not(target_os = "linux"))]
    return unsafe { libc::__error() };
}

/// A pipe that no child inherits. `nonblocking` is for both ends.
pub fn create_pipe(nonblocking: bool) -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: the call fills both numbers, which nobody else owns yet.
    unsafe {
        #[cfg(target_os = "linux")]
        let made = libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | if nonblocking { libc::O_NONBLOCK } else { 0 });
        #[cfg(not(target_os = "linux"))]
        let made = {
            let made = libc::pipe(ends.as_mut_ptr());
            if made == 0 {
                for end in ends {
                    libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC);
                    if nonblocking {
                        libc::fcntl(end, libc::F_SETFL, libc::O_NONBLOCK);
                    }
                }
            }
            made
        };
        if made != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])))
    }
}

/// A pseudo-terminal of this many columns and rows: the end that is read, and the end a child writes to. It passes bytes
/// on as they are.
pub fn open_pseudo_terminal((columns, rows): (usize, usize)) -> io::Result<(OwnedFd, OwnedFd)> {
    let size = libc::winsize {
        ws_row: u16::try_from(rows).unwrap_or(u16::MAX),
        ws_col: u16::try_from(columns).unwrap_or(u16::MAX),
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let (mut master, mut slave) = (0, 0);
    // SAFETY: the first call fills both numbers, which nobody else owns yet; the others work on them.
    unsafe {
        // Some systems declare the last argument as mutable; none changes it.
        let size = std::ptr::from_ref(&size).cast_mut();
        if libc::openpty(&mut master, &mut slave, std::ptr::null_mut(), std::ptr::null_mut(), size) != 0 {
            return Err(io::Error::last_os_error());
        }
        let ends = (OwnedFd::from_raw_fd(master), OwnedFd::from_raw_fd(slave));
        for end in [master, slave] {
            libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC);
        }
        let mut mode: libc::termios = std::mem::zeroed();
        if libc::tcgetattr(slave, &mut mode) != 0 {
            return Err(io::Error::last_os_error());
        }
        libc::cfmakeraw(&mut mode);
        if libc::tcsetattr(slave, libc::TCSANOW, &mode) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(ends)
    }
}

/// Memory that ctx may need beside a command: a store, a digest, its threads.
const ROOM: usize = 16 << 20;

/// Fails if a limit (`ulimit -v`) leaves less than ctx may need: a later failed allocation would end it, and the output
/// with it.
pub fn check_memory_room() -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: fills the struct; the mapping is new, never touched and given back.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_AS, &mut limit) != 0 || limit.rlim_cur == libc::RLIM_INFINITY {
            return Ok(());
        }
        let free =
            libc::mmap(std::ptr::null_mut(), ROOM, libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0);
        if free == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        libc::munmap(free, ROOM);
    }
    Ok(())
}

/// Lets everybody else go first: for work in this thread that nobody waits for.
pub fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    // SAFETY: sets the nice value of the calling thread only; failing changes nothing. `gettid` itself is missing in
    // glibc before 2.30.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, libc::syscall(libc::SYS_gettid) as libc::id_t, 15);
    }
}

/// Makes the process end when the thread that starts it is gone.
pub fn kill_child_when_parent_dies(command: &mut std::process::Command) {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        // SAFETY: one system call between fork and exec.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
                Ok(())
            });
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = command;
}

/// Starts this program with other arguments, to go on when this process has ended. Where that fails, a later command does
/// the work.
pub fn start_ctx_in_background(cwd: &std::path::Path, args: &[&str]) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    command.args(args).current_dir(cwd).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    detach_process(&mut command);
    let _ = command.spawn();
}

/// Makes the process nobody's child: it goes on when we, our terminal and our group are gone. It holds no file that we were
/// started with: whoever reads a pipe of ours to its end does not wait for it.
fn detach_process(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    /// Files that a caller leaves open have low numbers.
    const FILES: libc::c_int = 256;
    // SAFETY: system calls only between fork and exec; files are closed by exec itself, and numbers of none are refused.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            for file in 3..FILES {
                libc::fcntl(file, libc::F_SETFD, libc::FD_CLOEXEC);
            }
            Ok(())
        });
    }
}
