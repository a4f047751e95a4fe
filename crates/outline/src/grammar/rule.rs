//! The rules of visibility: one row a language.

use std::borrow::Cow;

use super::macros;
use crate::Visibility::{self, Private, Public, Restricted};

pub struct VisibilityRule {
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
    pub errors: ErrorMeaning,
    /// Prepares the text for the parser, each byte in its place.
    pub prepare: fn(&str) -> Cow<'_, str>,
}

/// The meaning of an error in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorMeaning {
    /// The file is broken.
    Broken,
    /// The file is broken if its brackets do not match, else it is newer than the grammar.
    BrokenIfUnbalanced,
    /// Nothing: the preprocessor has not run.
    Nothing,
}

const PLAIN: VisibilityRule = VisibilityRule {
    top: Public,
    member: |_| Public,
    by_name: |_| None,
    exports: false,
    tail: &[],
    errors: ErrorMeaning::Broken,
    prepare: |text| Cow::Borrowed(text),
};

pub static PYTHON: VisibilityRule = VisibilityRule { by_name: private_unless_dunder, tail: &["..."], ..PLAIN };
const SCRIPT: VisibilityRule = VisibilityRule { by_name: private_if_underscore_or_hash, exports: true, ..PLAIN };
pub static JAVASCRIPT: VisibilityRule = SCRIPT;
pub static TYPESCRIPT: VisibilityRule = VisibilityRule { errors: ErrorMeaning::BrokenIfUnbalanced, ..SCRIPT };
pub static GO: VisibilityRule = VisibilityRule { by_name: public_if_capital, ..PLAIN };
pub static JAVA: VisibilityRule = VisibilityRule {
    top: Restricted,
    member: |parent| if matches!(parent, "interface" | "enum" | "annotation") { Public } else { Restricted },
    ..PLAIN
};
pub static C: VisibilityRule =
    VisibilityRule { errors: ErrorMeaning::Nothing, prepare: macros::blank_out_macros, ..PLAIN };
pub static CPP: VisibilityRule = VisibilityRule {
    member: |parent| if parent == "class" { Private } else { Public },
    errors: ErrorMeaning::Nothing,
    prepare: macros::blank_out_macros,
    ..PLAIN
};
#[cfg(feature = "ruby")]
pub static RUBY: VisibilityRule = VisibilityRule { tail: &["end"], ..PLAIN };
#[cfg(feature = "php")]
pub static PHP: VisibilityRule = PLAIN;
#[cfg(feature = "bash")]
pub static BASH: VisibilityRule = VisibilityRule { by_name: private_if_underscore, ..PLAIN };
pub static LUA: VisibilityRule =
    VisibilityRule { by_name: private_unless_dunder, exports: true, tail: &["end"], ..PLAIN };
#[cfg(feature = "zig")]
pub static ZIG: VisibilityRule = VisibilityRule {
    top: Private,
    member: |parent| if matches!(parent, "enum" | "union") { Public } else { Private },
    errors: ErrorMeaning::BrokenIfUnbalanced,
    ..PLAIN
};
#[cfg(feature = "csharp")]
pub static CSHARP: VisibilityRule = VisibilityRule {
    top: Restricted,
    member: |parent| if matches!(parent, "interface" | "enum") { Public } else { Private },
    errors: ErrorMeaning::BrokenIfUnbalanced,
    ..PLAIN
};
#[cfg(feature = "kotlin")]
pub static KOTLIN: VisibilityRule = VisibilityRule { errors: ErrorMeaning::BrokenIfUnbalanced, ..PLAIN };
#[cfg(feature = "swift")]
pub static SWIFT: VisibilityRule =
    VisibilityRule { top: Restricted, member: |_| Restricted, errors: ErrorMeaning::BrokenIfUnbalanced, ..PLAIN };
#[cfg(feature = "scala")]
pub static SCALA: VisibilityRule = VisibilityRule { errors: ErrorMeaning::BrokenIfUnbalanced, ..PLAIN };

fn private_if_underscore(name: &str) -> Option<Visibility> {
    name.starts_with('_').then_some(Private)
}

fn private_unless_dunder(name: &str) -> Option<Visibility> {
    if name.starts_with("__") && name.ends_with("__") { Some(Public) } else { private_if_underscore(name) }
}

fn private_if_underscore_or_hash(name: &str) -> Option<Visibility> {
    name.starts_with(['_', '#']).then_some(Private)
}

fn public_if_capital(name: &str) -> Option<Visibility> {
    Some(if name.chars().next().is_some_and(char::is_uppercase) { Public } else { Private })
}
