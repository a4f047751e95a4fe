//! `ctx hook` as agents call it: what it answers, what it remembers, and that it never harms.

mod memory;
mod property;
mod schema;
mod table;

use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::harness::{CTX, Done, Home, finish};

/// One row of the tables in `fixtures/hooks/AGENT/EVENT.case.json`, written from the shapes that the agents document.
pub struct Row {
    pub agent: String,
    pub event: String,
    pub name: String,
    pub case: Value,
}

pub fn rows() -> Vec<Row> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/hooks");
    let list = |dir: &Path| -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().flatten().map(|entry| entry.path()).collect();
        found.sort();
        found
    };
    let mut rows = Vec::new();
    for folder in list(&root) {
        for file in list(&folder) {
            let agent = folder.file_name().unwrap().to_string_lossy().into_owned();
            let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&file).unwrap();
            let case = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let event = stem.split('.').next().unwrap().to_owned();
            rows.push(Row { name: format!("{agent}/{stem}"), agent, event, case });
        }
    }
    rows
}

/// A large result: a page as a browser's tool describes it.
fn large() -> String {
    (0..300).map(|n| format!("- listitem [ref=e{n}]: link \"Order number {n}\" /orders/{n}\n")).collect()
}

/// The value with its `$CWD`, `$LARGE` and `$SMALL` filled in, also inside JSON that stands in a text.
pub fn filled(value: &Value, home: &Home) -> Value {
    match value {
        Value::String(text) => {
            let inner = text.starts_with('{').then(|| serde_json::from_str::<Value>(text).ok()).flatten();
            if let Some(inner) = inner {
                return Value::from(filled(&inner, home).to_string());
            }
            let work = home.work().canonicalize().unwrap().display().to_string();
            Value::from(text.replace("$CWD", &work).replace("$LARGE", &large()).replace("$SMALL", "twelve\nlines"))
        }
        Value::Array(items) => items.iter().map(|item| filled(item, home)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, field)| (name.clone(), filled(field, home))).collect())
        }
        other => other.clone(),
    }
}

pub fn hook(home: &Home, agent: &str, event: &str, payload: &Value) -> Done {
    hook_with(home, agent, event, payload.to_string().as_bytes(), &[])
}

/// A hook as an agent calls it: ctx is on the path, and so is a tool that is worth wrapping.
pub fn hook_with(home: &Home, agent: &str, event: &str, payload: &[u8], variables: &[(&str, &str)]) -> Done {
    let tools = home.path().join("bin");
    if !tools.exists() {
        std::fs::create_dir(&tools).unwrap();
        std::os::unix::fs::symlink(CTX, tools.join("ctx")).unwrap();
        std::os::unix::fs::symlink(home.script("npm", "#!/bin/sh\n"), tools.join("npm")).unwrap();
    }
    std::fs::write(home.path().join("payload"), payload).unwrap();
    let mut command = home.command(["hook", agent, event]);
    command
        .env("PATH", format!("{}:/usr/bin:/bin", tools.display()))
        .stdin(File::open(home.path().join("payload")).unwrap());
    for name in ["CURSOR_VERSION", "CLAUDE_ENV_FILE", "CLAUDE_CONFIG_DIR"] {
        command.env_remove(name);
    }
    finish(command.envs(variables.iter().copied()))
}

pub fn schema_of(agent: &str, event: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/suite/hooks/schemas/{agent}.json"));
    let all: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    all.get(event).unwrap_or_else(|| panic!("{agent} has no schema for {event}")).clone()
}

/// The object on stdout; none if stdout is empty. Anything else is a fault.
pub fn parsed(name: &str, out: &str) -> Option<Value> {
    if out.is_empty() {
        return None;
    }
    let value: Value = serde_json::from_str(out).unwrap_or_else(|error| panic!("{name}: {error} in {out}"));
    assert!(value.is_object(), "{name}: {out}");
    Some(value).filter(|value| value.as_object().is_some_and(|object| !object.is_empty()))
}
