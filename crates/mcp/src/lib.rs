//! The tools that models call: one table, its schemas, and the MCP server over it.
//!
//! ```
//! let steps = ctx_mcp::step::parse_steps("run: cargo test\nsearch: flaky")?;
//! assert_eq!(steps[0].tool.name, "run");
//! assert_eq!(steps[1].command_line(2048, false), ["search", "--", "flaky"]);
//! # Ok::<(), ctx_model::error::Error>(())
//! ```

#![warn(clippy::too_many_lines)]

mod error;
pub mod server;
pub mod step;
pub mod tools;

pub use error::CallError;
