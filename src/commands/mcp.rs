//! `ctx mcp`: the tools for agents that speak the Model Context Protocol, and for programs that call models themselves.

pub mod call;
mod tools;

use crate::{Context, ExitStatus, Result};

/// Serve the tools over standard input and output (MCP)
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "For agents without a shell. Calls run in the directory the server was started in, each in its own process.\n\
    A result is an error if the command exits with a status other than 0.\n\n\
    Examples, the first in an agent's settings:\n  { \"mcpServers\": { \"ctx\": { \"command\": \"ctx\", \"args\": [\"mcp\"] } } }\n  \
    ctx mcp tools --format openai > tools.json\n  ctx mcp call run '{\"command\": \"npm test\"}'"
)]
pub struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(clap::Subcommand)]
enum Verb {
    Tools(tools::Args),
    Call(call::Args),
}

impl Args {
    /// The call that this is, if it is one: it becomes another command.
    pub fn into_tool_call(self) -> std::result::Result<call::Args, Args> {
        match self.verb {
            Some(Verb::Call(call)) => Ok(call),
            verb => Err(Args { verb }),
        }
    }

    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if let Some(Verb::Tools(args)) = self.verb {
            return args.run(context);
        }
        ctx_mcp::server::serve_mcp(context.env.session.clone())?;
        Ok(ExitStatus::OK)
    }
}
