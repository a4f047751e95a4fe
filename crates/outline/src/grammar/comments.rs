//! Comments: the item each belongs to, the file's own description, and their text without the marks.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::Symbol;
use crate::lines::LineStarts;

/// Words of licences, in lower case.
const LICENCE_WORDS: &str = "permission|warrant|redistribut|liable|governed by|applicable law|free software|neither the name|\
    distributed under|all rights";
/// How comments begin that are for a linter, an editor or a formatter.
const TOOL_MARKS: &str = "eslint|prettier|@ts-|ts-ignore|istanbul|noqa|nolint|pylint|rubocop|shellcheck|clang-format|phpcs|\
    type:|fmt:|-*-|vim:|vim |frozen_string_literal|eslint-|jshint|global |coding:|encoding:|go:|+build|\
    biome-|stylelint|@flow|!/|#region|region |endregion|#endregion|Module dependencies";

/// Line comments that follow each other, or one block comment.
struct CommentBlock {
    range: Range<usize>,
    rows: (u32, u32),
}

pub struct Comments {
    blocks: Vec<CommentBlock>,
    by_last_row: HashMap<u32, usize>,
    lines: LineStarts,
    ranges: Vec<Range<usize>>,
}

impl Comments {
    pub fn new(text: &str, ranges: &[Range<usize>]) -> Comments {
        let mut comments = Comments {
            blocks: Vec::new(),
            by_last_row: HashMap::new(),
            lines: LineStarts::new(text),
            ranges: ranges.to_vec(),
        };
        for range in ranges {
            let source = text[range.clone()].trim_end();
            let range = range.start..range.start + source.len();
            let rows =
                (comments.row_of_byte(range.start), comments.row_of_byte(range.end.saturating_sub(1).max(range.start)));
            let alone = text[comments.start_of_row(rows.0)..range.start].trim().is_empty();
            if !alone || source.starts_with("#!/") {
                continue;
            }
            match comments.blocks.last_mut() {
                Some(last)
                    if last.rows.1 + 1 == rows.0
                        && !source.starts_with("/*")
                        && !text[last.range.clone()].starts_with("/*") =>
                {
                    last.range.end = range.end;
                    last.rows.1 = rows.1;
                }
                _ => comments.blocks.push(CommentBlock { range, rows }),
            }
        }
        comments.by_last_row = comments.blocks.iter().enumerate().map(|(at, block)| (block.rows.1, at)).collect();
        comments
    }

    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// The row of a byte, 0-based.
    pub fn row_of_byte(&self, byte: usize) -> u32 {
        self.lines.line_of_offset(byte) - 1
    }

    fn start_of_row(&self, row: u32) -> usize {
        self.lines.offset_of_line(row + 1)
    }

    fn is_blank_row(&self, text: &str, row: u32) -> bool {
        text[self.start_of_row(row)..].lines().next().is_none_or(|line| line.trim().is_empty())
    }

    /// The comment that ends on the line before this byte's, or before it on the same line.
    pub fn doc_comment_above(&self, text: &str, byte: usize) -> Option<String> {
        let row = self.row_of_byte(byte);
        let before = |row: u32| self.by_last_row.get(&row).map(|at| &self.blocks[*at]);
        let block = before(row)
            .filter(|block| block.range.end <= byte)
            .or_else(|| row.checked_sub(1).and_then(before))
            // Some leave a line between a documentation comment and its item.
            .or_else(|| {
                row.checked_sub(2)
                    .and_then(before)
                    .filter(|block| text[block.range.clone()].starts_with("/**") && self.is_blank_row(text, row - 1))
            })?;
        let doc = strip_comment_marks(&text[block.range.clone()]);
        let is_licence = block.rows.0 < 3 && mentions_licence(&doc);
        (!doc.is_empty() && !is_licence && !is_tool_comment(&doc)).then_some(doc)
    }

    /// The first comment at the top of the file that belongs to no item and is not a licence.
    pub fn file_purpose(&self, text: &str, symbols: &[Symbol]) -> Option<String> {
        let taken: HashSet<&str> = symbols.iter().filter_map(|symbol| symbol.doc.as_deref()).collect();
        let mut at = 0;
        for block in &self.blocks {
            if !text.get(at..block.range.start)?.lines().all(is_prologue_line) {
                return None;
            }
            at = block.range.end;
            let doc = strip_licence(&strip_comment_marks(&text[block.range.clone()]));
            let doc = doc.trim_start_matches(['@', '\\']);
            let doc = ["fileoverview", "file", "module", "brief"].iter().fold(doc, |doc, tag| {
                doc.strip_prefix(tag).filter(|rest| rest.starts_with([' ', '\n'])).unwrap_or(doc).trim_start()
            });
            if !doc.is_empty() && !taken.contains(doc) && !is_tool_comment(doc) {
                return Some(doc.to_owned());
            }
        }
        None
    }
}

/// Lines that may stand above the comment that describes the file.
fn is_prologue_line(line: &str) -> bool {
    let line = line.trim();
    let words = [
        "<?", "'use ", "\"use ", "package ", "#!", "#ifndef", "#define", "#pragma", "#if", "#include", "declare(",
        "@charset",
    ];
    line.is_empty() || words.iter().any(|word| line.starts_with(word))
}

fn mentions_licence(text: &str) -> bool {
    let text = text.to_lowercase();
    ["copyright", "license", "licence", "spdx-", "all rights reserved"].iter().any(|word| text.contains(word))
}

/// The first paragraphs that are not about the licence.
fn strip_licence(doc: &str) -> String {
    let is_boilerplate = |paragraph: &&str| {
        let lower = paragraph.to_lowercase();
        mentions_licence(paragraph) || LICENCE_WORDS.split('|').any(|word| lower.contains(word))
    };
    let paragraphs = doc.split("\n\n").skip_while(is_boilerplate).take_while(|paragraph| !is_boilerplate(paragraph));
    paragraphs.collect::<Vec<_>>().join("\n\n").trim().to_owned()
}

/// Comments for a linter, an editor or a formatter.
fn is_tool_comment(doc: &str) -> bool {
    let first = doc.trim_start();
    TOOL_MARKS.split('|').any(|mark| first.starts_with(mark))
}

/// A comment's text without the marks of any language here.
pub fn strip_comment_marks(comment: &str) -> String {
    let mut inner = comment.trim();
    for (open, close) in [("/*", "*/"), ("<!--", "-->"), ("--[[", "]]"), ("=begin", "=end"), ("{-", "-}")] {
        if let Some(rest) = inner.strip_prefix(open) {
            inner = rest.strip_suffix(close).unwrap_or(rest);
            break;
        }
    }
    let mut lines: Vec<&str> = inner.lines().map(strip_line_marks).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    lines[first.min(lines.len())..].join("\n")
}

fn strip_line_marks(line: &str) -> &str {
    let line = line.trim();
    let line = line.trim_start_matches("//").trim_start_matches(['/', '*', '!', '#']);
    let line = if line.starts_with("--") { line.trim_start_matches('-') } else { line };
    let line = line.trim();
    let is_rule = !line.is_empty() && line.chars().all(|c| "-=*_~#/+.".contains(c));
    if is_rule { "" } else { line }
}
