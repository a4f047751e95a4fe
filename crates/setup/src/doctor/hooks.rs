//! The hooks of each agent: whether they are installed, of this version, and answer.

use std::path::PathBuf;

use super::check::{CheckResult, PlacesToCheck};
use super::self_test::{self, TestDirectory};
use ctx_agents::install::places::{InstallScope, TargetFile};
use ctx_agents::install::{Agent, CtxBlockKind};
use ctx_capture::ui::{format_count, format_duration};

const AREA: &str = "hooks";
pub fn check_hooks_and_instructions(around: &PlacesToCheck<'_>) -> Vec<CheckResult> {
    let ground = match TestDirectory::new() {
        Ok(ground) => ground,
        Err(error) => {
            return vec![CheckResult::fail(AREA, format!("no directory for a trial: {error}"), "look at TMPDIR")];
        }
    };
    let mut lines = Vec::new();
    let mut with_hooks: Vec<Agent> = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    for reach in [InstallScope::User, InstallScope::Project] {
        let places = around.install_places(reach);
        for agent in Agent::ALL {
            for target in places.all_possible_target_files(agent) {
                let Ok(text) = std::fs::read_to_string(&target.path) else { continue };
                let line = match (&target.kind, target.kind.is_installed(&text)) {
                    (kind, Ok(true)) if kind.is_instructions() && !seen.contains(&target.path) => {
                        Some(check_instructions_file(&target, &text))
                    }
                    (_, Ok(false)) => None,
                    (kind, Ok(_)) if kind.is_instructions() || kind.shell_override() == Some(kind) => None,
                    (_, Ok(true)) => {
                        with_hooks.push(agent);
                        Some(check_hooks_file(&ground, &target, &text))
                    }
                    (_, Err(_)) if seen.contains(&target.path) => None,
                    (_, Err(why)) => {
                        let says = format!("{}: {}: {why}", agent.name(), target.path.display());
                        Some(CheckResult::warn(AREA, says, "correct the file; ctx does not touch it until then"))
                    }
                };
                seen.push(target.path);
                lines.extend(line);
            }
        }
    }
    lines.extend(check_agents_without_hooks(around, &with_hooks));
    lines
}

fn check_hooks_file(ground: &TestDirectory, target: &TargetFile, text: &str) -> CheckResult {
    let agent = target.agent;
    let commands = match target.kind.hook_commands(text) {
        Ok(commands) => commands,
        Err(why) => return CheckResult::warn(AREA, format!("{}: {why}", target.path.display()), "correct the file"),
    };
    let mut failures: Vec<String> = Vec::new();
    let mut slowest = 0;
    for (event, command) in &commands {
        match self_test::run_hook_for_test(ground, agent, event, command) {
            Ok(took) => slowest = slowest.max(i64::try_from(took.as_millis()).unwrap_or(i64::MAX)),
            Err(why) => failures.push(format!("{event}: {why}")),
        }
    }
    let about = format!("{}: {}", agent.name(), target.path.display());
    let total = format_count(commands.len() as u64, "hook");
    if let Some(first) = failures.first() {
        let says = format!("{about} · {} of {total} do not answer: {first}", failures.len());
        let todo = "see that the ctx on PATH is current, then ctx init; ctx init --uninstall takes them out";
        return CheckResult::fail(AREA, says, todo);
    }
    let says = format!("{about} · {total}, all answer (slowest {})", format_duration(slowest));
    match target.kind.is_current(text) {
        Ok(true) => CheckResult::ok(AREA, format!("{says} · current")),
        _ => CheckResult::warn(AREA, format!("{says} · of another version of ctx"), renewal_advice(target)),
    }
}

fn check_instructions_file(target: &TargetFile, text: &str) -> CheckResult {
    let about = target.path.display().to_string();
    // Either text is current: with a seam, or without.
    let is_current = [true, false].map(|seam| CtxBlockKind::Instructions { seam }.is_current(text));
    let is_current = is_current.into_iter().find(|current| *current != Ok(false)).unwrap_or(Ok(false));
    match (is_current, target.kind.is_changed_by_others(text)) {
        (Ok(true), _) => CheckResult::ok("instructions", format!("{about} · current")),
        (_, Ok(true)) => CheckResult::warn(
            "instructions",
            format!("{about} · the block was edited by hand"),
            "ctx init writes it anew",
        ),
        _ => CheckResult::warn("instructions", format!("{about} · of another version of ctx"), renewal_advice(target)),
    }
}

fn renewal_advice(target: &TargetFile) -> String {
    format!("ctx init {} renews it", target.agent.name())
}

/// Agents on this machine that do not know ctx.
fn check_agents_without_hooks(around: &PlacesToCheck<'_>, with_hooks: &[Agent]) -> Option<CheckResult> {
    let user = around.install_places(InstallScope::User);
    let is_served = |agent: &Agent| {
        let hooks = &agent.row().hooks;
        hooks.as_its_own && hooks.loads.iter().any(|lender| with_hooks.contains(lender))
    };
    let without: Vec<&str> = Agent::ALL
        .into_iter()
        .filter(|agent| !with_hooks.contains(agent) && user.is_agent_present(*agent, around.env))
        .filter(|agent| !is_served(agent))
        .map(Agent::name)
        .collect();
    match (without.is_empty(), with_hooks.is_empty()) {
        (true, true) => Some(CheckResult::ok(AREA, "no supported agent found; ctx run works without hooks")),
        (true, false) => None,
        (false, true) => {
            let says = format!("no agent is set up for ctx; found: {}", without.join(", "));
            Some(CheckResult::warn(AREA, says, "ctx init shows what it would change and asks"))
        }
        (false, false) => Some(CheckResult::ok(AREA, format!("not installed for {}", without.join(", ")))),
    }
}
