//! The columns of an INSERT, and their values in the rows that follow.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::judge::{Certainty, ValueJudge};
use super::names::{self, Class};

/// The columns of `INSERT INTO users (name, password)`, while rows of values follow.
#[derive(Clone)]
pub struct InsertColumns(Vec<Option<Class>>);

impl InsertColumns {
    pub fn from_columns(columns: Vec<Option<Class>>) -> InsertColumns {
        InsertColumns(columns)
    }

    /// The columns that a line names, and the place after them.
    pub fn parse_insert_line(line: &str) -> Option<(InsertColumns, usize)> {
        static INTO: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| [Finder::new("NTO "), Finder::new("nto ")]);
        INTO.iter().find_map(|into| into.find(line.as_bytes()))?;
        let upper = line.to_ascii_uppercase();
        let into = upper.find("INSERT INTO").or_else(|| upper.find("REPLACE INTO"))?;
        let open = into + line[into..].find('(')?;
        let close = open + line[open..].find(')')?;
        let names = line[open + 1..close].split(',');
        let classes: Vec<Option<Class>> =
            names.map(|name| names::class_of(name.trim().trim_matches(['"', '`', '[', ']']))).collect();
        classes.iter().any(Option::is_some).then_some((InsertColumns(classes), close + 1))
    }

    /// Whether a line goes on with rows: `VALUES (…`, `(…),`.
    pub fn continues_rows(line: &str) -> bool {
        let text = line.trim_start();
        text.starts_with('(') || text.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("values"))
    }

    /// The secret values of the rows from a place on, and whether the statement ends on this line.
    pub fn secret_row_values(&self, line: &str, from: usize, judge: &ValueJudge) -> (Vec<Range<usize>>, bool) {
        let mut found = Vec::new();
        let bytes = line.as_bytes();
        let (mut at, mut column, mut depth) = (from, 0, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'(' => {
                    depth += 1;
                    if depth == 1 {
                        column = 0;
                    }
                }
                b')' => depth = (depth - 1).max(0),
                b',' if depth == 1 => column += 1,
                b';' if depth == 0 => return (found, true),
                quote @ (b'\'' | b'"') => {
                    let start = at + 1;
                    let mut end = start;
                    while end < bytes.len() && (bytes[end] != quote || bytes.get(end + 1) == Some(&quote)) {
                        end += if bytes[end] == quote || bytes[end] == b'\\' { 2 } else { 1 };
                    }
                    let end = end.min(bytes.len());
                    if let Some(Some(class)) = self.0.get(column)
                        && let Some(text) = line.get(start..end)
                        && judge.is_secret_value_quoted(text, *class, Certainty::Yes, true)
                    {
                        found.push(start..end);
                    }
                    at = end;
                }
                _ => {}
            }
            at += 1;
        }
        (found, false)
    }
}

#[cfg(test)]
#[path = "../tests/unit/insert.rs"]
mod tests;
