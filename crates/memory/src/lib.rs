//! What happened in an agent's sessions.
//!
//! - `session`: the events of a conversation, and its report
//! - `import`: agents' transcripts into the store. `export`: the store's entries in a form that it reads back
//! - `stats`: what was saved, and what it cost
//!
//! ```
//! let noticed = ctx_memory::session::classify::find_decisions_in_prompt("Use argon2 for the hashes.");
//! assert_eq!(noticed[0].2, "Use argon2 for the hashes.");
//! ```

#![warn(clippy::too_many_lines)]

mod error;
pub mod export;
pub mod import;
pub mod session;
pub mod stats;

pub use error::MemoryError;
