//! `ctx file`: the verbs for files that are read once and changed exactly.

mod edit;
mod read;
mod status;
mod undo;
mod write;

use crate::{Context, ExitStatus, Result};

/// Read, edit and write files without printing them twice
#[derive(clap::Args)]
#[command(after_help = include_str!("help/file.txt"))]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Read(read::Args),
    Edit(edit::Args),
    Write(write::Args),
    Undo(undo::Args),
    Status(status::Args),
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        match self.verb {
            Verb::Read(args) => args.run(context),
            Verb::Edit(args) => args.run(context),
            Verb::Write(args) => args.run(context),
            Verb::Undo(args) => args.run(context),
            Verb::Status(args) => args.run(context),
        }
    }
}
