//! Which of two pipes was written to first, if both have something to read: the kernel keeps that order. Repeated
//! writes to both between two looks have no order for a reader of two pipes.

use std::io;
use std::os::fd::OwnedFd;
use std::os::fd::{AsRawFd, FromRawFd};

/// The order in which pipes became readable.
pub struct PipeWriteOrder(OwnedFd);
/// Two pipes are watched; more room costs nothing.
const MOST: usize = 4;

#[cfg(target_os = "linux")]
impl PipeWriteOrder {
    /// None if the system does not support it.
    pub fn watch_pipes<'a>(pipes: impl IntoIterator<Item = &'a OwnedFd>) -> Option<PipeWriteOrder> {
        // SAFETY: a new descriptor, which is ours alone.
        let order = unsafe {
            let fd = libc::epoll_create1(libc::EPOLL_CLOEXEC);
            if fd < 0 {
                return None;
            }
            OwnedFd::from_raw_fd(fd)
        };
        for (at, pipe) in pipes.into_iter().enumerate() {
            // Edge-triggered, once for each write; otherwise a pipe that was read would keep its old place.
            let mut event = libc::epoll_event { events: (libc::EPOLLIN | libc::EPOLLET) as u32, u64: at as u64 };
            // SAFETY: both descriptors are open and the struct is ours.
            let done = unsafe { libc::epoll_ctl(order.as_raw_fd(), libc::EPOLL_CTL_ADD, pipe.as_raw_fd(), &mut event) };
            if done < 0 {
                return None;
            }
        }
        Some(PipeWriteOrder(order))
    }

    /// The pipes that were written to since the last look, by their index, the first first.
    pub fn take_written_pipes(&self) -> io::Result<Vec<usize>> {
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; MOST];
        // SAFETY: the pointer and length describe `events`; it does not wait.
        let got = unsafe { libc::epoll_wait(self.0.as_raw_fd(), events.as_mut_ptr(), MOST as i32, 0) };
        let got = usize::try_from(got).map_err(|_| io::Error::last_os_error())?;
        Ok(events[..got].iter().map(|event| event.u64 as usize).collect())
    }
}

/// The same with kqueue, which hands out events in the order in which they became active.
#[cfg(not(target_os = "linux"))]
impl PipeWriteOrder {
    pub fn watch_pipes<'a>(pipes: impl IntoIterator<Item = &'a OwnedFd>) -> Option<PipeWriteOrder> {
        // SAFETY: a new descriptor, which is ours alone.
        let order = unsafe {
            let fd = libc::kqueue();
            if fd < 0 {
                return None;
            }
            libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC);
            OwnedFd::from_raw_fd(fd)
        };
        for (at, pipe) in pipes.into_iter().enumerate() {
            let mut change = zeroed_kevent();
            change.ident = pipe.as_raw_fd() as libc::uintptr_t;
            change.filter = libc::EVFILT_READ;
            change.flags = libc::EV_ADD | libc::EV_CLEAR;
            change.udata = at as *mut libc::c_void;
            // SAFETY: one change is given, and no events are asked for.
            let done =
                unsafe { libc::kevent(order.as_raw_fd(), &change, 1, std::ptr::null_mut(), 0, std::ptr::null()) };
            if done < 0 {
                return None;
            }
        }
        Some(PipeWriteOrder(order))
    }

    pub fn take_written_pipes(&self) -> io::Result<Vec<usize>> {
        let mut events = [zeroed_kevent(); MOST];
        let now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let room = events.len() as libc::c_int;
        // SAFETY: the pointer and length describe `events`; it does not wait.
        let got = unsafe { libc::kevent(self.0.as_raw_fd(), std::ptr::null(), 0, events.as_mut_ptr(), room, &now) };
        let got = usize::try_from(got).map_err(|_| io::Error::last_os_error())?;
        Ok(events[..got].iter().map(|event| event.udata as usize).collect())
    }
}

#[cfg(not(target_os = "linux"))]
fn zeroed_kevent() -> libc::kevent {
    // SAFETY: plain data, for which zeros are a value.
    unsafe { std::mem::zeroed() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn the_pipe_that_was_written_first_is_first_each_time() {
        let ((mut a, to_a), (mut b, to_b)) =
            (crate::sys::create_pipe(false).unwrap(), crate::sys::create_pipe(false).unwrap());
        let order = PipeWriteOrder::watch_pipes([&a, &b]).unwrap();
        let (mut to_a, mut to_b) = (std::fs::File::from(to_a), std::fs::File::from(to_b));
        let read = |pipe: &mut OwnedFd| {
            let mut bytes = [0; 8];
            std::fs::File::from(pipe.try_clone().unwrap()).read(&mut bytes).unwrap()
        };
        assert!(order.take_written_pipes().unwrap().is_empty());
        for _ in 0..3 {
            to_b.write_all(b"x").unwrap();
            to_a.write_all(b"y").unwrap();
            assert_eq!(order.take_written_pipes().unwrap(), [1, 0]);
            assert_eq!((read(&mut a), read(&mut b)), (1, 1));
            to_a.write_all(b"x").unwrap();
            to_b.write_all(b"y").unwrap();
            assert_eq!(order.take_written_pipes().unwrap(), [0, 1]);
            assert_eq!((read(&mut a), read(&mut b)), (1, 1));
        }
        to_b.write_all(b"x").unwrap();
        assert_eq!(order.take_written_pipes().unwrap(), [1]);
    }
}
