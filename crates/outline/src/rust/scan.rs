//! Items of Rust, read from tokens: a keyword starts an item and its brackets end it, so new syntax, macros' bodies and
//! broken files are read by the same rules as any other text.

use super::lex::TokenKind;
use super::source::Source;
use super::tokens::Tokens;
use crate::{Symbol, Visibility};

/// The place of items, which decides which of them are public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    Module,
    Impl,
    /// Items of a trait are as visible as the trait.
    Trait(Visibility),
}

/// A head without an end is cut here.
const LONGEST: usize = 400;
/// Values of constants are shown up to this many bytes.
const VALUE: usize = 40;
/// At most this many levels of items within items are read.
const DEEPEST: usize = 40;

/// The items between two offsets.
pub fn items(source: &Source, from: usize, to: usize, within: Within) -> Vec<Symbol> {
    let tokens = Tokens::new(source.text, from, to);
    read(source, &tokens, within).0
}

/// The items of these tokens, and the offset of the first token that belongs to none.
pub fn read(source: &Source, tokens: &Tokens, within: Within) -> (Vec<Symbol>, Option<usize>) {
    let scanner = Scanner::new(source, tokens);
    let (symbols, rest) = scanner.items_and_rest(0, tokens.len(), within, true);
    (symbols, rest.first().map(|&at| tokens.start(at)))
}

/// Reads the items of one run of tokens, at most `levels` deep.
#[derive(Clone, Copy)]
pub struct Scanner<'a, 'b> {
    pub source: &'a Source<'a>,
    pub tokens: &'a Tokens<'b>,
    levels: usize,
}

/// An item as its tokens show it: `start` is its first own token, `stop` the one behind its signature.
#[derive(Clone, Copy)]
struct Extent {
    attributes: usize,
    start: usize,
    stop: usize,
    next: usize,
}

/// Where an item's signature, body and text end, as the tokens behind them; `ends` if a body or a semicolon ends it.
pub struct Reach {
    pub stop: usize,
    pub body: Option<(usize, usize)>,
    pub next: usize,
    ends: bool,
}

impl<'a, 'b> Scanner<'a, 'b> {
    pub fn new(source: &'a Source<'a>, tokens: &'a Tokens<'b>) -> Scanner<'a, 'b> {
        Scanner { source, tokens, levels: DEEPEST }
    }
}

