//! A file whose brackets do not match: cut where items begin at one indentation, so that a missing or surplus brace
//! spoils only the item around it.

use std::str::FromStr;

use proc_macro2::TokenStream;

use super::group::{IMPL, MACRO_CALL, TRAIT_IMPL};
use super::items::ItemContext;
use super::reader::{Limits, LineStarts, SpanReader};
use crate::{Symbol, Visibility};

/// Indentation deeper than this is not followed.
const WIDEST: usize = 80;
/// Lines that version control leaves in a file with a conflict.
const MARKERS: &[&str] = &["<<<<<<<", "=======", ">>>>>>>", "|||||||"];
/// At most this many brackets and strange characters of one text are repaired.
const REPAIRS: usize = 32;

/// A file that has no tokens as a whole.
pub struct FileInPieces<'a> {
    pub text: &'a str,
    pub lines: &'a LineStarts,
    pub limits: Limits,
    /// Where the first piece breaks that breaks alone.
    pub first_break: Option<usize>,
}

/// Where the first conflict marker stands, if the text has both ends of a conflict.
pub fn find_conflict_marker(text: &str) -> Option<usize> {
    let marked = |marker: &str| lines(text, 0, text.len()).find(|(_, line)| line.starts_with(marker));
    let (first, last) = (marked(MARKERS[0])?.0, marked(MARKERS[2])?.0);
    (first < last).then_some(first)
}

/// Conflict markers blanked, both sides kept, no offset moved.
pub fn blank_conflict_markers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if MARKERS.iter().any(|marker| line.starts_with(marker)) {
            let len = line.trim_end_matches(['\n', '\r']).len();
            out.extend(std::iter::repeat_n(' ', len));
            out.push_str(&line[len..]);
        } else {
            out.push_str(line);
        }
    }
    out
}

/// The text with its brackets closed at its end and with blanks in place of what is not a token; and its tokens.
fn repaired(text: &str) -> Option<(String, TokenStream)> {
    let mut text = text.to_owned();
    for _ in 0..REPAIRS {
        let at = match TokenStream::from_str(&text) {
            Ok(tokens) => return Some((text, tokens)),
            Err(error) => error.span().byte_range().start,
        };
        let strange = text.get(at..)?.chars().next()?;
        match strange {
            '(' => text.push_str("\n)"),
            '[' => text.push_str("\n]"),
            '{' => text.push_str("\n}"),
            _ => text.replace_range(at..at + strange.len_utf8(), &" ".repeat(strange.len_utf8())),
        }
    }
    None
}

impl FileInPieces<'_> {
    fn reader<'t>(&'t self, text: &'t str, start: usize) -> SpanReader<'t> {
        SpanReader::new(text, start, self.lines, self.limits)
    }

    /// The file's own docs: before its first item.
    pub fn file_docs(&self, start: usize) -> Option<String> {
        let end = item_starts(self.text, start, self.text.len(), 0).first().copied().unwrap_or(self.text.len());
        let (text, tokens) = repaired(&self.text[start..end])?;
        self.reader(&text, start).inner_docs(tokens)
    }

    /// The items between two offsets that begin at this indentation.
    pub fn items_between(&mut self, from: usize, to: usize, indent: usize, within: ItemContext) -> Vec<Symbol> {
        let starts = item_starts(self.text, from, to, indent);
        if starts.is_empty() || indent > WIDEST {
            return self.repaired(from, to, within);
        }
        let mut symbols = Vec::new();
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(to);
            symbols.extend(self.piece(start, end, indent, within));
        }
        symbols
    }

    fn piece(&mut self, start: usize, end: usize, indent: usize, within: ItemContext) -> Vec<Symbol> {
        let text = self.text;
        let reader = self.reader(&text[start..end], start);
        let broken_at = match reader.tokens() {
            Ok(tokens) if reader.fits_on_stack() => {
                if let Some(symbols) = reader.read_items_with_syn(tokens.clone(), within) {
                    return symbols;
                }
                let found = reader.read_items_loosely(tokens, within);
                self.first_break = self.first_break.or(found.rest.map(|at| start + at));
                return found.items;
            }
            Ok(_) => 0,
            Err(at) => at,
        };
        let deeper = self.container(start, end, indent, within);
        self.first_break.get_or_insert(start + broken_at);
        deeper.unwrap_or_else(|| self.repaired(start, end, within))
    }

    /// The items of a text whose brackets do not match.
    fn repaired(&self, from: usize, to: usize, within: ItemContext) -> Vec<Symbol> {
        let text = &self.text[from..to];
        let flat = self.reader(text, from).fits_on_stack();
        // Of what is nested without end, the first line.
        let text = if flat { text } else { text.lines().next().unwrap_or_default() };
        let len = text.len();
        let Some((text, tokens)) = repaired(text) else { return Vec::new() };
        let reader = self.reader(&text, from).limit_length(len);
        if reader.fits_on_stack() { reader.read_items_loosely(tokens, within).items } else { Vec::new() }
    }

    /// A broken impl, trait, module or macro, with its intact parts.
    fn container(&mut self, start: usize, end: usize, indent: usize, within: ItemContext) -> Option<Vec<Symbol>> {
        let text = self.text;
        let body = body_start(text, start, end, indent)?;
        let macro_name = text[start..body].lines().find_map(|line| macro_call(line.trim_start()));
        let mut head = match macro_name {
            Some(name) => Symbol {
                kind: MACRO_CALL,
                name: name.to_owned(),
                signature: format!("{name}!"),
                visibility: Visibility::Private,
                lines: (self.lines.line_of_offset(start), self.lines.line_of_offset(end.saturating_sub(1))),
                ..Symbol::default()
            },
            None => self.repaired(start, body, within).into_iter().next()?,
        };
        let inner = match head.kind {
            "trait" => ItemContext::Trait(head.visibility),
            "mod" => ItemContext::Module,
            MACRO_CALL => within,
            IMPL | TRAIT_IMPL | "extern" => ItemContext::Impl,
            _ => return None,
        };
        let close = body_end(text, body, end, indent);
        let children = self.items_between(body, close, indentation(&text[body..]), inner);
        if head.kind != TRAIT_IMPL {
            head.children = children;
        }
        head.lines.1 = self.lines.line_of_offset(end.saturating_sub(1)).max(head.lines.0);
        Some(vec![head])
    }
}

