//! ctx keeps raw command output out of an agent's context window and loses none of it.
//!
//! Modules, highest layer first. Imports point downward only, and no import circle has more than two files
//! (`tests/suite/layering.rs`):
//!
//! - `cli`: the commands and where each goes
//! - `commands`: one verb, one file
//! - `web`: the page for a browser on this machine. `proxy`: folds an agent's requests on their way to its provider
//! - `seam`: ctx in the place of an agent's shell; `main` asks it first. `hook`: answers the hooks of agents.
//!   `doctor`: checks that all of it works here. `context`: what every command receives
//! - `hub`: sync with a Postgres that a team shares; beside `ctx-store` the only SQL
//! - `fold`: folds old parts of a conversation, by the engine in `ctx-fold`. `search`: finds anything that went through
//!   ctx. `import`: reads agents' transcripts into the store. `setup`: installs ctx in agents' settings and removes it.
//!   `mcp`: the server over the table of tools
//! - `record`: the one path of an output, from its bytes to what is printed, and back out of the store.
//!   `files`: read once, changed exactly
//! - `session`: what happened in a conversation, and its report. `stats`: what was saved, and what it cost.
//!   `config`: `ctx.toml`
//! - `fetch`: a web page, with limits on everything. `batch`: several steps in one call
//! - `capture`: a child or a pipe in, bytes and clean text out
//! - `ui`: all printing, masked. `tools`, `script`, `error_log`, `error`, `picker`, `token`: small things that every
//!   module may use
//!
//! Below are the library crates: `ctx-store`, `ctx-digest`, `ctx-outline`, `ctx-agents`, `ctx-fold`, `ctx-secrets`,
//! `ctx-shell`, `ctx-text`, `ctx-model` (`docs/architecture.md`).

#![warn(clippy::too_many_lines)]

mod batch;
pub mod capture;
pub mod cli;
pub mod commands;
pub mod config;
pub mod context;
mod doctor;
pub mod error;
mod error_log;
pub mod fetch;
pub mod files;
pub mod fold;
mod hook;
mod hub;
#[allow(clippy::too_many_lines)]
pub mod import;
mod mcp;
mod picker;
pub mod proxy;
pub mod record;
mod script;
pub mod seam;
pub mod search;
#[allow(clippy::too_many_lines)]
pub mod session;
mod setup;
mod stats;
pub mod token;
pub mod tools;
pub mod ui;
mod web;
