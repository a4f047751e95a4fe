//! Items of the syntax tree as symbols, their signatures cut from the source.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, Item, Visibility as Vis};

use super::group::{IMPL, TRAIT_IMPL};
use super::reader::{Extent, Reader};
use super::{inside, macros, scan};
use crate::outline::{Symbol, Visibility};

/// Values of constants are shown up to this many bytes.
const VALUE: usize = 40;

impl Reader<'_> {
    pub fn from(&self, span: Span) -> usize {
        self.base + span.byte_range().start
    }

    pub fn to(&self, span: Span) -> usize {
        self.base + span.byte_range().end
    }

    pub fn items(&self, items: &[Item]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for item in items {
            self.item(item, &mut symbols);
        }
        symbols
    }

    /// From the first attribute (or the item itself) to the item's end.
    pub fn extent(&self, attrs: &[Attribute], first: &[Option<Span>], signature_end: usize, end: usize) -> Extent {
        let start = first.iter().flatten().next().map_or(end, |span| self.from(*span));
        let outer = attrs.iter().find(|attr| matches!(attr.style, syn::AttrStyle::Outer));
        let attributes = outer.map_or(start, |attr| self.from(attr.pound_token.span));
        let attributes = self.source.docs_start(attributes);
        Extent { attributes, start, signature_end, end }
    }

    pub fn symbol(&self, kind: &'static str, name: String, visibility: Visibility, extent: &Extent) -> Symbol {
        let preamble = self.source.preamble(extent.attributes, extent.start);
        let signature = self.source.joined(extent.start, extent.signature_end);
        Symbol {
            kind,
            name,
            signature: signature.trim_end_matches([',', ' ']).to_owned(),
            doc: preamble.doc,
            lines: (self.source.line(extent.start), self.source.line(extent.end.saturating_sub(1))),
            visibility,
            children: Vec::new(),
            notes: preamble.notes,
        }
    }

    /// A value after `=` belongs to the signature while it is short.
    pub fn value_end(&self, equals: Span, semi: Span) -> usize {
        let (from, to) = (self.from(equals), self.from(semi));
        if self.source.joined(from, to).len() <= VALUE { to } else { from }
    }

    fn item(&self, item: &Item, out: &mut Vec<Symbol>) {
        match item {
            Item::Const(item) => {
                if let (true, syn::Expr::Block(block)) = (item.ident == "_", &*item.expr) {
                    out.extend(self.items_of_block(&block.block));
                    return;
                }
                let signature_end = self.value_end(item.eq_token.span, item.semi_token.span);
                let first =
                    [vis_span(&item.vis), defaultness(&item.modifiers.defaultness), Some(item.const_token.span)];
                let extent = self.extent(&item.attrs, &first, signature_end, self.to(item.semi_token.span));
                out.push(self.symbol("const", item.ident.to_string(), visibility(&item.vis), &extent));
            }
            Item::Enum(item) => out.push(self.enumeration(item)),
            Item::ExternCrate(item) => {
                let first = [vis_span(&item.vis), Some(item.extern_token.span)];
                let semi = item.semi_token.span;
                let extent = self.extent(&item.attrs, &first, self.from(semi), self.to(semi));
                let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
                out.push(self.symbol("extern crate", name.to_string(), visibility(&item.vis), &extent));
            }
            Item::Fn(item) => {
                let open = self.from(item.block.brace_token.span.open());
                let close = self.to(item.block.brace_token.span.close());
                let first = [vis_span(&item.vis), defaultness(&item.modifiers.defaultness), Some(fn_span(&item.sig))];
                let extent = self.extent(&item.attrs, &first, open, close);
                let mut symbol = self.symbol("fn", item.sig.ident.to_string(), visibility(&item.vis), &extent);
                let is_proc_macro = symbol.notes.iter().any(|note| note.starts_with("proc_macro"));
                if is_proc_macro && symbol.visibility == Visibility::Public {
                    symbol.kind = "macro";
                }
                symbol.children = inside::public_items(self, &item.block);
                out.push(symbol);
            }
            Item::ForeignMod(item) => out.push(self.foreign(item)),
            Item::Impl(item) => out.push(self.implementation(item)),
            Item::Macro(item) => out.extend(macros::item(self, item)),
            Item::Mod(item) => out.push(self.module(item)),
            Item::Static(item) => {
                let signature_end = self.value_end(item.eq_token.span, item.semi_token.span);
                let first = [vis_span(&item.vis), Some(item.static_token.span)];
                let extent = self.extent(&item.attrs, &first, signature_end, self.to(item.semi_token.span));
                out.push(self.symbol("static", item.ident.to_string(), visibility(&item.vis), &extent));
            }
            Item::Struct(item) => out.push(self.structure(item)),
            Item::Trait(item) => out.push(self.trait_item(item)),
            Item::TraitAlias(item) => {
                let first = [vis_span(&item.vis), Some(item.trait_token.span)];
                let semi = item.semi_token.span;
                let extent = self.extent(&item.attrs, &first, self.from(semi), self.to(semi));
                out.push(self.symbol("trait", item.ident.to_string(), visibility(&item.vis), &extent));
            }
            Item::Type(item) => {
                let first = [vis_span(&item.vis), defaultness(&item.modifiers.defaultness), Some(item.type_token.span)];
                let semi = item.semi_token.span;
                let extent = self.extent(&item.attrs, &first, self.from(semi), self.to(semi));
                out.push(self.symbol("type", item.ident.to_string(), visibility(&item.vis), &extent));
            }
            Item::Union(item) => {
                let brace = item.fields.brace_token.span;
                let first = [vis_span(&item.vis), Some(item.union_token.span)];
                let extent = self.extent(&item.attrs, &first, self.from(brace.open()), self.to(brace.close()));
                let mut symbol = self.symbol("union", item.ident.to_string(), visibility(&item.vis), &extent);
                symbol.children = self.named_fields(&item.fields);
                out.push(symbol);
            }
            Item::Use(item) => {
                let first = [vis_span(&item.vis), Some(item.use_token.span)];
                let semi = item.semi_token.span;
                let extent = self.extent(&item.attrs, &first, self.from(semi), self.to(semi));
                let mut symbol = self.symbol("use", String::new(), visibility(&item.vis), &extent);
                self.use_names(&item.tree, symbol.visibility, &mut symbol.children);
                symbol.name = symbol.children.iter().map(|child| child.name.as_str()).collect::<Vec<_>>().join(", ");
                out.push(symbol);
            }
            Item::Verbatim(tokens) => out.extend(self.verbatim(tokens, scan::Within::Module)),
            _ => {}
        }
    }

    /// Syntax that `syn` knows to be Rust and has no name for.
    pub fn verbatim(&self, tokens: &TokenStream, within: scan::Within) -> Vec<Symbol> {
        match self.range(tokens) {
            Some((from, to)) => scan::items(self.source, from, to, within),
            None => Vec::new(),
        }
    }

    /// Where the tokens of a stream stand.
    pub fn range(&self, tokens: &TokenStream) -> Option<(usize, usize)> {
        let mut spans = tokens.clone().into_iter().map(|tree| tree.span());
        let first = spans.next()?;
        let last = spans.last().unwrap_or(first);
        Some((self.from(first), self.to(last)))
    }

    pub fn items_of_block(&self, block: &syn::Block) -> Vec<Symbol> {
        let items = block.stmts.iter().filter_map(|stmt| match stmt {
            syn::Stmt::Item(item) => Some(item),
            _ => None,
        });
        let mut symbols = Vec::new();
        for item in items {
            self.item(item, &mut symbols);
        }
        symbols
    }

    fn module(&self, item: &syn::ItemMod) -> Symbol {
        let first = [vis_span(&item.vis), item.unsafety.as_ref().map(|token| token.span), Some(item.mod_token.span)];
        let (signature_end, end) = match (&item.content, &item.semi) {
            (Some((brace, _)), _) => (self.from(brace.span.open()), self.to(brace.span.close())),
            (None, Some(semi)) => (self.from(semi.span), self.to(semi.span)),
            (None, None) => (self.to(item.ident.span()), self.to(item.ident.span())),
        };
        let extent = self.extent(&item.attrs, &first, signature_end, end);
        let mut symbol = self.symbol("mod", item.ident.to_string(), visibility(&item.vis), &extent);
        if let Some((brace, items)) = &item.content {
            symbol.children = self.items(items);
            if symbol.doc.is_none() {
                symbol.doc = self.source.inner_docs(self.to(brace.span.open()));
            }
        }
        symbol
    }

    /// A block of methods, or a trait that a type has; both find their type when the file has been read.
    fn implementation(&self, item: &syn::ItemImpl) -> Symbol {
        let (open, close) = (item.brace_token.span.open(), item.brace_token.span.close());
        let first = [
            defaultness(&item.modifiers.defaultness),
            item.unsafety.as_ref().map(|token| token.span),
            Some(item.impl_token.span),
        ];
        let extent = self.extent(&item.attrs, &first, self.from(open), self.to(close));
        let name = type_name(&item.self_ty).unwrap_or_default();
        match &item.trait_ {
            Some((path, for_token)) => {
                let mut symbol = self.symbol(TRAIT_IMPL, name, Visibility::Public, &extent);
                let from = path.leading_colon.as_ref().map_or_else(
                    || path.segments.first().map(|segment| segment.ident.span()),
                    |colon| Some(colon.spans[0]),
                );
                let from = item.modifiers.polarity.as_ref().map(|bang| bang.span).or(from);
                let from = from.map_or(extent.start, |span| self.from(span));
                // The trait as written, for the note beside its type.
                symbol.notes.push(self.source.joined(from, self.from(for_token.span)));
                let methods = item.items.iter().filter_map(|item| match item {
                    syn::ImplItem::Fn(method) => Some(&method.block),
                    _ => None,
                });
                symbol.children = methods.flat_map(|block| inside::public_items(self, block)).collect();
                symbol
            }
            None => {
                let mut symbol = self.symbol(IMPL, name, Visibility::Private, &extent);
                symbol.children = self.impl_items(&item.items);
                if is_plain(item) && symbol.notes.is_empty() {
                    symbol.signature.clear();
                }
                symbol
            }
        }
    }

    fn use_names(&self, tree: &syn::UseTree, visibility: Visibility, out: &mut Vec<Symbol>) {
        let (name, span) = match tree {
            syn::UseTree::Path(path) => return self.use_path(path, visibility, out),
            syn::UseTree::Name(name) => (name.ident.to_string(), name.ident.span()),
            syn::UseTree::Rename(name) => (name.rename.to_string(), name.rename.span()),
            syn::UseTree::Glob(glob) => ("*".to_owned(), glob.star_token.span),
            syn::UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.use_names(tree, visibility, out));
            }
        };
        let line = self.source.line(self.from(span));
        out.push(Symbol { kind: "re-export", name, lines: (line, line), visibility, ..Symbol::default() });
    }

    /// `a::self` is known as `a`.
    fn use_path(&self, path: &syn::UsePath, visibility: Visibility, out: &mut Vec<Symbol>) {
        let before = out.len();
        self.use_names(&path.tree, visibility, out);
        for symbol in out.iter_mut().skip(before).filter(|symbol| symbol.name == "self") {
            symbol.name = path.ident.to_string();
        }
    }
}

