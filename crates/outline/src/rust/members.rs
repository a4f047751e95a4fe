//! The members of types, the heads of impls, and the names in `use` lines.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{
    Fields, FieldsNamed, GenericArgument, GenericParam, Ident, ItemImpl, ItemStruct, ItemUse, PathArguments,
    PathSegment, Token, Type, UseTree, Variant,
};

use super::impl_groups::{IMPL, TRAIT_IMPL};
use super::items::{INHERITED, ItemContext, first_token};
use super::reader::RustReader;
use crate::{Symbol, Visibility};

impl RustReader<'_> {
    pub fn field_symbols(self, fields: &FieldsNamed) -> Vec<Symbol> {
        let close = fields.brace_token.span.close();
        let pairs = fields.named.pairs().filter_map(|pair| {
            let field = *pair.value();
            let stop = pair.punct().map_or(close, |comma| comma.span);
            let name = field.ident.as_ref()?;
            let start = first_token(&field.vis, [], name.span());
            let end = pair.punct().map_or(name.span(), |comma| comma.span);
            let visibility = ItemContext::Module.visibility(&field.vis);
            Some(self.symbol_from_spans("field", name, &field.attrs, visibility, [start, stop, end]))
        });
        pairs.collect()
    }

    pub fn variant_symbols(
        self,
        variants: &Punctuated<Variant, Token![,]>,
        close: Span,
        own: Visibility,
    ) -> Vec<Symbol> {
        let pairs = variants.pairs().map(|pair| {
            let variant = *pair.value();
            let stop = pair.punct().map_or(close, |comma| comma.span);
            let (name, start) = (&variant.ident, variant.ident.span());
            let end = pair.punct().map_or(start, |comma| comma.span);
            let signature = self.text_without_attributes(self.span_start(start), self.span_start(stop));
            let signature = signature.trim_end_matches([',', ' ']).to_owned();
            Symbol { signature, ..self.symbol_from_spans("variant", name, &variant.attrs, own, [start, start, end]) }
        });
        pairs.collect()
    }

    /// `struct Name(…)` is shown as written where a field is public, else without its fields.
    pub fn read_struct(self, item: &ItemStruct, within: ItemContext) -> Symbol {
        let start = first_token(&item.vis, [], item.struct_token.span);
        let semicolon = span!(item.semi_token).unwrap_or(start);
        let (stop, end) = match &item.fields {
            Fields::Named(fields) => (fields.brace_token.span.open(), fields.brace_token.span.close()),
            _ => (semicolon, semicolon),
        };
        let visibility = within.visibility(&item.vis);
        let mut symbol = self.symbol_from_spans("struct", &item.ident, &item.attrs, visibility, [start, stop, end]);
        match &item.fields {
            Fields::Named(fields) => symbol.children = self.field_symbols(fields),
            Fields::Unnamed(fields)
                if !fields.unnamed.iter().any(|field| matches!(field.vis, syn::Visibility::Public(_))) =>
            {
                let open = fields.paren_token.span.open();
                symbol.signature = self.text_on_one_line(self.span_start(start), self.span_start(open));
                symbol.signature.push_str(if fields.unnamed.is_empty() { "()" } else { "(…)" });
            }
            _ => {}
        }
        symbol
    }

    /// Both kinds of impl are joined to their type when the file has been read.
    pub fn read_impl(self, item: &ItemImpl) -> Symbol {
        let braces = item.brace_token.span;
        let words = [span!(item.defaultness), span!(item.unsafety)];
        let last = last_path_segment_of_type(&item.self_ty);
        let name = last.map(|segment| segment.ident.to_string()).unwrap_or_default();
        let places = [first_token(INHERITED, words, item.impl_token.span), braces.open(), braces.close()];
        let mut symbol = self.symbol_from_spans(IMPL, name, &item.attrs, Visibility::Private, places);
        let children = item.items.iter().flat_map(|item| self.symbols_of_impl_item(item, ItemContext::Impl));
        if let Some((bang, path, of)) = &item.trait_ {
            symbol.kind = TRAIT_IMPL;
            symbol.visibility = Visibility::Public;
            symbol.children = children.filter(|child| child.kind == "fn").flat_map(|child| child.children).collect();
            let segment = path.segments.first().map(|segment| segment.ident.span());
            let colons = path.leading_colon.as_ref().map(|colons| colons.spans[0]);
            let start = span!(bang).or(colons).or(segment).unwrap_or(of.span);
            // The trait as written, for the note beside its type.
            symbol.notes.push(self.text_on_one_line(self.span_start(start), self.span_start(of.span)));
            return symbol;
        }
        symbol.children = children.collect();
        let plain = symbol.notes.is_empty() && item.generics.where_clause.is_none();
        if plain && last.is_some_and(|last| is_plain_generic_impl(&item.generics.params, last)) {
            symbol.signature.clear();
        }
        symbol
    }

    /// Each name that a `use` brings in, as a child.
    pub fn read_use_imports(self, item: &ItemUse, within: ItemContext) -> Symbol {
        let start = first_token(&item.vis, [], item.use_token.span);
        let places = [start, item.semi_token.span, item.semi_token.span];
        let mut symbol = self.symbol_from_spans("use", "", &item.attrs, within.visibility(&item.vis), places);
        let mut names = Vec::new();
        self.collect_imported_names(&item.tree, None, &mut names);
        symbol.name = names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        symbol.children = names
            .into_iter()
            .map(|(name, line)| Symbol {
                kind: "re-export",
                name,
                lines: (line, line),
                visibility: symbol.visibility,
                ..Symbol::default()
            })
            .collect();
        symbol
    }

    /// `a::{self}` is known as `a`.
    fn collect_imported_names(self, tree: &UseTree, parent: Option<&Ident>, out: &mut Vec<(String, u32)>) {
        let mut push = |name: String, span: Span| out.push((name, self.line_of_offset(self.span_start(span))));
        match tree {
            UseTree::Path(path) => self.collect_imported_names(&path.tree, Some(&path.ident), out),
            UseTree::Name(name) => {
                let known_as = parent.filter(|_| name.ident == "self").unwrap_or(&name.ident);
                push(known_as.to_string(), name.ident.span());
            }
            UseTree::Rename(name) => push(name.rename.to_string(), name.rename.span()),
            UseTree::Glob(glob) => push("*".to_owned(), glob.star_token.span),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.collect_imported_names(tree, parent, out)),
        }
    }
}

