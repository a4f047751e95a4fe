//! ctx keeps raw command output out of an agent's context window and loses none of it.

pub mod capture;
pub mod digest;
