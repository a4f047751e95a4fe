//! ctx keeps raw command output out of an agent's context window and loses none of it.
//!
//! Modules, highest layer first. Imports point downward only, and no import circle has more than two files
//! (`tests/suite/layering.rs`):
//!
//! - `cli`: the commands and where each goes
//! - `commands`: one verb, one file
//! - `permissions`: what the agent's settings allow. `input`: answers on a terminal, files and stdin. `session_files`: the
//!   files of this session
//! - `picker`: a list to choose from on a terminal
//!
//! Below are the library crates in `crates/` (`docs/architecture.md`); this library gives their parts short names.

#![warn(clippy::too_many_lines)]

pub mod cli;
pub mod commands;
pub mod exit_status;
mod input;
mod permissions;
mod picker;
mod session_files;

pub use ctx_capture::{self as capture, Context, config, error_log, prices, record, script, seam, ui};
pub use ctx_mcp::tools;
pub use ctx_memory::{import, session, stats};
pub use ctx_model::{Error, Result, error, token};
pub use ctx_proxy::{self as proxy, fold};
pub use ctx_setup::{doctor, hook, install as setup};
pub use exit_status::ExitStatus;
pub use {ctx_fetch as fetch, ctx_files as files, ctx_hub as hub, ctx_search as search, ctx_web as web};
