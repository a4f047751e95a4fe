//! Rust, read from its tokens; a file whose brackets do not match is read in pieces.

mod broken;
mod group;
mod impls;
mod lex;
mod macros;
mod members;
mod places;
mod scan;
mod source;
mod tokens;

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::{Outline, grammar};
pub use places::places;
use source::Source;
use tokens::Tokens;

pub fn outline(text: &str) -> Outline {
    let start = code_start(text);
    let tokens = Tokens::new(text, start, text.len());
    let conflict = broken::conflict(&tokens);
    if let Some(at) = conflict {
        let plain = broken::without_markers(text);
        let tokens = Tokens::new(&plain, start, plain.len());
        return read(&tokens, start, Some(at));
    }
    read(&tokens, start, None)
}

fn read(tokens: &Tokens, start: usize, conflict: Option<usize>) -> Outline {
    let source = Source::new(tokens.text);
    let (symbols, at) = match tokens.unbalanced {
        Some(at) => broken::items(&source, start, at),
        None => scan::read(&source, tokens, scan::Within::Module),
    };
    let broken_at = conflict.or(at).map(|at| source.place(at));
    Outline { purpose: source.inner_docs(start), symbols: group::group(symbols), broken_at, ..Outline::default() }
}

/// The first place that is no Rust, in a text whose brackets match.
pub fn first_error(text: &str) -> Option<(u32, u32)> {
    grammar::first_error(&tree_sitter_rust::LANGUAGE.into(), text, is_gap)
}

/// Good Rust that the grammar does not know: macros named like a type or a keyword, attributes on expressions, and the
/// arguments of macros.
fn is_gap(node: Node, text: &str) -> bool {
    let own = text.get(node.byte_range()).unwrap_or_default();
    let unknown = node.is_error() && (own.starts_with('!') || own.contains("#["));
    unknown || matches!(node.kind(), "token_tree" | "macro_definition")
}

/// The position after a byte order mark and a `#!` line.
fn code_start(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &text[mark..];
    if rest.starts_with("#!") && !rest[2..].trim_start().starts_with('[') {
        return mark + rest.find('\n').unwrap_or(rest.len());
    }
    mark
}
