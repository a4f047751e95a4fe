//! The table of readers: one row a tool family. Order matters where two claim the same lines: the first wins,
//! and a reader that the command names comes before all others.

mod cargo;
pub mod flat;
mod libtest;
mod rustc;
mod tsc;

use super::part::Part;
use super::reading::Reading;

pub struct Reader {
    pub name: &'static str,
    /// Commands it answers to, wrappers removed: `cargo test`, `jest`. Flags between the words do not matter.
    pub commands: &'static [&'static str],
    /// Text that this tool prints and few others do: one line with it is enough to try the reader.
    /// `^` in front means at the beginning of a line (after blanks).
    pub signs: &'static [&'static str],
    /// Empty when the output is not this tool's after all.
    pub read: fn(&Part) -> Reading,
}

#[rustfmt::skip]
pub const READERS: &[Reader] = &[
    rustc::READER,
    libtest::READER,
    cargo::READER,
    tsc::READER,
];
