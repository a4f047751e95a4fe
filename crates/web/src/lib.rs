//! The store as a page in a browser on this machine, and exported as one file.

mod api;
mod assets;
mod desk;
mod export;
mod guard;
mod request;
mod respond;
mod server;

use ctx_capture::context::Context;
use ctx_model::error::{Error, Result};
use ctx_model::token;
use desk::Desk;
pub use export::export;
use server::Server;

/// How the page is served.
pub struct ServeOptions {
    /// 0 for any free port.
    pub port: u16,
    /// Show it in the user's browser.
    pub open: bool,
    /// Show the hub's data instead of the local store.
    pub hub: bool,
}

/// Serves the page until the process ends; `ready` gets its address, and the one to open a browser with.
pub fn serve(context: &Context, options: &ServeOptions, ready: impl FnOnce(&str, Option<&str>)) -> Result<()> {
    let random =
        || token::random().ok_or_else(|| Error::failed("the system gives no random numbers for the page's address"));
    let once = if options.open { Some(random()?) } else { None };
    let server = Server::bind(options.port, random()?, once, Desk::new(context, options.hub)?)?;
    ready(&server.address(), server.address_once().as_deref());
    server.run();
    Ok(())
}
