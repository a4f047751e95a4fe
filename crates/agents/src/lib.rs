//! The agents that ctx supports: one file or folder an agent, each a row of one table; and their common parts: the
//! permissions in their settings, the installation of ctx, the hooks they call, the transcripts they leave.
//!
//! ```
//! use std::path::Path;
//! use ctx_agents::permissions::{FileAccess, PermissionRules, SettingsPlaces};
//!
//! let dir = std::env::temp_dir();
//! let places = SettingsPlaces { home: None, user: None, project: &dir, cwd: &dir };
//! let rules = PermissionRules::read(&places)?;
//! assert!(rules.check_file(FileAccess::Read, &[Path::new("notes.md")]).is_ok());
//! # Ok::<(), ctx_agents::PermissionError>(())
//! ```

#![warn(clippy::too_many_lines)]

pub mod agent;
pub mod claude_code;
pub mod codex;
mod copilot;
mod cursor;
mod error;
mod gemini;
pub mod hooks;
pub mod install;
pub mod instructions;
mod opencode;
pub mod origin;
pub mod permissions;
pub mod redirect;
pub mod remark;
pub mod row;
mod table;
pub mod transcripts;
mod vscode;
mod word_lists;
pub mod wrapping;

pub use error::{PermissionError, Result};
