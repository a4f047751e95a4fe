//! CSS and its relatives (SCSS, Less): selectors inside their at-rules, variables, mixins.

use super::{nest_by_level, new_symbol, shorten_value};
use crate::grammar::plain_comment;
use crate::lines::LineStarts;
use crate::{Outline, Symbol};

const DEEPEST: usize = 8;

pub fn outline(text: &str) -> Outline {
    let bytes = text.as_bytes();
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    // Open blocks, each with its index in `flat` if it is listed.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut purpose = None;
    let (mut at, mut start) = (0, 0);
    let lines = LineStarts::new(text);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes[at..].starts_with(b"/*") => {
                let end = memchr::memmem::find(&bytes[at..], b"*/").map_or(bytes.len(), |end| at + end + 2);
                let comment = plain_comment(&text[at..end]);
                let lower = comment.to_lowercase();
                if purpose.is_none() && flat.is_empty() && !lower.contains("licen") && !lower.contains("copyright") {
                    purpose = Some(comment).filter(|comment| !comment.is_empty());
                }
                if text[start..at].trim().is_empty() {
                    start = end;
                }
                at = end;
                continue;
            }
            // A comment of SCSS; in CSS it would be part of an address.
            b'/' if bytes[at..].starts_with(b"//") && text[start..at].trim().is_empty() => {
                at = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
                start = at;
                continue;
            }
            quote @ (b'"' | b'\'') => {
                let end = memchr::memchr2(quote, b'\n', &bytes[at + 1..]);
                at = end.map_or(bytes.len(), |end| at + end + 2);
                continue;
            }
            b'#' if bytes[at..].starts_with(b"#{") => {
                at = memchr::memchr(b'}', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
                continue;
            }
            b'{' => {
                let head = text[start..at].trim();
                let line = lines.line_of_offset(at - text[start..at].trim_start().len());
                let listed = !head.is_empty() && open.len() < DEEPEST && !is_in_keyframes(&open, &flat);
                open.push(listed.then(|| {
                    flat.push((open.len(), rule_symbol(head, line)));
                    flat.len() - 1
                }));
                start = at + 1;
            }
            b'}' => {
                if let Some(closed) = open.pop().flatten() {
                    flat[closed].1.lines.1 = lines.line_of_offset(at);
                }
                start = at + 1;
            }
            b';' => {
                let statement = text[start..at].trim();
                let line = lines.line_of_offset(at - text[start..at].trim_start().len());
                if let Some(found) = declaration_symbol(statement, line, open.len()) {
                    flat.push((open.len(), found));
                }
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    let broken_at = (!open.is_empty()).then(|| (lines.line_of_offset(bytes.len()), 1));
    Outline { purpose, symbols: nest_by_level(flat), broken_at, ..Outline::default() }
}

fn is_in_keyframes(open: &[Option<usize>], flat: &[(usize, Symbol)]) -> bool {
    open.iter().flatten().any(|at| flat[*at].1.kind == "keyframes")
}

fn rule_symbol(head: &str, line: u32) -> Symbol {
    let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = ctx_text::cut_middle(&head, 160).into_owned();
    let word =
        |prefix: &str| head.strip_prefix(prefix).map(|rest| rest.trim().split(['(', ' ', '{']).next().unwrap_or(rest));
    let (kind, name) = if let Some(name) = word("@mixin ") {
        ("mixin", name)
    } else if let Some(name) = word("@function ") {
        ("function", name)
    } else if head.starts_with("@keyframes ") || head.starts_with("@-webkit-keyframes ") {
        ("keyframes", head.rsplit(' ').next().unwrap_or(&head))
    } else if head.starts_with('@') {
        ("at-rule", head.as_str())
    } else {
        ("rule", head.as_str())
    };
    new_symbol(kind, name, shown.clone(), line)
}

fn declaration_symbol(statement: &str, line: u32, depth: usize) -> Option<Symbol> {
    let (name, value) = statement.split_once(':').unwrap_or((statement, ""));
    let name = name.trim();
    if name.starts_with("--") {
        return Some(new_symbol("field", name, format!("{name}: {}", shorten_value(value)), line));
    }
    if depth == 0 && (name.starts_with('$') || (name.starts_with('@') && !value.is_empty() && !name.contains(' '))) {
        return Some(new_symbol("variable", name, format!("{name}: {}", shorten_value(value)), line));
    }
    let import = ["@import", "@use", "@forward"].iter().any(|word| statement.starts_with(word));
    import.then(|| new_symbol("import", &shorten_value(statement), shorten_value(statement), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_variables_and_mixins() {
        let text = "/* Buttons */\n@use 'x';\n$gap: 4px;\n:root {\n  --blue: #00f;\n}\n.a,\n.b > c {\n  color: red;\n  &:hover { x: y; }\n}\n@media (min-width: 1px) {\n  .d { background: url(\"data:{;}\"); }\n}\n@mixin m($a) { }\n@keyframes spin { from { x: y } to { x: z } }\n";
        let outline = outline(text);
        assert_eq!(outline.purpose.as_deref(), Some("Buttons"));
        assert_eq!(outline.broken_at, None);
        let shown: Vec<(&str, &str, (u32, u32))> =
            outline.symbols.iter().map(|symbol| (symbol.kind, symbol.name.as_str(), symbol.lines)).collect();
        assert_eq!(
            shown,
            [
                ("import", "@use 'x'", (2, 2)),
                ("variable", "$gap", (3, 3)),
                ("rule", ":root", (4, 6)),
                ("rule", ".a, .b > c", (7, 11)),
                ("at-rule", "@media (min-width: 1px)", (12, 14)),
                ("mixin", "m", (15, 15)),
                ("keyframes", "spin", (16, 16)),
            ]
        );
        assert_eq!(outline.symbols[3].children[0].name, "&:hover");
        assert!(super::outline(".a { b").broken_at.is_some());
    }
}
