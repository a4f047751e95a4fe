//! A check's line, and the places that checks look at.

use std::path::Path;

use ctx_agents::install::places::{InstallOptions, InstallPlaces, InstallScope};
use ctx_model::Env;
use ctx_model::env::AgentHomes;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckLevel {
    Ok,
    Warn,
    Fail,
}

impl CheckLevel {
    pub fn name(self) -> &'static str {
        match self {
            CheckLevel::Ok => "ok",
            CheckLevel::Warn => "warn",
            CheckLevel::Fail => "fail",
        }
    }
}

/// One check and its result.
pub struct CheckResult {
    pub level: CheckLevel,
    /// The part that was checked: `store`, `hooks`, `path`, …
    pub area: &'static str,
    pub says: String,
    /// Advice for the user.
    pub todo: Option<String>,
}

impl CheckResult {
    pub(super) fn ok(area: &'static str, says: impl Into<String>) -> CheckResult {
        CheckResult { level: CheckLevel::Ok, area, says: says.into(), todo: None }
    }

    pub(super) fn warn(area: &'static str, says: impl Into<String>, todo: impl Into<String>) -> CheckResult {
        CheckResult { level: CheckLevel::Warn, area, says: says.into(), todo: Some(todo.into()) }
    }

    pub(super) fn fail(area: &'static str, says: impl Into<String>, todo: impl Into<String>) -> CheckResult {
        CheckResult { level: CheckLevel::Fail, ..CheckResult::warn(area, says, todo) }
    }
}

/// The places that checks look at.
pub(super) struct PlacesToCheck<'a> {
    pub env: &'a Env,
    pub homes: AgentHomes,
    pub project: &'a Path,
    pub options: InstallOptions,
}

impl PlacesToCheck<'_> {
    pub(super) fn install_places(&self, reach: InstallScope) -> InstallPlaces<'_> {
        InstallPlaces { homes: &self.homes, project: self.project, reach, options: &self.options }
    }
}
