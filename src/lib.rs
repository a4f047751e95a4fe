//! ctx keeps raw command output out of an agent's context window and loses none of it.
//!
//! The map of the house, floor by floor from the street to the cellar; imports point downward only, and no more than two
//! files lead to each other (`tests/suite/layering.rs`):
//!
//! - `cli`: the commands and where each goes
//! - `commands`: one verb, one file
//! - `web`: a page to look at, served to a browser on this machine. `proxy`: an agent's requests on their way to its
//!   provider, with folds in them
//! - `seam`: ctx in a shell's place, called by an agent; `main` asks it before all else. `hook`: what is done and answered
//!   when an agent calls. `doctor`: whether all of it works here. `context`: what every command is handed
//! - `hub`: what may leave goes to a Postgres that a team shares, and comes back; beside `store` the only SQL
//! - `fold`: what an agent's conversation no longer needs, by the engine in `ctx-fold`.
//!   `search`: find anything that went through ctx. `import`: agents' transcripts into the store. `setup`: ctx into agents'
//!   settings and out again. `mcp`: the server over the table of tools
//! - `record`: the one way of an output, from its bytes to what is printed, and the way back out of the store.
//!   `files`: read once, changed exactly
//! - `session`: what happened in a conversation, and what is told of it. `stats`: what was saved, and what it cost.
//!   `config`: `ctx.toml`
//! - `store`: the only SQL. `digest`: clean text in, what matters out, one file a tool family in `digest/readers`.
//!   `outline`: a source file in, its public interface out. `agents`: one file an agent, a row in one table.
//!   `fetch`: a web page, with limits on everything. `batch`: several steps in one call
//! - `capture`: a child or a pipe in, bytes and clean text out. `shell`: shell text in, a tree out; what a line runs, and
//!   the one table of programs
//! - `model`: what every room speaks about. `ui`: all printing, masked. `id`, `tools`, `script`, `error_log`
//! - `env`, `error`, `secrets`, `picker`, `token`: what everybody needs

pub use ctx_model::{self as model, env, id};
pub use {
    ctx_agents as agents, ctx_digest as digest, ctx_outline as outline, ctx_secrets as secrets, ctx_shell as shell,
    ctx_store as store,
};

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
pub mod import;
mod mcp;
mod picker;
pub mod proxy;
pub mod record;
mod script;
pub mod seam;
pub mod search;
pub mod session;
mod setup;
mod stats;
pub mod token;
pub mod tools;
pub mod ui;
mod web;
