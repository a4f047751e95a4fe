//! Brings impls to their types: methods under them, traits beside them. Impls of other files' types stay in place.

use crate::{Symbol, Visibility};

/// Kinds of symbols that only stand in for something else: they are joined to their type when the whole file is read.
pub(super) const IMPL: &str = "impl";
pub(super) const TRAIT_IMPL: &str = "trait impl";
pub(super) const MACRO_CALL: &str = "macro call";

/// An impl taken out of its place, and the modules around that place.
struct DetachedImpl {
    scope: Vec<String>,
    symbol: Symbol,
}

pub fn group_impls_with_types(mut symbols: Vec<Symbol>) -> Vec<Symbol> {
    let mut loose = Vec::new();
    detach_impls(&mut symbols, &mut Vec::new(), &mut loose);
    let mut homeless = Vec::new();
    for DetachedImpl { scope, symbol } in loose {
        match find_type_for_impl(&mut symbols, &scope, &symbol.name) {
            Some(at) if symbol.kind == TRAIT_IMPL && symbol.children.is_empty() => add_trait_to_impl_note(at, symbol),
            Some(at) if symbol.signature.is_empty() => at.children.extend(symbol.children),
            Some(at) => at.children.push(symbol),
            None => homeless.push(DetachedImpl { scope, symbol }),
        }
    }
    for DetachedImpl { scope, mut symbol } in homeless {
        if symbol.kind == IMPL && symbol.signature.is_empty() {
            symbol.signature = format!("impl {}", symbol.name);
        }
        if symbol.kind == TRAIT_IMPL {
            // The signature already has it.
            symbol.notes.pop();
        }
        if symbol.kind == TRAIT_IMPL || !symbol.children.is_empty() {
            reinsert_impl(&mut symbols, &scope, symbol);
        }
    }
    symbols
}

fn detach_impls(symbols: &mut Vec<Symbol>, scope: &mut Vec<String>, loose: &mut Vec<DetachedImpl>) {
    let mut at = 0;
    while at < symbols.len() {
        if matches!(symbols[at].kind, IMPL | TRAIT_IMPL) {
            loose.push(DetachedImpl { scope: scope.clone(), symbol: symbols.remove(at) });
            continue;
        }
        if is_module(&symbols[at]) {
            scope.push(symbols[at].name.clone());
            detach_impls(&mut symbols[at].children, scope, loose);
            scope.pop();
        }
        at += 1;
    }
}

fn is_module(symbol: &Symbol) -> bool {
    matches!(symbol.kind, "mod" | MACRO_CALL)
}

fn is_type_named(symbol: &Symbol, name: &str) -> bool {
    symbol.name == name && matches!(symbol.kind, "struct" | "enum" | "union" | "trait")
}

/// The type of this name: beside the impl, else in a module around it, else anywhere in the file.
fn find_type_for_impl<'a>(symbols: &'a mut [Symbol], scope: &[String], name: &str) -> Option<&'a mut Symbol> {
    if name.is_empty() {
        return None;
    }
    let mut path = find_type(symbols, Some(scope), name).or_else(|| find_type(symbols, None, name))?;
    let mut symbol = &mut symbols[path.remove(0)];
    for at in path {
        symbol = &mut symbol.children[at];
    }
    Some(symbol)
}

/// The indices that lead to a type: from the innermost of these modules outwards, or from the top into all modules.
fn find_type(symbols: &[Symbol], scope: Option<&[String]>, name: &str) -> Option<Vec<usize>> {
    let here = || symbols.iter().position(|symbol| is_type_named(symbol, name)).map(|at| vec![at]);
    let in_modules = || {
        symbols.iter().enumerate().filter(|(_, symbol)| is_module(symbol)).find_map(|(at, symbol)| {
            let inner = match scope {
                Some(scope) => Some(scope.split_first().filter(|(first, _)| **first == symbol.name)?.1),
                None => None,
            };
            let mut path = find_type(&symbol.children, inner, name)?;
            path.insert(0, at);
            Some(path)
        })
    };
    if scope.is_some() { in_modules().or_else(here) } else { here().or_else(in_modules) }
}

/// `impl Display, From<io::Error>`: one note for all traits of a type.
fn add_trait_to_impl_note(home: &mut Symbol, mut implementation: Symbol) {
    let Some(name) = implementation.notes.pop() else { return };
    match home.notes.iter_mut().find(|note| note.starts_with("impl ")) {
        // Under two conditions, the same trait twice.
        Some(note) if note[5..].split(", ").any(|known| known == name) => {}
        Some(note) => {
            note.push_str(", ");
            note.push_str(&name);
        }
        None => home.notes.push(format!("impl {name}")),
    }
}

/// Puts it back into its scope, in the order of lines.
fn reinsert_impl(symbols: &mut Vec<Symbol>, scope: &[String], symbol: Symbol) {
    if let Some((first, rest)) = scope.split_first()
        && let Some(around) = symbols.iter_mut().find(|around| {
            around.name == *first
                && is_module(around)
                && around.lines.0 <= symbol.lines.0
                && symbol.lines.1 <= around.lines.1
        })
    {
        return reinsert_impl(&mut around.children, rest, symbol);
    }
    let at = symbols.partition_point(|other| other.lines.0 <= symbol.lines.0);
    // An impl in a module that is not public is not part of the interface by itself.
    let visibility = if scope.is_empty() { symbol.visibility } else { symbol.visibility.max(Visibility::Restricted) };
    symbols.insert(at, Symbol { visibility, ..symbol });
}
