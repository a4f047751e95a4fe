#![doc = include_str!("../README.md")]
#![warn(clippy::too_many_lines)]

mod batch;
mod bill;
mod chances;
mod command;
mod engine;
mod fold;
mod host;
mod input;
mod ledger;
mod model;
mod notes;
pub mod pieces;
mod protect;
pub mod rewrite;
mod stub;
pub mod transcript;
pub mod wire;
pub mod words;
mod worth;

pub use bill::{Bill, Class, Sent};
pub use command::reads;
pub use engine::{Engine, Misses};
pub use fold::{Fold, Options, Price, Rule};
pub use host::{Act, Host, Line, Sketch};
pub use model::{Conversation, Item, ItemKind, Part, Role};
