//! Items that tree-sitter finds whole in a text with no indentation to go by.

use tree_sitter::{Node, Parser};

use super::scan::{self, Within};
use super::source::Source;
use crate::outline::Symbol;

/// Damage is looked through this deep.
const DEEPEST: usize = 40;

pub fn items(source: &Source, from: usize, to: usize, within: Within) -> Vec<Symbol> {
    let text = source.text.get(from..to).unwrap_or_default();
    let scanned = scan::items(source, from, to, within);
    let mut parser = Parser::new();
    let tree = parser.set_language(&tree_sitter_rust::LANGUAGE.into()).ok().and_then(|()| parser.parse(text, None));
    let Some(tree) = tree else { return scanned };
    let mut found = Vec::new();
    collect(source, tree.root_node(), from, within, DEEPEST, &mut found);
    // Whoever kept more of the names is right about the rest.
    if count(&found) >= count(&scanned) { found } else { scanned }
}

fn collect(source: &Source, node: Node, base: usize, within: Within, levels: usize, out: &mut Vec<Symbol>) {
    let mut cursor = node.walk();
    let children: Vec<Node> = node.children(&mut cursor).collect();
    let mut attributes = None;
    for child in children {
        let kind = child.kind();
        let documents = matches!(kind, "attribute_item" | "line_comment" | "block_comment");
        if documents {
            attributes.get_or_insert(child.start_byte());
            continue;
        }
        let start = attributes.take().unwrap_or(child.start_byte());
        let is_item = kind.ends_with("_item") || matches!(kind, "use_declaration" | "macro_definition");
        if is_item {
            out.extend(scan::items(source, base + start, base + child.end_byte(), within));
        } else if levels > 0 && (child.has_error() || child.is_error()) {
            collect(source, child, base, within, levels - 1, out);
        }
    }
}

fn count(symbols: &[Symbol]) -> usize {
    symbols.iter().map(|symbol| 1 + count(&symbol.children)).sum()
}
