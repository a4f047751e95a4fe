//! `ctx agent`: starts an agent whose shells come through ctx, with nothing installed.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::proxy::launch::through_proxy;
use crate::setup::shell;
use ctx_agents::install::Agent;
use ctx_agents::install::places::InstallOptions;
use ctx_agents::row::SeamRow;

/// Start an agent with ctx beneath its shell, without installing anything
#[derive(clap::Args)]
#[command(after_help = "The agent's shells run through ctx; its settings are not touched.\n\n\
    Examples:\n  ctx agent claude-code\n  ctx agent codex exec 'run the tests'\n  ctx agent claude-code --fold")]
pub struct Args {
    /// claude-code, codex, gemini, opencode or copilot
    #[arg(value_name = "AGENT")]
    agent: String,
    /// Fold what its conversation no longer needs: its requests go through a proxy on this machine
    #[arg(long)]
    fold: bool,
    /// The same; where it is not possible, start the agent without it
    #[arg(long, hide = true)]
    fold_if_possible: bool,
    /// Arguments for the agent's program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let named = |name: &str| Agent::ALL.into_iter().find(|agent| agent.row().programs.contains(&name));
        let agent = Agent::named(&self.agent).or_else(|| named(&self.agent)).ok_or_else(|| {
            let wrapped = Agent::ALL.into_iter().filter(|agent| agent.row().seam.is_some()).map(Agent::name);
            Error::usage(format_args!("no agent '{}'", self.agent))
                .hint(format_args!("ctx agent takes one of {}", wrapped.collect::<Vec<_>>().join(", ")))
        })?;
        let seam = agent.row().seam.as_ref();
        if seam.is_none() && !self.fold && !self.fold_if_possible {
            return Err(Error::absent(format_args!("ctx does not know how to wrap the shell of {}", agent.name()))
                .hint(format_args!("ctx init {} teaches it to call ctx itself", agent.name())));
        }
        let programs = agent.row().programs;
        let program = programs.iter().flat_map(|name| context.env.programs(name)).next();
        let program = program.ok_or_else(|| {
            Error::not_found(format_args!("{} is not on PATH", programs.join(" or "))).hint("install the agent first")
        })?;
        let mut command = Command::new(&program);
        if let Some(seam) = seam {
            // The agent is what was asked for: it starts without ctx where ctx cannot be set up.
            if let Err(error) = wrap_shells(context, seam, &mut command) {
                context.ui.warn(format_args!("its shells do not run through ctx: {error}"));
            }
        }
        let folds = self.fold || self.fold_if_possible;
        match folds.then(|| through_proxy(&context.env, agent, &mut command, &self.args)) {
            Some(Err(error)) if !self.fold => {
                context.ui.warn(format_args!("nothing is folded: {error}"));
                command.args(&self.args);
            }
            Some(done) => done?,
            None => drop(command.args(&self.args)),
        }
        let error = command.exec();
        Err(Error::failed(format_args!("{}: {error}", program.display())))
    }
}

/// The agent's shells run through ctx.
fn wrap_shells(context: &Context, seam: &SeamRow, command: &mut Command) -> Result<()> {
    let options = InstallOptions::of(&context.env, false);
    let folder = options.folder.as_ref().ok_or_else(|| {
        Error::failed("no directory for the store: neither CTX_HOME nor HOME is set")
            .hint("set CTX_HOME to a directory of your own")
    })?;
    let ctx = shell::program(&context.env);
    if !shell::is_current(folder, &ctx) {
        shell::furnish(folder, &ctx)?;
    }
    (seam.start)(command, folder, &options, &context.env.agent_homes());
    Ok(())
}
