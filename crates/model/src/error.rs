//! The error of a command: the message, a hint what to do next, and its kind, which decides the exit code.
//!
//! The crates below have enums of their own; what they know about an error (hint, kind) stays with it on the way up,
//! also where context is added.

use std::fmt;
use std::path::Path;

pub use crate::error_kind::{ErrorKind, code};

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug)]
pub struct Error {
    message: String,
    hint: Option<String>,
    kind: ErrorKind,
    /// The typed error that it was made from.
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    fn new(kind: ErrorKind, message: impl fmt::Display) -> Error {
        Error { message: message.to_string(), hint: None, kind, source: None }
    }

    /// ctx could not do its own work.
    pub fn ctx_failure(message: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Failed, message)
    }

    /// The thing asked for does not exist.
    pub fn not_found(message: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Absent, message)
    }

    /// A file that the user named cannot be read.
    pub fn unreadable(path: &Path, error: &std::io::Error) -> Error {
        let why = error.to_string();
        let why = why.split(" (os error").next().unwrap_or_default();
        Error::not_found(format_args!("{}: {why}", path.display()))
    }

    /// The request is refused, for a reason that the user can remove.
    pub fn refused(message: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Refused, message)
    }

    /// Stored bytes are not what was stored.
    pub fn damaged(message: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Damaged, message)
    }

    pub fn usage(message: impl fmt::Display) -> Error {
        Error::new(ErrorKind::Usage, message)
    }

    /// The program that is needed is not there.
    pub fn program_not_found(message: impl fmt::Display) -> Error {
        Error::new(ErrorKind::NotFound, message)
    }

    pub fn with_hint(self, hint: impl fmt::Display) -> Error {
        Error { hint: Some(hint.to_string()), ..self }
    }

    pub fn exit_code(&self) -> u8 {
        self.kind.exit_code()
    }

    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    pub fn is_damage(&self) -> bool {
        self.kind == ErrorKind::Damaged
    }

    pub fn is_busy(&self) -> bool {
        self.kind == ErrorKind::Busy
    }

    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn std::error::Error + 'static))
    }
}

/// A library's own error, with what it knows about itself.
impl Error {
    pub fn from_typed_error<E: std::error::Error + Send + Sync + 'static>(
        error: E,
        kind: ErrorKind,
        hint: Option<&str>,
    ) -> Error {
        let message = error.to_string();
        Error { hint: hint.map(str::to_owned), source: Some(Box::new(error)), ..Error::new(kind, message) }
    }
}

impl From<crate::id::InvalidReference> for Error {
    fn from(error: crate::id::InvalidReference) -> Error {
        Error::usage(&error).with_hint(error.hint())
    }
}

/// The error type of a library: hint and exit code come from its variants.
pub trait TypedError: std::error::Error + Send + Sync + 'static {
    fn kind(&self) -> ErrorKind;

    /// What the user can do about it.
    fn hint(&self) -> Option<String> {
        None
    }
}

impl<E: TypedError> From<E> for Error {
    fn from(error: E) -> Error {
        let (kind, hint) = (error.kind(), error.hint());
        Error::from_typed_error(error, kind, hint.as_deref())
    }
}

/// Turns an error about damaged bytes into success, keeping what was done so far: for a look at many entries at once.
pub fn ignore_damage<T: Default, E: Into<Error>>(result: std::result::Result<T, E>) -> Result<T> {
    match result.map_err(Into::into) {
        Err(error) if error.is_damage() => Ok(T::default()),
        other => other,
    }
}

/// Adds the failed action to an error from below. Hint and kind stay.
pub trait Context<T> {
    fn context(self, doing: impl fmt::Display) -> Result<T>;
}

/// An error that context is added to: it becomes the error of a command.
pub trait IntoCommandError {
    fn into_command_error(self) -> Error;
}

impl IntoCommandError for Error {
    fn into_command_error(self) -> Error {
        self
    }
}

impl IntoCommandError for std::io::Error {
    fn into_command_error(self) -> Error {
        Error::from_typed_error(self, ErrorKind::Failed, None)
    }
}

impl<T, E: IntoCommandError> Context<T> for std::result::Result<T, E> {
    fn context(self, doing: impl fmt::Display) -> Result<T> {
        self.map_err(|error| {
            let error = error.into_command_error();
            Error { message: format!("{doing}: {}", error.message), ..error }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_typed_error_is_its_source() {
        let below: std::io::Result<()> = Err(std::io::ErrorKind::PermissionDenied.into());
        let error = below.context("opening /x").unwrap_err();
        assert_eq!(error.to_string(), "opening /x: permission denied");
        let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<std::io::Error>());
        assert_eq!(source.map(std::io::Error::kind), Some(std::io::ErrorKind::PermissionDenied));
    }

    #[test]
    fn context_keeps_hint_and_code() {
        let below: Result<()> = Err(Error::not_found("no entry").with_hint("ctx history lists all entries"));
        let error = below.context("reading the note").unwrap_err();
        assert_eq!(error.to_string(), "reading the note: no entry");
        assert_eq!((error.hint(), error.exit_code()), (Some("ctx history lists all entries"), code::ABSENT));
    }
}
