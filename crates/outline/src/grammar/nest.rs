//! Turns captures into symbols: which stands inside which, and who may see it.

use std::collections::{HashMap, HashSet};

use super::captures::{CapturedItem, SyntaxQueryCaptures};
use super::comments::Comments;
use super::language_rules::LanguageRules;
use super::signature;
use crate::{Symbol, Visibility};

/// Deeper nesting is flattened: nobody reads it, and hostile files are all nesting.
const DEEPEST: usize = 24;
const LONGEST_NOTE: usize = 60;

struct ItemNode<'a> {
    item: &'a CapturedItem,
    parent: Option<usize>,
    visibility: Visibility,
    /// `b` and `c` of `int a, b, c`.
    more_names: Vec<&'a str>,
}

/// The position of the walk through the file: the open items and scopes.
struct OpenScope {
    node: Option<usize>,
    end: usize,
    section: Option<Visibility>,
    local: bool,
}

enum NestEvent<'a> {
    Item(&'a CapturedItem),
    Scope(usize),
    Section(Visibility),
    Hide(&'a str),
}

pub fn nest_symbols(found: &SyntaxQueryCaptures, comments: &Comments, rule: &LanguageRules, text: &str) -> Vec<Symbol> {
    let mut nodes = build_item_nodes(found, rule);
    attach_methods_to_types(&mut nodes);
    let shown: Vec<bool> =
        nodes.iter().map(|node| !node.item.name.is_empty() || node.item.kind == "namespace").collect();
    let internal_is_public = !nodes.iter().any(|node| node.visibility == Visibility::Public);
    let source = SourceContext { comments, rule, text };
    let build = |node: &ItemNode| build_symbol(node, node.parent.map(|at| nodes[at].item), &source, internal_is_public);
    let mut built: Vec<Option<Symbol>> =
        nodes.iter().zip(&shown).map(|(node, shown)| shown.then(|| build(node))).collect();
    let mut top = Vec::new();
    // From the last to the first, so that a symbol is complete before it is handed to its parent.
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse((nesting_depth(&nodes, *at), *at)));
    for at in order {
        let Some(mut symbol) = built[at].take() else { continue };
        symbol.children.reverse();
        let parent = std::iter::successors(nodes[at].parent, |up| nodes[*up].parent).find(|up| shown[*up]);
        match parent.and_then(|parent| built[parent].as_mut()) {
            Some(parent) => parent.children.push(symbol),
            None => top.push(symbol),
        }
    }
    top.reverse();
    top.sort_by_key(|symbol| symbol.lines.0);
    top
}

fn nesting_depth(nodes: &[ItemNode], at: usize) -> usize {
    std::iter::successors(nodes[at].parent, |up| nodes[*up].parent).take(2 * DEEPEST).count()
}

/// Items in the order of the source, each with its parent.
fn build_item_nodes<'a>(found: &'a SyntaxQueryCaptures, rule: &LanguageRules) -> Vec<ItemNode<'a>> {
    let mut events: Vec<(usize, usize, NestEvent)> = Vec::new();
    events
        .extend(found.items.iter().map(|item| (item.range.start, usize::MAX - item.range.end, NestEvent::Item(item))));
    // An item and its body may be one node (a bare block): the item is opened first.
    events.extend(
        found
            .scopes
            .iter()
            .map(|scope| (scope.start, (usize::MAX - scope.end).saturating_add(1), NestEvent::Scope(scope.end))),
    );
    events.extend(found.sections.iter().map(|(at, visibility)| (*at, usize::MAX, NestEvent::Section(*visibility))));
    events.extend(found.hidden.iter().map(|(at, name)| (*at, usize::MAX, NestEvent::Hide(name))));
    events.sort_by_key(|(start, end, _)| (*start, *end));

    let says_public = |item: &CapturedItem| item.says == Some(Visibility::Public);
    let exports_something = rule.exports && (!found.exports.is_empty() || found.items.iter().any(says_public));
    let mut nodes: Vec<ItemNode> = Vec::with_capacity(found.items.len());
    let mut open: Vec<OpenScope> = vec![OpenScope { node: None, end: usize::MAX, section: None, local: false }];
    let mut hidden: Vec<(Option<usize>, &str)> = Vec::new();
    for (start, _, event) in events {
        while open.len() > 1 && open.last().is_some_and(|open| open.end <= start) {
            open.pop();
        }
        let Some(around) = open.last_mut() else { break };
        let (parent, local) = (around.node, around.local);
        // Several names in one declaration are one symbol.
        if let (NestEvent::Item(item), Some(last)) = (&event, nodes.last_mut())
            && last.item.range == item.range
        {
            last.more_names.push(&item.name);
            continue;
        }
        // `app.use = function use() {}` has one name, written twice.
        if let (NestEvent::Item(item), Some(outer)) = (&event, parent.map(|at| nodes[at].item))
            && item.name == outer.name
            && outer.range.end == item.range.end
        {
            continue;
        }
        match event {
            NestEvent::Section(visibility) => around.section = Some(visibility),
            NestEvent::Hide(name) => hidden.push((parent, name)),
            NestEvent::Scope(end) => {
                let end = end.min(around.end);
                open.push(OpenScope { node: parent, end, section: None, local: true });
            }
            NestEvent::Item(item) => {
                let exports = exports_something.then_some(&found.exports);
                let own = item_visibility(item, around, parent.map(|at| &nodes[at]), rule, exports);
                let outer = parent.map_or(Visibility::Public, |at| nodes[at].visibility);
                nodes.push(ItemNode { item, parent, visibility: own.max(outer), more_names: Vec::new() });
                let end = item.range.end.min(around.end);
                let node = if open.len() < DEEPEST { Some(nodes.len() - 1) } else { parent };
                open.push(OpenScope { node, end, section: None, local: local || item.has_local_scope() });
            }
        }
    }
    let hidden: HashSet<_> = hidden.into_iter().collect();
    for node in nodes.iter_mut().filter(|node| hidden.contains(&(node.parent, node.item.name.as_str()))) {
        node.visibility = Visibility::Private;
    }
    nodes
}

