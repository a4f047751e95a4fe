//! A child or a pipe in, a stored report out.
//!
//! - `spawn`, `pump`, `signals`, `streams`, `reading`, `group`, `sys`: the exact bytes, and the same as clean text
//! - `record`: the one path of an output, from its bytes to what is printed, and back out of the store
//! - `seam`: ctx in the place of an agent's shell
//! - `session_events`: the events that a command adds to its session
//! - `config`: `ctx.toml`. `context`: environment, settings and printing, and the store that is opened with them
//! - `ui`: all printing, masked
//!
//! ```
//! use ctx_capture::record::MaskedText;
//! use ctx_secrets::{Masker, TextKind};
//!
//! let (text, _) = MaskedText::mask_bytes(b"12 passed\n", TextKind::of_command("npm test"), &Masker::default());
//! assert_eq!(text.total_lines(), 1);
//! ```

#![warn(clippy::too_many_lines)]

pub use ctx_text::{binary, clean, text};

pub use config::Config;
pub use context::Context;
pub use error::CaptureError;

pub mod command;
pub mod config;
pub mod context;
mod drain;
mod error;
pub mod error_log;
pub mod event_words;
mod flow;
pub mod group;
mod keeper;
mod life;
mod open_pipes;
mod order;
pub mod prices;
pub mod pump;
pub mod reading;
pub mod record;
pub mod script;
pub mod seam;
pub mod session_events;
pub mod signals;
pub mod spawn;
pub mod streams;
pub mod sys;
pub mod ui;
mod workers;
