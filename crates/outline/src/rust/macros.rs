//! Macros in the place of items: their content is read as items again; if that fails, the names in it are listed.

use std::collections::HashSet;

use super::lex::TokenKind;
use super::scan::{Scanner, Within};
use crate::{Symbol, Visibility};

impl Scanner<'_, '_> {
    /// Reads the macro call that begins here, if one does; returns the token behind it.
    pub fn call(
        self,
        attributes: usize,
        start: usize,
        end: usize,
        within: Within,
        out: &mut Vec<Symbol>,
    ) -> Option<usize> {
        let tokens = self.tokens;
        let mut name = start + 2 * usize::from(tokens.is_path_mark(start));
        while tokens.is_path_mark(name + 1) {
            name += 3;
        }
        let is_call = tokens.is(name, TokenKind::Ident) && tokens.word(name + 1) == "!";
        let open = name + 2;
        if !is_call || open >= end || !tokens.is(open, TokenKind::Open) {
            return None;
        }
        let close = tokens.next(open).min(end);
        let ended = close < end && tokens.word(close) == ";";
        // Without braces, only a semicolon tells a call that makes items from a value.
        if tokens.word(open) != "{" && !ended {
            return None;
        }
        let next = close + usize::from(ended);
        let call = |visibility| self.called(name, visibility, attributes, start, close);
        let (from, to) = (open + 1, close.saturating_sub(1).max(open + 1));
        let (items, rest) = self.items_and_rest(from, to, within, true);
        if rest.is_empty() && !items.is_empty() {
            out.extend(wrapped(call(Visibility::Private), items));
            return Some(next);
        }
        let (items, rest) = self.items_and_rest(from, to, within, false);
        let names = self.identifiers(&rest);
        if names.is_empty() && !items.is_empty() {
            out.extend(wrapped(call(Visibility::Private), items));
            return Some(next);
        }
        let mut call = call(Visibility::Public);
        if !names.is_empty() {
            call.signature = format!("{} {{ {} }}", call.signature, names.join(" "));
        }
        call.children = items;
        out.push(call);
        Some(next)
    }

    /// The names in these tokens, each once.
    fn identifiers(&self, rest: &[usize]) -> Vec<&str> {
        let mut seen = HashSet::new();
        let named = rest.iter().filter(|&&at| {
            let before = at.checked_sub(1).map_or("", |before| self.tokens.word(before));
            self.tokens.is_name(at) && before != "." && before != "$"
        });
        named.map(|&at| self.tokens.word(at)).filter(|name| seen.insert(*name)).collect()
    }

    /// Names that the body of a macro declares public: `pub fn name`, `pub struct Name`.
    pub fn emitted(&self, from: usize, to: usize) -> Vec<Symbol> {
        let tokens = self.tokens;
        let mut names: Vec<Symbol> = Vec::new();
        for at in from..to {
            if tokens.word(at) != "pub" || tokens.word(at + 1) == "(" {
                continue;
            }
            let Some((kind, name)) = self.head(at + 1).filter(|(_, name)| tokens.is_name(*name)) else { continue };
            let (name, line) = (tokens.word(name), self.source.line(tokens.start(name)));
            if !names.iter().any(|known| known.name == name) {
                let signature = format!("{kind} {name}");
                let lines = (line, line);
                names.push(Symbol { kind: "emitted", name: name.into(), signature, lines, ..Symbol::default() });
            }
        }
        names
    }
}

/// One item is listed by itself, several are listed under the macro's name.
fn wrapped(call: Symbol, mut items: Vec<Symbol>) -> Vec<Symbol> {
    if let [symbol] = items.as_mut_slice() {
        symbol.notes.extend(call.notes);
        symbol.notes.push(call.signature);
        symbol.doc = symbol.doc.take().or(call.doc);
        return items;
    }
    vec![Symbol { children: items, ..call }]
}
