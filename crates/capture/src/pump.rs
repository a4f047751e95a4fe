//! Moves a child's output from its pipe to its keeper, watches signals, the clock and the child's end.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use super::drain::has_busy_writer;
use super::flow::OutputBlockForwarder;
pub use super::keeper::{BLOCK, OutputKeeper};
use super::life::ChildLife;
use super::order::PipeWriteOrder;
use super::reading::MaskedTextBuilder;
use super::signals::{SignalArrival, SignalHandlers};
use super::spawn::Child;
use super::streams::{StderrTagger, Stream, StreamMerger};
use super::text::{Text, TextBuilder};
use ctx_model::Status;
use ctx_secrets::{MaskingStream as Masks, Spans};

/// Time between two looks at a child that has closed its output.
const LOOK: Duration = Duration::from_millis(500);
/// Time between two looks if nothing can be waited for, and before a failed read is tried again.
const NAP: Duration = Duration::from_millis(10);
/// A pipe that cannot be read this many times in a row is given up.
const ATTEMPTS: u32 = 3;

/// For a live display while the child runs.
pub struct CaptureProgress<'a> {
    pub elapsed: Duration,
    pub bytes: u64,
    /// The newest bytes, as they came.
    pub newest: &'a [u8],
}

/// Hears every byte as it comes and each stream by itself, to pass it on.
pub trait OutputListener {
    fn on_output(&mut self, stream: Stream, bytes: &[u8], now: Instant);
    /// The time at which it wants to be woken.
    fn next_wake_time(&self) -> Option<Instant>;
    fn on_wake(&mut self, now: Instant);
    /// A signal that is meant for the child has come.
    fn on_signal(&mut self, _now: Instant) {}
    /// The descriptors it passes bytes on to. When nobody reads there any more, the child learns it as it would without
    /// ctx: its pipe is closed.
    fn sink_descriptors(&self) -> [Option<RawFd>; 2];
}

pub struct OutputPump<'a> {
    pub timeout: Option<Duration>,
    /// Called at the beginning and whenever the time it returned has passed.
    pub on_tick: &'a mut dyn FnMut(&CaptureProgress<'_>) -> Option<Duration>,
    pub listener: Option<&'a mut dyn OutputListener>,
    /// A new reader of the output for secrets.
    pub masks: &'a dyn Fn() -> Masks,
}

pub struct CapturedOutput<K> {
    pub keeper: K,
    /// The bytes that `keeper` did not get.
    pub last: Vec<u8>,
    /// The text under its masks, and the masks; none for bytes that are not text.
    pub text: Text,
    pub spans: Option<Spans>,
    pub status: Status,
    /// A grandchild still has the pipe.
    pub still_open: bool,
    /// The signal that ended ctx's waiting, if one did.
    pub received: Option<i32>,
    pub duration: Duration,
    /// With `--split`: which bytes came from which stream.
    pub streams: Option<Vec<u8>>,
    /// Why a pipe could not be read to its end.
    pub unread: Option<io::Error>,
}

