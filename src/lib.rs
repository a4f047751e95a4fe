//! ctx keeps raw command output out of an agent's context window and loses none of it.
//!
//! Modules, highest layer first. Imports point downward only, and no import circle has more than two files
//! (`tests/suite/layering.rs`):
//!
//! - `cli`: the commands and where each goes
//! - `commands`: one verb, one file
//! - `hook`: answers the hooks of agents. `doctor`: checks that all of it works here. `context`: what every command
//!   receives
//! - `setup`: installs ctx in agents' settings and removes it. `mcp`: the server over the table of tools. `batch`:
//!   several steps in one call
//! - `tools`: the table of tools for models. `picker`: a list to choose from on a terminal
//!
//! Below are the library crates in `crates/` (`docs/architecture.md`); this library gives their parts short names.

#![warn(clippy::too_many_lines)]

mod batch;
pub mod cli;
pub mod commands;
pub mod context;
mod doctor;
mod hook;
mod mcp;
mod picker;
mod setup;
pub mod tools;

pub use ctx_capture::{self as capture, base, config, error_log, prices, record, script, seam, ui};
pub use ctx_memory::{import, session, stats};
pub use ctx_model::{error, token};
pub use ctx_proxy::{self as proxy, fold};
pub use {ctx_fetch as fetch, ctx_files as files, ctx_hub as hub, ctx_search as search, ctx_web as web};
