//! Makes ctx known to an agent: its hooks in the agent's settings, a few lines in its instructions. Texts in, texts
//! out; nothing here writes.

pub mod blocks;
mod claude_shell;
pub mod edit;
pub mod hooks;
pub mod jsonc;
pub mod marked;
pub mod places;
pub mod settings;
pub mod shell;
#[cfg(test)]
mod tests;
mod uneditable;

pub use crate::agent::Agent;
pub use blocks::CtxBlockKind;
pub use claude_shell::CLAUDE_SHELL;
pub use uneditable::UneditableFileReason;

use crate::codex::config_file;
use shell::is_ctx_startup_path;

/// A change that ctx makes to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileEdit {
    /// Hooks in JSON settings.
    Settings(Agent),
    /// Hooks of Codex in its `config.toml`.
    Tables,
    /// A block between ctx's marks.
    Block(CtxBlockKind),
    /// ctx as the shell in Claude Code's `env` and, if they are wanted, rules that allow ctx's read-only commands.
    ClaudeShell { shell: Option<String>, allow: bool },
    /// Codex's variables for its shells, and the store among the folders that its sandbox may write.
    CodexShell { variables: Vec<(String, String)>, root: String },
    /// The first, and then the second in the same file.
    Both(Box<FileEdit>, Box<FileEdit>),
}

impl FileEdit {
    /// The text with ctx in it; `None` is a file that does not exist.
    pub fn install(&self, base: Option<&str>) -> Result<String, UneditableFileReason> {
        let text = base.unwrap_or_default();
        match self {
            FileEdit::Settings(agent) => settings::install_ctx_hooks(*agent, base),
            FileEdit::Tables => config_file::install_ctx_hooks(text),
            FileEdit::Block(block) => block.install(text),
            FileEdit::ClaudeShell { shell, allow } => {
                claude_shell::install_shell_and_allow_rules(text, shell.as_deref(), *allow)
            }
            FileEdit::CodexShell { variables, root } => config_file::install_shell_settings(text, variables, root),
            FileEdit::Both(first, second) => second.install(Some(&first.install(base)?)),
        }
    }

    pub fn with_shell_override(self, seam: Option<FileEdit>) -> FileEdit {
        match seam {
            Some(seam) => FileEdit::Both(Box::new(self), Box::new(seam)),
            None => self,
        }
    }

    pub fn is_instructions(&self) -> bool {
        matches!(self, FileEdit::Block(CtxBlockKind::Instructions { .. }))
    }

    /// Whether removing it leaves a part of ctx that other agents need.
    pub fn is_needed_by_other_agents(&self, text: &str) -> bool {
        matches!(self, FileEdit::Block(block) if block.other_agents_with_function(text).is_ok_and(|others| !others.is_empty()))
    }

    /// The part of it that makes ctx the agent's shell.
    pub fn shell_override(&self) -> Option<&FileEdit> {
        match self {
            FileEdit::ClaudeShell { .. }
            | FileEdit::CodexShell { .. }
            | FileEdit::Block(CtxBlockKind::Variables(_)) => Some(self),
            FileEdit::Both(first, second) => first.shell_override().or_else(|| second.shell_override()),
            _ => None,
        }
    }

    /// The text without ctx. `former` is the text before ctx was installed, if known: it comes back letter by letter if
    /// nobody has changed the file since.
    pub fn remove(&self, text: &str, former: Option<&str>) -> Result<String, UneditableFileReason> {
        if let Some(former) = former.filter(|former| self.install(Some(former)).is_ok_and(|with| with == text)) {
            return Ok(former.to_owned());
        }
        match self {
            FileEdit::Settings(_) => settings::remove_ctx_hooks(text, former),
            FileEdit::Tables => config_file::remove_ctx_hooks(text, former),
            FileEdit::Block(block) => block.remove(text),
            FileEdit::ClaudeShell { .. } => claude_shell::remove_shell_and_allow_rules(text, former),
            FileEdit::CodexShell { root, .. } => config_file::remove_shell_settings(text, root, former),
            FileEdit::Both(first, second) => first.remove(&second.remove(text, former)?, former),
        }
    }

    /// Whether installing would change nothing that matters.
    pub fn is_current(&self, text: &str) -> Result<bool, UneditableFileReason> {
        match self {
            FileEdit::Settings(agent) => Ok(settings::has_current_hooks(*agent, &settings::parse_settings(text)?)),
            FileEdit::Tables => Ok(settings::has_current_hooks(Agent::Codex, &config_file::parse_settings(text)?)),
            FileEdit::Block(block) => block.is_current(text),
            FileEdit::ClaudeShell { shell, allow } => {
                claude_shell::has_current_shell_and_allow_rules(text, shell.as_deref(), *allow)
            }
            FileEdit::CodexShell { variables, root } => {
                let settings = config_file::parse_settings(text)?;
                let is_set = |(name, value): &(String, String)| {
                    config_file::shell_variables(&settings).any(|known| known == (name.as_str(), value.as_str()))
                };
                Ok(variables.iter().all(is_set) && config_file::writable_roots(&settings).any(|known| known == root))
            }
            FileEdit::Both(first, second) => Ok(first.is_current(text)? && second.is_current(text)?),
        }
    }

