//! What the system knows about processes: whether one lives, when it started, whose child it is. Linux has it in `/proc`,
//! macOS through `proc_pidinfo`; elsewhere nothing is known and nothing is claimed.

/// Whether a process of this number exists; true where that cannot be known.
pub fn process_exists(pid: u32) -> bool {
    let Ok(pid) = libc::pid_t::try_from(pid) else { return false };
    // SAFETY: signal 0 only asks.
    let asked = unsafe { libc::kill(pid, 0) };
    asked == 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH)
}

pub use system::{
    boot_id, environment_of_process, is_stdout_read_by_sibling, list_processes_with_parents, pid_namespace,
};

/// Tells a process from a later one with the same number.
pub fn process_start_time(pid: u32) -> Option<String> {
    system::process_and_parent(pid).map(|(process, _)| process.started)
}

/// The value of a variable in an environment as the system hands it out: `NAME=VALUE`, each ended by NUL.
pub fn find_variable_in_environment<'a>(environment: &'a [u8], name: &str) -> Option<&'a [u8]> {
    environment
        .split(|&byte| byte == 0)
        .find_map(|pair| pair.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(b"=")))
}

/// The environment in what macOS calls a process' arguments: their number, the program's path, NULs, that many arguments,
/// and the variables. None without a variable: of protected programs, the system shows the arguments alone.
#[cfg(any(test, target_os = "macos"))]
fn parse_macos_environment(arguments: &[u8]) -> Option<Vec<u8>> {
    let (count, rest) = arguments.split_first_chunk::<4>()?;
    let path_end = rest.iter().position(|&byte| byte == 0)?;
    let padding = rest[path_end..].iter().position(|&byte| byte != 0)?;
    let mut rest = &rest[path_end + padding..];
    for _ in 0..usize::try_from(i32::from_ne_bytes(*count)).ok()? {
        rest = &rest[rest.iter().position(|&byte| byte == 0)? + 1..];
    }
    // After the variables comes what the kernel passes to the program; it begins with an empty string.
    let end = rest.windows(2).position(|two| two == b"\0\0").map_or(rest.len(), |at| at + 1);
    Some(rest[..end].to_vec()).filter(|variables| variables.contains(&b'='))
}

/// A process that started this one, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ancestor {
    pub pid: u32,
    /// The name of its program.
    pub name: String,
    /// Tells it from a later process with the same number.
    pub started: String,
}

/// More processes than this stand above none.
const DEEPEST: usize = 32;

/// The processes above this one, the nearest first, as far as the system tells.
pub fn ancestor_processes() -> impl Iterator<Item = Ancestor> {
    let first = system::process_and_parent(std::os::unix::process::parent_id());
    let next = |(_, parent): &(Ancestor, u32)| system::process_and_parent(*parent).filter(|_| *parent > 1);
    std::iter::successors(first, next).take(DEEPEST).map(|(process, _)| process)
}

#[cfg(target_os = "linux")]
mod system {
    /// Tells this start of the system from others.
    pub fn boot_id() -> Option<String> {
        let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        id.get(..8).map(str::to_owned)
    }

    /// The world in which process numbers mean something.
    pub fn pid_namespace() -> Option<String> {
        let link = std::fs::read_link("/proc/self/ns/pid").ok()?;
        Some(link.to_string_lossy().chars().filter(char::is_ascii_digit).collect())
    }

