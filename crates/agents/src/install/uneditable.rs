//! Reasons why a settings file is left alone.

use super::jsonc;

/// Why a file cannot be changed: it is not what it should be.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UneditableFileReason(String);

impl UneditableFileReason {
    pub fn unexpected_shape(what: impl Into<String>) -> UneditableFileReason {
        UneditableFileReason(what.into())
    }
}

impl From<jsonc::MalformedJson> for UneditableFileReason {
    fn from(malformed: jsonc::MalformedJson) -> UneditableFileReason {
        UneditableFileReason(malformed.to_string())
    }
}
