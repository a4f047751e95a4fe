//! Cuts outputs and documents into sections: tests, traces, compiler blocks, headings, symbols, else blocks of lines.

use std::path::Path;
use std::sync::LazyLock;

use ctx_digest::Severity;
use ctx_digest::severity::{is_log_line, severity_of_line_with_fast_automaton};
use ctx_outline::{Symbol, find_named_symbols, language};
use ctx_text::cut_middle;
use ctx_text::text::Text;

/// A block of lines ends at a blank line after this many bytes …
const SOFT: usize = 1200;
/// … and at any line after this many.
const HARD: usize = 3 << 10;
const HARD_LINES: usize = 40;
/// An error begins a block of its own after a blank line, or after this many bytes.
const BLOCK: usize = 300;
/// Each line of a log stands for itself, so larger blocks cost nothing there.
const LOG: usize = 8 << 10;
const LOG_LINES: usize = 64;
/// A document's sections are kept whole up to this size.
const DOCUMENT: usize = 4 << 10;
/// Symbols share a section until it has this many bytes.
const SYMBOLS: usize = 2400;
const TITLE: usize = 160;

/// Lines `first..=last` (positions in the text) and their heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionRange {
    pub first: usize,
    pub last: usize,
    pub title: Option<String>,
}

/// Sections of a command's output.
pub fn split_output_into_sections(text: &Text) -> Vec<SectionRange> {
    let mut cuts = Vec::new();
    let mut start = 0;
    let mut title: Option<String> = None;
    let (mut bytes, mut logged) = (0, 0);
    let mut after_blank = true;
    for at in 0..text.len() {
        let line = text.line(at);
        let blank = line.trim_start().is_empty();
        let in_log = logged * 2 > at - start;
        let alone = !blank && is_log_or_listing_line(line);
        let room = after_blank || bytes >= BLOCK;
        let head = (!blank && !in_log && !alone && starts_section_of_output(line, room)).then(|| title_from_line(line));
        if at > start {
            let (most, most_lines) = if in_log { (LOG, LOG_LINES) } else { (HARD, HARD_LINES) };
            let full = bytes >= most || at - start >= most_lines;
            let pause = after_blank && bytes >= SOFT && !in_log;
            let block_ended = title.is_some() && after_blank && !blank && !line.starts_with([' ', '\t']);
            if head.is_some() || full || pause || block_ended {
                let goes_on = full && !after_blank;
                let next = head.or_else(|| title.clone().filter(|_| goes_on));
                cuts.push(SectionRange { first: start, last: at - 1, title: std::mem::replace(&mut title, next) });
                (start, bytes, logged) = (at, 0, 0);
            }
        } else if head.is_some() {
            title = head;
        }
        bytes += line.len() + 1;
        logged += usize::from(alone);
        after_blank = blank;
    }
    if start < text.len() {
        cuts.push(SectionRange { first: start, last: text.len() - 1, title });
    }
    cuts
}

/// A line of a log or a listing: it begins with a time or other numbers, or names its level.
pub fn is_log_or_listing_line(line: &str) -> bool {
    let head = line.as_bytes().get(..48).unwrap_or(line.as_bytes());
    head.iter().filter(|byte| byte.is_ascii_digit()).count() >= 6 || is_log_line(line)
}

/// Beginnings of lines that begin a section, each between bars.
static OPENERS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("../data/section_openers.txt").lines().map(|line| line.trim_matches('|')).collect());

/// True for a line that begins something with a name of its own.
fn starts_section_of_output(line: &str, room: bool) -> bool {
    match line.as_bytes().first() {
        None | Some(b' ' | b'\t') => false,
        Some(b'#') => parse_markdown_heading(line).is_some(),
        Some(b'=' | b'-' | b'_' | b'*' | b'~') if is_ruled_heading(line) => true,
        Some(first) => {
            OPENERS.iter().any(|opener| opener.as_bytes()[0] == *first && line.starts_with(opener))
                || (room
                    && severity_of_line_with_fast_automaton(line)
                        .is_some_and(|signal| signal.severity == Severity::Error))
        }
    }
}

/// `==== FAILURES ====`, `---- tests::parse stdout ----`: words between rules.
fn is_ruled_heading(line: &str) -> bool {
    let line = line.trim_end();
    let Some(mark) = line.chars().next() else { return false };
    let inner = line.trim_matches(mark);
    line.len() - inner.len() >= 6 && line.ends_with(mark) && inner.chars().any(char::is_alphanumeric)
}

fn title_from_line(line: &str) -> String {
    let trimmed = line.trim_matches(|c: char| c.is_whitespace() || "=-_*~#".contains(c));
    cut_middle(trimmed, TITLE).into_owned()
}

/// Depth and words of a Markdown heading.
fn parse_markdown_heading(line: &str) -> Option<(usize, &str)> {
    let depth = line.bytes().take_while(|&byte| byte == b'#').count();
    let words = line.get(depth..)?.strip_prefix(' ')?.trim().trim_end_matches('#').trim();
    ((1..=6).contains(&depth) && !words.is_empty()).then_some((depth, words))
}

