//! Checks whether ctx works here: one line a check, with advice where something is wrong. Checks change nothing.

mod check;
mod conflicts;
mod deep;
mod fold;
mod hooks;
mod hub;
mod login_profile;
mod machine;
mod seam;
mod self_test;
mod store;

use std::path::Path;

pub use check::{CheckLevel, CheckResult};

use check::PlacesToCheck;
use ctx_agents::install::places::InstallOptions;
use ctx_model::Env;

/// All checks, in the order in which they are printed.
pub fn run_all_checks(
    env: &Env,
    project: &Path,
    config_problem: Option<String>,
    now: i64,
    deep: bool,
) -> Vec<CheckResult> {
    let around =
        PlacesToCheck { env, homes: env.agent_homes(), project, options: InstallOptions::from_env(env, false) };
    let mut lines = store::check_store(env);
    if deep {
        lines.extend(deep::check_store_deeply(env));
    }
    lines.extend(
        config_problem
            .map(|problem| CheckResult::warn("config", problem, "correct ctx.toml; the defaults hold until then")),
    );
    lines.extend(hub::check_last_hub_sync(env, now));
    lines.extend(machine::check_machine(env));
    lines.extend(hooks::check_hooks_and_instructions(&around));
    lines.extend(seam::check_shell_override(&around));
    lines.extend(conflicts::check_conflicts(&around));
    lines.extend(fold::check_folding(&around));
    lines.extend(store::check_recent_errors(env, now));
    lines
}
