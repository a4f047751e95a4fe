//! What ctx knows of the agents it works for: what their settings forbid, the transcripts they leave behind.

pub mod permissions;
pub mod rewrite;
pub mod shell;
pub mod transcripts;
