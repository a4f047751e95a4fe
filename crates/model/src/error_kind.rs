//! The kind of an error: what callers handle specially, and the exit code it ends in.

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
pub enum ErrorKind {
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

impl ErrorKind {
    pub fn exit_code(self) -> u8 {
        match self {
            ErrorKind::Failed | ErrorKind::Busy => code::FAILED,
            ErrorKind::Absent | ErrorKind::Refused | ErrorKind::Damaged => code::ABSENT,
            ErrorKind::Usage => code::USAGE,
            ErrorKind::NotFound => code::NOT_FOUND,
            ErrorKind::TimedOut => code::TIMED_OUT,
        }
    }
}
