//! Claude Code: `ANTHROPIC_BASE_URL`. Its settings overrule the environment.

use super::{Added, Address, Asked, Redirect};
use crate::install::jsonc;

const BASE: &str = "ANTHROPIC_BASE_URL";
const USUAL: &str = "https://api.anthropic.com";
/// With another address than the usual one, Claude Code sends all tools with every request, unless this is set.
const TOOL_SEARCH: &str = "ENABLE_TOOL_SEARCH";
/// Clouds that have addresses, signatures and formats of their own.
const CLOUDS: [&str; 4] =
    ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY", "CLAUDE_CODE_USE_MANTLE"];

pub const CLAUDE_CODE: Redirect = Redirect {
    addresses: |asked| {
        let clouds = CLOUDS.into_iter().find(|name| asked.is_on(name) || setting(asked, name).is_some());
        if let Some(name) = clouds {
            return Err(format!("{name} is set: that cloud signs its requests, and they cannot be changed on the way"));
        }
        let base = setting(asked, BASE).or_else(|| (asked.variable)(BASE)).filter(|base| !base.is_empty());
        Ok(vec![Address::of(base.unwrap_or_else(|| USUAL.to_owned()))])
    },
    apply: |asked, addresses, others| {
        let mut added = Added { variables: vec![(BASE, others[0].clone())], args: asked.args.to_vec() };
        if addresses[0].base.starts_with(USUAL) && !asked.has(TOOL_SEARCH) {
            added.variables.push((TOOL_SEARCH, "true".to_owned()));
        }
        if setting(asked, BASE).is_some() {
            let settings = serde_json::json!({ "env": { BASE: others[0] } }).to_string();
            added.args = [vec!["--settings".into(), settings.into()], added.args].concat();
        }
        added
    },
    native: |_| None,
};

/// A variable that a settings file sets.
fn setting(asked: &Asked<'_>, name: &str) -> Option<String> {
    let user = asked.homes.claude.iter().map(|home| home.join("settings.json"));
    let project = asked.cwd.join(".claude");
    let files = [project.join("settings.local.json"), project.join("settings.json")].into_iter().chain(user);
    files.into_iter().find_map(|file| {
        let settings = jsonc::parse(&asked.text(&file)?).ok()?.json();
        settings["env"][name].as_str().filter(|value| !["", "0", "false"].contains(value)).map(str::to_owned)
    })
}
