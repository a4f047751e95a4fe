//! A command as far as it is known, and how it ended, in the words of line 1.

use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Output that came through a pipe: how its command ended is not known.
    #[default]
    Unknown,
    Exit(i32),
    Signal(i32),
    TimedOut,
    Running,
    /// ctx or the machine ended before the command did.
    Interrupted,
}

/// A status as the store, an export and `--json` hold it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatusColumns {
    pub exit_code: Option<i32>,
    pub signal: Option<i32>,
    pub timed_out: bool,
}

impl StatusColumns {
    /// How a command ended that has ended.
    pub fn to_status(self) -> Status {
        match self {
            StatusColumns { timed_out: true, .. } => Status::TimedOut,
            StatusColumns { signal: Some(signal), .. } => Status::Signal(signal),
            StatusColumns { exit_code: Some(code), .. } => Status::Exit(code),
            _ => Status::Unknown,
        }
    }
}

impl Status {
    pub fn to_columns(self) -> StatusColumns {
        match self {
            Status::Exit(code) => StatusColumns { exit_code: Some(code), ..StatusColumns::default() },
            Status::Signal(signal) => StatusColumns { signal: Some(signal), ..StatusColumns::default() },
            status => StatusColumns { timed_out: status == Status::TimedOut, ..StatusColumns::default() },
        }
    }

    /// True when the command is known to have failed.
    pub fn has_failed(self) -> bool {
        !matches!(self, Status::Unknown | Status::Exit(0) | Status::Running)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Status::Unknown => f.write_str("piped"),
            Status::Exit(0) => f.write_str("ok"),
            Status::Exit(code) => write!(f, "exit {code}"),
            Status::Signal(number) => match signal_name(number) {
                Some(name) => write!(f, "killed SIG{name}"),
                None => write!(f, "killed by signal {number}"),
            },
            Status::TimedOut => f.write_str("timed out"),
            Status::Running => f.write_str("running"),
            Status::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// The name without `SIG`, as on Linux.
pub fn signal_name(number: i32) -> Option<&'static str> {
    const NAMES: [&str; 31] = [
        "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
        "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
        "WINCH", "IO", "PWR", "SYS",
    ];
    usize::try_from(number - 1).ok().and_then(|index| NAMES.get(index).copied())
}

/// The command whose output is read, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The words that were run; empty when nothing is known (`| ctx store`).
    pub argv: Vec<String>,
    pub status: Status,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_their_numbers() {
        assert_eq!(signal_name(libc::SIGTERM), Some("TERM"));
        assert_eq!(signal_name(libc::SIGSYS), Some("SYS"));
        assert_eq!((signal_name(0), signal_name(64)), (None, None));
        assert_eq!(Status::Signal(9).to_string(), "killed SIGKILL");
    }

    #[test]
    fn columns_and_back() {
        for status in [Status::Exit(0), Status::Exit(3), Status::Signal(9), Status::TimedOut, Status::Unknown] {
            assert_eq!(status.to_columns().to_status(), status);
        }
        assert_eq!(Status::Running.to_columns(), StatusColumns::default());
    }
}
