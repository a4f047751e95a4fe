//! Claude Code: `ANTHROPIC_BASE_URL`. Its settings overrule the environment.

use super::{AgentLaunchInputs, ProviderAddress, RequestRedirect};
use crate::install::jsonc;
use crate::row::read_text_file;

const BASE: &str = "ANTHROPIC_BASE_URL";
const USUAL: &str = "https://api.anthropic.com";
/// With another address than the usual one, Claude Code sends all tools with every request, unless this is set.
const TOOL_SEARCH: &str = "ENABLE_TOOL_SEARCH";
/// The rule for the command that brings back what was folded; it writes nothing.
const FETCH: &str = "Bash(ctx get *)";
/// Subcommands that ask no model.
const SILENT: [&str; 10] =
    ["mcp", "config", "update", "upgrade", "doctor", "install", "plugin", "plugins", "setup-token", "auth"];
/// Clouds that have addresses, signatures and formats of their own.
const CLOUDS: [&str; 4] =
    ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY", "CLAUDE_CODE_USE_MANTLE"];

pub const CLAUDE_CODE: RequestRedirect = RequestRedirect {
    addresses: |asked| {
        let clouds =
            CLOUDS.into_iter().find(|name| asked.is_variable_on(name) || variable_in_settings(asked, name).is_some());
        if let Some(name) = clouds {
            return Err(format!("{name} is set: that cloud signs its requests, and they cannot be changed on the way"));
        }
        let base = variable_in_settings(asked, BASE).or_else(|| (asked.variable)(BASE)).filter(|base| !base.is_empty());
        Ok(vec![ProviderAddress::from_base(base.unwrap_or_else(|| USUAL.to_owned()))])
    },
    apply: |asked, addresses, others| {
        let mut added = asked.with_variables(vec![(BASE, others[0].clone())]);
        if addresses[0].base.starts_with(USUAL) && !asked.has_variable(TOOL_SEARCH) {
            added.variables.push((TOOL_SEARCH, "true".to_owned()));
        }
        let mut settings = serde_json::json!({});
        if variable_in_settings(asked, BASE).is_some() {
            settings["env"] = serde_json::json!({ BASE: others[0] });
        }
        // What was folded must be there without a question. Settings of the user's own on the command line stay alone.
        let asks = asked.args.first().and_then(|word| word.to_str()).is_none_or(|word| !SILENT.contains(&word));
        if asks && !asked.text_args().any(|word| word == "--settings" || word.starts_with("--settings=")) {
            settings["permissions"] = serde_json::json!({ "allow": [FETCH] });
        }
        if settings.as_object().is_some_and(|settings| !settings.is_empty()) {
            added.args = [vec!["--settings".into(), settings.to_string().into()], added.args].concat();
        }
        added
    },
    native: |_| None,
};

/// A variable that a settings file sets.
fn variable_in_settings(asked: &AgentLaunchInputs<'_>, name: &str) -> Option<String> {
    let user = asked.homes.claude.iter().map(|home| home.join("settings.json"));
    let project = asked.cwd.join(".claude");
    let files = [project.join("settings.local.json"), project.join("settings.json")].into_iter().chain(user);
    files.into_iter().find_map(|file| {
        let settings = jsonc::parse_jsonc(&read_text_file(&file)?).ok()?.to_json();
        settings["env"][name].as_str().filter(|value| !["", "0", "false"].contains(value)).map(str::to_owned)
    })
}
