//! ctx as Claude Code's shell in its JSON settings: added, looked for and removed again.

use serde_json::json;

use super::jsonc::{self, LocatedValue};
use super::{UneditableFileReason, edit, settings, shell};

/// The variable that names Claude Code's shell.
pub const CLAUDE_SHELL: &str = "CLAUDE_CODE_SHELL";
const ENV: &str = "env";
const ALLOW: [&str; 2] = ["permissions", "allow"];
/// Commands of ctx that only read, and that the instructions teach.
const READERS: [&str; 5] = ["get", "search", "peek", "history", "context"];

/// The rules by which Claude Code allows ctx's readers.
fn allow_rules() -> impl Iterator<Item = String> {
    READERS.iter().map(|verb| format!("Bash(ctx {verb}:*)"))
}

/// The shell that a settings file names: ctx's own, or another one.
pub fn configured_shell(root: &LocatedValue, of_ctx: bool) -> Option<&str> {
    let path = root.get(ENV)?.get(CLAUDE_SHELL)?.as_str()?;
    Some(path).filter(|path| shell::is_ctx_shell_link(path) == of_ctx)
}

fn has_allow_rule(root: &LocatedValue, rule: &str) -> bool {
    let rules = edit::find_value_at_path(root, &ALLOW).map_or(&[][..], LocatedValue::json_child_values);
    rules.iter().any(|child| child.value.as_str() == Some(rule))
}

pub fn has_current_shell_and_allow_rules(
    text: &str,
    shell: Option<&str>,
    allow: bool,
) -> Result<bool, UneditableFileReason> {
    let root = jsonc::parse_jsonc(text)?;
    let is_set = shell.is_none() || configured_shell(&root, true) == shell || configured_shell(&root, false).is_some();
    Ok(is_set && (!allow || allow_rules().all(|rule| has_allow_rule(&root, &rule))))
}

pub fn install_shell_and_allow_rules(
    base: &str,
    shell: Option<&str>,
    allow: bool,
) -> Result<String, UneditableFileReason> {
    let root = jsonc::parse_jsonc(base)?;
    for (path, is_list) in [(&[ENV][..], false), (&ALLOW[..1], false), (&ALLOW[..], true)] {
        if edit::find_value_at_path(&root, path)
            .is_some_and(|it| if is_list { !it.is_array() } else { !it.is_object() })
        {
            let what = if is_list { "a list" } else { "an object" };
            return Err(UneditableFileReason::unexpected_shape(format!("\"{}\" is not {what}", path.join("."))));
        }
    }
    let mut text = base.to_owned();
    let configured = configured_shell(&root, true).or(configured_shell(&root, false));
    if let Some(shell) = shell.filter(|_| configured.is_none()) {
        text = match root.get(ENV) {
            Some(_) => edit::append_child(&text, &[ENV], Some(CLAUDE_SHELL), &json!(shell))?,
            None => edit::append_child(&text, &[], Some(ENV), &json!({ CLAUDE_SHELL: shell }))?,
        };
    }
    let rules: Vec<String> = allow_rules().filter(|rule| allow && !has_allow_rule(&root, rule)).collect();
    match (root.get(ALLOW[0]), edit::find_value_at_path(&root, &ALLOW)) {
        _ if rules.is_empty() => {}
        (None, _) => text = edit::append_child(&text, &[], Some(ALLOW[0]), &json!({ ALLOW[1]: rules }))?,
        (_, None) => text = edit::append_child(&text, &ALLOW[..1], Some(ALLOW[1]), &json!(rules))?,
        _ => {
            for rule in rules {
                text = edit::append_child(&text, &ALLOW, None, &json!(rule))?;
            }
        }
    }
    Ok(text)
}

pub fn remove_shell_and_allow_rules(text: &str, former: Option<&str>) -> Result<String, UneditableFileReason> {
    let known = former.and_then(|former| jsonc::parse_jsonc(former).ok());
    let mut text = text.to_owned();
    let root = jsonc::parse_jsonc(&text)?;
    if configured_shell(&root, true).is_some()
        && let Some(env) = root.get(ENV)
        && let Some(at) = env.json_child_values().iter().position(|child| child.key.as_deref() == Some(CLAUDE_SHELL))
    {
        text = settings::remove_or_restore_empty_container(edit::remove_child(&text, env, at), &[ENV], former)?;
    }
    let mut touched = false;
    // A rule from before ctx was installed is the user's own.
    for rule in allow_rules().filter(|rule| !known.as_ref().is_some_and(|root| has_allow_rule(root, rule))) {
        let root = jsonc::parse_jsonc(&text)?;
        let Some(list) = edit::find_value_at_path(&root, &ALLOW).filter(|list| list.is_array()) else { break };
        if let Some(at) = list.json_child_values().iter().position(|child| child.value.as_str() == Some(rule.as_str()))
        {
            text = edit::remove_child(&text, list, at);
            touched = true;
        }
    }
    for length in if touched { [2, 1].as_slice() } else { &[] } {
        text = settings::remove_or_restore_empty_container(text, &ALLOW[..*length], former)?;
    }
    Ok(text)
}
