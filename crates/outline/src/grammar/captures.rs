//! The captures of a query in a tree, before they are put in order. What their names mean stands in the module's
//! documentation.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::{matcher, query::Query};
use crate::Visibility;

#[derive(Default)]
pub struct SyntaxQueryCaptures {
    pub items: Vec<CapturedItem>,
    /// Places from which on the visibility changes.
    pub sections: Vec<(usize, Visibility)>,
    pub scopes: Vec<Range<usize>>,
    pub exports: HashSet<String>,
    /// Names declared private after their definition, with the place of that declaration.
    pub hidden: Vec<(usize, String)>,
    pub comments: Vec<Range<usize>>,
    pub purpose: Option<String>,
}

#[derive(Default)]
pub struct CapturedItem {
    pub kind: &'static str,
    pub name: String,
    pub range: Range<usize>,
    pub name_start: usize,
    pub body: Option<usize>,
    pub value: Option<Range<usize>>,
    pub notes: Vec<Range<usize>>,
    pub doc: Option<String>,
    pub container: Option<String>,
    pub says: Option<Visibility>,
    /// A word before the item that its signature needs: `const` before a group.
    pub keyword: Option<Range<usize>>,
    /// The earlier pattern of a query decides the kind.
    pub pattern: usize,
}

/// A capture's name, and what it captured.
type NamedNode<'tree> = (&'static str, Node<'tree>);

pub fn collect_file_captures(query: &Query, tree: &Tree, text: &str) -> SyntaxQueryCaptures {
    let mut found = SyntaxQueryCaptures::default();
    let mut known: HashMap<(usize, usize), usize> = HashMap::new();
    let mut by_node: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut additions: Vec<(usize, Vec<NamedNode>)> = Vec::new();
    matcher::for_each_match_in_tree(query, tree, text, |pattern, captures| {
        let captures: Vec<NamedNode> =
            captures.iter().map(|(capture, node)| (query.captures[*capture], *node)).collect();
        let item = captures.iter().find_map(|(name, node)| Some((name.strip_prefix("item")?, *node)));
        let Some((kind, node)) = item else {
            return captures.iter().for_each(|(name, node)| found.add_outside_items(name, *node, text));
        };
        let Some(kind) = kind.strip_prefix('.') else {
            additions.push((node.id(), captures));
            return;
        };
        for (role, name) in captures.iter().filter(|(role, _)| *role == "name" || role.starts_with("named.")) {
            let at = *known.entry((node.id(), name.start_byte())).or_insert_with(|| {
                by_node.entry(node.id()).or_default().push(found.items.len());
                found.items.push(CapturedItem {
                    kind,
                    pattern,
                    name: role
                        .strip_prefix("named.")
                        .map_or_else(|| bare_name(&text[name.byte_range()]), str::to_owned),
                    name_start: name.start_byte(),
                    range: node.byte_range(),
                    ..CapturedItem::default()
                });
                found.items.len() - 1
            });
            let item = &mut found.items[at];
            if pattern < item.pattern {
                (item.kind, item.pattern) = (kind, pattern);
            }
            captures.iter().for_each(|(name, node)| item.add_capture(name, *node, text));
        }
    });
    for (node, captures) in additions {
        for at in by_node.get(&node).into_iter().flatten() {
            captures.iter().for_each(|(name, node)| found.items[*at].add_capture(name, *node, text));
        }
    }
    found.comments.sort_by_key(|comment| comment.start);
    found.comments.dedup();
    found.sections.sort_by_key(|section| section.0);
    found.scopes.sort_by_key(|scope| scope.start);
    found
}

impl SyntaxQueryCaptures {
    fn add_outside_items(&mut self, name: &str, node: Node, text: &str) {
        let range = node.byte_range();
        match name {
            "comment" => self.comments.push(range),
            "scope" => self.scopes.push(range),
            "export" => drop(self.exports.insert(bare_name(&text[range]))),
            "hide" => self.hidden.push((range.start, bare_name(&text[range]))),
            "purpose" if self.purpose.is_none() => self.purpose = Some(text[range].trim().to_owned()),
            name => {
                let said = name.strip_prefix("section.").and_then(visibility_named);
                self.sections.extend(said.map(|visibility| (range.start, visibility)));
            }
        }
    }
}

fn visibility_named(name: &str) -> Option<Visibility> {
    match name {
        "public" => Some(Visibility::Public),
        "restricted" => Some(Visibility::Restricted),
        "private" => Some(Visibility::Private),
        _ => None,
    }
}

impl CapturedItem {
    fn add_capture(&mut self, name: &str, node: Node, text: &str) {
        let range = node.byte_range();
        match name {
            "body" => self.body = Some(self.body.map_or(range.start, |body| body.min(range.start))),
            "rest" => {
                self.body = Some(range.start);
                self.range.end = range.end.max(self.range.end);
            }
            "value" => self.value = Some(range),
            "note" if !self.notes.contains(&range) => self.notes.push(range),
            "keyword" if range.end <= self.range.start => {
                let before = self.keyword.take().unwrap_or(range.clone());
                self.keyword = Some(before.start.min(range.start)..before.end.max(range.end));
            }
            "doc" => self.doc = Some(text[range].trim().to_owned()),
            "container" => self.container = Some(last_path_segment(&text[range])),
            name => self.says = visibility_named(name).or(self.says),
        }
    }

    /// Whether names declared inside of it are local.
    pub fn has_local_scope(&self) -> bool {
        matches!(self.kind, "function" | "method" | "constructor" | "property" | "macro" | "test")
    }
}

/// A name without its quotes or colon.
fn bare_name(text: &str) -> String {
    let mut text = text.trim().trim_matches(['"', '\'', '`']).trim_start_matches(':');
    // A conversion operator of C++ has its parameters in its name.
    if let Some(target) = text.strip_prefix("operator ").and_then(|target| target.split_once('(')) {
        text = text[..text.len() - target.1.len() - 1].trim_end();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `b` of `a::b<T>` and of `*a.b`.
fn last_path_segment(text: &str) -> String {
    let plain = text.split(['<', '[', '(']).next().unwrap_or(text);
    let last = plain.rsplit(['.', ':', '\\']).next().unwrap_or(plain);
    last.trim().trim_start_matches(['*', '&']).trim().to_owned()
}