pub fn indentation(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Lines with their offsets.
fn lines(text: &str, from: usize, to: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = from;
    text[from..to].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

/// The offsets where items begin: docs and attributes belong to the item after them.
fn item_starts(text: &str, from: usize, to: usize, indent: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut in_preamble = false;
    for (at, line) in lines(text, from, to) {
        if indentation(line) != indent {
            continue;
        }
        let line = &line[indent..];
        if is_preamble(line) {
            if !in_preamble {
                starts.push(at);
            }
            in_preamble = true;
        } else if starts_item(line) {
            if !in_preamble {
                starts.push(at);
            }
            in_preamble = false;
        }
    }
    starts
}

pub fn is_preamble(line: &str) -> bool {
    line.starts_with("///") || line.starts_with("/**") || line.starts_with("#[")
}

fn starts_item(line: &str) -> bool {
    const WORDS: &[&str] = &[
        "fn",
        "struct",
        "enum",
        "union",
        "trait",
        "type",
        "impl",
        "mod",
        "use",
        "const",
        "static",
        "extern",
        "unsafe",
        "async",
        "default",
        "auto",
        "macro_rules",
        "macro",
        "safe",
    ];
    let mut rest = line;
    // A public field is not an item.
    if let Some(public) = first_word(line).filter(|word| *word == "pub") {
        rest = line[public.len()..].trim_start();
        if rest.starts_with('(') {
            rest = rest.split_once(')').map_or("", |(_, rest)| rest.trim_start());
        }
    }
    first_word(rest).is_some_and(|word| WORDS.contains(&word)) && !rest.starts_with("default:")
        || macro_call(line).is_some()
}

pub fn first_word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !(c == '_' || c.is_alphanumeric())).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The name of a macro whose call opens on this line.
fn macro_call(line: &str) -> Option<&str> {
    let (path, rest) = line.split_once('!')?;
    let name = path.rsplit("::").next()?;
    let named = !path.is_empty() && path.chars().all(|c| c == '_' || c == ':' || c.is_alphanumeric());
    (named && !name.is_empty() && rest.trim_start().starts_with(['{', '(', '['])).then_some(name)
}

/// The first line of the container's content: deeper than its head, and the beginning of an item.
fn body_start(text: &str, start: usize, end: usize, indent: usize) -> Option<usize> {
    let mut head_seen = false;
    for (at, line) in lines(text, start, end) {
        let own = indentation(line);
        let rest = &line[own..];
        if own <= indent {
            head_seen |= starts_item(rest);
        } else if head_seen && (is_preamble(rest) || starts_item(rest)) {
            return Some(at);
        }
    }
    None
}

/// The position of the container's own closing brace.
fn body_end(text: &str, body: usize, end: usize, indent: usize) -> usize {
    let closing =
        lines(text, body, end).filter(|(_, line)| indentation(line) == indent && line[indent..].starts_with('}'));
    closing.last().map_or(end, |(at, _)| at)
}
