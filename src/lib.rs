//! ctx keeps raw command output out of an agent's context window and loses none of it.

pub mod capture;
pub mod config;
pub mod digest;
pub mod env;
pub mod error;
pub mod id;
pub mod secrets;
pub mod session;
pub mod store;
