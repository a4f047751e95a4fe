//! What belongs together: project, branch and session of a piece of work.

pub mod scope;

pub use scope::Scope;
