//! Whoever holds the lock for writing: whether it is at work. A checkpoint on a slow disk, or a process that waits for a
//! processor, changes no file for a long time; its turn ends all the same.

/// Byte of the `-shm` file that a writer of the write-ahead log locks.
#[cfg(target_os = "linux")]
const WRITE_LOCK: u64 = 120;

/// Whether a process that holds the write lock of the store with this log runs, or waits for a processor or the disk. False
/// where nothing is known about it.
#[cfg(target_os = "linux")]
pub fn is_lock_holder_active(log: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let shared = log.with_extension("db-shm");
    // Not opened: to close it again would give up the locks that SQLite has on it in this process.
    let Ok(inode) = std::fs::metadata(shared).map(|meta| meta.ino()) else { return false };
    let locks = std::fs::read_to_string("/proc/locks").unwrap_or_default();
    locks.lines().filter_map(|line| parse_lock_holder(line, inode)).any(is_process_busy)
}

#[cfg(not(target_os = "linux"))]
pub fn is_lock_holder_active(_: &std::path::Path) -> bool {
    false
}

/// The process of a line such as `1: POSIX  ADVISORY  WRITE 4711 08:01:1234 120 120`, if it holds that lock.
#[cfg(target_os = "linux")]
fn parse_lock_holder(line: &str, inode: u64) -> Option<u32> {
    // A process that waits for the lock has a line with an arrow.
    let mut words = line.split_whitespace().skip_while(|word| *word != "WRITE").skip(1);
    let pid = words.next()?.parse().ok()?;
    let file = words.next()?.rsplit(':').next()?;
    let (from, to): (u64, &str) = (words.next()?.parse().ok()?, words.next()?);
    let to = to.parse().unwrap_or(u64::MAX);
    (file == inode.to_string() && (from..=to).contains(&WRITE_LOCK) && !line.contains("->")).then_some(pid)
}

/// Whether a thread of a process runs or waits for a processor or the disk.
#[cfg(target_os = "linux")]
fn is_process_busy(pid: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let state = |thread: std::fs::DirEntry| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).ok()?;
        stat[stat.rfind(')')? + 1..].trim_start().bytes().next()
    };
    threads.filter_map(state).any(|state| matches!(state, b'R' | b'D'))
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn the_holder_of_one_byte_of_one_file() {
        use super::*;

        let line = "3: POSIX  ADVISORY  WRITE 4711 08:01:1234 120 120";
        assert_eq!(parse_lock_holder(line, 1234), Some(4711));
        assert_eq!(parse_lock_holder(line, 123), None);
        assert_eq!(parse_lock_holder("3: POSIX  ADVISORY  WRITE 4711 08:01:1234 0 EOF", 1234), Some(4711));
        for other in [
            "3: POSIX  ADVISORY  READ 4711 08:01:1234 120 120",
            "3: POSIX  ADVISORY  WRITE 4711 08:01:1234 121 127",
            "3: -> POSIX  ADVISORY  WRITE 4711 08:01:1234 120 120",
            "3: POSIX",
            "",
        ] {
            assert_eq!(parse_lock_holder(other, 1234), None, "{other}");
        }
    }
}
