//! What ctx knows of the agents it works for: what their settings forbid, the transcripts they leave behind,
//! how ctx is made known to them.

pub mod install;
pub mod instructions;
pub mod path_rules;
pub mod transcripts;
