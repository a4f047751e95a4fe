//! The tokens of a text and its matching brackets, however broken it is.

use super::lex::{Lexer, Token, TokenKind, is_keyword};

pub struct Tokens<'a> {
    pub text: &'a str,
    list: Vec<Token>,
    /// For each opening bracket the token behind its other half.
    past: Vec<usize>,
    /// The first bracket without its other half, as an offset.
    pub unbalanced: Option<usize>,
}

impl<'a> Tokens<'a> {
    /// The tokens between two offsets.
    pub fn new(text: &'a str, from: usize, to: usize) -> Tokens<'a> {
        let text = text.get(..to).unwrap_or(text);
        let list: Vec<Token> = Lexer::new(text, from).collect();
        let mut past = vec![0; list.len()];
        let mut open: Vec<usize> = Vec::new();
        let mut unbalanced = None;
        for (at, token) in list.iter().enumerate() {
            match token.kind {
                TokenKind::Open => open.push(at),
                TokenKind::Close => {
                    let fits = |&opened: &usize| closing(list[opened].text(text)) == token.text(text);
                    let Some(depth) = open.iter().rposition(fits) else {
                        unbalanced.get_or_insert(token.start);
                        continue;
                    };
                    if depth + 1 < open.len() {
                        unbalanced.get_or_insert(token.start);
                    }
                    open.drain(depth..).for_each(|opened| past[opened] = at + 1);
                }
                _ => {}
            }
        }
        for opened in open {
            past[opened] = list.len();
            unbalanced.get_or_insert(list[opened].start);
        }
        Tokens { text, list, past, unbalanced }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether a token begins at this offset.
    pub fn begins_at(&self, offset: usize) -> bool {
        self.list.binary_search_by_key(&offset, |token| token.start).is_ok()
    }

    pub fn word(&self, at: usize) -> &'a str {
        self.list.get(at).map_or("", |token| token.text(self.text))
    }

    pub fn is(&self, at: usize, kind: TokenKind) -> bool {
        self.list.get(at).is_some_and(|token| token.kind == kind)
    }

    pub fn is_name(&self, at: usize) -> bool {
        self.is(at, TokenKind::Ident) && !is_keyword(self.word(at))
    }

    /// `::` is two tokens.
    pub fn is_path_mark(&self, at: usize) -> bool {
        self.word(at) == ":" && self.word(at + 1) == ":"
    }

    /// The offset of a token's first byte; behind the last token, the end of the text.
    pub fn start(&self, at: usize) -> usize {
        self.list.get(at).map_or(self.text.len(), |token| token.start)
    }

    /// The offset behind the token before this one.
    pub fn end_before(&self, at: usize) -> usize {
        at.checked_sub(1).and_then(|before| self.list.get(before)).map_or(0, |token| token.end)
    }

    /// Skips the group that opens here, or this token.
    pub fn next(&self, at: usize) -> usize {
        if self.is(at, TokenKind::Open) { self.past[at] } else { at + 1 }
    }

    /// Skips docs and attributes, also those of the enclosing item.
    pub fn past_preamble(&self, mut at: usize, end: usize) -> usize {
        while at < end {
            let bracket = at + 1 + usize::from(self.word(at + 1) == "!");
            if self.word(at) == "#" && self.word(bracket) == "[" {
                at = self.next(bracket);
            } else if self.is(at, TokenKind::Doc) || self.is(at, TokenKind::InnerDoc) {
                at += 1;
            } else {
                break;
            }
        }
        at.min(end)
    }

    /// How an angle bracket here changes the depth of generic arguments: the `>` of `->` and `=>` closes none.
    pub fn angle(&self, at: usize) -> i32 {
        match self.word(at) {
            "<" => 1,
            ">" if at == 0 || !matches!(self.word(at - 1), "-" | "=") => -1,
            _ => 0,
        }
    }

    /// Skips generic arguments that open here.
    pub fn past_angles(&self, mut at: usize, end: usize) -> usize {
        let mut depth = 0;
        while at < end {
            depth += self.angle(at);
            at = self.next(at);
            if depth <= 0 {
                break;
            }
        }
        at.min(end)
    }

    /// The entries that commas separate between two tokens: first token, the token after the last.
    pub fn entries(&self, mut at: usize, end: usize) -> Vec<(usize, usize)> {
        let mut entries = Vec::new();
        while at < end {
            let start = at;
            // After `=` stands a value, in which `<` compares or shifts.
            let (mut angles, mut value) = (0, false);
            while at < end && (angles > 0 || self.word(at) != ",") {
                value |= angles == 0 && self.word(at) == "=";
                match self.word(at) {
                    ";" | "}" => angles = 0,
                    _ if !value => angles += self.angle(at),
                    _ => {}
                }
                at = self.next(at);
            }
            if start < at.min(end) {
                entries.push((start, at.min(end)));
            }
            at += 1;
        }
        entries
    }
}

fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unbalanced(text: &str) -> Option<usize> {
        Tokens::new(text, 0, text.len()).unbalanced
    }

    #[test]
    fn the_first_bracket_that_stands_alone_is_named() {
        assert_eq!(unbalanced("a { ( [ ] ) }"), None);
        assert_eq!(unbalanced("a { ( }"), Some(6));
        assert_eq!(unbalanced("a } {"), Some(2));
        assert_eq!(unbalanced("a { {}"), Some(2));
    }

    #[test]
    fn a_stray_bracket_closes_nothing() {
        let tokens = Tokens::new("{ ] } b", 0, 7);
        assert_eq!(tokens.word(tokens.next(0)), "b");
        let tokens = Tokens::new("{ ( } b", 0, 7);
        assert_eq!(tokens.word(tokens.next(0)), "b");
    }

    #[test]
    fn commas_in_brackets_and_arguments_separate_nothing() {
        let text = "a: Map<B, fn(C, D) -> E>, b = 1 << 3, c";
        let tokens = Tokens::new(text, 0, text.len());
        let entries: Vec<&str> = tokens
            .entries(0, tokens.len())
            .into_iter()
            .map(|(start, end)| &text[tokens.start(start)..tokens.end_before(end)])
            .collect();
        assert_eq!(entries, ["a: Map<B, fn(C, D) -> E>", "b = 1 << 3", "c"]);
    }
}
