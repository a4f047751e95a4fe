//! What belongs together: project, branch and session of a piece of work, and what happened in it.

pub mod classify;
pub mod event;
pub mod scope;

pub use event::{Category, Event, Record};
pub use scope::Scope;
