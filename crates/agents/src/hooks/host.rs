//! Finds the program that really called a hook: some load the settings of others, and the work is to be done once.

use std::path::{Path, PathBuf};

use super::Agent;
use ctx_text::json;

/// Facts about the caller from the environment.
#[derive(Clone, Debug, Default)]
pub struct CallerEnvironment {
    /// Cursor names its version to every hook.
    pub cursor: bool,
    pub home: Option<PathBuf>,
    pub project: PathBuf,
}

/// The program that called a hook of `named`, if it is another one with hooks of its own: then those do the work.
pub fn find_other_caller_with_hooks(named: Agent, payload: &str, around: &CallerEnvironment) -> Option<Agent> {
    let value = json::parse_first_value(payload).ok().flatten().map(|(value, _)| value)?;
    let calls = |other: &Agent| {
        let hooks = &other.row().hooks;
        hooks.loads.contains(&named) && (hooks.calls)(around, value)
    };
    let host = Agent::ALL.into_iter().find(calls)?;
    // Files of others may stand in its folders.
    let others = host.row().hooks.loads.iter().copied().filter(|other| *other != named);
    let does_it = std::iter::once(host).chain(others).any(|agent| loads_ctx_hooks(agent, host, around));
    does_it.then_some(host)
}

/// True where files that `host` loads call ctx for `agent`.
fn loads_ctx_hooks(agent: Agent, host: Agent, around: &CallerEnvironment) -> bool {
    let mut places = std::iter::once(around.project.as_path()).chain(around.home.as_deref());
    let folders = host.row().hooks.folders;
    places.any(|place| folders.iter().any(|name| folder_calls_ctx_hook(&place.join(name), agent)))
}

/// True where a file of hooks in this folder calls ctx for that agent.
fn folder_calls_ctx_hook(folder: &Path, agent: Agent) -> bool {
    let Ok(files) = std::fs::read_dir(folder) else { return false };
    let quoted = format!("\"hook\",\"{}\"", agent.name());
    let plain = format!("ctx hook {}", agent.name());
    files.flatten().filter(|file| file.path().extension().is_some_and(|end| end == "json")).take(64).any(|file| {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        text.contains(&plain) || text.replace(char::is_whitespace, "").contains(&quoted)
    })
}

/// A session's name that can stand in a shell's script and a path as it is.
pub fn is_safe_session_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
        && !name.starts_with(['-', '.'])
}
