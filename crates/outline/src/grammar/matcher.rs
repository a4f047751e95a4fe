//! Runs a query over a tree: one walk, patterns tried where they can start.

use std::num::NonZeroU16;
use std::rc::Rc;

use tree_sitter::{Node, Tree};

use super::query::{CaptureCondition, ChildStep, Query, QueryPattern, Repetition, SyntaxNodePattern, SyntaxNodeTest};

type ChildWithField<'tree> = (Node<'tree>, Option<NonZeroU16>);
type Captures<'tree> = Vec<(usize, Node<'tree>)>;

/// Calls back with the number of a pattern and its captures, for each way it matches.
pub fn for_each_match_in_tree<'tree>(
    query: &Query,
    tree: &'tree Tree,
    text: &str,
    mut found: impl FnMut(usize, &[(usize, Node<'tree>)]),
) {
    let mut cursor = tree.walk();
    let mut above: Vec<Node> = Vec::new();
    let mut matcher = Matcher { children: Vec::new() };
    loop {
        let node = cursor.node();
        let kind = node.kind_id();
        let here = query.by_kind.get(&kind).into_iter().flatten().map(|at| (*at, Some(node)));
        let around = query.by_child.get(&kind).into_iter().flatten().map(|at| (*at, above.last().copied()));
        for (at, root) in here.chain(around) {
            let Some(root) = root else { continue };
            let pattern = &query.patterns[at];
            let mut captures = Captures::new();
            matcher.match_shape(&pattern.shape, root, &mut captures, &mut |_, captures| {
                if conditions_hold(pattern, captures, text) {
                    found(at, captures);
                }
            });
        }
        if cursor.goto_first_child() {
            above.push(node);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            above.pop();
            matcher.children.clear();
        }
    }
}

fn conditions_hold(pattern: &QueryPattern, captures: &Captures, text: &str) -> bool {
    pattern.conditions.iter().all(|(condition, expected)| {
        let (CaptureCondition::AnyOf(capture, _) | CaptureCondition::Matches(capture, _)) = condition;
        let mut of = captures.iter().filter(|(found, _)| found == capture).map(|(_, node)| &text[node.byte_range()]);
        match condition {
            CaptureCondition::AnyOf(_, values) => of.all(|text| values.iter().any(|value| value == text) == *expected),
            CaptureCondition::Matches(_, pattern) => of.all(|text| pattern.is_match(text) == *expected),
        }
    })
}

struct Matcher<'tree> {
    /// Children of the nodes that were visited last.
    children: Vec<(usize, Rc<Vec<ChildWithField<'tree>>>)>,
}

/// At most this many nodes keep their children while patterns are tried around them.
const KEPT: usize = 12;

/// Where the next step of a shape is looked for: the steps from `step` on, among the children from `from` on.
#[derive(Clone, Copy)]
struct StepPlace<'s, 'tree> {
    shape: &'s SyntaxNodePattern,
    step: usize,
    children: &'s [ChildWithField<'tree>],
    from: usize,
}

impl SyntaxNodeTest {
    fn accepts_node(&self, node: Node) -> bool {
        match self {
            SyntaxNodeTest::Any => true,
            SyntaxNodeTest::Named => node.is_named(),
            SyntaxNodeTest::Kind(kind) => node.kind_id() == *kind,
        }
    }
}

type MatchContinuation<'next, 'tree> = dyn FnMut(&mut Matcher<'tree>, &mut Captures<'tree>) + 'next;

impl<'tree> Matcher<'tree> {
    fn cached_children(&mut self, node: Node<'tree>) -> Rc<Vec<ChildWithField<'tree>>> {
        if let Some((_, children)) = self.children.iter().find(|(id, _)| *id == node.id()) {
            return children.clone();
        }
        let mut children = Vec::with_capacity(node.child_count() as usize);
        let mut cursor = node.walk();
        if cursor.goto_first_child() {
            loop {
                children.push((cursor.node(), cursor.field_id()));
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        let children = Rc::new(children);
        if self.children.len() >= KEPT {
            self.children.remove(0);
        }
        self.children.push((node.id(), children.clone()));
        children
    }

    fn match_shape(
        &mut self,
        shape: &SyntaxNodePattern,
        node: Node<'tree>,
        captures: &mut Captures<'tree>,
        next: &mut MatchContinuation<'_, 'tree>,
    ) {
        if !shape.test.accepts_node(node) {
            return;
        }
        let before = captures.len();
        captures.extend(shape.captures.iter().map(|capture| (*capture, node)));
        if shape.children.is_empty() && shape.without.is_empty() {
            next(self, captures);
        } else {
            let children = self.cached_children(node);
            let has = |field: &NonZeroU16| children.iter().any(|(_, found)| found.as_ref() == Some(field));
            if !shape.without.iter().any(has) {
                self.match_steps(StepPlace { shape, step: 0, children: &children, from: 0 }, captures, next);
            }
        }
        captures.truncate(before);
    }

    fn match_steps(
        &mut self,
        place: StepPlace<'_, 'tree>,
        captures: &mut Captures<'tree>,
        next: &mut MatchContinuation<'_, 'tree>,
    ) {
        let StepPlace { shape, step, children, from } = place;
        let Some(wanted) = shape.children.get(step) else {
            let is_last = !children[from..].iter().any(|(node, _)| node.is_named());
            if !shape.ends || is_last {
                next(self, captures);
            }
            return;
        };
        let mut any = false;
        for at in from..children.len() {
            let (node, field) = children[at];
            for option in wanted.shapes.iter().filter(|option| option.field.is_none() || option.field == field) {
                self.match_shape(option, node, captures, &mut |matcher, captures| {
                    any = true;
                    // Greedy: the same step is tried again until it finds no match.
                    let from = if wanted.times == Repetition::Many {
                        end_of_repeated_children(wanted, children, at + 1)
                    } else {
                        at + 1
                    };
                    matcher.match_steps(StepPlace { step: step + 1, from, ..place }, captures, next);
                });
            }
            if wanted.adjacent && breaks_adjacency(wanted, node) {
                break;
            }
        }
        if !any && wanted.times != Repetition::Once {
            self.match_steps(StepPlace { step: step + 1, ..place }, captures, next);
        }
    }
}

/// The child after the last of those that a step matches that may match many times, each next to the one before.
fn end_of_repeated_children(wanted: &ChildStep, children: &[ChildWithField<'_>], from: usize) -> usize {
    let fits = |(node, _): &&ChildWithField<'_>| wanted.shapes.iter().any(|option| option.test.accepts_node(*node));
    from + children[from..].iter().take_while(fits).count()
}

/// Whether no sibling after this one can be adjacent: tokens count only for patterns that are tokens.
fn breaks_adjacency(wanted: &ChildStep, node: Node) -> bool {
    node.is_named() || wanted.shapes.iter().any(|shape| shape.is_token)
}
