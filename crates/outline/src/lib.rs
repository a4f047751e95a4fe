//! A source file in, its `Outline` out: its purpose and its items, from the syntax tree alone.
//!
//! ```
//! use std::path::Path;
//!
//! let outline = ctx_outline::outline(Path::new("a.rs"), b"//! Adds.\npub fn add(a: u8, b: u8) -> u8 { a + b }\n", None);
//! assert_eq!(outline.language, "rust");
//! assert_eq!(outline.symbols[0].name, "add");
//! ```

#![warn(clippy::too_many_lines)]

pub mod find;
mod grammar;
pub mod language;
mod lines;
pub mod map;
mod plain;
pub mod render;
pub mod rust;
mod symbol;
pub mod walk;

use std::path::Path;

use ctx_text::binary::BinarySniffer;
pub use language::Language;
pub use symbol::{Outline, Symbol, Visibility};

/// Lines shown of a file in no known language.
const HEAD_LINES: usize = 8;
const HEAD_WIDTH: usize = 160;

/// The outline of a file's bytes; `language` is found from the path and the first line where it is not given.
pub fn outline(path: &Path, bytes: &[u8], language: Option<&'static Language>) -> Outline {
    let mut outline = match language.or_else(|| language::detect_language(path, bytes)) {
        Some(language) => {
            let text = String::from_utf8_lossy(bytes);
            Outline { language: language.name, ..(language.outline)(&text) }
        }
        None => outline_file_of_unknown_language(bytes),
    };
    outline.lines = line_count(bytes);
    outline.bytes = bytes.len() as u64;
    outline
}

/// The named places of a text, each with the first line of its documentation: less than an outline, and faster.
pub fn find_named_symbols(language: &'static Language, text: &str) -> Vec<Symbol> {
    match language.name {
        "rust" => rust::find_named_item_places(text),
        _ => (language.outline)(text).symbols,
    }
}

fn outline_file_of_unknown_language(bytes: &[u8]) -> Outline {
    let mut sniffer = BinarySniffer::default();
    sniffer.push(bytes);
    if let Some(kind) = sniffer.finish() {
        return Outline { language: kind.0, ..Outline::default() };
    }
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_LINES * 4096)]);
    let lines = text.lines().take(HEAD_LINES);
    let head = lines.map(|line| ctx_text::cut_middle(line.trim_end(), HEAD_WIDTH).into_owned()).collect();
    Outline { language: "text", head, ..Outline::default() }
}

fn line_count(bytes: &[u8]) -> u32 {
    let ended = memchr::memchr_iter(b'\n', bytes).count();
    let open = usize::from(bytes.last().is_some_and(|&last| last != b'\n'));
    u32::try_from(ended + open).unwrap_or(u32::MAX)
}

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
