//! Items read from tokens alone: for syntax that `syn` does not know, macros' bodies and pieces of broken files.

use super::group::{IMPL, TRAIT_IMPL};
use super::lex::{Lexer, Token, TokenKind, is_keyword};
use super::source::Source;
use crate::outline::{Symbol, Visibility};

/// Where items stand decides which of them are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    Module,
    Impl,
    /// What a trait holds is as visible as the trait.
    Trait(Visibility),
}

/// A head that never ends is cut here.
const LONGEST: usize = 400;
/// Modules within modules that are read.
pub(super) const DEEPEST: usize = 40;

pub fn items(source: &Source, from: usize, to: usize, within: Within) -> Vec<Symbol> {
    read(source, from, to, within).0
}

/// The items between two offsets, and the extents of each.
pub fn read(source: &Source, from: usize, to: usize, within: Within) -> (Vec<Symbol>, Vec<(usize, usize)>) {
    Scanner::new(source, from, to).items(0, usize::MAX, within, DEEPEST)
}

/// Names that the body of a macro declares public: `pub fn name`, `pub struct Name`.
pub fn emitted(source: &Source, from: usize, to: usize) -> Vec<Symbol> {
    let text = source.text.get(..to).unwrap_or_default();
    let mut names: Vec<Symbol> = Vec::new();
    if memchr::memmem::find(&text.as_bytes()[from.min(text.len())..], b"pub ").is_none() {
        return names;
    }
    let scanner = Scanner::new(source, from, to);
    for at in 0..scanner.tokens.len() {
        if scanner.word(at) != "pub" || scanner.word(at + 1) == "(" {
            continue;
        }
        let Some((kind, name)) = scanner.head(at + 1) else { continue };
        let Some(token) = scanner.tokens.get(name).filter(|token| scanner.is_name(**token)) else { continue };
        let (name, line) = (token.text(text), source.line(token.start));
        if !names.iter().any(|known| known.name == name) {
            let signature = format!("{kind} {name}");
            names.push(Symbol {
                kind: "emitted",
                name: name.into(),
                signature,
                lines: (line, line),
                ..Symbol::default()
            });
        }
    }
    names
}

pub(super) struct Scanner<'a> {
    pub source: &'a Source<'a>,
    pub text: &'a str,
    pub tokens: Vec<Token>,
}

impl<'a> Scanner<'a> {
    pub fn new(source: &'a Source<'a>, from: usize, to: usize) -> Scanner<'a> {
        let text = source.text.get(..to).unwrap_or_default();
        Scanner { source, text, tokens: Lexer::new(text, from).collect() }
    }
}

