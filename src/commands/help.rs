//! `ctx help`: its arguments. `cli/overview.rs` answers, because it knows all commands.

/// List the commands, or explain one
#[derive(clap::Args)]
#[command(hide = true, after_help = "Examples:\n  ctx help\n  ctx help more\n  ctx help search\n  ctx help file edit")]
pub struct Args {
    /// The command, and below `file`, `hub` and `mcp` its verb
    #[arg(value_name = "COMMAND")]
    pub words: Vec<String>,
}
