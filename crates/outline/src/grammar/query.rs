//! Query files: the part of tree-sitter's query syntax that outlines need, read in microseconds.
//!
//! tree-sitter's own queries are analysed against the whole grammar when they are made, which takes up to a second for a large one, and a run of
//! `ctx peek` needs a query once.

use std::collections::HashMap;
use std::fmt::Display;
use std::num::NonZeroU16;

use regex::Regex;
use tree_sitter::Language;

/// The test that a node must pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SyntaxNodeTest {
    /// `_`
    #[default]
    Any,
    /// `(_)`
    Named,
    /// `(kind)` and `"token"`
    Kind(u16),
}

#[derive(Debug, Default)]
pub struct SyntaxNodePattern {
    pub field: Option<NonZeroU16>,
    pub test: SyntaxNodeTest,
    /// It is a token in quotes: only then do tokens count after an anchor.
    pub is_token: bool,
    pub without: Vec<NonZeroU16>,
    pub children: Vec<ChildStep>,
    /// `.` after the last child.
    pub ends: bool,
    pub captures: Vec<usize>,
}

/// One of several shapes, among the children of a node.
#[derive(Debug)]
pub struct ChildStep {
    pub shapes: Vec<SyntaxNodePattern>,
    pub times: Repetition,
    /// `.` before it.
    pub adjacent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Once,
    Optional,
    Many,
}

#[derive(Clone, Debug)]
pub enum CaptureCondition {
    AnyOf(usize, Vec<String>),
    Matches(usize, Regex),
}

#[derive(Debug)]
pub struct QueryPattern {
    pub shape: SyntaxNodePattern,
    /// Each with its required result.
    pub conditions: Vec<(CaptureCondition, bool)>,
}

#[derive(Default)]
pub struct Query {
    pub patterns: Vec<QueryPattern>,
    pub captures: Vec<&'static str>,
    /// Patterns by the kind of node they start at.
    pub by_kind: HashMap<u16, Vec<usize>>,
    /// Patterns that start at any node, by the kind of a child they need.
    pub by_child: HashMap<u16, Vec<usize>>,
}

impl Query {
    pub fn new(language: &Language, source: &'static str) -> Result<Query, String> {
        let mut reader = QueryParser { source, at: 0, language, captures: Vec::new(), conditions: Vec::new() };
        let mut query = Query::default();
        while reader.peek().is_some() {
            let step = reader.parse_step(false)?;
            let conditions = std::mem::take(&mut reader.conditions);
            let patterns = step.shapes.into_iter().map(|shape| QueryPattern { shape, conditions: conditions.clone() });
            query.patterns.extend(patterns);
        }
        query.captures = reader.captures;
        for (at, pattern) in query.patterns.iter().enumerate() {
            match pattern.shape.test {
                SyntaxNodeTest::Kind(kind) => query.by_kind.entry(kind).or_default().push(at),
                _ => {
                    let needed = pattern.shape.children.iter().find(|step| step.times == Repetition::Once);
                    for shape in needed.into_iter().flat_map(|step| &step.shapes) {
                        let SyntaxNodeTest::Kind(kind) = shape.test else {
                            return Err(format!("pattern {at} starts anywhere and needs nothing"));
                        };
                        query.by_child.entry(kind).or_default().push(at);
                    }
                }
            }
        }
        Ok(query)
    }
}

struct QueryParser<'a> {
    source: &'static str,
    at: usize,
    language: &'a Language,
    captures: Vec<&'static str>,
    conditions: Vec<(CaptureCondition, bool)>,
}

