//! Settings that keep hooks of ctx from running, or run them twice.

use std::path::PathBuf;

use serde_json::Value as Json;

use super::check::{CheckResult, PlacesToCheck};
use ctx_agents::install::places::{InstallScope, TargetFile};
use ctx_agents::install::{Agent, hooks, jsonc, settings};

const AREA: &str = "settings";
const MANAGED: &str = "/etc/claude-code/managed-settings.json";

pub fn check_conflicts(around: &PlacesToCheck<'_>) -> Vec<CheckResult> {
    let mut lines = Vec::new();
    for (file, document) in read_claude_settings(around) {
        lines.extend(check_claude_settings(&file, &document));
    }
    lines.extend(check_disabled_hooks(around));
    lines.extend(Agent::ALL.into_iter().filter_map(|agent| check_untrusted_hooks(around, agent)));
    lines.extend(check_login_shell_path(around));
    for agent in Agent::ALL {
        lines.extend(check_duplicate_hooks(around, agent));
    }
    if lines.is_empty() {
        lines.push(CheckResult::ok(AREA, "no conflicts"));
    }
    lines
}

fn read_claude_settings(around: &PlacesToCheck<'_>) -> Vec<(PathBuf, Json)> {
    let user = around.homes.claude.as_ref().map(|home| home.join("settings.json"));
    let project = [".claude/settings.json", ".claude/settings.local.json"].map(|name| around.project.join(name));
    let mut files: Vec<PathBuf> = user.into_iter().chain(project).chain([PathBuf::from(MANAGED)]).collect();
    files.dedup();
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some((file, jsonc::parse_jsonc(&text).ok()?.to_json()))
    };
    files.into_iter().filter_map(read).collect()
}

fn check_claude_settings(file: &std::path::Path, said: &Json) -> Vec<CheckResult> {
    let mut lines = Vec::new();
    let mut warn =
        |says: String, todo: &str| lines.push(CheckResult::warn(AREA, format!("{}: {says}", file.display()), todo));
    let rules = |list: &str| said["permissions"][list].as_array().into_iter().flatten().filter_map(Json::as_str);
    for rule in rules("deny").filter(|rule| rule_matches_ctx(rule)) {
        warn(format!("the deny rule {rule} hits ctx itself"), "narrow the rule if ctx is meant to run");
    }
    for rule in rules("allow").filter(|rule| rule_allows_any_ctx_run(rule)) {
        let says = format!("the allow rule {rule} lets every command run through ctx unasked");
        warn(says, "remove it: ctx init allows what only reads");
    }
    let mut has_ctx_hooks = false;
    for (event, element) in settings::hook_entries_of_all_events(said) {
        let matcher = element["matcher"].as_str().unwrap_or_default();
        let on_bash = matches!(matcher, "" | "*") || matcher.contains("Bash");
        for handler in element["hooks"].as_array().into_iter().flatten() {
            let is_ours = hooks::is_ctx_hook_entry(handler);
            has_ctx_hooks |= is_ours;
            if event == "PreToolUse" && on_bash && !is_ours {
                let command = ctx_capture::ui::cut_middle(handler["command"].as_str().unwrap_or("a hook"), 80);
                let todo = "if it rewrites commands, the agent's rules judge what it makes of them";
                warn(format!("another hook on Bash: {command}"), todo);
            }
        }
    }
    let plugins = said["enabledPlugins"].as_object().into_iter().flatten();
    if has_ctx_hooks && plugins.into_iter().any(|(name, on)| name.starts_with("ctx@") && *on == true) {
        let says = "hooks of ctx here and in its plugin: each event is answered twice".to_owned();
        warn(says, "ctx init claude-code --uninstall, or disable the plugin");
    }
    for switch in ["disableAllHooks", "allowManagedHooksOnly"].into_iter().filter(|switch| said[*switch] == true) {
        let says = format!("{}: \"{switch}\" is on: no hook of ctx runs", file.display());
        lines.push(CheckResult::fail(AREA, says, format!("remove \"{switch}\", or go on with ctx run by hand")));
    }
    lines
}

/// `Bash`, `Bash(*)`, `Bash(ctx:*)`, `Bash(ctx run *)`.
fn rule_matches_ctx(rule: &str) -> bool {
    let rule = rule.trim();
    let Some(spec) = rule.strip_prefix("Bash(").and_then(|rest| rest.strip_suffix(')')) else { return rule == "Bash" };
    let first = spec.split([' ', ':', '*']).next().unwrap_or_default();
    first == "ctx" || (first.is_empty() && spec.starts_with(['*', ':']))
}

/// `Bash(ctx *)`, `Bash(ctx run:*)`, `Bash(ctx batch *)`: the command after ctx is not checked.
fn rule_allows_any_ctx_run(rule: &str) -> bool {
    let Some(spec) = rule.trim().strip_prefix("Bash(").and_then(|rest| rest.strip_suffix(')')) else { return false };
    let mut words = spec.split([' ', ':']).map(str::trim).filter(|word| !word.is_empty());
    let runs = |verb: &str| {
        ["run", "batch", "mcp", "*"].iter().any(|known| verb.trim_end_matches('*') == known.trim_end_matches('*'))
    };
    match words.next() {
        Some("ctx") => words.next().is_none_or(runs),
        Some(first) => first.starts_with("ctx*"),
        None => false,
    }
}

