//! Descriptors that were closed when this process began. The runtime opens them on /dev/null before `main`, so they are
//! looked at earlier; whoever takes this process's place gets them closed again.

use std::sync::atomic::{AtomicU8, Ordering};

/// A bit for each of stdin, stdout and stderr.
static CLOSED: AtomicU8 = AtomicU8::new(0);

#[used]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_os = "macos"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = note_closed_descriptors;

extern "C" fn note_closed_descriptors() {
    for fd in 0..3 {
        // SAFETY: a question about a descriptor touches no memory.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1 {
            CLOSED.fetch_or(1 << fd, Ordering::Relaxed);
        }
    }
}

/// Whether one of the three was closed.
pub fn was_standard_stream_closed() -> bool {
    CLOSED.load(Ordering::Relaxed) != 0
}

/// Closes them again, for the program that takes this one's place.
pub fn close_standard_streams_again() {
    for fd in (0..3).filter(|fd| CLOSED.load(Ordering::Relaxed) & (1 << fd) != 0) {
        // SAFETY: the descriptor is the runtime's own on /dev/null, and nothing is done after this but to exec.
        unsafe { libc::close(fd) };
    }
}
