//! The members of types and the names in `use` lines.

use super::scan::{Scanner, Within};
use crate::{Symbol, Visibility};

impl Scanner<'_, '_> {
    pub fn fields(self, open: usize, end: usize, own: Visibility) -> Vec<Symbol> {
        let tokens = self.tokens;
        let (_, first) = self.visibility(tokens.past_preamble(open, end));
        // A macro's own form of struct: constants and functions in place of fields.
        if matches!(tokens.word(first), "const" | "static" | "fn") {
            let members = self.items_and_rest(open, end, Within::Impl, false).0;
            return members.into_iter().map(|member| Symbol { visibility: own, ..member }).collect();
        }
        let fields = tokens.entries(open, end).into_iter().filter_map(|(attributes, stop)| {
            let start = tokens.past_preamble(attributes, stop);
            let (visibility, name) = self.visibility(start);
            let is_field = name + 1 < stop && tokens.is_name(name) && tokens.word(name + 1) == ":";
            is_field.then(|| self.member("field", name, visibility, (attributes, start, stop)))
        });
        fields.collect()
    }

    pub fn variants(self, open: usize, end: usize, own: Visibility) -> Vec<Symbol> {
        let tokens = self.tokens;
        let variants = tokens.entries(open, end).into_iter().filter_map(|(attributes, stop)| {
            let start = tokens.past_preamble(attributes, stop);
            let (_, name) = self.visibility(start);
            let variant = || self.member("variant", name, own, (attributes, start, stop));
            let bare = || self.source.joined_bare(tokens.start(name), tokens.end_before(stop));
            (name < stop && tokens.is_name(name)).then(|| Symbol { signature: bare(), ..variant() })
        });
        variants.collect()
    }

    /// `struct Name(…)`: shown as written where a field is public, else without its fields.
    pub fn tuple(self, symbol: &mut Symbol, name: usize, start: usize, stop: usize) {
        let tokens = self.tokens;
        let open = if tokens.word(name + 1) == "<" { tokens.past_angles(name + 1, stop) } else { name + 1 };
        if open >= stop || tokens.word(open) != "(" {
            return;
        }
        let close = tokens.next(open).min(stop).saturating_sub(1);
        let is_public = |&(attributes, stop): &(usize, usize)| {
            self.visibility(tokens.past_preamble(attributes, stop)).0 == Visibility::Public
        };
        let entries = tokens.entries(open + 1, close);
        if !entries.iter().any(is_public) {
            symbol.signature = self.source.joined(tokens.start(start), tokens.end_before(open));
            symbol.signature.push_str(if entries.is_empty() { "()" } else { "(…)" });
        }
    }

    /// Each name that a `use` brings in, as a child.
    pub fn use_names(self, symbol: &mut Symbol, from: usize, stop: usize) {
        let tokens = self.tokens;
        // The segment before each open brace: `a::{self}` is known as `a`.
        let mut parents: Vec<usize> = Vec::new();
        for at in from..stop {
            match tokens.word(at) {
                "{" => parents.push(at.saturating_sub(3)),
                "}" => {
                    parents.pop();
                }
                word => {
                    let is_last = at + 1 >= stop || matches!(tokens.word(at + 1), "," | "}" | ";");
                    let is_name = word == "*" || word.starts_with(|c: char| c == '_' || c.is_alphabetic());
                    if !is_last || !is_name {
                        continue;
                    }
                    let parent = if at >= from + 3 && tokens.is_path_mark(at - 2) {
                        Some(at - 3)
                    } else {
                        parents.last().copied()
                    };
                    let name = match (word, parent) {
                        ("self", Some(parent)) => tokens.word(parent),
                        _ => word,
                    };
                    let line = self.source.line(tokens.start(at));
                    symbol.children.push(Symbol {
                        kind: "re-export",
                        name: name.to_owned(),
                        lines: (line, line),
                        visibility: symbol.visibility,
                        ..Symbol::default()
                    });
                }
            }
        }
        symbol.name = symbol.children.iter().map(|child| child.name.as_str()).collect::<Vec<_>>().join(", ");
    }
}
