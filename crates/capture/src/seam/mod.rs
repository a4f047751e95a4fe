//! ctx in a shell's place: called through a link named bash, zsh or sh, or by a shell's startup file. Where an agent
//! itself reads the output, it runs the real shell with the same words, environment, descriptors, group and signals, and
//! keeps the output. Everywhere else it becomes the real shell.

mod background_output;
mod call;
mod closed;
mod held;
mod host_file;
mod members;
mod output_writer;
mod run;
mod sink;
mod startup_variables;
mod watchdog;
mod when_to_act;

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

pub use run::ShellOutcome;

use crate::record::recorder::BackgroundWorkStarter;
use call::{REST, ShellCall};
use ctx_agents::install::shell::{FROM_BASH, FROM_ZSH, SHELLS};
use ctx_agents::{remark, wrapping::unwrap_command_of_any_agent};
use ctx_model::env::Env;
use run::{AgentCommand, exec_real_shell};

/// The outcome if this process was started as a shell; none when it was started as ctx. Checked before anything else: a
/// shell is started often, and needs little of ctx.
pub fn run_if_called_as_shell(
    mut args: impl Iterator<Item = OsString>,
    idle: BackgroundWorkStarter,
) -> Option<ShellOutcome> {
    let path = args.next()?;
    let name = call::file_name(&path).to_str()?;
    if name == REST {
        let sink = args.next()?.to_str()?.parse().ok()?;
        background_output::pass_on_and_store_background_output(sink, &args.next()?.to_string_lossy());
        return Some(ShellOutcome::Code(0));
    }
    let caller = Env::shell_caller();
    let call = match name {
        FROM_BASH => {
            startup_variables::restore_startup_variables(Path::new(&path));
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
    Some(record_or_exec_shell_call(&call, &caller, idle))
}

fn record_or_exec_shell_call(
    call: &ShellCall,
    caller: &ctx_model::env::ShellCaller,
    idle: BackgroundWorkStarter,
) -> ShellOutcome {
    // Without a stream there is nothing to keep, or nobody to show it to.
    let Some(script) = call.script_text().filter(|_| !caller.off && !closed::was_standard_stream_closed()) else {
        return exec_real_shell(call);
    };
    let inner = unwrap_command_of_any_agent(script).unwrap_or(Cow::Borrowed(script));
    let asked = remark::split_off_ctx_comment(&inner);
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

/// Whether a command calls ctx itself, which controls its own output and storage.
fn calls_ctx(command: &str) -> bool {
    command.contains("ctx") && ctx_shell::lines::runs_program(command, "ctx")
}

#[cfg(test)]
mod tests {
    use super::*;

    // The call of a shell by Claude Code 2.1.325.
    fn claudes(word: &str) -> String {
        format!(
            "source /h/.claude/shell-snapshots/snapshot-bash-1-x.sh 2>/dev/null || true && \\builtin shopt -u extglob \
             2>/dev/null || true && {{ \\builtin unalias -- 'which'; \\builtin unset -f -- 'which'; }} >/dev/null 2>&1 || true && \
             eval {word} < /dev/null && pwd -P >| /tmp/claude-aa00-cwd"
        )
    }

    fn unwrapped(script: &str) -> String {
        unwrap_command_of_any_agent(script).unwrap_or_else(|| panic!("not told: {script}")).into_owned()
    }

    #[test]
    fn claude_codes_eval() {
        assert_eq!(unwrapped(&claudes("'npm test'")), "npm test");
        assert_eq!(unwrapped(&claudes("ls")), "ls");
        assert_eq!(unwrapped(&claudes("'cd sub && ls # ctx: which files'")), "cd sub && ls # ctx: which files");
        assert_eq!(unwrapped(&claudes(r#"'echo '"'"'it'"'"' && eval x'"#)), "echo 'it' && eval x");
        assert_eq!(unwrapped(&claudes(r"'echo '\''a b'\'''")), "echo 'a b'");
        assert_eq!(unwrapped(&claudes("\"echo \\$HOME\"")), "echo $HOME");
        assert_eq!(unwrapped(&claudes("'cat <<EOF\nhi && pwd -P >| x\nEOF'")), "cat <<EOF\nhi && pwd -P >| x\nEOF");
    }

    #[test]
    fn geminis_subshell_and_codexs_snapshot() {
        let gemini = "shopt -u promptvars nullglob extglob nocaseglob dotglob; _bgpids_file=/t/bgpids.tmp\n(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\ncd sub\nmake\n)\n__code=$?\nexit $__code";
        assert_eq!(unwrapped(gemini), "cd sub\nmake");
        let codex = "__CODEX_SNAPSHOT_OVERRIDE_SET_0=\"${BASH_ENV+x}\"\nexport PATH='/x':\"$PATH\"; fi\n\nexec '/bin/bash' -c 'echo '\"'\"'hi'\"'\"''";
        assert_eq!(unwrapped(codex), "echo 'hi'");
    }

    #[test]
    fn anything_else_is_taken_as_it_is() {
        for script in
            ["", "npm test", "eval 'x'", "eval 'x && pwd -P >| f", "eval $(x) && pwd -P >| f", "exec 'a' -c 'b'"]
        {
            assert_eq!(unwrap_command_of_any_agent(script), None);
        }
    }

    #[test]
    fn commands_of_ctx() {
        for command in
            ["ctx get @", "cd a && ctx run -- make", "CTX_SESSION=x /usr/bin/ctx search y | head", "(ctx stats)"]
        {
            assert!(calls_ctx(command), "{command}");
        }
        for command in ["echo ctx", "npm test", "cat ctx/x", "ls ctx", "./ctxx", "FOO=ctx make"] {
            assert!(!calls_ctx(command), "{command}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_command_comes_out_of_its_quotes(command in "\\PC*") {
            let quoted = format!("'{}'", command.replace('\'', "'\\''"));
            proptest::prop_assert_eq!(unwrapped(&claudes(&quoted)), command);
        }

        #[test]
        fn no_text_is_too_odd(script in "\\PC*", rest in "[ evalpwd'\"\\\\&|>\n-]*") {
            let _ = unwrap_command_of_any_agent(&format!("{script} eval {rest} && pwd -P >| f"));
        }
    }
}
