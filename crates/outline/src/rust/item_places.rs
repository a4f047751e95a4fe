//! The places and names of items, from lines and their indentation alone: all that search needs of a file, many times
//! faster than an outline.

use std::ops::Range;

use crate::Symbol;

/// Items with their names, extents from the docs on, and the first line of those docs.
pub fn find_named_item_places(text: &str) -> Vec<Symbol> {
    find_item_places(text, true)
}

/// The same, with items that have no name, if they are wanted.
pub fn find_item_places(text: &str, only_named: bool) -> Vec<Symbol> {
    let lines: Vec<&str> = text.lines().collect();
    let quoted = lines_in_strings_or_comments(&lines);
    let file = SourceLines { lines, quoted, only_named };
    file.places_in_range(0..file.lines.len(), 0)
}

struct SourceLines<'a> {
    lines: Vec<&'a str>,
    /// For each line, whether it begins inside a raw string or a block comment.
    quoted: Vec<bool>,
    only_named: bool,
}

/// At most this many levels of items within items are read.
const DEEPEST: usize = 40;

impl SourceLines<'_> {
    fn places_in_range(&self, range: Range<usize>, level: usize) -> Vec<Symbol> {
        let mut places = Vec::new();
        let mut at = range.start;
        while at < range.end {
            if self.quoted[at] || is_blank_or_comment(self.lines[at].trim_start()) {
                at += 1;
                continue;
            }
            let (head, code) = self.skip_preamble(at, range.end);
            let item = item_keyword_of(code).filter(|_| head < range.end);
            let Some((kind, behind)) = item else {
                at = head.max(at) + 1;
                continue;
            };
            let last = self.last_line_of_item(head, range.end, code);
            let is_open = last > head || code.contains('{');
            let name = match kind {
                "impl" => self.implemented_type_name(head, behind),
                // Imported items, and modules without a body, are defined elsewhere.
                "use" | "extern" | "extern crate" => String::new(),
                "mod" if !is_open => String::new(),
                _ => first_word(behind.trim_start().trim_start_matches("r#")).unwrap_or_default().to_owned(),
            };
            let holds_items = matches!(kind, "impl" | "mod" | "trait" | "extern") && level < DEEPEST;
            let children = if holds_items { self.places_in_range(head + 1..last, level + 1) } else { Vec::new() };
            if !self.only_named || !name.is_empty() && name != "_" {
                let doc = (at..=head).find_map(|line| doc_line_text(self.lines[line].trim(), self.quoted[line]));
                let number = |line: usize| u32::try_from(line + 1).unwrap_or(u32::MAX);
                places.push(Symbol {
                    kind,
                    name,
                    lines: (number(at), number(last)),
                    doc,
                    children,
                    ..Symbol::default()
                });
            }
            at = last + 1;
        }
        places
    }

    /// Skips docs and attributes: the line of the item, and its text after attributes on that line.
    fn skip_preamble(&self, mut at: usize, end: usize) -> (usize, &str) {
        while at < end {
            let rest = self.lines[at].trim_start_matches('\u{feff}').trim_start();
            if !self.quoted[at] && !is_doc_or_attribute(rest) && !is_blank_or_comment(rest) {
                return (at, rest);
            }
            let is_attribute = !self.quoted[at] && rest.starts_with("#[");
            let mut open = 0i32;
            while is_attribute && at < end {
                let line = self.lines[at].trim_start();
                for (place, c) in line.char_indices() {
                    open += i32::from(c == '[') - i32::from(c == ']');
                    let behind = line[place + c.len_utf8()..].trim_start();
                    if c == ']' && open == 0 && !is_doc_or_attribute(behind) && !is_blank_or_comment(behind) {
                        return (at, behind);
                    }
                }
                if open <= 0 {
                    break;
                }
                at += 1;
            }
            at += 1;
        }
        (at, "")
    }

    /// An item ends on its own line, or where the next line that is no deeper closes it.
    fn last_line_of_item(&self, head: usize, end: usize, code: &str) -> usize {
        let is_whole = |code: &str| code.split("//").next().unwrap_or(code).trim_end().ends_with([';', '}']);
        if is_whole(code) {
            return head;
        }
        let indent = indentation(self.lines[head]);
        let mut last = head;
        for at in head + 1..end {
            let line = self.lines[at];
            let rest = line.trim_start();
            let is_comment = rest.starts_with("//") && !is_doc_or_attribute(rest);
            if rest.is_empty() || is_comment || self.quoted[at] || indentation(line) > indent {
                last = if rest.is_empty() || is_comment { last } else { at };
                continue;
            }
            if rest.starts_with(['}', ']']) || rest.starts_with([')', '"']) && is_whole(rest) {
                return at;
            }
            if !(rest.starts_with([')', '{', '>', '"']) || rest.starts_with("where")) {
                return last;
            }
            last = at;
        }
        last
    }

    /// The type that an impl is for: the last name before its body, outside of generic arguments.
    fn implemented_type_name(&self, head: usize, behind: &str) -> String {
        let mut angles = 0;
        let mut name = "";
        for line in std::iter::once(behind).chain(self.lines[head + 1..].iter().take(20).copied()) {
            let mut rest = line;
            while let Some(first) = rest.chars().next() {
                let found = first_word(rest);
                match (first, found) {
                    ('{', _) => return name.to_owned(),
                    ('/', _) if rest.starts_with("//") => break,
                    ('<', _) => angles += 1,
                    ('>', _) => angles -= 1,
                    (_, Some("where")) => return name.to_owned(),
                    (_, Some(found)) if angles == 0 && !matches!(found, "for" | "dyn" | "mut" | "const") => {
                        name = found
                    }
                    _ => {}
                }
                // The arrow of `Fn() -> T` closes nothing.
                let len = if rest.starts_with("->") { 2 } else { found.map_or(first.len_utf8(), str::len) };
                rest = &rest[len..];
            }
        }
        name.to_owned()
    }
}

