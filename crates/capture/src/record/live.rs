//! A command's output on a person's terminal while it runs: every byte as it comes, under its masks.

use std::os::fd::RawFd;
use std::time::{Duration, Instant};

use crate::pump::OutputListener;
use crate::streams::OutputStream;
use crate::ui::write_raw_to_stdout;
use ctx_secrets::MaskingStream as Masks;

/// A line that is unfinished after this long is shown as far as it goes: a question, a bar of progress.
const UNFINISHED: Duration = Duration::from_millis(100);

pub struct LiveOutput {
    masks: Masks,
    /// When the first byte came that is not on the screen yet.
    held_since: Option<Instant>,
    ends_line: bool,
}

impl LiveOutput {
    pub fn new(masks: Masks) -> LiveOutput {
        LiveOutput { masks, held_since: None, ends_line: true }
    }

    fn write_masked(&mut self, read: impl FnOnce(&mut Masks, &mut Vec<u8>)) {
        let mut shown = Vec::new();
        read(&mut self.masks, &mut shown);
        if !shown.is_empty() {
            self.ends_line = shown.ends_with(b"\n");
            write_raw_to_stdout(&shown);
        }
    }

    /// Shows what is left, and ends an unfinished line.
    pub fn flush(mut self) {
        self.write_masked(|masks, out| masks.flush(out));
        if !self.ends_line {
            write_raw_to_stdout(b"\n");
        }
    }
}

impl OutputListener for LiveOutput {
    fn on_output(&mut self, _stream: OutputStream, bytes: &[u8], now: Instant) {
        self.write_masked(|masks, out| masks.push(bytes, out));
        self.held_since = (self.masks.held_len() > 0).then(|| self.held_since.unwrap_or(now));
    }

    fn next_wake_time(&self) -> Option<Instant> {
        self.held_since.map(|since| since + UNFINISHED)
    }

    fn on_wake(&mut self, _now: Instant) {
        self.write_masked(|masks, out| masks.flush(out));
        self.held_since = None;
    }

    fn sink_descriptors(&self) -> [Option<RawFd>; 2] {
        [None; 2]
    }
}
