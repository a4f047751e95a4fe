//! Terminal output in, clean text with line places out: escapes, progress bars, encodings; and the helpers that cut text
//! and print figures.
//!
//! ```
//! use ctx_text::text::TextBuilder;
//!
//! let mut builder = TextBuilder::default();
//! builder.push(b"\x1b[31mfailed\x1b[0m\n10%\r100%\n");
//! let text = builder.finish();
//! assert_eq!(text.total_lines(), 2);
//! assert_eq!(ctx_text::format_count(3, "line"), "3 lines");
//! ```

#![warn(clippy::too_many_lines)]

mod base64;
pub mod binary;
mod bounded_tail;
pub mod clean;
mod cut;
mod figures;
mod fnv;
pub mod json;
mod long_line;
mod neutral;
mod place;
mod plain_lines_queue;
pub mod share;
pub mod text;
mod varint;

pub use base64::{decode_base64, encode_base64};
pub use cut::{ceil_boundary, cut_around, cut_middle, floor_boundary, truncate_at_char_boundary};
pub use figures::{format_age, format_count, format_duration, format_size};
pub use fnv::{extend_fnv_hash, fnv_hash};
pub use neutral::{collapse_name_to_line, defuse_host_tags, strip_controls, visible_char};
pub use place::{count_newlines, range_of_part_in_text};
pub use text::{Text, TextBuilder};
pub use varint::{push_varint, take_varint};

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
