//! Why a command cannot be run or its output not be read: one variant for each reason.

use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CaptureError {
    #[error("no program to run {language} found; looked for {tried}")]
    NoRuntime { language: &'static str, tried: String, get: &'static str },
    #[error("reading the output of {command}: {source}{consequence}")]
    Unread { command: String, source: std::io::Error, consequence: &'static str },
    /// The settings cannot be read, and why.
    #[error("{0}")]
    Settings(String),
    /// The store is used in another way than it should be, and why.
    #[error("{0}")]
    Store(String),
}

impl TypedError for CaptureError {
    fn kind(&self) -> ErrorKind {
        match self {
            CaptureError::NoRuntime { .. } => ErrorKind::NotFound,
            _ => ErrorKind::Failed,
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            CaptureError::NoRuntime { get, .. } => Some(format!("get it from {get}")),
            _ => None,
        }
    }
}
