//! The shared store: what may leave goes to a Postgres that a team shares, and comes back as if it were here. Never on the
//! path of a command: nothing waits for the network but what asks for it by name.
//!
//! ```
//! let address = ctx_hub::HubAddress::parse("postgres://ann@db.example/ctx", None)?;
//! assert!(!address.has_password());
//! # Ok::<(), ctx_model::error::Error>(())
//! ```

mod admin;
pub mod background_sync;
mod batch;
mod check;
mod client;
mod connect;
mod copy;
mod error;
mod fetch;
mod fill;
mod hidden;
mod news;
mod of_project;
mod open;
mod page;
mod plan;
pub mod project;
mod push;
mod schema;
mod seal;
mod search;
mod send;
mod tls;
mod watch;

pub use admin::HubMachine;
pub use connect::HubAddress;
pub use error::HubError;
pub use fetch::EntryFilter;
pub use of_project::{HubConnection, PendingConnection, save_hub_url};
pub use open::{AnonymousConnection, Hub, hub_address, init_hub};
pub use schema::InitOptions;
pub use seal::TeamCipher;
