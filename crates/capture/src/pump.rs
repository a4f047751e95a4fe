//! Moves a child's output from its pipe to its keeper, watches signals, the clock and the child's end.

use std::io;
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

use super::drain::has_busy_writer;
use super::flow::OutputBlockForwarder;
pub use super::keeper::{BLOCK, RawOutputWriter};
use super::life::ChildProcessSupervisor;
use super::open_pipes::OpenPipes;
use super::reading::MaskedTextBuilder;
use super::signals::{SignalArrival, SignalHandlers};
use super::spawn::Child;
use super::streams::OutputStream;
use super::text::Text;
use ctx_model::CommandEndStatus;
use ctx_secrets::{MaskingStream as Masks, SecretSpans};

/// Time between two looks at a child that has closed its output.
const LOOK: Duration = Duration::from_millis(500);

/// For a live display while the child runs.
pub struct CaptureProgress<'a> {
    pub elapsed: Duration,
    pub bytes: u64,
    /// The newest bytes, as they came.
    pub newest: &'a [u8],
}

/// Hears every byte as it comes and each stream by itself, to pass it on.
pub trait OutputListener {
    fn on_output(&mut self, stream: OutputStream, bytes: &[u8], now: Instant);
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
    pub spans: Option<SecretSpans>,
    pub status: CommandEndStatus,
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
    pub fn pump_until_exit<K: RawOutputWriter + 'static>(
        self,
        child: &Child,
        signals: &SignalHandlers,
        keeper: K,
    ) -> io::Result<CapturedOutput<K>> {
        let OutputPump { timeout, on_tick, mut listener, masks } = self;
        let (start, now) = (child.began, Instant::now());
        let mut inputs = OpenPipes::new(child, listener.is_none().then(masks));
        let mut flow = OutputBlockForwarder::new(keeper, MaskedTextBuilder::new(masks()), now);
        let mut life = ChildProcessSupervisor::with_deadline(timeout.map(|timeout| start + timeout));
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
            let wake = [life.next_wake_time(), flow.next_forwarding_time(), tick, heard, closed];
            let ready = inputs.poll_pipes(signals.wake_descriptor(), sinks, wake.into_iter().flatten().min())?;
            let now = Instant::now();
            let had_ended = life.ended.is_some();
            if ready.signal {
                for arrival in signals.take_arrived_signals() {
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
            flow.forward_if_due(now);
            if tick.is_some_and(|at| now >= at) {
                let progress = CaptureProgress { elapsed: now - start, bytes: flow.bytes, newest: flow.newest_bytes() };
                tick = on_tick(&progress).map(|after| now + after);
            }
        }
        finish_capture(flow, inputs, &life, start)
    }
}

/// Everything that a child printed, and how it ended.
fn finish_capture<K: RawOutputWriter + 'static>(
    mut flow: OutputBlockForwarder<K>,
    mut inputs: OpenPipes<'_>,
    life: &ChildProcessSupervisor,
    start: Instant,
) -> io::Result<CapturedOutput<K>> {
    let merged = flow.buffer.len();
    let streams = inputs.merger.take().map(|merger| merger.finish(&mut flow.buffer));
    inputs.add_to_tagged_text(OutputStream::Out, &flow.buffer[merged..]);
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
