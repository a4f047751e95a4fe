//! Puts ctx beneath the agents of a machine.
//!
//! - `install`: ctx in the settings of agents, and out of them again
//! - `hook`: answers to the hooks that agents call
//! - `doctor`: checks that all of it works here
//!
//! ```
//! use ctx_setup::install::record::RecordStore;
//! let shelf = RecordStore::in_store_dir(Some("/home/me/.local/share/ctx".as_ref()))?;
//! assert!(shelf.backup_path("/home/me/.claude/settings.json".as_ref()).starts_with("/home/me/.local/share/ctx/install"));
//! # Ok::<(), ctx_model::error::Error>(())
//! ```

#![warn(clippy::too_many_lines)]

pub mod doctor;
mod error;
pub mod hook;
pub mod install;

pub use error::SetupError;
