//! A child or a pipe in, bytes out: what was printed, exactly, and the same as clean text.

pub mod binary;
mod clean;
mod long_line;
pub mod text;
mod thin;
