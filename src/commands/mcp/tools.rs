//! `ctx mcp tools`: the table of tools as a model's API wants it.

use crate::tools::format;
use crate::{Context, ExitStatus, Result};

/// Print the tools as function declarations for a model
#[derive(clap::Args)]
#[command(after_help = "ctx mcp call runs what the model then asks for.\n\n\
    Examples:\n  ctx mcp tools --format openai > tools.json\n  ctx mcp tools --format gemini | jq '.[0].functionDeclarations[].name'")]
pub struct Args {
    /// Which API's format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Mcp)]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Mcp,
    Openai,
    Gemini,
    Anthropic,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        context.ui.print_json(&match self.format {
            Format::Mcp => format::tools_for_mcp(),
            Format::Openai => format::tools_for_openai(),
            Format::Gemini => format::tools_for_gemini(),
            Format::Anthropic => format::tools_for_anthropic(),
        });
        Ok(ExitStatus::OK)
    }
}
