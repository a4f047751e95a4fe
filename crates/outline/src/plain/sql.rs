//! SQL: created objects, tables with their columns.

use std::sync::LazyLock;

use regex::Regex;

use super::{leading_comment, new_symbol, shorten_value};
use crate::lines::LineStarts;
use crate::{Outline, Symbol};

static CREATE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"(?isx) ^ create \s+ (?: or \s+ (?:replace|alter) \s+ )?
        (?: (?: global|local|temp|temporary|unlogged|unique|materialized|recursive|virtual|external|clustered|nonclustered|foreign
              | definer \s* = \s* \S+ | fulltext | spatial | constraint | editionable | trusted | procedural ) \s+ )*
        (table|view|function|procedure|proc|index|trigger|type|sequence|schema|database|domain|extension|policy|role|user|aggregate|event|macro) \s+
        (?: concurrently \s+ )? (?: if \s+ not \s+ exists \s+ )?
        ( (?: "[^"]+" | `[^`]+` | \[[^\]]+\] | [:@$]?[\w$.-]+ ) (?: \s* \. \s* (?: "[^"]+" | `[^`]+` | \[[^\]]+\] | [\w$]+ ) )* )"#;
    Regex::new(pattern).expect("a pattern that compiles")
});

/// First words inside a table's parentheses that do not name a column.
const CONSTRAINTS: &str = "constraint primary foreign unique check key index exclude like period fulltext spatial";

pub fn outline(text: &str) -> Outline {
    let lines = LineStarts::new(text);
    let created = |(start, end): (usize, usize)| parse_create(&text[start..end], lines.line_of_offset(start));
    let symbols = find_statements(text).into_iter().filter_map(created).collect();
    Outline { purpose: leading_comment(text, "--"), symbols, ..Outline::default() }
}

fn parse_create(statement: &str, line: u32) -> Option<Symbol> {
    let found = CREATE.captures(statement)?;
    let kind = match found[1].to_lowercase().as_str() {
        "table" => "table",
        "view" => "view",
        "function" | "macro" | "aggregate" => "function",
        "procedure" | "proc" => "procedure",
        "index" => "index",
        "trigger" => "trigger",
        "type" | "domain" => "type",
        "schema" | "database" => "schema",
        _ => "object",
    };
    let name: String = found[2].chars().filter(|c| !"\"`[]".contains(*c) && !c.is_whitespace()).collect();
    let head_end = found.get(0)?.end();
    let rest = &statement[head_end..];
    let signature = match kind {
        "index" | "trigger" | "function" | "procedure" | "type" => {
            let stops = [rest.find("$$"), find_whole_word(rest, "begin"), find_whole_word(rest, "as")];
            let stop = stops.into_iter().flatten().min().unwrap_or(rest.len());
            let head = statement[..head_end + stop].split_whitespace().collect::<Vec<_>>().join(" ");
            ctx_text::cut_middle(&head, 200).into_owned()
        }
        _ => statement[..head_end].split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let mut created = new_symbol(kind, &name, signature, line);
    created.lines.1 += u32::try_from(statement.trim_end().matches('\n').count()).unwrap_or(0);
    if kind == "table" {
        created.children = parse_table_columns(statement, head_end, line);
    }
    Some(created)
}

fn find_whole_word(text: &str, word: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let found = lower.match_indices(word).map(|(at, _)| at);
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    let mut whole = found
        .filter(|at| is_edge(lower[..*at].chars().next_back()) && is_edge(lower[at + word.len()..].chars().next()));
    whole.next()
}

fn parse_table_columns(statement: &str, from: usize, first_line: u32) -> Vec<Symbol> {
    let mut columns = Vec::new();
    let Some(open) = statement[from..].find('(').map(|at| from + at + 1) else { return columns };
    let mut depth = 1usize;
    let mut start = open;
    let mut scanner = SqlScanner { bytes: statement.as_bytes(), at: open };
    while let Some(byte) = scanner.next_unquoted_byte() {
        let at = scanner.at - 1;
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && byte == b',') {
            columns.extend(column_symbol(statement, start, at, first_line));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    columns
}

fn column_symbol(statement: &str, start: usize, end: usize, first_line: u32) -> Option<Symbol> {
    let mut from = start;
    // Comments between columns.
    let source = loop {
        let rest = &statement[from..end];
        let trimmed = rest.trim_start();
        from += rest.len() - trimmed.len();
        if trimmed.starts_with("--") {
            from += trimmed.find('\n')?;
        } else if trimmed.starts_with("/*") {
            from += trimmed.find("*/")? + 2;
        } else {
            break trimmed;
        }
    };
    let name = source.split(|c: char| c.is_whitespace() || c == '(').next().filter(|name| !name.is_empty())?;
    if CONSTRAINTS.split(' ').any(|word| name.eq_ignore_ascii_case(word)) {
        return None;
    }
    let source = source.lines().map(|line| line.split("--").next().unwrap_or(line)).collect::<Vec<_>>().join(" ");
    let line = first_line + statement[..from].matches('\n').count() as u32;
    Some(new_symbol("field", name.trim_matches(['"', '`', '[', ']']), shorten_value(&source), line))
}

/// Statements without the white space and comments before them.
fn find_statements(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut scanner = SqlScanner { bytes: text.as_bytes(), at: 0 };
    let mut start: Option<usize> = None;
    while let Some(byte) = scanner.next_unquoted_byte() {
        let at = scanner.at - 1;
        if start.is_none() && !byte.is_ascii_whitespace() && byte != b';' {
            start = Some(at);
        }
        if byte == b';'
            && let Some(from) = start.take()
        {
            found.push((from, at));
        }
    }
    found.extend(start.map(|from| (from, text.len())));
    found.retain(|(from, to)| text.is_char_boundary(*from) && text.is_char_boundary(*to) && from < to);
    found
}

/// Bytes outside of strings, comments and dollar quotes; an opening quote itself is given.
struct SqlScanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl SqlScanner<'_> {
    fn next_unquoted_byte(&mut self) -> Option<u8> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            let byte = *rest.first()?;
            let skip = |end: Option<usize>| end.unwrap_or(rest.len());
            if rest.starts_with(b"--") {
                self.at += skip(memchr::memchr(b'\n', rest));
            } else if rest.starts_with(b"/*") {
                self.at += skip(memchr::memmem::find(rest, b"*/").map(|end| end + 2));
            } else if matches!(byte, b'\'' | b'"' | b'`') {
                self.at += skip(memchr::memchr(byte, &rest[1..]).map(|end| end + 2));
                return Some(byte);
            } else if byte == b'$' && dollar_tag_length(rest).is_some() {
                let tag = dollar_tag_length(rest)?;
                self.at += skip(memchr::memmem::find(&rest[tag..], &rest[..tag]).map(|end| end + 2 * tag));
            } else {
                self.at += 1;
                return Some(byte);
            }
        }
    }
}