/// Who may see an item; `exports` are the names that the file exports, if it exports any.
fn item_visibility(
    item: &CapturedItem,
    around: &OpenScope,
    parent: Option<&ItemNode>,
    rule: &LanguageRules,
    exports: Option<&HashSet<String>>,
) -> Visibility {
    if parent.is_none() && exports.is_some_and(|exports| exports.contains(&item.name)) {
        return Visibility::Public;
    }
    if let Some(said) = item.says {
        return said;
    }
    if around.local {
        return Visibility::Private;
    }
    if let Some(section) = around.section {
        return section;
    }
    if let Some(by_name) = (rule.by_name)(&item.name) {
        return by_name;
    }
    match parent {
        None if exports.is_some() && item.container.is_none() => Visibility::Private,
        None => rule.top,
        Some(parent) => (rule.member)(parent.item.kind),
    }
}

/// Gives methods written outside of their type to it, where it is in the same file.
fn attach_methods_to_types(nodes: &mut [ItemNode]) {
    let mut types: HashMap<&str, usize> = HashMap::new();
    for (at, node) in nodes.iter().enumerate() {
        if node.item.container.is_none() && !matches!(node.item.kind, "field" | "variant" | "method") {
            types.entry(node.item.name.as_str()).or_insert(at);
        }
    }
    for at in 0..nodes.len() {
        let Some(container) = nodes[at].item.container.as_deref() else { continue };
        let Some(&owner) = types.get(container).filter(|owner| **owner != at) else { continue };
        let inside = std::iter::successors(Some(owner), |up| nodes[*up].parent).take(2 * DEEPEST).any(|up| up == at);
        if inside {
            continue;
        }
        let is_declared = nodes.iter().any(|node| {
            node.parent == Some(owner) && node.item.container.is_none() && node.item.name == nodes[at].item.name
        });
        nodes[at].parent = Some(owner);
        // The declaration inside the type is enough; the definition is for those who ask for everything.
        let least = if is_declared { Visibility::Private } else { nodes[owner].visibility };
        nodes[at].visibility = nodes[at].visibility.max(least);
    }
}

/// A source file and what its language makes of it.
struct SourceContext<'a> {
    comments: &'a Comments,
    rule: &'a LanguageRules,
    text: &'a str,
}

fn build_symbol(
    node: &ItemNode,
    parent: Option<&CapturedItem>,
    source: &SourceContext,
    internal_is_public: bool,
) -> Symbol {
    let SourceContext { comments, rule, text } = *source;
    let item = node.item;
    let start = signature::item_start_after_annotations(item, text);
    let first_note = item.notes.iter().map(|note| note.start).min().unwrap_or(start);
    let doc = item.doc.clone().map(|doc| super::comments::strip_comment_marks(&doc));
    let outer = first_note.min(item.range.start);
    let shares_line =
        parent.is_some_and(|parent| comments.row_of_byte(parent.range.start) == comments.row_of_byte(outer));
    let doc = doc.or_else(|| (!shares_line).then(|| comments.doc_comment_above(text, outer))?);
    let last = comments.row_of_byte(item.range.end.saturating_sub(1).max(start));
    let note = |range: &std::ops::Range<usize>| {
        let note = text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        if note.len() <= LONGEST_NOTE { note } else { note.split('(').next().unwrap_or_default().to_owned() + "(…)" }
    };
    let visibility = match node.visibility {
        Visibility::Restricted if internal_is_public => Visibility::Public,
        visibility => visibility,
    };
    let in_a_type = parent.is_some_and(|parent| {
        matches!(parent.kind, "class" | "struct" | "interface" | "trait" | "enum" | "object" | "protocol" | "extension")
    });
    Symbol {
        kind: if in_a_type && matches!(item.kind, "function" | "prototype") { "method" } else { item.kind },
        name: std::iter::once(item.name.as_str()).chain(node.more_names.iter().copied()).collect::<Vec<_>>().join(", "),
        signature: signature::build_signature(item, comments.ranges(), rule, text),
        doc,
        lines: (comments.row_of_byte(start) + 1, last + 1),
        visibility,
        notes: item.notes.iter().map(note).collect(),
        ..Symbol::default()
    }
}
