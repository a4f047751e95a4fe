//! `ctx mcp`: the tools for agents that speak the Model Context Protocol, and for programs that call models themselves.

pub mod call;

use crate::tools::format;
use crate::{Context, ExitStatus, Result};

/// Serve the tools over standard input and output (MCP)
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_help = include_str!("help/mcp.txt"))]
pub struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Print the tools as function declarations for a model
    #[command(after_help = include_str!("help/mcp-tools.txt"))]
    Tools {
        /// Which API's format
        #[arg(long, value_name = "FORMAT", value_parser = ["mcp", "openai", "gemini", "anthropic"], default_value = "mcp")]
        format: String,
    },
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
        match self.verb {
            Some(Verb::Tools { format }) => context.ui.print_json(&match &*format {
                "openai" => format::tools_for_openai(),
                "gemini" => format::tools_for_gemini(),
                "anthropic" => format::tools_for_anthropic(),
                _ => format::tools_for_mcp(),
            }),
            _ => ctx_mcp::server::serve_mcp(context.env.session.clone())?,
        }
        Ok(ExitStatus::OK)
    }
}
