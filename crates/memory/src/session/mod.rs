//! Sessions: the project, branch and session of a piece of work, and its events.

pub mod answer;
pub mod brief;
pub mod chosen;
pub mod classify;
pub mod contradict;
pub mod dropped;
pub mod evidence;
pub mod fixes;
pub mod gather;
pub mod key_sentences;
pub mod last;
pub mod listed;
pub mod lives;
pub mod note;
pub mod own_words;
pub mod reflect;
pub mod request;
pub mod session_state;
pub mod story;
mod story_json;
pub mod turns;
mod words;
