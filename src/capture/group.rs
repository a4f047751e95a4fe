//! Signals to a child and everything it started.

use super::spawn::Child;

/// Signals the child's whole group, or, where it shares ours, the child and its descendants.
pub fn signal_all(child: &Child, signal: i32) {
    // SAFETY: kill has no memory effects; the pid is ours and not yet reaped, or its group still has members.
    unsafe {
        if child.own_group {
            libc::kill(-child.pid, signal);
            return;
        }
        for pid in descendants(child.pid) {
            libc::kill(pid, signal);
        }
        libc::kill(child.pid, signal);
    }
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
