//! The descriptors that the host reads, and the bytes on their way there: whole and in order.

use std::os::fd::RawFd;

/// stdout or stderr of this process.
#[derive(Clone, Copy, Debug)]
pub struct Sink {
    fd: RawFd,
    /// Nobody reads it any more.
    gone: bool,
    /// It is a pipe or a socket, which reports when its reader is gone.
    tells: bool,
}

impl Sink {
    pub fn new(fd: RawFd) -> Sink {
        let kind = status(fd).map_or(0, |status| status.st_mode & libc::S_IFMT);
        Sink { fd, gone: false, tells: kind == libc::S_IFIFO || kind == libc::S_IFSOCK }
    }

    pub fn watched(&self) -> Option<RawFd> {
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
                    std::io::ErrorKind::WouldBlock => wait_for_room(self.fd),
                    _ => self.gone = true,
                },
            }
        }
        !self.gone
    }
}

fn wait_for_room(fd: RawFd) {
    let mut wanted = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
    // SAFETY: the pointer and length describe one descriptor.
    unsafe { libc::poll(&mut wanted, 1, -1) };
}

fn status(fd: RawFd) -> Option<libc::stat> {
    // SAFETY: fills a zeroed struct; a descriptor that is not open is an error.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        (libc::fstat(fd, &mut status) == 0).then_some(status)
    }
}

/// Whether two descriptors lead to the same place, so that the order of writes to both is visible there.
pub fn are_one(one: RawFd, other: RawFd) -> bool {
    match (status(one), status(other)) {
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
    let is_null = || {
        let null = std::fs::metadata("/dev/null").map(|meta| std::os::unix::fs::MetadataExt::rdev(&meta)).ok();
        status(fd).is_some_and(|status| {
            status.st_mode & libc::S_IFMT == libc::S_IFCHR && null.is_some_and(|null| null == status.st_rdev)
        })
    };
    !is_terminal(fd) && status(fd).is_some() && !is_null()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    #[test]
    fn places_are_told_apart() {
        let (read, write) = crate::capture::sys::pipe(false).unwrap();
        let other = write.try_clone().unwrap();
        let file = tempfile::tempfile().unwrap();
        let null = std::fs::File::open("/dev/null").unwrap();
        assert!(are_one(write.as_raw_fd(), other.as_raw_fd()));
        assert!(!are_one(write.as_raw_fd(), file.as_raw_fd()) && !are_one(-1, -1));
        assert!(is_read_by_program(write.as_raw_fd()) && is_read_by_program(file.as_raw_fd()));
        assert!(!is_read_by_program(null.as_raw_fd()) && !is_read_by_program(-1));
        assert!(Sink::new(write.as_raw_fd()).watched().is_some() && Sink::new(file.as_raw_fd()).watched().is_none());
        drop(read);
    }
}
