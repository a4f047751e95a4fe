//! Reasons why a settings file is left alone.

/// Why a file cannot be changed: it is not what it should be.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UneditableFileReason(String);

impl UneditableFileReason {
    pub fn unexpected_shape(what: impl Into<String>) -> UneditableFileReason {
        UneditableFileReason(what.into())
    }

    /// What is wrong at this place of a text.
    pub fn at_line_of(text: &str, place: usize, what: &str) -> UneditableFileReason {
        UneditableFileReason(format!("line {}: {what}", text[..place].matches('\n').count() + 1))
    }
}
