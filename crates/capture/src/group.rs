//! Signals to a child and all its descendants.

use super::spawn::{Child, ProcessGroup};

/// Signals the child's whole group, or, if it is in ctx's own group, the child and its descendants.
pub fn signal_child_group(child: &Child, signal: i32) {
    // SAFETY: kill has no memory effects; the pid is ours and not yet reaped, or its group still has members.
    unsafe {
        if matches!(child.group, ProcessGroup::Own | ProcessGroup::AsCtx { .. }) {
            libc::kill(-child.pid, signal);
            return;
        }
        for pid in find_descendants(child.pid) {
            libc::kill(pid, signal);
        }
        libc::kill(child.pid, signal);
    }
}

/// Signals the child alone.
pub fn signal_child_only(child: &Child, signal: i32) {
    // SAFETY: kill has no memory effects; the pid is ours and not yet reaped, or nobody's yet.
    unsafe { libc::kill(child.pid, signal) };
}

/// From now on, orphans of our child become our own children, so that a timeout reaches them wherever they went
/// (`setsid`, a daemon's double fork).
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    // SAFETY: sets an attribute of this process; if it fails, only such processes live on.
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    }
}

/// Signals all descendants of this process.
pub fn signal_own_descendants(signal: i32) {
    for pid in find_descendants(own_pid()) {
        // SAFETY: kill has no memory effects.
        unsafe { libc::kill(pid, signal) };
    }
}

/// Whether a descendant of this process still lives. Only for use after our own child is reaped.
pub fn has_living_descendant() -> bool {
    // SAFETY: reaps adopted processes that have ended; nobody else waits for them.
    while unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } > 0 {}
    !find_descendants(own_pid()).is_empty()
}

fn own_pid() -> libc::pid_t {
    // SAFETY: no preconditions.
    unsafe { libc::getpid() }
}

/// Whether a process handles this signal itself; one that does not would die of it.
pub fn handles_signal(pid: libc::pid_t, signal: i32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let has = |name: &str| {
        let mask = status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        mask.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    };
    has("SigCgt:") || has("SigIgn:")
}

/// Children, grandchildren …; the deepest first.
fn find_descendants(root: libc::pid_t) -> Vec<libc::pid_t> {
    let parents = ctx_model::process::list_processes_with_parents();
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.remove(0);
    found.reverse();
    found
}
