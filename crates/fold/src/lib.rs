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
mod stub;
pub mod transcript;
mod usage;
pub mod wire;
pub mod words;
mod worth;

pub use bill::{ConversationBill, RequestBytesByClass};
pub use command::is_file_printing_command;
pub use engine::{FoldAndMissCounts, FoldEngine, RuleFoldCounts};
pub use fold::{CachePrice, FoldOptions, FoldRule, FoldStrength, FoldedItem};
pub use host::{EngineHost, ItemSummary, StubLineCandidate, ToolAct};
pub use model::{CallHalf, Conversation, ConversationItem, ItemKind, MessageRole};
pub use usage::AnswerTokenCounts;
