//! A file whose brackets do not match: cut into items by its lines, so that a missing or surplus brace spoils only the item
//! around it.

use std::str::FromStr;

use proc_macro2::TokenStream;

use super::impl_groups::{IMPL, TRAIT_IMPL};
use super::items::MacroCalls;
use super::reader::{RustReader, StackLimits};
use crate::lines::LineStarts;
use crate::{Symbol, Visibility};

/// Lines that version control leaves in a file with a conflict.
const MARKERS: &[&str] = &["<<<<<<<", "=======", ">>>>>>>", "|||||||"];
/// At most this many brackets and strange characters of one text are repaired.
const REPAIRS: usize = 32;

/// A file that has no tokens as a whole.
pub struct BrokenFileReader<'a> {
    pub text: &'a str,
    pub lines: &'a LineStarts,
    pub limits: StackLimits,
    /// Where the first piece breaks that breaks alone.
    pub first_break: Option<usize>,
}

/// Where the first conflict marker stands, if the text has both ends of a conflict.
pub fn find_conflict_marker(text: &str) -> Option<usize> {
    let marked = |marker: &str| lines_with_offsets(text).find(|(_, line)| line.starts_with(marker));
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
fn repair_brackets(text: &str) -> Option<(String, TokenStream)> {
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

impl BrokenFileReader<'_> {
    fn new_reader<'t>(&'t self, text: &'t str, start: usize, of_trait: Option<Visibility>) -> RustReader<'t> {
        let mut reader = RustReader::new(text, start, self.lines, self.limits);
        reader.of_trait = of_trait;
        reader
    }

    /// The file's own docs: before its first item.
    pub fn file_docs(&self, start: usize, items: &[Symbol]) -> Option<String> {
        let end = items.first().map_or(self.text.len(), |item| self.lines.offset_of_line(item.lines.0));
        let (text, tokens) = repair_brackets(self.text.get(start..end)?)?;
        self.new_reader(&text, start, None).inner_docs(tokens)
    }

    /// Items whose lines are known, read as far as their own brackets match; `of_trait` as in `RustReader`.
    pub fn read_items(&mut self, items: &[Symbol], of_trait: Option<Visibility>) -> Vec<Symbol> {
        items.iter().flat_map(|item| self.read_item(item, of_trait)).collect()
    }

    fn read_item(&mut self, item: &Symbol, of_trait: Option<Visibility>) -> Vec<Symbol> {
        let (start, end) = (self.lines.offset_of_line(item.lines.0), self.lines.offset_of_line(item.lines.1 + 1));
        let text = self.text;
        let end = end.min(text.len());
        let reader = self.new_reader(&text[start..end], start, of_trait);
        let broken_at = match reader.tokens() {
            Ok(tokens) if reader.fits_on_stack() => {
                let found = reader.read_items(tokens, MacroCalls::Items);
                self.first_break = self.first_break.or(found.rest.map(|at| start + at));
                return found.items;
            }
            Ok(_) => 0,
            Err(at) => at,
        };
        let inside = self.read_container(item, start, of_trait);
        self.first_break.get_or_insert(start + broken_at);
        inside.unwrap_or_else(|| self.read_repaired_items(start, end, of_trait))
    }

    /// The items of a text whose brackets do not match.
    fn read_repaired_items(&self, from: usize, to: usize, of_trait: Option<Visibility>) -> Vec<Symbol> {
        let text = &self.text[from..to];
        let flat = self.new_reader(text, from, of_trait).fits_on_stack();
        // Of what is nested without end, the first line.
        let text = if flat { text } else { text.lines().next().unwrap_or_default() };
        let len = text.len();
        let Some((text, tokens)) = repair_brackets(text) else { return Vec::new() };
        let reader = self.new_reader(&text, from, of_trait).with_original_length(len);
        if reader.fits_on_stack() { reader.read_items(tokens, MacroCalls::Items).items } else { Vec::new() }
    }

    /// A broken impl, trait or module, with its intact parts.
    fn read_container(&mut self, item: &Symbol, start: usize, of_trait: Option<Visibility>) -> Option<Vec<Symbol>> {
        let body = self.lines.offset_of_line(item.children.first()?.lines.0);
        let mut head = self.read_repaired_items(start, body, of_trait).into_iter().next()?;
        let inner = match head.kind {
            "trait" => Some(head.visibility),
            "mod" | IMPL | TRAIT_IMPL | "extern" => None,
            _ => return None,
        };
        let children = self.read_items(&item.children, inner);
        if head.kind != TRAIT_IMPL {
            head.children = children;
        }
        head.lines.1 = item.lines.1.max(head.lines.0);
        Some(vec![head])
    }
}

/// Lines with their offsets.
fn lines_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    })
}
