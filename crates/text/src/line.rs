//! The position of a line in a clean text, and its number in the raw output.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineSpan {
    pub start: u32,
    pub len: u32,
    pub number: u64,
}

impl LineSpan {
    /// The memory a line takes beside its text.
    pub const COST: usize = std::mem::size_of::<LineSpan>();
}
