//! Signals to a child and everything it started.

use super::spawn::{Child, Group};

/// Signals the child's whole group, or, where it shares ours, the child and its descendants.
pub fn signal_all(child: &Child, signal: i32) {
    // SAFETY: kill has no memory effects; the pid is ours and not yet reaped, or its group still has members.
    unsafe {
        if child.group == Group::Own {
            libc::kill(-child.pid, signal);
            return;
        }
        for pid in descendants(child.pid) {
            libc::kill(pid, signal);
        }
        libc::kill(child.pid, signal);
    }
}

/// Whether a process has something of its own to do at this signal; one that has not would be dead by it.
pub fn expects(pid: libc::pid_t, signal: i32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let has = |name: &str| {
        let mask = status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        mask.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    };
    has("SigCgt:") || has("SigIgn:")
}

/// Children, grandchildren … as `/proc` tells; the deepest first.
fn descendants(root: libc::pid_t) -> Vec<libc::pid_t> {
    let mut parents = Vec::new();
    for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = process.file_name().to_str().and_then(|name| name.parse::<libc::pid_t>().ok()) else {
            continue;
        };
        let stat = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        let parent =
            stat.rfind(')').and_then(|at| stat[at + 1..].split_whitespace().nth(1)?.parse::<libc::pid_t>().ok());
        parents.extend(parent.map(|parent| (pid, parent)));
    }
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
