//! What belongs together: project, branch and session of a piece of work, and what happened in it.

pub mod answer;
pub mod brief;
pub mod classify;
pub mod command;
pub mod contradict;
pub mod feed;
pub mod gather;
pub mod listed;
pub mod note;
pub mod reflect;
pub mod request;
