//! What happened in an agent's sessions.
//!
//! - `session`: the events of a conversation, and its report
//! - `import`: agents' transcripts into the store
//! - `stats`: what was saved, and what it cost

#![warn(clippy::too_many_lines)]

pub mod import;
pub mod session;
pub mod stats;
