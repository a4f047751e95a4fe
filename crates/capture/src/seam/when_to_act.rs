//! Whether an agent itself reads this very output: its shell tool started this shell, and stdout and stderr are the ones
//! that it handed out. ctx acts only where both are shown. Everything else passes straight through.

use std::os::fd::RawFd;

use super::sink;
use ctx_agents::agent::Agent;
use ctx_agents::origin::{ParentProcess, ShellOrigin, UnreadableParentVariables};
use ctx_model::env;

/// The agent that started this shell for its model and reads what it prints; none if that is not certain.
pub fn find_reading_agent(script: &str) -> Option<Agent> {
    let parent = StarterProcess::of_this_process();
    let origin = ShellOrigin {
        script,
        variable: &env::text_variable,
        parent: &parent,
        leads: is_group_leader(),
        listens: sink::is_pipe_or_socket(0),
    };
    let started = |agent: &Agent| agent.row().seam.as_ref().is_some_and(|seam| (seam.started)(&origin));
    let agent = Agent::ALL.into_iter().find(started)?;
    let seam = agent.row().seam.as_ref()?;
    let fits = [1, 2].into_iter().all(sink::is_read_by_program);
    // Words that only the agent writes are this shell's own argument: no other process stands between the two.
    (fits && ((seam.unwrap)(script).is_some() || parent.gave_descriptors(&[1, 2]))).then_some(agent)
}

fn is_group_leader() -> bool {
    // SAFETY: plain queries about this process.
    unsafe { libc::getpgrp() == libc::getpid() }
}

/// The process that started this one.
struct StarterProcess {
    pid: u32,
    /// The variables with which it was started, read once.
    environ: std::cell::OnceCell<Option<Vec<u8>>>,
}

impl StarterProcess {
    fn of_this_process() -> StarterProcess {
        StarterProcess { pid: std::os::unix::process::parent_id(), environ: std::cell::OnceCell::new() }
    }

    /// Whether it holds the other end of each descriptor, or the same file.
    fn gave_descriptors(&self, fds: &[RawFd]) -> bool {
        let mut others = Vec::new();
        for &fd in fds {
            match sink::socket_peer_pid(fd) {
                // A pair of sockets knows who made it.
                Some(maker) if maker == self.pid => {}
                Some(_) => return false,
                None => others.push(fd),
            }
        }
        others.is_empty() || self.holds_same_files_as(&others)
    }
}

#[cfg(target_os = "linux")]
impl StarterProcess {
    /// Whether its descriptors lead to the same places: both ends of a pipe have one inode.
    fn holds_same_files_as(&self, fds: &[RawFd]) -> bool {
        use std::os::unix::fs::MetadataExt;
        let Some(mut wanted) = fds.iter().map(|&fd| sink::device_and_inode(fd)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let Ok(open) = std::fs::read_dir(format!("/proc/{}/fd", self.pid)) else { return false };
        for one in open.flatten().filter_map(|one| std::fs::metadata(one.path()).ok()) {
            wanted.retain(|place| *place != (one.dev(), one.ino()));
            if wanted.is_empty() {
                return true;
            }
        }
        false
    }
}

#[cfg(not(target_os = "linux"))]
impl StarterProcess {
    /// Other processes' descriptors cannot be seen here: an unnamed pipe is the parent's.
    fn holds_same_files_as(&self, fds: &[RawFd]) -> bool {
        fds.iter().all(|&fd| sink::is_unnamed_pipe(fd))
    }
}

impl StarterProcess {
    fn environment(&self) -> Result<&[u8], UnreadableParentVariables> {
        self.environ
            .get_or_init(|| ctx_model::process::environment_of_process(self.pid))
            .as_deref()
            .ok_or(UnreadableParentVariables)
    }
}

impl ParentProcess for StarterProcess {
    fn pid(&self) -> u32 {
        self.pid
    }

    fn variable(&self, name: &str) -> Result<Option<String>, UnreadableParentVariables> {
        let value = ctx_model::process::find_variable_in_environment(self.environment()?, name);
        Ok(value.map(|value| String::from_utf8_lossy(value).into_owned()))
    }

    #[cfg(target_os = "linux")]
    fn name(&self) -> Option<String> {
        let words = std::fs::read(format!("/proc/{}/cmdline", self.pid)).ok()?;
        let first = words.split(|&byte| byte == 0).next()?;
        let name = first.rsplit(|&byte| byte == b'/').next()?;
        Some(String::from_utf8_lossy(name).into_owned())
    }

    #[cfg(not(target_os = "linux"))]
    fn name(&self) -> Option<String> {
        let mut path = vec![0u8; 4096];
        // SAFETY: the pointer and length describe `path`.
        let got = unsafe { libc::proc_pidpath(self.pid as i32, path.as_mut_ptr().cast(), path.len() as u32) };
        path.truncate(usize::try_from(got).ok()?);
        let name = path.rsplit(|&byte| byte == b'/').next()?;
        Some(String::from_utf8_lossy(name).into_owned())
    }
}
