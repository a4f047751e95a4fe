//! Items of syn's tree as symbols.

use proc_macro2::Span;
use syn::visit::Visit;
use syn::{Attribute, Block, Expr, ForeignItem, Ident, ImplItem, Item, Signature, Stmt, TraitItem};

use super::attributes::ItemPreamble;
use super::reader::RustReader;
use crate::{Symbol, Visibility};

/// The place of items, which decides which of them are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemContext {
    Module,
    Impl,
    /// Items of a trait are as visible as the trait.
    Trait(Visibility),
}

impl ItemContext {
    pub fn visibility(self, own: &syn::Visibility) -> Visibility {
        match (self, own) {
            (ItemContext::Trait(visibility), _) => visibility,
            (_, syn::Visibility::Public(_)) => Visibility::Public,
            (_, syn::Visibility::Restricted(_)) => Visibility::Restricted,
            (_, syn::Visibility::Inherited) => Visibility::Private,
        }
    }
}

/// Values of constants are shown up to this many bytes.
pub const VALUE: usize = 40;

/// The first token of an item: of its visibility or of the words before its keyword.
pub fn first_token<const N: usize>(visibility: &syn::Visibility, words: [Option<Span>; N], keyword: Span) -> Span {
    let public = match visibility {
        syn::Visibility::Public(public) => Some(public.span),
        syn::Visibility::Restricted(restricted) => Some(restricted.pub_token.span),
        syn::Visibility::Inherited => None,
    };
    public.or_else(|| words.into_iter().flatten().next()).unwrap_or(keyword)
}

/// A function, wherever it stands.
struct FunctionParts<'s> {
    attributes: &'s [Attribute],
    visibility: &'s syn::Visibility,
    default: Option<Span>,
    signature: &'s Signature,
    /// Its block, or the semicolon in place of one.
    body: Result<&'s Block, Span>,
}

pub const INHERITED: &syn::Visibility = &syn::Visibility::Inherited;

