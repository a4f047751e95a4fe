//! A source file in, its `Outline` out: what it is for and what it offers, from the syntax tree alone.

pub mod find;
mod grammar;
pub mod language;
pub mod map;
mod plain;
pub mod render;
pub mod rust;
pub mod walk;

use std::path::Path;

use crate::capture::binary::Sniffer;
pub use language::Language;

/// First lines of a file that no language here reads.
const HEAD_LINES: usize = 8;
const HEAD_WIDTH: usize = 160;

/// What a file offers, in the order of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The language's name, or the kind of a file that is in none.
    pub language: &'static str,
    /// The file's own words on what it is for: module docs, front matter, the first paragraph.
    pub purpose: Option<String>,
    pub symbols: Vec<Symbol>,
    /// Where the file stops being well-formed (line and column, 1-based), if it does.
    pub broken_at: Option<(u32, u32)>,
    pub lines: u32,
    pub bytes: u64,
    /// The first lines of a text in no known language.
    pub head: Vec<String>,
}

/// One item with all that stands inside it and can be named from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// `fn`, `struct`, `class`, `heading`, `key`, …: the language's own word.
    /// `field` and `variant` are printed on their parent's line, everything else on its own.
    pub kind: &'static str,
    pub name: String,
    /// As the author wrote it, without the body, white space joined.
    pub signature: String,
    /// The whole documentation; what is shown of it is the renderer's choice.
    pub doc: Option<String>,
    /// First and last line, 1-based, documentation and attributes not counted.
    pub lines: (u32, u32),
    pub visibility: Visibility,
    pub children: Vec<Symbol>,
    /// What else is worth a word beside the signature: `derive(Clone)`, `cfg(unix)`, `deprecated`, `impl Display`.
    pub notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    #[default]
    Public,
    /// Visible in a part of the program only: `pub(crate)`, `protected`, `internal`.
    Restricted,
    Private,
}

/// The outline of a file's bytes; `language` is found from the path and the first line where it is not given.
pub fn outline(path: &Path, bytes: &[u8], language: Option<&'static Language>) -> Outline {
    let mut outline = match language.or_else(|| language::detect(path, bytes)) {
        Some(language) => {
            let text = String::from_utf8_lossy(bytes);
            Outline { language: language.name, ..(language.outline)(language, &text) }
        }
        None => unknown(bytes),
    };
    outline.lines = line_count(bytes);
    outline.bytes = bytes.len() as u64;
    outline
}

fn unknown(bytes: &[u8]) -> Outline {
    let mut sniffer = Sniffer::default();
    sniffer.push(bytes);
    if let Some(kind) = sniffer.finish() {
        return Outline { language: kind.0, ..Outline::default() };
    }
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_LINES * 4096)]);
    let lines = text.lines().take(HEAD_LINES);
    let head = lines.map(|line| crate::ui::cut_middle(line.trim_end(), HEAD_WIDTH).into_owned()).collect();
    Outline { language: "text", head, ..Outline::default() }
}

fn line_count(bytes: &[u8]) -> u32 {
    let ended = memchr::memchr_iter(b'\n', bytes).count();
    let open = usize::from(bytes.last().is_some_and(|&last| last != b'\n'));
    u32::try_from(ended + open).unwrap_or(u32::MAX)
}
