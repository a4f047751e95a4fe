//! The bytes of a capture on their way from the pipe to its keeper and reader, and the times at which they go on.

use std::io;
use std::time::{Duration, Instant};

use super::keeper::{BLOCK, RawOutputWriter};
use super::reading::MaskedTextBuilder;
use super::workers::OutputWorkers;

/// Bytes are passed on this long after the first of them came: a kill of ctx can lose no more.
const FLUSH: Duration = Duration::from_millis(150);
/// A child that runs longer than this leaves time for housekeeping.
const IDLE: Duration = Duration::from_millis(25);
/// A child that runs longer than this, or prints more, leaves time for preparing.
const SOON: Duration = Duration::from_millis(15);
const MUCH: u64 = 2 << 10;
/// As much as a live display needs to find the last line.
const RECENT: usize = 1024;

/// When there is something to do; none if it was done or is not needed.
struct WorkTimes {
    flush: Option<Instant>,
    prepare: Option<Instant>,
    idle: Option<Instant>,
}

/// True once, when its time has come.
fn take_if_due(time: &mut Option<Instant>, now: Instant) -> bool {
    time.take_if(|at| now >= *at).is_some()
}

pub struct OutputBlockForwarder<K> {
    stage: Option<WorkerStage<K>>,
    pub buffer: Vec<u8>,
    /// The end of the block that was passed on last.
    recent: Vec<u8>,
    pub bytes: u64,
    times: WorkTimes,
}

impl<K: RawOutputWriter + 'static> OutputBlockForwarder<K> {
    pub fn new(keeper: K, reading: MaskedTextBuilder, now: Instant) -> OutputBlockForwarder<K> {
        OutputBlockForwarder {
            stage: Some(WorkerStage::Inline(Box::new((keeper, reading)))),
            buffer: Vec::with_capacity(64 << 10),
            recent: Vec::new(),
            bytes: 0,
            times: WorkTimes { flush: None, prepare: Some(now + SOON), idle: Some(now + IDLE) },
        }
    }

    /// The next time at which there is something to do.
    pub fn next_forwarding_time(&self) -> Option<Instant> {
        [self.times.flush, self.times.prepare, self.times.idle].into_iter().flatten().min()
    }

    /// Bytes were added to the buffer.
    pub fn note_bytes_read(&mut self, got: usize, now: Instant) {
        self.bytes += got as u64;
        self.times.flush.get_or_insert(now + FLUSH);
        self.times.idle = None;
    }

    /// Does what is due.
    pub fn forward_if_due(&mut self, now: Instant) {
        if self.buffer.len() >= BLOCK || self.times.flush.is_some_and(|at| now >= at) {
            self.times.flush = None;
            self.recent.clear();
            self.recent.extend_from_slice(last_bytes(&self.buffer));
            self.stage = self.stage.take().map(|stage| stage.hand_over_block(&mut self.buffer));
        }
        if self.bytes > MUCH && self.times.prepare.is_some() {
            self.times.prepare = Some(now);
        }
        let (prepare, idle) = (take_if_due(&mut self.times.prepare, now), take_if_due(&mut self.times.idle, now));
        if let Some(WorkerStage::Inline(both)) = &mut self.stage {
            if prepare {
                both.0.prepare();
            }
            if idle {
                both.0.on_idle();
            }
        }
    }

    /// The newest bytes, as they came.
    pub fn newest_bytes(&self) -> &[u8] {
        if self.buffer.is_empty() { &self.recent } else { last_bytes(&self.buffer) }
    }

    /// The keeper, the reader, and the bytes that were not passed on.
    pub fn finish(self) -> io::Result<(K, MaskedTextBuilder, Vec<u8>)> {
        let (keeper, reading) = match self.stage {
            Some(WorkerStage::Threads(workers)) => {
                let (keeper, reading) = workers.join_threads();
                let died = || io::Error::other("a worker thread died");
                (keeper.ok_or_else(died)?, reading.ok_or_else(died)?)
            }
            Some(WorkerStage::Inline(both)) => *both,
            None => unreachable!("the stage is put back as soon as a block is passed on"),
        };
        Ok((keeper, reading, self.buffer))
    }
}

fn last_bytes(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.len().saturating_sub(RECENT)..]
}

enum WorkerStage<K> {
    Inline(Box<(K, MaskedTextBuilder)>),
    Threads(OutputWorkers<K>),
}

impl<K: RawOutputWriter + 'static> WorkerStage<K> {
    /// Passes a block on and leaves an empty one.
    fn hand_over_block(self, buffer: &mut Vec<u8>) -> WorkerStage<K> {
        let workers = match self {
            WorkerStage::Inline(both) => OutputWorkers::start(both.0, both.1),
            WorkerStage::Threads(workers) => Ok(workers),
        };
        match workers {
            Ok(workers) => {
                *buffer = workers.send_block(std::mem::take(buffer));
                WorkerStage::Threads(workers)
            }
            // No thread could be started: everything is done here, more slowly.
            Err(mut both) => {
                both.0.keep_block(buffer);
                both.1.push(buffer);
                buffer.clear();
                WorkerStage::Inline(both)
            }
        }
    }
}
