//! ctx in a shell's place: called through a link named bash, zsh or sh, or by a shell's startup file. Where an agent
//! itself reads the output, it runs the real shell with the same words, environment, descriptors, group and signals, and
//! keeps the output. Everywhere else it becomes the real shell.

mod call;
mod closed;
mod held;
mod host_file;
mod members;
mod output_writer;
mod read_first;
mod rest;
mod run;
mod sink;
mod watchdog;
mod when_to_act;
mod wrapping;

use std::ffi::OsString;
use std::path::Path;

pub use run::ShellOutcome;

use crate::record::recorder::IdleWork;
use call::{REST, ShellCall};
use ctx_agents::install::shell::{FROM_BASH, FROM_ZSH, SHELLS};
use ctx_agents::remark;
use ctx_model::env::Env;
use run::{AgentCommand, exec_real_shell};
use wrapping::{AgentScript, calls_ctx};

/// The outcome if this process was started as a shell; none when it was started as ctx. Checked before anything else: a
/// shell is started often, and needs little of ctx.
pub fn run_if_called_as_shell(mut args: impl Iterator<Item = OsString>, idle: IdleWork) -> Option<ShellOutcome> {
    let path = args.next()?;
    let name = call::file_name(&path).to_str()?;
    if name == REST {
        let sink = args.next()?.to_str()?.parse().ok()?;
        rest::store_rest_of_output(sink, &args.next()?.to_string_lossy());
        return Some(ShellOutcome::Code(0));
    }
    let caller = Env::shell_caller();
    let call = match name {
        FROM_BASH => {
            read_first::restore_startup_variables(Path::new(&path));
            call::parse_bash_call(args)?
        }
        FROM_ZSH => call::parse_zsh_call(args, call::find_real_shell("zsh", caller.shell.as_deref(), &caller.path))?,
        // A login shell's name begins with a dash.
        shell => {
            let shell = SHELLS.into_iter().find(|known| *known == shell.trim_start_matches('-'))?;
            let real = call::find_real_shell(shell, caller.shell.as_deref(), &caller.path);
            call::parse_link_call(shell, args.collect(), real)
        }
    };
    Some(serve_shell_call(&call, &caller, idle))
}

fn serve_shell_call(call: &ShellCall, caller: &ctx_model::env::ShellCaller, idle: IdleWork) -> ShellOutcome {
    // Without a stream there is nothing to keep, or nobody to show it to.
    let Some(script) = call.script_text().filter(|_| !caller.off && !closed::was_standard_stream_closed()) else {
        return exec_real_shell(call);
    };
    let read = AgentScript::unwrap_script(script);
    let asked = remark::split_off_remark(read.inner_command());
    if asked.off || asked.command.is_empty() || calls_ctx(asked.command) {
        return exec_real_shell(call);
    }
    match when_to_act::find_reading_agent(script) {
        Some(agent) => run::run_and_record(
            call,
            &AgentCommand { agent, command: asked.command, intent: asked.intent, idle },
            caller,
        ),
        None => exec_real_shell(call),
    }
}
