//! Reasons why a settings file is left alone.

use std::fmt;

use super::jsonc;

/// Why a file cannot be changed: it is not what it should be.
#[derive(Debug, PartialEq, Eq)]
pub struct Uneditable(String);

impl Uneditable {
    pub fn unexpected_shape(what: impl Into<String>) -> Uneditable {
        Uneditable(what.into())
    }
}

impl fmt::Display for Uneditable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<jsonc::MalformedJson> for Uneditable {
    fn from(malformed: jsonc::MalformedJson) -> Uneditable {
        Uneditable(malformed.to_string())
    }
}