/// A document: Markdown by its headings, with code fences whole; else its paragraphs, under its first line.
pub fn split_document_into_sections(text: &Text, path: &str) -> Vec<SectionRange> {
    let name = path.to_ascii_lowercase();
    if [".md", ".markdown", ".mdx", ".mdc", ".rmd", ".qmd"].iter().any(|end| name.ends_with(end)) {
        return split_markdown_into_sections(text);
    }
    // A web page was turned into Markdown, whatever its address ends in.
    if name.starts_with("http")
        && name.contains("://")
        && text.lines().any(|line| parse_markdown_heading(line).is_some())
    {
        return split_markdown_into_sections(text);
    }
    if let Some(cuts) = split_source_by_symbols(text, path) {
        return cuts;
    }
    let first = text.len().min(40);
    if (0..first).filter(|&at| is_log_or_listing_line(text.line(at))).count() * 2 > first {
        return split_output_into_sections(text);
    }
    split_prose_into_sections(text)
}

/// Code by its symbols, data by its keys: small ones together, large ones by their members.
fn split_source_by_symbols(text: &Text, path: &str) -> Option<Vec<SectionRange>> {
    let in_order = (0..text.len()).all(|at| text.raw_line_number(at) == at as u64 + 1);
    let path = Path::new(path);
    let sample: String = text.lines().take(2).flat_map(|line| [line, "\n"]).collect();
    let language = language::detect_language(path, sample.as_bytes()).filter(|_| in_order)?;
    let source: String = text.lines().flat_map(|line| [line, "\n"]).collect();
    let symbols = find_named_symbols(language, &source);
    if symbols.is_empty() || language.name == "markdown" {
        return None;
    }
    let mut marks: Vec<SymbolStart> = Vec::new();
    collect_symbol_starts(&symbols, text, &mut marks);
    marks.sort_by_key(|mark| mark.first);
    let mut cuts: Vec<SectionRange> = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    let mut titles: Vec<SymbolStart> = Vec::new();
    let mut next = marks.into_iter().peekable();
    for at in 0..text.len() {
        let begins = next.peek().is_some_and(|mark| mark.first <= at);
        let full = bytes >= DOCUMENT || (begins && bytes >= SYMBOLS);
        if full && at > start {
            cuts.push(SectionRange { first: start, last: at - 1, title: section_title_of_symbols(&mut titles) });
            (start, bytes) = (at, 0);
        }
        while let Some(mark) = next.next_if(|mark| mark.first <= at) {
            titles.push(mark);
        }
        bytes += text.line(at).len() + 1;
    }
    if start < text.len() {
        cuts.push(SectionRange { first: start, last: text.len() - 1, title: section_title_of_symbols(&mut titles) });
    }
    Some(cuts)
}

/// Where a symbol begins (the position of a line), its name, and the first line of its description.
struct SymbolStart<'s> {
    first: usize,
    name: &'s str,
    doc: &'s str,
}

fn collect_symbol_starts<'s>(symbols: &'s [Symbol], text: &Text, marks: &mut Vec<SymbolStart<'s>>) {
    for symbol in symbols {
        let first = (symbol.lines.0 as usize).saturating_sub(1).min(text.len());
        let last = (symbol.lines.1 as usize).min(text.len());
        let mut docs = symbol.doc.as_deref().unwrap_or_default().lines().map(str::trim);
        marks.push(SymbolStart {
            first,
            name: &symbol.name,
            doc: docs.find(|line| !line.is_empty()).unwrap_or_default(),
        });
        let bytes: usize = (first..last).map(|at| text.line(at).len() + 1).sum();
        if bytes > SYMBOLS {
            collect_symbol_starts(&symbol.children, text, marks);
        }
    }
}

/// All names, each once, and the description of the first that has one: the rest is in the text.
fn section_title_of_symbols(marks: &mut Vec<SymbolStart>) -> Option<String> {
    let mut title = String::new();
    let mut said = false;
    for (at, mark) in marks.iter().enumerate() {
        if mark.name.is_empty() || marks[..at].iter().any(|other| other.name == mark.name) {
            continue;
        }
        if !title.is_empty() {
            title.push_str(" · ");
        }
        title.push_str(mark.name);
        if !said && !mark.doc.is_empty() {
            title.push(' ');
            title.push_str(mark.doc);
            said = true;
        }
    }
    marks.clear();
    (!title.is_empty()).then(|| cut_middle(&title, 2 * TITLE).into_owned())
}