fn indentation(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

fn is_doc_or_attribute(line: &str) -> bool {
    line.starts_with("///") || line.starts_with("/**") || line.starts_with("#[")
}

fn first_word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !(c == '_' || c.is_alphanumeric())).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The keyword that makes a line an item, and the text after it.
fn item_keyword_of(mut rest: &str) -> Option<(&'static str, &str)> {
    const KINDS: &[&str] =
        &["fn", "struct", "enum", "union", "trait", "type", "mod", "use", "impl", "macro", "macro_rules", "static"];
    if let Some(behind) = rest.strip_prefix("pub") {
        let behind = behind.trim_start();
        rest = if behind.starts_with('(') { behind.split_once(')')?.1 } else { behind }.trim_start();
    }
    loop {
        let found = first_word(rest)?;
        let behind = rest[found.len()..].trim_start();
        if let Some(kind) = KINDS.iter().find(|kind| **kind == found) {
            let blank = rest.len() > found.len() + behind.len();
            return match *kind {
                "macro_rules" => Some(("macro", behind.strip_prefix('!')?)),
                "static" => Some(("static", behind.strip_prefix("mut ").unwrap_or(behind))),
                kind => (blank || kind == "impl" && behind.starts_with('<')).then_some((kind, behind)),
            };
        }
        let next = first_word(behind);
        match found {
            "const" if matches!(next, Some("fn" | "unsafe" | "async" | "extern" | "trait" | "impl")) => {}
            "const" => return next.map(|_| ("const", behind)),
            "default" | "async" | "unsafe" | "safe" | "auto" | "gen" => {}
            "extern" if next == Some("crate") => return Some(("extern crate", behind)),
            "extern" => {
                let abi = behind.strip_prefix('"').and_then(|abi| abi.split_once('"'));
                let behind = abi.map_or(behind, |(_, behind)| behind).trim_start();
                if behind.starts_with('{') {
                    return Some(("extern", behind));
                }
                rest = behind;
                continue;
            }
            _ => return None,
        }
        rest = behind;
    }
}

/// The text of a line of documentation; `inside` if it stands in a block of it.
fn doc_line_text(line: &str, inside: bool) -> Option<String> {
    let text = match line.strip_prefix("///").or_else(|| line.strip_prefix("/**")) {
        Some(text) => text,
        None => Some(line).filter(|_| inside)?.trim_start_matches('*'),
    };
    let text = text.strip_suffix("*/").unwrap_or(text).trim();
    (!matches!(text, "" | "/")).then(|| text.to_owned())
}

/// A blank line or a comment that documents no item.
fn is_blank_or_comment(line: &str) -> bool {
    line.is_empty()
        || (line.starts_with("//") || line.starts_with("/*")) && !is_doc_or_attribute(line)
        || line.starts_with("#![")
}

fn lines_in_strings_or_comments(lines: &[&str]) -> Vec<bool> {
    let mut end: Option<String> = None;
    let mut quoted = Vec::with_capacity(lines.len());
    for line in lines {
        quoted.push(end.is_some());
        let rest = match &end {
            Some(mark) => match line.find(mark.as_str()) {
                Some(at) => &line[at + mark.len()..],
                None => continue,
            },
            None => line,
        };
        end = end_of_open_string_or_comment(rest);
    }
    quoted
}