impl Scanner<'_, '_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.word(at)
    }

    /// Reads nested content; nothing if that is too deep.
    pub fn deeper<T: Default>(self, read: impl FnOnce(Self) -> T) -> T {
        self.levels.checked_sub(1).map_or_else(T::default, |levels| read(Scanner { levels, ..self }))
    }

    pub fn items(self, at: usize, end: usize, within: Within) -> Vec<Symbol> {
        self.items_and_rest(at, end, within, true).0
    }

    /// The items, and the tokens between them that belong to none.
    pub fn items_and_rest(self, mut at: usize, end: usize, within: Within, calls: bool) -> (Vec<Symbol>, Vec<usize>) {
        let (mut symbols, mut rest) = (Vec::new(), Vec::new());
        while at < end {
            let attributes = at;
            at = self.tokens.past_preamble(at, end);
            let next = self
                .item(attributes, at, end, within, &mut symbols)
                .or_else(|| calls.then(|| self.call(attributes, at, end, within, &mut symbols)).flatten());
            at = next.unwrap_or_else(|| {
                if at < end || self.documents_nothing(attributes, end) {
                    rest.push(at);
                }
                at + 1
            });
        }
        (symbols, rest)
    }

    /// Whether docs or attributes stand at the end without an item.
    fn documents_nothing(&self, from: usize, end: usize) -> bool {
        let is_outer = |at| self.tokens.is(at, TokenKind::Doc) || self.word(at) == "#" && self.word(at + 1) == "[";
        (from..end).any(is_outer)
    }

    /// Items in the body of a function that are `pub`, or hold such items.
    fn public_inside(self, open: usize, end: usize) -> Vec<Symbol> {
        let body = self.source.text.get(self.tokens.start(open)..self.tokens.end_before(end)).unwrap_or_default();
        if memchr::memmem::find(body.as_bytes(), b"pub ").is_none() {
            return Vec::new();
        }
        let (mut at, mut symbols, mut begins) = (open, Vec::new(), true);
        while at < end {
            let attributes = at;
            at = self.tokens.past_preamble(at, end);
            let item = begins.then(|| self.item(attributes, at, end, Within::Module, &mut symbols)).flatten();
            begins = item.is_some() || matches!(self.word(at), "{" | "}" | ";");
            // The arguments of a macro are not the function's own.
            let is_call = self.word(at) == "!" && self.tokens.is(at + 1, TokenKind::Open);
            at = item.unwrap_or_else(|| if is_call { self.tokens.next(at + 1) } else { at + 1 });
        }
        let mut symbols = super::group::group(symbols);
        symbols.retain(says_pub);
        symbols
    }

    /// The keyword that makes the next tokens an item, and the place of its name.
    pub fn head(&self, mut at: usize) -> Option<(&'static str, usize)> {
        const PLAIN: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "mod", "use", "impl", "macro"];
        loop {
            let (word, next) = (self.word(at), self.word(at + 1));
            if let Some(kind) = PLAIN.into_iter().find(|kind| *kind == word) {
                return Some((kind, at + 1));
            }
            match word {
                "macro_rules" if next == "!" => return Some(("macro", at + 2)),
                "union" if self.tokens.is_name(at + 1) => return Some(("union", at + 1)),
                "static" => return Some(("static", at + 1 + usize::from(matches!(next, "mut" | "ref")))),
                "const" if matches!(next, "fn" | "unsafe" | "async" | "extern" | "trait" | "impl") => at += 1,
                "const" => return Some(("const", at + 1 + usize::from(next == "mut"))),
                "default" | "async" | "unsafe" | "safe" | "auto" | "gen" => at += 1,
                "extern" if next == "crate" => return Some(("extern crate", at + 2)),
                "extern" if next == "fn" => at += 1,
                "extern" => {
                    let abi = usize::from(self.tokens.is(at + 1, TokenKind::Literal));
                    if self.word(at + 1 + abi) == "{" {
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

    /// Skips `pub`; returns the visibility.
    pub fn visibility(&self, at: usize) -> (Visibility, usize) {
        if self.word(at) != "pub" {
            return (Visibility::Private, at);
        }
        if self.word(at + 1) == "(" && matches!(self.word(at + 2), "crate" | "super" | "self" | "in") {
            return (Visibility::Restricted, self.tokens.next(at + 1));
        }
        (Visibility::Public, at + 1)
    }

    /// Reads the item that begins here, if one does; returns the token behind it.
    fn item(self, attributes: usize, start: usize, end: usize, within: Within, out: &mut Vec<Symbol>) -> Option<usize> {
        let tokens = self.tokens;
        let (mut visibility, at) = self.visibility(start);
        if let Within::Trait(own) = within {
            visibility = own;
        }
        let (kind, name) = self.head(at)?;
        let named = tokens.is_name(name) || kind == "const" && self.word(name) == "_";
        if at >= end || !named && !matches!(kind, "use" | "impl" | "extern") {
            return None;
        }
        let Reach { mut stop, body, next, ends } = self.reach(kind, name, end);
        if matches!(kind, "const" | "static") && self.word(stop) == "=" {
            // Nobody can name it, only the items in its block.
            if self.word(name) == "_" {
                if self.word(stop + 1) == "{" {
                    let close = tokens.next(stop + 1).min(end).saturating_sub(1);
                    out.extend(self.deeper(|inner| inner.items_and_rest(stop + 2, close, Within::Module, false).0));
                }
                return Some(next);
            }
            let short = self.source.joined(tokens.start(stop), tokens.start(next - 1)).len() <= VALUE;
            stop = if short { next - usize::from(ends) } else { stop };
        }
        let next = next.max(start + 1);
        let extent = Extent { attributes, start, stop, next };
        let mut symbol = self.symbol(kind, name, visibility, extent);
        if !ends {
            symbol.signature = ctx_text::cut_middle(&symbol.signature, LONGEST).into_owned();
        }
        self.fill(&mut symbol, name, extent, body, within);
        out.push(symbol);
        Some(next)
    }

    pub fn reach(&self, kind: &str, name: usize, end: usize) -> Reach {
        let tokens = self.tokens;
        if kind == "macro" && self.word(name - 1) == "!" {
            let next = tokens.next(name + 1).min(end);
            let ended = usize::from(next < end && self.word(next) == ";");
            return Reach { stop: name + 1, body: None, next: next + ended, ends: true };
        }
        let stop = self.signature_end(kind, name, end);
        if stop < end && self.word(stop) == "{" {
            let next = tokens.next(stop).min(end);
            return Reach { stop, body: Some((stop + 1, next.saturating_sub(1).max(stop + 1))), next, ends: true };
        }
        if matches!(kind, "const" | "static") && self.word(stop) == "=" {
            let (next, ends) = self.value_end(stop, end);
            return Reach { stop, body: None, next, ends };
        }
        let ends = self.word(stop) == ";";
        Reach { stop, body: None, next: (stop + usize::from(ends)).min(end).max(name), ends }
    }

    fn symbol(&self, kind: &'static str, name: usize, visibility: Visibility, extent: Extent) -> Symbol {
        let tokens = self.tokens;
        let (first, last) = (tokens.start(extent.start), tokens.end_before(extent.next));
        let preamble = self.source.preamble(tokens.start(extent.attributes), first);
        let signature = self.source.joined(first, tokens.end_before(extent.stop.max(extent.start + 1)));
        let exported = kind == "macro" && preamble.exported;
        Symbol {
            kind,
            name: if tokens.is_name(name) { self.word(name).to_owned() } else { String::new() },
            signature: signature.trim_end_matches([',', ';', ' ']).to_owned(),
            doc: preamble.doc,
            lines: (self.source.line(first), self.source.line(last.saturating_sub(1))),
            visibility: if exported { Visibility::Public } else { visibility },
            children: Vec::new(),
            notes: preamble.notes,
        }
    }

    /// Reads the content of an item, and the parts that only its kind has.
    fn fill(self, symbol: &mut Symbol, name: usize, extent: Extent, body: Option<(usize, usize)>, within: Within) {
        let own = symbol.visibility;
        let (open, close) = body.unwrap_or((extent.stop, extent.stop));
        let held = |within| self.deeper(|inner| inner.items(open, close, within));
        match symbol.kind {
            "fn" => {
                symbol.children = self.deeper(|inner| inner.public_inside(open, close));
                if body.is_some() && matches!(within, Within::Trait(_)) {
                    symbol.signature.push_str(" {…}");
                }
                if own == Visibility::Public && symbol.notes.iter().any(|note| note.starts_with("proc_macro")) {
                    symbol.kind = "macro";
                }
            }
            "trait" => symbol.children = held(Within::Trait(own)),
            "extern" => {
                symbol.visibility = Visibility::Private;
                symbol.children = held(Within::Impl);
            }
            "mod" => {
                symbol.children = held(Within::Module);
                if body.is_some() && symbol.doc.is_none() {
                    symbol.doc = self.source.inner_docs(self.tokens.end_before(open));
                }
            }
            "impl" => {
                symbol.children = held(Within::Impl);
                self.implementation(symbol, name, extent.stop);
            }
            "struct" if body.is_none() => self.tuple(symbol, name, extent.start, extent.stop),
            "struct" | "union" => symbol.children = self.fields(open, close, own),
            "enum" => symbol.children = self.variants(open, close, own),
            "use" => self.use_names(symbol, name, extent.stop),
            "extern crate" if self.word(name + 1) == "as" => symbol.name = self.word(name + 2).to_owned(),
            "macro" if self.word(name - 1) == "!" => symbol.children = self.emitted(name + 1, extent.next),
            _ => {}
        }
    }

    /// The end of the signature: at the body, the semicolon, or the value of a constant.
    fn signature_end(&self, kind: &str, mut at: usize, end: usize) -> usize {
        let mut angles = 0;
        while at < end {
            let before = at.checked_sub(1).map_or("", |before| self.word(before));
            match self.word(at) {
                ";" | "}" => return at,
                "{" if kind != "use" && !(angles > 0 && matches!(before, "<" | ",")) => return at,
                "=" if angles == 0 && matches!(kind, "const" | "static") => return at,
                // The next item begins: this one has no end of its own.
                "use" if self.word(at + 1) != "<" => return at,
                "pub" | "struct" | "enum" | "trait" | "mod" | "static" => return at,
                "#" if self.word(at + 1) == "[" && angles == 0 => return at,
                _ if self.tokens.is(at, TokenKind::Doc) => return at,
                _ if self.tokens.is(at, TokenKind::Literal) && matches!(kind, "struct" | "enum" | "trait") => {
                    if angles == 0 {
                        return at;
                    }
                }
                _ => angles = (angles + self.tokens.angle(at)).max(0),
            }
            at = self.tokens.next(at);
        }
        end
    }

    /// Skips a value and its semicolon; returns whether it has one.
    fn value_end(&self, mut at: usize, end: usize) -> (usize, bool) {
        while at < end && self.word(at) != ";" {
            at = self.tokens.next(at);
        }
        if at < end { (at + 1, true) } else { (end, false) }
    }

    /// One field or variant.
    pub fn member(
        &self,
        kind: &'static str,
        name: usize,
        visibility: Visibility,
        (attributes, start, stop): (usize, usize, usize),
    ) -> Symbol {
        self.symbol(kind, name, visibility, Extent { attributes, start, stop, next: stop })
    }

    /// The call of a macro, as a symbol of that name.
    pub fn called(&self, name: usize, visibility: Visibility, attributes: usize, start: usize, next: usize) -> Symbol {
        self.symbol(super::group::MACRO_CALL, name, visibility, Extent { attributes, start, stop: name + 2, next })
    }
}

fn says_pub(symbol: &Symbol) -> bool {
    symbol.visibility == Visibility::Public && symbol.signature.starts_with("pub ")
        || symbol.children.iter().any(says_pub)
}
