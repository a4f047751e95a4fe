//! The fixtures: recorded outputs, and the lines of them that matter.

use std::path::{Path, PathBuf};

use ctx_digest::{CommandAndStatus, CommandEndStatus};

/// One output and what must survive of it.
pub struct Case {
    pub name: String,
    pub family: String,
    pub call: CommandAndStatus,
    pub raw: Vec<u8>,
    pub needles: Vec<String>,
}

fn files_in(folder: PathBuf) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

/// The recorded outputs in the folders of their tools, in the order of their names.
pub fn read_fixtures(root: &Path) -> Vec<Case> {
    let files = files_in(root.to_owned()).filter(|family| family.is_dir()).flat_map(files_in);
    let descriptions = files.filter(|file| file.extension().is_some_and(|end| end == "toml"));
    let mut found: Vec<Case> = descriptions.filter_map(|file| read_fixture(root, &file)).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// None for a description of something else than an output.
fn read_fixture(root: &Path, file: &Path) -> Option<Case> {
    let raw = std::fs::read(file.with_extension("raw")).ok()?;
    let table: toml::Table = std::fs::read_to_string(file).unwrap().parse().ok()?;
    let needles = table.get("needles").and_then(|list| list.clone().try_into().ok()).unwrap_or_default();
    let status = table.get("exit").and_then(|code| code.as_integer());
    let name = file.strip_prefix(root).unwrap().with_extension("").display().to_string();
    Some(Case {
        family: name.split('/').next().unwrap_or_default().to_owned(),
        name,
        call: CommandAndStatus {
            argv: vec![table.get("command")?.as_str()?.to_owned()],
            status: status.map_or(CommandEndStatus::Unknown, |code| CommandEndStatus::Exit(code as i32)),
        },
        raw,
        needles,
    })
}

/// The text with each run of blanks as one.
pub fn squash(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !matches!(c, ' ' | '\t') {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}
