//! Reasons why a settings file is left alone.

use super::jsonc;

/// Why a file cannot be changed: it is not what it should be.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Uneditable(String);

impl Uneditable {
    pub fn unexpected_shape(what: impl Into<String>) -> Uneditable {
        Uneditable(what.into())
    }
}

impl From<jsonc::MalformedJson> for Uneditable {
    fn from(malformed: jsonc::MalformedJson) -> Uneditable {
        Uneditable(malformed.to_string())
    }
}
