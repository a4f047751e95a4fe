//! What ctx knows of the agents it works for: what their settings forbid, how ctx is made known to them, the hooks they
//! call, the transcripts they leave behind.

pub mod agent;
pub mod hooks;
pub mod install;
pub mod instructions;
pub mod permissions;
pub mod remark;
pub mod transcripts;

/// True when the word is one of those in the list, which blanks separate.
fn listed(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|listed| listed == word)
}
