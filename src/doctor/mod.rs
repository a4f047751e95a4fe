//! Checks whether ctx works here: one line a check, with advice where something is wrong. Checks change nothing.

mod conflicts;
mod deep;
mod fold;
mod hooks;
mod hub;
mod line;
mod login;
mod machine;
mod seam;
mod self_test;
mod store;

use std::path::Path;

pub use line::{Level, Line};

use ctx_agents::install::places::InstallOptions;
use ctx_model::env::Env;
use line::Surroundings;

/// All checks, in the order in which they are printed.
pub fn examine(env: &Env, project: &Path, config_problem: Option<String>, now: i64, deep: bool) -> Vec<Line> {
    let around = Surroundings { env, homes: env.agent_homes(), project, options: InstallOptions::of(env, false) };
    let mut lines = store::look(env);
    if deep {
        lines.extend(deep::look(env));
    }
    lines.extend(
        config_problem.map(|problem| Line::warn("config", problem, "correct ctx.toml; the defaults hold until then")),
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
