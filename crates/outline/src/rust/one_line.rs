//! A signature on one line, as its author wrote it.

use std::str::FromStr;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// A token, and where it begins.
type TextToken<'a> = (usize, &'a str);

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
    let mut before: Option<TextToken> = None;
    // For each open bracket: does it hold arguments, so that a last comma means nothing; and is it `::{`?
    let mut open: Vec<(bool, bool)> = Vec::new();
    for (start, token) in tokens {
        let is_close = matches!(token, ")" | "]" | "}");
        if let Some((begun, before)) = before {
            let gap = &text[begun + before.len()..start];
            let broken = gap.contains('\n');
            let closes = is_close || (token == ">" && broken);
            let (holds_arguments, tight) =
                if is_close { open.last().copied().unwrap_or_default() } else { (token == ">", false) };
            if broken && closes && holds_arguments && out.ends_with(',') {
                out.pop();
            }
            let opened = matches!(before, "(" | "[" | "<") || out.ends_with("::{");
            let glued = broken && (opened || (closes && (tight || token != "}")));
            if !gap.is_empty() && !glued && !out.is_empty() {
                out.push(' ');
            }
        }
        if is_close {
            open.pop();
        } else if matches!(token, "(" | "[" | "{") {
            let follows = before.map_or("", |(_, before)| before);
            let is_word = follows.starts_with(|c: char| c.is_alphabetic() || c == '_');
            let generic = follows == ">" && !out.trim_end().ends_with("->");
            let holds_arguments = token == "(" && (is_word || generic) || token == "{";
            open.push((holds_arguments, token == "{" && out.ends_with("::")));
        }
        out.push_str(token);
        before = Some((start, token));
    }
    out
}

/// Tokens in the order of the text; docs are left out, attributes if they are not wanted.
fn collect_tokens<'a>(stream: TokenStream, text: &'a str, keep_attributes: bool, out: &mut Vec<TextToken<'a>>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let token = |span: Span| (span.byte_range().start, text.get(span.byte_range()).unwrap_or_default());
        match tree {
            TokenTree::Group(group) => {
                out.push(token(group.span_open()));
                collect_tokens(group.stream(), text, keep_attributes, out);
                out.push(token(group.span_close()));
            }
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                // A doc comment is an attribute to the lexer, whose every token has the whole comment's span.
                let is_doc = text[punct.span().byte_range().start..].starts_with('/');
                if is_doc || !keep_attributes {
                    trees.next_if(|tree| matches!(tree, TokenTree::Punct(mark) if mark.as_char() == '!'));
                    let is_content = |group: &Group| group.delimiter() == Delimiter::Bracket;
                    trees.next_if(|tree| matches!(tree, TokenTree::Group(group) if is_content(group)));
                } else {
                    out.push(token(punct.span()));
                }
            }
            other => out.push(token(other.span())),
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