impl OutputPump<'_> {
    pub fn pump_until_exit<K: OutputKeeper + 'static>(
        self,
        child: &Child,
        signals: &SignalHandlers,
        keeper: K,
    ) -> io::Result<CapturedOutput<K>> {
        let OutputPump { timeout, on_tick, mut listener, masks } = self;
        let (start, now) = (child.began, Instant::now());
        let mut inputs = OpenPipes::new(child, listener.is_none().then(masks));
        let mut flow = OutputBlockForwarder::new(keeper, MaskedTextBuilder::new(masks()), now);
        let mut life = ChildLife::with_deadline(timeout.map(|timeout| start + timeout));
        let mut tick =
            on_tick(&CaptureProgress { elapsed: Duration::ZERO, bytes: 0, newest: &[] }).map(|after| now + after);

        while !life.is_finished(inputs.are_all_closed(), inputs.have_unread_bytes()) {
            let (heard, sinks) =
                listener.as_ref().map_or((None, [None; 2]), |one| (one.next_wake_time(), one.sink_descriptors()));
            // A child that has closed its output is mostly about to end: look for that even if its signal was lost.
            let closed = inputs.are_all_closed().then(|| {
                life.handle_signal_arrival(SignalArrival::Child, child);
                Instant::now() + LOOK
            });
            let wake = [life.next_wake_time(), flow.next_work_time(), tick, heard, closed];
            let ready = inputs.poll_pipes(signals.wake_descriptor(), sinks, wake.into_iter().flatten().min())?;
            let now = Instant::now();
            let had_ended = life.ended.is_some();
            if ready.signal {
                for arrival in signals.take_arrivals() {
                    if let (SignalArrival::Forward { .. }, Some(listener)) = (arrival, &mut listener) {
                        listener.on_signal(now);
                    }
                    life.handle_signal_arrival(arrival, child);
                }
            }
            if life.ended.is_some() && !had_ended {
                inputs.note_unread_bytes();
            }
            let mut got = 0;
            if ready.any_input {
                got = inputs.read_ready_pipes(&mut flow.buffer, |stream, bytes| {
                    if let Some(listener) = &mut listener {
                        listener.on_output(stream, bytes, now);
                    }
                });
                if got > 0 {
                    flow.note_bytes_read(got, now);
                }
            }
            if let Some(drain) = &mut life.drain {
                drain.note_pipe_check(now, got > 0, || inputs.fds.iter().any(|(_, fd)| has_busy_writer(fd)));
            }
            for stream in ready.unread.into_iter().flatten() {
                inputs.close_stream(stream)?;
            }
            life.send_due_signals(now, child);
            if let Some(listener) =
                listener.as_mut().filter(|listener| listener.next_wake_time().is_some_and(|at| now >= at))
            {
                listener.on_wake(now);
            }
            flow.do_due_work(now);
            if tick.is_some_and(|at| now >= at) {
                let progress = CaptureProgress { elapsed: now - start, bytes: flow.bytes, newest: flow.newest_bytes() };
                tick = on_tick(&progress).map(|after| now + after);
            }
        }
        finish_capture(flow, inputs, &life, start)
    }
}

/// Everything that a child printed, and how it ended.
fn finish_capture<K: OutputKeeper + 'static>(
    mut flow: OutputBlockForwarder<K>,
    mut inputs: OpenPipes<'_>,
    life: &ChildLife,
    start: Instant,
) -> io::Result<CapturedOutput<K>> {
    let merged = flow.buffer.len();
    let streams = inputs.merger.take().map(|merger| merger.finish(&mut flow.buffer));
    inputs.add_to_tagged_text(Stream::Out, &flow.buffer[merged..]);
    let (keeper, mut reading, last) = flow.finish()?;
    reading.push(&last);
    let (text, spans) = reading.finish();
    Ok(CapturedOutput {
        keeper,
        last,
        text: inputs.tagged.take().map_or(text, |tagged| tagged.text.finish()),
        spans,
        status: life.exit_status(),
        still_open: !inputs.are_all_closed(),
        received: life.received,
        duration: life.ended.map_or_else(|| start.elapsed(), |ended| ended - start),
        streams,
        unread: inputs.failed.take(),
    })
}

/// The text of both streams, in which each line of stderr is marked. The lines are read for secrets before that.
struct StderrTaggedText {
    tagger: StderrTagger,
    text: TextBuilder,
    masks: Masks,
}

impl StderrTaggedText {
    /// Whole lines of one stream, except at the end.
    fn push(&mut self, stream: Stream, bytes: &[u8]) {
        let (mut shown, mut lines) = (Vec::new(), Vec::with_capacity(bytes.len() + 64));
        self.masks.push(bytes, &mut shown);
        self.masks.flush(&mut shown);
        self.tagger.tag_run(stream, &shown, &mut lines);
        self.text.push(&lines);
    }
}

