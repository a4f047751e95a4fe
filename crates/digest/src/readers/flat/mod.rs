//! Readers that are rows of a table: the built-in ones in `table.toml`, and the `[[reader]]` rows of a user's `ctx.toml`,
//! which have the same form.

mod read;
mod row;

use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;

use crate::Call;
use ctx_shell::lines;

pub use row::Flat;
use row::Row;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    reader: Vec<Row>,
}

/// A built-in row: its head is read at once, its rules are compiled when its tool is met for the first time.
pub struct BuiltIn {
    pub head: ReaderHead,
    source: &'static str,
    compiled: OnceLock<Option<Flat>>,
}

/// What tells whether a row is tried on an output.
#[derive(Default, Deserialize)]
pub struct ReaderHead {
    pub name: String,
    /// Commands (`mix test`) or, between slashes, a regex on the command line (`/^make .*lint/`).
    #[serde(rename = "match", default)]
    pub commands: Vec<String>,
    /// Text that this tool prints and few others do, as in `Reader::signs`.
    #[serde(default)]
    pub signs: Vec<String>,
}

pub static BUILT_IN: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| built_in(include_str!("table.toml")));

const START: &str = "[[reader]]\n";

/// Cuts the table into its rows. The keys of a head stand in the first lines of a row, one line each.
fn built_in(table: &'static str) -> Vec<BuiltIn> {
    let starts: Vec<usize> = table.match_indices(START).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([table.len()]);
    starts.iter().zip(ends).map(|(&start, end)| BuiltIn::new(&table[start..end])).collect()
}

impl BuiltIn {
    fn new(source: &'static str) -> BuiltIn {
        let rest = &source[START.len()..];
        let is_head = |line: &&str| ["name = ", "match = ", "signs = "].iter().any(|key| line.starts_with(key));
        let head: usize = rest.split_inclusive('\n').take_while(is_head).map(str::len).sum();
        let head = toml::from_str(&rest[..head]).unwrap_or_default();
        BuiltIn { head, source, compiled: OnceLock::new() }
    }

    /// `None` never happens: a test compiles every row.
    pub fn compiled_reader(&self) -> Option<&Flat> {
        self.compiled.get_or_init(|| from_toml(self.source).ok()?.pop()).as_ref()
    }

    pub fn applies_to_call(&self, call: &Call, programs: &[Vec<String>]) -> bool {
        !programs.is_empty() && row_matches(&self.head.commands, call, programs)
    }
}

/// The `[[reader]]` rows of a configuration file.
pub fn from_toml(source: &str) -> Result<Vec<Flat>, String> {
    let file: File = toml::from_str(source).map_err(|error| error.to_string())?;
    file.reader.into_iter().map(Flat::compile).collect()
}

fn row_matches(commands: &[String], call: &Call, programs: &[Vec<String>]) -> bool {
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
            let compiled = from_toml(row.source).unwrap_or_else(|error| panic!("{}: {error}", row.source));
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
            let error = from_toml(&format!("[[reader]]\nname = 'x'\n{row}")).err().unwrap();
            assert!(error.contains(mistake), "{error}");
        }
    }

    /// The example of docs/configuration.md: found by its command and, without one, by its sign.
    #[test]
    fn a_users_row_with_parts() {
        let docs = include_str!("../../../../../docs/configuration.md");
        let example = docs.split("```toml\n").find(|part| part.contains("name = \"housecheck\"")).unwrap();
        let own = from_toml(example.split("```").next().unwrap()).unwrap();
        let raw = "housecheck: looking\n== src/a.house\n  3 error: the door is open [E7]\n    | door\n    | frame\n\
                   \u{20}   | a\n    | b\n  9 note: the lamp is on [N1]\n";
        for command in ["housecheck all", ""] {
            let argv = command.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
            let call = Call { argv, status: crate::Status::Exit(1) };
            let digest = crate::digest_with(&ctx_text::text::Text::from_bytes(raw.as_bytes()), &call, &own);
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
