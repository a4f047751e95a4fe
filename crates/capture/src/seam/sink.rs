//! The descriptors that the host reads, and the bytes on their way there: whole and in order.

use std::os::fd::RawFd;
use std::time::{Duration, Instant};

/// Time between two looks whether a host has read something.
const LOOK: Duration = Duration::from_micros(150);

/// stdout or stderr of this process.
#[derive(Clone, Copy, Debug)]
pub struct OutputSink {
    fd: RawFd,
    /// Nobody reads it any more.
    gone: bool,
    /// It is a pipe or a socket, which reports when its reader is gone.
    tells: bool,
}

impl OutputSink {
    pub fn new(fd: RawFd) -> OutputSink {
        let kind = descriptor_status(fd).map_or(0, |status| status.st_mode & libc::S_IFMT);
        OutputSink { fd, gone: false, tells: kind == libc::S_IFIFO || kind == libc::S_IFSOCK }
    }

    pub fn descriptor_to_watch(&self) -> Option<RawFd> {
        self.tells.then_some(self.fd)
    }

    /// Writes all of it. False when nobody reads it any more.
    pub fn write(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() && !self.gone {
            // SAFETY: the pointer and length describe `bytes`.
            let wrote = unsafe { libc::write(self.fd, bytes.as_ptr().cast(), bytes.len()) };
            match usize::try_from(wrote) {
                Ok(wrote) => bytes = &bytes[wrote..],
                Err(_) => match std::io::Error::last_os_error().kind() {
                    std::io::ErrorKind::Interrupted => {}
                    std::io::ErrorKind::WouldBlock => wait_until_writable(self.fd),
                    _ => self.gone = true,
                },
            }
        }
        !self.gone
    }

    /// Waits until its reader has taken everything, at most this long. Returns the time that it took.
    pub fn wait_until_read(&self, at_most: Duration) -> Duration {
        let began = Instant::now();
        while self.tells
            && !self.gone
            && count_unread_bytes(self.fd).is_some_and(|bytes| bytes > 0)
            && began.elapsed() < at_most
        {
            std::thread::sleep(LOOK);
        }
        began.elapsed()
    }
}

/// The bytes that were written and not read yet, where the system says it.
fn count_unread_bytes(fd: RawFd) -> Option<i32> {
    let mut bytes: libc::c_int = 0;
    let kind = descriptor_status(fd)?.st_mode & libc::S_IFMT;
    let question = if kind == libc::S_IFSOCK { libc::TIOCOUTQ } else { libc::FIONREAD };
    // SAFETY: the call fills one number.
    (unsafe { libc::ioctl(fd, question, &mut bytes) } == 0).then_some(bytes)
}

fn wait_until_writable(fd: RawFd) {
    let mut wanted = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
    // SAFETY: the pointer and length describe one descriptor.
    unsafe { libc::poll(&mut wanted, 1, -1) };
}

fn descriptor_status(fd: RawFd) -> Option<libc::stat> {
    // SAFETY: fills a zeroed struct; a descriptor that is not open is an error.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        (libc::fstat(fd, &mut status) == 0).then_some(status)
    }
}

/// Whether two descriptors lead to the same place, so that the order of writes to both is visible there.
pub fn are_same_file(one: RawFd, other: RawFd) -> bool {
    match (descriptor_status(one), descriptor_status(other)) {
        (Some(one), Some(other)) => {
            (one.st_dev, one.st_ino, one.st_rdev) == (other.st_dev, other.st_ino, other.st_rdev)
        }
        _ => false,
    }
}

/// Whether a person reads there.
pub fn is_terminal(fd: RawFd) -> bool {
    // SAFETY: a plain query.
    unsafe { libc::isatty(fd) == 1 }
}

/// Whether a program may read it: it is open, no terminal and not `/dev/null`.
pub fn is_read_by_program(fd: RawFd) -> bool {
    let Some(one) = descriptor_status(fd) else { return false };
    let is_null = || {
        let null = std::fs::File::open("/dev/null").ok();
        let null = null.and_then(|null| descriptor_status(std::os::fd::AsRawFd::as_raw_fd(&null)));
        null.is_some_and(|null| null.st_rdev == one.st_rdev)
    };
    // Only a device can be one of the two.
    one.st_mode & libc::S_IFMT != libc::S_IFCHR || !(is_terminal(fd) || is_null())
}

/// Whether a descriptor is of this kind.
fn has_file_type(fd: RawFd, kind: libc::mode_t) -> bool {
    descriptor_status(fd).is_some_and(|status| status.st_mode & libc::S_IFMT == kind)
}

pub fn is_pipe_or_socket(fd: RawFd) -> bool {
    has_file_type(fd, libc::S_IFIFO) || has_file_type(fd, libc::S_IFSOCK)
}

pub fn is_regular_file(fd: RawFd) -> bool {
    has_file_type(fd, libc::S_IFREG)
}

/// The device and inode of an open file or pipe.
#[cfg(target_os = "linux")]
pub fn device_and_inode(fd: RawFd) -> Option<(u64, u64)> {
    descriptor_status(fd).map(|status| (status.st_dev, status.st_ino))
}

/// A pipe without a name in a directory: its device is none.
#[cfg(not(target_os = "linux"))]
pub fn is_unnamed_pipe(fd: RawFd) -> bool {
    has_file_type(fd, libc::S_IFIFO) && descriptor_status(fd).is_some_and(|status| status.st_dev == 0)
}

/// The process that made a pair of sockets; none for anything but a socket, 0 if it is unknown.
pub fn socket_peer_pid(fd: RawFd) -> Option<u32> {
    has_file_type(fd, libc::S_IFSOCK)
        .then(|| socket_creator_pid(fd).and_then(|pid| u32::try_from(pid).ok()).unwrap_or(0))
}

#[cfg(target_os = "linux")]
fn socket_creator_pid(fd: RawFd) -> Option<i32> {
    let mut told = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut size = size_of::<libc::ucred>() as libc::socklen_t;
    let into = std::ptr::from_mut(&mut told).cast();
    // SAFETY: the pointer and size describe `told`.
    let done = unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_PEERCRED, into, &mut size) };
    (done == 0).then_some(told.pid)
}

#[cfg(not(target_os = "linux"))]
fn socket_creator_pid(fd: RawFd) -> Option<i32> {
    let mut pid: libc::pid_t = 0;
    let mut size = size_of::<libc::pid_t>() as libc::socklen_t;
    let into = std::ptr::from_mut(&mut pid).cast();
    // SAFETY: the pointer and size describe `pid`.
    let done = unsafe { libc::getsockopt(fd, libc::SOL_LOCAL, libc::LOCAL_PEERPID, into, &mut size) };
    (done == 0).then_some(pid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    #[test]
    fn places_are_told_apart() {
        let (read, write) = crate::sys::create_pipe(false).unwrap();
        let other = write.try_clone().unwrap();
        let file = tempfile::tempfile().unwrap();
        let null = std::fs::File::open("/dev/null").unwrap();
        assert!(are_same_file(write.as_raw_fd(), other.as_raw_fd()));
        assert!(!are_same_file(write.as_raw_fd(), file.as_raw_fd()) && !are_same_file(-1, -1));
        assert!(is_read_by_program(write.as_raw_fd()) && is_read_by_program(file.as_raw_fd()));
        assert!(!is_read_by_program(null.as_raw_fd()) && !is_read_by_program(-1));
        assert!(
            OutputSink::new(write.as_raw_fd()).descriptor_to_watch().is_some()
                && OutputSink::new(file.as_raw_fd()).descriptor_to_watch().is_none()
        );
        drop(read);
    }
}
