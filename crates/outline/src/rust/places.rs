//! The places and names of items, from token trees alone: all that search needs of a file, much faster than an outline.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::attributes::parsed;
use super::reader::{Limits, Lines, Reader};
use super::trees::Trees;
use super::{STACK, broken, code_start};
use crate::Symbol;

/// Items with their names, extents from the docs on, and the first line of those docs.
pub fn places(text: &str) -> Vec<Symbol> {
    let start = code_start(text);
    let lines = Lines::new(text);
    let Some((repaired, tokens)) = broken::repaired(&text[start..]) else { return Vec::new() };
    let reader = Reader::new(&repaired, start, &lines, Limits::of_stack(STACK)).of_length(text.len() - start);
    let places = reader.places(tokens);
    proc_macro2::extra::invalidate_current_thread_spans();
    places
}

impl Reader<'_> {
    fn places(self, tokens: TokenStream) -> Vec<Symbol> {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        let trees = Trees(&list);
        let mut places = Vec::new();
        let mut at = 0;
        while at < list.len() {
            let attributes = at;
            at = trees.past_attributes(at);
            let Some(extent) = trees.item(attributes, at) else {
                if let Some(TokenTree::Group(group)) = list.get(at) {
                    places.extend(self.deeper(|inner| inner.places(group.stream())));
                }
                at += 1;
                continue;
            };
            let body = extent.body.and_then(|at| trees.group(at, Delimiter::Brace));
            let name = match extent.kind {
                "impl" => trees.implemented(extent),
                // Imported items, and modules without a body, are defined elsewhere.
                "use" | "extern" | "extern crate" => String::new(),
                "mod" if body.is_none() => String::new(),
                _ => trees.name(extent.name).unwrap_or_default(),
            };
            let children = match body {
                Some(body) if matches!(extent.kind, "impl" | "mod" | "trait" | "extern") => {
                    self.deeper(|inner| inner.places(body.stream()))
                }
                _ => Vec::new(),
            };
            if !name.is_empty() {
                let last = self.end(list[extent.next - 1].span()).saturating_sub(1);
                let lines = (self.line(self.start(list[attributes].span())), self.line(last));
                let doc = self.first_doc(&list[attributes..extent.start]);
                places.push(Symbol { kind: extent.kind, name, lines, doc, children, ..Symbol::default() });
            }
            at = extent.next;
        }
        places
    }

    /// The first line of the docs among these attributes.
    fn first_doc(self, attributes: &[TokenTree]) -> Option<String> {
        let docs = self.docs(&parsed(attributes), false)?;
        docs.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(places: &[Symbol], out: &mut Vec<String>) {
        for place in places {
            let doc = place.doc.as_deref().unwrap_or("-");
            out.push(format!("{}-{} {} {}: {doc}", place.lines.0, place.lines.1, place.kind, place.name));
            listed(&place.children, out);
        }
    }

    fn of(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        listed(&places(text), &mut out);
        out
    }

    #[test]
    fn items_with_their_docs_and_what_is_in_them() {
        let text = "\
//! A module.
use std::fmt::{self, Display};
mod elsewhere;

/// A point.
///
/// More of it.
#[derive(Clone)]
pub struct Point<T> {
    x: T, // }
}

impl<T: Into<f64>> fmt::Display for Point<T> where T: Copy {
    fn fmt(&self) -> fmt::Result {
        let s = \"fn not_here() {\";
    }
}

impl Point<f64> {
    pub(crate) const ORIGIN: f64 = 0.0;
    /** Moves it. */
    pub async fn shift(&mut self) { fn inner() {} }
}

#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
}
";
        assert_eq!(
            of(text),
            [
                "5-11 struct Point: A point.",
                "13-17 impl Point: -",
                "14-16 fn fmt: -",
                "19-23 impl Point: -",
                "20-20 const ORIGIN: -",
                "21-22 fn shift: Moves it.",
                "25-29 mod tests: -",
                "27-28 fn works: -",
            ]
        );
    }

    #[test]
    fn text_that_does_not_parse_still_has_places() {
        assert_eq!(of("fn a() { (\nfn b() {}\n"), ["1-2 fn a: -"]);
        assert_eq!(of("}}} fn a() {}\nlet x = ;\nstruct B;\n"), ["1-1 fn a: -", "3-3 struct B: -"]);
        assert_eq!(
            of("cfg_if! {\n  if #[cfg(unix)] {\n    /// Opens.\n    pub fn open() {}\n  }\n}\n"),
            ["3-4 fn open: Opens."]
        );
        assert_eq!(of(""), [""; 0]);
        assert_eq!(of("\u{feff}#!/usr/bin/env run\nfn main() {}"), ["2-2 fn main: -"]);
    }
}
