//! Which rows of a text give it its structure: a level each, the lower the earlier it is shown.

use super::PageRow;
use crate::part::is_blank;

/// A row without a place in the structure.
pub const NONE: u8 = u8::MAX;
/// A row that nobody reads: encoded bytes, lines of a diff that repeat others.
pub const DULL: u8 = u8::MAX - 1;
/// At least this many rows of encoded bytes make a block, each at least this long.
const BLOCK: usize = 8;
const ENCODED_WIDTH: usize = 56;

/// Commits and files, then the hunks and the subjects of the commits.
pub fn mark_diff_rows(rows: &[PageRow<'_>], levels: &mut [u8]) {
    let (mut subject, mut heads) = (false, false);
    for (row, level) in rows.iter().zip(levels) {
        let text = row.text.as_ref();
        if is_commit_line(text) {
            (*level, subject) = (0, true);
        } else if text.starts_with("diff --git ") {
            (*level, subject, heads) = (0, false, true);
        } else if text.starts_with("@@ -") {
            (*level, heads) = (1, false);
        } else if heads && ["index ", "--- a/", "+++ b/"].iter().any(|start| text.starts_with(start)) {
            // The line above has named the file.
            *level = DULL;
        } else if subject && text.starts_with("    ") && !is_blank(text) {
            (*level, subject) = (0, false);
        }
    }
}

/// Each commit, then its subject; an author who is the same as before tells nothing.
pub fn mark_commit_rows(rows: &[PageRow<'_>], levels: &mut [u8]) {
    let (mut subject, mut author) = (false, "");
    for (row, level) in rows.iter().zip(levels) {
        let text = row.text.as_ref();
        if is_commit_line(text) {
            (*level, subject) = (0, true);
        } else if text.starts_with("Author: ") {
            *level = if text == author { DULL } else { NONE };
            author = text;
        } else if subject && text.starts_with("    ") && !is_blank(text) {
            (*level, subject) = (1, false);
        }
    }
}

/// `commit 5e94f08272a6…`, as `git log` begins one.
pub fn is_commit_line(line: &str) -> bool {
    let hash = line.strip_prefix("commit ").map(|rest| rest.split(' ').next().unwrap_or_default());
    hash.is_some_and(|hash| hash.len() >= 7 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The first row of a listing and of each of its blocks: the rows below belong to it.
pub fn mark_block_heads(rows: &[PageRow<'_>], levels: &mut [u8]) {
    let mut begins = true;
    for (row, level) in rows.iter().zip(levels.iter_mut()) {
        let blank = is_blank(&row.text);
        if begins && !blank && !row.text.starts_with(|c: char| c.is_ascii_digit() || c == ' ') {
            *level = 0;
        }
        begins = blank;
    }
    if let Some(first) = rows.iter().position(|row| !is_blank(&row.text)) {
        levels[first] = 0;
    }
}

/// How a line that defines something begins.
#[rustfmt::skip]
const DEFINES: &[&str] = &[
    "pub ", "fn ", "async fn ", "unsafe fn ", "impl ", "impl<", "struct ", "enum ", "trait ", "mod ",
    "macro_rules! ", "def ", "async def ", "class ", "export ", "function ", "async function ", "interface ",
    "func ", "public ", "private ", "protected ", "static ", "abstract ", "module ", "namespace ", "sub ", "fun ",
    "template <", "template<",
];

/// The definitions of a program, the outer ones first.
pub fn mark_definitions(rows: &[PageRow<'_>], written: &[usize], levels: &mut [u8]) {
    for &at in written {
        let line = strip_line_number(&rows[at].text);
        let begins = line.trim_start();
        let margin = line.len() - begins.len();
        // Most lines of a log begin with a digit or a capital: no word of the table does.
        let may_define = margin <= 4 && begins.starts_with(|first: char| first.is_ascii_lowercase());
        if may_define && DEFINES.iter().any(|word| begins.starts_with(word)) {
            levels[at] = u8::from(margin > 0);
        }
    }
}

/// A line without the number that `nl` or `grep -n` put before it.
fn strip_line_number(line: &str) -> &str {
    if !line.trim_start_matches(' ').starts_with(|first: char| first.is_ascii_digit() || matches!(first, '\t' | ':')) {
        return line;
    }
    match line.split_once(['\t', ':']) {
        Some((number, rest)) if number.trim_start().bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => line,
    }
}

/// Blocks of base64, as in certificates and keys.
pub fn mark_encoded_blocks(rows: &[PageRow<'_>], levels: &mut [u8]) {
    let is = |row: &PageRow<'_>| row.text.len() >= ENCODED_WIDTH && super::is_base64_or_hex(row.text.trim());
    let mut at = 0;
    while at < rows.len() {
        let count = rows[at..].iter().take_while(|row| is(row)).count();
        if count >= BLOCK {
            levels[at..at + count].fill(DULL);
        }
        at += count.max(1);
    }
}

/// Headings outside of fenced code, the higher first.
pub fn mark_markdown_headings(rows: &[PageRow<'_>], levels: &mut [u8]) {
    let mut fenced = false;
    for (row, level) in rows.iter().zip(levels) {
        let line = row.text.trim_start();
        if line.starts_with("```") || line.starts_with("~~~") {
            fenced = !fenced;
        }
        let depth = line.bytes().take_while(|byte| *byte == b'#').count();
        if !fenced && (1..=6).contains(&depth) && line[depth..].starts_with(' ') {
            *level = if depth <= 2 { 0 } else { 1 };
        }
    }
}
