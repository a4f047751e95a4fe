//! Why a search fails by itself: its pattern. Errors of the store pass through.

use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    #[error("--grep: {0}")]
    Pattern(#[source] regex::Error),
}

impl TypedError for SearchError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Usage
    }

    fn hint(&self) -> Option<String> {
        Some("quote signs with a backslash, or use words without --grep".to_owned())
    }
}
