//! The agents that ctx works for.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agent {
    ClaudeCode,
    Codex,
    Gemini,
    Cursor,
    Copilot,
    OpenCode,
    VsCode,
}

impl Agent {
    /// VS Code is last: whether it needs hooks of its own depends on the others.
    pub const ALL: [Agent; 7] =
        [Agent::ClaudeCode, Agent::Codex, Agent::Gemini, Agent::Cursor, Agent::Copilot, Agent::OpenCode, Agent::VsCode];

    /// As `ctx hook` and `ctx init` call it.
    pub fn name(self) -> &'static str {
        match self {
            Agent::ClaudeCode => "claude-code",
            Agent::Codex => "codex",
            Agent::Gemini => "gemini",
            Agent::Cursor => "cursor",
            Agent::Copilot => "copilot",
            Agent::OpenCode => "opencode",
            Agent::VsCode => "vscode",
        }
    }

    pub fn named(name: &str) -> Option<Agent> {
        Agent::ALL.into_iter().find(|agent| agent.name() == name)
    }
}
