//! Macros in the place of items: their content is read as items again; if that fails, the names in it are listed.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, ItemMacro, Macro};

use super::impl_groups::MACRO_CALL;
use super::items::ItemContext;
use super::reader::RustReader;
use super::token_trees::TokenTrees;
use crate::{Symbol, Visibility};

impl RustReader<'_> {
    /// A `macro_rules!` definition, or a call.
    pub fn symbols_of_macro_item(self, item: &ItemMacro, within: ItemContext) -> Vec<Symbol> {
        let Some(name) = &item.ident else { return self.read_macro_call(&item.attrs, &item.mac, within) };
        let Some(first) = item.mac.path.segments.first() else { return Vec::new() };
        let close = span!(item.semi_token).unwrap_or(item.mac.delimiter.span().close());
        let places = (self.span_start(first.ident.span()), self.span_end(name.span()), self.span_end(close));
        let preamble = self.read_docs_and_attributes(&item.attrs);
        let mut symbol = self.symbol_from_offsets("macro", name.to_string(), preamble, Visibility::Private, places);
        self.collect_public_names_in_macro_body(item.mac.tokens.clone(), &mut symbol.children);
        vec![symbol]
    }

    pub fn read_macro_call(self, attributes: &[Attribute], call: &Macro, within: ItemContext) -> Vec<Symbol> {
        let tokens = &call.tokens;
        let as_items = self
            .read_nested(|inner| inner.read_items_with_syn(tokens.clone(), within))
            .filter(|items| !items.is_empty());
        if let Some(items) = as_items {
            return wrap_several_in_call(self.macro_call_symbol(attributes, call, Visibility::Private), items);
        }
        let found = self.read_nested(|inner| inner.read_items_and_names(tokens.clone(), within, false));
        if found.names.is_empty() && !found.items.is_empty() {
            return wrap_several_in_call(self.macro_call_symbol(attributes, call, Visibility::Private), found.items);
        }
        let mut symbol = self.macro_call_symbol(attributes, call, Visibility::Public);
        if !found.names.is_empty() {
            symbol.signature = format!("{} {{ {} }}", symbol.signature, found.names.join(" "));
        }
        symbol.children = found.items;
        vec![symbol]
    }

    /// The call of a macro, as a symbol of that name.
    fn macro_call_symbol(self, attributes: &[Attribute], call: &Macro, visibility: Visibility) -> Symbol {
        let segments = &call.path.segments;
        let colons = call.path.leading_colon.as_ref().map(|colons| colons.spans[0]);
        let first = segments.first().map(|segment| segment.ident.span());
        let name = segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let bang = call.bang_token.span;
        let places = [colons.or(first).unwrap_or(bang), bang, call.delimiter.span().close()];
        let mut symbol = self.symbol_from_spans(MACRO_CALL, name, attributes, visibility, places);
        symbol.signature.push('!');
        symbol
    }

    /// Names that the body of a macro declares public: `pub fn name`, `pub struct Name`.
    fn collect_public_names_in_macro_body(self, tokens: TokenStream, out: &mut Vec<Symbol>) {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        let trees = TokenTrees(&list);
        for (at, tree) in list.iter().enumerate() {
            if let TokenTree::Group(group) = tree {
                self.read_nested(|inner| inner.collect_public_names_in_macro_body(group.stream(), out));
            }
            if !trees.is_identifier_at(at, "pub") {
                continue;
            }
            let Some((kind, place)) = trees.item_keyword(at + 1) else { continue };
            let Some(name) = trees.name_at(place) else { continue };
            if !out.iter().any(|known| known.name == name) {
                let line = self.line_of_offset(self.span_start(list[place].span()));
                let signature = format!("{kind} {name}");
                out.push(Symbol { kind: "emitted", name, signature, lines: (line, line), ..Symbol::default() });
            }
        }
    }
}

/// One item is listed by itself, several are listed under the macro's name.
fn wrap_several_in_call(call: Symbol, mut items: Vec<Symbol>) -> Vec<Symbol> {
    if let [symbol] = items.as_mut_slice() {
        symbol.notes.extend(call.notes);
        symbol.notes.push(call.signature);
        symbol.doc = symbol.doc.take().or(call.doc);
        return items;
    }
    vec![Symbol { children: items, ..call }]
}
