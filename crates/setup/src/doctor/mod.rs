//! Checks whether ctx works here: one line a check, with advice where something is wrong. Checks change nothing.

mod check;
mod conflicts;
mod deep;
mod fold;
mod hooks;
mod hub;
mod login;
mod machine;
mod seam;
mod self_test;
mod store;

use std::path::Path;

pub use check::{Check, Level};

use check::Surroundings;
use ctx_agents::install::places::InstallOptions;
use ctx_model::env::Env;

/// All checks, in the order in which they are printed.
pub fn examine(env: &Env, project: &Path, config_problem: Option<String>, now: i64, deep: bool) -> Vec<Check> {
    let around = Surroundings { env, homes: env.agent_homes(), project, options: InstallOptions::of(env, false) };
    let mut lines = store::look(env);
    if deep {
        lines.extend(deep::look(env));
    }
    lines.extend(
        config_problem.map(|problem| Check::warn("config", problem, "correct ctx.toml; the defaults hold until then")),
    );
    lines.extend(hub::look(env, now));
    lines.extend(machine::look(env));
    lines.extend(hooks::look(&around));
    lines.extend(seam::look(&around));
    lines.extend(conflicts::look(&around));
    lines.extend(fold::look(&around));
    lines.extend(store::last_errors(env, now));
    lines
}
