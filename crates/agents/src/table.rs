//! The rows of all agents in one table, and lookups by an agent's name.

use super::agent::Agent;
use super::hooks::HookEvent;
use super::install::hooks::agent_hooks;
use super::row::AgentRow;
use super::{claude_code, codex, copilot, cursor, gemini, opencode, vscode};

/// In the order of `Agent`. VS Code is last: whether it needs hooks of its own depends on the others.
static TABLE: [&AgentRow; 7] =
    [&claude_code::ROW, &codex::ROW, &gemini::ROW, &cursor::ROW, &copilot::ROW, &opencode::ROW, &vscode::ROW];

impl Agent {
    pub fn row(self) -> &'static AgentRow {
        TABLE[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn from_name(name: &str) -> Option<Agent> {
        Agent::ALL.into_iter().find(|agent| agent.name() == name)
    }

    /// By its name or the name of its program, as people type it: `claude`.
    pub fn from_typed_name(name: &str) -> Option<Agent> {
        let has_program = |agent: &Agent| agent.row().programs.contains(&name);
        Agent::from_name(name).or_else(|| Agent::ALL.into_iter().find(has_program))
    }

    /// The event of this name, or of another agent's name for it.
    pub fn parse_event_name(self, name: &str) -> HookEvent {
        let named = |agent: Agent| agent_hooks(agent).iter().find(|hook| hook.name == name).map(|hook| hook.means);
        named(self).or_else(|| Agent::ALL.into_iter().find_map(named)).unwrap_or(HookEvent::Other)
    }

    /// Whether its shells can pass through ctx.
    pub fn supports_shell_override(self) -> bool {
        self.row().seam.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::HookFormat;
    use super::*;

    #[test]
    fn every_agent_has_its_row_in_its_place() {
        for (at, agent) in Agent::ALL.into_iter().enumerate() {
            assert_eq!((agent as usize, agent.row().agent), (at, agent));
            assert_eq!(Agent::from_name(agent.name()), Some(agent));
            let hooks = &agent.row().hooks;
            let first = &agent_hooks(agent)[0];
            let said = crate::hooks::sample_payload(first.name, "/work").to_string();
            let read = crate::hooks::parse_hook_call(agent, first.means, &said).unwrap();
            let speaks = !std::ptr::fn_addr_eq(hooks.answer, HookFormat::USUAL.answer);
            assert!(read.session.is_some() && speaks, "{}", agent.name());
        }
    }
}
