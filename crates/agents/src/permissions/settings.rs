//! The settings files of Claude Code, the rules in them, and the access to files that rules are about.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ignore::gitignore::Gitignore;
use serde_json::Value;

use crate::error::{PermissionError, Result};
use crate::install::jsonc;

/// Where settings are looked for, and the directories their paths are relative to.
#[derive(Clone, Copy)]
pub struct SettingsPlaces<'a> {
    pub home: Option<&'a Path>,
    /// The user's own settings directory, `~/.claude` by default.
    pub user: Option<&'a Path>,
    pub project: &'a Path,
    pub cwd: &'a Path,
}

/// Settings that an organisation enforces.
const MANAGED: [&str; 2] = ["/etc/claude-code", "/Library/Application Support/ClaudeCode"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    Read,
    /// Editing and writing.
    Change,
}

impl FileAccess {
    /// Tools whose rules apply to this access. A file that may not be read may not be changed: a change shows it.
    pub(super) fn tools_whose_rules_apply(self) -> &'static [&'static str] {
        match self {
            FileAccess::Read => &["Read"],
            FileAccess::Change => &["Read", "Edit", "Write", "MultiEdit"],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PermissionRuleVerdict {
    Deny,
    Ask,
}

/// `Tool` or `Tool(spec)`, and its file.
#[derive(Debug)]
pub(super) struct PermissionRule {
    pub decision: PermissionRuleVerdict,
    pub tool: String,
    pub spec: Option<String>,
    pub text: String,
    pub file: PathBuf,
    /// For a rule about files: the matchers of its paths, made when they are first needed.
    pub matchers: OnceLock<std::result::Result<Vec<Gitignore>, String>>,
}

impl PermissionRule {
    fn new(decision: PermissionRuleVerdict, text: &str, file: &Path) -> PermissionRule {
        let trimmed = text.trim();
        let (tool, spec) = match trimmed.split_once('(') {
            Some((tool, rest)) => (tool, Some(rest.strip_suffix(')').unwrap_or(rest).trim())),
            None => (trimmed, None),
        };
        let spec = spec.filter(|spec| !spec.is_empty()).map(str::to_owned);
        PermissionRule {
            decision,
            tool: tool.trim().to_owned(),
            spec,
            text: trimmed.to_owned(),
            file: file.to_owned(),
            matchers: OnceLock::new(),
        }
    }

    /// The pattern of a rule for this tool; `Some(None)` for a rule without one.
    pub(super) fn pattern_for_tool(&self, tool: &str) -> Option<Option<&str>> {
        (self.tool == tool || self.tool == "*").then_some(self.spec.as_deref())
    }

    /// The pattern of a rule for shell commands; one without means every command.
    pub(super) fn shell_pattern(&self) -> Option<&str> {
        self.pattern_for_tool("Bash").map(|spec| spec.unwrap_or("*"))
    }

    pub(super) fn is_about_files(&self) -> bool {
        FileAccess::Change.tools_whose_rules_apply().contains(&self.tool.as_str())
    }
}

/// A rule that cannot be understood is not taken for a permission.
pub(super) fn unclear_rule_error(file: &Path, what: &str, why: &str) -> PermissionError {
    PermissionError::Settings { file: file.to_owned(), what: what.to_owned(), why: why.to_owned() }
}

pub(super) fn read_rules(places: &SettingsPlaces<'_>) -> (Vec<PermissionRule>, Option<PermissionError>) {
    let (mut rules, mut problem) = (Vec::new(), None);
    for file in settings_files(places) {
        problem = problem.or(add_rules_of_file(&file, &mut rules).err());
    }
    (rules, problem)
}

fn settings_files(places: &SettingsPlaces<'_>) -> Vec<PathBuf> {
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

/// Adds the rules of one file; the error is about the first item in it that should be a rule and is none.
fn add_rules_of_file(file: &Path, rules: &mut Vec<PermissionRule>) -> Result<()> {
    let unclear = |what: &str, why: &str| unclear_rule_error(file, what, why);
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(()),
        Err(error) => return Err(unclear("cannot be read", &error.to_string())),
    };
    if text.trim().is_empty() {
        return Ok(());
    }
    // Comments and trailing commas are accepted: people write them, and their rules count all the same.
    let settings = jsonc::parse_jsonc(&text).map_err(|error| unclear("no JSON", &error.to_string()))?.to_json();
    let Some(permissions) = settings.get("permissions").filter(|found| !found.is_null()) else { return Ok(()) };
    if !permissions.is_object() {
        return Err(unclear("permissions", "an object is needed"));
    }
    let mut checked = Ok(());
    // Permissions are not ctx's to give: a list of them is only looked at for its form.
    for (decision, key) in
        [(Some(PermissionRuleVerdict::Deny), "deny"), (Some(PermissionRuleVerdict::Ask), "ask"), (None, "allow")]
    {
        let Some(found) = permissions.get(key).filter(|found| !found.is_null()) else { continue };
        // A single rule without a list is still meant as a rule.
        let items = found.as_array().map_or(std::slice::from_ref(found), Vec::as_slice);
        let texts = items.iter().filter_map(Value::as_str);
        rules.extend(texts.filter_map(|text| Some(PermissionRule::new(decision?, text, file))));
        if checked.is_ok() && (!found.is_array() || items.iter().any(|item| !item.is_string())) {
            checked = Err(unclear(&format!("permissions.{key}"), "a list of texts is needed"));
        }
    }
    checked
}
