//! Real runs for the tests of readers: `fixtures/<family>/<case>.raw`, with command and exit status in the `.toml` beside it.

use crate::digest::test::shown;

/// What is shown of a fixture, such as `go/test-fail`.
pub fn of(name: &str) -> String {
    let path = format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let raw = std::fs::read(format!("{path}.raw")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let run: toml::Table = std::fs::read_to_string(format!("{path}.toml")).unwrap().parse().unwrap();
    let (command, exit) = (run["command"].as_str().unwrap(), run["exit"].as_integer().unwrap());
    shown(command, exit as i32, &String::from_utf8_lossy(&raw))
}