impl Scanner<'_> {
    pub fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    pub fn is_name(&self, token: Token) -> bool {
        token.kind == TokenKind::Ident && !is_keyword(token.text(self.text))
    }

    /// Past the group that opens at `at`; at the end where it never closes.
    pub fn past_group(&self, at: usize) -> usize {
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return index + 1;
            }
        }
        self.tokens.len()
    }

    /// The keyword that makes an item of what follows, and where its name is.
    pub fn head(&self, mut at: usize) -> Option<(&'static str, usize)> {
        loop {
            let next = self.word(at + 1);
            match self.word(at) {
                "fn" => return Some(("fn", at + 1)),
                "struct" => return Some(("struct", at + 1)),
                "enum" => return Some(("enum", at + 1)),
                "trait" => return Some(("trait", at + 1)),
                "type" => return Some(("type", at + 1)),
                "mod" => return Some(("mod", at + 1)),
                "use" => return Some(("use", at + 1)),
                "impl" => return Some(("impl", at + 1)),
                "macro" => return Some(("macro", at + 1)),
                "macro_rules" if next == "!" => return Some(("macro", at + 2)),
                "union" if self.tokens.get(at + 1).is_some_and(|token| self.is_name(*token)) => {
                    return Some(("union", at + 1));
                }
                "static" => return Some(("static", at + 1 + usize::from(matches!(next, "mut" | "ref")))),
                "const" if matches!(next, "fn" | "unsafe" | "async" | "extern" | "trait" | "impl") => at += 1,
                "const" => return Some(("const", at + 1 + usize::from(next == "mut"))),
                "default" | "async" | "unsafe" | "safe" | "auto" | "gen" => at += 1,
                "extern" if next == "crate" => return Some(("extern crate", at + 2)),
                "extern" if self.tokens.get(at + 1).is_some_and(|token| token.kind == TokenKind::Literal) => {
                    if self.word(at + 2) == "{" {
                        return Some(("extern", at + 1));
                    }
                    at += 2;
                }
                "extern" if next == "fn" => at += 1,
                _ => return None,
            }
        }
    }

    fn items(&self, mut at: usize, end: usize, within: Within, levels: usize) -> (Vec<Symbol>, Vec<(usize, usize)>) {
        let end = end.min(self.tokens.len());
        let (mut symbols, mut ranges) = (Vec::new(), Vec::new());
        let mut attributes = None;
        while at < end {
            let token = self.tokens[at];
            if token.kind == TokenKind::Doc {
                attributes.get_or_insert(token.start);
                at += 1;
                continue;
            }
            if self.word(at) == "#" && self.word(at + 1) == "[" {
                attributes.get_or_insert(token.start);
                at = self.past_group(at + 1);
                continue;
            }
            match self.item(at, end, attributes.unwrap_or(token.start), within, levels) {
                Some((symbol, next)) => {
                    let last = self.tokens[next.min(end) - 1].end;
                    ranges.push((attributes.unwrap_or(token.start), last));
                    symbols.push(symbol);
                    at = next;
                }
                None => at += 1,
            }
            attributes = None;
        }
        (symbols, ranges)
    }

    fn item(
        &self,
        start: usize,
        end: usize,
        attributes: usize,
        within: Within,
        levels: usize,
    ) -> Option<(Symbol, usize)> {
        let (mut visibility, at) = self.visibility(start);
        if let Within::Trait(own) = within {
            visibility = own;
        }
        let (kind, name_at) = self.head(at)?;
        let named = self.tokens.get(name_at).filter(|token| self.is_name(**token));
        if named.is_none() && !matches!(kind, "use" | "impl" | "extern") {
            return None;
        }
        let (stop, body, next) = self.body(kind, name_at, end);
        let first = self.tokens[start].start;
        let last = self.tokens[next.max(start + 1) - 1].end;
        let signature_end = self.tokens[stop.min(end).max(start + 1) - 1].end;
        let preamble = self.source.preamble(attributes, first);
        if kind == "macro" && preamble.exported {
            visibility = Visibility::Public;
        }
        let mut symbol = Symbol {
            kind,
            name: named.map(|token| token.text(self.text).to_owned()).unwrap_or_default(),
            signature: self.cut(first, signature_end),
            doc: preamble.doc,
            lines: (self.source.line(first), self.source.line(last.saturating_sub(1))),
            visibility,
            children: Vec::new(),
            notes: preamble.notes,
        };
        if let Some((open, close)) = body {
            let inner = close.saturating_sub(1).max(open);
            let below =
                |within| levels.checked_sub(1).map_or(Vec::new(), |left| self.items(open, inner, within, left).0);
            symbol.children = match kind {
                "trait" => below(Within::Trait(visibility)),
                "impl" | "extern" => below(Within::Impl),
                "mod" => below(Within::Module),
                "struct" | "union" => self.fields(open, inner, visibility, levels),
                "enum" => self.variants(open, inner, visibility),
                _ => Vec::new(),
            };
            if kind == "fn" && matches!(within, Within::Trait(_)) {
                symbol.signature.push_str(" {…}");
            }
        }
        match kind {
            "impl" => self.implementation(&mut symbol, name_at, stop),
            "use" => self.use_names(&mut symbol, name_at, stop),
            _ => {}
        }
        Some((symbol, next))
    }

    /// What the item that begins here says of who sees it, and where it goes on.
    pub fn visibility(&self, at: usize) -> (Visibility, usize) {
        if self.word(at) != "pub" {
            return (Visibility::Private, at);
        }
        if self.word(at + 1) == "(" && matches!(self.word(at + 2), "crate" | "super" | "self" | "in") {
            return (Visibility::Restricted, self.past_group(at + 1));
        }
        (Visibility::Public, at + 1)
    }

    /// Where an item's signature ends, its body, if it has one, from the first token in it to the one behind it, and
    /// what comes next.
    pub fn body(&self, kind: &str, name_at: usize, end: usize) -> (usize, Option<(usize, usize)>, usize) {
        let stop = self.signature_end(kind, name_at, end);
        let body = (self.word(stop) == "{" && stop < end).then(|| (stop + 1, self.past_group(stop).min(end)));
        let ended = usize::from(self.word(stop) == ";");
        let next = body.map_or_else(|| (stop + ended).min(end).max(name_at), |(_, close)| close);
        (stop, body, next)
    }

    fn cut(&self, from: usize, to: usize) -> String {
        let signature = self.source.joined(from, to);
        let signature = signature.trim_end_matches([',', ';', ' ']);
        crate::ui::cut_middle(signature, LONGEST).into_owned()
    }

    /// Where the signature ends: at the body, the semicolon, or a value that is left out.
    fn signature_end(&self, kind: &str, mut at: usize, end: usize) -> usize {
        while at < end {
            match self.word(at) {
                ";" | "}" => return at,
                "{" if kind == "use" => at = self.past_group(at),
                "{" => return at,
                "=" if matches!(kind, "const" | "static") => {
                    let value = at;
                    while at < end && self.word(at) != ";" {
                        at = if self.tokens[at].kind == TokenKind::Open { self.past_group(at) } else { at + 1 };
                    }
                    let short = at < end && self.tokens[at].start - self.tokens[value].start <= 40;
                    return if short { at } else { value };
                }
                "(" | "[" => at = self.past_group(at),
                // The next item begins: this one never said that it ends.
                "pub" | "struct" | "enum" | "trait" | "mod" | "use" | "static" => return at,
                "#" if self.word(at + 1) == "[" => return at,
                _ if self.tokens[at].kind == TokenKind::Doc => return at,
                _ if self.tokens[at].kind == TokenKind::Literal && matches!(kind, "struct" | "enum" | "trait") => {
                    return at;
                }
                _ => at += 1,
            }
        }
        end
    }

    fn fields(&self, open: usize, end: usize, own: Visibility, levels: usize) -> Vec<Symbol> {
        // A macro's own kind of struct: constants and functions in place of fields.
        if (open..end).any(|at| matches!(self.word(at), "const" | "static" | "fn")) {
            let left = levels.saturating_sub(1);
            let mut members = if levels > 0 { self.items(open, end, Within::Impl, left).0 } else { Vec::new() };
            for member in &mut members {
                member.visibility = own;
            }
            return members;
        }
        self.entries(open, end)
            .into_iter()
            .filter_map(|(attributes, start, stop)| {
                let public = self.word(start) == "pub";
                let restricted = public && self.word(start + 1) == "(";
                let name_at = match (public, restricted) {
                    (true, true) => self.past_group(start + 1),
                    (true, false) => start + 1,
                    _ => start,
                };
                let named = self.tokens.get(name_at).filter(|token| self.is_name(**token))?;
                if self.word(name_at + 1) != ":" {
                    return None;
                }
                let visibility = match (public, restricted) {
                    (true, false) => Visibility::Public,
                    (true, true) => Visibility::Restricted,
                    _ => Visibility::Private,
                };
                Some(self.member("field", *named, visibility, attributes, (start, stop)))
            })
            .collect()
    }

    fn variants(&self, open: usize, end: usize, own: Visibility) -> Vec<Symbol> {
        self.entries(open, end)
            .into_iter()
            .filter_map(|(attributes, start, stop)| {
                let named = self.tokens.get(start).filter(|token| self.is_name(**token))?;
                Some(self.member("variant", *named, own, attributes, (start, stop)))
            })
            .collect()
    }

    fn member(
        &self,
        kind: &'static str,
        name: Token,
        visibility: Visibility,
        attributes: usize,
        (start, stop): (usize, usize),
    ) -> Symbol {
        let (first, last) = (self.tokens[start].start, self.tokens[stop.max(start + 1) - 1].end);
        let line = self.source.line(first);
        Symbol {
            kind,
            name: name.text(self.text).to_owned(),
            signature: crate::ui::cut_middle(&self.source.joined_bare(first, last), LONGEST).into_owned(),
            doc: self.source.preamble(attributes, first).doc,
            lines: (line, line),
            visibility,
            ..Symbol::default()
        }
    }

    /// What commas separate: where the attributes start, first token, the token after the last.
    fn entries(&self, mut at: usize, end: usize) -> Vec<(usize, usize, usize)> {
        let mut entries = Vec::new();
        while at < end {
            let attributes = self.tokens[at].start;
            while at < end && (self.tokens[at].kind == TokenKind::Doc || self.word(at) == "#") {
                at = if self.word(at) == "#" { self.past_group(at + 1) } else { at + 1 };
            }
            let start = at;
            let mut angles = 0i32;
            while at < end && (angles > 0 || self.word(at) != ",") {
                match self.word(at) {
                    "<" => angles += 1,
                    ">" if at > 0 && self.word(at - 1) != "-" => angles -= 1,
                    ";" | "}" => angles = 0,
                    _ => {}
                }
                at = if self.tokens[at].kind == TokenKind::Open { self.past_group(at) } else { at + 1 };
            }
            if start < at.min(end) {
                entries.push((attributes, start, at.min(end)));
            }
            at += 1;
        }
        entries
    }

    /// The type an impl is for, and its trait.
    fn implementation(&self, symbol: &mut Symbol, after: usize, stop: usize) {
        symbol.kind = IMPL;
        symbol.visibility = Visibility::Private;
        let mut angles = 0i32;
        let mut name = String::new();
        let mut of = None;
        for at in after..stop {
            match self.word(at) {
                "<" => angles += 1,
                ">" if self.word(at - 1) != "-" && self.word(at - 1) != "=" => angles -= 1,
                "where" if angles == 0 => break,
                "for" if angles == 0 && self.word(at + 1) != "<" => {
                    of = Some(at);
                    name.clear();
                }
                word if angles == 0 && self.is_name(self.tokens[at]) => name = word.to_owned(),
                _ => {}
            }
        }
        symbol.name = name;
        if let Some(at) = of {
            symbol.kind = TRAIT_IMPL;
            symbol.visibility = Visibility::Public;
            symbol.children.clear();
            let mut first = after;
            if self.word(first) == "<" {
                let mut angles = 0i32;
                while first < at {
                    angles += i32::from(self.word(first) == "<") - i32::from(self.word(first) == ">");
                    first += 1;
                    if angles == 0 {
                        break;
                    }
                }
            }
            let trait_text = self.cut(self.tokens[first].start, self.tokens[at].start);
            symbol.notes.push(trait_text);
        }
    }

    fn use_names(&self, symbol: &mut Symbol, at: usize, stop: usize) {
        for index in at..stop {
            let token = self.tokens[index];
            let last_of_path = matches!(self.word(index + 1), "," | "}" | ";" | "") || index + 1 >= stop;
            if last_of_path && (token.kind == TokenKind::Ident || token.text(self.text) == "*") {
                let line = self.source.line(token.start);
                let (name, visibility) = (token.text(self.text).to_owned(), symbol.visibility);
                let child = Symbol { kind: "re-export", name, lines: (line, line), visibility, ..Symbol::default() };
                symbol.children.push(child);
            }
        }
        symbol.name = symbol.children.iter().map(|child| child.name.as_str()).collect::<Vec<_>>().join(", ");
    }
}
