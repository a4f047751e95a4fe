//! Reasons why a settings file is left alone.

use std::fmt;

use super::jsonc;

/// Why a file cannot be changed: it is not what it should be.
#[derive(Debug, PartialEq, Eq)]
pub struct Unfit(String);

impl Unfit {
    pub fn shape(what: impl Into<String>) -> Unfit {
        Unfit(what.into())
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<jsonc::Malformed> for Unfit {
    fn from(malformed: jsonc::Malformed) -> Unfit {
        Unfit(malformed.to_string())
    }
}
