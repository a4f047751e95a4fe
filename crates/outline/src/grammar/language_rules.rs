//! What differs from language to language, one row each: visibility, words at the end of a signature, what a syntax error
//! means, what is blanked before parsing.

use std::borrow::Cow;

use super::c_macros;
use crate::Visibility::{self, Private, Public, Restricted};

pub struct LanguageRules {
    /// The visibility of an item at the top that declares none.
    pub top: Visibility,
    /// The same for a member, by the kind of its parent.
    pub member: fn(&str) -> Visibility,
    /// The visibility that the name alone gives.
    pub by_name: fn(&str) -> Option<Visibility>,
    /// Where a file exports anything, names that it does not export are private.
    pub exports: bool,
    /// Words that may be left at the end of a signature without a body.
    pub tail: &'static [&'static str],
    pub errors: SyntaxErrorMeaning,
    /// Prepares the text for the parser, each byte in its place.
    pub prepare: fn(&str) -> Cow<'_, str>,
}

/// The meaning of an error in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxErrorMeaning {
    /// The file is broken.
    Broken,
    /// The file is broken if its brackets do not match, else it is newer than the grammar.
    BrokenIfUnbalanced,
    /// Nothing: the preprocessor has not run.
    Nothing,
}

const PLAIN: LanguageRules = LanguageRules {
    top: Public,
    member: |_| Public,
    by_name: |_| None,
    exports: false,
    tail: &[],
    errors: SyntaxErrorMeaning::Broken,
    prepare: |text| Cow::Borrowed(text),
};

pub static PYTHON: LanguageRules = LanguageRules { by_name: private_if_underscore_not_dunder, tail: &["..."], ..PLAIN };
const SCRIPT: LanguageRules =
    LanguageRules { by_name: |name| name.starts_with(['_', '#']).then_some(Private), exports: true, ..PLAIN };
pub static JAVASCRIPT: LanguageRules = SCRIPT;
pub static TYPESCRIPT: LanguageRules = LanguageRules { errors: SyntaxErrorMeaning::BrokenIfUnbalanced, ..SCRIPT };
pub static GO: LanguageRules = LanguageRules {
    by_name: |name| Some(if name.starts_with(char::is_uppercase) { Public } else { Private }),
    ..PLAIN
};
pub static JAVA: LanguageRules = LanguageRules {
    top: Restricted,
    member: |parent| if matches!(parent, "interface" | "enum" | "annotation") { Public } else { Restricted },
    ..PLAIN
};
pub static C: LanguageRules =
    LanguageRules { errors: SyntaxErrorMeaning::Nothing, prepare: c_macros::blank_out_macros, ..PLAIN };
pub static CPP: LanguageRules = LanguageRules {
    member: |parent| if parent == "class" { Private } else { Public },
    errors: SyntaxErrorMeaning::Nothing,
    prepare: c_macros::blank_out_macros,
    ..PLAIN
};
#[cfg(feature = "ruby")]
pub static RUBY: LanguageRules = LanguageRules { tail: &["end"], ..PLAIN };
#[cfg(feature = "php")]
pub static PHP: LanguageRules = PLAIN;
#[cfg(feature = "bash")]
pub static BASH: LanguageRules = LanguageRules { by_name: private_if_underscore, ..PLAIN };
pub static LUA: LanguageRules =
    LanguageRules { by_name: private_if_underscore_not_dunder, exports: true, tail: &["end"], ..PLAIN };
#[cfg(feature = "zig")]
pub static ZIG: LanguageRules = LanguageRules {
    top: Private,
    member: |parent| if matches!(parent, "enum" | "union") { Public } else { Private },
    errors: SyntaxErrorMeaning::BrokenIfUnbalanced,
    ..PLAIN
};
#[cfg(feature = "csharp")]
pub static CSHARP: LanguageRules = LanguageRules {
    top: Restricted,
    member: |parent| if matches!(parent, "interface" | "enum") { Public } else { Private },
    errors: SyntaxErrorMeaning::BrokenIfUnbalanced,
    ..PLAIN
};
#[cfg(feature = "kotlin")]
pub static KOTLIN: LanguageRules = LanguageRules { errors: SyntaxErrorMeaning::BrokenIfUnbalanced, ..PLAIN };
#[cfg(feature = "swift")]
pub static SWIFT: LanguageRules =
    LanguageRules { top: Restricted, member: |_| Restricted, errors: SyntaxErrorMeaning::BrokenIfUnbalanced, ..PLAIN };
#[cfg(feature = "scala")]
pub static SCALA: LanguageRules = LanguageRules { errors: SyntaxErrorMeaning::BrokenIfUnbalanced, ..PLAIN };

fn private_if_underscore(name: &str) -> Option<Visibility> {
    name.starts_with('_').then_some(Private)
}

fn private_if_underscore_not_dunder(name: &str) -> Option<Visibility> {
    if name.starts_with("__") && name.ends_with("__") { Some(Public) } else { private_if_underscore(name) }
}
