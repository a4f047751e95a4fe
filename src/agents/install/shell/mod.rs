//! The folder that agents' shells come through: links named as shells that lead to ctx, and the files that shells read
//! first. It stands beside the store; where it is gone, agents and shells go on without it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::env::Env;

/// The shells that ctx can stand for, by the names of its links.
pub const SHELLS: [&str; 3] = ["bash", "zsh", "sh"];
/// The links through which a file that a shell reads first hands its call on.
pub const FROM_BASH: &str = "ctx-from-bash";
pub const FROM_ZSH: &str = "ctx-from-zsh";

/// The folder's name, beside the store.
const FOLDER: &str = "shell";
/// What BASH_ENV names.
const BASH_FILE: &str = "bash-env.sh";
/// What ZDOTDIR names.
const ZSH_FOLDER: &str = "zsh-env";

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

/// The folder of somebody's store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn of(store_dir: &Path) -> Folder {
        Folder(store_dir.join(FOLDER))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The link that stands for a shell.
    pub fn link(&self, shell: &str) -> PathBuf {
        self.0.join(shell)
    }

    pub fn bash_env(&self) -> PathBuf {
        self.0.join(BASH_FILE)
    }

    pub fn zdotdir(&self) -> PathBuf {
        self.0.join(ZSH_FOLDER)
    }

    /// Every link.
    pub fn links(&self) -> Vec<PathBuf> {
        SHELLS.iter().chain(&[FROM_BASH, FROM_ZSH]).map(|name| self.0.join(name)).collect()
    }

    /// Every file and what is in it.
    pub fn files(&self) -> [(PathBuf, &'static str); 2] {
        [(self.bash_env(), include_str!("bash-env.sh")), (self.zdotdir().join(".zshenv"), include_str!("zshenv"))]
    }
}

/// Makes the shells of a program read a file of ctx's first; what they would have read without it is read after it.
pub fn read_first(command: &mut Command, folder: &Folder, wish: &Wish) {
    if let Some(theirs) = crate::env::bash_env().filter(|file| *file != folder.bash_env()) {
        command.env("CTX_BASH_ENV", theirs);
    }
    command.env("BASH_ENV", folder.bash_env());
    if wish.zsh {
        if let Some(theirs) = wish.zdotdir.as_ref().filter(|dir| **dir != folder.zdotdir()) {
            command.env("CTX_ZDOTDIR", theirs);
        }
        command.env("ZDOTDIR", folder.zdotdir());
    }
}

/// Whether a path is a link of ctx's for a shell, wherever its store was.
pub fn is_link(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    parts.next().is_some_and(|name| SHELLS.contains(&name)) && parts.next() == Some(FOLDER)
}
