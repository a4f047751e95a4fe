//! Types that all modules share: how a command ended, the findings in its output, the events of a session, and where.
//! Each type has its one mapping to columns and to JSON here.
//!
//! ```
//! use ctx_model::CommandEndStatus;
//! use ctx_model::id::EntryReference;
//!
//! assert_eq!(CommandEndStatus::Exit(1).to_string(), "exit 1");
//! assert!(CommandEndStatus::Exit(1).has_failed());
//! assert!("@-1".parse::<EntryReference>().is_ok(), "the entry before the newest one");
//! ```

#![warn(clippy::too_many_lines)]

#[cfg(not(unix))]
compile_error!("ctx runs on Linux and macOS. On Windows, install it inside WSL: docs/platforms.md says how.");

pub mod build;
pub mod conversation;
pub mod env;
pub mod error;
pub mod error_kind;
mod event;
mod executable;
mod finding;
pub mod id;
pub mod peer;
pub mod process;
pub mod random;
pub mod scope;
mod status;
pub mod token;
mod variables;

pub use env::{Env, unix_time_ms};
pub use error::{Error, Result};
pub use event::{EventCategory, EventsOfFinishedEntry, SessionEvent, StoredEvent};
pub use finding::{Finding, Severity, findings_json};
pub use scope::Scope;
pub use status::{CommandAndStatus, CommandEndStatus, StatusColumns, signal_name};
