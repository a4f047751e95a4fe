//! Sessions: the project, branch and session of a piece of work, and its events.

pub mod answer;
mod answer_lines;
pub mod brief;
pub mod classify;
pub mod contradict;
pub mod decisions;
pub mod dropped;
pub mod evidence;
pub mod fixes;
pub mod gather;
pub mod key_sentences;
pub mod lifetimes;
pub mod listed;
pub mod note;
pub mod own_words;
pub mod reflect;
pub mod request;
mod runs;
pub mod session_state;
pub mod told;
pub mod turns;
pub(crate) mod words;