    /// A process, and the number of its parent. The name in field 2 may hold blanks and parentheses; field 22 is the start.
    pub fn process_and_parent(pid: u32) -> Option<(super::Ancestor, u32)> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (from, to) = (stat.find('(')? + 1, stat.rfind(')')?);
        let mut fields = stat.get(to + 2..)?.split(' ').skip(1);
        let parent = fields.next()?.parse().ok()?;
        let started = fields.nth(17)?.to_owned();
        Some((super::Ancestor { pid, name: stat.get(from..to)?.to_owned(), started }, parent))
    }

    /// The variables with which a process was started, as `find_variable_in_environment` reads them.
    pub fn environment_of_process(pid: u32) -> Option<Vec<u8>> {
        use std::io::Read;
        // Its size is not known before; each read costs a look into the other process.
        let mut bytes = Vec::with_capacity(16 << 10);
        std::fs::File::open(format!("/proc/{pid}/environ")).ok()?.read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// True where standard output is a pipe into another program of the same command line: `… | wc`.
    pub fn is_stdout_read_by_sibling() -> bool {
        let Ok(own) = std::fs::read_link("/proc/self/fd/1") else { return false };
        let parent = std::os::unix::process::parent_id();
        let siblings = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap_or_default();
        let reads_it = |pid: &str| std::fs::read_link(format!("/proc/{pid}/fd/0")).is_ok_and(|input| input == own);
        own.to_string_lossy().starts_with("pipe:") && siblings.split_whitespace().any(reads_it)
    }

    /// Every process with its parent.
    pub fn list_processes_with_parents() -> Vec<(libc::pid_t, libc::pid_t)> {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let row = |process: std::fs::DirEntry| {
            let pid = process.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
            let parent = stat[stat.rfind(')')? + 1..].split_whitespace().nth(1)?.parse().ok()?;
            Some((pid, parent))
        };
        processes.filter_map(row).collect()
    }
}

#[cfg(target_os = "macos")]
mod system {
    pub fn boot_id() -> Option<String> {
        let mut time = libc::timeval { tv_sec: 0, tv_usec: 0 };
        let mut size = std::mem::size_of::<libc::timeval>();
        // SAFETY: the name ends in NUL, and pointer and size describe `time`.
        let got = unsafe {
            libc::sysctlbyname(
                c"kern.boottime".as_ptr(),
                std::ptr::from_mut(&mut time).cast(),
                &mut size,
                std::ptr::null_mut(),
                0,
            )
        };
        (got == 0).then(|| format!("{:x}", time.tv_sec))
    }

    /// There is one world only.
    pub fn pid_namespace() -> Option<String> {
        Some("0".to_owned())
    }

    pub fn process_and_parent(pid: u32) -> Option<(super::Ancestor, u32)> {
        let info = read_process_info(libc::pid_t::try_from(pid).ok()?)?;
        let name = info.pbi_comm.iter().take_while(|byte| **byte != 0).map(|byte| *byte as u8 as char).collect();
        let started = format!("{}.{}", info.pbi_start_tvsec, info.pbi_start_tvusec);
        Some((super::Ancestor { pid, name, started }, info.pbi_ppid))
    }

    pub fn environment_of_process(pid: u32) -> Option<Vec<u8>> {
        let mut name = [libc::CTL_KERN, libc::KERN_PROCARGS2, libc::c_int::try_from(pid).ok()?];
        let mut buffer = vec![0u8; 1 << 20];
        let mut size = buffer.len();
        // SAFETY: pointers and sizes describe `name` and `buffer`; nothing is set.
        let got = unsafe {
            libc::sysctl(name.as_mut_ptr(), 3, buffer.as_mut_ptr().cast(), &mut size, std::ptr::null_mut(), 0)
        };
        if got != 0 {
            return None;
        }
        super::parse_macos_environment(buffer.get(..size)?)
    }

    /// Not known here.
    pub fn is_stdout_read_by_sibling() -> bool {
        false
    }

