//! `ctx help`: the commands in groups, or one command in detail.

use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;

/// List the commands, or explain one
#[derive(clap::Args)]
#[command(hide = true, after_help = "Examples:\n  ctx help\n  ctx help more\n  ctx help search\n  ctx help file edit")]
pub struct Args {
    /// The command, and below `file`, `hub` and `mcp` its verb
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
}

impl Args {
    /// `cli` is the definition of the whole command line, `overview` the first or second page of its commands.
    pub fn run(
        self,
        context: &Context,
        mut cli: clap::Command,
        overview: fn(bool, bool) -> String,
    ) -> Result<ExitStatus> {
        let second_page = self.words == ["more"];
        if self.words.is_empty() || second_page {
            context.ui.print_wrapped(&overview(context.env.colour, second_page));
            return Ok(ExitStatus::OK);
        }
        cli.build();
        let mut command = &mut cli;
        let mut path = "ctx".to_owned();
        for word in &self.words {
            let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            let error = Error::usage(format_args!("{path} has no command '{word}'"));
            let close = super::nearest_name(word, names.iter().map(String::as_str));
            let hint = close.map_or_else(
                || format!("{} lists them", if path == "ctx" { "ctx help" } else { "its --help" }),
                |close| format!("did you mean {path} {close}?"),
            );
            command = command.find_subcommand_mut(word).ok_or_else(|| error.with_hint(hint))?;
            path.push_str(&format!(" {word}"));
        }
        let help = command.render_help();
        let text = if context.env.colour { help.ansi().to_string() } else { help.to_string() };
        context.ui.print(&text);
        Ok(ExitStatus::OK)
    }
}
