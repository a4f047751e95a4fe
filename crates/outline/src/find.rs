//! Finds a symbol by its name or path, and ranks the names that an incomplete one may mean.

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher};

use super::{Outline, Symbol};

/// The result of `--symbol`.
pub enum SymbolLookup<'a> {
    /// Every item of that name, with its path.
    Exact(Vec<(String, &'a Symbol)>),
    /// Similar names, best first.
    Near(Vec<String>),
}

/// Items whose path is `name` or ends in it: `open`, `Store::open`, `Store.open`.
pub fn find_symbol<'a>(outline: &'a Outline, name: &str) -> SymbolLookup<'a> {
    let mut all = Vec::new();
    collect_symbol_paths(&outline.symbols, "", &mut all);
    let wanted = normalise_symbol_path(name);
    let tail = format!("::{wanted}");
    let matching = |same: fn(&str, &str) -> bool| {
        let hits = all.iter().filter(|(path, _)| {
            same(path, &wanted)
                || path.len().checked_sub(tail.len()).and_then(|at| path.get(at..)).is_some_and(|end| same(end, &tail))
        });
        hits.map(|(path, symbol)| (path.clone(), *symbol)).collect::<Vec<_>>()
    };
    let mut exact = matching(|a, b| a == b);
    if exact.is_empty() {
        exact = matching(|a, b| a.eq_ignore_ascii_case(b));
    }
    if !exact.is_empty() {
        return SymbolLookup::Exact(exact);
    }
    let mut near = all.into_iter().map(|(path, _)| path).collect();
    filter_and_rank_names(&mut near, name);
    SymbolLookup::Near(near)
}

/// Keeps the names that `name` may be a part of, each once, best first.
pub fn filter_and_rank_names(names: &mut Vec<String>, name: &str) {
    let wanted = normalise_symbol_path(name);
    names.sort_unstable();
    names.dedup();
    let pattern = Pattern::new(&wanted, CaseMatching::Smart, Normalization::Smart, AtomKind::Fuzzy);
    let ranked = pattern.match_list(std::mem::take(names), &mut Matcher::new(Config::DEFAULT));
    names.extend(ranked.into_iter().map(|(path, _)| path));
}

/// `Store.open` and `Store#open` mean `Store::open`.
fn normalise_symbol_path(name: &str) -> String {
    name.trim().replace(['.', '#', '/'], "::")
}

fn collect_symbol_paths<'a>(symbols: &'a [Symbol], around: &str, out: &mut Vec<(String, &'a Symbol)>) {
    for symbol in symbols {
        // Wrappers have no name of their own in a path.
        let is_wrapper = matches!(symbol.kind, "impl" | "trait impl" | "macro call" | "extern" | "use");
        if is_wrapper {
            collect_symbol_paths(&symbol.children, around, out);
            continue;
        }
        let path = if around.is_empty() { symbol.name.clone() } else { format!("{around}::{}", symbol.name) };
        collect_symbol_paths(&symbol.children, &path, out);
        out.push((path, symbol));
    }
}

/// The lines of an item, with the docs and attributes right above it: first and last, 1-based.
pub fn symbol_lines_with_docs(text: &str, symbol: &Symbol) -> (usize, usize) {
    let (first, last) = (symbol.lines.0.max(1) as usize, symbol.lines.1.max(symbol.lines.0) as usize);
    let above: Vec<&str> = text.lines().take(first - 1).collect();
    let belongs = |line: &&&str| {
        let line = line.trim_start();
        ["///", "/**", "*", "#[", "@", "//"].iter().any(|mark| line.starts_with(mark))
    };
    (first - above.iter().rev().take_while(belongs).count(), last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rust;

    const SOURCE: &str = "/// Keeps.\n#[derive(Clone)]\npub struct Store;\nimpl Store {\n    /// Opens.\n    pub fn open() {}\n}\nmod sub {\n    pub fn open() {}\n}\n";

    fn exact(name: &str) -> Vec<String> {
        match find_symbol(&rust::outline(SOURCE), name) {
            SymbolLookup::Exact(found) => found.into_iter().map(|(path, _)| path).collect(),
            SymbolLookup::Near(_) => Vec::new(),
        }
    }

    #[test]
    fn names_and_paths_are_found() {
        assert_eq!(exact("Store::open"), ["Store::open"]);
        assert_eq!(exact("store.OPEN"), ["Store::open"]);
        assert_eq!(exact("open"), ["Store::open", "sub::open"]);
        assert!(exact("pen").is_empty());
    }

    #[test]
    fn half_a_name_is_ranked() {
        match find_symbol(&rust::outline(SOURCE), "Stop") {
            SymbolLookup::Near(names) => assert_eq!(names.first().map(String::as_str), Some("Store::open")),
            SymbolLookup::Exact(_) => panic!("there is no Stop"),
        }
    }

    #[test]
    fn docs_and_attributes_belong_to_the_item() {
        let outline = rust::outline(SOURCE);
        let SymbolLookup::Exact(found) = find_symbol(&outline, "Store") else { panic!("Store is there") };
        assert_eq!(symbol_lines_with_docs(SOURCE, found[0].1), (1, 3));
    }
}
