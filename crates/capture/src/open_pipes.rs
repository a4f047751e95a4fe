//! The pipes of a child that are still open: waited for, read, and closed when nobody reads on.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use super::keeper::BLOCK;
use super::order::PipeWriteOrder;
use super::spawn::Child;
use super::streams::{OutputStream, StderrTagger, StreamMerger};
use super::text::TextBuilder;
use ctx_secrets::MaskingStream as Masks;

/// Time between two looks if nothing can be waited for, and before a failed read is tried again.
const NAP: Duration = Duration::from_millis(10);
/// A pipe that cannot be read this many times in a row is given up.
const ATTEMPTS: u32 = 3;

/// The text of both streams, in which each line of stderr is marked. The lines are read for secrets before that.
pub struct StderrTaggedText {
    tagger: StderrTagger,
    pub text: TextBuilder,
    masks: Masks,
}

impl StderrTaggedText {
    /// Whole lines of one stream, except at the end.
    fn push(&mut self, stream: OutputStream, bytes: &[u8]) {
        let (mut shown, mut lines) = (Vec::new(), Vec::with_capacity(bytes.len() + 64));
        self.masks.push(bytes, &mut shown);
        self.masks.flush(&mut shown);
        self.tagger.tag_run(stream, &shown, &mut lines);
        self.text.push(&lines);
    }
}

/// The ends of the pipes that are still open.
pub struct OpenPipes<'c> {
    pub fds: Vec<(OutputStream, &'c OwnedFd)>,
    pub merger: Option<StreamMerger>,
    /// With two streams the text says which lines are stderr's.
    pub tagged: Option<StderrTaggedText>,
    /// The readable streams, in the order of the writes to them.
    readable: Vec<OutputStream>,
    /// With two streams.
    order: Option<&'c PipeWriteOrder>,
    scratch: Vec<u8>,
    /// Bytes of each stream that lay in its pipe when the child had ended: the last ones that it wrote itself.
    owed: [usize; 2],
    /// How many reads failed in a row, and why a pipe was given up.
    failures: u32,
    pub failed: Option<io::Error>,
}

pub struct PollResult {
    pub signal: bool,
    pub any_input: bool,
    /// Streams whose readers are gone.
    pub unread: [Option<OutputStream>; 2],
}

impl<'c> OpenPipes<'c> {
    pub fn new(child: &'c Child, tagged: Option<Masks>) -> OpenPipes<'c> {
        let mut fds = vec![(OutputStream::Out, &child.out)];
        fds.extend(child.err.as_ref().map(|err| (OutputStream::Err, err)));
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
    pub fn note_unread_bytes(&mut self) {
        for (stream, fd) in &self.fds {
            self.owed[*stream as usize] = count_readable_bytes(fd);
        }
    }

    /// Whether bytes that the child itself wrote have not been read yet.
    pub fn have_unread_bytes(&self) -> bool {
        self.fds.iter().any(|(stream, _)| self.owed[*stream as usize] > 0)
    }

    pub fn are_all_closed(&self) -> bool {
        self.fds.is_empty()
    }

    pub fn poll_pipes(
        &mut self,
        signals: RawFd,
        sinks: [Option<RawFd>; 2],
        wake: Option<Instant>,
    ) -> io::Result<PollResult> {
        let wanted = |fd, events| libc::pollfd { fd, events, revents: 0 };
        let mut set: Vec<libc::pollfd> = vec![wanted(signals, libc::POLLIN)];
        set.extend(self.fds.iter().map(|(_, fd)| wanted(fd.as_raw_fd(), libc::POLLIN)));
        // With no events requested, poll still reports that the other end is gone; a negative descriptor is skipped.
        let is_open = |stream: OutputStream| self.fds.iter().any(|(open, _)| *open == stream);
        let streams = [OutputStream::Out, OutputStream::Err];
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
        let gone = |stream: OutputStream| sinks[stream as usize].revents & (libc::POLLERR | libc::POLLHUP) != 0;
        Ok(PollResult {
            signal: set[0].revents != 0,
            any_input: !self.readable.is_empty(),
            unread: streams.map(|stream| Some(stream).filter(|stream| gone(*stream))),
        })
    }

    /// Nobody reads this stream any more: SIGPIPE tells its writers.
    pub fn close_stream(&mut self, stream: OutputStream) -> io::Result<()> {
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

    pub fn add_to_tagged_text(&mut self, stream: OutputStream, bytes: &[u8]) {
        if let Some(tagged) = &mut self.tagged {
            tagged.push(stream, bytes);
        }
    }

    /// Reads once from each readable pipe; drops those that are closed.
    pub fn read_ready_pipes(&mut self, buffer: &mut Vec<u8>, mut hear: impl FnMut(OutputStream, &[u8])) -> usize {
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
