//! The hooks that ctx installs for an agent, in the format of its settings; and how to tell them from others' hooks.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use crate::agent::Agent;
use crate::hooks::HookEvent;

/// Seconds that an agent waits for an answer: far more than it takes, far less than a person waits.
const PATIENCE: u32 = 10;
/// At the end of a session little more than a second is shared by all hooks.
const AT_THE_END: u32 = 1;

/// One event of an agent that ctx answers.
pub struct AgentHook {
    agent: Agent,
    /// As the agent calls it.
    pub event: &'static str,
    /// As `ctx hook` calls it.
    pub name: &'static str,
    pub means: HookEvent,
    /// Which tools it is about; none for all.
    pub matcher: Option<&'static str>,
    pub seconds: u32,
}

/// A row for each hook; a row that cannot be read is found by the test below.
const TABLE: &str = include_str!("hooks.tsv");
static HOOKS: LazyLock<Vec<AgentHook>> = LazyLock::new(|| TABLE.lines().filter_map(parse_table_row).collect());

fn parse_table_row(row: &'static str) -> Option<AgentHook> {
    let cells: Vec<&str> = row.split('\t').collect();
    let [agent, event, name, means, ref tools @ ..] = cells[..] else { return None };
    let means = serde_json::from_value(json!(means)).ok()?;
    let seconds = if means == HookEvent::SessionEnd { AT_THE_END } else { PATIENCE };
    Some(AgentHook { agent: Agent::from_name(agent)?, event, name, means, matcher: tools.first().copied(), seconds })
}

/// The events of an agent.
pub fn agent_hooks(agent: Agent) -> &'static [AgentHook] {
    HOOKS.chunk_by(|one, next| one.agent == next.agent).find(|hooks| hooks[0].agent == agent).unwrap_or_default()
}

/// The command of a hook. It has no path of ctx, which an upgrade would break. It is one text for a shell, not a
/// program and its arguments: agents and versions that do not know `args` would run a bare `ctx`, whose exit status 2
/// blocks the tool.
pub fn hook_command(agent: Agent, hook: &AgentHook) -> String {
    // A project's hooks reach machines without ctx: there they must neither fail, which blocks the tool with some agents,
    // nor complain, which some show to the user or the model.
    let otherwise = if agent.row().hooks.wants_an_answer { "echo '{}'" } else { "true" };
    format!("ctx hook {} {} 2>/dev/null || {otherwise}", agent.name(), hook.name)
}

/// The element of ctx in the list of an event.
pub fn hook_settings_entry(agent: Agent, hook: &AgentHook) -> Json {
    (agent.row().hooks.entry)(hook, hook_command(agent, hook))
}

/// A handler in a group of its own, in the format of Claude Code and the agents that follow it.
pub fn grouped_entry(hook: &AgentHook, command: String, timeout: u32) -> Json {
    let handler = json!({ "type": "command", "command": command, "timeout": timeout });
    match hook.matcher {
        Some(matcher) => json!({ "matcher": matcher, "hooks": [handler] }),
        None => json!({ "hooks": [handler] }),
    }
}

/// All hooks of an agent by event, as its settings have them.
pub fn all_hooks_as_json(agent: Agent) -> Json {
    let pairs =
        agent_hooks(agent).iter().map(|hook| (hook.event.to_owned(), json!([hook_settings_entry(agent, hook)])));
    Json::Object(pairs.collect())
}

/// Whether an entry calls `ctx hook` and nothing else, whatever the path of ctx and the form.
pub fn is_ctx_hook_entry(entry: &Json) -> bool {
    let text = |name: &str| entry.get(name).and_then(Json::as_str);
    if let (Some(program), Some(args)) = (text("command"), entry.get("args").and_then(Json::as_array)) {
        return is_ctx_program(program.trim()) && args.first().and_then(Json::as_str) == Some("hook");
    }
    ["command", "bash", "linux", "osx", "windows", "powershell"].into_iter().filter_map(text).any(calls_ctx_hook_only)
}

/// `ctx hook claude-code stop`, `/usr/bin/ctx hook … || true`; false if a person joined it with other commands.
pub fn calls_ctx_hook_only(command: &str) -> bool {
    let command = command.trim();
    let (program, rest) = match command.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split_once(['"', '\'']).unwrap_or((quoted, "")),
        None => command.split_once(char::is_whitespace).unwrap_or((command, "")),
    };
    let mut words = rest.split_whitespace();
    let is_word =
        |word: Option<&str>| word.is_some_and(|word| word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'));
    if !is_ctx_program(program) || words.next() != Some("hook") || !is_word(words.next()) || !is_word(words.next()) {
        return false;
    }
    let otherwise: Vec<&str> = words.skip_while(|word| *word == "2>/dev/null").collect();
    matches!(otherwise[..], [] | ["||", "true"] | ["||", "exit", "0"] | ["||", "echo", "{}" | "'{}'"])
}

fn is_ctx_program(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    matches!(name, "ctx" | "ctx.exe")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hook_of_ours_is_told_as_ours_and_names_no_path() {
        assert_eq!(HOOKS.len(), TABLE.lines().filter(|row| !row.starts_with('#')).count());
        for agent in Agent::ALL {
            for hook in agent_hooks(agent) {
                let entry = hook_settings_entry(agent, hook);
                let handler = entry.pointer("/hooks/0").unwrap_or(&entry);
                assert!(is_ctx_hook_entry(handler), "{entry}");
                assert!(hook_command(agent, hook).starts_with("ctx hook "), "{entry}");
                let kebab: String = hook.event.chars().enumerate().fold(String::new(), |mut word, (at, c)| {
                    if c.is_uppercase() && at > 0 {
                        word.push('-');
                    }
                    word.push(c.to_ascii_lowercase());
                    word
                });
                assert_eq!(kebab, hook.name);
            }
        }
    }

    #[test]
    fn ours_whatever_the_path_and_not_what_others_made_of_it() {
        let yes = [
            json!({"command": "ctx hook claude-code stop"}),
            json!({"command": "/opt/old/bin/ctx hook codex stop"}),
            json!({"command": "\"/Program Files/ctx.exe\" hook codex stop"}),
            json!({"command": "ctx", "args": ["hook", "claude-code", "pre-tool-use"]}),
            json!({"bash": "ctx  hook copilot pre-tool-use || exit 0"}),
            json!({"command": "ctx hook codex stop 2>/dev/null || true"}),
        ];
        let no = [
            json!({"command": "ctx run -- hook"}),
            json!({"command": "ctx hook codex stop && ./notify.sh"}),
            json!({"command": "ctx hook codex"}),
            json!({"command": "myctx hook codex stop"}),
            json!({"command": "ctx", "args": ["run", "hook"]}),
            json!({"command": "echo ctx hook codex stop"}),
            json!({"command": 7}),
            json!({}),
            json!("ctx hook codex stop"),
        ];
        for entry in yes {
            assert!(is_ctx_hook_entry(&entry), "{entry}");
        }
        for entry in no {
            assert!(!is_ctx_hook_entry(&entry), "{entry}");
        }
    }
}
