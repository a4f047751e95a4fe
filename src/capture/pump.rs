//! Moves a child's output from its pipe to whoever keeps it, watches signals, the clock and the child's end.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use super::group::signal_all;
use super::signals::{Arrival, Signals};
use super::spawn::Child;
use super::streams::{Merger, Stream, Tagger};
use super::text::{Text, TextBuilder};
use super::workers::Workers;
use crate::digest::Status;

/// Bytes go on when a block is full …
pub const BLOCK: usize = 1 << 20;
/// … or this long after the first of them came: what a kill of ctx can lose.
const FLUSH: Duration = Duration::from_millis(250);
/// After the child's end its pipe may stay open in a grandchild's hands: so long is waited for more, from the
/// last byte and in all.
const QUIET: Duration = Duration::from_millis(100);
const DRAIN: Duration = Duration::from_secs(1);
/// Between asking a group to end and killing it.
const GRACE: Duration = Duration::from_secs(2);
/// A child that runs longer than this leaves time for housekeeping.
const IDLE: Duration = Duration::from_millis(25);
/// As much as a live display needs to find the last line.
const RECENT: usize = 1024;

/// Keeps the raw bytes. Called with blocks in order, on another thread once there is more than one.
pub trait Keeper: Send {
    fn keep(&mut self, block: &[u8]);
    /// Nothing to do for now: a chance for housekeeping.
    fn idle(&mut self) {}
}

/// For a live display while the child runs.
pub struct Progress<'a> {
    pub elapsed: Duration,
    pub bytes: u64,
    /// The newest bytes, as they came.
    pub newest: &'a [u8],
}

pub struct Pump<'a> {
    pub timeout: Option<Duration>,
    /// Called at the beginning and whenever the time it returned is over.
    pub on_tick: &'a mut dyn FnMut(&Progress<'_>) -> Option<Duration>,
}

pub struct Captured<K> {
    pub keeper: K,
    /// The bytes that `keeper` was not given.
    pub last: Vec<u8>,
    pub text: Text,
    pub status: Status,
    /// A grandchild still has the pipe.
    pub still_open: bool,
    /// The signal that ended ctx's waiting, if one did.
    pub received: Option<i32>,
    pub duration: Duration,
    /// With `--split`: which bytes came from which stream.
    pub streams: Option<Vec<u8>>,
}

enum Stage<K> {
    Inline(K, TextBuilder),
    Threads(Workers<K>),
}

impl Pump<'_> {
    pub fn run<K: Keeper + 'static>(self, child: &Child, signals: &Signals, keeper: K) -> io::Result<Captured<K>> {
        let Pump { timeout, on_tick } = self;
        let start = Instant::now();
        let mut inputs = Inputs::new(child);
        let mut stage = Some(Stage::Inline(keeper, TextBuilder::new()));
        let mut buffer: Vec<u8> = Vec::with_capacity(64 << 10);
        let mut recent: Vec<u8> = Vec::new();
        let mut bytes = 0u64;
        let mut unflushed_since: Option<Instant> = None;
        let mut life = Life { deadline: timeout.map(|timeout| start + timeout), ..Life::default() };
        let mut tick = on_tick(&Progress { elapsed: Duration::ZERO, bytes: 0, newest: &[] }).map(|after| start + after);
        let mut idle_at = Some(start + IDLE);

        while !life.is_over(&inputs) {
            let wake =
                [life.wake(), tick, idle_at, unflushed_since.map(|since| since + FLUSH)].into_iter().flatten().min();
            let ready = inputs.poll(signals.fd(), wake)?;
            let now = Instant::now();
            if ready.signal {
                for arrival in signals.arrivals() {
                    life.arrived(arrival, child);
                }
            }
            if ready.any_input {
                let got = inputs.read(&mut buffer)?;
                if got > 0 {
                    bytes += got as u64;
                    life.last_byte = Some(now);
                    unflushed_since = unflushed_since.or(Some(now));
                    idle_at = None;
                }
            }
            life.check_clock(now, child);
            if buffer.len() >= BLOCK || unflushed_since.is_some_and(|since| now >= since + FLUSH) {
                let workers = match stage.take() {
                    Some(Stage::Inline(keeper, text)) => Workers::start(keeper, text),
                    Some(Stage::Threads(workers)) => workers,
                    None => unreachable!("the stage is put back below"),
                };
                recent.clear();
                recent.extend_from_slice(&buffer[buffer.len().saturating_sub(RECENT)..]);
                buffer = workers.send(buffer);
                stage = Some(Stage::Threads(workers));
                unflushed_since = None;
            }
            if idle_at.is_some_and(|at| now >= at) {
                if let Some(Stage::Inline(keeper, _)) = &mut stage {
                    keeper.idle();
                }
                idle_at = None;
            }
            if tick.is_some_and(|at| now >= at) {
                let newest =
                    if buffer.is_empty() { &recent[..] } else { &buffer[buffer.len().saturating_sub(RECENT)..] };
                tick = on_tick(&Progress { elapsed: now - start, bytes, newest }).map(|after| now + after);
            }
        }
        let merged = buffer.len();
        let streams = inputs.merger.take().map(|merger| merger.finish(&mut buffer));
        inputs.tag(Stream::Out, &buffer[merged..]);
        let (keeper, mut text) = match stage {
            Some(Stage::Threads(workers)) => {
                let (keeper, text) = workers.join();
                let died = |_| io::Error::other("a worker thread died");
                (keeper.map_err(died)?, text.unwrap_or_default())
            }
            Some(Stage::Inline(keeper, text)) => (keeper, text),
            None => unreachable!("the stage is put back in the loop"),
        };
        let text = match inputs.tagged.take() {
            Some((_, tagged)) => tagged.finish(),
            None => {
                text.push(&buffer);
                text.finish()
            }
        };
        Ok(Captured {
            keeper,
            last: buffer,
            text,
            status: life.status(),
            still_open: !inputs.all_closed(),
            received: life.received,
            duration: life.ended.map_or_else(|| start.elapsed(), |ended| ended - start),
            streams,
        })
    }
}

