//! What the tests of readers share.

use super::{Call, Severity, Status, digest, render};
use crate::capture::text::Text;

/// Readers, findings, and after `---` the rendered lines of an output, even where it is short enough to be
/// printed whole.
pub fn shown(command: &str, exit: i32, raw: &str) -> String {
    let text = Text::from_bytes(raw.as_bytes());
    let argv = command.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let call = Call { argv, status: Status::Exit(exit) };
    let digest = digest(&text, &call);
    let mut out = format!("{}\n", digest.reader);
    for finding in &digest.findings {
        let severity = match finding.severity {
            Severity::Error => "E",
            Severity::Warning => "W",
            Severity::Info => "I",
        };
        let location = finding.location.as_deref().map(|location| format!("{location} ")).unwrap_or_default();
        out.push_str(&format!("{severity} {location}{}\n", finding.message));
    }
    out.push_str("---\n");
    out.push_str(&render::chosen(&digest, &text, 1500).text);
    out
}

/// What is shown of a real run, `fixtures/<family>/<case>.raw` with its command and exit status beside it.
pub fn fixture(name: &str) -> String {
    let path = format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let raw = std::fs::read(format!("{path}.raw")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let run: toml::Table = std::fs::read_to_string(format!("{path}.toml")).unwrap().parse().unwrap();
    let (command, exit) = (run["command"].as_str().unwrap(), run["exit"].as_integer().unwrap());
    shown(command, exit as i32, &String::from_utf8_lossy(&raw))
}
