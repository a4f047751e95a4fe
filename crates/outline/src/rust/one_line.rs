//! A signature on one line, as its author wrote it.

use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    Ident,
    Open,
    Close,
    Other,
}

struct TextToken<'a> {
    kind: TokenKind,
    text: &'a str,
    start: usize,
}

impl TextToken<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The author's text on one line, without comments and without the parts that only a line break needed.
pub fn put_on_one_line(text: &str, keep_attributes: bool) -> String {
    let text = text.trim();
    let is_plain = memchr::memchr3(b'\n', b'/', b'\t', text.as_bytes()).is_none() && !text.contains("  ");
    if is_plain && (keep_attributes || !text.contains('#')) {
        return text.to_owned();
    }
    let mut tokens = Vec::new();
    match TokenStream::from_str(text) {
        Ok(stream) => collect_tokens(stream, text, keep_attributes, &mut tokens),
        Err(_) => return text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
    let mut out = String::with_capacity(text.len());
    let mut before: Option<&TextToken> = None;
    // For each open bracket: does it hold arguments, so that a last comma means nothing; and is it `::{`?
    let mut open: Vec<(bool, bool)> = Vec::new();
    for token in &tokens {
        if let Some(before) = before {
            let gap = &text[before.end()..token.start];
            let broken = gap.contains('\n');
            let closes = token.kind == TokenKind::Close || (token.text == ">" && broken);
            let (holds_arguments, tight) = match token.kind {
                TokenKind::Close => open.last().copied().unwrap_or_default(),
                _ => (token.text == ">", false),
            };
            if broken && closes && holds_arguments && out.ends_with(',') {
                out.pop();
            }
            let opened = matches!(before.text, "(" | "[" | "<") || out.ends_with("::{");
            let glued = broken && (opened || (closes && (tight || token.text != "}")));
            if !gap.is_empty() && !glued && !out.is_empty() {
                out.push(' ');
            }
        }
        match token.kind {
            TokenKind::Open => {
                let follows = before.map_or("", |before| before.text);
                let ident = before.is_some_and(|before| before.kind == TokenKind::Ident);
                let generic = follows == ">" && !out.trim_end().ends_with("->");
                let holds_arguments = token.text == "(" && (ident || generic) || token.text == "{";
                open.push((holds_arguments, token.text == "{" && out.ends_with("::")));
            }
            TokenKind::Close => {
                open.pop();
            }
            _ => {}
        }
        out.push_str(token.text);
        before = Some(token);
    }
    out
}

/// Tokens in the order of the text; docs are left out, attributes if they are not wanted.
fn collect_tokens<'a>(stream: TokenStream, text: &'a str, keep_attributes: bool, out: &mut Vec<TextToken<'a>>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let mut push = |kind, span: proc_macro2::Span| {
            let range = span.byte_range();
            out.push(TextToken { kind, start: range.start, text: text.get(range).unwrap_or_default() });
        };
        match tree {
            TokenTree::Group(group) => {
                push(TokenKind::Open, group.span_open());
                collect_tokens(group.stream(), text, keep_attributes, out);
                let range = group.span_close().byte_range();
                out.push(TextToken {
                    kind: TokenKind::Close,
                    start: range.start,
                    text: text.get(range).unwrap_or_default(),
                });
            }
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                // A doc comment is an attribute to the lexer, whose every token has the whole comment's span.
                let is_doc = text[punct.span().byte_range().start..].starts_with('/');
                let is_attribute = |tree: &TokenTree| match tree {
                    TokenTree::Punct(punct) => punct.as_char() == '!',
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Bracket,
                    _ => false,
                };
                if is_doc || !keep_attributes {
                    trees.next_if(|tree| is_attribute(tree) && matches!(tree, TokenTree::Punct(_)));
                    trees.next_if(|tree| is_attribute(tree) && matches!(tree, TokenTree::Group(_)));
                } else {
                    push(TokenKind::Other, punct.span());
                }
            }
            TokenTree::Ident(ident) => push(TokenKind::Ident, ident.span()),
            other => push(TokenKind::Other, other.span()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_over_many_lines_is_put_on_one() {
        let text =
            "pub fn f<\n    T,\n>(\n    a: (u8,), // why\n    b: [T; 2],\n) -> (\n    u8,\n)\nwhere\n    T: Copy,";
        assert_eq!(put_on_one_line(text, true), "pub fn f<T>(a: (u8,), b: [T; 2]) -> (u8,) where T: Copy,");
        assert_eq!(put_on_one_line("use a::{\n    b,\n    c::{d},\n}", true), "use a::{b, c::{d}}");
        assert_eq!(put_on_one_line("A {\n  #[x(y)]\n  /// doc\n  b: u8,\n}", false), "A { b: u8 }");
    }

    #[test]
    fn blanks_in_strings_stay_and_comments_go() {
        assert_eq!(put_on_one_line("const  A: &str = \"a  b // c\"", true), "const A: &str = \"a  b // c\"");
        assert_eq!(put_on_one_line("fn f(a: /* in */ &'a u8) // end", true), "fn f(a: &'a u8)");
    }
}
