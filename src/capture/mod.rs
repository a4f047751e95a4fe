//! A child or a pipe in, bytes out: the exact output, and the same as clean text.

pub use ctx_text::{binary, clean, text};

mod drain;
mod flow;
pub mod group;
mod keeper;
mod life;
mod order;
pub mod pump;
pub mod reading;
pub mod signals;
pub mod spawn;
pub mod streams;
pub mod sys;
mod workers;
