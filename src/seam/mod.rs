//! ctx in a shell's place: called through a link named bash, zsh or sh, or by a shell's startup file. It runs the real
//! shell with the same words, environment, descriptors, group and signals, and keeps its output.

mod call;
mod rest;
mod run;
mod sink;
mod speaker;
mod wrapping;

use std::ffi::OsString;

pub use run::Outcome;

use crate::agents::install::shell::{FROM_BASH, FROM_ZSH, SHELLS};
use crate::agents::remark;
use crate::env::Env;
use call::{Call, REST};
use run::{Asked, straight};
use wrapping::{Script, calls_ctx};

/// The outcome if this process was started as a shell; none when it was started as ctx. Checked before anything else: a
/// shell is started often, and needs little of ctx.
pub fn called(mut args: impl Iterator<Item = OsString>) -> Option<Outcome> {
    let name = args.next()?;
    let name = call::base(&name).to_str()?;
    if name == REST {
        let sink = args.next()?.to_str()?.parse().ok()?;
        rest::run(sink, &args.next()?.to_string_lossy());
        return Some(Outcome::Code(0));
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

fn serve(call: &Call, caller: &crate::env::ShellCaller) -> Outcome {
    let Some(script) = call.script().filter(|_| !caller.off && !caller.inside) else { return straight(call) };
    let script = Script::read(script);
    // Commands that an agent's program runs for itself are left alone: the program reads the answer.
    let for_itself = matches!(script, Script::Plain(_)) && (caller.for_itself || call.login);
    let asked = remark::read(script.command());
    let read_by_program = sink::is_read_by_program(1) || sink::is_read_by_program(2);
    let terminal = [1, 2].into_iter().any(sink::is_terminal);
    if for_itself || asked.off || asked.command.is_empty() || terminal || !read_by_program || calls_ctx(asked.command) {
        return straight(call);
    }
    if call::is_inside() {
        return straight(call);
    }
    run::run(call, &Asked { command: asked.command, intent: asked.intent }, caller)
}
