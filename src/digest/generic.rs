//! Reads any output: severe and rare lines, whole stack traces and compiler blocks, the last lines.

use super::part::{Part, is_blank};
use super::reading::Reading;

/// What the generic reader is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nobody else knows this output.
    Alone,
    /// A reader knew the tool but found no reason for its failure.
    Rescue,
    /// Only what no other reader covered.
    Rest,
}

pub fn read(part: &Part, mode: Mode, _covered: &dyn Fn(usize) -> bool) -> Reading {
    let mut reading = Reading::default();
    if mode != Mode::Rest {
        let wanted = if part.call.status.failed() { 20 } else { 4 };
        reading.tail = (0..part.len()).rev().filter(|&at| !is_blank(part.line(at))).take(wanted).collect();
    }
    reading
}
