//! ctx in a shell's place: called through a link named bash, zsh or sh, or by a shell's startup file. Where an agent
//! itself reads the output, it runs the real shell with the same words, environment, descriptors, group and signals, and
//! keeps the output. Everywhere else it becomes the real shell.

mod call;
mod guard;
mod held;
mod page;
mod proof;
mod rest;
mod run;
mod sink;
mod speaker;
mod wrapping;

use std::ffi::OsString;

pub use run::Outcome;

use call::{Call, REST};
use ctx_agents::install::shell::{FROM_BASH, FROM_ZSH, SHELLS};
use ctx_agents::remark;
use ctx_model::env::Env;
use run::{Asked, straight};
use wrapping::{Script, calls_ctx};

/// The outcome if this process was started as a shell; none when it was started as ctx. Checked before anything else: a
/// shell is started often, and needs little of ctx.
pub fn called(mut args: impl Iterator<Item = OsString>) -> Option<Outcome> {
    let program = args.next()?;
    let name = call::base(&program).to_str()?;
    if name == REST {
        let sink = args.next()?.to_str()?.parse().ok()?;
        rest::run(sink, &args.next()?.to_string_lossy());
        return Some(Outcome::Code(0));
    }
    if name == FROM_BASH
        && let Some(folder) = std::path::Path::new(&program).parent()
    {
        ctx_model::env::leave_startup_file(folder);
    }
    let caller = Env::shell_caller();
    let call = match name {
        FROM_BASH => call::from_bash(args)?,
        FROM_ZSH => call::from_zsh(args, call::real_shell("zsh", caller.shell.as_deref(), &caller.path))?,
        // A login shell's name begins with a dash.
        shell => {
            let shell = SHELLS.into_iter().find(|known| *known == shell.trim_start_matches('-'))?;
            let real = call::real_shell(shell, caller.shell.as_deref(), &caller.path);
            call::by_link(shell, args.collect(), real)
        }
    };
    Some(serve(&call, &caller))
}

fn serve(call: &Call, caller: &ctx_model::env::ShellCaller) -> Outcome {
    let Some(script) = call.script().filter(|_| !caller.off) else { return straight(call) };
    let read = Script::read(script);
    let asked = remark::read(read.command());
    if asked.off || asked.command.is_empty() || calls_ctx(asked.command) {
        return straight(call);
    }
    match proof::reader(script) {
        Some(agent) => run::run(call, &Asked { agent, command: asked.command, intent: asked.intent }, caller),
        None => straight(call),
    }
}
