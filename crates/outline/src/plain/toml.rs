//! TOML by its lines: tables with their keys.

use super::{extend_line_ranges, leading_comment, line_count, line_of_row, nest_by_level, new_symbol, shorten_value};
use crate::{Outline, Symbol};

pub fn outline(text: &str) -> Outline {
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    let mut in_table = false;
    let mut value = OpenTomlValue::default();
    for (row, line) in text.lines().enumerate() {
        if !value.is_closed() {
            value.read_line(line);
            continue;
        }
        let trimmed = line.trim();
        if trimmed.starts_with('[')
            && let Some(end) = trimmed.find(']')
        {
            let name = trimmed.trim_start_matches('[')[..].split(']').next().unwrap_or_default().trim();
            let signature = trimmed[..=end].to_owned() + if trimmed.starts_with("[[") { "]" } else { "" };
            flat.push((1, new_symbol("table", name, signature, line_of_row(row))));
            in_table = true;
            continue;
        }
        let Some((key, source)) = trimmed.split_once('=').filter(|_| !trimmed.starts_with('#')) else { continue };
        let (key, source) = (key.trim(), source.trim());
        value.read_line(source);
        let shown: String = if value.is_closed() {
            strip_comment(source).to_owned()
        } else {
            source.chars().take(1).chain(['…']).collect()
        };
        let kind = if in_table { "field" } else { "key" };
        let signature = format!("{key} = {}", shorten_value(&shown));
        flat.push((if in_table { 2 } else { 1 }, new_symbol(kind, key, signature, line_of_row(row))));
    }
    extend_line_ranges(flat.iter_mut(), line_count(text));
    Outline { purpose: leading_comment(text, "#"), symbols: nest_by_level(flat), ..Outline::default() }
}

/// How much of a value that spans lines is still open.
#[derive(Default)]
struct OpenTomlValue {
    brackets: usize,
    quote: Option<&'static str>,
}

impl OpenTomlValue {
    fn is_closed(&self) -> bool {
        self.brackets == 0 && self.quote.is_none()
    }

    fn read_line(&mut self, line: &str) {
        let mut rest = line;
        while let Some(next) = rest.chars().next() {
            let mut step = next.len_utf8();
            if let Some(quote) = self.quote {
                if next == '\\' && quote == "\"\"\"" {
                    step += rest[1..].chars().next().map_or(0, char::len_utf8);
                } else if rest.starts_with(quote) {
                    step = 3;
                    self.quote = None;
                }
            } else if let Some(quote) = ["\"\"\"", "'''"].into_iter().find(|quote| rest.starts_with(quote)) {
                self.quote = Some(quote);
                step = 3;
            } else {
                match next {
                    '"' | '\'' => step = one_line_string_length(rest, next),
                    '[' | '{' => self.brackets += 1,
                    ']' | '}' => self.brackets = self.brackets.saturating_sub(1),
                    '#' => return,
                    _ => {}
                }
            }
            rest = &rest[step.min(rest.len())..];
        }
    }
}

/// The length of a string on one line, quotes included.
fn one_line_string_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' && quote == '"' {
            escaped = true;
        } else if c == quote {
            return at + 1;
        }
    }
    text.len()
}

fn strip_comment(value: &str) -> &str {
    let start = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => one_line_string_length(value, quote),
        _ => 0,
    };
    value[start..].find('#').map_or(value, |comment| value[..start + comment].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_keys() {
        let text = "# About\ntop = 1\n[package]\nname = \"a#b\" # why\nlist = [\n  \"x = 1\",\n  \"[no]\",\n]\n[[bin]]\nname = '''\n[still]\n'''\n";
        let outline = outline(text);
        assert_eq!(outline.purpose.as_deref(), Some("About"));
        let shown: Vec<(&str, (u32, u32))> =
            outline.symbols.iter().map(|symbol| (symbol.signature.as_str(), symbol.lines)).collect();
        assert_eq!(shown, [("top = 1", (2, 2)), ("[package]", (3, 8)), ("[[bin]]", (9, 12))]);
        let keys: Vec<&str> = outline.symbols[1].children.iter().map(|key| key.signature.as_str()).collect();
        assert_eq!(keys, ["name = \"a#b\"", "list = […"]);
        assert_eq!(outline.symbols[1].children[1].lines, (5, 8));
    }
}
