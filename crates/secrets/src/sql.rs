//! Rows of SQL: the columns that an INSERT names or that the definition of its table gave (`CREATE TABLE users (…)`, `INSERT
//! INTO users VALUES …`), and the values of the rows that follow.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::judge::{SecretPlaceCertainty, SecretValueRules};
use super::text_tables::{ColumnClasses, classify_columns};
use super::words::table_has_word;

/// What may stand around the name of a table or a column.
const QUOTES: [char; 5] = ['"', '`', '[', ']', '\''];

/// The columns of `INSERT INTO users (name, password)`, while rows of values follow.
#[derive(Clone)]
pub struct SqlInsertColumns(ColumnClasses);

impl SqlInsertColumns {
    /// The columns that a line names, and the place after them.
    pub fn parse_insert_line(line: &str) -> Option<(SqlInsertColumns, usize)> {
        static INTO: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| [Finder::new("NTO "), Finder::new("nto ")]);
        INTO.iter().find_map(|into| into.find(line.as_bytes()))?;
        let upper = line.to_ascii_uppercase();
        let into = upper.find("INSERT INTO").or_else(|| upper.find("REPLACE INTO"))?;
        let open = into + line[into..].find('(')?;
        let close = open + line[open..].find(')')?;
        let names = line[open + 1..close].split(',').map(|name| name.trim().trim_matches(QUOTES));
        Some((SqlInsertColumns(classify_columns(names)?), close + 1))
    }

    /// Whether a line goes on with rows: `VALUES (…`, `(…),`.
    pub fn continues_rows(line: &str) -> bool {
        let text = line.trim_start();
        text.starts_with('(') || text.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("values"))
    }

    /// The secret values of the rows from a place on, and whether the statement ends on this line.
    pub fn secret_ranges_in_row(&self, line: &str, from: usize, judge: &SecretValueRules) -> (Vec<Range<usize>>, bool) {
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
                        && judge.is_secret_value(text, *class, SecretPlaceCertainty::Yes, true)
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

/// A longer definition is none that a person wrote.
const LONGEST: usize = 20_000;
/// Tables with a secret that are remembered.
const MOST: usize = 8;

/// The tables of a dump that have a column for a secret.
#[derive(Clone, Default)]
pub struct TablesWithSecrets {
    /// A definition whose closing bracket has not come yet.
    open: Option<String>,
    tables: Vec<(String, ColumnClasses)>,
}

impl TablesWithSecrets {
    pub fn has_tables_or_definition(&self) -> bool {
        self.open.is_some() || !self.tables.is_empty()
    }

    /// Reads a line of a definition.
    pub fn read_create_table_line(&mut self, mut line: &str) {
        if let Some(from) = line.find("CREATE TABLE").or_else(|| line.find("create table")) {
            self.open = Some(String::new());
            line = &line[from + "CREATE TABLE".len()..];
        }
        let Some(text) = &mut self.open else { return };
        text.push_str(line);
        text.push('\n');
        let (head, columns) = text.split_once('(').unwrap_or((text, ""));
        if let Some(names) = split_column_names(columns) {
            if let Some(columns) = classify_columns(names.into_iter()).filter(|_| self.tables.len() < MOST) {
                self.tables.push((table_name(head), columns));
            }
            self.open = None;
        } else if text.len() > LONGEST || head.contains(';') {
            self.open = None;
        }
    }

    /// The columns of the rows that this line gives to a known table, and where they begin.
    pub fn sql_insert_columns_of_line(&self, line: &str) -> Option<(SqlInsertColumns, usize)> {
        if self.tables.is_empty() {
            return None;
        }
        let upper = line.to_ascii_uppercase();
        let into = upper.find("INSERT INTO ")? + "INSERT INTO ".len();
        let values = into + upper[into..].find("VALUES")?;
        let name = table_name(&line[into..values]);
        let (_, columns) = self.tables.iter().find(|(table, _)| *table == name)?;
        Some((SqlInsertColumns(columns.clone()), values + "VALUES".len()))
    }
}

/// The name of each column, if the bracket around them is closed.
fn split_column_names(columns: &str) -> Option<Vec<&str>> {
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    let mut column = |text| {
        let name = str::split_whitespace(text).next().unwrap_or_default();
        let plain = name.trim_matches(QUOTES);
        if plain.len() < name.len() || !table_has_word("constraints", &name.to_ascii_uppercase()) {
            found.push(plain);
        }
    };
    for (at, byte) in columns.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b',' | b')' if depth == 0 => {
                column(&columns[start..at]);
                start = at + 1;
                if byte == b')' {
                    return Some(found);
                }
            }
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The last part of a table's name without quotes: `` `shop`.`users` ``, `IF NOT EXISTS "users"`.
fn table_name(text: &str) -> String {
    let word = text.split_whitespace().last().unwrap_or_default();
    let name = word.rsplit('.').next().unwrap_or(word).trim_matches(QUOTES);
    name.to_ascii_lowercase()
}

#[cfg(test)]
#[path = "../tests/unit/sql.rs"]
mod tests;