/// The length of `$$` or `$tag$`.
fn dollar_tag_length(rest: &[u8]) -> Option<usize> {
    let end = rest[1..].iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    (rest[1 + end] == b'$').then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_columns_and_the_rest() {
        let text = "-- The schema\nCREATE TABLE IF NOT EXISTS \"app\".users (\n  id INTEGER PRIMARY KEY, -- the id, always\n  name TEXT DEFAULT 'a;b',\n  price NUMERIC(10, 2),\n  CONSTRAINT c CHECK (id > 0)\n);\ncreate unique index users_name on users (name);\nINSERT INTO users VALUES (1, 'create table x (a int)');\nCREATE OR REPLACE FUNCTION f(a int) RETURNS int AS $$\nBEGIN; CREATE TABLE no (x int); END;\n$$ LANGUAGE plpgsql;\nCREATE VIEW v AS SELECT 1";
        let outline = outline(text);
        assert_eq!(outline.purpose.as_deref(), Some("The schema"));
        let shown: Vec<(&str, &str, (u32, u32))> =
            outline.symbols.iter().map(|symbol| (symbol.kind, symbol.name.as_str(), symbol.lines)).collect();
        assert_eq!(
            shown,
            [
                ("table", "app.users", (2, 7)),
                ("index", "users_name", (8, 8)),
                ("function", "f", (10, 12)),
                ("view", "v", (13, 13))
            ]
        );
        let columns: Vec<(&str, u32)> =
            outline.symbols[0].children.iter().map(|column| (column.name.as_str(), column.lines.0)).collect();
        assert_eq!(columns, [("id", 3), ("name", 4), ("price", 5)]);
        assert_eq!(outline.symbols[2].signature, "CREATE OR REPLACE FUNCTION f(a int) RETURNS int");
    }
}
