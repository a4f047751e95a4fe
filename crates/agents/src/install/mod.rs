//! Makes ctx known to an agent: its hooks in the agent's settings, a few lines in its instructions. Texts in, texts
//! out; nothing here writes.

pub mod edit;
pub mod functions;
pub mod hooks;
pub mod jsonc;
pub mod marked;
pub mod places;
pub mod seam;
pub mod settings;
pub mod shell;
mod unfit;

pub use crate::agent::Agent;
pub use seam::ShellOverrideSettings;
pub use unfit::Uneditable;

use crate::codex::config_file;
use crate::instructions;

/// A change that ctx makes to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileEdit {
    /// Hooks in JSON settings.
    Settings(Agent),
    /// Hooks of Codex in its `config.toml`.
    Tables,
    /// The block in an instruction file; `seam` if the agent's commands pass through ctx anyway.
    Instructions { seam: bool },
    /// OpenCode's plugin: a file of ctx's own.
    Script,
    /// Settings that make ctx the agent's shell.
    Seam(ShellOverrideSettings),
    /// Functions in a shell's startup file that start these agents with folding.
    Functions(Vec<Agent>),
    /// The first, and then the second in the same file.
    Both(Box<FileEdit>, Box<FileEdit>),
}

/// The plugin through which OpenCode asks ctx.
const SCRIPT: &str = include_str!("../opencode.js");

impl FileEdit {
    /// The text with ctx in it; `None` is a file that does not exist.
    pub fn install(&self, base: Option<&str>) -> Result<String, Uneditable> {
        match self {
            FileEdit::Settings(agent) => settings::install_hooks(*agent, base),
            FileEdit::Tables => config_file::install_hooks(base.unwrap_or_default()),
            FileEdit::Instructions { seam } => marked::install_block(
                base.unwrap_or_default(),
                marked::MARKDOWN,
                instructions::instructions_text(*seam),
            ),
            FileEdit::Script => match base {
                Some(text) if !text.trim().is_empty() && marked::find_block(text, marked::SLASHES)?.is_none() => {
                    Err(Uneditable::unexpected_shape("this file is not ctx's own"))
                }
                text => marked::install_block(text.unwrap_or_default(), marked::SLASHES, SCRIPT),
            },
            FileEdit::Seam(seam) => seam.install(base.unwrap_or_default()),
            FileEdit::Functions(agents) => functions::install_functions(base.unwrap_or_default(), agents),
            FileEdit::Both(first, second) => second.install(Some(&first.install(base)?)),
        }
    }

    pub fn with_shell_override(self, seam: Option<ShellOverrideSettings>) -> FileEdit {
        match seam {
            Some(seam) => FileEdit::Both(Box::new(self), Box::new(FileEdit::Seam(seam))),
            None => self,
        }
    }

    pub fn is_instructions(&self) -> bool {
        matches!(self, FileEdit::Instructions { .. })
    }

    /// Whether removing it leaves a part of ctx that other agents need.
    pub fn is_needed_by_other_agents(&self, text: &str) -> bool {
        match self {
            FileEdit::Functions(agents) => {
                functions::remaining_agents(text, agents).is_ok_and(|others| !others.is_empty())
            }
            _ => false,
        }
    }

    pub fn shell_override_settings(&self) -> Option<&ShellOverrideSettings> {
        match self {
            FileEdit::Seam(seam) => Some(seam),
            FileEdit::Both(first, second) => {
                first.shell_override_settings().or_else(|| second.shell_override_settings())
            }
            _ => None,
        }
    }

    /// Whether it is renewed by removing it and installing it again, not in place.
    pub fn is_renewed_by_reinstalling(&self) -> bool {
        matches!(
            self,
            FileEdit::Settings(_)
                | FileEdit::Tables
                | FileEdit::Both(..)
                | FileEdit::Seam(ShellOverrideSettings::Claude { .. } | ShellOverrideSettings::Codex { .. })
        )
    }

    /// The text without ctx. `former` is the text before ctx was installed, if known.
    pub fn remove(&self, text: &str, former: Option<&str>) -> Result<String, Uneditable> {
        match self {
            FileEdit::Settings(_) => settings::remove_hooks(text, former),
            FileEdit::Tables => config_file::remove_hooks(text, former),
            FileEdit::Instructions { .. } => marked::remove_block(text, marked::MARKDOWN),
            FileEdit::Script => marked::remove_block(text, marked::SLASHES),
            FileEdit::Seam(seam) => seam.remove(text, former),
            FileEdit::Functions(agents) => functions::remove_functions(text, agents),
            FileEdit::Both(first, second) => first.remove(&second.remove(text, former)?, former),
        }
    }

    /// Whether installing would change nothing that matters.
    pub fn is_current(&self, text: &str) -> Result<bool, Uneditable> {
        match self {
            FileEdit::Settings(agent) => settings::has_current_hooks(*agent, text),
            FileEdit::Tables => config_file::has_current_hooks(text),
            FileEdit::Instructions { seam } => {
                marked::is_block_current(text, marked::MARKDOWN, instructions::instructions_text(*seam))
            }
            FileEdit::Script => marked::is_block_current(text, marked::SLASHES, SCRIPT),
            FileEdit::Seam(seam) => seam.is_current(text),
            FileEdit::Functions(agents) => functions::are_functions_current(text, agents),
            FileEdit::Both(first, second) => Ok(first.is_current(text)? && second.is_current(text)?),
        }
    }

    /// Whether anything of ctx is there.
    pub fn is_installed(&self, text: &str) -> Result<bool, Uneditable> {
        match self {
            FileEdit::Settings(agent) => settings::find_installed_hooks(text)
                .map(|found| found.iter().any(|found| found.agent() == Some(*agent))),
            FileEdit::Tables => Ok(!config_file::ctx_hook_commands(text)?.is_empty()),
            FileEdit::Seam(seam) => seam.is_installed(text),
            FileEdit::Functions(agents) => functions::is_any_installed(text, agents),
            FileEdit::Both(first, second) => Ok(first.is_installed(text)? || second.is_installed(text)?),
            _ => Ok(self.find_marked_block(text)?.is_some()),
        }
    }

    /// Whether somebody else changed ctx's part.
    pub fn is_edited(&self, text: &str) -> Result<bool, Uneditable> {
        if let FileEdit::Both(first, second) = self {
            return Ok(first.is_edited(text)? || second.is_edited(text)?);
        }
        if let FileEdit::Seam(seam) = self {
            return seam.is_edited(text);
        }
        if let FileEdit::Functions(_) = self {
            return functions::is_block_edited(text);
        }
        Ok(self.find_marked_block(text)?.is_some_and(|block| !block.intact))
    }

    fn find_marked_block(&self, text: &str) -> Result<Option<marked::MarkedBlock>, Uneditable> {
        match self {
            FileEdit::Instructions { .. } => marked::find_block(text, marked::MARKDOWN),
            FileEdit::Script => marked::find_block(text, marked::SLASHES),
            _ => Ok(None),
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
    pub fn hook_commands(&self, text: &str) -> Result<Vec<(String, Vec<String>)>, Uneditable> {
        match self {
            FileEdit::Settings(_) => Ok(settings::find_installed_hooks(text)?
                .into_iter()
                .map(|found| (found.event, found.command))
                .collect()),
            FileEdit::Tables => config_file::ctx_hook_commands(text),
            FileEdit::Both(first, _) => first.hook_commands(text),
            FileEdit::Instructions { .. } | FileEdit::Script | FileEdit::Seam(_) | FileEdit::Functions(_) => {
                Ok(Vec::new())
            }
        }
    }
}

#[cfg(test)]
mod tests;
