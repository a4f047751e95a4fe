//! The store as a page in a browser on this machine, and exported as one file.
//!
//! ```no_run
//! use ctx_capture::context::Context;
//!
//! fn page(context: &Context) -> ctx_model::error::Result<()> {
//!     let options = ctx_web::ServeOptions { port: 0, open: false, hub: false };
//!     ctx_web::serve_page(context, &options, |address, _| eprintln!("{address}"))
//! }
//! ```

mod api;
mod assets;
mod error;
mod export;
mod guard;
mod request;
mod respond;
mod server;
mod store_pool;

use ctx_capture::Context;
use ctx_model::{Result, token};
pub use error::WebError;
pub use export::export_page;
use server::Server;
use store_pool::StorePool;

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
pub fn serve_page(context: &Context, options: &ServeOptions, ready: impl FnOnce(&str, Option<&str>)) -> Result<()> {
    let random = || token::random_token().ok_or(WebError::NoRandom);
    let once = if options.open { Some(random()?) } else { None };
    let server = Server::bind(options.port, random()?, once, StorePool::new(context, options.hub)?)?;
    ready(&server.address(), server.one_time_address().as_deref());
    server.run();
    Ok(())
}
