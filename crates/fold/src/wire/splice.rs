//! A change to a body.

use std::ops::Range;

/// Other text in place of a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    pub range: Range<usize>,
    pub text: String,
}
