//! Flat tools: rows of a TOML table, the same form that users write in `ctx.toml`.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use crate::part::Part;
use crate::place;
use crate::reading::Reading;
use crate::{Call, Kind};
use ctx_shell::lines;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    reader: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    /// Commands (`mix test`) or, between slashes, a regex on the command line (`/^make .*lint/`).
    #[serde(rename = "match", default)]
    commands: Vec<String>,
    #[serde(default)]
    error: Vec<String>,
    #[serde(default)]
    warning: Vec<String>,
    /// Lines to show that are not findings.
    #[serde(default)]
    keep: Vec<String>,
    /// Lines that are never shown and never a finding.
    #[serde(default)]
    drop: Vec<String>,
    #[serde(default)]
    totals: Vec<String>,
    /// The kind of output: report, text, listing or data.
    kind: Option<String>,
}

/// A row with its expressions, compiled when it is first used.
pub struct Flat {
    pub name: String,
    pub kind: Option<Kind>,
    commands: Vec<String>,
    rules: Vec<Rule>,
}

struct Rule {
    kind: RowKind,
    pattern: Regex,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind {
    Drop,
    Totals,
    Error,
    Warning,
    Keep,
}

static BUILT_IN: LazyLock<Vec<Row>> =
    LazyLock::new(|| toml::from_str::<File>(include_str!("flat.toml")).map(|file| file.reader).unwrap_or_default());

/// Built-in rows that the command names.
pub fn matching(call: &Call, programs: &[Vec<String>]) -> Vec<Flat> {
    if programs.is_empty() {
        return Vec::new();
    }
    let line = call.argv.join(" ");
    BUILT_IN
        .iter()
        .filter(|row| row_matches(row.commands.as_slice(), &line, programs))
        .filter_map(|row| Flat::compile(row).ok())
        .collect()
}

/// The `[[reader]]` rows of a configuration file.
pub fn from_toml(source: &str) -> Result<Vec<Flat>, String> {
    let file: File = toml::from_str(source).map_err(|error| error.to_string())?;
    file.reader.iter().map(Flat::compile).collect()
}

fn row_matches(commands: &[String], line: &str, programs: &[Vec<String>]) -> bool {
    commands.iter().any(|pattern| match pattern.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        Some(expression) => Regex::new(expression).is_ok_and(|regex| regex.is_match(line)),
        None => programs.iter().any(|program| lines::answers(program, pattern)),
    })
}

impl Flat {
    fn compile(row: &Row) -> Result<Flat, String> {
        let mut rules = Vec::new();
        let kinds = [
            (RowKind::Drop, &row.drop),
            (RowKind::Totals, &row.totals),
            (RowKind::Error, &row.error),
            (RowKind::Warning, &row.warning),
            (RowKind::Keep, &row.keep),
        ];
        for (kind, patterns) in kinds {
            for pattern in patterns {
                let pattern = Regex::new(pattern).map_err(|error| format!("reader {}: {error}", row.name))?;
                rules.push(Rule { kind, pattern });
            }
        }
        let kind = match row.kind.as_deref() {
            None => None,
            Some(name) => Some(Kind::named(name).ok_or_else(|| {
                format!("reader {}: unknown kind '{name}'; use report, text, listing or data", row.name)
            })?),
        };
        Ok(Flat { name: row.name.clone(), kind, commands: row.commands.clone(), rules })
    }

    pub fn answers(&self, call: &Call) -> bool {
        row_matches(&self.commands, &call.argv.join(" "), &lines::programs(&call.argv))
    }

    pub fn read(&self, part: &Part) -> Reading {
        let mut reading = Reading::default();
        for (at, line) in part.lines() {
            let Some(rule) = self.rules.iter().find(|rule| rule.pattern.is_match(line)) else { continue };
            let block = match rule.kind {
                RowKind::Drop => {
                    reading.cover(at..at + 1);
                    continue;
                }
                RowKind::Totals => {
                    reading.total(at);
                    continue;
                }
                RowKind::Error => reading.error(at, line.trim()),
                RowKind::Warning => reading.warning(at, line.trim()),
                RowKind::Keep => reading.info(at, line.trim()),
            };
            block.location = place::find(line).map(|place| place.name(line));
            block.source = format!("{} /{}/", self.name, rule.pattern).into();
        }
        reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_row_compiles() {
        let rows = from_toml(include_str!("flat.toml")).unwrap();
        assert!(!rows.is_empty());
    }

    #[test]
    fn a_mistake_is_named() {
        assert!(from_toml("[[reader]]\nname = 'x'\nkeep = ['(']").err().unwrap().contains("reader x"));
        assert!(from_toml("[[reader]]\nname = 'x'\nkep = []").is_err());
    }
}
