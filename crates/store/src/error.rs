//! Errors of the store: one variant for everything that a caller or a user can act on, each with its hint and kind.

use std::fmt;
use std::path::PathBuf;

use ctx_model::error_kind::ErrorKind;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("no directory for the store: neither CTX_HOME nor HOME is set")]
    NoDirectory,
    #[error("{} is a database of another program", path.display())]
    OtherProgram { path: PathBuf },
    #[error("store {} holds '{name}', which ctx did not make", path.display())]
    Tampered { path: PathBuf, name: String },
    #[error("store directory {}: {source}", path.display())]
    NoAccess { path: PathBuf, source: std::io::Error },
    #[error("store directory {}: is a symlink", path.display())]
    Symlink { path: PathBuf },
    #[error("store directory {}: is not a directory", path.display())]
    NotADirectory { path: PathBuf },
    #[error("store {}: is not a regular file", path.display())]
    NotAFile { path: PathBuf },
    #[error("{} belongs to user {owner}, not to {me}", path.display())]
    OtherUser { path: PathBuf, owner: u32, me: u32 },
    /// What was written to it is not there.
    #[error("store {}: destroyed while the command ran", path.display())]
    Destroyed { path: PathBuf },
    /// The store can only be read, and why.
    #[error("{0}")]
    ReadOnly(String),
    #[error("no entry [ctx:{prefix}]")]
    Unknown { prefix: String },
    #[error("'{prefix}' is ambiguous: {candidates}")]
    Ambiguous { prefix: String, candidates: String },
    #[error("{name}: this project has {}", ctx_text::format_count(u64::from(*there), "entry"))]
    TooFar { name: String, there: u32 },
    /// Stored bytes are not what was stored.
    #[error("damaged in the store: {lost} of this output are not what was stored")]
    Damaged { lost: String },
    /// A file of another program that was to be read.
    #[error("{path}: {why}")]
    Unreadable { path: String, why: String },
    /// Another process holds the lock.
    #[error("{doing}: {why}")]
    Busy { doing: String, why: String },
    #[error("{doing}: {source}")]
    Io { doing: String, source: std::io::Error },
    /// The database refused or failed.
    #[error("{doing}: {why}")]
    Database { doing: String, why: String },
}

impl Error {
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Unknown { .. } | Error::Ambiguous { .. } | Error::TooFar { .. } | Error::Unreadable { .. } => {
                ErrorKind::Absent
            }
            Error::Damaged { .. } => ErrorKind::Damaged,
            Error::Busy { .. } => ErrorKind::Busy,
            _ => ErrorKind::Failed,
        }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Error::NoDirectory | Error::NoAccess { .. } | Error::OtherUser { .. } => {
                "set CTX_HOME to a directory of your own"
            }
            Error::OtherProgram { .. } => "set CTX_HOME to another directory",
            Error::Tampered { .. } => "set CTX_HOME to another directory, or drop it with sqlite3",
            Error::Symlink { .. } => "set CTX_HOME to the real directory",
            Error::Unknown { .. } => "ctx history lists what is there",
            Error::Ambiguous { .. } => "write one more character",
            Error::TooFar { .. } => "ctx history --all-projects lists all entries",
            Error::Damaged { .. } => {
                "ctx get REF --raw gives all that is whole; ctx doctor --deep looks at everything that is stored"
            }
            _ => return None,
        })
    }

    pub fn is_busy(&self) -> bool {
        self.kind() == ErrorKind::Busy
    }

    pub fn is_damage(&self) -> bool {
        self.kind() == ErrorKind::Damaged
    }

    pub(crate) fn from_database_error(doing: impl fmt::Display, error: &rusqlite::Error) -> Error {
        let (doing, why) = (doing.to_string(), sqlite_message(error));
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => Error::Busy { doing, why },
            _ => Error::Database { doing, why },
        }
    }
}