pub fn visibility(vis: &Vis) -> Visibility {
    match vis {
        Vis::Public(_) => Visibility::Public,
        Vis::Restricted(_) => Visibility::Restricted,
        _ => Visibility::Private,
    }
}

pub fn vis_span(vis: &Vis) -> Option<Span> {
    match vis {
        Vis::Public(token) => Some(token.span),
        Vis::Restricted(vis) => Some(vis.pub_token.span),
        _ => None,
    }
}

pub fn defaultness(token: &Option<syn::Token![default]>) -> Option<Span> {
    token.as_ref().map(|token| token.span)
}

/// The first token of `const async unsafe extern "C" fn`.
pub fn fn_span(signature: &syn::Signature) -> Span {
    let safety = match &signature.safety {
        syn::Safety::Safe(token) => Some(token.span),
        syn::Safety::Unsafe(token) => Some(token.span),
        _ => None,
    };
    let modifiers = [
        signature.constness.as_ref().map(|token| token.span),
        signature.asyncness.as_ref().map(|token| token.span),
        safety,
        signature.abi.as_ref().map(|abi| abi.extern_token.span),
    ];
    modifiers.into_iter().flatten().next().unwrap_or(signature.fn_token.span)
}

/// The name under which a type is known: the last segment of its path, below references and boxes of no name.
fn type_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        syn::Type::Group(group) => type_name(&group.elem),
        syn::Type::Paren(paren) => type_name(&paren.elem),
        _ => None,
    }
}