/// The child's end and everything that may bring it about.
#[derive(Default)]
struct Life {
    status: Option<Status>,
    ended: Option<Instant>,
    last_byte: Option<Instant>,
    deadline: Option<Instant>,
    kill_at: Option<Instant>,
    timed_out: bool,
    received: Option<i32>,
}

impl Life {
    fn arrived(&mut self, arrival: Arrival, child: &Child) {
        match arrival {
            Arrival::Child => self.reap(child),
            Arrival::Forward { signal, from_terminal } => {
                if self.received.replace(signal).is_some() {
                    signal_all(child, libc::SIGKILL);
                } else if child.own_group || !from_terminal {
                    signal_all(child, signal);
                }
            }
        }
    }

    fn reap(&mut self, child: &Child) {
        if self.status.is_some() {
            return;
        }
        let mut status = 0;
        // SAFETY: asks for our own child, without waiting.
        if unsafe { libc::waitpid(child.pid, &mut status, libc::WNOHANG) } == child.pid {
            self.ended = Some(Instant::now());
            self.status = Some(match libc::WIFSIGNALED(status) {
                true => Status::Signal(libc::WTERMSIG(status)),
                false => Status::Exit(libc::WEXITSTATUS(status)),
            });
        }
    }

    fn check_clock(&mut self, now: Instant, child: &Child) {
        if self.status.is_none() && self.deadline.is_some_and(|deadline| now >= deadline) {
            self.deadline = None;
            self.timed_out = true;
            self.kill_at = Some(now + GRACE);
            signal_all(child, libc::SIGTERM);
        }
        if self.kill_at.is_some_and(|at| now >= at) {
            self.kill_at = None;
            signal_all(child, libc::SIGKILL);
        }
    }

    fn wake(&self) -> Option<Instant> {
        let drain = self.ended.map(|ended| self.last_byte.map_or(ended, |last| last.max(ended)) + QUIET);
        let drain = drain.zip(self.ended).map(|(quiet, ended)| quiet.min(ended + DRAIN));
        [drain, self.deadline.filter(|_| self.status.is_none()), self.kill_at].into_iter().flatten().min()
    }

    fn is_over(&self, inputs: &Inputs) -> bool {
        let Some(ended) = self.ended else { return false };
        let now = Instant::now();
        let quiet_since = self.last_byte.map_or(ended, |last| last.max(ended));
        let drained = inputs.all_closed() || now >= quiet_since + QUIET || now >= ended + DRAIN;
        // A group that was told to end by the timeout gets its grace even when its leader is gone.
        drained && (self.kill_at.is_none() || inputs.all_closed())
    }

