//! The part before an item: its docs, and the attributes that a reader wants to know.

use proc_macro2::TokenTree;
use syn::parse::{ParseStream, Parser};
use syn::{AttrStyle, Attribute, Expr, Lit, Meta};

use super::reader::RustReader;

#[derive(Default)]
pub struct ItemPreamble {
    pub doc: Option<String>,
    pub notes: Vec<String>,
    pub exported: bool,
}

impl RustReader<'_> {
    /// The docs and the telling attributes before an item; those inside of it belong to its content.
    pub fn read_docs_and_attributes(self, attributes: &[Attribute]) -> ItemPreamble {
        let mut preamble = ItemPreamble { doc: self.doc_text(attributes, false), ..ItemPreamble::default() };
        for attribute in attributes.iter().filter(|attribute| matches!(attribute.style, AttrStyle::Outer)) {
            let Some(name) = attribute.path().get_ident() else { continue };
            let note = match name.to_string().as_str() {
                "derive" | "cfg" | "repr" | "proc_macro_derive" => {
                    let close = attribute.bracket_token.span.close();
                    self.text_on_one_line(self.span_start(name.span()), self.span_start(close))
                }
                name @ ("deprecated" | "non_exhaustive" | "proc_macro" | "proc_macro_attribute") => name.to_owned(),
                "doc" if matches!(&attribute.meta, Meta::List(list) if list.tokens.to_string().contains("hidden")) => {
                    "doc(hidden)".to_owned()
                }
                "macro_export" => {
                    preamble.exported = true;
                    "macro_export".to_owned()
                }
                _ => continue,
            };
            preamble.notes.push(note);
        }
        preamble
    }

    /// The documentation among these attributes: of the item before which they stand, or in which.
    pub fn doc_text(self, attributes: &[Attribute], inner: bool) -> Option<String> {
        let wanted = |attribute: &&Attribute| matches!(attribute.style, AttrStyle::Inner(_)) == inner;
        let docs: Vec<String> =
            attributes.iter().filter(wanted).filter_map(|attribute| self.doc_of_attribute(attribute)).collect();
        (!docs.is_empty()).then(|| docs.join("\n")).filter(|doc| !doc.trim().is_empty())
    }

    fn doc_of_attribute(self, attribute: &Attribute) -> Option<String> {
        let Meta::NameValue(meta) = &attribute.meta else { return None };
        let Expr::Lit(literal) = &meta.value else { return None };
        let Lit::Str(text) = &literal.lit else { return None };
        if !meta.path.is_ident("doc") {
            return None;
        }
        let text = text.value();
        let written = self.text.get(self.span_start(attribute.pound_token.span)..).unwrap_or_default();
        if !written.starts_with("/*") {
            return Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned());
        }
        let lines = text.lines().map(|line| {
            let line = line.trim();
            let line = line.strip_prefix('*').unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line)
        });
        Some(lines.collect::<Vec<_>>().join("\n").trim().to_owned())
    }
}

/// The attributes that these trees are; none if they are something else.
pub fn parse_attributes(trees: &[TokenTree]) -> Vec<Attribute> {
    let parser = |input: ParseStream| {
        let mut all = Vec::new();
        while !input.is_empty() {
            all.extend(Attribute::parse_inner(input)?);
            all.extend(Attribute::parse_outer(input)?);
            if !input.is_empty() && !input.peek(syn::Token![#]) {
                return Err(input.error("no attribute"));
            }
        }
        Ok(all)
    };
    parser.parse2(trees.iter().cloned().collect()).unwrap_or_default()
}
