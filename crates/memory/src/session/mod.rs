//! Sessions: the project, branch and session of a piece of work, and its events.

pub mod answer;
pub mod brief;
pub mod classify;
pub mod contradict;
pub mod decisions;
pub mod dropped;
pub mod error_lifetime;
pub mod evidence;
pub mod fixes;
pub mod gather;
pub mod key_sentences;
pub mod last_session;
pub mod listed;
pub mod note;
pub mod own_words;
pub mod reflect;
pub mod request;
pub mod session_state;
pub mod story;
mod story_json;
pub mod turns;
mod words;
