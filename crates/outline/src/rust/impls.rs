//! Heads of impls: the type, its trait, and whether the head says more than the type's own declaration.

use super::group::{IMPL, TRAIT_IMPL};
use super::lex::TokenKind;
use super::scan::Scanner;
use crate::{Symbol, Visibility};

impl Scanner<'_, '_> {
    /// Both kinds of impl are joined to their type when the file has been read. `after` is the token behind `impl`.
    pub fn implementation(self, symbol: &mut Symbol, after: usize, stop: usize) {
        let tokens = self.tokens;
        let generics = if tokens.word(after) == "<" { tokens.past_angles(after, stop) } else { after };
        let (mut angles, mut of, mut clause) = (0, None, stop);
        let mut at = generics;
        while at < stop {
            angles += tokens.angle(at);
            match tokens.word(at) {
                "for" if angles == 0 && tokens.word(at + 1) != "<" => of = Some(at),
                "where" if angles == 0 => {
                    clause = at;
                    break;
                }
                _ => {}
            }
            at = tokens.next(at);
        }
        let of_type = of.map_or(generics, |of| of + 1);
        let last = self.last_segment(of_type, clause);
        symbol.name = last.map(|at| tokens.word(at).to_owned()).unwrap_or_default();
        symbol.kind = IMPL;
        symbol.visibility = Visibility::Private;
        match of {
            Some(of) => {
                symbol.kind = TRAIT_IMPL;
                symbol.visibility = Visibility::Public;
                let inside = std::mem::take(&mut symbol.children).into_iter();
                symbol.children = inside.filter(|child| child.kind == "fn").flat_map(|child| child.children).collect();
                // The trait as written, for the note beside its type.
                symbol.notes.push(self.source.joined(tokens.start(generics), tokens.end_before(of)));
            }
            None if symbol.notes.is_empty() && clause == stop => {
                let arguments = last.map(|last| (last + 1, clause));
                if arguments.is_some_and(|arguments| self.only_parameters((after, generics), arguments)) {
                    symbol.signature.clear();
                }
            }
            None => {}
        }
    }

    /// The last segment of a path, inside meaningless brackets; none if the type is no path.
    fn last_segment(self, mut at: usize, mut end: usize) -> Option<usize> {
        let tokens = self.tokens;
        while tokens.word(at) == "(" && tokens.next(at) == end && end > at + 1 {
            (at, end) = (at + 1, end - 1);
        }
        let mut last = None;
        while at < end {
            let is_segment =
                tokens.is(at, TokenKind::Ident) && !matches!(tokens.word(at), "dyn" | "impl" | "fn" | "for");
            if is_segment {
                last = Some(at);
                at += 1;
            } else if tokens.is_path_mark(at) {
                at += 2;
            } else if tokens.word(at) == "<" {
                at = tokens.past_angles(at, end);
            } else {
                return None;
            }
        }
        last
    }

    /// Each argument of the type is a parameter of the impl, and no parameter has a bound.
    fn only_parameters(self, parameters: (usize, usize), arguments: (usize, usize)) -> bool {
        let tokens = self.tokens;
        let inside = |(from, to): (usize, usize)| {
            if tokens.word(from) == "<" { tokens.entries(from + 1, to.saturating_sub(1)) } else { Vec::new() }
        };
        let mut names = Vec::new();
        for (start, stop) in inside(parameters) {
            let name = start + usize::from(tokens.word(start) == "const");
            if tokens.is(start, TokenKind::Ident) && name == start && stop > start + 1 {
                return false;
            }
            names.push(tokens.word(name));
        }
        inside(arguments).into_iter().all(|(start, stop)| {
            let word = tokens.word(start);
            stop == start + 1 && (word == "'_" || names.contains(&word))
        })
    }
}
