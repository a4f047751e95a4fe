//! Sessions: the project, branch and session of a piece of work, and its events.

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
