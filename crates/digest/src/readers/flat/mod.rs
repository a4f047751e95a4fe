//! Readers that are rows of a table: the built-in ones in `table.toml`, and the `[[reader]]` rows of a user's `ctx.toml`,
//! which have the same form.

mod read;
mod row;

use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;

use crate::CommandAndStatus;
use crate::part::ReaderInput;
use crate::reading::ReaderFindings;
use ctx_shell::lines;

pub use row::CompiledReader;
use row::ReaderRow;

#[derive(Deserialize)]
struct ReaderRowsFile {
    #[serde(default)]
    reader: Vec<ReaderRow>,
}

/// A built-in row: its head is read at once, its rules are compiled when its tool is met for the first time.
pub struct BuiltInReader {
    pub head: ReaderHead,
    source: &'static str,
    compiled: OnceLock<Option<CompiledReader>>,
}

/// What tells whether a row is tried on an output.
#[derive(Default)]
pub struct ReaderHead {
    pub name: String,
    /// Commands (`mix test`), wrappers removed, flags between the words left out; or, between slashes, a regex on the
    /// command line (`/^make .*lint/`).
    pub commands: Vec<String>,
    /// Text that this tool prints and few others do: one line with it is enough to try the reader. `^` in front means at
    /// the beginning of a line (after blanks).
    pub signs: Vec<String>,
}

pub static BUILT_IN: LazyLock<Vec<BuiltInReader>> = LazyLock::new(|| split_built_in_rows(include_str!("table.toml")));

const START: &str = "[[reader]]\n";

/// Cuts the table into its rows. The keys of a head stand in the first lines of a row, one line each.
fn split_built_in_rows(table: &'static str) -> Vec<BuiltInReader> {
    let starts: Vec<usize> = table.match_indices(START).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([table.len()]);
    starts.iter().zip(ends).map(|(&start, end)| BuiltInReader::new(&table[start..end])).collect()
}

impl BuiltInReader {
    fn new(source: &'static str) -> BuiltInReader {
        let mut head = ReaderHead::default();
        for (key, value) in source[START.len()..].lines().map_while(|line| line.split_once(" = ")) {
            // What a head holds is written as in JSON, which is read much faster.
            let words = || serde_json::from_str(value).unwrap_or_default();
            match key {
                "name" => head.name = value.trim_matches('"').to_owned(),
                "match" => head.commands = words(),
                "signs" => head.signs = words(),
                _ => break,
            }
        }
        BuiltInReader { head, source, compiled: OnceLock::new() }
    }

    /// Empty when the output is not this tool's after all.
    pub fn read_part(&self, part: &ReaderInput) -> ReaderFindings {
        // A test compiles every row.
        let compiled = self.compiled.get_or_init(|| parse_reader_rows(self.source).ok()?.pop());
        compiled.as_ref().map(|row| row.read_part(part)).unwrap_or_default()
    }

    pub fn applies_to_call(&self, call: &CommandAndStatus, programs: &[Vec<String>]) -> bool {
        !programs.is_empty() && commands_match(&self.head.commands, call, programs)
    }
}

/// The `[[reader]]` rows of a configuration file.
pub fn parse_reader_rows(source: &str) -> Result<Vec<CompiledReader>, String> {
    let file: ReaderRowsFile = toml::from_str(source).map_err(|error| error.to_string())?;
    file.reader.into_iter().map(CompiledReader::compile).collect()
}

fn commands_match(commands: &[String], call: &CommandAndStatus, programs: &[Vec<String>]) -> bool {
    commands.iter().any(|pattern| match pattern.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        Some(expression) => regex::Regex::new(expression).is_ok_and(|regex| regex.is_match(&call.argv.join(" "))),
        None => programs.iter().any(|program| lines::matches_program_pattern(program, pattern)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_row_compiles_and_has_its_head_first() {
        assert!(BUILT_IN.len() > 10);
        for row in BUILT_IN.iter() {
            let compiled = parse_reader_rows(row.source).unwrap_or_else(|error| panic!("{}: {error}", row.source));
            let [compiled] = compiled.as_slice() else { panic!("{} is one row", row.head.name) };
            let keys = row.source.lines().filter(|line| line.starts_with("match = ") || line.starts_with("signs = "));
            let in_head = usize::from(!row.head.commands.is_empty()) + usize::from(!row.head.signs.is_empty());
            assert_eq!((compiled.name.as_str(), keys.count()), (row.head.name.as_str(), in_head));
        }
    }

    #[test]
    fn a_mistake_is_named() {
        for (row, mistake) in [
            ("keep = ['(']", "reader x"),
            ("kep = []", "kep"),
            ("kind = 'prose'", "prose"),
            ("finding = [{ start = 'a', severity = 'bad' }]", "bad"),
            ("finding = [{ start = 'a', below = [{ on = 'b', rank = 'top' }] }]", "top"),
        ] {
            let error = parse_reader_rows(&format!("[[reader]]\nname = 'x'\n{row}")).err().unwrap();
            assert!(error.contains(mistake), "{error}");
        }
    }

    /// The example of docs/configuration.md: found by its command and, without one, by its sign.
    #[test]
    fn a_users_row_with_parts() {
        let docs = include_str!("../../../../../docs/configuration.md");
        let example = docs.split("```toml\n").find(|part| part.contains("name = \"housecheck\"")).unwrap();
        let own = parse_reader_rows(example.split("```").next().unwrap()).unwrap();
        let raw = "housecheck: looking\n== src/a.house\n  3 error: the door is open [E7]\n    | door\n    | frame\n\
                   \u{20}   | a\n    | b\n  9 note: the lamp is on [N1]\n";
        for command in ["housecheck all", ""] {
            let argv = command.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
            let call = CommandAndStatus { argv, status: crate::CommandEndStatus::Exit(1) };
            let digest =
                crate::digest_with_config_readers(&ctx_text::text::Text::from_bytes(raw.as_bytes()), &call, &own);
            let found: Vec<_> = digest
                .findings
                .iter()
                .map(|one| (one.severity, one.location.as_deref().unwrap_or_default(), one.message.as_str()))
                .collect();
            let error = (crate::Severity::Error, "src/a.house:3", "the door is open");
            assert_eq!(found, [error, (crate::Severity::Info, "src/a.house:9", "the lamp is on")], "{command}");
            assert_eq!(digest.reader, "housecheck");
        }
    }
}
