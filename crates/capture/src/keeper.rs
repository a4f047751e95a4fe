//! Keeps a child's bytes as they come.

/// Bytes are passed on when a block is full, or when they have waited for some time.
pub const BLOCK: usize = 1 << 20;

/// Keeps the raw bytes. Called with blocks in order, on another thread once there is more than one.
pub trait RawOutputWriter: Send {
    fn keep_block(&mut self, block: &[u8]);
    /// There is time for one-time work, or so much output that the work must be done now.
    fn prepare(&mut self) {}
    /// Nothing to do for now: a chance for housekeeping.
    fn on_idle(&mut self) {}
}
