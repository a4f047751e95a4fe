//! How a command ended, in the words of line 1.

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

impl Status {
    /// True when the command is known to have failed.
    pub fn failed(self) -> bool {
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
}
