//! Whether ctx works here: one line a check, with what to do where something is wrong. Looking changes nothing.

mod conflicts;
mod deep;
mod hooks;
mod machine;
mod seam;
mod self_test;
mod store;

use std::path::Path;

use crate::agents::install::places::{Places, Reach, Wish};
use crate::env::{AgentHomes, Env};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Ok,
    Warn,
    Fail,
}

impl Level {
    pub fn name(self) -> &'static str {
        match self {
            Level::Ok => "ok",
            Level::Warn => "warn",
            Level::Fail => "fail",
        }
    }
}

/// One check and how it came out.
pub struct Line {
    pub level: Level,
    /// What was looked at: `store`, `hooks`, `path`, …
    pub area: &'static str,
    pub says: String,
    /// What to do about it.
    pub todo: Option<String>,
}

impl Line {
    fn ok(area: &'static str, says: impl Into<String>) -> Line {
        Line { level: Level::Ok, area, says: says.into(), todo: None }
    }

    fn warn(area: &'static str, says: impl Into<String>, todo: impl Into<String>) -> Line {
        Line { level: Level::Warn, area, says: says.into(), todo: Some(todo.into()) }
    }

    fn fail(area: &'static str, says: impl Into<String>, todo: impl Into<String>) -> Line {
        Line { level: Level::Fail, ..Line::warn(area, says, todo) }
    }
}

/// Where things are looked for.
struct Surroundings<'a> {
    env: &'a Env,
    homes: AgentHomes,
    project: &'a Path,
    wish: Wish,
}

impl Surroundings<'_> {
    fn places(&self, reach: Reach) -> Places<'_> {
        Places { homes: &self.homes, project: self.project, reach, wish: &self.wish }
    }
}

/// All checks, in the order in which they are printed.
pub fn examine(env: &Env, project: &Path, config_problem: Option<String>, now: i64, deep: bool) -> Vec<Line> {
    let around = Surroundings { env, homes: env.agent_homes(), project, wish: Wish::of(env, false) };
    let mut lines = store::look(env);
    if deep {
        lines.extend(deep::look(env));
    }
    lines.extend(
        config_problem.map(|problem| Line::warn("config", problem, "correct ctx.toml; the defaults hold until then")),
    );
    lines.extend(machine::look(env));
    lines.extend(hooks::look(&around));
    lines.extend(seam::look(&around));
    lines.extend(conflicts::look(&around));
    lines.extend(store::last_errors(env, now));
    lines
}