/// The ends of the pipes that are still open.
struct OpenPipes<'c> {
    fds: Vec<(Stream, &'c OwnedFd)>,
    merger: Option<StreamMerger>,
    /// With two streams the text says which lines are stderr's.
    tagged: Option<StderrTaggedText>,
    /// The readable streams, in the order of the writes to them.
    readable: Vec<Stream>,
    /// With two streams.
    order: Option<&'c PipeWriteOrder>,
    scratch: Vec<u8>,
    /// Bytes of each stream that lay in its pipe when the child had ended: the last ones that it wrote itself.
    owed: [usize; 2],
    /// How many reads failed in a row, and why a pipe was given up.
    failures: u32,
    failed: Option<io::Error>,
}

struct PollResult {
    signal: bool,
    any_input: bool,
    /// Streams whose readers are gone.
    unread: [Option<Stream>; 2],
}

impl<'c> OpenPipes<'c> {
    fn new(child: &'c Child, tagged: Option<Masks>) -> OpenPipes<'c> {
        let mut fds = vec![(Stream::Out, &child.out)];
        fds.extend(child.err.as_ref().map(|err| (Stream::Err, err)));
        let merger = child.err.is_some().then(StreamMerger::default);
        let tagged = tagged.filter(|_| child.err.is_some()).map(|masks| StderrTaggedText {
            tagger: StderrTagger::default(),
            text: TextBuilder::default(),
            masks,
        });
        let order = child.order.as_ref();
        let (readable, scratch) = Default::default();
        OpenPipes { fds, merger, tagged, readable, order, scratch, owed: [0; 2], failures: 0, failed: None }
    }

    /// The child has ended: whatever it wrote is in the pipes now.
    fn note_unread_bytes(&mut self) {
        for (stream, fd) in &self.fds {
            self.owed[*stream as usize] = count_readable_bytes(fd);
        }
    }

    /// Whether bytes that the child itself wrote have not been read yet.
    fn have_unread_bytes(&self) -> bool {
        self.fds.iter().any(|(stream, _)| self.owed[*stream as usize] > 0)
    }

    fn are_all_closed(&self) -> bool {
        self.fds.is_empty()
    }

    fn poll_pipes(
        &mut self,
        signals: RawFd,
        sinks: [Option<RawFd>; 2],
        wake: Option<Instant>,
    ) -> io::Result<PollResult> {
        let wanted = |fd, events| libc::pollfd { fd, events, revents: 0 };
        let mut set: Vec<libc::pollfd> = vec![wanted(signals, libc::POLLIN)];
        set.extend(self.fds.iter().map(|(_, fd)| wanted(fd.as_raw_fd(), libc::POLLIN)));
        // With no events requested, poll still reports that the other end is gone; a negative descriptor is skipped.
        let is_open = |stream: Stream| self.fds.iter().any(|(open, _)| *open == stream);
        let streams = [Stream::Out, Stream::Err];
        set.extend(streams.map(|stream| wanted(sinks[stream as usize].filter(|_| is_open(stream)).unwrap_or(-1), 0)));
        let timeout = wake.map_or(-1, |wake| {
            let left = wake.saturating_duration_since(Instant::now());
            // Rounded up: waking a little early would only mean waiting again.
            i32::try_from(left.as_millis()).unwrap_or(i32::MAX).saturating_add(i32::from(!left.is_zero()))
        });
        // SAFETY: the pointer and length describe `set`.
        let got = unsafe { libc::poll(set.as_mut_ptr(), set.len() as libc::nfds_t, timeout) };
        if got < 0 {
            let error = io::Error::last_os_error();
            set.iter_mut().for_each(|fd| fd.revents = 0);
            if error.kind() != io::ErrorKind::Interrupted {
                // The kernel has no memory for poll: look at everything again and again instead.
                std::thread::sleep(NAP);
                self.fds.iter().for_each(|(_, fd)| set_nonblocking(fd));
                set[..=self.fds.len()].iter_mut().for_each(|fd| fd.revents = libc::POLLIN);
            }
        }
        let sinks = set.split_off(set.len() - 2);
        let ready = self.fds.iter().zip(&set[1..]).filter(|(_, fd)| fd.revents != 0);
        self.readable = ready.map(|((stream, _), _)| *stream).collect();
        if let Some(order) = self.order.filter(|_| !self.readable.is_empty()) {
            let first = order.take_written_pipes()?.first().copied();
            self.readable.sort_by_key(|stream| Some(*stream as usize) != first);
        }
        let gone = |stream: Stream| sinks[stream as usize].revents & (libc::POLLERR | libc::POLLHUP) != 0;
        Ok(PollResult {
            signal: set[0].revents != 0,
            any_input: !self.readable.is_empty(),
            unread: streams.map(|stream| Some(stream).filter(|stream| gone(*stream))),
        })
    }

    /// Nobody reads this stream any more: SIGPIPE tells its writers.
    fn close_stream(&mut self, stream: Stream) -> io::Result<()> {
        if let Some(at) = self.fds.iter().position(|(open, _)| *open == stream) {
            let (_, fd) = self.fds.remove(at);
            let nothing = std::fs::File::open("/dev/null")?;
            // SAFETY: both descriptors are open; the number stays its owner's and stands for another file from now on.
            if unsafe { libc::dup2(nothing.as_raw_fd(), fd.as_raw_fd()) } < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    }

    fn add_to_tagged_text(&mut self, stream: Stream, bytes: &[u8]) {
        if let Some(tagged) = &mut self.tagged {
            tagged.push(stream, bytes);
        }
    }

    /// Reads once from each readable pipe; drops those that are closed.
    fn read_ready_pipes(&mut self, buffer: &mut Vec<u8>, mut hear: impl FnMut(Stream, &[u8])) -> usize {
        let mut total = 0;
        for stream in std::mem::take(&mut self.readable) {
            let Some(index) = self.fds.iter().position(|(open, _)| *open == stream) else { continue };
            let (stream, fd) = self.fds[index];
            let got = match &mut self.merger {
                None => {
                    let before = buffer.len();
                    let got = read_once(fd, buffer, BLOCK);
                    hear(stream, &buffer[before..]);
                    got
                }
                Some(merger) => {
                    self.scratch.clear();
                    let got = read_once(fd, &mut self.scratch, 64 << 10);
                    hear(stream, &self.scratch);
                    let before = buffer.len();
                    merger.push(stream, &self.scratch, buffer);
                    self.add_to_tagged_text(stream, &buffer[before..]);
                    got
                }
            };
            match got {
                Ok(Some(0)) => drop(self.fds.remove(index)),
                Ok(got) => {
                    let owed = &mut self.owed[stream as usize];
                    *owed = owed.saturating_sub(got.unwrap_or(0));
                    total += got.unwrap_or(0);
                    self.failures = 0;
                }
                Err(error) => {
                    self.failures += 1;
                    if self.failures == ATTEMPTS {
                        self.failures = 0;
                        self.failed = Some(error);
                        if self.close_stream(stream).is_err() {
                            self.fds.retain(|(open, _)| *open != stream);
                        }
                    } else {
                        std::thread::sleep(NAP);
                    }
                }
            }
        }
        total
    }
}

/// How many bytes can be read from a pipe at once; none where the system does not tell.
fn count_readable_bytes(fd: &OwnedFd) -> usize {
    let mut waiting: libc::c_int = 0;
    // SAFETY: asks about an open descriptor and fills one number.
    let asked = unsafe { libc::ioctl(fd.as_raw_fd(), libc::FIONREAD, &mut waiting) };
    if asked == 0 { usize::try_from(waiting).unwrap_or(0) } else { 0 }
}

/// Makes reads of a pipe return at once. The child's end of it does not change.
fn set_nonblocking(fd: &OwnedFd) {
    // SAFETY: changes a flag of an open descriptor of our own.
    unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
}

/// Appends the bytes of one read, up to `limit` bytes in the buffer; none if there was nothing to read.
fn read_once(fd: &OwnedFd, buffer: &mut Vec<u8>, limit: usize) -> io::Result<Option<usize>> {
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
                // The end of a terminal that nobody writes to any more.
                _ if error.raw_os_error() == Some(libc::EIO) && libc::isatty(fd.as_raw_fd()) == 1 => Ok(Some(0)),
                _ => Err(error),
            };
        }
        let got = got.unsigned_abs();
        buffer.set_len(buffer.len() + got);
        Ok(Some(got))
    }
}
