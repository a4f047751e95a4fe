//! Rust, through `syn`; a file that it rejects is read in pieces.

mod broken;
mod docs;
mod group;
mod inside;
mod intact;
mod items;
mod lex;
mod macros;
mod members;
mod nesting;
mod places;
mod reader;
mod scan;
mod source;

#[cfg(test)]
mod tests;

use super::Outline;
use nesting::Nesting;
pub use places::places;
use reader::Reader;
use source::Source;

pub fn outline(text: &str) -> Outline {
    let roomy = match nesting::of(text) {
        Nesting::Usual => return read(text),
        Nesting::Deep => nesting::with_room(|| read(text)),
        Nesting::Absurd(at) => nesting::with_room(|| broken::outline(text, code_start(text), at)),
    };
    roomy.unwrap_or_else(|| scanned(text))
}

/// The items as far as tokens alone tell, for a text that nothing else can be asked about.
fn scanned(text: &str) -> Outline {
    let source = Source::new(text);
    let symbols = scan::items(&source, code_start(text), text.len(), scan::Within::Module);
    Outline { purpose: source.inner_docs(code_start(text)), symbols: group::group(symbols), ..Outline::default() }
}

fn read(text: &str) -> Outline {
    let start = code_start(text);
    let (plain, hidden_docs) = docs::hidden(text);
    let outline = match syn::parse_str::<syn::File>(&plain[start..]) {
        Ok(file) => {
            let source = Source::with_hidden_docs(text, hidden_docs);
            let symbols = Reader { source: &source, base: start }.items(&file.items);
            Outline { purpose: source.inner_docs(start), symbols: group::group(symbols), ..Outline::default() }
        }
        Err(error) => broken::outline(text, start, start + error.span().byte_range().start),
    };
    // Nothing keeps a span from here on; the texts behind them would pile up.
    proc_macro2::extra::invalidate_current_thread_spans();
    outline
}

/// Behind a byte order mark and a `#!` line.
fn code_start(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &text[mark..];
    if rest.starts_with("#!") && !rest[2..].trim_start().starts_with('[') {
        return mark + rest.find('\n').unwrap_or(rest.len());
    }
    mark
}
