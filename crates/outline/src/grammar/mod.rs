//! One engine for all languages with a tree-sitter grammar: a query file names the items, a rule says which are public.
//!
//! The meanings of a query's captures:
//!
//! | capture | meaning |
//! |---|---|
//! | `@item.KIND` | one symbol, from its first byte to its last |
//! | `@item` | the same node again, to say more about it |
//! | `@name` | its name; several names in one item are several symbols |
//! | `@named.NAME` | an item that goes by this name, though the source does not say it |
//! | `@body` | where the signature ends |
//! | `@rest` | belongs to the item, though it follows it |
//! | `@value` | kept in the signature while it is short |
//! | `@note` | decorator, annotation: beside the signature, not in it |
//! | `@doc` | documentation that is not a comment above the item |
//! | `@container` | the type this belongs to, where it stands outside of it |
//! | `@keyword` | a word before the item that its signature needs |
//! | `@public`, `@restricted`, `@private` | the item says so itself |
//! | `@section.public`, `.restricted`, `.private` | from here on, in the enclosing item |
//! | `@export`, `@hide` | a name that is public or private, said elsewhere |
//! | `@scope` | names inside are local |
//! | `@comment`, `@purpose` | documentation |
//!
//! `query.rs` reads such a file and `matcher.rs` runs it. Where several patterns match one item, their captures add up and the first pattern of the file decides the kind.

mod c_macros;
mod captures;
mod comments;
pub mod language_rules;
mod matcher;
mod nest;
pub mod packed;
mod query;
mod recover;
mod signature;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

use super::Outline;
pub use comments::strip_comment_marks as plain_comment;
use language_rules::{LanguageRules, SyntaxErrorMeaning};
use query::Query;

/// Deeply nested or broken texts can take a parser minutes: it gives up after this time.
const LONGEST: Duration = Duration::from_secs(3);

/// The tree of a text; none where parsing takes too long.
fn parse_with_time_limit(language: &Language, text: &str, longest: Duration) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    let started = Instant::now();
    let mut in_time =
        |_: &ParseState| if started.elapsed() > longest { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let mut read = |at: usize, _| text.as_bytes().get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(ParseOptions::new().progress_callback(&mut in_time)))
}

/// Whether a parser does not understand some part of a text.
pub fn has_syntax_error(language: &Language, text: &str) -> bool {
    parse_with_time_limit(language, text, LONGEST).is_none_or(|tree| tree.root_node().has_error())
}

pub struct Grammar {
    language: fn() -> Language,
    query: &'static str,
    rule: &'static LanguageRules,
    compiled: OnceLock<(Language, Query)>,
}

impl Grammar {
    pub const fn new(language: fn() -> Language, query: &'static str, rule: &'static LanguageRules) -> Grammar {
        Grammar { language, query, rule, compiled: OnceLock::new() }
    }

    pub fn outline(&'static self, text: &str) -> Outline {
        let (language, query) = self.compiled.get_or_init(|| {
            let language = (self.language)();
            // A query file is part of the program; a test compiles each of them.
            let query = Query::new(&language, self.query).unwrap_or_else(|error| panic!("{error}"));
            (language, query)
        });
        let Some(tree) = parse_with_time_limit(language, &(self.rule.prepare)(text), LONGEST) else {
            return Outline { broken_at: Some((1, 1)), ..Outline::default() };
        };
        let mut found = captures::collect_file_captures(query, &tree, text);
        let mut broken_at = None;
        if self.rule.errors != SyntaxErrorMeaning::Nothing && tree.root_node().has_error() {
            recover::add_missed_definitions(&mut found, &tree, text);
            let is_broken = self.rule.errors == SyntaxErrorMeaning::Broken || !recover::has_balanced_brackets(&tree);
            broken_at = recover::first_syntax_error_position(&tree).filter(|_| is_broken);
        }
        let comments = comments::Comments::new(text, &found.comments);
        let symbols = nest::nest_symbols(&found, &comments, self.rule, text);
        let purpose = found.purpose.clone().or_else(|| comments.file_purpose(text, &symbols));
        Outline { purpose, symbols, broken_at, ..Outline::default() }
    }
}
