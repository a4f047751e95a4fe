//! A command as far as it is known, and how it ended, in the words of line 1.

use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommandEndStatus {
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
    pub fn to_status(self) -> CommandEndStatus {
        match self {
            StatusColumns { timed_out: true, .. } => CommandEndStatus::TimedOut,
            StatusColumns { signal: Some(signal), .. } => CommandEndStatus::Signal(signal),
            StatusColumns { exit_code: Some(code), .. } => CommandEndStatus::Exit(code),
            _ => CommandEndStatus::Unknown,
        }
    }
}

impl CommandEndStatus {
    pub fn to_columns(self) -> StatusColumns {
        match self {
            CommandEndStatus::Exit(code) => StatusColumns { exit_code: Some(code), ..StatusColumns::default() },
            CommandEndStatus::Signal(signal) => StatusColumns { signal: Some(signal), ..StatusColumns::default() },
            status => StatusColumns { timed_out: status == CommandEndStatus::TimedOut, ..StatusColumns::default() },
        }
    }

    /// True when the command is known to have failed.
    pub fn has_failed(self) -> bool {
        !matches!(self, CommandEndStatus::Unknown | CommandEndStatus::Exit(0) | CommandEndStatus::Running)
    }
}

impl fmt::Display for CommandEndStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CommandEndStatus::Unknown => f.write_str("piped"),
            CommandEndStatus::Exit(0) => f.write_str("ok"),
            CommandEndStatus::Exit(code) => write!(f, "exit {code}"),
            CommandEndStatus::Signal(number) => match signal_name(number) {
                Some(name) => write!(f, "killed SIG{name}"),
                None => write!(f, "killed by signal {number}"),
            },
            CommandEndStatus::TimedOut => f.write_str("timed out"),
            CommandEndStatus::Running => f.write_str("running"),
            CommandEndStatus::Interrupted => f.write_str("interrupted"),
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
pub struct CommandAndStatus {
    /// The words that were run; empty when nothing is known (`| ctx store`).
    pub argv: Vec<String>,
    pub status: CommandEndStatus,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_their_numbers() {
        assert_eq!(signal_name(libc::SIGTERM), Some("TERM"));
        assert_eq!(signal_name(libc::SIGSYS), Some("SYS"));
        assert_eq!((signal_name(0), signal_name(64)), (None, None));
        assert_eq!(CommandEndStatus::Signal(9).to_string(), "killed SIGKILL");
    }

    #[test]
    fn columns_and_back() {
        for status in [
            CommandEndStatus::Exit(0),
            CommandEndStatus::Exit(3),
            CommandEndStatus::Signal(9),
            CommandEndStatus::TimedOut,
            CommandEndStatus::Unknown,
        ] {
            assert_eq!(status.to_columns().to_status(), status);
        }
        assert_eq!(CommandEndStatus::Running.to_columns(), StatusColumns::default());
    }
}
