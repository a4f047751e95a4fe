//! Items as symbols, read from their words and brackets: in the same way in a file that parses and in one that does not, in
//! syntax that is too new, and in the forms that macros make for themselves.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::impl_groups::{IMPL, TRAIT_IMPL, group_impls_with_types};
use super::reader::RustReader;
use super::token_trees::{ItemExtent, TokenTrees};
use crate::{Symbol, Visibility};

/// A head without an end is cut here.
const LONGEST: usize = 400;
/// Values of constants are shown up to this many bytes.
const VALUE: usize = 40;

/// What a macro call is in the place where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MacroCalls {
    /// An item, or several.
    Items,
    /// Tokens like all others: those of another macro.
    Tokens,
    /// A part of a function, whose arguments are not the function's own.
    Skipped,
}

/// The items among some tokens, and what belongs to none of them.
#[derive(Default)]
pub struct ItemsAndNames {
    pub items: Vec<Symbol>,
    /// The identifiers between the items, each once.
    pub names: Vec<String>,
    /// The offset of the first token between the items.
    pub rest: Option<usize>,
}

impl RustReader<'_> {
    /// The docs of the item whose content these tokens are.
    pub fn inner_docs(self, tokens: TokenStream) -> Option<String> {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        self.doc_text(TokenTrees(&list[..TokenTrees(&list).skip_inner_attributes(0)]), true)
    }

    pub fn read_items(self, tokens: TokenStream, calls: MacroCalls) -> ItemsAndNames {
        let mut found = ItemsAndNames::default();
        self.add_items_and_names(tokens, calls, &mut found);
        let mut seen = HashSet::new();
        found.names.retain(|name| seen.insert(name.clone()));
        found
    }

    fn add_items_and_names(self, tokens: TokenStream, calls: MacroCalls, found: &mut ItemsAndNames) {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        let trees = TokenTrees(&list);
        let mut at = 0;
        while at < list.len() {
            let attributes = trees.skip_inner_attributes(at);
            at = trees.skip_attributes(attributes);
            if let Some(extent) = trees.find_item_extent(attributes, at) {
                found.items.extend(self.read_nested(self.of_trait, |inner| inner.read_item(trees, extent)));
                at = extent.next;
                continue;
            }
            if calls == MacroCalls::Items
                && let Some(call) = trees.find_macro_call(attributes, at)
            {
                found.items.extend(self.read_nested(self.of_trait, |inner| inner.read_macro_call(trees, call)));
                at = call.next;
                continue;
            }
            if attributes < list.len() {
                let place = list.get(at).map_or(self.text.len(), |tree| self.span_start(tree.span()));
                found.rest.get_or_insert(place);
            }
            let before = at.checked_sub(1).and_then(|before| trees.punct_at(before));
            match list.get(at) {
                Some(TokenTree::Group(_)) if calls == MacroCalls::Skipped && trees.is_macro_argument(at) => {}
                Some(TokenTree::Group(group)) => self.read_nested(self.of_trait, |inner| {
                    inner.add_items_and_names(group.stream(), calls, found);
                }),
                Some(TokenTree::Ident(_)) if !matches!(before, Some('.' | '$')) => {
                    found.names.extend(trees.name_at(at))
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn read_item(self, trees: TokenTrees, extent: ItemExtent) -> Vec<Symbol> {
        let ItemExtent { kind, name, stop, next, body, .. } = extent;
        if kind == "const" && trees.is_identifier_at(name, "_") {
            // A constant that nobody can name: only the items in its block matter.
            let block = trees.delimited_group_at(stop + 1, Delimiter::Brace).filter(|_| next <= stop + 3);
            return block.map(|block| self.read_items(block.stream(), MacroCalls::Skipped).items).unwrap_or_default();
        }
        let mut symbol = self.symbol_of_head(trees, extent);
        match kind {
            "extern crate" if trees.is_identifier_at(name + 1, "as") => {
                symbol.name = trees.0.get(name + 2).map(TokenTree::to_string).unwrap_or_default();
            }
            "extern" => symbol.visibility = Visibility::Private,
            "use" => self.read_imported_names(&mut symbol, trees, name..stop),
            "impl" => self.read_impl_head(&mut symbol, trees, extent),
            "struct" if body.is_none() => self.hide_private_tuple(&mut symbol, trees, extent),
            "fn" if symbol.visibility == Visibility::Public => {
                let is_macro = symbol.notes.iter().any(|note| note.starts_with("proc_macro"));
                symbol.kind = if is_macro { "macro" } else { "fn" };
            }
            "macro" => {
                symbol.visibility = match symbol.notes.iter().any(|note| note == "macro_export") {
                    true => Visibility::Public,
                    false => symbol.visibility,
                };
                if let Some(TokenTree::Group(rules)) = trees.0.get(stop).filter(|_| body.is_none()) {
                    self.collect_public_names_in_macro_body(rules.stream(), &mut symbol.children);
                }
            }
            _ => {}
        }
        if let Some(body) = body.and_then(|at| trees.delimited_group_at(at, Delimiter::Brace)) {
            if kind == "fn" && self.of_trait.is_some() {
                symbol.signature.push_str(" {…}");
            }
            symbol.children = self.read_children(&mut symbol, kind, body);
        }
        vec![symbol]
    }

    /// An item without its content, and without what only its kind has.
    fn symbol_of_head(self, trees: TokenTrees, extent: ItemExtent) -> Symbol {
        let ItemExtent { kind, attributes, start, name, mut stop, next, body } = extent;
        let is_ended = body.is_some() || trees.punct_at(next - 1) == Some(';');
        let end_before = |at: usize| self.span_end(trees.0[at.clamp(start + 1, trees.0.len()) - 1].span());
        if matches!(kind, "const" | "static") && trees.punct_at(stop) == Some('=') {
            let value_end = next - usize::from(is_ended);
            let value = self.text_on_one_line(self.span_start(trees.0[stop].span()), end_before(value_end));
            stop = if value.len() <= VALUE { value_end } else { stop };
        }
        let places = (self.span_start(trees.0[start].span()), end_before(stop), end_before(next));
        let preamble = TokenTrees(&trees.0[attributes..start]);
        let visibility = self.of_trait.unwrap_or_else(|| trees.declared_visibility(start));
        let name = trees.name_at(name).unwrap_or_default();
        let mut symbol = self.symbol_from_offsets(kind, name, preamble, visibility, places);
        if !is_ended {
            symbol.signature = ctx_text::cut_middle(&symbol.signature, LONGEST).into_owned();
        }
        symbol
    }

    /// A symbol from the offsets of its first byte, of the end of its signature, and of its end.
    pub fn symbol_from_offsets(
        self,
        kind: &'static str,
        name: String,
        preamble: TokenTrees,
        visibility: Visibility,
        (start, stop, end): (usize, usize, usize),
    ) -> Symbol {
        Symbol {
            kind,
            name,
            signature: self.text_on_one_line(start, stop).trim_end_matches([',', ';', ' ']).to_owned(),
            doc: self.doc_text(preamble, false),
            lines: (self.line_of_offset(start), self.line_of_offset(end.saturating_sub(1))),
            visibility,
            children: Vec::new(),
            notes: self.attribute_notes(preamble),
        }
    }

    /// The content of an item whose head has been read.
    fn read_children(self, symbol: &mut Symbol, kind: &str, body: &Group) -> Vec<Symbol> {
        let (own, tokens) = (symbol.visibility, body.stream());
        let read = |of_trait: Option<Visibility>| {
            self.read_nested(of_trait, |inner| inner.read_items(tokens.clone(), MacroCalls::Items).items)
        };
        match symbol.kind {
            "trait" => read(Some(own)),
            "mod" => {
                symbol.doc = symbol.doc.take().or_else(|| self.inner_docs(tokens.clone()));
                read(None)
            }
            "extern" | IMPL => read(None),
            TRAIT_IMPL => {
                let functions = read(None).into_iter().filter(|child| child.kind == "fn");
                functions.flat_map(|child| child.children).collect()
            }
            "struct" | "union" => self.read_fields(tokens, own),
            "enum" => self.read_variants(tokens, own),
            _ if kind == "fn" => self.read_public_items_in_body(body),
            _ => Vec::new(),
        }
    }

    /// Items in the body of a function that are `pub`, or hold such items.
    fn read_public_items_in_body(self, body: &Group) -> Vec<Symbol> {
        let range = self.span_start(body.span_open())..self.span_end(body.span_close());
        let text = self.text.get(range).unwrap_or_default();
        if memchr::memmem::find(text.as_bytes(), b"pub ").is_none() {
            return Vec::new();
        }
        let inside = self.read_nested(None, |inner| inner.read_items(body.stream(), MacroCalls::Skipped).items);
        let mut symbols = group_impls_with_types(inside);
        symbols.retain(is_or_holds_declared_pub);
        symbols
    }
}

fn is_or_holds_declared_pub(symbol: &Symbol) -> bool {
    symbol.visibility == Visibility::Public && symbol.signature.starts_with("pub ")
        || symbol.children.iter().any(is_or_holds_declared_pub)
}
