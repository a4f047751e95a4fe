//! A source file in, its `Outline` out: what it is for and what it offers, from the syntax tree alone.

/// What a file offers, in the order of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub language: &'static str,
    /// The file's own words on what it is for: module docs, front matter, the first paragraph.
    pub purpose: Option<String>,
    pub symbols: Vec<Symbol>,
    /// Where the file stops being well-formed (line and column, 1-based), if it does.
    pub broken_at: Option<(u32, u32)>,
    pub lines: u32,
}

/// One item with all that stands inside it and can be named from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// `fn`, `struct`, `class`, `heading`, `key`, …: the language's own word.
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
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    #[default]
    Public,
    /// Visible in a part of the program only: `pub(crate)`, `protected`, `internal`.
    Restricted,
    Private,
}
