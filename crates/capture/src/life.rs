//! The child's end and all its causes: signals, the clock, a host that gives up.

use std::time::{Duration, Instant};

use super::drain::DrainTimer;
use super::group::{
    handles_signal, has_living_descendant, signal_child_group, signal_child_only, signal_own_descendants,
};
use super::signals::{SignalArrival, is_signal_for_whole_group};
use super::spawn::{Child, ProcessGroup};
use ctx_model::CommandEndStatus;

/// Time between asking a group to end and killing it.
const GRACE: Duration = Duration::from_secs(2);
/// By then, a signal that was sent to a whole group has reached the child …
const SETTLE: Duration = Duration::from_millis(30);
/// … and a child that handles it gets this long before the signal is sent again.
const HANDLE: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct ChildProcessSupervisor {
    status: Option<CommandEndStatus>,
    pub ended: Option<Instant>,
    /// From the child's end on: how long those who hold its pipes are waited for.
    pub drain: Option<DrainTimer>,
    deadline: Option<Instant>,
    kill_at: Option<Instant>,
    timed_out: bool,
    pub received: Option<i32>,
    /// Signals to ctx that the child may not have got, and when to send them to it.
    pending_signals: Vec<PendingSignal>,
}

struct PendingSignal {
    signal: i32,
    at: Instant,
    /// The child has already had time to handle it.
    waited: bool,
}

impl ChildProcessSupervisor {
    pub fn with_deadline(deadline: Option<Instant>) -> ChildProcessSupervisor {
        ChildProcessSupervisor { deadline, ..ChildProcessSupervisor::default() }
    }

    pub fn handle_signal_arrival(&mut self, arrival: SignalArrival, child: &Child) {
        match arrival {
            SignalArrival::Child => self.reap_child_if_ended(child),
            SignalArrival::Forward { signal, .. } if matches!(child.group, ProcessGroup::AsCtx { .. }) => {
                self.received = Some(signal);
                match is_signal_for_whole_group(signal) {
                    true => signal_child_group(child, signal),
                    false => signal_child_only(child, signal),
                }
            }
            SignalArrival::Forward { signal, from_terminal } if child.group == ProcessGroup::Host => {
                self.received = Some(signal);
                if !from_terminal {
                    self.pending_signals.push(PendingSignal { signal, at: Instant::now() + SETTLE, waited: false });
                }
            }
            SignalArrival::Forward { signal, from_terminal } => {
                if self.received.replace(signal).is_some() {
                    signal_child_group(child, libc::SIGKILL);
                } else if child.group == ProcessGroup::Own || !from_terminal {
                    signal_child_group(child, signal);
                }
            }
        }
    }

    fn reap_child_if_ended(&mut self, child: &Child) {
        if self.status.is_some() {
            return;
        }
        let mut status = 0;
        // SAFETY: asks for our own child, without waiting.
        if unsafe { libc::waitpid(child.pid, &mut status, libc::WNOHANG) } == child.pid {
            let now = Instant::now();
            (self.ended, self.drain) = (Some(now), Some(DrainTimer::start_at(now)));
            self.status = Some(match libc::WIFSIGNALED(status) {
                true => CommandEndStatus::Signal(libc::WTERMSIG(status)),
                false => CommandEndStatus::Exit(libc::WEXITSTATUS(status)),
            });
        }
    }

    /// Sends the child the signals that ctx got in its place. Nobody says whether they went to the whole group: a child
    /// that should have died of the signal and lives did not get it.
    fn forward_pending_signals(&mut self, now: Instant, child: &Child) {
        let alive = self.status.is_none();
        self.pending_signals.retain_mut(|pending| {
            if now < pending.at || !alive {
                return alive;
            }
            // SAFETY: plain queries, and a signal to our own child that is not yet reaped.
            unsafe {
                let leads = libc::getpgrp() == libc::getpid();
                if leads && !pending.waited && handles_signal(child.pid, pending.signal) {
                    (pending.waited, pending.at) = (true, now + HANDLE);
                    return true;
                }
                libc::kill(child.pid, pending.signal);
            }
            false
        });
    }

    pub fn send_due_signals(&mut self, now: Instant, child: &Child) {
        self.forward_pending_signals(now, child);
        if self.status.is_none() && self.deadline.is_some_and(|deadline| now >= deadline) {
            self.deadline = None;
            self.timed_out = true;
            self.kill_at = Some(now + GRACE);
            signal_child_group(child, libc::SIGTERM);
            signal_own_descendants(libc::SIGTERM);
        }
        if self.kill_at.is_some_and(|at| now >= at) {
            self.kill_at = None;
            signal_child_group(child, libc::SIGKILL);
            signal_own_descendants(libc::SIGKILL);
        }
    }

    pub fn next_wake_time(&self) -> Option<Instant> {
        // After that, only the end of the processes that were told to end is waited for.
        let drain = self.drain.as_ref().and_then(DrainTimer::next_pipe_check_time);
        let next_signal = self.pending_signals.iter().map(|pending| pending.at).min();
        [drain, next_signal, self.deadline.filter(|_| self.status.is_none()), self.kill_at].into_iter().flatten().min()
    }

    /// Whether there is nothing more to wait for. `all_closed`: nobody holds the child's pipes any more. `owed`: they still
    /// hold bytes of the child itself.
    pub fn is_finished(&self, all_closed: bool, owed: bool) -> bool {
        let Some(drain) = &self.drain else { return false };
        let drained = all_closed || (!owed && drain.has_pipe_wait_ended());
        // Processes that the timeout ends get their grace even when their leader is gone; none is left behind.
        drained && (self.kill_at.is_none() || !has_living_descendant())
    }

    pub fn exit_status(&self) -> CommandEndStatus {
        match self.status {
            Some(_) if self.timed_out => CommandEndStatus::TimedOut,
            Some(status) => status,
            None => CommandEndStatus::Unknown,
        }
    }
}
