//! The nature of an error: what callers handle specially, and the exit code it ends in.

/// Exit codes of ctx itself. `ctx run` otherwise ends as its command did.
pub mod code {
    /// The thing asked for is not there (unknown, ambiguous or expired reference, no match) or is refused.
    pub const ABSENT: u8 = 1;
    /// The command line makes no sense.
    pub const USAGE: u8 = 2;
    /// `--timeout` ended the command.
    pub const TIMED_OUT: u8 = 124;
    /// ctx itself failed.
    pub const FAILED: u8 = 125;
    /// The command is there but cannot be executed.
    pub const NOT_EXECUTABLE: u8 = 126;
    /// The command was not found.
    pub const NOT_FOUND: u8 = 127;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// ctx could not do its own work.
    Failed,
    /// The thing asked for does not exist.
    Absent,
    /// The request is refused, for a reason that the user can remove.
    Refused,
    /// Stored bytes are not what was stored.
    Damaged,
    /// Another process holds the lock for longer than we can wait.
    Busy,
    /// The command line makes no sense.
    Usage,
    /// The program that is needed is not there.
    NotFound,
    /// It took longer than it may.
    TimedOut,
}

impl Nature {
    pub fn exit_code(self) -> u8 {
        match self {
            Nature::Failed | Nature::Busy => code::FAILED,
            Nature::Absent | Nature::Refused | Nature::Damaged => code::ABSENT,
            Nature::Usage => code::USAGE,
            Nature::NotFound => code::NOT_FOUND,
            Nature::TimedOut => code::TIMED_OUT,
        }
    }
}
