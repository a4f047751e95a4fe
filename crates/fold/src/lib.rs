#![doc = include_str!("../README.md")]

mod engine;
mod fold;
mod host;
pub mod input;
mod model;
pub mod words;

pub use engine::{Engine, Misses};
pub use fold::{Fold, Options, Price, Rule};
pub use host::{Act, Host, Line, Sketch};
pub use model::{Conversation, Item, Kind, Part, Role};
