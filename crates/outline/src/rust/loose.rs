//! Items that syn does not take as they stand: new syntax, a macro's own forms, and files with an error. Each item is
//! handed to syn alone, then without its body; what is left is read from its words.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{ImplItem, Item, TraitItem};

use super::attributes::parse_attributes;
use super::impl_groups::{IMPL, TRAIT_IMPL};
use super::items::{ItemContext, VALUE, is_or_holds_declared_pub};
use super::reader::{ItemSequence, RustReader};
use super::token_trees::{ItemExtent, TokenTrees};
use crate::{Symbol, Visibility};

/// A head without an end is cut here.
const LONGEST: usize = 400;

/// The items among some tokens, and what belongs to none of them.
#[derive(Default)]
pub struct LooseItems {
    pub items: Vec<Symbol>,
    /// The identifiers between the items, each once.
    pub names: Vec<String>,
    /// The offset of the first token between the items.
    pub rest: Option<usize>,
}

impl RustReader<'_> {
    /// The content of braces: as syn reads it, else as its words say.
    pub fn read_brace_content(self, tokens: TokenStream, within: ItemContext) -> Vec<Symbol> {
        let read = |inner: Self| {
            inner
                .read_items_with_syn(tokens.clone(), within)
                .unwrap_or_else(|| inner.read_items_loosely(tokens, within).items)
        };
        self.read_nested(read)
    }

    /// The items, if syn reads these tokens to their end.
    pub fn read_items_with_syn(self, tokens: TokenStream, within: ItemContext) -> Option<Vec<Symbol>> {
        match within {
            ItemContext::Module => {}
            ItemContext::Impl => {
                if let Ok(ItemSequence(items)) = self.parse_tokens::<ItemSequence<ImplItem>>(tokens.clone()) {
                    return Some(items.iter().flat_map(|item| self.symbols_of_impl_item(item, within)).collect());
                }
            }
            ItemContext::Trait(_) => {
                if let Ok(ItemSequence(items)) = self.parse_tokens::<ItemSequence<TraitItem>>(tokens.clone()) {
                    return Some(items.iter().flat_map(|item| self.symbols_of_trait_item(item, within)).collect());
                }
            }
        }
        let ItemSequence(items) = self.parse_tokens::<ItemSequence<Item>>(tokens).ok()?;
        Some(self.symbols_of_items(&items, within))
    }

    /// The docs of the item whose content these tokens are.
    pub fn inner_docs(self, tokens: TokenStream) -> Option<String> {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        self.doc_text(&parse_attributes(&list[..TokenTrees(&list).skip_inner_attributes(0)]), true)
    }

    pub fn read_items_loosely(self, tokens: TokenStream, within: ItemContext) -> LooseItems {
        self.read_items_and_names(tokens, within, true)
    }

    /// As `read_items_loosely`; without `calls`, the names in macro calls are names like any other.
    pub fn read_items_and_names(self, tokens: TokenStream, within: ItemContext, calls: bool) -> LooseItems {
        let mut found = LooseItems::default();
        self.add_items_and_names(tokens, within, calls, &mut found);
        let mut seen = HashSet::new();
        found.names.retain(|name| seen.insert(name.clone()));
        found
    }

    fn add_items_and_names(self, tokens: TokenStream, within: ItemContext, calls: bool, found: &mut LooseItems) {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        let trees = TokenTrees(&list);
        let mut at = 0;
        while at < list.len() {
            let attributes = trees.skip_inner_attributes(at);
            at = trees.skip_attributes(attributes);
            if let Some(extent) = trees.find_item_extent(attributes, at) {
                found.items.extend(self.read_nested(|inner| inner.read_loose_item(trees, extent, within)));
                at = extent.next;
                continue;
            }
            let call = trees.macro_call_end(at).filter(|_| calls);
            if let Some((next, symbols)) = call.and_then(|next| {
                let tokens = list[attributes..next].iter().cloned().collect();
                Some((next, self.read_nested(|inner| inner.read_items_with_syn(tokens, within))?))
            }) {
                found.items.extend(symbols);
                at = next;
                continue;
            }
            let place = list.get(at).map_or(self.text.len(), |tree| self.span_start(tree.span()));
            if attributes < list.len() {
                found.rest.get_or_insert(place);
            }
            let before = at.checked_sub(1).and_then(|before| trees.punct_at(before));
            match list.get(at) {
                Some(TokenTree::Group(group)) => {
                    self.read_nested(|inner| inner.add_items_and_names(group.stream(), within, calls, found));
                }
                Some(TokenTree::Ident(_)) if !matches!(before, Some('.' | '$')) => {
                    found.names.extend(trees.name_at(at))
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn read_loose_item(self, trees: TokenTrees, extent: ItemExtent, within: ItemContext) -> Vec<Symbol> {
        if extent.kind == "const" && trees.is_identifier_at(extent.name, "_") {
            let block = (extent.stop..extent.next).find_map(|at| trees.delimited_group_at(at, Delimiter::Brace));
            return block
                .map(|block| self.read_items_and_names(block.stream(), ItemContext::Module, false).items)
                .unwrap_or_default();
        }
        let own = &trees.0[extent.attributes..extent.next];
        if let Some(symbols) = self.parse_single_item(own.iter().cloned().collect(), within) {
            return symbols;
        }
        let body = extent.body.and_then(|at| trees.delimited_group_at(at, Delimiter::Brace));
        let mut symbol =
            self.parse_without_body(own, within).unwrap_or_else(|| self.symbol_from_words(trees, extent, within));
        if let Some(body) = body {
            self.fill_children(&mut symbol, body, within);
        }
        vec![symbol]
    }

    /// One item that syn knows by name.
    fn parse_single_item(self, tokens: TokenStream, within: ItemContext) -> Option<Vec<Symbol>> {
        match within {
            ItemContext::Module => {}
            ItemContext::Impl => match self.parse_tokens::<ImplItem>(tokens.clone()) {
                Ok(ImplItem::Verbatim(_)) | Err(_) => {}
                Ok(item) => return Some(self.symbols_of_impl_item(&item, within)),
            },
            ItemContext::Trait(_) => match self.parse_tokens::<TraitItem>(tokens.clone()) {
                Ok(TraitItem::Verbatim(_)) | Err(_) => {}
                Ok(item) => return Some(self.symbols_of_trait_item(&item, within)),
            },
        }
        match self.parse_tokens::<Item>(tokens) {
            Ok(Item::Verbatim(_)) | Err(_) => None,
            Ok(item) => Some(self.symbols_of_item(&item, within)),
        }
    }

    fn parse_without_body(self, own: &[TokenTree], within: ItemContext) -> Option<Symbol> {
        let Some((TokenTree::Group(body), head)) = own.split_last() else { return None };
        let mut empty = Group::new(body.delimiter(), TokenStream::new());
        empty.set_span(body.span());
        let tokens = head.iter().cloned().chain([TokenTree::Group(empty)]).collect();
        let mut symbols = self.parse_single_item(tokens, within)?;
        symbols.pop().filter(|_| symbols.is_empty())
    }

    fn symbol_from_words(self, trees: TokenTrees, extent: ItemExtent, within: ItemContext) -> Symbol {
        let ItemExtent { kind, attributes, start, name, mut stop, next, .. } = extent;
        let ended = extent.body.is_some() || trees.punct_at(next - 1) == Some(';');
        let visibility = match within {
            ItemContext::Trait(visibility) => visibility,
            _ => declared_visibility(trees, start),
        };
        let place = |at: usize| self.span_end(trees.0[at.clamp(start + 1, trees.0.len()) - 1].span());
        if matches!(kind, "const" | "static") && trees.punct_at(stop) == Some('=') {
            let value_end = next - usize::from(ended);
            let short = self.text_on_one_line(self.span_start(trees.0[stop].span()), place(value_end)).len() <= VALUE;
            stop = if short { value_end } else { stop };
        }
        let places = (self.span_start(trees.0[start].span()), place(stop), place(next));
        let preamble = self.read_docs_and_attributes(&parse_attributes(&trees.0[attributes..start]));
        let name = trees.name_at(name).unwrap_or_default();
        let mut symbol = self.symbol_from_offsets(kind, name, preamble, visibility, places);
        if !ended {
            symbol.signature = ctx_text::cut_middle(&symbol.signature, LONGEST).into_owned();
        }
        match kind {
            "extern" => symbol.visibility = Visibility::Private,
            "impl" => {
                symbol.name = trees.implemented_type(extent);
                let is_trait = (extent.name..stop)
                    .any(|at| trees.is_identifier_at(at, "for") && trees.punct_at(at + 1) != Some('<'));
                symbol.kind = if is_trait { TRAIT_IMPL } else { IMPL };
                symbol.visibility = if is_trait { Visibility::Public } else { Visibility::Private };
                symbol.notes.extend(is_trait.then(|| symbol.signature.clone()));
            }
            "fn" if extent.body.is_some() && matches!(within, ItemContext::Trait(_)) => {
                symbol.signature.push_str(" {…}")
            }
            _ => {}
        }
        symbol
    }

    /// Reads the content of an item whose head has been read.
    fn fill_children(self, symbol: &mut Symbol, body: &Group, within: ItemContext) {
        let own = symbol.visibility;
        let tokens = body.stream();
        symbol.children = match symbol.kind {
            "trait" => self.read_brace_content(tokens, ItemContext::Trait(own)),
            "mod" => self.read_brace_content(tokens, ItemContext::Module),
            "extern" | IMPL => self.read_brace_content(tokens, ItemContext::Impl),
            TRAIT_IMPL => {
                let functions =
                    self.read_brace_content(tokens, ItemContext::Impl).into_iter().filter(|child| child.kind == "fn");
                functions.flat_map(|child| child.children).collect()
            }
            "struct" | "union" => self.read_loose_members(tokens, "field", own),
            "enum" => self.read_loose_members(tokens, "variant", own),
            "fn" => {
                let mut inside =
                    super::impl_groups::group_impls_with_types(self.read_items_and_names(tokens, within, false).items);
                inside.retain(is_or_holds_declared_pub);
                inside
            }
            _ => Vec::new(),
        };
    }

    /// Fields or variants; a macro's own form of struct has constants and functions in their place.
    fn read_loose_members(self, tokens: TokenStream, kind: &'static str, own: Visibility) -> Vec<Symbol> {
        let list: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let trees = TokenTrees(&list);
        let first = trees.skip_attributes(0);
        if kind == "field" && trees.is_any_word(first + trees.visibility_length(first), &["const", "static", "fn"]) {
            let members = self.read_items_and_names(tokens, ItemContext::Impl, false).items;
            return members.into_iter().map(|member| Symbol { visibility: own, ..member }).collect();
        }
        let members = trees.comma_separated_entries().into_iter().filter_map(|(from, to)| {
            let start = trees.skip_attributes(from);
            let at = start + trees.visibility_length(start);
            let name = trees.name_at(at).filter(|_| at < to)?;
            if kind == "field" && trees.punct_at(at + 1) != Some(':') {
                return None;
            }
            let end = self.span_end(list[to - 1].span());
            let preamble = self.read_docs_and_attributes(&parse_attributes(&list[from..start]));
            let (visibility, begin) =
                if kind == "field" { (declared_visibility(trees, start), start) } else { (own, at) };
            let begin = self.span_start(list[begin].span());
            let mut symbol = self.symbol_from_offsets(kind, name, preamble, visibility, (begin, end, end));
            if kind == "variant" {
                symbol.signature = self.text_without_attributes(begin, end);
            }
            Some(symbol)
        });
        members.collect()
    }
}

/// The visibility that an item's first words say.
fn declared_visibility(trees: TokenTrees, at: usize) -> Visibility {
    match trees.visibility_length(at) {
        0 => Visibility::Private,
        _ if trees.has_restricted_visibility(at) => Visibility::Restricted,
        _ => Visibility::Public,
    }
}
