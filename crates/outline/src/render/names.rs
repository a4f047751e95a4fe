//! The shortest form of every item: its name, under its kind.

use super::{OutlineOptions, is_symbol_shown};
use crate::Symbol;

const WIDTH: usize = 160;

pub fn render_names_by_kind(symbols: &[Symbol], options: &OutlineOptions) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut kind = "";
    for symbol in symbols.iter().filter(|symbol| is_symbol_shown(symbol, options.private)) {
        let words = name_with_children(symbol, options, 1);
        match out.last_mut() {
            Some(line) if kind == symbol.kind && line.len() + words.len() < WIDTH => {
                line.push(' ');
                line.push_str(&words);
            }
            // The kind is printed once; a line that begins with a space continues it.
            Some(_) if kind == symbol.kind => out.push(format!(" {words}")),
            _ => out.push(format!("{} {words}", symbol.kind)),
        }
        kind = symbol.kind;
    }
    out
}

fn name_with_children(symbol: &Symbol, options: &OutlineOptions, level: usize) -> String {
    let children =
        symbol.children.iter().filter(|child| level < options.depth && is_symbol_shown(child, options.private));
    let inside: Vec<String> = children.map(|child| name_with_children(child, options, level + 1)).collect();
    if inside.is_empty() {
        let by_signature = symbol.name.is_empty() || symbol.kind == "macro call";
        return if by_signature { symbol.signature.clone() } else { symbol.name.clone() };
    }
    let inside = inside.join(" ");
    match symbol.kind {
        "use" | "extern" => inside,
        // The names of such a call stand in its signature.
        _ if symbol.signature.contains("! {") => format!("{} {{{inside}}}", symbol.signature),
        _ => format!("{}{{{inside}}}", symbol.name),
    }
}
