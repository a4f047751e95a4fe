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

pub use run::Outcome;

use crate::record::recorder::Idle;
use call::{REST, ShellCall};
use ctx_agents::install::shell::{FROM_BASH, FROM_ZSH, SHELLS};
use ctx_agents::remark;
use ctx_model::env::Env;
use run::{Asked, straight};
use wrapping::{Script, calls_ctx};

/// The outcome if this process was started as a shell; none when it was started as ctx. Checked before anything else: a
/// shell is started often, and needs little of ctx.
pub fn called(mut args: impl Iterator<Item = OsString>, idle: Idle) -> Option<Outcome> {
    let path = args.next()?;
    let name = call::base(&path).to_str()?;
    if name == REST {
        let sink = args.next()?.to_str()?.parse().ok()?;
        rest::run(sink, &args.next()?.to_string_lossy());
        return Some(Outcome::Code(0));
    }
    let caller = Env::shell_caller();
    let call = match name {
        FROM_BASH => {
            read_first::leave_no_trace(Path::new(&path));
            call::from_bash(args)?
        }
        FROM_ZSH => call::from_zsh(args, call::real_shell("zsh", caller.shell.as_deref(), &caller.path))?,
        // A login shell's name begins with a dash.
        shell => {
            let shell = SHELLS.into_iter().find(|known| *known == shell.trim_start_matches('-'))?;
            let real = call::real_shell(shell, caller.shell.as_deref(), &caller.path);
            call::by_link(shell, args.collect(), real)
        }
    };
    Some(serve(&call, &caller, idle))
}

fn serve(call: &ShellCall, caller: &ctx_model::env::ShellCaller, idle: Idle) -> Outcome {
    // Without a stream there is nothing to keep, or nobody to show it to.
    let Some(script) = call.script().filter(|_| !caller.off && !closed::any()) else { return straight(call) };
    let read = Script::read(script);
    let asked = remark::read(read.command());
    if asked.off || asked.command.is_empty() || calls_ctx(asked.command) {
        return straight(call);
    }
    match when_to_act::reader(script) {
        Some(agent) => run::run(call, &Asked { agent, command: asked.command, intent: asked.intent, idle }, caller),
        None => straight(call),
    }
}
