//! Where items are and what they are called, from tokens alone: all that search needs of a file, in a small part of the
//! time that an outline takes.

use super::code_start;
use super::lex::TokenKind;
use super::scan::{DEEPEST, Scanner};
use super::source::{Source, doc_text};
use crate::outline::Symbol;

/// Items with their names, extents from the docs on, and the first line of those docs.
pub fn places(text: &str) -> Vec<Symbol> {
    let source = Source::new(text);
    Scanner::new(&source, code_start(text), text.len()).places(0, usize::MAX, DEEPEST)
}

impl Scanner<'_> {
    fn places(&self, mut at: usize, end: usize, levels: usize) -> Vec<Symbol> {
        let end = end.min(self.tokens.len());
        let mut places = Vec::new();
        // Where what stands before an item begins, and the first of its docs that says something.
        let (mut before, mut doc) = (None, None);
        while at < end {
            let token = self.tokens[at];
            if token.kind == TokenKind::Doc {
                before.get_or_insert(token.start);
                doc = doc.or_else(|| first_line(token.text(self.text)));
                at += 1;
                continue;
            }
            if self.word(at) == "#" && self.word(at + 1) == "[" {
                before.get_or_insert(token.start);
                at = self.past_group(at + 1);
                continue;
            }
            match self.place(at, end, levels) {
                Some((mut place, next)) => {
                    place.lines.0 = self.source.line(before.unwrap_or(token.start));
                    place.doc = doc;
                    if !place.name.is_empty() {
                        places.push(place);
                    }
                    at = next;
                }
                None => at += 1,
            }
            (before, doc) = (None, None);
        }
        places
    }

    /// The item that begins here, and the token behind it.
    fn place(&self, start: usize, end: usize, levels: usize) -> Option<(Symbol, usize)> {
        let at = self.visibility(start).1;
        let (kind, name_at) = self.head(at)?;
        let named = self.tokens.get(name_at).filter(|token| self.is_name(**token));
        if named.is_none() && !matches!(kind, "use" | "impl" | "extern") {
            return None;
        }
        let (stop, body, next) = self.body(kind, name_at, end);
        let name = match kind {
            "impl" => self.implemented(name_at, stop),
            // What is used from elsewhere, or declared without a body, is at home elsewhere.
            "use" | "extern" | "extern crate" => String::new(),
            "mod" if body.is_none() => String::new(),
            _ => named.map(|token| token.text(self.text).to_owned()).unwrap_or_default(),
        };
        let children = match body {
            Some((open, close)) if matches!(kind, "impl" | "mod" | "trait" | "extern") && levels > 0 => {
                self.places(open, close.saturating_sub(1).max(open), levels - 1)
            }
            _ => Vec::new(),
        };
        let last = self.tokens[next.max(start + 1) - 1].end;
        let lines = (0, self.source.line(last.saturating_sub(1)));
        Some((Symbol { kind, name, lines, children, ..Symbol::default() }, next))
    }

    /// The type that an impl is for.
    fn implemented(&self, after: usize, stop: usize) -> String {
        let mut angles = 0i32;
        let mut name = "";
        for at in after..stop {
            match self.word(at) {
                "<" => angles += 1,
                ">" if !matches!(self.word(at - 1), "-" | "=") => angles -= 1,
                "where" if angles == 0 => break,
                word if angles == 0 && self.is_name(self.tokens[at]) => name = word,
                _ => {}
            }
        }
        name.to_owned()
    }
}

fn first_line(comment: &str) -> Option<String> {
    let text = doc_text(comment);
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
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
    fn what_does_not_parse_has_places_all_the_same() {
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
