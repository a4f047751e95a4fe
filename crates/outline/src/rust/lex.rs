//! A small lexer for Rust text that never fails.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Ident,
    Lifetime,
    Literal,
    /// `///` or `/** */`.
    Doc,
    /// `//!` or `/*! */`.
    InnerDoc,
    /// One of `([{`.
    Open,
    Close,
    Punct,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn text(self, source: &str) -> &str {
        &source[self.start..self.end]
    }
}

/// The tokens of a text, comments and white space left out.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, at: usize) -> Lexer<'a> {
        Lexer { text, at }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn offset_of(&self, needle: &[u8], from: usize) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        memchr::memmem::find(rest, needle).map_or(self.text.len(), |found| from + found)
    }

    /// Skips a comment; returns its kind if it is documentation.
    fn comment(&mut self) -> Option<TokenKind> {
        let rest = &self.text[self.at..];
        if rest.starts_with("//") {
            self.at = self.offset_of(b"\n", self.at);
            return match rest.as_bytes().get(2) {
                Some(b'/') if !rest.starts_with("////") => Some(TokenKind::Doc),
                Some(b'!') => Some(TokenKind::InnerDoc),
                _ => None,
            };
        }
        let kind = match rest.as_bytes().get(2) {
            Some(b'*') if !rest.starts_with("/***") && !rest.starts_with("/**/") => Some(TokenKind::Doc),
            Some(b'!') => Some(TokenKind::InnerDoc),
            _ => None,
        };
        let bytes = self.text.as_bytes();
        let mut depth = 0;
        while self.at < bytes.len() {
            match (bytes[self.at], self.byte(1)) {
                (b'/', b'*') => (depth, self.at) = (depth + 1, self.at + 2),
                (b'*', b'/') => (depth, self.at) = (depth - 1, self.at + 2),
                _ => self.at += 1,
            }
            if depth == 0 {
                break;
            }
        }
        self.at = self.at.min(bytes.len());
        kind
    }

    /// Skips a string whose quote is next.
    fn string(&mut self, quote: u8) {
        let bytes = self.text.as_bytes();
        self.at += 1;
        while self.at < bytes.len() {
            match bytes[self.at] {
                b'\\' => self.at += 2,
                byte if byte == quote => {
                    self.at += 1;
                    break;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(bytes.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Skips `r"…"`, `br#"…"#` after their prefix; false if no raw string starts.
    fn raw_string(&mut self) -> bool {
        let hashes = self.text[self.at..].bytes().take_while(|&byte| byte == b'#').count();
        if self.byte(hashes) != b'"' {
            return false;
        }
        let mut end = vec![b'"'];
        end.extend(std::iter::repeat_n(b'#', hashes));
        self.at = (self.offset_of(&end, self.at + hashes + 1) + end.len()).min(self.text.len());
        true
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let ascii = rest.bytes().take_while(|byte| *byte == b'_' || byte.is_ascii_alphanumeric()).count();
        self.at += ascii;
        if rest.as_bytes().get(ascii).is_some_and(|byte| !byte.is_ascii()) {
            let rest = &rest[ascii..];
            self.at += rest.find(|c: char| !(c == '_' || c.is_alphanumeric())).unwrap_or(rest.len());
        }
    }

    fn quote(&mut self) -> TokenKind {
        let mut chars = self.text[self.at + 1..].chars();
        let first = chars.next().unwrap_or('\'');
        let is_char = first == '\\' || chars.next() == Some('\'') || !(first == '_' || first.is_alphanumeric());
        if !is_char {
            self.at += 1;
            self.word();
            return TokenKind::Lifetime;
        }
        let line_end = self.offset_of(b"\n", self.at);
        let start = self.at;
        self.string(b'\'');
        if self.at > line_end && first != '\n' {
            // A quote that is never closed counts alone.
            self.at = start + 1;
            return TokenKind::Punct;
        }
        TokenKind::Literal
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let blanks = self.text.as_bytes().get(self.at..)?.iter();
            self.at += blanks.take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
            let start = self.at;
            let c = self.text.get(start..)?.chars().next()?;
            if c.is_whitespace() {
                self.at += c.len_utf8();
                continue;
            }
            let kind = match c {
                '/' if matches!(self.byte(1), b'/' | b'*') => match self.comment() {
                    Some(kind) => kind,
                    None => continue,
                },
                '"' => {
                    self.string(b'"');
                    TokenKind::Literal
                }
                '\'' => self.quote(),
                '(' | '[' | '{' => {
                    self.at += 1;
                    TokenKind::Open
                }
                ')' | ']' | '}' => {
                    self.at += 1;
                    TokenKind::Close
                }
                c if c.is_ascii_digit() => {
                    self.word();
                    TokenKind::Literal
                }
                c if c == '_' || c.is_alphabetic() => {
                    self.word();
                    match &self.text[start..self.at] {
                        "r" | "br" | "cr" if self.raw_string() => TokenKind::Literal,
                        "b" | "c" if self.byte(0) == b'"' => {
                            self.string(b'"');
                            TokenKind::Literal
                        }
                        "b" if self.byte(0) == b'\'' => {
                            self.string(b'\'');
                            TokenKind::Literal
                        }
                        "r" if self.byte(0) == b'#' => {
                            self.at += 1;
                            self.word();
                            TokenKind::Ident
                        }
                        _ => TokenKind::Ident,
                    }
                }
                c => {
                    self.at += c.len_utf8();
                    TokenKind::Punct
                }
            };
            return Some(Token { kind, start, end: self.at });
        }
    }
}

/// The author's text on one line, without comments and without the parts that only a line break needed.
pub fn one_line(text: &str, keep_attributes: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut tokens =
        Lexer::new(text, 0).filter(|token| !matches!(token.kind, TokenKind::Doc | TokenKind::InnerDoc)).peekable();
    let mut before: Option<Token> = None;
    // For each open bracket: does it hold arguments, so that a last comma means nothing; and is it `::{`?
    let mut open: Vec<(bool, bool)> = Vec::new();
    while let Some(token) = tokens.next() {
        let word = token.text(text);
        if !keep_attributes && word == "#" && tokens.peek().is_some_and(|next| next.text(text) == "[") {
            skip_group(&mut tokens);
            continue;
        }
        if let Some(before) = before {
            let gap = &text[before.end..token.start];
            let broken = gap.contains('\n');
            let closes = token.kind == TokenKind::Close || (word == ">" && broken);
            let (holds_arguments, tight) = match token.kind {
                TokenKind::Close => open.last().copied().unwrap_or_default(),
                _ => (word == ">", false),
            };
            if broken && closes && holds_arguments && out.ends_with(',') {
                out.pop();
            }
            let opened = matches!(before.text(text), "(" | "[" | "<") || out.ends_with("::{");
            let glued = broken && (opened || (closes && (tight || word != "}")));
            if !gap.is_empty() && !glued && !out.is_empty() {
                out.push(' ');
            }
        }
        match token.kind {
            TokenKind::Open => {
                let follows = before.map_or("", |before| before.text(text));
                let ident = before.is_some_and(|before| before.kind == TokenKind::Ident);
                let generic = follows == ">" && !out.trim_end().ends_with("->");
                let holds_arguments = word == "(" && (ident || generic) || word == "{";
                open.push((holds_arguments, word == "{" && out.ends_with("::")));
            }
            TokenKind::Close => {
                open.pop();
            }
            _ => {}
        }
        out.push_str(word);
        before = Some(token);
    }
    out
}

/// Skips the bracketed group that is next.
pub fn skip_group(tokens: &mut impl Iterator<Item = Token>) {
    let mut depth = 0usize;
    for token in tokens {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

pub fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "_", "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
        "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self",
        "Self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while",
    ];
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        Lexer::new(text, 0).map(|token| token.text(text)).collect()
    }

    #[test]
    fn strings_comments_and_lifetimes_are_told_apart() {
        assert_eq!(
            words(r##"a/*x /* y */ */'b 'c' '\'' b"}" r#"{"# r#fn 1.5e3 // tail"##),
            ["a", "'b", "'c'", r"'\''", "b\"}\"", "r#\"{\"#", "r#fn", "1", ".", "5e3"]
        );
        assert_eq!(words("\"never closed"), ["\"never closed"]);
        assert_eq!(words("/* never closed"), [""; 0]);
        assert_eq!(words("it's 'a: loop"), ["it", "'s", "'a", ":", "loop"]);
        assert_eq!(words("'"), ["'"]);
        assert_eq!(words("r#… b'…"), ["r#", "…", "b'…"]);
    }

    #[test]
    fn a_signature_over_many_lines_is_put_on_one() {
        let text =
            "pub fn f<\n    T,\n>(\n    a: (u8,), // why\n    b: [T; 2],\n) -> (\n    u8,\n)\nwhere\n    T: Copy,";
        assert_eq!(one_line(text, true), "pub fn f<T>(a: (u8,), b: [T; 2]) -> (u8,) where T: Copy,");
        assert_eq!(one_line("use a::{\n    b,\n    c::{d},\n}", true), "use a::{b, c::{d}}");
        assert_eq!(one_line("A {\n  #[x(y)]\n  /// doc\n  b: u8,\n}", false), "A { b: u8 }");
    }
}
