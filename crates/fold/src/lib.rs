#![doc = include_str!("../README.md")]

mod engine;
mod fold;
mod host;
mod json;
pub mod input;
mod model;
pub mod wire;
pub mod words;

pub use engine::{Engine, Misses};
pub use fold::{Fold, Options, Price, Rule};
pub use host::{Act, Host, Line, Sketch};
pub use model::{Conversation, Item, Kind, Part, Role};
