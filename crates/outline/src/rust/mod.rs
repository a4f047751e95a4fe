//! Rust: items are read from the words and brackets of a file, and syn says whether and where it does not parse. Where
//! brackets do not match, the file is cut into items first.

mod attributes;
mod broken;
mod impl_groups;
mod item_places;
mod items;
mod macros;
mod members;
mod one_line;
mod reader;
mod token_trees;

#[cfg(test)]
mod tests;

use super::lines::LineStarts;
use super::{Outline, grammar};
pub use item_places::find_named_item_places;
use items::MacroCalls;
use reader::{RustReader, StackLimits};

/// A parser calls itself for each level of an expression, and a source may hold any number of levels.
/// Only the part that is used takes memory.
const STACK: usize = 256 << 20;
/// What a thread surely has left where none with a large stack can be started.
const SMALL_STACK: usize = 1 << 20;

pub fn outline(text: &str) -> Outline {
    let read = |stack| outline_within_limits(text, StackLimits::for_stack_bytes(stack));
    std::thread::scope(|scope| {
        match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || read(STACK)) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => {
                let outline = read(SMALL_STACK);
                proc_macro2::extra::invalidate_current_thread_spans();
                outline
            }
        }
    })
}

fn outline_within_limits(text: &str, limits: StackLimits) -> Outline {
    let start = code_start(text);
    let lines = LineStarts::new(text);
    let reader = match start {
        0 => RustReader::for_file(text, &lines, limits),
        _ => RustReader::new(&text[start..], start, &lines, limits),
    };
    let tokens = if reader.fits_on_stack() { reader.tokens() } else { Err(0) };
    let error = match &tokens {
        Ok(tokens) => reader.find_syntax_error(tokens.clone()),
        Err(at) => Some(*at),
    };
    let place = |at: usize| lines.line_and_column(text, at);
    if error.is_some()
        && let Some(at) = broken::find_conflict_marker(text)
    {
        let whole = outline_within_limits(&broken::blank_conflict_markers(text), limits);
        return Outline { broken_at: Some(place(at)), ..whole };
    }
    let tokens = match tokens {
        Ok(tokens) => tokens,
        Err(error) => {
            let mut pieces = broken::BrokenFileReader { text, lines: &lines, limits, first_break: None };
            let items = item_places::find_item_places(text, false);
            let symbols = impl_groups::group_impls_with_types(pieces.read_items(&items, None));
            let broken_at = Some(place(pieces.first_break.unwrap_or(start + error)));
            return Outline { purpose: pieces.file_docs(start, &items), symbols, broken_at, ..Outline::default() };
        }
    };
    let found = reader.read_items(tokens.clone(), MacroCalls::Items);
    // Syntax that is too new for syn may be known to the grammar.
    let error = error.filter(|_| found.rest.is_some() || grammar::has_syntax_error(&grammar::packed::rust(), text));
    Outline {
        purpose: reader.inner_docs(tokens),
        symbols: impl_groups::group_impls_with_types(found.items),
        broken_at: error.map(|error| place(start + found.rest.map_or(error, |rest| rest.min(error)))),
        ..Outline::default()
    }
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
