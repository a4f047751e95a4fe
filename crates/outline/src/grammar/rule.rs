//! The rules of visibility: one row a language.

use std::borrow::Cow;

use super::macros;
use crate::Visibility::{self, Private, Public, Restricted};

pub struct Rule {
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
    pub errors: Errors,
    /// Prepares the text for the parser, each byte in its place.
    pub prepare: fn(&str) -> Cow<'_, str>,
}

/// The meaning of an error in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// The file is broken.
    Broken,
    /// The file is broken if its brackets do not match, else it is newer than the grammar.
    BrokenIfUnbalanced,
    /// Nothing: the preprocessor has not run.
    Nothing,
}

const PLAIN: Rule = Rule {
    top: Public,
    member: |_| Public,
    by_name: |_| None,
    exports: false,
    tail: &[],
    errors: Errors::Broken,
    prepare: |text| Cow::Borrowed(text),
};

pub static PYTHON: Rule = Rule { by_name: underscore_but_not_dunder, tail: &["..."], ..PLAIN };
const SCRIPT: Rule = Rule { by_name: underscore_or_hash, exports: true, ..PLAIN };
pub static JAVASCRIPT: Rule = SCRIPT;
pub static TYPESCRIPT: Rule = Rule { errors: Errors::BrokenIfUnbalanced, ..SCRIPT };
pub static GO: Rule = Rule { by_name: capital, ..PLAIN };
pub static JAVA: Rule = Rule {
    top: Restricted,
    member: |parent| if matches!(parent, "interface" | "enum" | "annotation") { Public } else { Restricted },
    ..PLAIN
};
pub static C: Rule = Rule { errors: Errors::Nothing, prepare: macros::blank_out_macros, ..PLAIN };
pub static CPP: Rule = Rule {
    member: |parent| if parent == "class" { Private } else { Public },
    errors: Errors::Nothing,
    prepare: macros::blank_out_macros,
    ..PLAIN
};
#[cfg(feature = "ruby")]
pub static RUBY: Rule = Rule { tail: &["end"], ..PLAIN };
#[cfg(feature = "php")]
pub static PHP: Rule = PLAIN;
#[cfg(feature = "bash")]
pub static BASH: Rule = Rule { by_name: underscore, ..PLAIN };
pub static LUA: Rule = Rule { by_name: underscore_but_not_dunder, exports: true, tail: &["end"], ..PLAIN };
#[cfg(feature = "zig")]
pub static ZIG: Rule = Rule {
    top: Private,
    member: |parent| if matches!(parent, "enum" | "union") { Public } else { Private },
    errors: Errors::BrokenIfUnbalanced,
    ..PLAIN
};
#[cfg(feature = "csharp")]
pub static CSHARP: Rule = Rule {
    top: Restricted,
    member: |parent| if matches!(parent, "interface" | "enum") { Public } else { Private },
    errors: Errors::BrokenIfUnbalanced,
    ..PLAIN
};
#[cfg(feature = "kotlin")]
pub static KOTLIN: Rule = Rule { errors: Errors::BrokenIfUnbalanced, ..PLAIN };
#[cfg(feature = "swift")]
pub static SWIFT: Rule = Rule { top: Restricted, member: |_| Restricted, errors: Errors::BrokenIfUnbalanced, ..PLAIN };
#[cfg(feature = "scala")]
pub static SCALA: Rule = Rule { errors: Errors::BrokenIfUnbalanced, ..PLAIN };

fn underscore(name: &str) -> Option<Visibility> {
    name.starts_with('_').then_some(Private)
}

fn underscore_but_not_dunder(name: &str) -> Option<Visibility> {
    if name.starts_with("__") && name.ends_with("__") { Some(Public) } else { underscore(name) }
}

fn underscore_or_hash(name: &str) -> Option<Visibility> {
    name.starts_with(['_', '#']).then_some(Private)
}

fn capital(name: &str) -> Option<Visibility> {
    Some(if name.chars().next().is_some_and(char::is_uppercase) { Public } else { Private })
}
