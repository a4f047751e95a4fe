//! Whether an agent itself reads this very output: its shell tool started this shell, and stdout and stderr are the ones
//! that it handed out. ctx acts only where both are shown. Everything else passes straight through.

use std::os::fd::RawFd;

use super::sink;
use ctx_agents::agent::Agent;
use ctx_agents::origin::{Origin, Parent, Untold};
use ctx_model::env;

/// The agent that started this shell for its model and reads what it prints; none if that is not certain.
pub fn reader(script: &str) -> Option<Agent> {
    let parent = Starter::of_this_process();
    let origin = Origin {
        script,
        variable: &env::text,
        parent: &parent,
        leads: leads_its_group(),
        listens: sink::is_pipe_or_socket(0),
    };
    let started = |agent: &Agent| agent.row().seam.as_ref().is_some_and(|seam| (seam.started)(&origin));
    let agent = Agent::ALL.into_iter().find(started)?;
    let seam = agent.row().seam.as_ref()?;
    // Words that only the agent writes are this shell's own argument: no other process stands between the two.
    let is_given = |fd: RawFd| (seam.unwrap)(script).is_some() || parent.gave(fd);
    let fits = |fd: RawFd| sink::is_read_by_program(fd) && is_given(fd);
    (fits(1) && fits(2)).then_some(agent)
}

fn leads_its_group() -> bool {
    // SAFETY: plain queries about this process.
    unsafe { libc::getpgrp() == libc::getpid() }
}

/// The process that started this one.
struct Starter(u32);

impl Starter {
    fn of_this_process() -> Starter {
        Starter(std::os::unix::process::parent_id())
    }

    /// Whether it holds the other end of a descriptor, or the same file.
    fn gave(&self, fd: RawFd) -> bool {
        match sink::peer(fd) {
            // A pair of sockets knows who made it.
            Some(maker) => maker == self.0,
            None => self.holds(fd),
        }
    }
}

#[cfg(target_os = "linux")]
impl Starter {
    /// Whether one of its descriptors leads to the same place: both ends of a pipe have one inode.
    fn holds(&self, fd: RawFd) -> bool {
        use std::os::unix::fs::MetadataExt;
        let Some(own) = sink::place(fd) else { return false };
        let Ok(open) = std::fs::read_dir(format!("/proc/{}/fd", self.0)) else { return false };
        open.flatten().filter_map(|one| std::fs::metadata(one.path()).ok()).any(|one| (one.dev(), one.ino()) == own)
    }
}

#[cfg(not(target_os = "linux"))]
impl Starter {
    /// Other processes' descriptors cannot be seen here: an unnamed pipe is the parent's.
    fn holds(&self, fd: RawFd) -> bool {
        sink::is_unnamed_pipe(fd)
    }
}

impl Parent for Starter {
    fn pid(&self) -> u32 {
        self.0
    }

    fn variable(&self, name: &str) -> Result<Option<String>, Untold> {
        let environment = ctx_model::process::environment(self.0).ok_or(Untold)?;
        let value = ctx_model::process::variable_in(&environment, name);
        Ok(value.map(|value| String::from_utf8_lossy(value).into_owned()))
    }

    #[cfg(target_os = "linux")]
    fn name(&self) -> Option<String> {
        let words = std::fs::read(format!("/proc/{}/cmdline", self.0)).ok()?;
        let first = words.split(|&byte| byte == 0).next()?;
        let name = first.rsplit(|&byte| byte == b'/').next()?;
        Some(String::from_utf8_lossy(name).into_owned())
    }

    #[cfg(target_os = "macos")]
    fn name(&self) -> Option<String> {
        let mut path = vec![0u8; 4096];
        // SAFETY: the pointer and length describe `path`.
        let got = unsafe { libc::proc_pidpath(self.0 as i32, path.as_mut_ptr().cast(), path.len() as u32) };
        path.truncate(usize::try_from(got).ok()?);
        let name = path.rsplit(|&byte| byte == b'/').next()?;
        Some(String::from_utf8_lossy(name).into_owned())
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn name(&self) -> Option<String> {
        None
    }
}
