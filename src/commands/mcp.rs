//! `ctx mcp`: the tools for agents that speak the Model Context Protocol.

use crate::context::{Context, Ending};
use crate::error::Result;

/// Serve the tools over standard input and output (MCP)
#[derive(clap::Args)]
#[command(
    after_help = "For agents without a shell. Calls run in the directory the server was started in, each in its own process.\n\
    A result is an error if the command exits with a status other than 0.\n\n\
    Example, in an agent's settings:\n  { \"mcpServers\": { \"ctx\": { \"command\": \"ctx\", \"args\": [\"mcp\"] } } }"
)]
pub struct Args {}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        crate::mcp::serve(context.env.session.clone())?;
        Ok(Ending::OK)
    }
}