impl RustReader<'_> {
    pub fn symbols_of_items(self, items: &[Item], within: ItemContext) -> Vec<Symbol> {
        items.iter().flat_map(|item| self.symbols_of_item(item, within)).collect()
    }

    /// An item from the spans of its first token, of the token after its signature, and of its last token.
    pub fn symbol_from_spans(
        self,
        kind: &'static str,
        name: impl ToString,
        attributes: &[Attribute],
        visibility: Visibility,
        [start, stop, end]: [Span; 3],
    ) -> Symbol {
        let places = (self.span_start(start), self.span_start(stop), self.span_end(end));
        self.symbol_from_offsets(kind, name.to_string(), self.read_docs_and_attributes(attributes), visibility, places)
    }

    /// A symbol from the offsets of its first byte, of the end of its signature, and of its end.
    pub fn symbol_from_offsets(
        self,
        kind: &'static str,
        name: String,
        preamble: ItemPreamble,
        visibility: Visibility,
        (start, stop, end): (usize, usize, usize),
    ) -> Symbol {
        let exported = kind == "macro" && preamble.exported;
        Symbol {
            kind,
            name,
            signature: self.text_on_one_line(start, stop).trim_end_matches([',', ';', ' ']).to_owned(),
            doc: preamble.doc,
            lines: (self.line_of_offset(start), self.line_of_offset(end.saturating_sub(1))),
            visibility: if exported { Visibility::Public } else { visibility },
            children: Vec::new(),
            notes: preamble.notes,
        }
    }

    pub fn symbols_of_item(self, item: &Item, within: ItemContext) -> Vec<Symbol> {
        self.read_nested(|inner| inner.symbols_of_item_without_depth_check(item, within))
    }

    fn symbols_of_item_without_depth_check(self, item: &Item, within: ItemContext) -> Vec<Symbol> {
        let head = self.symbol_maker(within);
        let symbol = match item {
            Item::Const(item) if item.ident == "_" => return self.items_of_unnamed_const(&item.expr),
            Item::Const(item) => {
                let start = first_token(&item.vis, [], item.const_token.span);
                let stop = self.value_signature_end(item.eq_token.span, item.semi_token.span);
                head("const", &item.ident, &item.attrs, &item.vis, [start, stop, item.semi_token.span])
            }
            Item::Static(item) => {
                let start = first_token(&item.vis, [], item.static_token.span);
                let stop = self.value_signature_end(item.eq_token.span, item.semi_token.span);
                head("static", &item.ident, &item.attrs, &item.vis, [start, stop, item.semi_token.span])
            }
            Item::Enum(item) => {
                let (start, braces) = (first_token(&item.vis, [], item.enum_token.span), item.brace_token.span);
                let mut symbol =
                    head("enum", &item.ident, &item.attrs, &item.vis, [start, braces.open(), braces.close()]);
                symbol.children = self.variant_symbols(&item.variants, braces.close(), symbol.visibility);
                symbol
            }
            Item::Struct(item) => self.read_struct(item, within),
            Item::Union(item) => {
                let start = first_token(&item.vis, [], item.union_token.span);
                let braces = item.fields.brace_token.span;
                let mut symbol =
                    head("union", &item.ident, &item.attrs, &item.vis, [start, braces.open(), braces.close()]);
                symbol.children = self.field_symbols(&item.fields);
                symbol
            }
            Item::ExternCrate(item) => {
                let start = first_token(&item.vis, [], item.extern_token.span);
                let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
                let end = item.semi_token.span;
                head("extern crate", name, &item.attrs, &item.vis, [start, end, end])
            }
            Item::Fn(item) => {
                let (attributes, visibility, signature) = (&item.attrs[..], &item.vis, &item.sig);
                let body = Ok(&*item.block);
                self.function_symbol(FunctionParts { attributes, visibility, default: None, signature, body }, within)
            }
            Item::ForeignMod(item) => self.extern_block_symbol(item),
            Item::Impl(item) => self.read_impl(item),
            Item::Mod(item) => self.module_symbol(item, within),
            Item::Trait(item) => self.trait_symbol(item, within),
            Item::Macro(item) => return self.symbols_of_macro_item(item, within),
            Item::TraitAlias(item) => {
                let (start, end) = (first_token(&item.vis, [], item.trait_token.span), item.semi_token.span);
                head("trait", &item.ident, &item.attrs, &item.vis, [start, end, end])
            }
            Item::Type(item) => {
                let (start, end) = (first_token(&item.vis, [], item.type_token.span), item.semi_token.span);
                head("type", &item.ident, &item.attrs, &item.vis, [start, end, end])
            }
            Item::Use(item) => self.read_use_imports(item, within),
            Item::Verbatim(tokens) => return self.read_items_loosely(tokens.clone(), within).items,
            _ => return Vec::new(),
        };
        vec![symbol]
    }

    /// Makes symbols from their kind, name, attributes, visibility and places.
    fn symbol_maker(
        self,
        within: ItemContext,
    ) -> impl Fn(&'static str, &Ident, &[Attribute], &syn::Visibility, [Span; 3]) -> Symbol {
        move |kind, name, attributes, vis, places| {
            self.symbol_from_spans(kind, name, attributes, within.visibility(vis), places)
        }
    }

    fn extern_block_symbol(self, item: &syn::ItemForeignMod) -> Symbol {
        let braces = item.brace_token.span;
        let start = first_token(INHERITED, [span!(item.unsafety)], item.abi.extern_token.span);
        let places = [start, braces.open(), braces.close()];
        let mut symbol = self.symbol_from_spans("extern", "", &item.attrs, Visibility::Private, places);
        symbol.children = item.items.iter().flat_map(|item| self.symbols_of_extern_item(item)).collect();
        symbol
    }

    fn module_symbol(self, item: &syn::ItemMod, within: ItemContext) -> Symbol {
        let start = first_token(&item.vis, [span!(item.unsafety)], item.mod_token.span);
        let braces = item.content.as_ref().map(|(braces, _)| braces.span);
        let semicolon = span!(item.semi).unwrap_or(start);
        let (stop, end) = braces.map_or((semicolon, semicolon), |braces| (braces.open(), braces.close()));
        let mut symbol =
            self.symbol_from_spans("mod", &item.ident, &item.attrs, within.visibility(&item.vis), [start, stop, end]);
        symbol.children = item
            .content
            .as_ref()
            .map(|(_, items)| self.symbols_of_items(items, ItemContext::Module))
            .unwrap_or_default();
        symbol.doc = symbol.doc.or_else(|| self.doc_text(&item.attrs, true));
        symbol
    }

    fn trait_symbol(self, item: &syn::ItemTrait, within: ItemContext) -> Symbol {
        let words = [span!(item.unsafety), span!(item.auto_token)];
        let (start, braces) = (first_token(&item.vis, words, item.trait_token.span), item.brace_token.span);
        let (visibility, places) = (within.visibility(&item.vis), [start, braces.open(), braces.close()]);
        let mut symbol = self.symbol_from_spans("trait", &item.ident, &item.attrs, visibility, places);
        let inside = ItemContext::Trait(symbol.visibility);
        symbol.children = item.items.iter().flat_map(|item| self.symbols_of_trait_item(item, inside)).collect();
        symbol
    }

    /// A constant that nobody can name: only the items in its block matter.
    fn items_of_unnamed_const(self, value: &Expr) -> Vec<Symbol> {
        let Expr::Block(block) = value else { return Vec::new() };
        let items = block.block.stmts.iter().filter_map(|statement| match statement {
            Stmt::Item(item) => Some(item),
            _ => None,
        });
        items.flat_map(|item| self.symbols_of_item(item, ItemContext::Module)).collect()
    }

    /// A short value is part of the signature.
    fn value_signature_end(self, equals: Span, semicolon: Span) -> Span {
        let short = self.text_on_one_line(self.span_start(equals), self.span_start(semicolon)).len() <= VALUE;
        if short { semicolon } else { equals }
    }

    fn function_symbol(self, parts: FunctionParts<'_>, within: ItemContext) -> Symbol {
        let FunctionParts { attributes, visibility, default, signature, body } = parts;
        let abi = signature.abi.as_ref().map(|abi| abi.extern_token.span);
        let words = [default, span!(signature.constness), span!(signature.asyncness), span!(signature.unsafety), abi];
        let (stop, end) = match body {
            Ok(block) => (block.brace_token.span.open(), block.brace_token.span.close()),
            Err(semicolon) => (semicolon, semicolon),
        };
        let start = first_token(visibility, words, signature.fn_token.span);
        let visibility = within.visibility(visibility);
        let mut symbol = self.symbol_from_spans("fn", &signature.ident, attributes, visibility, [start, stop, end]);
        if let Ok(block) = body {
            symbol.children = self.public_items_in_body(block);
            if matches!(within, ItemContext::Trait(_)) {
                symbol.signature.push_str(" {…}");
            }
        }
        let is_public = symbol.visibility == Visibility::Public;
        if is_public && symbol.notes.iter().any(|note| note.starts_with("proc_macro")) {
            symbol.kind = "macro";
        }
        symbol
    }

    /// Items in the body of a function that are `pub`, or hold such items.
    fn public_items_in_body(self, block: &Block) -> Vec<Symbol> {
        let braces = block.brace_token.span;
        let body = self.text.get(self.span_start(braces.open())..self.span_end(braces.close())).unwrap_or_default();
        if memchr::memmem::find(body.as_bytes(), b"pub ").is_none() {
            return Vec::new();
        }
        let mut inside = ItemsInFunctionBody { reader: self, symbols: Vec::new() };
        inside.visit_block(block);
        let mut symbols = super::impl_groups::group_impls_with_types(inside.symbols);
        symbols.retain(is_or_holds_declared_pub);
        symbols
    }

    pub fn symbols_of_impl_item(self, item: &ImplItem, within: ItemContext) -> Vec<Symbol> {
        let head = self.symbol_maker(within);
        let symbol = match item {
            ImplItem::Const(item) => {
                let start = first_token(&item.vis, [span!(item.defaultness)], item.const_token.span);
                let stop = self.value_signature_end(item.eq_token.span, item.semi_token.span);
                head("const", &item.ident, &item.attrs, &item.vis, [start, stop, item.semi_token.span])
            }
            ImplItem::Fn(item) => {
                let (attributes, visibility, signature) = (&item.attrs[..], &item.vis, &item.sig);
                let (default, body) = (span!(item.defaultness), Ok(&item.block));
                self.function_symbol(FunctionParts { attributes, visibility, default, signature, body }, within)
            }
            ImplItem::Type(item) => {
                let start = first_token(&item.vis, [span!(item.defaultness)], item.type_token.span);
                let end = item.semi_token.span;
                head("type", &item.ident, &item.attrs, &item.vis, [start, end, end])
            }
            ImplItem::Macro(item) => return self.read_macro_call(&item.attrs, &item.mac, within),
            ImplItem::Verbatim(tokens) => return self.read_items_loosely(tokens.clone(), within).items,
            _ => return Vec::new(),
        };
        vec![symbol]
    }

    pub fn symbols_of_trait_item(self, item: &TraitItem, within: ItemContext) -> Vec<Symbol> {
        let visibility = within.visibility(INHERITED);
        let symbol = match item {
            TraitItem::Const(item) => {
                let (start, end) = (item.const_token.span, item.semi_token.span);
                let stop = item.default.as_ref().map_or(end, |(equals, _)| self.value_signature_end(equals.span, end));
                self.symbol_from_spans("const", &item.ident, &item.attrs, visibility, [start, stop, end])
            }
            TraitItem::Fn(item) => {
                let semicolon = span!(item.semi_token).unwrap_or(item.sig.fn_token.span);
                let body = item.default.as_ref().ok_or(semicolon);
                let (attributes, visibility, signature) = (&item.attrs[..], INHERITED, &item.sig);
                self.function_symbol(FunctionParts { attributes, visibility, default: None, signature, body }, within)
            }
            TraitItem::Type(item) => {
                let end = item.semi_token.span;
                self.symbol_from_spans("type", &item.ident, &item.attrs, visibility, [item.type_token.span, end, end])
            }
            TraitItem::Macro(item) => return self.read_macro_call(&item.attrs, &item.mac, within),
            TraitItem::Verbatim(tokens) => return self.read_items_loosely(tokens.clone(), within).items,
            _ => return Vec::new(),
        };
        vec![symbol]
    }

    fn symbols_of_extern_item(self, item: &ForeignItem) -> Vec<Symbol> {
        let within = ItemContext::Impl;
        let head = self.symbol_maker(within);
        let symbol = match item {
            ForeignItem::Fn(item) => {
                let (attributes, visibility, signature) = (&item.attrs[..], &item.vis, &item.sig);
                let body = Err(item.semi_token.span);
                self.function_symbol(FunctionParts { attributes, visibility, default: None, signature, body }, within)
            }
            ForeignItem::Static(item) => {
                let (start, end) = (first_token(&item.vis, [], item.static_token.span), item.semi_token.span);
                head("static", &item.ident, &item.attrs, &item.vis, [start, end, end])
            }
            ForeignItem::Type(item) => {
                let (start, end) = (first_token(&item.vis, [], item.type_token.span), item.semi_token.span);
                head("type", &item.ident, &item.attrs, &item.vis, [start, end, end])
            }
            ForeignItem::Macro(item) => return self.read_macro_call(&item.attrs, &item.mac, within),
            ForeignItem::Verbatim(tokens) => return self.read_items_loosely(tokens.clone(), within).items,
            _ => return Vec::new(),
        };
        vec![symbol]
    }
}

/// Finds the items among a function's statements; the arguments of macros are not the function's own.
struct ItemsInFunctionBody<'a> {
    reader: RustReader<'a>,
    symbols: Vec<Symbol>,
}

impl<'ast> Visit<'ast> for ItemsInFunctionBody<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.symbols.extend(self.reader.symbols_of_item(item, ItemContext::Module));
    }
}

pub fn is_or_holds_declared_pub(symbol: &Symbol) -> bool {
    symbol.visibility == Visibility::Public && symbol.signature.starts_with("pub ")
        || symbol.children.iter().any(is_or_holds_declared_pub)
}
