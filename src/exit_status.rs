//! How a command of ctx ends.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    Code(u8),
    /// ctx itself received this signal and ends by it.
    Signal(i32),
}

impl ExitStatus {
    pub const OK: ExitStatus = ExitStatus::Code(0);
}
