//! Errors: the message, a hint what to do next, and the exit code.

use std::fmt;

pub type Result<T> = std::result::Result<T, Error>;

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

#[derive(Debug)]
pub struct Error {
    message: String,
    hint: Option<String>,
    code: u8,
    nature: Nature,
}

/// Kinds of errors that some callers handle specially.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    Plain,
    /// Stored bytes are not what was stored.
    Damage,
    /// Another process holds the lock.
    Busy,
}

impl Error {
    /// ctx could not do its own work.
    pub fn failed(message: impl fmt::Display) -> Error {
        Error { message: message.to_string(), hint: None, code: code::FAILED, nature: Nature::Plain }
    }

    /// The thing asked for does not exist.
    pub fn absent(message: impl fmt::Display) -> Error {
        Error { code: code::ABSENT, ..Error::failed(message) }
    }

    /// Stored bytes are not what was stored.
    pub fn damaged(message: impl fmt::Display) -> Error {
        Error { code: code::ABSENT, nature: Nature::Damage, ..Error::failed(message) }
    }

    /// Another process holds the lock for longer than we can wait.
    pub fn busy(message: impl fmt::Display) -> Error {
        Error { nature: Nature::Busy, ..Error::failed(message) }
    }

    /// The request is refused, for a reason that the user can remove.
    pub fn refused(message: impl fmt::Display) -> Error {
        Error { code: code::ABSENT, ..Error::failed(message) }
    }

    pub fn usage(message: impl fmt::Display) -> Error {
        Error { code: code::USAGE, ..Error::failed(message) }
    }

    /// The program that is needed is not there.
    pub fn not_found(message: impl fmt::Display) -> Error {
        Error { code: code::NOT_FOUND, ..Error::failed(message) }
    }

    /// It took longer than it may.
    pub fn timed_out(message: impl fmt::Display) -> Error {
        Error { code: code::TIMED_OUT, ..Error::failed(message) }
    }

    pub fn hint(self, hint: impl fmt::Display) -> Error {
        Error { hint: Some(hint.to_string()), ..self }
    }

    pub fn code(&self) -> u8 {
        self.code
    }

    pub fn is_damage(&self) -> bool {
        self.nature == Nature::Damage
    }

    pub fn is_busy(&self) -> bool {
        self.nature == Nature::Busy
    }

    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Turns an error about damaged bytes into success, keeping what was done so far: for a look at many entries at once.
pub fn past_damage<T: Default>(result: Result<T>) -> Result<T> {
    match result {
        Err(error) if error.is_damage() => Ok(T::default()),
        other => other,
    }
}

/// Adds the failed action to an error from below.
pub trait Context<T> {
    fn context(self, doing: impl fmt::Display) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn context(self, doing: impl fmt::Display) -> Result<T> {
        self.map_err(|error| Error::failed(format_args!("{doing}: {error}")))
    }
}
