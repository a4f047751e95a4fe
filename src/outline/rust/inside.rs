//! Public items that stand inside a function's body: rare, and worth a look only where the text says `pub`.

use syn::visit::{self, Visit};

use super::reader::Reader;
use crate::outline::{Symbol, Visibility};

pub fn public_items(reader: &Reader, block: &syn::Block) -> Vec<Symbol> {
    let brace = block.brace_token.span;
    let body = reader.source.text.get(reader.from(brace.open())..reader.to(brace.close())).unwrap_or_default();
    if memchr::memmem::find(body.as_bytes(), b"pub ").is_none() {
        return Vec::new();
    }
    let mut blocks = Blocks { reader, symbols: Vec::new() };
    blocks.visit_block(block);
    let mut symbols = super::group::group(blocks.symbols);
    symbols.retain(says_pub);
    symbols
}

fn says_pub(symbol: &Symbol) -> bool {
    symbol.visibility == Visibility::Public && symbol.signature.starts_with("pub ")
        || symbol.children.iter().any(says_pub)
}

struct Blocks<'a, 'b> {
    reader: &'a Reader<'b>,
    symbols: Vec<Symbol>,
}

impl<'ast> Visit<'ast> for Blocks<'_, '_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.symbols.extend(self.reader.items_of_block(block));
        visit::visit_block(self, block);
    }

    /// Items have their own way into their bodies.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
