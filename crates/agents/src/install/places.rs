//! The files of each agent's settings and instructions, for one person or in a project, and the signs that the agent is
//! used at all.

use std::path::{Path, PathBuf};

pub use super::shell::InstallOptions;
use super::shell::ShellFolder;
use super::{CtxBlockKind, FileEdit};
use crate::agent::Agent;
use crate::codex::config_file::has_any_hooks;
use crate::row::{InstructionFiles, SettingsFile};
use ctx_model::Env;
use ctx_model::env::AgentHomes;

/// The scope of an installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstallScope {
    /// In all projects of this person.
    User,
    /// For everybody in this project.
    Project,
}

/// A file and ctx's change to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetFile {
    pub agent: Agent,
    pub path: PathBuf,
    pub kind: FileEdit,
}

impl TargetFile {
    /// Whether the file is there and holds this part of ctx.
    pub fn has_installed_part(&self, part: &FileEdit) -> bool {
        std::fs::read_to_string(&self.path).is_ok_and(|text| part.is_installed(&text) == Ok(true))
    }
}

#[derive(Clone, Copy)]
pub struct InstallPlaces<'a> {
    pub homes: &'a AgentHomes,
    pub project: &'a Path,
    pub reach: InstallScope,
    pub options: &'a InstallOptions,
}

impl InstallPlaces<'_> {
    /// Whether an agent is found on this machine or in this project.
    pub fn is_agent_present(&self, agent: Agent, env: &Env) -> bool {
        let row = agent.row();
        let in_project = |dir: &&str| self.reach == InstallScope::Project && self.project.join(dir).is_dir();
        (row.homes)(self.homes).iter().any(|dir| dir.is_dir())
            || row.project_dirs.iter().any(in_project)
            || row.programs.iter().any(|program| !env.find_programs(program).is_empty())
    }

    /// The files that make ctx known to an agent.
    pub fn target_files(&self, agent: Agent) -> Vec<TargetFile> {
        if self.options.instructions_alone {
            return self.instructions_target(agent).into_iter().collect();
        }
        let mut targets: Vec<TargetFile> = self.chosen_settings_file(agent).into_iter().collect();
        let beside = self
            .separate_shell_override_file(agent)
            .filter(|seam| !targets.iter().any(|known| known.path == seam.path));
        targets.extend(beside);
        targets.extend(self.instructions_target(agent));
        targets.extend(self.startup_files_with_functions(agent).next());
        targets
    }

    /// The startup files in which a shell's functions start this agent with folding.
    fn startup_files_with_functions(&self, agent: Agent) -> impl Iterator<Item = TargetFile> {
        let wanted = self.reach == InstallScope::User && self.options.fold.contains(&agent);
        let files = self.options.startup.iter().filter(move |_| wanted);
        files.map(move |path| TargetFile {
            agent,
            path: path.clone(),
            kind: FileEdit::Block(CtxBlockKind::Functions(self.options.fold.clone())),
        })
    }

    /// Every file that an agent's hooks may be in.
    pub fn all_possible_target_files(&self, agent: Agent) -> Vec<TargetFile> {
        let mut targets = self.target_files(agent);
        for target in self.settings_files(agent).into_iter().chain(self.startup_files_with_functions(agent)) {
            if !targets.iter().any(|known| known.path == target.path) {
                targets.push(target);
            }
        }
        targets
    }

    /// Every file for an agent's hooks; none without a home.
    pub fn settings_files(&self, agent: Agent) -> Vec<TargetFile> {
        let row = agent.row();
        let owner =
            if row.settings.is_empty() { row.hooks.loads.last().map_or(row, |lender| lender.row()) } else { row };
        let beside = row.seam.as_ref().and_then(|seam| seam.beside);
        let target = |file: &SettingsFile| {
            let path = match self.reach {
                InstallScope::User => (owner.homes)(self.homes).first()?.join(file.in_home),
                InstallScope::Project => self.project.join(file.in_project),
            };
            let seam = self.shell_override_settings(agent).filter(|_| beside.is_none_or(|name| name == file.in_home));
            Some(TargetFile { agent, path, kind: (file.edit)(agent).with_shell_override(seam) })
        };
        owner.settings.iter().filter_map(target).collect()
    }

    /// The file that an agent's hooks go into: the first that is used for hooks already, else the usual one.
    fn chosen_settings_file(&self, agent: Agent) -> Option<TargetFile> {
        let mut files = self.settings_files(agent);
        let is_used = |file: &TargetFile| {
            std::fs::read_to_string(&file.path)
                .is_ok_and(|text| file.path.extension() != Some("toml".as_ref()) || has_any_hooks(&text))
        };
        let at = files.iter().position(is_used).unwrap_or(0);
        (at < files.len()).then(|| files.swap_remove(at))
    }

    /// The folder with ctx's shells; none for a project's files, which others share: the folder is this person's.
    pub fn shell_folder(&self) -> Option<&ShellFolder> {
        self.options.folder.as_ref().filter(|_| self.reach == InstallScope::User)
    }

    /// The settings that make an agent's shells pass through ctx.
    fn shell_override_settings(&self, agent: Agent) -> Option<FileEdit> {
        (agent.row().seam.as_ref()?.settings)(self)
    }

    /// The seam, if it stands in another file than the hooks.
    fn separate_shell_override_file(&self, agent: Agent) -> Option<TargetFile> {
        let path = (agent.row().homes)(self.homes).first()?.join(agent.row().seam.as_ref()?.beside?);
        Some(TargetFile { agent, path, kind: self.shell_override_settings(agent)? })
    }

    fn instructions_target(&self, agent: Agent) -> Option<TargetFile> {
        let path = self.instructions_file(agent)?;
        let seam = agent.supports_shell_override() && !self.options.instructions_alone;
        Some(TargetFile { agent, path, kind: FileEdit::Block(CtxBlockKind::Instructions { seam }) })
    }

    pub fn instructions_file(&self, agent: Agent) -> Option<PathBuf> {
        let InstructionFiles { in_home, in_project } = agent.row().instructions;
        match self.reach {
            InstallScope::User => Some((agent.row().homes)(self.homes).first()?.join(in_home?)),
            InstallScope::Project => {
                let mut files = in_project.iter().map(|name| self.project.join(name));
                let usual = files.next()?;
                Some(if usual.exists() { usual } else { files.find(|file| file.exists()).unwrap_or(usual) })
            }
        }
    }

    /// The file of hooks that an agent loads as its own, from the agents that have hooks or are about to get them.
    pub fn hooks_file_of_other_agent(&self, agent: Agent, chosen: &[Agent]) -> Option<TargetFile> {
        let hooks = &agent.row().hooks;
        let lenders = hooks.loads.iter().filter(|_| hooks.as_its_own);
        let is_used = |target: &TargetFile| chosen.contains(&target.agent) || target.has_installed_part(&target.kind);
        lenders.filter_map(|lender| self.chosen_settings_file(*lender)).find(is_used)
    }
}

/// Whether a text refers the reader to the AGENTS.md beside it.
pub fn imports_agents_file(text: &str) -> bool {
    text.lines().any(|line| matches!(line.trim(), "@AGENTS.md" | "@./AGENTS.md"))
}
