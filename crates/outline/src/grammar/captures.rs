//! The captures of a query in a tree, before they are put in order.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::{matcher, query::Query};
use crate::Visibility;

/// The meaning of a capture's name; the table is in the module's documentation.
pub enum CaptureRole {
    Item(&'static str),
    Name,
    /// A name that does not stand in the source.
    Named(&'static str),
    Body,
    Rest,
    Value,
    Note,
    Doc,
    Container,
    Keyword,
    Says(Visibility),
    Section(Visibility),
    Export,
    Hide,
    Scope,
    Comment,
    Purpose,
    /// `@_name`: used only by a predicate.
    Unused,
}

impl CaptureRole {
    pub fn from_capture_name(name: &'static str) -> CaptureRole {
        if let Some(kind) = name.strip_prefix("item.") {
            return CaptureRole::Item(kind);
        }
        if let Some(name) = name.strip_prefix("named.") {
            return CaptureRole::Named(name);
        }
        match name {
            "item" => CaptureRole::Item(""),
            "name" => CaptureRole::Name,
            "body" => CaptureRole::Body,
            "rest" => CaptureRole::Rest,
            "value" => CaptureRole::Value,
            "note" => CaptureRole::Note,
            "doc" => CaptureRole::Doc,
            "container" => CaptureRole::Container,
            "keyword" => CaptureRole::Keyword,
            "public" => CaptureRole::Says(Visibility::Public),
            "restricted" => CaptureRole::Says(Visibility::Restricted),
            "private" => CaptureRole::Says(Visibility::Private),
            "section.public" => CaptureRole::Section(Visibility::Public),
            "section.restricted" => CaptureRole::Section(Visibility::Restricted),
            "section.private" => CaptureRole::Section(Visibility::Private),
            "export" => CaptureRole::Export,
            "hide" => CaptureRole::Hide,
            "scope" => CaptureRole::Scope,
            "comment" => CaptureRole::Comment,
            "purpose" => CaptureRole::Purpose,
            _ => CaptureRole::Unused,
        }
    }
}

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
    pattern: usize,
}

pub fn collect_file_captures(query: &Query, roles: &[CaptureRole], tree: &Tree, text: &str) -> SyntaxQueryCaptures {
    let mut found = SyntaxQueryCaptures::default();
    let mut known: HashMap<(usize, usize), usize> = HashMap::new();
    let mut by_node: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut additions: Vec<(usize, Vec<(&CaptureRole, Node)>)> = Vec::new();
    matcher::for_each_match_in_tree(query, tree, text, |pattern, captures| {
        let captures: Vec<(&CaptureRole, Node)> =
            captures.iter().map(|(capture, node)| (&roles[*capture], *node)).collect();
        let item = captures.iter().find_map(|(role, node)| match role {
            CaptureRole::Item(kind) => Some((*kind, *node)),
            _ => None,
        });
        let Some((kind, node)) = item else {
            add_captures_outside_items(&captures, text, &mut found);
            return;
        };
        if kind.is_empty() {
            additions.push((node.id(), captures));
            return;
        }
        for (role, name) in
            captures.iter().filter(|(role, _)| matches!(role, CaptureRole::Name | CaptureRole::Named(_)))
        {
            let at = *known.entry((node.id(), name.start_byte())).or_insert_with(|| {
                by_node.entry(node.id()).or_default().push(found.items.len());
                let mut item = CapturedItem::new(kind, pattern, node, *name, text);
                if let CaptureRole::Named(given) = role {
                    item.name = (*given).to_owned();
                }
                found.items.push(item);
                found.items.len() - 1
            });
            let item = &mut found.items[at];
            if pattern < item.pattern {
                (item.kind, item.pattern) = (kind, pattern);
            }
            for (role, node) in &captures {
                item.add_capture(role, *node, text);
            }
        }
    });
    for (node, captures) in additions {
        for at in by_node.get(&node).into_iter().flatten() {
            for (role, node) in &captures {
                found.items[*at].add_capture(role, *node, text);
            }
        }
    }
    found.comments.sort_by_key(|comment| comment.start);
    found.comments.dedup();
    found.sections.sort_by_key(|section| section.0);
    found.scopes.sort_by_key(|scope| scope.start);
    found
}

fn add_captures_outside_items(captures: &[(&CaptureRole, Node)], text: &str, found: &mut SyntaxQueryCaptures) {
    for (role, node) in captures {
        let range = node.byte_range();
        match role {
            CaptureRole::Comment => found.comments.push(range),
            CaptureRole::Section(visibility) => found.sections.push((range.start, *visibility)),
            CaptureRole::Scope => found.scopes.push(range),
            CaptureRole::Export => drop(found.exports.insert(bare_name(&text[range]))),
            CaptureRole::Hide => found.hidden.push((range.start, bare_name(&text[range]))),
            CaptureRole::Purpose if found.purpose.is_none() => found.purpose = Some(text[range].trim().to_owned()),
            _ => {}
        }
    }
}

impl CapturedItem {
    fn new(kind: &'static str, pattern: usize, node: Node, name: Node, text: &str) -> CapturedItem {
        let name_start = name.start_byte();
        let name = bare_name(&text[name.byte_range()]);
        CapturedItem { pattern, body: None, ..CapturedItem::from_line(kind, name, name_start, node.byte_range(), 0) }
    }

    /// An item found by its line, where the tree has an error.
    pub fn from_line(
        kind: &'static str,
        name: String,
        name_start: usize,
        range: Range<usize>,
        body: usize,
    ) -> CapturedItem {
        CapturedItem {
            kind,
            name,
            range,
            name_start,
            body: Some(body),
            value: None,
            notes: Vec::new(),
            doc: None,
            container: None,
            says: None,
            keyword: None,
            pattern: usize::MAX,
        }
    }

    fn add_capture(&mut self, role: &CaptureRole, node: Node, text: &str) {
        let range = node.byte_range();
        match role {
            CaptureRole::Body => self.body = Some(self.body.map_or(range.start, |body| body.min(range.start))),
            CaptureRole::Rest => {
                self.body = Some(range.start);
                self.range.end = range.end.max(self.range.end);
            }
            CaptureRole::Value => self.value = Some(range),
            CaptureRole::Note if !self.notes.contains(&range) => self.notes.push(range),
            CaptureRole::Keyword if range.end <= self.range.start => {
                let before = self.keyword.take().unwrap_or(range.clone());
                self.keyword = Some(before.start.min(range.start)..before.end.max(range.end));
            }
            CaptureRole::Doc => self.doc = Some(text[range].trim().to_owned()),
            CaptureRole::Container => self.container = Some(last_path_segment(&text[range])),
            CaptureRole::Says(visibility) => self.says = Some(*visibility),
            _ => {}
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
