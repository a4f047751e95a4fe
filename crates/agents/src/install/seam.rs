//! The settings that make ctx an agent's shell, in the agent's own format: added, looked for and removed again.

use serde_json::json;

use super::jsonc::{self, Value};
use super::shell::is_startup_file;
use super::{Uneditable, edit, marked, settings, shell};
use crate::codex::config_file::{self, ShellSettings};

/// The entries in an agent's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShellOverrideSettings {
    /// Claude Code's `env` and, if they are wanted, rules that allow ctx's read-only commands.
    Claude { shell: Option<String>, allow: bool },
    /// Codex's variables for its shells, and the store among the folders that its sandbox may write.
    Codex { variables: Vec<(String, String)>, root: String },
    /// Variables in Gemini CLI's `.env`.
    Gemini { variables: Vec<(String, String)> },
}

/// The variable that names Claude Code's shell.
pub const CLAUDE_SHELL: &str = "CLAUDE_CODE_SHELL";
const ENV: &str = "env";
const ALLOW: [&str; 2] = ["permissions", "allow"];
/// Commands of ctx that only read, and that the instructions teach.
pub const READERS: [&str; 5] = ["get", "search", "peek", "history", "context"];
/// A block beside the one that holds hooks.
const MARKS: marked::BlockMarks = marked::BlockMarks::with_prefix("## ");

/// The rule by which Claude Code allows a verb of ctx.
pub fn allow_rule_for_verb(verb: &str) -> String {
    format!("Bash(ctx {verb}:*)")
}

impl ShellOverrideSettings {
    pub fn install(&self, base: &str) -> Result<String, Uneditable> {
        match self {
            ShellOverrideSettings::Claude { shell, allow } => install_claude_settings(base, shell.as_deref(), *allow),
            ShellOverrideSettings::Codex { variables, root } => {
                config_file::install_shell_settings(base, variables, root)
            }
            ShellOverrideSettings::Gemini { variables } => {
                marked::install_block(base, MARKS, &render_assignments(variables))
            }
        }
    }

    pub fn remove(&self, text: &str, former: Option<&str>) -> Result<String, Uneditable> {
        match self {
            ShellOverrideSettings::Claude { .. } => remove_claude_settings(text, former),
            ShellOverrideSettings::Codex { root, .. } => config_file::remove_shell_settings(text, root, former),
            ShellOverrideSettings::Gemini { .. } => remove_gemini_variables(text),
        }
    }

    pub fn is_current(&self, text: &str) -> Result<bool, Uneditable> {
        match self {
            ShellOverrideSettings::Claude { shell, allow } => {
                let root = jsonc::parse_jsonc(text)?;
                let link = configured_ctx_shell(&root);
                let rules = READERS.iter().filter(|verb| has_allow_rule(&root, &allow_rule_for_verb(verb))).count();
                let shell_is_set =
                    shell.is_none() || link == shell.as_deref() || configured_foreign_shell(&root).is_some();
                Ok(shell_is_set && (!*allow || rules == READERS.len()))
            }
            ShellOverrideSettings::Codex { variables, root } => {
                let ShellSettings { variables: set, roots } = config_file::read_shell_settings(text)?;
                let has = |(name, value): &(String, String)| set.iter().any(|(n, v)| n == name && v == value);
                Ok(variables.iter().all(has) && roots.contains(root))
            }
            ShellOverrideSettings::Gemini { variables } => {
                marked::is_block_current(text, MARKS, &render_assignments(variables))
            }
        }
    }

    pub fn is_installed(&self, text: &str) -> Result<bool, Uneditable> {
        match self {
            ShellOverrideSettings::Claude { .. } if text.trim().is_empty() => Ok(false),
            ShellOverrideSettings::Claude { .. } => Ok(configured_ctx_shell(&jsonc::parse_jsonc(text)?).is_some()),
            ShellOverrideSettings::Codex { .. } => {
                Ok(config_file::read_shell_settings(text)?.variables.iter().any(|(_, value)| is_startup_file(value)))
            }
            ShellOverrideSettings::Gemini { .. } => Ok(marked::find_block(text, MARKS)?.is_some()),
        }
    }

    pub fn is_edited(&self, text: &str) -> Result<bool, Uneditable> {
        match self {
            ShellOverrideSettings::Claude { .. } => Ok(false),
            // Codex itself writes between the marks: nothing of that goes.
            ShellOverrideSettings::Codex { .. } => Ok(false),
            ShellOverrideSettings::Gemini { .. } => {
                Ok(marked::find_block(text, MARKS)?.is_some_and(|block| !block.intact))
            }
        }
    }

    /// The link or the file of ctx that a text names.
    pub fn find_ctx_shell(&self, text: &str) -> Option<String> {
        match self {
            ShellOverrideSettings::Claude { .. } => {
                configured_ctx_shell(&jsonc::parse_jsonc(text).ok()?).map(str::to_owned)
            }
            ShellOverrideSettings::Codex { .. } => {
                let set = config_file::read_shell_settings(text).ok()?.variables;
                set.into_iter()
                    .find(|(name, value)| name == "BASH_ENV" && is_startup_file(value))
                    .map(|(_, value)| value)
            }
            ShellOverrideSettings::Gemini { .. } => {
                let lines = text.lines().filter_map(|line| line.trim().strip_prefix("BASH_ENV="));
                lines.map(str::to_owned).find(|value| is_startup_file(value))
            }
        }
    }

