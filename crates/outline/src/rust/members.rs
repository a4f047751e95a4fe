//! The members of types, the heads of impls, and the names in `use` lines.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::impl_groups::{IMPL, TRAIT_IMPL};
use super::items::MacroCalls;
use super::reader::RustReader;
use super::token_trees::{ItemExtent, TokenTrees};
use crate::{Symbol, Visibility};

impl RustReader<'_> {
    /// The fields of a struct; a macro's own form of one has constants and functions in their place.
    pub fn read_fields(self, tokens: TokenStream, own: Visibility) -> Vec<Symbol> {
        let list: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let trees = TokenTrees(&list);
        let first = trees.skip_attributes(0);
        if trees.is_any_word(first + trees.visibility_length(first), &["const", "static", "fn"]) {
            let members = self.read_nested(None, |inner| inner.read_items(tokens, MacroCalls::Tokens).items);
            return members.into_iter().map(|member| Symbol { visibility: own, ..member }).collect();
        }
        self.read_members(trees, None)
    }

    pub fn read_variants(self, tokens: TokenStream, own: Visibility) -> Vec<Symbol> {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        self.read_members(TokenTrees(&list), Some(own))
    }

    /// The entries of braces: variants of an enum with this visibility, or else fields.
    fn read_members(self, trees: TokenTrees, of_enum: Option<Visibility>) -> Vec<Symbol> {
        let members = trees.comma_separated_entries().into_iter().filter_map(|entry| {
            let start = trees.skip_attributes(entry.start);
            let at = start + trees.visibility_length(start);
            let is_one = at < entry.end && (of_enum.is_some() || trees.punct_at(at + 1) == Some(':'));
            let name = trees.name_at(at).filter(|_| is_one)?;
            let preamble = TokenTrees(&trees.0[entry.start..start]);
            let end = self.span_end(trees.0[entry.end - 1].span());
            let Some(own) = of_enum else {
                let places = (self.span_start(trees.0[start].span()), end, end);
                let visibility = trees.declared_visibility(start);
                return Some(self.symbol_from_offsets("field", name, preamble, visibility, places));
            };
            let begin = self.span_start(trees.0[at].span());
            let signature = self.text_without_attributes(begin, end);
            Some(Symbol { signature, ..self.symbol_from_offsets("variant", name, preamble, own, (begin, begin, end)) })
        });
        members.collect()
    }

    /// `struct Name(…)` is shown as written where a field is public, else without its fields.
    pub fn hide_private_tuple(self, symbol: &mut Symbol, trees: TokenTrees, extent: ItemExtent) {
        let mut angles = 0;
        let tuple = (extent.name..extent.stop).find_map(|at| {
            angles += trees.angle_bracket_change(at);
            let is_last = at + 1 == extent.stop || trees.is_identifier_at(at + 1, "where");
            trees.delimited_group_at(at, Delimiter::Parenthesis).filter(|_| angles == 0 && is_last)
        });
        let Some(tuple) = tuple else { return };
        let list: Vec<TokenTree> = tuple.stream().into_iter().collect();
        let fields = TokenTrees(&list);
        let is_public = |entry: &Range<usize>| {
            fields.declared_visibility(fields.skip_attributes(entry.start)) == Visibility::Public
        };
        if !fields.comma_separated_entries().iter().any(is_public) {
            let start = self.span_start(trees.0[extent.start].span());
            symbol.signature = self.text_on_one_line(start, self.span_start(tuple.span_open()));
            symbol.signature.push_str(if list.is_empty() { "()" } else { "(…)" });
        }
    }

    /// Both kinds of impl are joined to their type when the file has been read.
    pub fn read_impl_head(self, symbol: &mut Symbol, trees: TokenTrees, extent: ItemExtent) {
        let ItemExtent { name: head, stop, .. } = extent;
        let mut angles = 0;
        let (mut generics_end, mut of_trait, mut where_at) = (head, None, stop);
        for at in head..stop {
            angles += trees.angle_bracket_change(at);
            if angles == 0 && generics_end == head && trees.punct_at(head) == Some('<') {
                generics_end = at + 1;
            }
            if angles == 0 && trees.is_identifier_at(at, "for") && trees.punct_at(at + 1) != Some('<') {
                of_trait = Some(at);
            }
            if angles == 0 && trees.is_identifier_at(at, "where") {
                where_at = at;
                break;
            }
        }
        let self_type = TokenTrees(&trees.0[of_trait.map_or(generics_end, |of| of + 1).min(where_at)..where_at]);
        symbol.name = self_type.type_name().map(|at| self_type.0[at].to_string()).unwrap_or_default();
        let Some(of) = of_trait else {
            let generics = TokenTrees(&trees.0[head..generics_end]);
            if symbol.notes.is_empty() && where_at == stop && is_plain_generic_impl(generics, self_type) {
                symbol.signature.clear();
            }
            (symbol.kind, symbol.visibility) = (IMPL, Visibility::Private);
            return;
        };
        (symbol.kind, symbol.visibility) = (TRAIT_IMPL, Visibility::Public);
        // The trait as written, for the note beside its type.
        let (from, to) = (trees.0[generics_end.min(of)].span(), trees.0[of].span());
        symbol.notes.push(self.text_on_one_line(self.span_start(from), self.span_start(to)));
    }

    /// Each name that a `use` brings in, as a child.
    pub fn read_imported_names(self, symbol: &mut Symbol, trees: TokenTrees, range: Range<usize>) {
        let mut names = Vec::new();
        self.collect_imported_names(TokenTrees(&trees.0[range]), None, &mut names);
        symbol.name = names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        let child = |(name, line): (String, u32)| Symbol {
            kind: "re-export",
            name,
            lines: (line, line),
            visibility: symbol.visibility,
            ..Symbol::default()
        };
        symbol.children = names.into_iter().map(child).collect();
    }

    /// `a::{self}` is known as `a`.
    fn collect_imported_names(self, path: TokenTrees, parent: Option<String>, out: &mut Vec<(String, u32)>) {
        let is_name = |tree: &TokenTree| !matches!(tree, TokenTree::Punct(mark) if mark.as_char() != '*');
        let Some(last) = path.0.iter().rposition(is_name) else { return };
        let parent = last.checked_sub(3).and_then(|before| path.name_at(before)).or(parent);
        match &path.0[last] {
            TokenTree::Group(group) => {
                let list: Vec<TokenTree> = group.stream().into_iter().collect();
                for entry in TokenTrees(&list).comma_separated_entries() {
                    self.collect_imported_names(TokenTrees(&list[entry]), parent.clone(), out);
                }
            }
            tree => {
                let own = tree.to_string();
                let name = parent.filter(|_| own == "self").unwrap_or(own);
                out.push((name, self.line_of_offset(self.span_start(tree.span()))));
            }
        }
    }
}

