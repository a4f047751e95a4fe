//! The places and names of items, from tokens alone: all that search needs of a file, much faster than an outline.

use super::code_start;
use super::lex::TokenKind;
use super::scan::Scanner;
use super::source::{Source, doc_text};
use super::tokens::Tokens;
use crate::Symbol;

/// Items with their names, extents from the docs on, and the first line of those docs.
pub fn places(text: &str) -> Vec<Symbol> {
    let source = Source::new(text);
    let tokens = Tokens::new(text, code_start(text), text.len());
    Scanner::new(&source, &tokens).places(0, tokens.len())
}

impl Scanner<'_, '_> {
    fn places(self, mut at: usize, end: usize) -> Vec<Symbol> {
        let tokens = self.tokens;
        let mut places = Vec::new();
        while at < end {
            let before = at;
            at = tokens.past_preamble(at, end);
            let Some((mut place, next)) = self.place(at, end) else {
                at += 1;
                continue;
            };
            place.lines.0 = self.source.line(tokens.start(before));
            let mut docs = (before..at).filter(|&at| tokens.is(at, TokenKind::Doc));
            place.doc = docs.find_map(|at| first_line(tokens.word(at)));
            if !place.name.is_empty() {
                places.push(place);
            }
            at = next;
        }
        places
    }

    /// The item that begins here, and the token behind it.
    fn place(self, start: usize, end: usize) -> Option<(Symbol, usize)> {
        let tokens = self.tokens;
        let at = self.visibility(start).1;
        let (kind, name_at) = self.head(at)?;
        if at >= end || !tokens.is_name(name_at) && !matches!(kind, "use" | "impl" | "extern") {
            return None;
        }
        let reach = self.reach(kind, name_at, end);
        let name = match kind {
            "impl" => self.implemented(name_at, reach.stop),
            // Imported items, and modules without a body, are defined elsewhere.
            "use" | "extern" | "extern crate" => "",
            "mod" if reach.body.is_none() => "",
            _ => tokens.word(name_at),
        };
        let children = match reach.body {
            Some((open, close)) if matches!(kind, "impl" | "mod" | "trait" | "extern") => {
                self.deeper(|inner| inner.places(open, close))
            }
            _ => Vec::new(),
        };
        let next = reach.next.max(start + 1);
        let lines = (0, self.source.line(tokens.end_before(next).saturating_sub(1)));
        Some((Symbol { kind, name: name.to_owned(), lines, children, ..Symbol::default() }, next))
    }

    /// The type that an impl is for.
    fn implemented(&self, after: usize, stop: usize) -> &str {
        let tokens = self.tokens;
        let mut angles = 0;
        let mut name = "";
        for at in after..stop {
            angles += tokens.angle(at);
            match tokens.word(at) {
                "where" if angles == 0 => break,
                word if angles == 0 && tokens.is_name(at) => name = word,
                _ => {}
            }
        }
        name
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
