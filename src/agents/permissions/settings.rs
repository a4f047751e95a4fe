//! The settings files of Claude Code and the rules in them.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use super::files::{Access, Matcher};
use super::{Places, Verdict};
use crate::agents::install::jsonc;
use crate::error::{Error, Result};

/// Settings that an organisation lays down.
const MANAGED: [&str; 2] = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Deny,
    Ask,
    Allow,
}

/// `Tool` or `Tool(spec)`, and where it stands.
#[derive(Debug)]
pub(super) struct Rule {
    pub decision: Decision,
    pub tool: String,
    pub spec: Option<String>,
    pub text: String,
    pub file: PathBuf,
    /// For a rule about files: what its paths are compared with, made when it is first needed.
    pub matchers: OnceLock<std::result::Result<Vec<Matcher>, String>>,
}

impl Rule {
    fn new(decision: Decision, text: &str, file: &Path) -> Rule {
        let trimmed = text.trim();
        let (tool, spec) = match trimmed.split_once('(') {
            Some((tool, rest)) => (tool, Some(rest.strip_suffix(')').unwrap_or(rest).trim())),
            None => (trimmed, None),
        };
        let spec = spec.filter(|spec| !spec.is_empty()).map(str::to_owned);
        Rule {
            decision,
            tool: tool.trim().to_owned(),
            spec,
            text: trimmed.to_owned(),
            file: file.to_owned(),
            matchers: OnceLock::new(),
        }
    }

    /// The pattern of a rule for this tool; `Some(None)` for a rule without one.
    pub(super) fn of_tool(&self, tool: &str) -> Option<Option<&str>> {
        (self.tool == tool || self.tool == "*").then_some(self.spec.as_deref())
    }

    /// The pattern of a rule for shell commands; one without means every command.
    pub(super) fn shell(&self) -> Option<&str> {
        self.of_tool("Bash").map(|spec| spec.unwrap_or("*"))
    }

    pub(super) fn is_about_files(&self) -> bool {
        Access::Change.tools().contains(&self.tool.as_str())
    }

    /// `mcp__server`, `mcp__server__*`, `mcp__server__tool`, or any other tool by its name.
    pub(super) fn names_tool(&self, name: &str) -> bool {
        if self.tool == name || self.tool == "*" {
            return true;
        }
        if !self.tool.starts_with("mcp__") {
            return false;
        }
        if self.tool.contains('*') {
            return super::pattern::wild(&self.tool, name);
        }
        name.strip_prefix(self.tool.as_str()).is_some_and(|rest| rest.starts_with("__"))
            && !self.tool["mcp__".len()..].contains("__")
    }

    pub(super) fn verdict(&self) -> Verdict {
        let (rule, file) = (self.text.clone(), self.file.clone());
        match self.decision {
            Decision::Deny => Verdict::Deny { rule, file },
            Decision::Ask => Verdict::Ask { rule, file },
            Decision::Allow => Verdict::Allow,
        }
    }
}

/// A rule that cannot be understood is not taken for leave.
pub(super) fn unclear(file: &Path, what: &str, why: &str) -> Error {
    Error::refused(format_args!("{}: {what}: {why}", file.display()))
        .hint("what it denies cannot be told; correct it first")
}

pub(super) fn read(places: &Places<'_>) -> (Vec<Rule>, Option<Error>) {
    let mut rules = Vec::new();
    let mut problem = None;
    for file in settings_files(places) {
        match rules_of(&file) {
            Ok(found) => rules.extend(found),
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    (rules, problem)
}

fn settings_files(places: &Places<'_>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for managed in MANAGED.map(Path::new) {
        files.push(managed.join("managed-settings.json"));
        if let Ok(dir) = std::fs::read_dir(managed.join("managed-settings.d")) {
            let parts = dir.flatten().map(|entry| entry.path());
            files.extend(parts.filter(|path| path.extension().is_some_and(|end| end == "json")));
        }
    }
    files.extend(places.user.map(|dir| dir.join("settings.json")));
    // The agent may have been started in any directory between the project's root and this one.
    let mut dirs: Vec<&Path> = places.cwd.ancestors().take_while(|dir| dir.starts_with(places.project)).collect();
    if dirs.is_empty() {
        dirs.push(places.project);
    }
    for dir in dirs {
        files.extend(["settings.json", "settings.local.json"].map(|name| dir.join(".claude").join(name)));
    }
    files
}

fn rules_of(file: &Path) -> Result<Vec<Rule>> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(unclear(file, "cannot be read", &error.to_string())),
    };
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    // People write comments and trailing commas, and their rules hold all the same.
    let settings = jsonc::parse(&text).map_err(|error| unclear(file, "no JSON", &error.to_string()))?.json();
    let mut rules = Vec::new();
    for (decision, key) in [(Decision::Deny, "deny"), (Decision::Ask, "ask"), (Decision::Allow, "allow")] {
        let Some(found) = settings.get("permissions").and_then(|permissions| permissions.get(key)) else { continue };
        let texts = found.as_array().into_iter().flatten().filter_map(Value::as_str);
        rules.extend(texts.map(|text| Rule::new(decision, text, file)));
    }
    Ok(rules)
}
