//! The agents that ctx works for, by name alone.

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
    pub const ALL: [Agent; 7] =
        [Agent::ClaudeCode, Agent::Codex, Agent::Gemini, Agent::Cursor, Agent::Copilot, Agent::OpenCode, Agent::VsCode];
}
