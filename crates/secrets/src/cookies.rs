//! The values of `Cookie:` and `Set-Cookie:` headers, also inside of JSON.

use std::ops::Range;

use ctx_text::range_of_part_in_text;

use super::names;
use super::placeholder::is_placeholder;
use super::value::is_wordlike;

/// Attributes of a cookie that are not secret.
const ATTRIBUTES: [&str; 9] =
    ["path", "domain", "expires", "max-age", "samesite", "httponly", "secure", "priority", "version"];

pub fn find_cookie_values(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let bytes = line.as_bytes();
    let mut read = [0; 2];
    let places = |word: &'static str, kind: usize| memchr::memmem::find_iter(bytes, word).map(move |at| (at, kind));
    for (at, kind) in places("ookie", 0).chain(places("OOKIE", 1)) {
        // Behind one header the rest of the line was read.
        if at < read[kind] {
            continue;
        }
        let rest = &line[at + 5..];
        let gap = rest.len() - rest.trim_start_matches(['"', '\'', ' ', '\\']).len();
        if !rest[gap..].starts_with(':') || rest[gap..].starts_with(":=") || rest[gap..].starts_with("::") {
            continue;
        }
        let mut start = at + 5 + gap + 1;
        start += line[start..].len() - line[start..].trim_start_matches([' ', '"', '\'', '[', '\\']).len();
        let end = line[start..].find(['"', '\'']).map_or(line.len(), |end| start + end);
        read[kind] = end;
        for pair in line[start..end].split(';') {
            let Some((name, value)) = pair.split_once('=') else { continue };
            let value = value.trim_end_matches(['\\', ' ', ',']);
            if name.trim().contains(' ') || value.contains([' ', ',', '(']) {
                continue;
            }
            let attribute = ATTRIBUTES.contains(&name.trim().to_ascii_lowercase().as_str());
            let lower = name.trim().to_ascii_lowercase();
            let login = ["sess", "auth", "token", "sid", "login", "remember"].iter().any(|word| lower.contains(word));
            let known = (login || names::classify_sensitive_name(name.trim()).is_some()) && value.len() >= 6;
            if !attribute && !is_placeholder(value) && (known || (value.len() >= 10 && !is_wordlike(value))) {
                found.push(range_of_part_in_text(value, line));
            }
        }
    }
    found
}

#[cfg(test)]
#[path = "../tests/unit/cookies.rs"]
mod tests;
