//! Where items begin and end in a run of token trees: a keyword starts an item and its body or semicolon ends it. This
//! holds for syntax that no parser knows and for the bodies of macros.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use crate::Visibility;

/// An item among token trees, by their indices: `start` is its first own one, `stop` the one after its signature.
#[derive(Clone, Copy)]
pub struct ItemExtent {
    pub kind: &'static str,
    pub attributes: usize,
    pub start: usize,
    pub name: usize,
    pub stop: usize,
    pub body: Option<usize>,
    pub next: usize,
}

/// A macro call among token trees, by their indices: its attributes, its path and the last name of that, and what follows.
#[derive(Clone, Copy)]
pub struct MacroCall {
    pub attributes: usize,
    pub start: usize,
    pub name: usize,
    pub next: usize,
}

#[derive(Clone, Copy)]
pub struct TokenTrees<'t>(pub &'t [TokenTree]);

impl<'t> TokenTrees<'t> {
    /// The word here; the name of a lifetime is none.
    fn word_at(self, at: usize) -> Option<&'t Ident> {
        match self.0.get(at)? {
            TokenTree::Ident(ident) if at == 0 || self.punct_at(at - 1) != Some('\'') => Some(ident),
            _ => None,
        }
    }

    pub fn is_identifier_at(self, at: usize, word: &str) -> bool {
        self.word_at(at).is_some_and(|ident| ident == word)
    }

    pub fn is_any_word(self, at: usize, words: &[&str]) -> bool {
        words.iter().any(|word| self.is_identifier_at(at, word))
    }

    pub fn punct_at(self, at: usize) -> Option<char> {
        match self.0.get(at) {
            Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
            _ => None,
        }
    }

    pub fn delimited_group_at(self, at: usize, delimiter: Delimiter) -> Option<&'t Group> {
        match self.0.get(at) {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
            _ => None,
        }
    }

    /// The identifier here, if it is not a keyword.
    pub fn name_at(self, at: usize) -> Option<String> {
        self.word_at(at).map(Ident::to_string).filter(|word| !KEYWORDS.contains(&word.as_str()))
    }

    fn is_literal(self, at: usize) -> bool {
        matches!(self.0.get(at), Some(TokenTree::Literal(_)))
    }

    /// The tree after the attribute or doc that begins here.
    fn attribute_end(self, at: usize) -> Option<usize> {
        let bracket = at + 1 + usize::from(self.punct_at(at + 1) == Some('!'));
        let is_one = self.punct_at(at) == Some('#') && self.delimited_group_at(bracket, Delimiter::Bracket).is_some();
        is_one.then_some(bracket + 1)
    }

    /// The docs and attributes at the beginning: where each begins, and its content.
    pub fn attributes(self) -> impl Iterator<Item = (usize, &'t Group)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at;
            at = self.attribute_end(at)?;
            Some((start, self.delimited_group_at(at - 1, Delimiter::Bracket)?))
        })
    }

    pub fn is_inner_attribute(self, at: usize) -> bool {
        self.punct_at(at + 1) == Some('!')
    }

    /// Skips the docs and attributes of the enclosing item.
    pub fn skip_inner_attributes(self, mut at: usize) -> usize {
        while let Some(next) = self.attribute_end(at).filter(|_| self.is_inner_attribute(at)) {
            at = next;
        }
        at
    }

    /// Skips docs and attributes, also those of the enclosing item.
    pub fn skip_attributes(self, mut at: usize) -> usize {
        while let Some(next) = self.attribute_end(at) {
            at = next;
        }
        at
    }

    /// Skips `pub` and its restriction; returns how many trees that is.
    pub fn visibility_length(self, at: usize) -> usize {
        if !self.is_identifier_at(at, "pub") {
            return 0;
        }
        1 + usize::from(self.has_restricted_visibility(at))
    }

    /// The visibility that an item's first words say.
    pub fn declared_visibility(self, at: usize) -> Visibility {
        match self.visibility_length(at) {
            0 => Visibility::Private,
            1 => Visibility::Public,
            _ => Visibility::Restricted,
        }
    }

    fn has_restricted_visibility(self, at: usize) -> bool {
        let inside =
            self.delimited_group_at(at + 1, Delimiter::Parenthesis).and_then(|group| group.stream().into_iter().next());
        matches!(inside, Some(TokenTree::Ident(word)) if word == "crate" || word == "super" || word == "self" || word == "in")
    }

    /// The keyword that makes the next trees an item, and the place of its name.
    pub fn item_keyword(self, mut at: usize) -> Option<(&'static str, usize)> {
        const PLAIN: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "mod", "use", "impl", "macro"];
        loop {
            let word = self.word_at(at)?;
            if let Some(kind) = PLAIN.into_iter().find(|kind| word == kind) {
                return Some((kind, at + 1));
            }
            match word.to_string().as_str() {
                "macro_rules" if self.punct_at(at + 1) == Some('!') => return Some(("macro", at + 2)),
                "union" if self.name_at(at + 1).is_some() => return Some(("union", at + 1)),
                "static" => return Some(("static", at + 1 + usize::from(self.is_any_word(at + 1, &["mut", "ref"])))),
                "const" if self.is_any_word(at + 1, &["fn", "unsafe", "async", "extern", "trait", "impl"]) => at += 1,
                "const" => return Some(("const", at + 1 + usize::from(self.is_identifier_at(at + 1, "mut")))),
                "default" | "async" | "unsafe" | "safe" | "auto" | "gen" => at += 1,
                "extern" if self.is_identifier_at(at + 1, "crate") => return Some(("extern crate", at + 2)),
                "extern" if self.is_identifier_at(at + 1, "fn") => at += 1,
                "extern" => {
                    let abi = usize::from(self.is_literal(at + 1));
                    if self.delimited_group_at(at + 1 + abi, Delimiter::Brace).is_some() {
                        return Some(("extern", at + 1));
                    }
                    if abi == 0 {
                        return None;
                    }
                    at += 2;
                }
                _ => return None,
            }
        }
    }

    /// The item that begins at `start`, after its attributes.
    pub fn find_item_extent(self, attributes: usize, start: usize) -> Option<ItemExtent> {
        let (kind, name) = self.item_keyword(start + self.visibility_length(start))?;
        let named = self.name_at(name).is_some() || kind == "const" && self.is_identifier_at(name, "_");
        if !named && !matches!(kind, "use" | "impl" | "extern" | "extern crate") {
            return None;
        }
        let extent = |stop: usize, body, next: usize| {
            let next = next.min(self.0.len()).max(start + 1);
            Some(ItemExtent { kind, attributes, start, name, stop: stop.max(start + 1), body, next })
        };
        let ended = |at: usize| at + usize::from(self.punct_at(at) == Some(';'));
        if kind == "macro" && self.punct_at(name - 1) == Some('!') {
            return extent(name + 1, None, ended(name + 2));
        }
        let stop = self.signature_end(kind, name);
        if kind != "use" && self.delimited_group_at(stop, Delimiter::Brace).is_some() {
            return extent(stop, Some(stop), stop + 1);
        }
        if matches!(kind, "const" | "static") && self.punct_at(stop) == Some('=') {
            let end = (stop..self.0.len()).find(|&at| self.punct_at(at) == Some(';')).unwrap_or(self.0.len());
            return extent(stop, None, end + 1);
        }
        extent(stop, None, ended(stop))
    }

    /// The end of the signature: at the body, the semicolon, or the value of a constant.
    fn signature_end(self, kind: &str, mut at: usize) -> usize {
        let mut angles = 0;
        while at < self.0.len() {
            let before = at.checked_sub(1).and_then(|before| self.punct_at(before));
            let in_arguments = angles > 0 && matches!(before, Some('<' | ','));
            let ends = match &self.0[at] {
                TokenTree::Punct(punct) => match punct.as_char() {
                    ';' => true,
                    '=' => angles == 0 && matches!(kind, "const" | "static"),
                    '#' => angles == 0 && self.delimited_group_at(at + 1, Delimiter::Bracket).is_some(),
                    _ => false,
                },
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && kind != "use" && !in_arguments,
                // The next item begins: this one has no end of its own.
                TokenTree::Ident(_) if self.is_identifier_at(at, "use") => self.punct_at(at + 1) != Some('<'),
                TokenTree::Ident(_) => self.is_any_word(at, &["pub", "struct", "enum", "trait", "mod", "static"]),
                TokenTree::Literal(_) => angles == 0 && matches!(kind, "struct" | "enum" | "trait"),
            };
            if ends {
                return at;
            }
            angles = (angles + self.angle_bracket_change(at)).max(0);
            at += 1;
        }
        at
    }

    /// How an angle bracket here changes the depth of generic arguments: the `>` of `->` and `=>` closes none.
    pub fn angle_bracket_change(self, at: usize) -> i32 {
        match self.punct_at(at) {
            Some('<') => 1,
            Some('>') if at == 0 || !matches!(self.punct_at(at - 1), Some('-' | '=')) => -1,
            _ => 0,
        }
    }

    /// `::`
    fn is_path_mark(self, at: usize) -> bool {
        self.punct_at(at) == Some(':') && self.punct_at(at + 1) == Some(':')
    }

    /// The macro call that begins at `start`; without braces, only a semicolon tells it from a value.
    pub fn find_macro_call(self, attributes: usize, start: usize) -> Option<MacroCall> {
        let mut name = start + if self.is_path_mark(start) { 2 } else { 0 };
        while self.is_path_mark(name + 1) {
            name += 3;
        }
        let is_call = self.word_at(name).is_some() && self.punct_at(name + 1) == Some('!');
        let Some(TokenTree::Group(group)) = self.0.get(name + 2).filter(|_| is_call) else { return None };
        let is_ended = self.punct_at(name + 3) == Some(';');
        let next = name + 3 + usize::from(is_ended);
        (is_ended || group.delimiter() == Delimiter::Brace).then_some(MacroCall { attributes, start, name, next })
    }

    /// Whether the group here holds what a macro is given.
    pub fn is_macro_argument(self, at: usize) -> bool {
        at >= 2 && self.punct_at(at - 1) == Some('!') && self.name_at(at - 2).is_some()
    }

    /// The place of the last name in a type that is a path; any other type has none.
    pub fn type_name(self) -> Option<usize> {
        let is_path = matches!(self.punct_at(0), Some(':' | '<'))
            || self.word_at(0).is_some() && !self.is_any_word(0, &["dyn", "impl", "fn", "for", "unsafe", "extern"]);
        let (mut angles, mut name) = (0, None);
        for at in 0..self.0.len() {
            angles += self.angle_bracket_change(at);
            let is_lone_colon =
                self.punct_at(at) == Some(':') && !self.is_path_mark(at) && !self.is_path_mark(at.max(1) - 1);
            if angles == 0 && (is_lone_colon || matches!(self.punct_at(at), Some('!' | '+'))) {
                return None;
            }
            name = self.word_at(at).filter(|_| angles == 0).map(|_| at).or(name);
        }
        name.filter(|_| is_path)
    }

    /// The entries that commas separate.
    pub fn comma_separated_entries(self) -> Vec<Range<usize>> {
        let mut entries = Vec::new();
        let (mut start, mut angles, mut value) = (0, 0, false);
        for at in 0..=self.0.len() {
            if at == self.0.len() || angles <= 0 && self.punct_at(at) == Some(',') {
                if start < at {
                    entries.push(start..at);
                }
                (start, angles, value) = (at + 1, 0, false);
                continue;
            }
            // After `=` stands a value, in which `<` compares or shifts.
            value |= angles == 0 && self.punct_at(at) == Some('=');
            angles += if value { 0 } else { self.angle_bracket_change(at) };
        }
        entries
    }
}

const KEYWORDS: &[&str] = &[
    "_", "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false", "fn",
    "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self",
    "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while",
];
