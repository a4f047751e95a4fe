//! Settings that keep hooks of ctx from running, or run them twice.

use std::path::PathBuf;

use serde_json::Value as Json;

use super::{Line, Surroundings};
use crate::agents::install::places::{Reach, Target};
use crate::agents::install::{Agent, hooks, jsonc, settings, tables};

const AREA: &str = "settings";
const MANAGED: &str = "/etc/claude-code/managed-settings.json";

pub fn look(around: &Surroundings<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (file, document) in claude_files(around) {
        lines.extend(claude(&file, &document));
    }
    lines.extend(elsewhere(around));
    for agent in Agent::ALL {
        lines.extend(twice(around, agent));
    }
    if lines.is_empty() {
        lines.push(Line::ok(AREA, "nothing stands in the way"));
    }
    lines
}

fn claude_files(around: &Surroundings<'_>) -> Vec<(PathBuf, jsonc::Value)> {
    let user = around.homes.claude.as_ref().map(|home| home.join("settings.json"));
    let project = [".claude/settings.json", ".claude/settings.local.json"].map(|name| around.project.join(name));
    let mut files: Vec<PathBuf> = user.into_iter().chain(project).chain([PathBuf::from(MANAGED)]).collect();
    files.dedup();
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some((file, jsonc::parse(&text).ok()?))
    };
    files.into_iter().filter_map(read).collect()
}

fn claude(file: &std::path::Path, document: &jsonc::Value) -> Vec<Line> {
    let mut lines = Vec::new();
    let at = file.display();
    let said = document.json();
    for switch in ["disableAllHooks", "allowManagedHooksOnly"] {
        if said.get(switch) == Some(&Json::Bool(true)) {
            let says = format!("{at}: \"{switch}\" is on: no hook of ctx runs");
            lines.push(Line::fail(AREA, says, format!("remove \"{switch}\", or go on with ctx run by hand")));
        }
    }
    let deny = said.pointer("/permissions/deny").and_then(Json::as_array).into_iter().flatten();
    for rule in deny.filter_map(Json::as_str).filter(|rule| hits_ctx(rule)) {
        lines.push(Line::warn(
            AREA,
            format!("{at}: the deny rule {rule} hits ctx itself"),
            "narrow the rule if ctx is meant to run",
        ));
    }
    for (event, element) in settings::elements(document) {
        let handlers = element.get("hooks").and_then(Json::as_array);
        let on_bash = element
            .get("matcher")
            .and_then(Json::as_str)
            .is_none_or(|matcher| matcher.is_empty() || matcher == "*" || matcher.contains("Bash"));
        for other in handlers.into_iter().flatten().filter(|handler| !hooks::is_ours(handler)) {
            let command = other.get("command").and_then(Json::as_str).unwrap_or("a hook");
            if event == "PreToolUse" && on_bash {
                let says = format!("{at}: another hook on Bash: {}", crate::ui::cut_middle(command, 80));
                lines.push(Line::warn(
                    AREA,
                    says,
                    "if it rewrites commands too, one of both rewrites is lost: keep one",
                ));
            }
        }
    }
    let plugins = said.get("enabledPlugins").and_then(Json::as_object).into_iter().flatten();
    let enabled = plugins.filter(|(name, on)| name.starts_with("ctx@") && **on == Json::Bool(true)).count() > 0;
    let text_has_ours = settings::elements(document)
        .iter()
        .any(|(_, element)| element.get("hooks").and_then(Json::as_array).into_iter().flatten().any(hooks::is_ours));
    if enabled && text_has_ours {
        let says = format!("{at}: hooks of ctx here and in its plugin: each event is answered twice");
        lines.push(Line::warn(AREA, says, "ctx init claude-code --uninstall, or disable the plugin"));
    }
    lines
}

/// `Bash`, `Bash(*)`, `Bash(ctx:*)`, `Bash(ctx run *)`.
fn hits_ctx(rule: &str) -> bool {
    let rule = rule.trim();
    let Some(spec) = rule.strip_prefix("Bash(").and_then(|rest| rest.strip_suffix(')')) else { return rule == "Bash" };
    let first = spec.split([' ', ':', '*']).next().unwrap_or_default();
    first == "ctx" || (first.is_empty() && spec.starts_with(['*', ':']))
}

/// Switches of the other agents.
fn elsewhere(around: &Surroundings<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for reach in [Reach::User, Reach::Project] {
        let places = around.places(reach);
        let installed = |agent: Agent| hook_files(&places.all_targets(agent)).next().is_some();
        let codex = places.all_targets(Agent::Codex).into_iter().find(|target| target.path.ends_with("config.toml"));
        let is_off = |path: &PathBuf| std::fs::read_to_string(path).is_ok_and(|text| tables::switched_off(&text));
        if let Some(config) = codex.filter(|config| is_off(&config.path) && installed(Agent::Codex)) {
            let says = format!("{}: hooks are switched off under [features]", config.path.display());
            lines.push(Line::fail(AREA, says, "set hooks = true there"));
        }
        let gemini = places.targets(Agent::Gemini).into_iter().find(|target| target.path.ends_with("settings.json"));
        if let Some(settings) = gemini.filter(|_| installed(Agent::Gemini)) {
            let said =
                std::fs::read_to_string(&settings.path).ok().and_then(|text| Some(jsonc::parse(&text).ok()?.json()));
            let off = ["/hooksConfig/enabled", "/hooks/enabled", "/tools/enableHooks"]
                .into_iter()
                .find(|path| said.as_ref().and_then(|said| said.pointer(path)) == Some(&Json::Bool(false)));
            if let Some(switch) = off {
                let says =
                    format!("{}: hooks are switched off ({})", settings.path.display(), switch[1..].replace('/', "."));
                lines.push(Line::fail(AREA, says, "set it to true"));
            }
        }
    }
    lines
}

fn hook_files(targets: &[Target]) -> impl Iterator<Item = &Target> {
    targets.iter().filter(|target| crate::setup::has_hooks(target))
}

/// The same hooks for a person and in a project.
fn twice(around: &Surroundings<'_>, agent: Agent) -> Option<Line> {
    let (user, project) = (around.places(Reach::User), around.places(Reach::Project));
    let (user, project) = (user.all_targets(agent), project.all_targets(agent));
    let (user, project) = (hook_files(&user).next()?, hook_files(&project).next()?);
    if user.path == project.path {
        return None;
    }
    let says = format!(
        "{}: hooks of ctx in {} and {}: each event starts ctx twice",
        agent.name(),
        user.path.display(),
        project.path.display()
    );
    Some(Line::warn(AREA, says, format!("ctx init {} --uninstall, for all projects or with --project", agent.name())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_hit_ctx() {
        for rule in ["Bash", "Bash(*)", "Bash(ctx:*)", "Bash(ctx run *)", "Bash(ctx)", "Bash(:*)"] {
            assert!(hits_ctx(rule), "{rule}");
        }
        for rule in ["Bash(rm *)", "Bash(ctxx)", "Read(ctx)", "BashOutput", "Bash(npm run *)"] {
            assert!(!hits_ctx(rule), "{rule}");
        }
    }
}