impl QueryParser<'_> {
    fn skip_space_and_comments(&mut self) {
        loop {
            let rest = &self.source[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            if !self.source[self.at..].starts_with(';') {
                return;
            }
            self.at += self.source[self.at..].find('\n').unwrap_or(self.source.len() - self.at);
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space_and_comments();
        self.source[self.at..].chars().next()
    }

    fn take_char_if_next(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn read_word(&mut self) -> &'static str {
        let rest = &self.source[self.at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_-.?!#".contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn read_string(&mut self) -> Result<String, String> {
        let rest = &self.source[self.at..];
        let mut out = String::new();
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += at + 1;
                    return Ok(out);
                }
                '\\' => out.extend(chars.next().map(|(_, c)| c)),
                _ => out.push(c),
            }
        }
        Err(format!("an open string at {}", self.at))
    }

    fn error_at_line<T>(&self, what: impl Display) -> Result<T, String> {
        let line = self.source[..self.at].matches('\n').count() + 1;
        Err(format!("line {line}: {what}"))
    }

    fn read_field(&mut self) -> Result<NonZeroU16, String> {
        let name = self.read_word();
        match self.language.field_id_for_name(name) {
            Some(field) => Ok(field),
            None => self.error_at_line(format_args!("no field {name}")),
        }
    }

    /// The test for a kind of node, or for a token.
    fn kind_test(&self, name: &str, is_named: bool) -> Result<SyntaxNodeTest, String> {
        match self.language.id_for_node_kind(name, is_named) {
            0 => self.error_at_line(format_args!("no {} {name}", if is_named { "node" } else { "token" })),
            kind => Ok(SyntaxNodeTest::Kind(kind)),
        }
    }

    /// `field: shape`, `[shapes]`, with captures and a quantifier after it.
    fn parse_step(&mut self, adjacent: bool) -> Result<ChildStep, String> {
        let mut field = None;
        if self.peek().is_some_and(char::is_alphabetic) {
            field = Some(self.read_field()?);
            if !self.take_char_if_next(':') {
                return self.error_at_line("a field without a colon");
            }
        }
        let mut shapes = Vec::new();
        if self.take_char_if_next('[') {
            while !self.take_char_if_next(']') {
                let inner = self.parse_step(false)?;
                shapes.extend(inner.shapes);
            }
        } else if self.source[self.at..].starts_with("((") {
            self.at += 1;
            shapes = self.parse_group()?;
        } else {
            shapes.push(self.parse_shape()?);
        }
        for shape in &mut shapes {
            shape.field = field.or(shape.field);
        }
        let mut times = Repetition::Once;
        loop {
            match self.peek() {
                Some('?') => times = Repetition::Optional,
                Some('*') => times = Repetition::Many,
                Some('@') => {
                    self.at += 1;
                    let name = self.read_word();
                    let capture = self.find_or_add_capture(name);
                    for shape in &mut shapes {
                        shape.captures.push(capture);
                    }
                    continue;
                }
                _ => return Ok(ChildStep { shapes, times, adjacent }),
            }
            self.at += 1;
        }
    }

    fn find_or_add_capture(&mut self, name: &'static str) -> usize {
        let known = self.captures.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            self.captures.push(name);
            self.captures.len() - 1
        })
    }

    fn parse_shape(&mut self) -> Result<SyntaxNodePattern, String> {
        let mut shape = SyntaxNodePattern::default();
        match self.peek() {
            Some('"') => {
                let token = self.read_string()?;
                (shape.test, shape.is_token) = (self.kind_test(&token, false)?, true);
            }
            Some('_') => self.at += 1,
            Some('(') => {
                self.at += 1;
                shape.test = match self.read_word() {
                    "_" => SyntaxNodeTest::Named,
                    name => self.kind_test(name, true)?,
                };
                self.parse_children(&mut shape)?;
            }
            _ => return self.error_at_line("a pattern is expected"),
        }
        Ok(shape)
    }

    /// `(shape) (#condition))`
    fn parse_group(&mut self) -> Result<Vec<SyntaxNodePattern>, String> {
        let shapes = self.parse_step(false)?.shapes;
        while !self.take_char_if_next(')') {
            if self.peek() != Some('(') {
                return self.error_at_line("a group of more than one pattern");
            }
            self.at += 1;
            self.parse_condition()?;
        }
        Ok(shapes)
    }

    fn parse_children(&mut self, shape: &mut SyntaxNodePattern) -> Result<(), String> {
        let mut adjacent = false;
        loop {
            match self.peek() {
                None => return self.error_at_line("an open parenthesis"),
                Some(')') => {
                    self.at += 1;
                    shape.ends = adjacent;
                    return Ok(());
                }
                Some('.') => {
                    self.at += 1;
                    adjacent = true;
                    continue;
                }
                Some('!') => {
                    self.at += 1;
                    shape.without.push(self.read_field()?);
                }
                Some('(') if self.source[self.at..].starts_with("(#") => {
                    self.at += 1;
                    self.parse_condition()?;
                }
                _ => {
                    let step = self.parse_step(adjacent)?;
                    shape.children.push(step);
                }
            }
            adjacent = false;
        }
    }

    /// `#eq? @capture "text")` and its relatives.
    fn parse_condition(&mut self) -> Result<(), String> {
        self.skip_space_and_comments();
        let name = self.read_word();
        self.skip_space_and_comments();
        if !self.take_char_if_next('@') {
            return self.error_at_line("a condition on no capture");
        }
        let capture = self.read_word();
        let capture = self.find_or_add_capture(capture);
        let mut values = Vec::new();
        while self.peek() == Some('"') {
            values.push(self.read_string()?);
        }
        if !self.take_char_if_next(')') {
            return self.error_at_line("an open condition");
        }
        let holds = !name.contains("not-");
        let condition = match name.replace("not-", "").as_str() {
            "#eq?" | "#any-of?" => CaptureCondition::AnyOf(capture, values),
            "#match?" => match Regex::new(values.first().map_or("", String::as_str)) {
                Ok(pattern) => CaptureCondition::Matches(capture, pattern),
                Err(error) => return self.error_at_line(error),
            },
            _ => return self.error_at_line(format_args!("no condition {name}")),
        };
        self.conditions.push((condition, holds));
        Ok(())
    }
}
