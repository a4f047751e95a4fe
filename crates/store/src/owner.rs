//! Which process writes an entry, so that one that never finished is told from one that still runs.

/// `boot/namespace/pid/start`: a pid alone is used again, after a reboot at the latest.
pub fn this_process() -> Option<String> {
    let pid = std::process::id();
    Some(format!("{}/{}/{pid}/{}", boot()?, namespace()?, start_time(pid)?))
}

/// False only when that process is certainly gone.
pub fn is_alive(owner: &str) -> bool {
    let mut parts = owner.split('/');
    let (Some(their_boot), Some(their_namespace), Some(pid), Some(start)) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return true;
    };
    if boot().is_some_and(|boot| boot != their_boot) {
        return false;
    }
    if namespace().is_some_and(|namespace| namespace != their_namespace) {
        // Another container's process cannot be seen from here.
        return true;
    }
    let Ok(pid) = pid.parse() else { return true };
    start_time(pid).is_some_and(|now| now == start)
}

fn boot() -> Option<String> {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    id.get(..8).map(str::to_owned)
}

fn namespace() -> Option<String> {
    let link = std::fs::read_link("/proc/self/ns/pid").ok()?;
    Some(link.to_string_lossy().chars().filter(char::is_ascii_digit).collect())
}

/// Field 22 of `/proc/PID/stat`; the name in field 2 may hold blanks and parentheses.
fn start_time(pid: u32) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let after_name = &stat[stat.rfind(')')? + 2..];
    after_name.split(' ').nth(19).map(str::to_owned)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_living_and_the_dead() {
        let me = this_process().unwrap();
        assert!(is_alive(&me));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let theirs = me.replace(&format!("/{}/", std::process::id()), &format!("/{}/", child.id()));
        child.wait().unwrap();
        assert!(!is_alive(&theirs));
        assert!(!is_alive(&format!("00000000{}", &me[8..])));
    }
}
