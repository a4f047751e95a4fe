//! The folder with ctx's shells: links named as shells that lead to ctx, and the files that shells read first. It
//! stands beside the store; if it is gone, agents and shells go on without it.

use std::path::{Path, PathBuf};

use ctx_model::Env;

use crate::agent::Agent;

/// The shells that ctx can replace, by the names of its links.
pub const SHELLS: [&str; 3] = ["bash", "zsh", "sh"];
/// The links through which a shell's startup file hands its call to ctx.
pub const FROM_BASH: &str = "ctx-from-bash";
pub const FROM_ZSH: &str = "ctx-from-zsh";

/// The folder's name, beside the store.
const FOLDER: &str = "shell";
/// The file that BASH_ENV names.
pub const BASH_FILE: &str = "bash-env.sh";
/// The folder that ZDOTDIR names.
pub const ZSH_FOLDER: &str = "zsh-env";

/// Options beside hooks and instructions.
#[derive(Clone, Debug, Default)]
pub struct InstallOptions {
    /// The folder with ctx's shells; none if there is no place for it.
    pub folder: Option<ShellFolder>,
    /// The user's shell is zsh, and its folder of startup files if that is not the home directory.
    pub zsh: bool,
    pub zdotdir: Option<PathBuf>,
    /// Install rules that allow ctx's read-only commands.
    pub allow: bool,
    /// No hooks and no seam: only the block that teaches to call ctx.
    pub instructions_alone: bool,
    /// Agents that the user's shell starts with folding, and the startup files for it; the first is the one to write.
    pub fold: Vec<Agent>,
    pub startup: Vec<PathBuf>,
}

impl InstallOptions {
    pub fn from_env(env: &Env, allow: bool) -> InstallOptions {
        let (shell, zdotdir) = env.user_shell_and_zdotdir();
        let zsh = shell.is_some_and(|shell| shell.ends_with("zsh"));
        let bashrc = env.home.as_ref().map(|home| home.join(".bashrc"));
        let zshrc = zdotdir.as_ref().or(env.home.as_ref()).map(|dir| dir.join(".zshrc"));
        let startup = if zsh { [zshrc, bashrc] } else { [bashrc, zshrc] };
        InstallOptions {
            folder: env.store_dir.as_deref().map(ShellFolder::in_store_dir),
            zsh,
            zdotdir,
            allow,
            instructions_alone: false,
            fold: Vec::new(),
            startup: startup.into_iter().flatten().collect(),
        }
    }
}

/// The folder of somebody's store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellFolder(PathBuf);

impl ShellFolder {
    pub fn in_store_dir(store_dir: &Path) -> ShellFolder {
        ShellFolder(store_dir.join(FOLDER))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The link that replaces a shell.
    pub fn shell_link(&self, shell: &str) -> PathBuf {
        self.0.join(shell)
    }

    pub fn bash_env_file(&self) -> PathBuf {
        self.0.join(BASH_FILE)
    }

    pub fn zsh_startup_dir(&self) -> PathBuf {
        self.0.join(ZSH_FOLDER)
    }

    /// Every link.
    pub fn all_shell_links(&self) -> Vec<PathBuf> {
        SHELLS.iter().chain(&[FROM_BASH, FROM_ZSH]).map(|name| self.0.join(name)).collect()
    }

    /// Every file and its content.
    pub fn startup_files_and_contents(&self) -> [(PathBuf, &'static str); 2] {
        [
            (self.bash_env_file(), include_str!("bash-env.sh")),
            (self.zsh_startup_dir().join(".zshenv"), include_str!("zshenv")),
        ]
    }
}

/// The variables that make shells read a file of ctx first; it then reads their usual startup files.
pub fn startup_file_env(folder: &ShellFolder, options: &InstallOptions) -> Vec<(&'static str, PathBuf)> {
    let mut variables = vec![("BASH_ENV", folder.bash_env_file())];
    let theirs = ctx_model::env::bash_env_file().filter(|file| *file != folder.bash_env_file());
    variables.extend(theirs.map(|file| ("CTX_BASH_ENV", file)));
    if options.zsh {
        variables.push(("ZDOTDIR", folder.zsh_startup_dir()));
        let theirs = options.zdotdir.clone().filter(|dir| *dir != folder.zsh_startup_dir());
        variables.extend(theirs.map(|dir| ("CTX_ZDOTDIR", dir)));
    }
    variables
}

/// Whether a path is one of ctx's links for a shell, wherever its store was.
pub fn is_ctx_shell_link(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    parts.next().is_some_and(|name| SHELLS.contains(&name)) && parts.next() == Some(FOLDER)
}

/// Whether a shell's variable names a file or folder of ctx.
pub fn is_ctx_startup_path(path: &str) -> bool {
    [BASH_FILE, ZSH_FOLDER].iter().any(|name| path.ends_with(&format!("/{FOLDER}/{name}")))
}
