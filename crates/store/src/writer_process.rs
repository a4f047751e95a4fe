//! Which process writes an entry, so that one that never finished is told from one that still runs.

use ctx_model::process::{boot_id, pid_namespace, process_start_time};

/// `boot/namespace/pid/start`: a pid alone is used again, after a reboot at the latest.
pub fn current_process_identity() -> Option<String> {
    let pid = std::process::id();
    Some(format!("{}/{}/{pid}/{}", boot_id()?, pid_namespace()?, process_start_time(pid)?))
}

/// False only when that process is certainly gone.
pub fn may_owner_process_be_alive(owner: &str) -> bool {
    let mut parts = owner.split('/');
    let (Some(their_boot), Some(their_namespace), Some(pid), Some(start)) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return true;
    };
    if boot_id().is_some_and(|boot| boot != their_boot) {
        return false;
    }
    if pid_namespace().is_some_and(|namespace| namespace != their_namespace) {
        // Another container's process cannot be seen from here.
        return true;
    }
    let Ok(pid) = pid.parse() else { return true };
    process_start_time(pid).is_some_and(|now| now == start)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn the_living_and_the_dead() {
        use super::*;

        let me = current_process_identity().unwrap();
        assert!(may_owner_process_be_alive(&me));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let theirs = me.replace(&format!("/{}/", std::process::id()), &format!("/{}/", child.id()));
        child.wait().unwrap();
        assert!(!may_owner_process_be_alive(&theirs));
        assert!(!may_owner_process_be_alive(&format!("00000000{}", &me[8..])));
    }
}
