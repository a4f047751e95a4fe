//! Files that a parser does not understand: the place, whether it matters, and definitions around it, recognised by
//! their line alone.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::captures::{CapturedItem, SyntaxQueryCaptures};
use crate::plain;

/// Adds the definitions that stand where the tree has an error and that the query did not find.
pub fn add_missed_definitions(found: &mut SyntaxQueryCaptures, tree: &Tree, text: &str) {
    let rows = error_rows(tree);
    let starts: HashSet<usize> = found.items.iter().map(|item| line_start(text, item.name_start)).collect();
    let mut offset = 0;
    let mut more = Vec::new();
    for (row, line) in text.split_inclusive('\n').enumerate() {
        let start = offset;
        offset += line.len();
        let after = rows.partition_point(|range| range.end <= row);
        if rows.get(after).is_none_or(|range| range.start > row) || starts.contains(&start) {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let comment = found.comments.partition_point(|comment| comment.end <= start + indent);
        if found.comments.get(comment).is_some_and(|comment| comment.start <= start + indent) {
            continue;
        }
        if let Some((kind, name)) = plain::find_definition_in_line(line.trim_end()) {
            more.push(CapturedItem {
                kind,
                name: line[name.clone()].to_owned(),
                name_start: start + name.start,
                range: start + indent..start + definition_end(&text[start..], indent),
                body: Some(start + line.trim_end().len()),
                ..CapturedItem::default()
            });
        }
    }
    found.items.append(&mut more);
}

fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |at| at + 1)
}

/// The extent of a definition by indentation: to the next line that is no deeper and closes nothing.
fn definition_end(text: &str, indent: usize) -> usize {
    let mut end = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim();
        let own = line.len() - line.trim_start().len();
        let closes = content.starts_with(['}', ')', ']', '{']) || content == "end" || content.is_empty();
        if at > 0 && own <= indent && !closes {
            break;
        }
        end += line.len();
        if at > 0 && own == indent && (content.starts_with('}') || content == "end") {
            break;
        }
    }
    text[..end].trim_end().len()
}

/// Rows inside the outermost errors, in order, none twice.
fn error_rows(tree: &Tree) -> Vec<Range<usize>> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    for error in outermost_errors(tree) {
        let (first, last) = (error.start_position().row, error.end_position().row + 1);
        match rows.last_mut() {
            Some(before) if before.end >= first => before.end = before.end.max(last),
            _ => rows.push(first..last),
        }
    }
    rows
}

/// The first place that the parser does not understand, 1-based.
pub fn first_syntax_error_position(tree: &Tree) -> Option<(u32, u32)> {
    let place = outermost_errors(tree).first()?.start_position();
    let number = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
    Some((number(place.row), number(place.column)))
}

/// Nodes that are an error, or a token that is missing, and stand in no other error.
fn outermost_errors(tree: &Tree) -> Vec<Node<'_>> {
    let mut errors = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let is_error = node.is_error() || node.is_missing();
        errors.extend(is_error.then_some(node));
        if !is_error && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors;
            }
        }
    }
}

/// Every bracket in the tree's tokens has its other half; strings and comments have none.
pub fn has_balanced_brackets(tree: &Tree) -> bool {
    let mut open: Vec<char> = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.child_count() == 0 && !node.is_named() {
            if node.is_missing() && node.kind().len() == 1 && "()[]{}".contains(node.kind()) {
                return false;
            }
            let kind = node.kind();
            let close = match kind.chars().next_back() {
                Some('(') => Some(')'),
                Some('[') => Some(']'),
                Some('{') => Some('}'),
                _ => None,
            };
            match (close, kind.chars().next()) {
                (Some(close), _) => open.push(close),
                (None, Some(found @ (')' | ']' | '}'))) if open.pop() != Some(found) => return false,
                _ => {}
            }
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return open.is_empty();
            }
        }
    }
}