    fn status(&self) -> Status {
        match self.status {
            Some(_) if self.timed_out => Status::TimedOut,
            Some(status) => status,
            None => Status::Unknown,
        }
    }
}

/// The ends of the pipes that are still open.
struct Inputs<'c> {
    fds: Vec<(Stream, &'c OwnedFd)>,
    merger: Option<Merger>,
    /// With two streams the text says which lines are stderr's.
    tagged: Option<(Tagger, TextBuilder)>,
    readable: Vec<bool>,
    scratch: Vec<u8>,
}

struct Ready {
    signal: bool,
    any_input: bool,
}

impl<'c> Inputs<'c> {
    fn new(child: &'c Child) -> Inputs<'c> {
        let mut fds = vec![(Stream::Out, &child.out)];
        fds.extend(child.err.as_ref().map(|err| (Stream::Err, err)));
        let merger = child.err.is_some().then(Merger::default);
        let tagged = child.err.is_some().then(Default::default);
        Inputs { fds, merger, tagged, readable: Vec::new(), scratch: Vec::new() }
    }

    fn all_closed(&self) -> bool {
        self.fds.is_empty()
    }

    fn poll(&mut self, signals: RawFd, wake: Option<Instant>) -> io::Result<Ready> {
        let wanted = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut set: Vec<libc::pollfd> = vec![wanted(signals)];
        set.extend(self.fds.iter().map(|(_, fd)| wanted(fd.as_raw_fd())));
        let timeout = wake.map_or(-1, |wake| {
            let left = wake.saturating_duration_since(Instant::now());
            // Rounded up: waking a little early would only mean waiting again.
            i32::try_from(left.as_millis()).unwrap_or(i32::MAX).saturating_add(i32::from(!left.is_zero()))
        });
        // SAFETY: the pointer and length describe `set`.
        let got = unsafe { libc::poll(set.as_mut_ptr(), set.len() as libc::nfds_t, timeout) };
        if got < 0 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
            set.iter_mut().for_each(|fd| fd.revents = 0);
        }
        self.readable = set[1..].iter().map(|fd| fd.revents != 0).collect();
        Ok(Ready { signal: set[0].revents != 0, any_input: self.readable.contains(&true) })
    }

    fn tag(&mut self, stream: Stream, bytes: &[u8]) {
        if let Some((tagger, text)) = &mut self.tagged {
            let mut lines = Vec::with_capacity(bytes.len() + 64);
            tagger.tag_run(stream, bytes, &mut lines);
            text.push(&lines);
        }
    }

    /// Reads what is there once from each readable pipe; forgets those that are closed.
    fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let mut total = 0;
        let mut index = 0;
        for readable in std::mem::take(&mut self.readable) {
            let (stream, fd) = self.fds[index];
            if !readable {
                index += 1;
                continue;
            }
            let got = match &mut self.merger {
                None => read_some(fd, buffer, BLOCK)?,
                Some(merger) => {
                    self.scratch.clear();
                    let got = read_some(fd, &mut self.scratch, 64 << 10)?;
                    let before = buffer.len();
                    merger.push(stream, &self.scratch, buffer);
                    self.tag(stream, &buffer[before..]);
                    got
                }
            };
            match got {
                Some(0) => drop(self.fds.remove(index)),
                Some(got) => {
                    total += got;
                    index += 1;
                }
                None => index += 1,
            }
        }
        Ok(total)
    }
}

/// Appends what one read gives, up to `limit` bytes in the buffer; none when there was nothing after all.
fn read_some(fd: &OwnedFd, buffer: &mut Vec<u8>, limit: usize) -> io::Result<Option<usize>> {
    let room = (limit.saturating_sub(buffer.len())).max(4096);
    let spare = buffer.capacity() - buffer.len();
    if spare < room.min(64 << 10) {
        // Grows by doubling until it has the size of a block.
        buffer.reserve_exact(room.min(buffer.capacity().max(64 << 10)));
    }
    let spare = buffer.spare_capacity_mut();
    let room = room.min(spare.len());
    // SAFETY: the kernel writes at most `room` bytes into spare capacity; the length grows by what it wrote.
    unsafe {
        let got = libc::read(fd.as_raw_fd(), spare.as_mut_ptr().cast(), room);
        if got < 0 {
            let error = io::Error::last_os_error();
            return match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Ok(None),
                _ => Err(error),
            };
        }
        let got = got.unsigned_abs();
        buffer.set_len(buffer.len() + got);
        Ok(Some(got))
    }
}