pub fn split_markdown_into_sections(text: &Text) -> Vec<SectionRange> {
    let mut cuts = Vec::new();
    let mut path: Vec<(usize, String)> = Vec::new();
    let mut fence: Option<(char, usize)> = None;
    let (mut start, mut bytes) = (0, 0);
    let title = |path: &[(usize, String)]| {
        let words: Vec<&str> = path.iter().map(|(_, words)| words.as_str()).collect();
        (!words.is_empty()).then(|| cut_middle(&words.join(" > "), TITLE).into_owned())
    };
    for at in 0..text.len() {
        let line = text.line(at);
        let mark = line.trim_start();
        if let Some(mark_char) = mark.chars().next().filter(|c| matches!(c, '`' | '~')) {
            let width = mark.chars().take_while(|&c| c == mark_char).count();
            match fence {
                Some((open, least)) if open == mark_char && width >= least && mark.trim_end().len() == width => {
                    fence = None
                }
                None if width >= 3 => fence = Some((mark_char, width)),
                _ => {}
            }
        }
        let found = if fence.is_none() { parse_markdown_heading(line) } else { None };
        let long = fence.is_none() && bytes >= DOCUMENT && (mark.is_empty() || bytes >= 4 * DOCUMENT);
        if (found.is_some() || long) && at > start {
            cuts.push(SectionRange { first: start, last: at - 1, title: title(&path) });
            (start, bytes) = (at, 0);
        }
        if let Some((depth, words)) = found {
            path.retain(|(other, _)| *other < depth);
            path.push((depth, words.to_owned()));
        }
        bytes += line.len() + 1;
    }
    if start < text.len() {
        cuts.push(SectionRange { first: start, last: text.len() - 1, title: title(&path) });
    }
    cuts
}

fn split_prose_into_sections(text: &Text) -> Vec<SectionRange> {
    let first = text.lines().find(|line| !line.trim().is_empty()).filter(|line| line.len() <= 2 * TITLE);
    let mut title = first.map(title_from_line).filter(|title| !title.is_empty());
    let mut cuts = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for at in 0..text.len() {
        let line = text.line(at);
        let blank = line.trim().is_empty();
        if at > start
            && (bytes >= DOCUMENT || (blank && bytes >= DOCUMENT / 2 && bytes_left_from_line(text, at) > DOCUMENT / 2))
        {
            cuts.push(SectionRange { first: start, last: at - 1, title: title.take() });
            (start, bytes) = (at, 0);
        }
        bytes += line.len() + 1;
    }
    if start < text.len() {
        cuts.push(SectionRange { first: start, last: text.len() - 1, title });
    }
    cuts
}

/// Bytes from this line on, as far as it matters here.
fn bytes_left_from_line(text: &Text, at: usize) -> usize {
    let mut lengths = (at..text.len()).map(|index| text.line(index).len() + 1);
    let sum = |bytes: usize, length: usize| if bytes > DOCUMENT { Err(bytes) } else { Ok(bytes + length) };
    lengths.try_fold(0, sum).unwrap_or_else(|bytes| bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(cuts: &[SectionRange]) -> Vec<(usize, usize, &str)> {
        cuts.iter().map(|cut| (cut.first, cut.last, cut.title.as_deref().unwrap_or(""))).collect()
    }

    #[test]
    fn blocks_of_a_compiler_and_of_tests() {
        let text = Text::from_bytes(
            b"   Compiling a v0.1.0\nerror[E0308]: mismatched types\n --> src/a.rs:3:5\n  |\n\nnext words\n---- tests::parse stdout ----\nleft: 1\n",
        );
        assert_eq!(
            titles(&split_output_into_sections(&text)),
            [(0, 0, ""), (1, 4, "error[E0308]: mismatched types"), (5, 5, ""), (6, 7, "tests::parse stdout")]
        );
    }

    #[test]
    fn every_line_is_in_one_section() {
        let page: String = (0..500).map(|n| format!("2026-11-15 12:00:{:02} INFO step {n}\n", n % 60)).collect();
        let text = Text::from_bytes(page.as_bytes());
        let cuts = split_output_into_sections(&text);
        let mut next = 0;
        for cut in &cuts {
            assert_eq!(cut.first, next);
            next = cut.last + 1;
        }
        assert_eq!(next, 500);
        assert!(cuts.len() < 12, "{}", cuts.len());
    }

    #[test]
    fn headings_with_their_path_and_fences_whole() {
        let text = Text::from_bytes(b"# Guide\nhello\n## Install\n```sh\n# not a heading\nmake\n```\n## Use\nrun\n");
        assert_eq!(
            titles(&split_markdown_into_sections(&text)),
            [(0, 1, "Guide"), (2, 6, "Guide > Install"), (7, 8, "Guide > Use")]
        );
    }

    #[test]
    fn a_short_document_is_one_section_under_its_first_line() {
        let text = Text::from_bytes(b"flow past a plate\n\nit is shown that\nit flows\n");
        assert_eq!(titles(&split_document_into_sections(&text, "1.txt")), [(0, 3, "flow past a plate")]);
    }

    #[test]
    fn an_item_is_in_one_section_with_its_docs() {
        let long = "    let value = compute(value);\n".repeat(80);
        let source = format!(
            "use std::io;\n\n/// Reads a header.\npub fn header() {{\n{long}}}\n\nimpl Frame {{\n    /// Checks the sum.\n    fn check(&self) {{\n{long}    }}\n}}\n"
        );
        let text = Text::from_bytes(source.as_bytes());
        assert_eq!(
            titles(&split_document_into_sections(&text, "frame.rs")),
            [(0, 85, "header Reads a header."), (86, 170, "Frame · check Checks the sum.")]
        );
    }
}
