//! `ctx proxy`: the process beside an agent that folds its requests. Started by `ctx agent --fold`, never by hand.

use crate::context::{Context, Ending};
use crate::error::Result;
use crate::proxy::{Conversations, Interim, Keeper, process};

/// The proxy that `ctx agent NAME --fold` starts
#[derive(clap::Args)]
#[command(hide = true, after_help = "It reads what to do on stdin and ends with the agent.\n\nExample:\n  ctx agent claude-code --fold")]
pub struct Args {}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        process::serve(&context.env, |task| {
            Box::new(Conversations::new(Keeper::new(Interim, &context.env, &task.agent)))
        })?;
        Ok(Ending::OK)
    }
}
