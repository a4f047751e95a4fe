//! Where each agent keeps its settings and instructions, for one person or in a project, and how it shows that it is
//! there at all.

use std::path::{Path, PathBuf};

use super::agent::Agent;
use super::shell::Folder;
use super::{Kind, Seam, tables};
use crate::env::{AgentHomes, Env};

/// For whom ctx is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In all projects of this person.
    User,
    /// For everybody in this project.
    Project,
}

/// A file and what ctx does to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub agent: Agent,
    pub path: PathBuf,
    pub kind: Kind,
}

/// What is wanted beside hooks and instructions.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Where agents' shells come through; none where there is no place for it.
    pub folder: Option<Folder>,
    /// The user's shell is zsh, and where that one reads its files if not in the home directory.
    pub zsh: bool,
    pub zdotdir: Option<PathBuf>,
    /// Rules that allow what only reads.
    pub allow: bool,
    /// No hooks and no seam: only the block that teaches to call ctx.
    pub instructions_alone: bool,
}

impl Wish {
    pub fn of(env: &Env, allow: bool) -> Wish {
        let (shell, zdotdir) = env.user_shell();
        Wish {
            folder: env.store_dir.as_deref().map(Folder::of),
            zsh: shell.is_some_and(|shell| shell.ends_with("zsh")),
            zdotdir,
            allow,
            instructions_alone: false,
        }
    }
}

#[derive(Clone, Copy)]
pub struct Places<'a> {
    pub homes: &'a AgentHomes,
    pub project: &'a Path,
    pub reach: Reach,
    pub wish: &'a Wish,
}

