//! x
use crate::cli::{Context, Ending};
use crate::error::Result;
/// x
#[derive(clap::Args)]
#[command(after_help = "Example:\n  ctx doctor")]
pub struct Args {}
impl Args { pub fn run(self, _context: &Context) -> Result<Ending> { Ok(Ending::OK) } }
