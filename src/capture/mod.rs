//! A child or a pipe in, bytes out: the exact output, and the same as clean text.

pub mod binary;
pub mod clean;
pub mod group;
mod life;
mod line;
mod long_line;
mod order;
pub mod pump;
pub mod signals;
pub mod spawn;
pub mod streams;
pub mod sys;
pub mod text;
mod thin;
mod waiting;
mod workers;
