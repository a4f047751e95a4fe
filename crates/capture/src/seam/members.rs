//! Whether a process group has a member that lives. A dead one counts as a member until somebody reaps it, and the first
//! process of a container may take its time for that, or never do it. Async-signal-safe: a fresh child asks, too.

/// Whether a process of this group lives.
pub fn is_group_alive(group: libc::pid_t) -> bool {
    // SAFETY: signal 0 only asks.
    let exists = unsafe { libc::kill(-group, 0) == 0 };
    exists && has_live_member_in_proc(group).unwrap_or(true)
}

#[cfg(not(target_os = "linux"))]
fn has_live_member_in_proc(_: libc::pid_t) -> Option<bool> {
    None
}

/// The same by the table of processes; none where that cannot be read.
#[cfg(target_os = "linux")]
fn has_live_member_in_proc(group: libc::pid_t) -> Option<bool> {
    // SAFETY: plain system calls on a descriptor of our own and on buffers on the stack.
    unsafe {
        let dir = libc::open(c"/proc".as_ptr(), libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC);
        if dir < 0 {
            return None;
        }
        let mut buffer = [0u8; 4096];
        let (mut known, mut found) = (false, false);
        while !found {
            let got = libc::syscall(libc::SYS_getdents64, dir, buffer.as_mut_ptr(), buffer.len());
            let Ok(got @ 1..) = usize::try_from(got) else { break };
            for name in process_directory_names(&buffer[..got]) {
                let Some((state, of)) = read_process_state_and_group(dir, name) else { continue };
                known = true;
                found |= of == group && !matches!(state, b'Z' | b'X');
            }
        }
        libc::close(dir);
        known.then_some(found)
    }
}

/// The numbered names in what `getdents64` gives: inode, offset, length, kind, name.
#[cfg(target_os = "linux")]
fn process_directory_names(mut entries: &[u8]) -> impl Iterator<Item = &[u8]> {
    const NAME: usize = 19;
    std::iter::from_fn(move || {
        let length = usize::from(u16::from_ne_bytes([*entries.get(16)?, *entries.get(17)?]));
        let (entry, rest) = entries.split_at_checked(length.max(NAME))?;
        entries = rest;
        Some(entry[NAME..].split(|&byte| byte == 0).next().unwrap_or_default())
    })
    .filter(|name| !name.is_empty() && name.iter().all(u8::is_ascii_digit))
}

/// The state and the group of a process.
///
/// # Safety
/// `proc` must be an open descriptor of `/proc`.
#[cfg(target_os = "linux")]
unsafe fn read_process_state_and_group(proc: libc::c_int, name: &[u8]) -> Option<(u8, libc::pid_t)> {
    let mut path = [0u8; 32];
    path.get_mut(..name.len())?.copy_from_slice(name);
    path.get_mut(name.len()..name.len() + 5)?.copy_from_slice(b"/stat");
    let mut text = [0u8; 256];
    // SAFETY: the path ends in NUL, and the length is that of the buffer.
    let got = unsafe {
        let file = libc::openat(proc, path.as_ptr().cast(), libc::O_RDONLY | libc::O_CLOEXEC);
        if file < 0 {
            return None;
        }
        let got = libc::read(file, text.as_mut_ptr().cast(), text.len());
        libc::close(file);
        got
    };
    parse_state_and_group(text.get(..usize::try_from(got).ok()?)?)
}

/// Of `4711 (name) S 1 4711 …`: the state and the third number.
#[cfg(target_os = "linux")]
fn parse_state_and_group(text: &[u8]) -> Option<(u8, libc::pid_t)> {
    let end = text.iter().rposition(|&byte| byte == b')')?;
    let mut fields = text.get(end + 2..)?.split(|&byte| byte == b' ');
    let state = *fields.next()?.first()?;
    let digits = fields.nth(1)?;
    let number = digits.iter().try_fold(0, |sum: libc::pid_t, byte| {
        byte.is_ascii_digit().then(|| sum.checked_mul(10)?.checked_add(libc::pid_t::from(byte - b'0'))).flatten()
    })?;
    Some((state, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_line_of_the_table() {
        assert_eq!(parse_state_and_group(b"4711 (a) Z) (b) S 1 4712 4711 0 -1"), Some((b'S', 4712)));
        for broken in [&b""[..], b"4711 (a", b"4711 (a)", b"4711 (a) S", b"4711 (a) S 1", b"4711 (a) S 1 x 1"] {
            assert_eq!(parse_state_and_group(broken), None);
        }
    }

    #[test]
    fn the_dead_do_not_count() {
        let mut child = std::process::Command::new("sleep").arg("60").process_group(0).spawn().unwrap();
        let group = libc::pid_t::try_from(child.id()).unwrap();
        assert!(is_group_alive(group));
        child.kill().unwrap();
        if cfg!(target_os = "linux") {
            // Nobody has reaped it yet.
            while is_group_alive(group) {}
        }
        child.wait().unwrap();
        assert!(!is_group_alive(group));
    }
}
