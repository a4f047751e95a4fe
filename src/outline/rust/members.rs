//! What stands inside types, traits, impls and extern blocks.

use syn::{Fields, ForeignItem, ImplItem, TraitItem};

use super::items::{defaultness, fn_span, vis_span, visibility};
use super::reader::{Extent, Reader};
use super::{inside, macros, scan};
use crate::outline::{Symbol, Visibility};

/// Behind the signature of a trait's method that has a body.
const DEFAULT_BODY: &str = " {…}";

impl Reader<'_> {
    pub fn structure(&self, item: &syn::ItemStruct) -> Symbol {
        let first = [vis_span(&item.vis), Some(item.struct_token.span)];
        let own = visibility(&item.vis);
        let semi = item.semi_token.as_ref().map(|token| token.span);
        let (signature_end, end, children) = match &item.fields {
            Fields::Named(fields) => {
                let brace = fields.brace_token.span;
                (self.from(brace.open()), self.to(brace.close()), self.named_fields(fields))
            }
            Fields::Unnamed(fields) => {
                let paren = fields.paren_token.span;
                let end = semi.map_or(self.to(paren.close()), |span| self.to(span));
                let shows = fields.unnamed.iter().any(|field| visibility(&field.vis) == Visibility::Public);
                let signature_end = match semi {
                    Some(span) if shows => self.from(span),
                    None if shows => self.to(paren.close()),
                    _ => self.from(paren.open()),
                };
                (signature_end, end, Vec::new())
            }
            Fields::Unit => {
                let end = semi.map_or(self.to(item.ident.span()), |span| self.from(span));
                (end, semi.map_or(end, |span| self.to(span)), Vec::new())
            }
        };
        let extent = self.extent(&item.attrs, &first, signature_end, end);
        let mut symbol = self.symbol("struct", item.ident.to_string(), own, &extent);
        if let Fields::Unnamed(fields) = &item.fields
            && symbol.signature.ends_with(|c: char| c == '>' || c == '_' || c.is_alphanumeric())
        {
            symbol.signature.push_str(if fields.unnamed.is_empty() { "()" } else { "(…)" });
        }
        symbol.children = children;
        symbol
    }

    pub fn named_fields(&self, fields: &syn::FieldsNamed) -> Vec<Symbol> {
        let close = self.from(fields.brace_token.span.close());
        let pairs = fields.named.pairs();
        let each = pairs.map(|pair| {
            let end = pair.punct().map_or(close, |comma| self.from(comma.span));
            let field = pair.value();
            let ident = field.ident.as_ref();
            let first = [vis_span(&field.vis), ident.map(|ident| ident.span())];
            let extent = self.extent(&field.attrs, &first, end, end);
            let name = ident.map(|ident| ident.to_string()).unwrap_or_default();
            self.symbol("field", name, visibility(&field.vis), &extent)
        });
        each.collect()
    }

    pub fn enumeration(&self, item: &syn::ItemEnum) -> Symbol {
        let brace = item.brace_token.span;
        let first = [vis_span(&item.vis), Some(item.enum_token.span)];
        let extent = self.extent(&item.attrs, &first, self.from(brace.open()), self.to(brace.close()));
        let mut symbol = self.symbol("enum", item.ident.to_string(), visibility(&item.vis), &extent);
        let close = self.from(brace.close());
        let each = item.variants.pairs().map(|pair| {
            let end = pair.punct().map_or(close, |comma| self.from(comma.span));
            let variant = pair.value();
            let extent = self.extent(&variant.attrs, &[Some(variant.ident.span())], end, end);
            let signature = self.source.joined_bare(extent.start, end);
            Symbol { signature, ..self.symbol("variant", variant.ident.to_string(), symbol.visibility, &extent) }
        });
        symbol.children = each.collect();
        symbol
    }

    pub fn trait_item(&self, item: &syn::ItemTrait) -> Symbol {
        let brace = item.brace_token.span;
        let first = [
            vis_span(&item.vis),
            item.unsafety.as_ref().map(|token| token.span),
            item.modifiers.auto_token.as_ref().map(|token| token.span),
            Some(item.trait_token.span),
        ];
        let extent = self.extent(&item.attrs, &first, self.from(brace.open()), self.to(brace.close()));
        let mut symbol = self.symbol("trait", item.ident.to_string(), visibility(&item.vis), &extent);
        symbol.children = self.trait_items(&item.items, symbol.visibility);
        symbol
    }

    pub fn trait_items(&self, items: &[TraitItem], own: Visibility) -> Vec<Symbol> {
        let mut out = Vec::new();
        for item in items {
            match item {
                TraitItem::Const(item) => {
                    let semi = item.semi_token.span;
                    let end = item.default.as_ref().map_or(self.from(semi), |(eq, _)| self.value_end(eq.span, semi));
                    let first = [defaultness(&item.modifiers.defaultness), Some(item.const_token.span)];
                    let extent = self.extent(&item.attrs, &first, end, self.to(semi));
                    out.push(self.symbol("const", item.ident.to_string(), own, &extent));
                }
                TraitItem::Fn(item) => {
                    let first = [defaultness(&item.modifiers.defaultness), Some(fn_span(&item.sig))];
                    let (signature_end, end) = match (&item.default, &item.semi_token) {
                        (Some(block), _) => {
                            let brace = block.brace_token.span;
                            (self.from(brace.open()), self.to(brace.close()))
                        }
                        (None, Some(semi)) => (self.from(semi.span), self.to(semi.span)),
                        (None, None) => continue,
                    };
                    let extent = self.extent(&item.attrs, &first, signature_end, end);
                    let mut symbol = self.symbol("fn", item.sig.ident.to_string(), own, &extent);
                    if let Some(block) = &item.default {
                        symbol.signature.push_str(DEFAULT_BODY);
                        symbol.children = inside::public_items(self, block);
                    }
                    out.push(symbol);
                }
                TraitItem::Type(item) => {
                    let first = [defaultness(&item.modifiers.defaultness), Some(item.type_token.span)];
                    let semi = item.semi_token.span;
                    let extent = self.extent(&item.attrs, &first, self.from(semi), self.to(semi));
                    out.push(self.symbol("type", item.ident.to_string(), own, &extent));
                }
                TraitItem::Macro(item) => out.extend(macros::in_trait(self, &item.attrs, &item.mac, own)),
                TraitItem::Verbatim(tokens) => {
                    let within = scan::Within::Trait(own);
                    out.extend(self.verbatim(tokens, within));
                }
                _ => {}
            }
        }
        out
    }

    pub fn impl_items(&self, items: &[ImplItem]) -> Vec<Symbol> {
        let mut out = Vec::new();
        for item in items {
            match item {
                ImplItem::Const(item) => {
                    let semi = item.semi_token.span;
                    let first =
                        [vis_span(&item.vis), defaultness(&item.modifiers.defaultness), Some(item.const_token.span)];
                    let end = self.value_end(item.eq_token.span, semi);
                    let extent = self.extent(&item.attrs, &first, end, self.to(semi));
                    out.push(self.symbol("const", item.ident.to_string(), visibility(&item.vis), &extent));
                }
                ImplItem::Fn(item) => {
                    let brace = item.block.brace_token.span;
                    let first =
                        [vis_span(&item.vis), defaultness(&item.modifiers.defaultness), Some(fn_span(&item.sig))];
                    let (open, close) = (self.from(brace.open()), self.to(brace.close()));
                    let extent = self.extent(&item.attrs, &first, open, close);
                    let mut symbol = self.symbol("fn", item.sig.ident.to_string(), visibility(&item.vis), &extent);
                    symbol.children = inside::public_items(self, &item.block);
                    out.push(symbol);
                }
                ImplItem::Type(item) => {
                    let semi = item.semi_token.span;
                    let first =
                        [vis_span(&item.vis), defaultness(&item.modifiers.defaultness), Some(item.type_token.span)];
                    let extent = self.extent(&item.attrs, &first, self.from(semi), self.to(semi));
                    out.push(self.symbol("type", item.ident.to_string(), visibility(&item.vis), &extent));
                }
                ImplItem::Macro(item) => out.extend(macros::in_impl(self, &item.attrs, &item.mac)),
                ImplItem::Verbatim(tokens) => out.extend(self.verbatim(tokens, scan::Within::Impl)),
                _ => {}
            }
        }
        out
    }

    pub fn foreign(&self, item: &syn::ItemForeignMod) -> Symbol {
        let brace = item.brace_token.span;
        let first = [item.unsafety.as_ref().map(|token| token.span), Some(item.abi.extern_token.span)];
        let extent = self.extent(&item.attrs, &first, self.from(brace.open()), self.to(brace.close()));
        let mut symbol = self.symbol("extern", String::new(), Visibility::Private, &extent);
        for item in &item.items {
            let (kind, attrs, vis, first, name, semi) = match item {
                ForeignItem::Fn(item) => {
                    ("fn", &item.attrs, &item.vis, fn_span(&item.sig), item.sig.ident.to_string(), item.semi_token.span)
                }
                ForeignItem::Static(item) => {
                    let span = match &item.safety {
                        syn::Safety::Safe(token) => token.span,
                        syn::Safety::Unsafe(token) => token.span,
                        _ => item.static_token.span,
                    };
                    ("static", &item.attrs, &item.vis, span, item.ident.to_string(), item.semi_token.span)
                }
                ForeignItem::Type(item) => {
                    let span = item.type_token.span;
                    ("type", &item.attrs, &item.vis, span, item.ident.to_string(), item.semi_token.span)
                }
                ForeignItem::Macro(item) => {
                    symbol.children.extend(macros::unread(self, &item.attrs, &item.mac));
                    continue;
                }
                ForeignItem::Verbatim(tokens) => {
                    symbol.children.extend(self.verbatim(tokens, scan::Within::Impl));
                    continue;
                }
                _ => continue,
            };
            let extent: Extent = self.extent(attrs, &[vis_span(vis), Some(first)], self.from(semi), self.to(semi));
            symbol.children.push(self.symbol(kind, name, visibility(vis), &extent));
        }
        symbol
    }
}