/// Each argument of the type is a parameter of the impl, and no parameter has a bound.
fn is_plain_generic_impl(generics: TokenTrees, self_type: TokenTrees) -> bool {
    let mut names = Vec::new();
    let inside = TokenTrees(generics.0.get(1..generics.0.len().max(2) - 1).unwrap_or_default());
    for entry in inside.comma_separated_entries() {
        let at = inside.skip_attributes(entry.start);
        let is_const = inside.is_identifier_at(at, "const");
        let is_lifetime = inside.punct_at(at) == Some('\'');
        if !is_const && !is_lifetime && matches!(inside.punct_at(at + 1), Some(':' | '=')) {
            return false;
        }
        names.extend(
            inside.0.get(at + usize::from(is_const || is_lifetime)).map(|name| (is_lifetime, name.to_string())),
        );
    }
    let Some(last) = self_type.type_name() else { return false };
    let arguments = &self_type.0[last + 1..];
    let [TokenTree::Punct(open), arguments @ .., TokenTree::Punct(_)] = arguments else { return arguments.is_empty() };
    let arguments = TokenTrees(arguments);
    open.as_char() == '<'
        && arguments.comma_separated_entries().into_iter().all(|entry| match &arguments.0[entry] {
            [TokenTree::Punct(mark), name] => {
                let name = name.to_string();
                mark.as_char() == '\'' && (name == "_" || names.contains(&(true, name)))
            }
            [TokenTree::Ident(name)] => names.contains(&(false, name.to_string())),
            _ => false,
        })
}
