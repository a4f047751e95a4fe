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
mod conn;
mod exchange;
pub mod fold;
mod folder;
mod framing;
mod guard;
mod head;
mod keeper;
pub mod launch;
pub mod process;
mod server;
mod upstream;

pub use folder::Conversations;
pub use keeper::Keeper;
pub use server::{Folder, Server};
pub use upstream::Route;
