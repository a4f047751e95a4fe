//! Sessions: the project, branch and session of a piece of work, and its events.

mod answer_units;
pub mod brief;
mod check_totals;
pub mod classify;
pub mod contradict;
pub mod decisions;
mod definitions;
pub mod dropped;
pub mod evidence;
mod file_names;
pub mod fixes;
pub mod gather;
pub mod key_sentences;
pub mod lifetimes;
pub mod note;
pub mod offer;
mod option_lines;
pub mod pasted_text;
pub(crate) mod phrase_list;
mod project_commands;
pub mod reflect;
pub mod request;
mod sentence_score;
pub mod session_account;
pub mod session_rows;
pub mod session_state;
pub mod turns;
