//! The shared store: what may leave goes to a Postgres that a team shares, and comes back as if it were here. Never on the
//! path of a command: nothing waits for the network but what asks for it by name.
//!
//! ```
//! let address = ctx_hub::HubAddress::parse("postgres://ann@db.example/ctx", None)?;
//! assert!(!address.has_password());
//! # Ok::<(), ctx_model::error::Error>(())
//! ```

mod admin;
mod auth_watcher;
pub mod background_sync;
mod batch;
mod client;
mod connect;
mod error;
mod event_masking;
mod fetch;
mod memory_store;
mod news;
mod open;
mod page;
mod plan;
pub mod project;
mod project_connection;
mod push;
mod row_formats;
mod schema;
mod seal;
mod search;
mod send;
mod tls;
mod verified_pages;

pub use admin::HubMachine;
pub use connect::HubAddress;
pub use error::HubError;
pub use fetch::HubEntryFilter;
pub use open::{Hub, UnidentifiedConnection, hub_address, init_hub};
pub use project_connection::{HubConnection, PendingConnection, save_hub_url};
pub use schema::InitOptions;
pub use seal::TeamCipher;
