//! The part before an item: its docs, and the attributes that a reader wants to know.

use proc_macro2::{Delimiter, Group, TokenTree};
use syn::Lit;

use super::reader::RustReader;
use super::token_trees::TokenTrees;

impl RustReader<'_> {
    /// The notes that the telling attributes among these trees make; those of the enclosing item are its own.
    pub fn attribute_notes(self, trees: TokenTrees) -> Vec<String> {
        let outer = trees.attributes().filter(|(at, _)| !trees.is_inner_attribute(*at));
        outer.filter_map(|(_, content)| self.attribute_note(content)).collect()
    }

    fn attribute_note(self, content: &Group) -> Option<String> {
        let list: Vec<TokenTree> = content.stream().into_iter().collect();
        let TokenTree::Ident(name) = list.first()? else { return None };
        Some(match name.to_string().as_str() {
            "derive" | "cfg" | "repr" | "proc_macro_derive" => {
                self.text_on_one_line(self.span_start(name.span()), self.span_start(content.span_close()))
            }
            name @ ("deprecated" | "non_exhaustive" | "proc_macro" | "proc_macro_attribute" | "macro_export") => {
                name.to_owned()
            }
            "doc" => {
                let list = TokenTrees(&list).delimited_group_at(1, Delimiter::Parenthesis)?;
                list.stream().to_string().contains("hidden").then(|| "doc(hidden)".to_owned())?
            }
            _ => return None,
        })
    }

    /// The documentation among these trees: of the item before which they stand, or in which.
    pub fn doc_text(self, trees: TokenTrees, inner: bool) -> Option<String> {
        let wanted = trees.attributes().filter(|(at, _)| trees.is_inner_attribute(*at) == inner);
        let docs: Vec<String> =
            wanted.filter_map(|(at, content)| self.doc_of_attribute(&trees.0[at], content)).collect();
        (!docs.is_empty()).then(|| docs.join("\n")).filter(|doc| !doc.trim().is_empty())
    }

    fn doc_of_attribute(self, pound: &TokenTree, content: &Group) -> Option<String> {
        let list: Vec<TokenTree> = content.stream().into_iter().collect();
        let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(literal)] = list.as_slice() else {
            return None;
        };
        let Lit::Str(text) = Lit::new(literal.clone()) else { return None };
        if name != "doc" {
            return None;
        }
        let text = text.value();
        let written = self.text.get(self.span_start(pound.span())..).unwrap_or_default();
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
