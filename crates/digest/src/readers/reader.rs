//! A reader of a tool's output.

use crate::part::OutputPart;
use crate::reading::Reading;

pub struct Reader {
    pub name: &'static str,
    /// Commands it answers to, wrappers removed: `cargo test`, `jest`. Flags between the words do not matter.
    pub commands: &'static [&'static str],
    /// Text that this tool prints and few others do: one line with it is enough to try the reader.
    /// `^` in front means at the beginning of a line (after blanks).
    pub signs: &'static [&'static str],
    /// Empty when the output is not this tool's after all.
    pub read: fn(&OutputPart) -> Reading,
}
