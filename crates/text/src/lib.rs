//! Terminal output in, clean text with line places out: escapes, progress bars, encodings; and the helpers that cut text
//! and print figures.

#![warn(clippy::too_many_lines)]

pub mod binary;
pub mod clean;
mod cut;
mod figures;
pub mod json;
mod line;
mod long_line;
mod neutral;
pub mod text;
mod thin;
mod waiting;

pub use cut::{ceil, clip, cut_around, cut_middle, floor};
pub use figures::{ago, count, duration, size, spark};
pub use neutral::{harmless, neutral, one_line, visible};
pub use text::{Text, TextBuilder};

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
