//! Forms in which a value is written: behind its type, in brackets, as an object, as the result of a call.

use std::ops::Range;

use super::assign::is_ident;

/// `{`, `{ "sensitive": …`, `{ type: …`: fields follow.
pub fn is_object(rest: &str) -> bool {
    let trimmed = rest.trim_end_matches([',', ' ', '\t', '\r']);
    trimmed.strip_prefix('{').map(str::trim_start).is_some_and(|inner| {
        inner.is_empty()
            || inner.starts_with(['"', '\''])
            || [": ", " = "]
                .iter()
                .any(|sign| inner.split_once(sign).is_some_and(|(key, _)| !key.is_empty() && key.bytes().all(is_ident)))
    })
}

/// A call that looks a secret up.
pub fn asks(call: &str) -> bool {
    ["env", "get", "Env", "Get", "read", "load", "fetch"].iter().any(|word| call.contains(word))
}

/// `string(16) "…"`, `(string) (len=16) "…"`, `<chr> "…"`, `variant string "…"`, `0x55a2 "…"`: the string behind its type
/// or address alone.
pub fn without_type(text: &str) -> &str {
    let Some(at) = text.find(['"', '\'']).filter(|at| (1..60).contains(at)) else { return text };
    let of_type = |word: &str| {
        let name = word.split(['(', '<', '[']).next().unwrap_or(word);
        let framed = word.ends_with([')', '>', ']']) && word.len() > name.len();
        let address = word.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        address || word == "*" || (framed && (name.is_empty() || is_type_name(name))) || is_type_name(word)
    };
    let mut words = text[..at].split_whitespace().peekable();
    let glued = !text[..at].ends_with([' ', '\t', '*']);
    if glued || words.peek().is_none() || !words.all(of_type) { text } else { &text[at..] }
}

fn is_type_name(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    matches!(lower.as_str(), "string" | "str" | "chr" | "char" | "varchar" | "nvarchar" | "text" | "variant" | "utf8")
}

/// `[value]`, `|value|`, `(value)`, `<value>`: one word in brackets of its own, and nothing else.
pub fn bracketed(rest: &str) -> Option<&str> {
    let text = rest.trim_end();
    let close = match text.as_bytes().first()? {
        b'[' => ']',
        b'|' => '|',
        b'(' => ')',
        b'<' => '>',
        _ => return None,
    };
    let inner = text[1..].strip_suffix(close)?;
    (!inner.contains([' ', '"', '\''])).then_some(inner)
}

pub fn indent_of(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'-' | b'+' | b'>')).count()
}

pub fn trimmed(line: &str, range: Range<usize>) -> Range<usize> {
    let text = &line[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}
