//! When the output of a child that has ended is complete. What the child itself wrote is read to its last byte, however
//! long that takes. Only processes that it left behind and that hold its pipe are given up at some time.

use std::time::{Duration, Instant};

/// Nothing came for this long: whoever holds the pipe is a daemon.
const QUIET: Duration = Duration::from_millis(100);
/// Processes that go on printing are waited for this long in all.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two looks at a pipe. No step counts for more: ctx saw nothing of the time for which it was stopped or
/// had to wait for a processor.
const STEP: Duration = Duration::from_millis(20);

pub struct DrainTimer {
    last_step: Instant,
    /// Since the last byte, and since the child's end, in time that ctx itself has seen.
    quiet: Duration,
    waited: Duration,
}

impl DrainTimer {
    pub fn start_at(ended: Instant) -> DrainTimer {
        DrainTimer { last_step: ended, quiet: Duration::ZERO, waited: Duration::ZERO }
    }

    /// The pipes were looked at, and something came or not. `is_busy`: a process that holds one is about to go on.
    pub fn note_pipe_check(&mut self, now: Instant, something_came: bool, is_busy: impl FnOnce() -> bool) {
        let passed = now.saturating_duration_since(self.last_step).min(STEP);
        self.last_step = now;
        self.waited += passed;
        self.quiet = if something_came { Duration::ZERO } else { self.quiet + passed };
        if self.quiet >= QUIET && self.waited < PATIENCE && is_busy() {
            self.quiet = Duration::ZERO;
        }
    }

    /// Whether the processes that hold the pipes are waited for no longer.
    pub fn has_pipe_wait_ended(&self) -> bool {
        self.quiet >= QUIET || self.waited >= PATIENCE
    }

    /// The time of the next look.
    pub fn next_pipe_check_time(&self) -> Option<Instant> {
        (!self.has_pipe_wait_ended()).then(|| self.last_step + STEP)
    }
}

/// Whether a process that can write to this pipe is running or wants to: on a busy machine a filter such as
/// `> >(tee log)` may not have had its turn since the shell ended. A daemon mostly sleeps.
#[cfg(target_os = "linux")]
pub fn has_busy_writer(pipe: &std::os::fd::OwnedFd) -> bool {
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::MetadataExt;
    let own = std::fs::read_link(format!("/proc/self/fd/{}", pipe.as_raw_fd()));
    let Some(own) = own.ok().filter(|link| link.to_string_lossy().starts_with("pipe:")) else { return false };
    let writes = |process: &std::fs::DirEntry| {
        let open = std::fs::read_dir(process.path().join("fd")).into_iter().flatten().flatten();
        let leads_there = |fd: &std::fs::DirEntry| std::fs::read_link(fd.path()).is_ok_and(|link| link == own);
        // The link's own mode says how the file was opened.
        let for_writing = |fd: &std::fs::DirEntry| fd.metadata().is_ok_and(|link| link.mode() & 0o200 != 0);
        open.into_iter().any(|fd| leads_there(&fd) && for_writing(&fd))
    };
    let is_busy = |process: &std::fs::DirEntry| {
        let stat = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        stat.rfind(") ").is_some_and(|at| matches!(stat.as_bytes().get(at + 2), Some(b'R' | b'D')))
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbered = |process: &std::fs::DirEntry| process.file_name().as_encoded_bytes()[0].is_ascii_digit();
    processes.filter(numbered).any(|process| is_busy(&process) && writes(&process))
}

#[cfg(not(target_os = "linux"))]
pub fn has_busy_writer(_: &std::os::fd::OwnedFd) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_stopped_ctx_counts_no_time_that_it_has_not_seen() {
        let mut now = Instant::now();
        let mut drain = DrainTimer::start_at(now);
        for _ in 0..4 {
            now += later(5000);
            drain.note_pipe_check(now, false, || false);
            assert!(!drain.has_pipe_wait_ended(), "five looks are few");
        }
        now += later(5000);
        drain.note_pipe_check(now, false, || false);
        assert!(drain.has_pipe_wait_ended());
    }

    #[test]
    fn bytes_and_busy_writers_prolong_it_and_patience_ends_it() {
        let start = Instant::now();
        let rounds = |something_came: bool, is_busy: bool| {
            let (mut drain, mut now, mut rounds) = (DrainTimer::start_at(start), start, 0);
            while !drain.has_pipe_wait_ended() {
                now += later(20);
                drain.note_pipe_check(now, something_came, || is_busy);
                rounds += 1;
            }
            assert!(drain.next_pipe_check_time().is_none());
            rounds
        };
        assert_eq!([rounds(false, false), rounds(true, false), rounds(false, true)], [5, 50, 50]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_computes_with_the_pipe_open_is_busy_and_one_that_sleeps_is_not() {
        let (read, write) = super::super::sys::create_pipe(false).unwrap();
        let run = |script: &str| {
            let mut command = std::process::Command::new("sh");
            command.args(["-c", script]).stdout(write.try_clone().unwrap());
            command.spawn().unwrap()
        };
        let mut sleeper = run("sleep 60");
        // Until the shell itself has become the sleep, or waits for it.
        while has_busy_writer(&read) {}
        let mut busy = run("while :; do :; done");
        while !has_busy_writer(&read) {}
        for child in [&mut busy, &mut sleeper] {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}