/// Says no more than the type's own declaration: no bounds, no particular arguments.
fn is_plain(item: &syn::ItemImpl) -> bool {
    let parameters: Vec<String> = item
        .generics
        .params
        .iter()
        .map(|parameter| match parameter {
            syn::GenericParam::Type(parameter) if parameter.bounds.is_empty() => parameter.ident.to_string(),
            syn::GenericParam::Lifetime(parameter) => parameter.lifetime.to_string(),
            syn::GenericParam::Const(parameter) => parameter.ident.to_string(),
            _ => "?".to_owned(),
        })
        .collect();
    let syn::Type::Path(path) = &*item.self_ty else { return false };
    let Some(segment) = path.path.segments.last() else { return false };
    let is_parameter = |argument: &syn::GenericArgument| match argument {
        syn::GenericArgument::Lifetime(lifetime) => lifetime.ident == "_" || parameters.contains(&lifetime.to_string()),
        syn::GenericArgument::Type(syn::Type::Path(path)) => {
            path.path.get_ident().is_some_and(|ident| parameters.contains(&ident.to_string()))
        }
        _ => false,
    };
    let arguments = match &segment.arguments {
        syn::PathArguments::None => true,
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().all(is_parameter),
        syn::PathArguments::Parenthesized(_) => false,
    };
    item.generics.where_clause.is_none() && arguments && !parameters.iter().any(|parameter| parameter == "?")
}
