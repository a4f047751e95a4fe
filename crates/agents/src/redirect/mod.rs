//! How an agent's requests to its model are led through another address for one run: the addresses it would use, and the
//! variables and words that name the others.

mod claude_code;
mod codex;
mod copilot;
mod gemini;
mod opencode;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use ctx_model::env::AgentHomes;

pub use claude_code::CLAUDE_CODE;
pub use codex::CODEX;
pub use copilot::COPILOT;
pub use gemini::GEMINI;
pub use opencode::OPENCODE;

/// What an agent is about to be started with.
pub struct AgentLaunchInputs<'a> {
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    pub args: &'a [OsString],
    pub homes: &'a AgentHomes,
    pub cwd: &'a Path,
}

/// An address of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderAddress {
    /// The provider's name in the agent's settings, if it has several.
    pub name: String,
    pub base: String,
    /// A header, and the base of requests that have it.
    pub with_header: Option<(&'static str, &'static str)>,
}

impl ProviderAddress {
    fn from_base(base: impl Into<String>) -> ProviderAddress {
        ProviderAddress { name: String::new(), base: base.into(), with_header: None }
    }
}

/// What is added to the start of an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentLaunchChanges {
    pub variables: Vec<(&'static str, String)>,
    pub args: Vec<OsString>,
}

/// How an agent gets other addresses.
pub struct RequestRedirect {
    /// The addresses it would use; the text says why it cannot be led elsewhere.
    pub addresses: fn(&AgentLaunchInputs<'_>) -> Result<Vec<ProviderAddress>, String>,
    /// Names others in their place, in the same order.
    pub apply: fn(&AgentLaunchInputs<'_>, &[ProviderAddress], &[String]) -> AgentLaunchChanges,
    /// What makes its own plugin fold, if that is installed: then it needs no other address.
    pub native: fn(&AgentLaunchInputs<'_>) -> Option<AgentLaunchChanges>,
}

impl AgentLaunchInputs<'_> {
    fn has_variable(&self, name: &str) -> bool {
        (self.variable)(name).is_some_and(|value| !value.is_empty())
    }

    fn is_variable_on(&self, name: &str) -> bool {
        (self.variable)(name).is_some_and(|value| !["", "0", "false"].contains(&value.as_str()))
    }

    /// The start with these variables added.
    fn with_variables(&self, variables: Vec<(&'static str, String)>) -> AgentLaunchChanges {
        AgentLaunchChanges { variables, args: self.args.to_vec() }
    }

    /// The words of the command line that are text.
    fn text_args(&self) -> impl Iterator<Item = &str> {
        self.args.iter().filter_map(|word| word.to_str())
    }

    /// The directory and its parents, the nearest first.
    fn cwd_and_parents(&self) -> impl Iterator<Item = PathBuf> {
        self.cwd.ancestors().map(Path::to_owned)
    }
}

#[cfg(test)]
mod tests;
