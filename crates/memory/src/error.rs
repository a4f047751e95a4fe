//! Why a transcript is not imported: one variant for each reason, with its kind.

use ctx_model::error::{ErrorKind, TypedError};
use ctx_model::id::EntryId;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    #[error("{path}: {source}")]
    Unreadable { path: String, source: std::io::Error },
    /// One in a thousand million: the report with this id in it is written already.
    #[error("the id {0} is taken")]
    Taken(EntryId),
}

impl TypedError for MemoryError {
    fn kind(&self) -> ErrorKind {
        match self {
            MemoryError::Unreadable { .. } => ErrorKind::Absent,
            MemoryError::Taken(_) => ErrorKind::Failed,
        }
    }
}
