//! Where a line of a clean text is, and which line of the raw output it is.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub start: u32,
    pub len: u32,
    pub number: u64,
}

impl Line {
    /// What a line costs beside its text.
    pub const COST: usize = std::mem::size_of::<Line>();
}