    pub fn list_processes_with_parents() -> Vec<(libc::pid_t, libc::pid_t)> {
        // SAFETY: without a buffer it only counts.
        let count = unsafe { libc::proc_listallpids(std::ptr::null_mut(), 0) };
        // Some may be started meanwhile.
        let mut pids = vec![0 as libc::pid_t; usize::try_from(count).unwrap_or(0) + 64];
        let size = std::mem::size_of_val(pids.as_slice());
        // SAFETY: pointer and size describe `pids`.
        let got = unsafe { libc::proc_listallpids(pids.as_mut_ptr().cast(), size as libc::c_int) };
        pids.truncate(usize::try_from(got).unwrap_or(0));
        let row = |pid: libc::pid_t| Some((pid, libc::pid_t::try_from(read_process_info(pid)?.pbi_ppid).ok()?));
        pids.into_iter().filter_map(row).collect()
    }

    fn read_process_info(pid: libc::pid_t) -> Option<libc::proc_bsdinfo> {
        // SAFETY: plain data, for which zeros are a value.
        let mut info: libc::proc_bsdinfo = unsafe { std::mem::zeroed() };
        let size = std::mem::size_of::<libc::proc_bsdinfo>() as libc::c_int;
        // SAFETY: pointer and size describe `info`.
        let got =
            unsafe { libc::proc_pidinfo(pid, libc::PROC_PIDTBSDINFO, 0, std::ptr::from_mut(&mut info).cast(), size) };
        (got == size).then_some(info)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod system {
    pub fn boot_id() -> Option<String> {
        None
    }

    pub fn pid_namespace() -> Option<String> {
        None
    }

    pub fn process_and_parent(_: u32) -> Option<(super::Ancestor, u32)> {
        None
    }

    pub fn environment_of_process(_: u32) -> Option<Vec<u8>> {
        None
    }

    /// Not known here.
    pub fn is_stdout_read_by_sibling() -> bool {
        false
    }

    pub fn list_processes_with_parents() -> Vec<(libc::pid_t, libc::pid_t)> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_the_first_process_above() {
        if cfg!(any(target_os = "linux", target_os = "macos")) {
            let parent = std::os::unix::process::parent_id();
            let first = ancestor_processes().next().expect("the parent");
            assert_eq!((first.pid, Some(first.started)), (parent, process_start_time(parent)));
            assert!(!first.name.is_empty());
        }
    }

    #[test]
    fn variables_are_found_behind_the_arguments() {
        let arguments = |count: i32, rest: &[u8]| [&count.to_ne_bytes()[..], rest].concat();
        let known = arguments(2, b"/bin/zsh\0\0\0\0zsh\0A=argument\0A=1\0SHELL=/bin/zsh\0\0ptr_munge=\0");
        let variables = parse_macos_environment(&known).unwrap();
        assert_eq!(find_variable_in_environment(&variables, "A"), Some(&b"1"[..]));
        assert_eq!(find_variable_in_environment(&variables, "SHELL"), Some(&b"/bin/zsh"[..]));
        assert_eq!(
            (find_variable_in_environment(&variables, "SHEL"), find_variable_in_environment(&variables, "ptr_munge")),
            (None, None)
        );
        for hidden in [&b"/bin/ls\0\0ls\0-l\0"[..], b"/bin/ls\0\0ls\0", b"/bin/ls", b""] {
            assert_eq!(parse_macos_environment(&arguments(2, hidden)), None);
        }
        assert_eq!(parse_macos_environment(&arguments(-1, b"/bin/ls\0\0ls\0A=1\0")), None);
        assert_eq!(parse_macos_environment(b"\x01"), None);
    }

    #[test]
    fn a_child_exists_until_it_is_reaped() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        assert!(process_exists(child.id()) && process_exists(std::process::id()));
        if cfg!(any(target_os = "linux", target_os = "macos")) {
            let pid = libc::pid_t::try_from(child.id()).unwrap();
            let me = libc::pid_t::try_from(std::process::id()).unwrap();
            assert!(list_processes_with_parents().contains(&(pid, me)));
            assert!(
                process_start_time(child.id()).is_some()
                    && process_start_time(child.id()) == process_start_time(child.id())
            );
            assert!(boot_id().is_some() && boot_id() == boot_id());
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!process_exists(child.id()));
    }
}
