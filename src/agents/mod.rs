//! What ctx knows of the agents it works for: what their settings forbid, the hooks they call, the transcripts they leave behind.

pub mod hooks;
pub mod permissions;
pub mod rewrite;
pub mod shell;
pub mod transcripts;
