//! What ctx knows of the agents it works for: one file or folder an agent, each a row of one table; and what those share:
//! what settings forbid, how ctx is made known, the hooks that are called, the transcripts that are left behind.

pub mod agent;
pub mod claude_code;
pub mod codex;
mod copilot;
mod cursor;
mod gemini;
pub mod hooks;
pub mod install;
pub mod instructions;
mod opencode;
pub mod permissions;
pub mod remark;
pub mod row;
mod table;
pub mod transcripts;
mod vscode;
pub mod wrapping;
