//! Formats that need no grammar: documents, data, styles, build files. One file each, by hand, in one pass.

mod css;
mod html;
mod json;
mod line_patterns;
mod markdown;
mod notebook;
mod sql;
mod toml;
mod yaml;

pub use css::outline as css;
pub use html::outline as html;
pub use json::outline as json;
#[allow(unused_imports)]
pub use line_patterns::outline_without_grammar;
pub use line_patterns::{find_definition_in_line, outline_by_patterns};
pub use markdown::outline as markdown;
pub use notebook::outline as notebook;
pub use sql::outline as sql;
pub use toml::outline as toml;
pub use yaml::outline as yaml;

use super::Symbol;
use ctx_text::cut_middle;

/// The line of a row, which counts from 0.
fn line_of_row(row: usize) -> u32 {
    u32::try_from(row + 1).unwrap_or(u32::MAX)
}

/// A value longer than this is cut in the middle.
const LONGEST_VALUE: usize = 60;
const LONGEST_NAME: usize = 120;

/// Puts symbols inside each other by their level; a symbol's last line reaches to that of its last child.
fn nest_by_level(flat: Vec<(usize, Symbol)>) -> Vec<Symbol> {
    fn close(open: &mut Vec<(usize, Symbol)>, top: &mut Vec<Symbol>) {
        let Some((_, symbol)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => {
                parent.lines.1 = parent.lines.1.max(symbol.lines.1);
                parent.children.push(symbol);
            }
            None => top.push(symbol),
        }
    }
    let mut top = Vec::new();
    let mut open: Vec<(usize, Symbol)> = Vec::new();
    for (level, symbol) in flat {
        while open.last().is_some_and(|(above, _)| *above >= level) {
            close(&mut open, &mut top);
        }
        open.push((level, symbol));
    }
    while !open.is_empty() {
        close(&mut open, &mut top);
    }
    top
}

/// Extends each symbol to the line before the next one that is not part of it.
fn extend_line_ranges<'s>(flat: impl DoubleEndedIterator<Item = &'s mut (usize, Symbol)>, last_line: u32) {
    // Levels of the symbols that are open, from the end of the file up, with the line where each stops.
    let mut stops: Vec<(usize, u32)> = Vec::new();
    for (level, symbol) in flat.rev() {
        while stops.last().is_some_and(|(below, _)| *below > *level) {
            stops.pop();
        }
        let stop = stops.last().map_or(last_line, |(_, line)| line.saturating_sub(1));
        symbol.lines.1 = stop.max(symbol.lines.0);
        stops.push((*level, symbol.lines.0));
    }
}

fn new_symbol(kind: &'static str, name: &str, signature: String, line: u32) -> Symbol {
    let name = cut_middle(name, LONGEST_NAME).into_owned();
    Symbol { kind, name, signature, lines: (line, line), ..Symbol::default() }
}

fn shorten_value(value: &str) -> String {
    let joined = value.split_whitespace().collect::<Vec<_>>().join(" ");
    cut_middle(&joined, LONGEST_VALUE).into_owned()
}

fn line_count(text: &str) -> u32 {
    u32::try_from(text.lines().count()).unwrap_or(u32::MAX)
}

/// The comment lines at the start of a file, without their mark.
fn leading_comment(text: &str, mark: &str) -> Option<String> {
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty() || line.starts_with("#!"));
    let comment: Vec<&str> = lines
        .take_while(|line| line.starts_with(mark))
        .map(|line| line.trim_start_matches(mark).trim())
        .skip_while(|line| line.is_empty())
        .collect();
    let comment = comment.join("\n").trim().to_owned();
    let lower = comment.to_lowercase();
    let is_licence = ["copyright", "license", "spdx"].iter().any(|word| lower.contains(word));
    (!comment.is_empty() && !is_licence).then_some(comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_reach_to_the_next_of_their_level() {
        let at = |level: usize, line: u32| (level, new_symbol("heading", &format!("l{line}"), String::new(), line));
        let mut flat = vec![at(1, 1), at(2, 3), at(3, 4), at(2, 8), at(1, 10)];
        extend_line_ranges(flat.iter_mut(), 12);
        let lines: Vec<(u32, u32)> = flat.iter().map(|(_, symbol)| symbol.lines).collect();
        assert_eq!(lines, [(1, 9), (3, 7), (4, 7), (8, 9), (10, 12)]);
        let tree = nest_by_level(flat);
        assert_eq!(tree.len(), 2);
        assert_eq!(tree[0].children[0].children[0].name, "l4");
    }
}
