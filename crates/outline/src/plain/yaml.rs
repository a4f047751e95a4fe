//! YAML by its lines: keys to a depth, lengths of lists, list items that have a name.

use super::{extend_line_ranges, leading_comment, line_count, line_of_row, nest_by_level, new_symbol, shorten_value};
use crate::{Outline, Symbol};

/// Levels of keys that are listed.
const DEEPEST: usize = 4;

/// A key or a list item whose content may follow.
struct OpenKey {
    indent: usize,
    /// Its index in `flat`, if it is listed.
    at: Option<usize>,
    is_item: bool,
    items: usize,
}

pub fn outline(text: &str) -> Outline {
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    let mut open: Vec<OpenKey> = Vec::new();
    let mut lengths: Vec<(usize, usize)> = Vec::new();
    // Lines of a block scalar are deeper than this.
    let mut scalar: Option<usize> = None;
    let mut document = 0;
    for (row, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        if let Some(limit) = scalar {
            if trimmed.is_empty() || indent > limit {
                continue;
            }
            scalar = None;
        }
        if trimmed.is_empty() || trimmed.starts_with(['#', '%']) {
            continue;
        }
        if indent == 0 && (trimmed == "---" || trimmed.starts_with("--- ") || trimmed == "...") {
            close_keys_from_column(&mut open, 0, &mut lengths);
            if !flat.is_empty() && trimmed.starts_with("---") {
                document += 1;
                flat.push((
                    0,
                    new_symbol("document", &format!("document {}", document + 1), "---".to_owned(), line_of_row(row)),
                ));
            }
            continue;
        }
        let (mut content, mut column) = (trimmed, indent);
        let mut is_item = false;
        while content == "-" || content.starts_with("- ") {
            // `- ` may stand in the column of the key it belongs to.
            close_keys_from_column(&mut open, column + 1, &mut lengths);
            open.pop_if(|open| open.is_item && open.indent == column);
            if let Some(list) = open.last_mut() {
                list.items += 1;
            }
            is_item = true;
            let rest = content[1..].trim_start();
            open.push(OpenKey { indent: column, at: None, is_item: true, items: 0 });
            column += content.len() - rest.len();
            content = rest;
        }
        let Some((key, value)) = split_key_value(content) else { continue };
        if !is_item {
            close_keys_from_column(&mut open, column, &mut lengths);
        }
        let depth = open.iter().filter(|open| open.at.is_some()).count();
        if matches!(value.chars().next(), Some('|' | '>')) {
            scalar = Some(column);
        }
        let is_name = is_item && matches!(key, "name" | "id" | "uses" | "run" | "key" | "title" | "hosts" | "image");
        let hidden = open.iter().any(|open| open.at.is_none()) && !is_name;
        let listed = depth < DEEPEST && !hidden;
        let at = listed.then(|| {
            let dash = if is_item { "- " } else { "" };
            let kind = if is_item { "item" } else { "key" };
            let shown = if matches!(value, "|" | ">" | "|-" | ">-" | "|+" | ">+") { "…" } else { value };
            let signature = format!("{dash}{key}: {}", shorten_value(shown)).trim_end().to_owned();
            let name = if is_item && shown == value { shorten_value(value) } else { key.to_owned() };
            flat.push((depth + 1, new_symbol(kind, &name, signature, line_of_row(row))));
            flat.len() - 1
        });
        open.push(OpenKey { indent: column, at, is_item: false, items: 0 });
    }
    close_keys_from_column(&mut open, 0, &mut lengths);
    for (at, items) in lengths {
        let symbol = &mut flat[at].1;
        symbol.signature = format!("{} [{items}]", symbol.signature.trim_end_matches(':'));
    }
    extend_line_ranges(flat.iter_mut(), line_count(text));
    let mut symbols = nest_by_level(flat);
    for symbol in &mut symbols {
        turn_leaf_keys_into_fields(&mut symbol.children);
    }
    Outline { purpose: leading_comment(text, "#"), symbols, ..Outline::default() }
}

/// Scalars below the top go on their parent's line.
fn turn_leaf_keys_into_fields(symbols: &mut [Symbol]) {
    for symbol in symbols {
        if symbol.children.is_empty() && symbol.kind == "key" {
            symbol.kind = "field";
        }
        turn_leaf_keys_into_fields(&mut symbol.children);
    }
}

/// Closes all keys and items that a line in this column does not belong to.
fn close_keys_from_column(open: &mut Vec<OpenKey>, column: usize, lengths: &mut Vec<(usize, usize)>) {
    while let Some(closed) = open.pop_if(|open| open.indent >= column) {
        if let Some(at) = closed.at.filter(|_| closed.items > 0) {
            lengths.push((at, closed.items));
        }
    }
}

/// `key: value`; the value without a comment after it.
fn split_key_value(content: &str) -> Option<(&str, &str)> {
    let (key, value) = if let Some(quote) = content.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let end = content[1..].find(quote)? + 1;
        (&content[1..end], content[end + 1..].trim_start().strip_prefix(':')?)
    } else {
        let colon = content.match_indices(':').map(|(at, _)| at).find(|at| {
            let after = content[at + 1..].chars().next();
            after.is_none_or(char::is_whitespace)
        })?;
        (content[..colon].trim_end(), &content[colon + 1..])
    };
    let is_key = !key.is_empty() && !key.starts_with(['{', '[', '#', '&', '*', '!', '|', '>']) && key.len() < 200;
    let value = value.trim();
    let value = value.find(" #").map_or(value, |comment| value[..comment].trim_end());
    is_key.then_some((key, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lists_and_block_scalars() {
        let text = "# What this is\nname: CI\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu\n    steps:\n      - uses: checkout\n      - name: Build\n        run: |\n          make: all\n          - no item\n      - plain\n  other: {a: 1}\n";
        let outline = outline(text);
        assert_eq!(outline.purpose.as_deref(), Some("What this is"));
        let names: Vec<(&str, (u32, u32))> =
            outline.symbols.iter().map(|symbol| (symbol.signature.as_str(), symbol.lines)).collect();
        assert_eq!(names, [("name: CI", (2, 2)), ("on:", (3, 5)), ("jobs:", (6, 16))]);
        let test = &outline.symbols[2].children[0];
        assert_eq!((test.name.as_str(), test.lines), ("test", (7, 15)));
        let steps = &test.children[1];
        assert_eq!((steps.signature.as_str(), steps.lines), ("steps [3]", (9, 15)));
        let items: Vec<&str> = steps.children.iter().map(|item| item.signature.as_str()).collect();
        assert_eq!(items, ["- uses: checkout", "- name: Build"]);
    }

    #[test]
    fn a_list_in_the_column_of_its_key() {
        let outline = outline("steps:\n- name: a\n  run: x\n- name: b\nnext: 1\n");
        let shown: Vec<(&str, (u32, u32))> =
            outline.symbols.iter().map(|symbol| (symbol.signature.as_str(), symbol.lines)).collect();
        assert_eq!(shown, [("steps [2]", (1, 4)), ("next: 1", (5, 5))]);
        assert_eq!(outline.symbols[0].children.len(), 2);
    }

    #[test]
    fn documents_are_told_apart() {
        let outline = outline("a: 1\n---\nb: 2\n");
        let shown: Vec<&str> = outline.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
        assert_eq!(shown, ["a", "document 2"]);
        assert_eq!(outline.symbols[1].children[0].name, "b");
    }
}
