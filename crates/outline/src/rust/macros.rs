//! Macros in the place of items: their content is read as items again; if that fails, the names in it are listed.

use proc_macro2::{TokenStream, TokenTree};

use super::impl_groups::MACRO_CALL;
use super::items::{ItemsAndNames, MacroCalls};
use super::reader::RustReader;
use super::token_trees::{MacroCall, TokenTrees};
use crate::{Symbol, Visibility};

impl RustReader<'_> {
    pub fn read_macro_call(self, trees: TokenTrees, call: MacroCall) -> Vec<Symbol> {
        let MacroCall { attributes, start, name, .. } = call;
        let (bang, arguments) = (&trees.0[name + 1], &trees.0[name + 2]);
        let places =
            (self.span_start(trees.0[start].span()), self.span_start(bang.span()), self.span_end(arguments.span()));
        let preamble = TokenTrees(&trees.0[attributes..start]);
        let mut symbol =
            self.symbol_from_offsets(MACRO_CALL, trees.0[name].to_string(), preamble, Visibility::Private, places);
        symbol.signature.push('!');
        let TokenTree::Group(arguments) = arguments else { return vec![symbol] };
        let read = |calls: MacroCalls| -> ItemsAndNames {
            self.read_nested(self.of_trait, |inner| inner.read_items(arguments.stream(), calls))
        };
        let as_items = read(MacroCalls::Items);
        if as_items.rest.is_none() && !as_items.items.is_empty() {
            return wrap_several_in_call(symbol, as_items.items);
        }
        let found = read(MacroCalls::Tokens);
        if found.names.is_empty() && !found.items.is_empty() {
            return wrap_several_in_call(symbol, found.items);
        }
        if !found.names.is_empty() {
            symbol.signature = format!("{} {{ {} }}", symbol.signature, found.names.join(" "));
        }
        (symbol.visibility, symbol.children) = (Visibility::Public, found.items);
        vec![symbol]
    }

    /// Names that the body of a macro declares public: `pub fn name`, `pub struct Name`.
    pub fn collect_public_names_in_macro_body(self, tokens: TokenStream, out: &mut Vec<Symbol>) {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        let trees = TokenTrees(&list);
        for (at, tree) in list.iter().enumerate() {
            if let TokenTree::Group(group) = tree {
                self.read_nested(None, |inner| inner.collect_public_names_in_macro_body(group.stream(), out));
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
