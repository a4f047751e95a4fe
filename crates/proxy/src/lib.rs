//! An agent's requests on their way to its provider: read on the loopback interface, with folds in their messages, and
//! answered with the provider's very bytes.
//!
//! ```
//! use ctx_proxy::fold::Transcript;
//!
//! let transcript = Transcript::from_file_text("");
//! assert!(transcript.format.is_none(), "an empty file is not a transcript");
//! ```

mod account;
mod body;
mod connection;
mod conversations;
mod error;
mod exchange;
pub mod fold;
mod framing;
mod guard;
mod head;
mod known_conversation;
pub mod launch;
pub mod loopback;
mod price;
pub mod process;
mod relay;
mod server;
mod store_thread;
mod upstream;
mod usage;

pub use conversations::ConversationFolding;
pub use error::ProxyError;
pub use framing::BodyFraming;
pub use head::{HttpRefusal, RequestHead};
pub use server::ProxyServer;
pub use upstream::ProviderRoute;
