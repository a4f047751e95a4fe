//! `ctx web`: a page to look at.

use std::process::{Command, Stdio};

use crate::context::{Context, Ending};
use crate::env::on_path;
use crate::error::Result;
use crate::web::{self, Wish};

/// Programs that show an address in the user's browser.
const OPENERS: &[&str] = &["xdg-open", "open", "wslview"];

/// Look at what was run, found, saved and remembered, in a browser
#[derive(clap::Args)]
#[command(
    after_help = "The page is served to this machine only, under an address that is another each time, until ctrl-c. It loads nothing\n\
    from elsewhere, and everything in it is masked as everything that is printed. It changes nothing but what you tell it\n\
    to: pin an entry, write a note, forget an entry.\n\n\
    Examples:\n  ctx web\n  ctx web --open\n  ctx web --port 8417 --hub"
)]
pub struct Args {
    /// The port (default: one that is free)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Show it in the browser
    #[arg(long)]
    open: bool,
    /// What all machines sent to the hub, instead of what is here
    #[arg(long)]
    hub: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let wish = Wish { port: self.port, open: self.open, hub: self.hub };
        web::serve(context, &wish, |address, once| {
            context.ui.out(&format!("{address}\n"));
            if let Some(once) = once
                && !opened(once)
            {
                context.ui.warn("no program was found that opens a browser; open the address above");
            }
        })?;
        Ok(Ending::OK)
    }
}

fn opened(address: &str) -> bool {
    let Some(opener) = OPENERS.iter().find(|opener| on_path(opener)) else { return false };
    let silent =
        Command::new(opener).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match silent {
        // It may live as long as the browser; somebody has to wait for it.
        Ok(mut child) => std::thread::Builder::new().spawn(move || child.wait()).is_ok(),
        Err(_) => false,
    }
}
