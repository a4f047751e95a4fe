//! `ctx hook`: what agents call. It ends with 0 whatever happens: any other ending means something to them.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::hook::{HookRunner, errors, stdin};
use crate::{Context, Error, ExitStatus, Result};
use ctx_agents::hooks::{self, Agent};

/// Answer an agent's hook: payload on stdin, answer on stdout
#[derive(clap::Args)]
#[command(after_help = include_str!("help/hook.txt"))]
pub struct Args {
    /// The agent and its event: claude-code session-start
    // Words of any kind: a usage error would end with 2, and that blocks the agent's tool.
    #[arg(value_names = ["AGENT", "EVENT"], trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let words: Vec<String> = self.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let (name, event) = (words.first().map_or("", String::as_str), words.get(1).map_or("", String::as_str));
        let Some(agent) = Agent::from_name(name) else {
            let names: Vec<&str> = Agent::ALL.into_iter().map(Agent::name).collect();
            let error = Error::usage(format_args!("no agent '{name}'"))
                .with_hint(format_args!("ctx hook AGENT EVENT, AGENT one of {}", names.join(", ")));
            context.ui.print_error(&error);
            errors::log_hook_problem(&context.env, name, event, &error.to_string());
            return Ok(ExitStatus::OK);
        };
        if context.env.stdin_is_terminal {
            context.ui.warn("hooks are called by agents, with a payload on stdin");
            return Ok(ExitStatus::OK);
        }
        let caller = context.env.hook_caller();
        let answered = catch_unwind(AssertUnwindSafe(|| {
            let payload = stdin::read_stdin_until_timeout()?;
            HookRunner { context, caller: &caller }.answer_hook(agent, agent.parse_event_name(event), &payload)
        }));
        let problem = match answered {
            Ok(Ok(answer)) => {
                context.ui.print(&answer);
                return Ok(ExitStatus::OK);
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "ctx itself broke off".to_owned(),
        };
        errors::log_hook_problem(&context.env, name, event, &problem);
        context.ui.print(hooks::no_change_hook_answer(agent));
        Ok(ExitStatus::OK)
    }
}
