//! An outline and its parts.

/// A file's purpose and its items, in the order of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The language's name, or the kind of a file without one.
    pub language: &'static str,
    /// The file's own description: module docs, front matter, the first paragraph.
    pub purpose: Option<String>,
    pub symbols: Vec<Symbol>,
    /// Where the file stops being well-formed (line and column, 1-based), if it does.
    pub broken_at: Option<(u32, u32)>,
    pub lines: u32,
    pub bytes: u64,
    /// The first lines of a text in no known language.
    pub head: Vec<String>,
}

/// One item with the items inside it that can be named from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// `fn`, `struct`, `class`, `heading`, `key`, …: the language's own word.
    /// `field` and `variant` are printed on their parent's line, everything else on its own.
    pub kind: &'static str,
    pub name: String,
    /// As the author wrote it, without the body, white space joined.
    pub signature: String,
    /// The whole documentation; the renderer chooses how much is shown.
    pub doc: Option<String>,
    /// First and last line, 1-based, documentation and attributes not counted.
    pub lines: (u32, u32),
    pub visibility: Visibility,
    pub children: Vec<Symbol>,
    /// Notes beside the signature: `derive(Clone)`, `cfg(unix)`, `deprecated`, `impl Display`.
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
