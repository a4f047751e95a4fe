//! `ctx help`: the commands in groups, or one command in detail.

use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;

/// List the commands, or explain one
#[derive(clap::Args)]
#[command(hide = true, after_help = "Examples:\n  ctx help\n  ctx help search\n  ctx help file edit")]
pub struct Args {
    /// The command, and below `file`, `hub`, `mcp` and `todo` its verb
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
}

impl Args {
    /// `cli` is the definition of the whole command line, `overview` the list of commands.
    pub fn run(self, context: &Context, mut cli: clap::Command, overview: &str) -> Result<ExitStatus> {
        if self.words.is_empty() {
            context.ui.out(overview);
            return Ok(ExitStatus::OK);
        }
        cli.build();
        let mut command = &mut cli;
        let mut path = "ctx".to_owned();
        for word in &self.words {
            let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            let error = Error::usage(format_args!("{path} has no command '{word}'"));
            let close = super::nearest(word, names.iter().map(String::as_str));
            let hint = close.map_or_else(
                || format!("{} lists them", if path == "ctx" { "ctx help" } else { "its --help" }),
                |close| format!("did you mean {path} {close}?"),
            );
            command = command.find_subcommand_mut(word).ok_or_else(|| error.hint(hint))?;
            path.push_str(&format!(" {word}"));
        }
        let help = command.render_help();
        let text = if context.env.colour { help.ansi().to_string() } else { help.to_string() };
        context.ui.out(&text);
        Ok(ExitStatus::OK)
    }
}
