//! A command as far as it is known, and how it ended.

use super::Status;

/// The command whose output is read, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The words that were run; empty when nothing is known (`| ctx store`).
    pub argv: Vec<String>,
    pub status: Status,
}