/// The last segment of a path, inside meaningless brackets; none if the type is not a path.
fn last_path_segment_of_type(of: &Type) -> Option<&PathSegment> {
    match of {
        Type::Paren(inside) => last_path_segment_of_type(&inside.elem),
        Type::Group(inside) => last_path_segment_of_type(&inside.elem),
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// Each argument of the type is a parameter of the impl, and no parameter has a bound.
fn is_plain_generic_impl(parameters: &Punctuated<GenericParam, Token![,]>, last: &PathSegment) -> bool {
    let mut names = Vec::new();
    for parameter in parameters {
        names.push(match parameter {
            GenericParam::Type(one) if one.colon_token.is_some() || one.eq_token.is_some() => return false,
            GenericParam::Type(one) => one.ident.to_string(),
            GenericParam::Const(one) => one.ident.to_string(),
            GenericParam::Lifetime(one) => one.lifetime.to_string(),
        });
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return last.arguments.is_empty() };
    arguments.args.iter().all(|argument| match argument {
        GenericArgument::Lifetime(one) => one.ident == "_" || names.contains(&one.to_string()),
        GenericArgument::Type(Type::Path(path)) => {
            path.path.get_ident().is_some_and(|name| names.contains(&name.to_string()))
        }
        _ => false,
    })
}
