//! By what an agent shows on a machine and in a project.

pub use crate::agents::agent::Agent;

impl Agent {
    /// Programs by which it shows on PATH.
    pub fn programs(self) -> &'static [&'static str] {
        match self {
            Agent::ClaudeCode => &["claude"],
            Agent::Codex => &["codex"],
            Agent::Gemini => &["gemini"],
            Agent::Cursor => &["cursor", "cursor-agent"],
            Agent::Copilot => &["copilot"],
            Agent::OpenCode => &["opencode"],
            Agent::VsCode => &["code", "code-insiders"],
        }
    }

    /// Directories by which it shows in a project.
    pub fn project_dirs(self) -> &'static [&'static str] {
        match self {
            Agent::ClaudeCode => &[".claude"],
            Agent::Codex => &[".codex"],
            Agent::Gemini => &[".gemini"],
            Agent::Cursor => &[".cursor"],
            Agent::Copilot => &[".github/hooks"],
            Agent::OpenCode => &[".opencode"],
            Agent::VsCode => &[".vscode"],
        }
    }

    /// Whether its shells can come through ctx.
    pub fn has_seam(self) -> bool {
        match self {
            Agent::ClaudeCode | Agent::Codex | Agent::Gemini | Agent::OpenCode => true,
            Agent::Copilot | Agent::Cursor | Agent::VsCode => false,
        }
    }

    /// What whoever installs this should know.
    pub fn caution(self) -> Option<&'static str> {
        match self {
            Agent::Codex => Some("Codex runs new or changed hooks only once they are trusted: /hooks in Codex"),
            Agent::Cursor => {
                Some("the shape of Cursor's hooks is known from third-party notes only; ctx doctor tests ctx's side")
            }
            Agent::VsCode => {
                Some("hooks are a preview in VS Code; it ignores matchers, so ctx is asked about every tool")
            }
            _ => None,
        }
    }
}
