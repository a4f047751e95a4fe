//! `ctx help`: its arguments. `cli/overview.rs` answers, because it knows all commands.

/// List the commands, or explain one
#[derive(clap::Args)]
#[command(after_help = include_str!("help/help.txt"))]
pub struct Args {
    /// The command, and below `file`, `hub` and `mcp` its verb
    #[arg(value_name = "COMMAND")]
    pub words: Vec<String>,
}
