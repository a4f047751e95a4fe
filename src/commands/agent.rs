//! `ctx agent`: starts an agent whose shells come through ctx, with nothing installed.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Command;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::proxy::launch::start_proxy_for_agent;
use crate::setup::shell;
use crate::{Context, Error, ExitStatus, Result};
use ctx_agents::install::Agent;
use ctx_agents::install::places::InstallOptions;
use ctx_agents::row::ShellOverride;

/// Start an agent with ctx beneath its shell, nothing installed
#[derive(clap::Args)]
#[command(after_help = include_str!("help/agent.txt"))]
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
        let agent = Agent::from_typed_name(&self.agent).ok_or_else(|| {
            let wrapped = Agent::ALL
                .into_iter()
                .filter(|agent| agent.supports_shell_override() || agent.row().redirect.is_some())
                .map(Agent::name);
            Error::usage(format_args!("no agent '{}'", self.agent))
                .with_hint(format_args!("ctx agent takes one of {}", wrapped.collect::<Vec<_>>().join(", ")))
        })?;
        let seam = agent.row().seam.as_ref();
        if seam.is_none() && !self.fold && !self.fold_if_possible {
            return Err(Error::not_found(format_args!("ctx does not know how to wrap the shell of {}", agent.name()))
                .with_hint(format_args!("ctx init {} teaches it to call ctx itself", agent.name())));
        }
        let programs = agent.row().programs;
        let program = programs.iter().flat_map(|name| context.env.find_programs(name)).next();
        let program = program.ok_or_else(|| {
            Error::program_not_found(format_args!("{} is not on PATH", programs.join(" or ")))
                .with_hint("install the agent first")
        })?;
        let mut command = Command::new(&program);
        if let Some(seam) = seam {
            // The agent is what was asked for: it starts without ctx where ctx cannot be set up.
            if let Err(error) = wrap_agent_shells(context, seam, &mut command) {
                context.ui.warn(format_args!("its shells do not run through ctx: {error}"));
            }
        }
        let folds = self.fold || self.fold_if_possible;
        // A person sees at the end what was saved. Without one, the agent takes the place of this process.
        let is_awaited = std::io::stderr().is_terminal();
        let proxy =
            match folds.then(|| start_proxy_for_agent(&context.env, agent, &mut command, &self.args, is_awaited)) {
                Some(Err(error)) if !self.fold => {
                    context.ui.warn(format_args!("nothing is folded: {error}"));
                    command.args(&self.args);
                    None
                }
                Some(done) => done?,
                None => {
                    command.args(&self.args);
                    None
                }
            };
        let failed = |error| Error::ctx_failure(format_args!("{}: {error}", program.display()));
        let Some(proxy) = proxy else { return Err(failed(command.exec())) };
        let ending = run_agent_to_end(&mut command).map_err(failed)?;
        if let Some(said) = proxy.stop_and_read_summary() {
            context.ui.warn(said);
        }
        Ok(ending)
    }
}

/// The agent, for signals that only this process gets.
static AGENT: AtomicI32 = AtomicI32::new(0);

extern "C" fn forward_signal_to_agent(signal: libc::c_int) {
    let agent = AGENT.load(Ordering::Relaxed);
    if agent > 0 {
        // SAFETY: kill may be called in a handler, and the child is not waited for before it ended.
        unsafe { libc::kill(agent, signal) };
    }
}

/// Runs the agent and ends as it does. Keys that interrupt are for the agent: the terminal sends them to both.
fn run_agent_to_end(command: &mut Command) -> std::io::Result<ExitStatus> {
    let mut child = command.spawn()?;
    AGENT.store(i32::try_from(child.id()).unwrap_or(0), Ordering::Relaxed);
    // SAFETY: the handler only calls kill; ignoring a signal has no preconditions.
    unsafe {
        for signal in [libc::SIGINT, libc::SIGQUIT] {
            libc::signal(signal, libc::SIG_IGN);
        }
        for signal in [libc::SIGTERM, libc::SIGHUP, libc::SIGUSR1, libc::SIGUSR2] {
            libc::signal(signal, forward_signal_to_agent as *const () as libc::sighandler_t);
        }
    }
    let status = child.wait()?;
    AGENT.store(0, Ordering::Relaxed);
    Ok(match (status.code(), status.signal()) {
        (Some(code), _) => ExitStatus::Code(u8::try_from(code).unwrap_or(1)),
        (None, Some(signal)) => ExitStatus::Signal(signal),
        (None, None) => ExitStatus::Code(1),
    })
}

/// The agent's shells run through ctx.
fn wrap_agent_shells(context: &Context, seam: &ShellOverride, command: &mut Command) -> Result<()> {
    let options = InstallOptions::from_env(&context.env, false);
    let folder = options.folder.as_ref().ok_or_else(|| {
        Error::ctx_failure("no directory for the store: neither CTX_HOME nor HOME is set")
            .with_hint("set CTX_HOME to a directory of your own")
    })?;
    let ctx = shell::link_target_program(&context.env);
    if !shell::is_shell_folder_current(folder, &ctx) {
        shell::create_or_update_shell_folder(folder, &ctx)?;
    }
    (seam.start)(command, folder, &options, &context.env.agent_homes());
    Ok(())
}