impl Places<'_> {
    /// Whether an agent shows on this machine or in this project.
    pub fn shows(&self, agent: Agent, env: &Env) -> bool {
        let homes = self.homes;
        let home = match agent {
            Agent::ClaudeCode => &homes.claude,
            Agent::Codex => &homes.codex,
            Agent::Gemini => &homes.gemini,
            Agent::Cursor => &homes.cursor,
            Agent::Copilot => &homes.copilot,
            Agent::OpenCode => &homes.opencode_config,
            Agent::VsCode => &None,
        };
        let more = match agent {
            Agent::VsCode => homes.vscode.iter(),
            _ => [].iter(),
        };
        let in_project = |dir: &&str| self.reach == Reach::Project && self.project.join(dir).is_dir();
        home.iter().chain(more).any(|dir| dir.is_dir())
            || agent.project_dirs().iter().any(in_project)
            || agent.programs().iter().any(|program| !env.programs(program).is_empty())
    }

    /// The files through which an agent gets to know ctx.
    pub fn targets(&self, agent: Agent) -> Vec<Target> {
        if self.wish.instructions_alone {
            return self.instructions(agent).into_iter().collect();
        }
        let mut targets: Vec<Target> = self.hooks(agent).into_iter().collect();
        let beside = self.seam_beside(agent).filter(|seam| !targets.iter().any(|known| known.path == seam.path));
        targets.extend(beside);
        targets.extend(self.instructions(agent));
        targets
    }

    /// Every file that an agent's hooks may be in.
    pub fn all_targets(&self, agent: Agent) -> Vec<Target> {
        let mut targets = self.targets(agent);
        if agent == Agent::Codex {
            let files = [("hooks.json", Kind::Settings(agent)), ("config.toml", Kind::Tables.and(self.seam(agent)))];
            let dir = self.dir(&self.homes.codex, ".codex");
            for (name, kind) in files {
                let target = dir.as_ref().map(|dir| Target { agent, path: dir.join(name), kind });
                targets.extend(target.filter(|target| !targets.iter().any(|known| known.path == target.path)));
            }
        }
        targets
    }

    fn dir(&self, home: &Option<PathBuf>, in_project: &str) -> Option<PathBuf> {
        match self.reach {
            Reach::User => home.clone(),
            Reach::Project => Some(self.project.join(in_project)),
        }
    }

    fn hooks(&self, agent: Agent) -> Option<Target> {
        let homes = self.homes;
        let (dir, name, kind) = match agent {
            Agent::ClaudeCode => {
                let kind = Kind::Settings(agent).and(self.seam(agent));
                (self.dir(&homes.claude, ".claude")?, "settings.json", kind)
            }
            Agent::Codex => {
                let dir = self.dir(&homes.codex, ".codex")?;
                // Codex warns where both are used.
                let inline =
                    std::fs::read_to_string(dir.join("config.toml")).is_ok_and(|text| tables::has_hooks(&text));
                match inline && !dir.join("hooks.json").exists() {
                    true => (dir, "config.toml", Kind::Tables.and(self.seam(agent))),
                    false => (dir, "hooks.json", Kind::Settings(agent)),
                }
            }
            Agent::Gemini => (self.dir(&homes.gemini, ".gemini")?, "settings.json", Kind::Settings(agent)),
            Agent::Cursor => (self.dir(&homes.cursor, ".cursor")?, "hooks.json", Kind::Settings(agent)),
            // VS Code reads the files of Copilot's hooks, and has no place of its own beside.
            Agent::Copilot | Agent::VsCode => {
                let home = homes.copilot.as_ref().map(|home| home.join("hooks"));
                (self.dir(&home, ".github/hooks")?, "ctx.json", Kind::Settings(agent))
            }
            Agent::OpenCode => {
                let home = homes.opencode_config.as_ref().map(|home| home.join("plugins"));
                (self.dir(&home, ".opencode/plugins")?, "ctx.js", Kind::Script)
            }
        };
        Some(Target { agent, path: dir.join(name), kind })
    }

    /// What an agent's settings say so that its shells come through ctx. In a project's files, which others share, it
    /// would name a folder of this person.
    pub fn seam(&self, agent: Agent) -> Option<Seam> {
        let folder = self.wish.folder.as_ref().filter(|_| self.reach == Reach::User);
        let text = |path: &Path| path.to_string_lossy().into_owned();
        match agent {
            Agent::ClaudeCode => {
                let shell = if self.wish.zsh { "zsh" } else { "bash" };
                Some(Seam::Claude { shell: folder.map(|folder| text(&folder.link(shell))), allow: self.wish.allow })
            }
            Agent::Codex => {
                let folder = folder?;
                let mut variables = vec![("BASH_ENV".to_owned(), text(&folder.bash_env()))];
                if self.wish.zsh {
                    variables.push(("ZDOTDIR".to_owned(), text(&folder.zdotdir())));
                    variables.extend(self.wish.zdotdir.as_deref().map(|dir| ("CTX_ZDOTDIR".to_owned(), text(dir))));
                }
                Some(Seam::Codex { variables, root: text(folder.path().parent().unwrap_or(folder.path())) })
            }
            Agent::Gemini => Some(Seam::Gemini { variables: vec![("BASH_ENV".to_owned(), text(&folder?.bash_env()))] }),
            // OpenCode's plugin finds the folder by itself; no way is known for the others.
            Agent::OpenCode | Agent::Copilot | Agent::Cursor | Agent::VsCode => None,
        }
    }

    /// The seam where it stands in another file than the hooks.
    fn seam_beside(&self, agent: Agent) -> Option<Target> {
        let (home, name) = match agent {
            Agent::Codex => (self.homes.codex.as_ref()?, "config.toml"),
            Agent::Gemini => (self.homes.gemini.as_ref()?, ".env"),
            _ => return None,
        };
        Some(Target { agent, path: home.join(name), kind: Kind::Seam(self.seam(agent)?) })
    }

    fn instructions(&self, agent: Agent) -> Option<Target> {
        let homes = self.homes;
        let path = match (self.reach, agent) {
            (Reach::User, Agent::ClaudeCode) => homes.claude.as_ref()?.join("CLAUDE.md"),
            (Reach::User, Agent::Codex) => homes.codex.as_ref()?.join("AGENTS.md"),
            (Reach::User, Agent::Gemini) => homes.gemini.as_ref()?.join("GEMINI.md"),
            (Reach::User, Agent::Copilot) => homes.copilot.as_ref()?.join("copilot-instructions.md"),
            (Reach::User, Agent::OpenCode) => homes.opencode_config.as_ref()?.join("AGENTS.md"),
            // Their instructions for all projects are in no file.
            (Reach::User, Agent::Cursor | Agent::VsCode) => return None,
            (Reach::Project, Agent::ClaudeCode) => {
                let inner = self.project.join(".claude/CLAUDE.md");
                let outer = self.project.join("CLAUDE.md");
                if inner.exists() && !outer.exists() { inner } else { outer }
            }
            (Reach::Project, Agent::Gemini) => self.project.join("GEMINI.md"),
            (Reach::Project, _) => self.project.join("AGENTS.md"),
        };
        let seam = agent.has_seam() && !self.wish.instructions_alone;
        Some(Target { agent, path, kind: Kind::Instructions { seam } })
    }

    /// The agent whose hooks VS Code loads as its own, of those that have some or are about to.
    pub fn vscode_shares(&self, chosen: &[Agent]) -> Option<Target> {
        [Agent::ClaudeCode, Agent::Copilot].into_iter().filter_map(|agent| self.hooks(agent)).find(|target| {
            let installed =
                || std::fs::read_to_string(&target.path).is_ok_and(|text| target.kind.is_installed(&text) == Ok(true));
            chosen.contains(&target.agent) || installed()
        })
    }
}

/// Whether a text hands the reader on to AGENTS.md beside it.
pub fn imports_agents_file(text: &str) -> bool {
    text.lines().any(|line| matches!(line.trim(), "@AGENTS.md" | "@./AGENTS.md"))
}