/// The end of a raw string or block comment that this text begins and does not end.
fn end_of_open_string_or_comment(text: &str) -> Option<String> {
    let trimmed = text.trim_start();
    if trimmed.starts_with("//") {
        return None;
    }
    if trimmed.starts_with("/*") {
        return (!trimmed.contains("*/")).then(|| "*/".to_owned());
    }
    // Only the last one can be open.
    let at = [text.rfind("r\""), text.rfind("r#")].into_iter().flatten().max()?;
    let behind = &text[at + 1..];
    let hashes = behind.len() - behind.trim_start_matches('#').len();
    let content = behind[hashes..].strip_prefix('"')?;
    let is_prefix = text[..at].trim_end_matches(['b', 'c']).ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let in_string = text[..at].matches('"').count() % 2 == 1;
    let end = format!("\"{}", "#".repeat(hashes));
    (!is_prefix && !in_string && !content.contains(&end)).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(places: &[Symbol], out: &mut Vec<String>) {
        for place in places {
            let doc = place.doc.as_deref().unwrap_or("-");
            out.push(format!("{}-{} {} {}: {doc}", place.lines.0, place.lines.1, place.kind, place.name));
            listed(&place.children, out);
        }
    }

    fn of(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        listed(&find_named_item_places(text), &mut out);
        out
    }

    #[test]
    fn items_with_their_docs_and_what_is_in_them() {
        let text = "\
//! A module.
use std::fmt::{self, Display};
mod elsewhere;

/// A point.
///
/// More of it.
#[derive(Clone)]
pub struct Point<T> {
    x: T, // }
}

impl<T: Into<f64>> fmt::Display for Point<T> where T: Copy {
    fn fmt(&self) -> fmt::Result {
        let s = \"fn not_here() {\";
    }
}

impl Point<f64> {
    pub(crate) const ORIGIN: f64 = 0.0;
    /** Moves it. */
    pub async fn shift(&mut self) { fn inner() {} }
}

#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
}
";
        assert_eq!(
            of(text),
            [
                "5-11 struct Point: A point.",
                "13-17 impl Point: -",
                "14-16 fn fmt: -",
                "19-23 impl Point: -",
                "20-20 const ORIGIN: -",
                "21-22 fn shift: Moves it.",
                "25-29 mod tests: -",
                "27-28 fn works: -",
            ]
        );
    }

    #[test]
    fn text_that_does_not_parse_still_has_places() {
        assert_eq!(of("fn a() { (\nfn b() {}\n"), ["1-1 fn a: -", "2-2 fn b: -"]);
        assert_eq!(of("}}}\nfn a() {}\nlet x = ;\nstruct B;\n"), ["2-2 fn a: -", "4-4 struct B: -"]);
        assert_eq!(
            of("cfg_if! {\n  if #[cfg(unix)] {\n    /// Opens.\n    pub fn open() {}\n  }\n}\n"),
            ["3-4 fn open: Opens."]
        );
        assert_eq!(of(""), [""; 0]);
        assert_eq!(of("\u{feff}#!/usr/bin/env run\nfn main() {}"), ["2-2 fn main: -"]);
    }

    #[test]
    fn strings_and_comments_hold_no_places() {
        assert_eq!(
            of("const A: &str = r#\"\nfn b() {}\n\"#;\n/*\nfn c() {}\n*/\nfn d() {}\n"),
            ["1-3 const A: -", "7-7 fn d: -"]
        );
        assert_eq!(of("#[doc = \"é\"] fn a() {}\n#[b(é\n"), ["1-1 fn a: -"]);
        let text = "fn a() {\n    b(\"br\", 1);\n// c\n    d();\n}\n/// E.\n#[inline] // f\nfn e() {}\n";
        assert_eq!(of(text), ["1-5 fn a: -", "6-8 fn e: E."]);
    }

    #[test]
    fn heads_over_many_lines_are_one_place() {
        let text = "\
#[derive(
    Clone,
)]
pub struct A<T>
where
    T: Copy,
{
    a: T,
}
pub fn b(
    c: u8,
) -> u8
where
    u8: Copy,
{
    c
}
impl<T: Fn(u8) -> Vec<T>>
    std::fmt::Debug for
    A<T>
{
    fn fmt() {}
}
";
        assert_eq!(of(text), ["1-9 struct A: -", "10-17 fn b: -", "18-23 impl A: -", "22-22 fn fmt: -"]);
    }
}
