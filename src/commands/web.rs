//! `ctx web`: the store as a page in the browser.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::Context as _;
use crate::ui::format_size;
use crate::web::{self, ServeOptions};
use crate::{Context, Error, ExitStatus, Result};
use ctx_model::env::find_program;

/// Programs that show an address in the user's browser.
const OPENERS: &[&str] = &["xdg-open", "open", "wslview"];

/// Look at what was run, found and saved, in a browser
#[derive(clap::Args)]
#[command(after_help = include_str!("help/web.txt"))]
pub struct Args {
    /// The port (default: one that is free)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Show it in the browser
    #[arg(long)]
    open: bool,
    /// Show the entries of all machines, from the hub, instead of the local ones
    #[arg(long)]
    hub: bool,
    /// Write one session or entry to a file that opens in any browser, without ctx
    #[arg(long, num_args = 2, value_names = ["SESSION|REF", "FILE.html"], conflicts_with_all = ["port", "open", "hub"])]
    export: Option<Vec<String>>,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if let Some([what, file]) = self.export.as_deref() {
            return export_to_file(context, what, Path::new(file));
        }
        let options = ServeOptions { port: self.port, open: self.open, hub: self.hub };
        web::serve_page(context, &options, |address, once| {
            context.ui.print(&format!("{address}\n"));
            if let Some(once) = once
                && !open_in_browser(once)
            {
                context.ui.warn("no program was found that opens a browser; open the address above");
            }
        })?;
        Ok(ExitStatus::OK)
    }
}

fn export_to_file(context: &Context, what: &str, file: &Path) -> Result<ExitStatus> {
    let page = web::export_page(context, what)?;
    let shown = file.display();
    // An existing file is never overwritten, and the new file is private.
    let new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    let mut new = match new {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Error::refused(format_args!("{shown} is there already")).with_hint("name another file"));
        }
        new => new.context(&shown)?,
    };
    new.write_all(page.html.as_bytes()).context(&shown)?;
    context.ui.print(&format!("{shown}: {}, {}, masked\n", page.told, format_size(page.html.len() as u64)));
    Ok(ExitStatus::OK)
}

fn open_in_browser(address: &str) -> bool {
    let Some(opener) = OPENERS.iter().find(|opener| find_program(opener).is_some()) else { return false };
    let silent =
        Command::new(opener).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match silent {
        // It may live as long as the browser; somebody has to wait for it.
        Ok(mut child) => std::thread::Builder::new().spawn(move || child.wait()).is_ok(),
        Err(_) => false,
    }
}
