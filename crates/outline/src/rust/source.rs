//! The text of a Rust file: lines of offsets, signatures, and the part before an item (docs, attributes).

use super::lex::{Lexer, TokenKind, one_line, skip_group};

pub struct Source<'a> {
    pub text: &'a str,
    line_starts: Vec<usize>,
}

/// The part before an item.
#[derive(Default)]
pub struct Preamble {
    pub doc: Option<String>,
    pub notes: Vec<String>,
    pub exported: bool,
}

impl<'a> Source<'a> {
    pub fn new(text: &'a str) -> Source<'a> {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        Source { text, line_starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// 1-based.
    pub fn line(&self, at: usize) -> u32 {
        u32::try_from(self.line_starts.partition_point(|&start| start <= at)).unwrap_or(u32::MAX)
    }

    /// 1-based line and column in characters.
    pub fn place(&self, at: usize) -> (u32, u32) {
        let line = self.line(at);
        let start = self.line_starts[line as usize - 1];
        let column = self.text.get(start..at).map_or(0, |before| before.chars().count());
        (line, u32::try_from(column + 1).unwrap_or(u32::MAX))
    }

    /// The text between two offsets on one line.
    pub fn joined(&self, from: usize, to: usize) -> String {
        one_line(self.text.get(from..to).unwrap_or_default(), true)
    }

    /// As `joined`, attributes left out.
    pub fn joined_bare(&self, from: usize, to: usize) -> String {
        one_line(self.text.get(from..to).unwrap_or_default(), false)
    }

    /// The docs and the telling attributes between two offsets.
    pub fn preamble(&self, from: usize, to: usize) -> Preamble {
        let mut preamble = Preamble::default();
        if from >= to {
            return preamble;
        }
        let text = self.text.get(..to).unwrap_or_default();
        let mut docs = Vec::new();
        let mut tokens = Lexer::new(text, from);
        while let Some(token) = tokens.next() {
            if token.kind == TokenKind::Doc {
                docs.push(doc_text(token.text(text)));
            } else if token.text(text) == "#" {
                let mut group = tokens.clone();
                // `#![…]` belongs to the enclosing item.
                if group.clone().next().is_some_and(|token| token.text(text) == "!") {
                    tokens.next();
                    skip_group(&mut tokens);
                    continue;
                }
                skip_group(&mut tokens);
                let Some(open) = group.next().filter(|token| token.text(text) == "[") else { continue };
                let end = tokens.clone().next().map_or(to, |next| next.start);
                let body = text[open.end..end].trim_end();
                attribute(body.strip_suffix(']').unwrap_or(body).trim(), &mut docs, &mut preamble);
            }
        }
        preamble.doc = (!docs.is_empty()).then(|| docs.join("\n")).filter(|doc| !doc.trim().is_empty());
        preamble
    }

    /// The file's or module's own docs: `//!` from an offset on, up to the first item.
    pub fn inner_docs(&self, from: usize) -> Option<String> {
        let mut docs = Vec::new();
        let mut tokens = Lexer::new(self.text, from);
        while let Some(token) = tokens.next() {
            match token.kind {
                TokenKind::InnerDoc => docs.push(doc_text(token.text(self.text))),
                TokenKind::Punct if self.text[token.end..].starts_with("![") => {
                    tokens.next();
                    let start = tokens.clone().next().map_or(token.end, |open| open.end);
                    skip_group(&mut tokens);
                    if let Some(doc) = doc_attribute(self.text[start..].trim_start()) {
                        docs.push(doc);
                    }
                }
                _ => break,
            }
        }
        (!docs.is_empty()).then(|| docs.join("\n")).filter(|doc| !doc.trim().is_empty())
    }
}

/// A doc comment without its marks.
pub(super) fn doc_text(comment: &str) -> String {
    if let Some(line) = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!")) {
        return line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned();
    }
    let body = comment.get(3..).unwrap_or_default();
    let body = body.strip_suffix("*/").unwrap_or(body);
    let lines = body.lines().map(|line| {
        let line = line.trim();
        let line = line.strip_prefix('*').unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The text of `doc = "…"`, if the attribute is that.
fn doc_attribute(body: &str) -> Option<String> {
    let value = body.strip_prefix("doc")?.trim_start().strip_prefix('=')?.trim_start();
    let token = Lexer::new(value, 0).next().filter(|token| token.kind == TokenKind::Literal)?;
    let text = string_value(token.text(value))?;
    Some(text.strip_prefix(' ').unwrap_or(&text).to_owned())
}

/// The value of a string literal. Escapes that name a character by its number stay as written.
fn string_value(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        return raw.get(hashes + 1..raw.len().checked_sub(hashes + 1)?).map(str::to_owned);
    }
    let mut text = String::new();
    let mut chars = literal.strip_prefix('"')?.strip_suffix('"')?.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => while chars.next_if(|c| c.is_whitespace()).is_some() {},
            ('\\', Some(&escaped @ ('n' | 't' | '"' | '\'' | '\\'))) => {
                chars.next();
                text.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                });
            }
            _ => text.push(c),
        }
    }
    Some(text)
}

fn attribute(body: &str, docs: &mut Vec<String>, preamble: &mut Preamble) {
    if let Some(doc) = doc_attribute(body) {
        docs.push(doc);
        return;
    }
    let name_len = body.find(|c: char| !(c == '_' || c.is_alphanumeric())).unwrap_or(body.len());
    match &body[..name_len] {
        "derive" | "cfg" | "repr" => preamble.notes.push(one_line(body, true)),
        name @ ("deprecated" | "non_exhaustive" | "proc_macro" | "proc_macro_attribute") => {
            preamble.notes.push(name.to_owned());
        }
        "proc_macro_derive" => preamble.notes.push(one_line(body, true)),
        "doc" if body.contains("hidden") => preamble.notes.push("doc(hidden)".to_owned()),
        "macro_export" => {
            preamble.exported = true;
            preamble.notes.push("macro_export".to_owned());
        }
        _ => {}
    }
}