    /// A warning about the file for the person who installs this.
    pub fn install_warning(&self, text: &str) -> Option<String> {
        match self {
            ShellOverrideSettings::Claude { shell: Some(_), .. } => {
                let root = jsonc::parse_jsonc(text).ok()?;
                let theirs = configured_foreign_shell(&root)?;
                Some(format!("{CLAUDE_SHELL} is {theirs} already and stays: remove it there if ctx is to be the shell"))
            }
            ShellOverrideSettings::Codex { variables, .. } => {
                let set = config_file::read_shell_settings(text).ok()?.variables;
                let taken = |name: &&String| set.iter().any(|(n, value)| n == *name && !is_startup_file(value));
                let name = variables.iter().map(|(name, _)| name).find(taken)?;
                Some(format!(
                    "{name} is set already under [{}] and stays: ctx cannot be the shell beside it",
                    config_file::POLICY.join(".")
                ))
            }
            _ => None,
        }
    }
}

fn render_assignments(variables: &[(String, String)]) -> String {
    variables.iter().map(|(name, value)| format!("{name}={value}\n")).collect()
}

fn configured_shell(root: &Value) -> Option<&str> {
    root.get(ENV)?.get(CLAUDE_SHELL)?.as_str()
}

fn configured_ctx_shell(root: &Value) -> Option<&str> {
    configured_shell(root).filter(|path| shell::is_ctx_shell_link(path))
}

fn configured_foreign_shell(root: &Value) -> Option<&str> {
    configured_shell(root).filter(|path| !shell::is_ctx_shell_link(path))
}

fn has_allow_rule(root: &Value, rule: &str) -> bool {
    let rules = edit::find_container(root, &ALLOW).map_or(&[][..], Value::children);
    rules.iter().any(|child| child.value.as_str() == Some(rule))
}

fn install_claude_settings(base: &str, shell: Option<&str>, allow: bool) -> Result<String, Uneditable> {
    let root = jsonc::parse_jsonc(base)?;
    for (path, kind) in [(&[ENV][..], true), (&ALLOW[..1], true), (&ALLOW[..], false)] {
        if let Some(value) = edit::find_container(&root, path)
            && (if kind { !value.is_object() } else { !value.is_array() })
        {
            let what = if kind { "an object" } else { "a list" };
            return Err(Uneditable::unexpected_shape(format!("\"{}\" is not {what}", path.join("."))));
        }
    }
    let mut text = base.to_owned();
    if let Some(shell) = shell.filter(|_| configured_shell(&root).is_none()) {
        text = match root.get(ENV) {
            Some(_) => edit::append_child(&text, &[ENV], Some(CLAUDE_SHELL), &json!(shell))?,
            None => edit::append_child(&text, &[], Some(ENV), &json!({ CLAUDE_SHELL: shell }))?,
        };
    }
    let rules: Vec<String> =
        READERS.iter().map(|verb| allow_rule_for_verb(verb)).filter(|rule| !has_allow_rule(&root, rule)).collect();
    if !allow || rules.is_empty() {
        return Ok(text);
    }
    match (root.get(ALLOW[0]), edit::find_container(&root, &ALLOW)) {
        (None, _) => Ok(edit::append_child(&text, &[], Some(ALLOW[0]), &json!({ ALLOW[1]: rules }))?),
        (_, None) => Ok(edit::append_child(&text, &ALLOW[..1], Some(ALLOW[1]), &json!(rules))?),
        _ => {
            for rule in rules {
                text = edit::append_child(&text, &ALLOW, None, &json!(rule))?;
            }
            Ok(text)
        }
    }
}

fn remove_claude_settings(text: &str, former: Option<&str>) -> Result<String, Uneditable> {
    let known = former.and_then(|former| Some((former, jsonc::parse_jsonc(former).ok()?)));
    let mut text = text.to_owned();
    let root = jsonc::parse_jsonc(&text)?;
    if configured_ctx_shell(&root).is_some()
        && let Some(env) = root.get(ENV)
        && let Some(at) = env.children().iter().position(|child| child.key.as_deref() == Some(CLAUDE_SHELL))
    {
        text = settings::remove_empty_container(edit::remove_child(&text, env, at), &[ENV], known.as_ref())?;
    }
    let mut touched = false;
    for rule in READERS.iter().map(|verb| allow_rule_for_verb(verb)) {
        // A rule from before ctx was installed is the user's own.
        if known.as_ref().is_some_and(|(_, root)| has_allow_rule(root, &rule)) {
            continue;
        }
        let root = jsonc::parse_jsonc(&text)?;
        let Some(list) = edit::find_container(&root, &ALLOW).filter(|list| list.is_array()) else { break };
        let found = list.children().iter().position(|child| child.value.as_str() == Some(rule.as_str()));
        if let Some(at) = found {
            text = edit::remove_child(&text, list, at);
            touched = true;
        }
    }
    if touched {
        text = settings::remove_empty_container(text, &ALLOW, known.as_ref())?;
        text = settings::remove_empty_container(text, &ALLOW[..1], known.as_ref())?;
    }
    Ok(text)
}

/// Lines that somebody wrote between the marks stay.
fn remove_gemini_variables(text: &str) -> Result<String, Uneditable> {
    if marked::is_block_unchanged(text, MARKS) {
        return marked::remove_block(text, MARKS);
    }
    let is_own = |line: &str| {
        marked::is_block_mark(line, MARKS)
            || line.trim().split_once('=').is_some_and(|(_, value)| is_startup_file(value.trim()))
    };
    Ok(text.split_inclusive('\n').filter(|line| !is_own(line)).collect())
}
