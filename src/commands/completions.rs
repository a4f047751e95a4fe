//! `ctx completions`: a completion script for a shell, generated from the command line itself.

use clap::CommandFactory;

use crate::cli::{Cli, Context, Ending};
use crate::error::Result;

/// Print the completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ctx completions bash > ~/.local/share/bash-completion/completions/ctx")]
pub struct Args {
    /// bash, zsh, fish, elvish or powershell
    shell: clap_complete::Shell,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "ctx", &mut script);
        context.ui.out(&String::from_utf8_lossy(&script));
        Ok(Ending::OK)
    }
}
