//! Doc comments kept from the parser: to it each line is an attribute of five tokens, and the text tells them as well.

use std::borrow::Cow;

use super::lex::{Lexer, TokenKind};

/// The text with doc comments made plain ones, no offset moved, and where the outer ones stood.
/// Where one stands in an odd place the parser is to judge: then the text stays as it is.
pub fn hidden(text: &str) -> (Cow<'_, str>, Vec<(usize, usize)>) {
    let as_it_is = (Cow::Borrowed(text), Vec::new());
    let bytes = text.as_bytes();
    if memchr::memmem::find(bytes, b"///").is_none() && memchr::memmem::find(bytes, b"//!").is_none() {
        return as_it_is;
    }
    let mut plain = None;
    let mut outer = Vec::new();
    // What stood before a run of docs, while that run goes on.
    let mut documents = false;
    let mut before = ";";
    for token in Lexer::new(text, 0) {
        let word = token.text(text);
        if matches!(token.kind, TokenKind::Doc | TokenKind::InnerDoc) {
            if !matches!(before, ";" | "{" | "}" | "," | "]" | "(") {
                return as_it_is;
            }
            if token.kind == TokenKind::Doc {
                outer.push((token.start, token.end));
                documents = true;
            }
            let plain: &mut Vec<u8> = plain.get_or_insert_with(|| bytes.to_vec());
            plain[token.start + 2] = b' ';
            continue;
        }
        if documents && token.kind != TokenKind::Ident && word != "#" {
            return as_it_is;
        }
        documents = false;
        before = word;
    }
    if documents {
        return as_it_is;
    }
    match plain.map(String::from_utf8) {
        Some(Ok(plain)) => (Cow::Owned(plain), outer),
        _ => as_it_is,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_become_comments_of_the_same_length() {
        let text = "//! a\n/// b\npub fn c() { \"/// no\" }\n/** d */ fn e() {}\n";
        let (plain, outer) = hidden(text);
        assert_eq!(plain, "// \u{20}a\n// \u{20}b\npub fn c() { \"/// no\" }\n/*  d */ fn e() {}\n");
        assert_eq!(outer, [(6, 11), (36, 44)]);
    }

    #[test]
    fn odd_places_are_left_to_the_parser() {
        for text in
            ["fn a() {}\n/// b\n", "struct A { b: u8, /// c\n}", "fn a() { x\n/// b\n.c() }", "fn a() { /// b\n }"]
        {
            assert_eq!(hidden(text).0, text);
            assert!(syn::parse_file(text).is_err(), "{text}");
        }
    }
}