/// SQLite's message; its error about a statement would quote the whole statement.
fn sqlite_message(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

/// Adds the failed action to an error from the database or the file system.
pub(crate) trait Context<T> {
    fn context(self, doing: impl fmt::Display) -> Result<T>;
}

impl<T> Context<T> for rusqlite::Result<T> {
    fn context(self, doing: impl fmt::Display) -> Result<T> {
        self.map_err(|error| Error::from_database_error(doing, &error))
    }
}

impl<T> Context<T> for std::io::Result<T> {
    fn context(self, doing: impl fmt::Display) -> Result<T> {
        self.map_err(|source| Error::Io { doing: doing.to_string(), source })
    }
}

impl From<Error> for ctx_model::error::Error {
    fn from(error: Error) -> ctx_model::error::Error {
        let (kind, hint) = (error.kind(), error.hint().map(str::to_owned));
        ctx_model::error::Error::from_typed_error(error, kind, hint.as_deref())
    }
}

impl ctx_model::error::IntoCommandError for Error {
    fn into_command_error(self) -> ctx_model::error::Error {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_its_message_hint_and_nature() {
        let path = || PathBuf::from("/x");
        let io = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        let text = |text: &str| text.to_owned();
        let own = Some("set CTX_HOME to a directory of your own");
        let other = Some("set CTX_HOME to another directory");
        let rows = [
            (
                Error::NoDirectory,
                "no directory for the store: neither CTX_HOME nor HOME is set",
                own,
                ErrorKind::Failed,
            ),
            (Error::OtherProgram { path: path() }, "/x is a database of another program", other, ErrorKind::Failed),
            (
                Error::Tampered { path: path(), name: text("t") },
                "store /x holds 't', which ctx did not make",
                Some("set CTX_HOME to another directory, or drop it with sqlite3"),
                ErrorKind::Failed,
            ),
            (
                Error::Symlink { path: path() },
                "store directory /x: is a symlink",
                Some("set CTX_HOME to the real directory"),
                ErrorKind::Failed,
            ),
            (Error::NotADirectory { path: path() }, "store directory /x: is not a directory", None, ErrorKind::Failed),
            (Error::NotAFile { path: path() }, "store /x: is not a regular file", None, ErrorKind::Failed),
            (
                Error::OtherUser { path: path(), owner: 1, me: 2 },
                "/x belongs to user 1, not to 2",
                own,
                ErrorKind::Failed,
            ),
            (Error::ReadOnly(text("a newer ctx wrote it")), "a newer ctx wrote it", None, ErrorKind::Failed),
            (
                Error::Unknown { prefix: text("ab") },
                "no entry [ctx:ab]",
                Some("ctx history lists what is there"),
                ErrorKind::Absent,
            ),
            (
                Error::Ambiguous { prefix: text("a"), candidates: text("ab, ac") },
                "'a' is ambiguous: ab, ac",
                Some("write one more character"),
                ErrorKind::Absent,
            ),
            (
                Error::TooFar { name: text("@-9"), there: 1 },
                "@-9: this project has 1 entry",
                Some("ctx history --all-projects lists all entries"),
                ErrorKind::Absent,
            ),
            (
                Error::Damaged { lost: text("bytes 0 to 9") },
                "damaged in the store: bytes 0 to 9 of this output are not what was stored",
                Some("ctx get REF --raw gives all that is whole; ctx doctor --deep looks at everything that is stored"),
                ErrorKind::Damaged,
            ),
            (
                Error::Unreadable { path: text("opencode.db"), why: text("no such table") },
                "opencode.db: no such table",
                None,
                ErrorKind::Absent,
            ),
            (Error::Busy { doing: text("store /x"), why: text("locked") }, "store /x: locked", None, ErrorKind::Busy),
            (Error::Io { doing: text("/x"), source: io }, "/x: permission denied", None, ErrorKind::Failed),
            (Error::Database { doing: text("store /x"), why: text("full") }, "store /x: full", None, ErrorKind::Failed),
        ];
        for (error, message, hint, nature) in rows {
            assert_eq!((error.to_string().as_str(), error.hint(), error.kind()), (message, hint, nature));
        }
    }

    #[test]
    fn a_locked_database_is_busy() {
        let failure = |code| rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
        assert!(Error::from_database_error("store", &failure(rusqlite::ffi::SQLITE_BUSY)).is_busy());
        assert!(Error::from_database_error("store", &failure(rusqlite::ffi::SQLITE_LOCKED)).is_busy());
        assert!(!Error::from_database_error("store", &failure(rusqlite::ffi::SQLITE_FULL)).is_busy());
    }

    #[test]
    fn context_keeps_hint_and_kind() {
        use ctx_model::error::Context;
        let below: Result<()> = Err(Error::OtherProgram { path: "/x/ctx.db".into() });
        let error = below.context("opening the store").unwrap_err();
        assert_eq!(error.to_string(), "opening the store: /x/ctx.db is a database of another program");
        assert_eq!((error.hint(), error.kind()), (Some("set CTX_HOME to another directory"), ErrorKind::Failed));
    }
}