    /// Whether anything of ctx is there.
    pub fn is_installed(&self, text: &str) -> Result<bool, UneditableFileReason> {
        match self {
            FileEdit::Settings(agent) => {
                let settings = settings::parse_settings(text)?;
                Ok(settings::find_ctx_hooks(&settings).iter().any(|found| found.agent() == Some(*agent)))
            }
            FileEdit::Tables => Ok(!settings::find_ctx_hooks(&config_file::parse_settings(text)?).is_empty()),
            FileEdit::Block(block) => block.is_installed(text),
            FileEdit::ClaudeShell { .. } if text.trim().is_empty() => Ok(false),
            FileEdit::ClaudeShell { .. } => {
                Ok(claude_shell::configured_shell(&jsonc::parse_jsonc(text)?, true).is_some())
            }
            FileEdit::CodexShell { .. } => {
                let settings = config_file::parse_settings(text)?;
                Ok(config_file::shell_variables(&settings).any(|(_, value)| is_ctx_startup_path(value)))
            }
            FileEdit::Both(first, second) => Ok(first.is_installed(text)? || second.is_installed(text)?),
        }
    }

    /// Whether somebody else changed ctx's part. Entries of settings are found by what they hold, wherever they stand.
    pub fn is_changed_by_others(&self, text: &str) -> Result<bool, UneditableFileReason> {
        match self {
            FileEdit::Block(block) => Ok(block.find(text)?.is_some_and(|block| !block.intact)),
            FileEdit::Both(first, second) => {
                Ok(first.is_changed_by_others(text)? || second.is_changed_by_others(text)?)
            }
            _ => Ok(false),
        }
    }

    /// Whether the text without ctx holds nothing that anybody needs.
    pub fn is_empty_without_ctx(&self, text: &str) -> bool {
        match self {
            FileEdit::Settings(_) => settings::is_empty_settings_file(text),
            FileEdit::Both(first, _) => first.is_empty_without_ctx(text),
            _ => text.trim().is_empty(),
        }
    }

    /// ctx's hooks in a file, with their commands.
    pub fn hook_commands(&self, text: &str) -> Result<Vec<(String, Vec<String>)>, UneditableFileReason> {
        let settings = match self {
            FileEdit::Settings(_) => settings::parse_settings(text)?,
            FileEdit::Tables => config_file::parse_settings(text)?,
            FileEdit::Both(first, _) => return first.hook_commands(text),
            // They stand in the plugin's own text.
            FileEdit::Block(CtxBlockKind::Script) => {
                let words = |event: &str| ["ctx", "hook", Agent::OpenCode.name(), event].map(str::to_owned).to_vec();
                let hooks = hooks::agent_hooks(Agent::OpenCode).iter();
                return Ok(hooks.map(|hook| (hook.event.to_owned(), words(hook.name))).collect());
            }
            _ => return Ok(Vec::new()),
        };
        let found = settings::find_ctx_hooks(&settings).into_iter();
        Ok(found.map(|found| (found.event.to_owned(), found.command)).collect())
    }

    /// The link or the file of ctx that a text names as the shell, or as what a shell reads first.
    pub fn find_ctx_shell(&self, text: &str) -> Option<String> {
        match self {
            FileEdit::ClaudeShell { .. } => {
                claude_shell::configured_shell(&jsonc::parse_jsonc(text).ok()?, true).map(str::to_owned)
            }
            FileEdit::CodexShell { .. } => {
                let settings = config_file::parse_settings(text).ok()?;
                let mut set = config_file::shell_variables(&settings);
                set.find(|(name, value)| *name == "BASH_ENV" && is_ctx_startup_path(value))
                    .map(|(_, value)| value.to_owned())
            }
            _ => {
                let mut lines = text.lines().filter_map(|line| line.trim().strip_prefix("BASH_ENV="));
                lines.find(|value| is_ctx_startup_path(value)).map(str::to_owned)
            }
        }
    }

    /// A warning about the file for the person who installs this.
    pub fn install_warning(&self, text: &str) -> Option<String> {
        match self {
            FileEdit::ClaudeShell { shell: Some(_), .. } => {
                let root = jsonc::parse_jsonc(text).ok()?;
                let theirs = claude_shell::configured_shell(&root, false)?;
                Some(format!("{CLAUDE_SHELL} is {theirs} already and stays: remove it there if ctx is to be the shell"))
            }
            FileEdit::CodexShell { variables, .. } => {
                let settings = config_file::parse_settings(text).ok()?;
                let is_taken = |wanted: &&String| {
                    let mut set = config_file::shell_variables(&settings);
                    set.any(|(name, value)| name == *wanted && !is_ctx_startup_path(value))
                };
                let name = variables.iter().map(|(name, _)| name).find(is_taken)?;
                let table = config_file::POLICY.join(".");
                Some(format!("{name} is set already under [{table}] and stays: ctx cannot be the shell beside it"))
            }
            _ => None,
        }
    }
}
