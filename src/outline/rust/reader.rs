//! The text of one parse, and the extents of what is in it.

use super::source::Source;

/// Turns the items of one parse into symbols; offsets of its spans count from `base`.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub source: &'a Source<'a>,
    pub base: usize,
}

/// Where an item's parts are: attributes, first own token, end of what is shown, end.
pub struct Extent {
    pub attributes: usize,
    pub start: usize,
    pub signature_end: usize,
    pub end: usize,
}
