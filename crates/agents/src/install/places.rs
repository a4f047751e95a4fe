//! The files of each agent's settings and instructions, for one person or in a project, and the signs that the agent is
//! used at all.

use std::path::{Path, PathBuf};

use super::shell::Folder;
pub use super::shell::InstallOptions;
use super::{FileEdit, Seam};
use crate::agent::Agent;
use ctx_model::env::{AgentHomes, Env};

/// The scope of an installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In all projects of this person.
    User,
    /// For everybody in this project.
    Project,
}

/// A file and ctx's change to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub agent: Agent,
    pub path: PathBuf,
    pub kind: FileEdit,
}

#[derive(Clone, Copy)]
pub struct Places<'a> {
    pub homes: &'a AgentHomes,
    pub project: &'a Path,
    pub reach: Reach,
    pub options: &'a InstallOptions,
}

impl Places<'_> {
    /// Whether an agent is found on this machine or in this project.
    pub fn shows(&self, agent: Agent, env: &Env) -> bool {
        let row = agent.row();
        let in_project = |dir: &&str| self.reach == Reach::Project && self.project.join(dir).is_dir();
        (row.homes)(self.homes).iter().any(|dir| dir.is_dir())
            || row.project_dirs.iter().any(in_project)
            || row.programs.iter().any(|program| !env.programs(program).is_empty())
    }

    /// The files that make ctx known to an agent.
    pub fn targets(&self, agent: Agent) -> Vec<Target> {
        if self.options.instructions_alone {
            return self.instructions(agent).into_iter().collect();
        }
        let mut targets: Vec<Target> = (agent.row().settings)(self).into_iter().collect();
        let beside = self.seam_beside(agent).filter(|seam| !targets.iter().any(|known| known.path == seam.path));
        targets.extend(beside);
        targets.extend(self.instructions(agent));
        targets.extend(self.functions(agent).next());
        targets
    }

    /// The startup files in which a shell's functions start this agent with folding.
    fn functions(&self, agent: Agent) -> impl Iterator<Item = Target> {
        let wanted = self.reach == Reach::User && self.options.fold.contains(&agent);
        let files = self.options.startup.iter().filter(move |_| wanted);
        files.map(move |path| Target {
            agent,
            path: path.clone(),
            kind: FileEdit::Functions(self.options.fold.clone()),
        })
    }

    /// Every file that an agent's hooks may be in.
    pub fn all_targets(&self, agent: Agent) -> Vec<Target> {
        let mut targets = self.targets(agent);
        for target in (agent.row().elsewhere)(self).into_iter().chain(self.functions(agent)) {
            if !targets.iter().any(|known| known.path == target.path) {
                targets.push(target);
            }
        }
        targets
    }

    /// A folder of this person, or the one of that name in the project.
    pub fn dir(&self, home: &Option<PathBuf>, in_project: &str) -> Option<PathBuf> {
        match self.reach {
            Reach::User => home.clone(),
            Reach::Project => Some(self.project.join(in_project)),
        }
    }

    /// The folder with ctx's shells; none for a project's files, which others share: the folder is this person's.
    pub fn folder(&self) -> Option<&Folder> {
        self.options.folder.as_ref().filter(|_| self.reach == Reach::User)
    }

    /// The settings that make an agent's shells pass through ctx.
    pub fn seam(&self, agent: Agent) -> Option<Seam> {
        (agent.row().seam.as_ref()?.settings)(self)
    }

    /// The seam, if it stands in another file than the hooks.
    fn seam_beside(&self, agent: Agent) -> Option<Target> {
        let path = (agent.row().seam.as_ref()?.beside)(self.homes)?;
        Some(Target { agent, path, kind: FileEdit::Seam(self.seam(agent)?) })
    }

    fn instructions(&self, agent: Agent) -> Option<Target> {
        let path = (agent.row().instructions)(self)?;
        let seam = agent.has_seam() && !self.options.instructions_alone;
        Some(Target { agent, path, kind: FileEdit::Instructions { seam } })
    }

    /// The file of instructions: `home` of a person, or the one in a project.
    pub fn instructions_in(&self, home: &Option<PathBuf>, name: &str, in_project: &str) -> Option<PathBuf> {
        match self.reach {
            Reach::User => Some(home.as_ref()?.join(name)),
            Reach::Project => Some(self.project.join(in_project)),
        }
    }

    /// The file of hooks that an agent loads as its own, from the agents that have hooks or are about to get them.
    pub fn shared(&self, agent: Agent, chosen: &[Agent]) -> Option<Target> {
        let hooks = &agent.row().hooks;
        let lenders = hooks.loads.iter().filter(|_| hooks.as_its_own);
        lenders.filter_map(|lender| (lender.row().settings)(self)).find(|target| {
            let installed =
                || std::fs::read_to_string(&target.path).is_ok_and(|text| target.kind.is_installed(&text) == Ok(true));
            chosen.contains(&target.agent) || installed()
        })
    }
}

/// Whether a text refers the reader to the AGENTS.md beside it.
pub fn imports_agents_file(text: &str) -> bool {
    text.lines().any(|line| matches!(line.trim(), "@AGENTS.md" | "@./AGENTS.md"))
}
