//! An agent's requests on their way to its provider: read on the loopback interface, with folds in their messages, and
//! answered with the provider's very bytes.
//!
//! ```
//! use ctx_proxy::fold::Transcript;
//!
//! let transcript = Transcript::read("");
//! assert!(transcript.format.is_none(), "an empty file is not a transcript");
//! ```

mod body;
mod clerk;
mod conn;
mod error;
mod exchange;
pub mod fold;
mod folder;
mod framing;
mod guard;
mod head;
mod keeper;
mod known;
pub mod launch;
mod passing;
mod price;
pub mod process;
mod relay;
mod server;
mod upstream;
mod usage;

pub use error::ProxyError;
pub use folder::Conversations;
pub use keeper::StoringHost;
pub use passing::RequestFolder;
pub use price::cache_price_of_model as price_of;
pub use server::Server;
pub use upstream::Route;
