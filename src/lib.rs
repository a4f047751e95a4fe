//! ctx keeps raw command output out of an agent's context window and loses none of it.
//!
//! The map of the house, from the street to the cellar; imports point downward only (`tests/suite/layering.rs`):
//!
//! - `seam`: ctx in a shell's place, called by an agent; `main` asks it before all else
//! - `cli`: the commands and where each goes; `commands`: one verb, one file
//! - `tools`: the table of tools that models call; `mcp`: the server over it; `script`: code in a language as a command
//! - `recorder`: bytes on their way into the store, or, where that fails, to the screen; `view`: the way back;
//!   `live`: what a person sees meanwhile
//! - `report`: the printed contract, line 1 to the footer; `stats`: what was saved, and what it cost;
//!   `picker`: an entry chosen by a person who types part of it
//! - `fetch`: a web page, with limits on everything; `batch`: several steps in one call
//! - `files`: read once, changed exactly; `agents`: what an agent's own settings say
//! - `ended`: what a command leaves behind when it ends, at once or when the store is opened next
//! - `memory`: what the brief and the report are made of
//! - `setup`: ctx into agents' settings and out again; `doctor`: whether all of it works here
//! - `hook`: what is done and answered when an agent calls
//! - `import`: agents' transcripts into the store; `agents`: the formats they are written in
//! - `store`: the only SQL; `config`: `ctx.toml`
//! - `digest`: clean text in, what matters out, one file a tool family in `digest/readers`; `session`: what belongs together
//! - `outline`: a source file in, its public interface out
//! - `capture`: a child or a pipe in, bytes and clean text out
//! - `shell`: shell text in, a tree out
//! - `ui`, `env`, `secrets`, `id`, `error`: what everybody needs

pub mod agents;
mod batch;
pub mod capture;
pub mod cli;
pub mod commands;
pub mod config;
pub mod digest;
mod doctor;
mod ended;
pub mod env;
pub mod error;
mod error_log;
pub mod fetch;
pub mod files;
mod hook;
pub mod id;
pub mod import;
mod live;
mod mcp;
mod memory;
pub mod outline;
mod picker;
mod recorder;
pub mod report;
mod script;
pub mod seam;
pub mod search;
pub mod secrets;
pub mod session;
mod setup;
pub mod shell;
mod stats;
pub mod store;
pub mod tools;
pub mod ui;
mod view;