/// Hooks that an agent does not run because nobody has approved them.
fn check_untrusted_hooks(around: &PlacesToCheck<'_>, agent: Agent) -> Option<CheckResult> {
    let trusts = agent.row().hooks.trusts?;
    let files = ctx_hook_files(around, InstallScope::User, agent);
    let hooks = files.into_iter().find(|target| target.kind.shell_override() != Some(&target.kind))?;
    if trusts(&around.homes, &hooks.path) {
        return None;
    }
    let (name, file) = (agent.name(), hooks.path.display());
    let says = format!("{name}: the hooks in {file} are not trusted: it does not run them");
    Some(CheckResult::warn("trust", says, format!("/hooks in {name} shows and trusts them; its shell needs no trust")))
}

/// A login shell that does not find ctx: some agents run commands in one.
fn check_login_shell_path(around: &PlacesToCheck<'_>) -> Option<CheckResult> {
    let in_login_shells = |agent: &Agent| agent.row().seam.as_ref().is_some_and(|seam| seam.login_shell);
    let installed = |agent: &Agent| !ctx_hook_files(around, InstallScope::User, *agent).is_empty();
    let agent = Agent::ALL.into_iter().filter(in_login_shells).find(installed)?;
    let shell = around.env.user_shell_and_zdotdir().0.filter(|shell| shell.is_file())?;
    around.env.find_programs("ctx").first()?;
    let mut command = std::process::Command::new(&shell);
    command.args(["-lc", "command -v ctx"]).env_remove("BASH_ENV").current_dir(&around.env.cwd);
    // A shell that does not answer is not ctx's to judge.
    let (status, _, _) = super::self_test::run_program_with_timeout(command, std::time::Duration::from_secs(5)).ok()?;
    (!status.success()).then(|| {
        CheckResult::warn(
            "path",
            format!("a login shell ({} -l) does not find ctx", shell.display()),
            format!("put its directory on PATH in ~/.profile: {} runs commands in a login shell", agent.name()),
        )
    })
}

/// Hooks that are switched off.
fn check_disabled_hooks(around: &PlacesToCheck<'_>) -> Vec<CheckResult> {
    let mut lines = Vec::new();
    for reach in [InstallScope::User, InstallScope::Project] {
        let places = around.install_places(reach);
        for agent in Agent::ALL {
            let off = (agent.row().hooks.switched_off)(&places);
            if let Some(off) = off.filter(|_| !ctx_hook_files(around, reach, agent).is_empty()) {
                let says = format!("{}: hooks are switched off {}", off.file.display(), off.switch);
                lines.push(CheckResult::fail(AREA, says, off.todo));
            }
        }
    }
    lines
}

fn ctx_hook_files(around: &PlacesToCheck<'_>, reach: InstallScope, agent: Agent) -> Vec<TargetFile> {
    let targets = around.install_places(reach).all_possible_target_files(agent);
    targets.into_iter().filter(crate::install::has_ctx_hooks).collect()
}

/// The same hooks for a person and in a project.
fn check_duplicate_hooks(around: &PlacesToCheck<'_>, agent: Agent) -> Option<CheckResult> {
    let first = |reach: InstallScope| ctx_hook_files(around, reach, agent).into_iter().next();
    let (user, project) = (first(InstallScope::User)?, first(InstallScope::Project)?);
    if user.path == project.path {
        return None;
    }
    let consequence = agent.row().hooks.twice;
    let (name, user, project) = (agent.name(), user.path.display(), project.path.display());
    let says = format!("{name}: hooks of ctx in {user} and {project}: {consequence}");
    Some(CheckResult::warn(AREA, says, format!("ctx init {name} --uninstall, for all projects or with --project")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_hit_ctx() {
        for rule in ["Bash", "Bash(*)", "Bash(ctx:*)", "Bash(ctx run *)", "Bash(ctx)", "Bash(:*)"] {
            assert!(rule_matches_ctx(rule), "{rule}");
        }
        for rule in
            ["Bash(ctx *)", "Bash(ctx:*)", "Bash(ctx run *)", "Bash(ctx run:*)", "Bash(ctx*)", "Bash(ctx batch:*)"]
        {
            assert!(rule_allows_any_ctx_run(rule), "{rule}");
        }
        for rule in ["Bash(ctx get:*)", "Bash(ctx search *)", "Bash(npm test:*)", "Bash", "Read(ctx)", "Bash(ctxx *)"] {
            assert!(!rule_allows_any_ctx_run(rule), "{rule}");
        }
        for rule in ["Bash(rm *)", "Bash(ctxx)", "Read(ctx)", "BashOutput", "Bash(npm run *)"] {
            assert!(!rule_matches_ctx(rule), "{rule}");
        }
    }
}
