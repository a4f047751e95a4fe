//! `ctx agent`: starts an agent whose shells come through ctx, with nothing installed.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::agents::install::Agent;
use crate::agents::install::places::Wish;
use crate::agents::install::seam::{CLAUDE_SHELL, codex_roots};
use crate::agents::install::shell::Folder;
use crate::cli::{Context, Ending};
use crate::error::{Error, Result};
use crate::setup::shell;

/// Start an agent with ctx beneath its shell, without installing anything
#[derive(clap::Args)]
#[command(after_help = "The agent's shells run through ctx; its settings are not touched.\n\n\
    Examples:\n  ctx agent claude-code\n  ctx agent codex exec 'run the tests'")]
pub struct Args {
    /// claude-code, codex, gemini or opencode
    #[arg(value_name = "AGENT")]
    agent: String,
    /// Arguments for the agent's program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let named = |name: &str| Agent::ALL.into_iter().find(|agent| agent.programs().contains(&name));
        let agent = Agent::named(&self.agent)
            .or_else(|| named(&self.agent))
            .ok_or_else(|| Error::usage(format_args!("unknown agent '{}'", self.agent)))?;
        let programs = agent.programs();
        let program = programs.iter().flat_map(|name| context.env.programs(name)).next();
        let program = program.ok_or_else(|| {
            Error::not_found(format_args!("{} is not on PATH", programs.join(" or "))).hint("install the agent first")
        })?;
        let wish = Wish::of(&context.env, false);
        let folder = wish.folder.as_ref().ok_or_else(|| {
            Error::failed("no directory for the store: neither CTX_HOME nor HOME is set")
                .hint("set CTX_HOME to a directory of your own")
        })?;
        let ctx = shell::program(&context.env);
        if !shell::is_current(folder, &ctx) {
            shell::furnish(folder, &ctx)?;
        }
        let mut command = Command::new(&program);
        prepare(&mut command, agent, folder, &wish, context)?;
        command.args(&self.args);
        let error = command.exec();
        Err(Error::failed(format_args!("{}: {error}", program.display())))
    }
}

/// Sets what makes the agent's shells come through ctx.
fn prepare(command: &mut Command, agent: Agent, folder: &Folder, wish: &Wish, context: &Context) -> Result<()> {
    match agent {
        Agent::ClaudeCode => {
            command.env(CLAUDE_SHELL, folder.link(if wish.zsh { "zsh" } else { "bash" }));
        }
        Agent::Codex => {
            read_first(command, folder, wish);
            let home = context.env.agent_homes().codex.map(|home| home.join("config.toml"));
            let config = home.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
            let store = folder.path().parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
            // A list on the command line takes the place of the one in the file.
            let roots: Vec<String> = codex_roots(&config).into_iter().chain([store]).collect();
            let list = serde_json::Value::from(roots);
            command.args(["-c", &format!("sandbox_workspace_write.writable_roots={list}")]);
        }
        Agent::Gemini | Agent::OpenCode => read_first(command, folder, wish),
        Agent::Copilot | Agent::Cursor | Agent::VsCode => {
            return Err(Error::absent(format_args!("ctx does not know how to wrap the shell of {}", agent.name()))
                .hint(format_args!("ctx init {} teaches it to call ctx itself", agent.name())));
        }
    }
    Ok(())
}

/// Shells read a file of ctx's first; what they would have read without it is read after it.
fn read_first(command: &mut Command, folder: &Folder, wish: &Wish) {
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
