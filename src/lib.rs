//! ctx keeps raw command output out of an agent's context window and loses none of it.

pub mod capture;
pub mod cli;
pub mod commands;
pub mod config;
pub mod digest;
pub mod env;
pub mod error;
pub mod id;
mod live;
mod recorder;
pub mod report;
pub mod secrets;
pub mod session;
pub mod store;
pub mod ui;
mod view;
